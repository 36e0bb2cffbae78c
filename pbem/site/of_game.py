"""The pages of one game, filled in."""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Mapping
from typing import assert_never

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Season
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.drawing.chart import center_lines, ownership_strip
from pbem.drawing.ics import DueDate, write_calendar
from pbem.drawing.map import Overlay
from pbem.drawing.multiples import Little, small_multiples
from pbem.game.house import house_rules
from pbem.game.publication import PhaseFile
from pbem.game.settings import Grey
from pbem.game.texts import board_name
from pbem.orders.legality import owed
from pbem.site.chronicle import center_rows, series, story, years
from pbem.site.happenings import happenings
from pbem.site.loaded import LoadedGame, has_film
from pbem.site.maps import film_svg, inline, map_card, map_svg, overlay_of
from pbem.site.plaintext import phase_text
from pbem.site.plan import GameFile, GamePage, PhaseFileKind, PhasePage, player_slug
from pbem.site.press import said
from pbem.site.prose import Html
from pbem.site.render import Renderer, join_link
from pbem.site.settings import SiteSettings
from pbem.site.source import Board, Source
from pbem.site.summary import News, deadlines_of
from pbem.site.views import (
    PhaseView,
    Step,
    fleeing,
    map_words,
    phase_view,
    players_of,
    seats,
)
from pbem.site.words import counted, plain, tone

_WORDS = {"phase": "shown with each phase", "end": "shown at the end", "never": "never shown"}
# The earliest time a zip file can hold: archives hold no date of building.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


class GamePages:
    """Fills in the pages of games."""

    def __init__(self, source: Source, settings: SiteSettings, renderer: Renderer) -> None:
        """Take what all pages share."""
        self._source = source
        self._settings = settings
        self._renderer = renderer
        self._seen: tuple[PhaseFile, PhaseView, str] | None = None
        self._overlays: tuple[str, dict[int, Overlay]] = ("", {})

    def game_file(self, page: GamePage, game: LoadedGame) -> bytes:
        """Return the bytes of a file of a game as a whole."""
        match page.kind:
            case GameFile.GAME:
                return self._game(page.path, game).encode()
            case GameFile.LATEST:
                return self._latest(page.path, game).encode()
            case GameFile.LATEST_MAP:
                assert game.now is not None
                return map_svg(game.board, game.now, None, game.summary.title).encode()
            case GameFile.ORDERS:
                return self._orders(page.path, game).encode()
            case GameFile.FEED:
                return self._feed(page.path, game).encode()
            case GameFile.CALENDAR:
                return self._calendar(game)
            case GameFile.PRESS:
                return self._press(page.path, game).encode()
            case GameFile.RESULT:
                return self._result(page.path, game).encode()
            case GameFile.ARCHIVE:
                return self._archive(game)
            case GameFile.PICTURE:
                assert game.now is not None
                return map_card(game.board, game.now, game.summary.title)
            case GameFile.FILM:
                laid = [self._overlay(game, file) for file in game.record.standing]
                return film_svg(game.board, game.record.standing, laid, game.summary.title).encode()
            case _:
                assert_never(page.kind)

    def phase_file(self, page: PhasePage, game: LoadedGame) -> bytes:
        """Return the bytes of a file of a phase."""
        file = game.record.phases[page.number - 1]
        if page.kind is PhaseFileKind.DATA:
            return self._source.phase_data(game.summary.game, file.name)
        view, drawn = self._look(game, file)
        match page.kind:
            case PhaseFileKind.PAGE:
                return self._phase(page, game, view, drawn).encode()
            case PhaseFileKind.MAP:
                return drawn.encode()
            case PhaseFileKind.TEXT:
                board = map_words(game.board.variant, file.position)
                return phase_text(game.summary.title, view, board).encode()
            case _:
                assert_never(page.kind)

    def _look(self, game: LoadedGame, file: PhaseFile) -> tuple[PhaseView, str]:
        """Return a phase as all its files show it, and its map; kept for its next file."""
        if self._seen is not None and self._seen[0] is file:
            return self._seen[1:]
        view = phase_view(game.record, game.board.variant, file, game.places)
        drawn = ""
        if game.board.atlas is not None:
            title, laid = game.summary.title, self._overlay(game, file)
            drawn = map_svg(game.board, file.position, file.result, title, laid)
        self._seen = (file, view, drawn)
        return view, drawn

    def _overlay(self, game: LoadedGame, file: PhaseFile) -> Overlay:
        """Return what a phase puts on its map and into the film; kept for the whole game."""
        if self._overlays[0] != game.summary.game:
            self._overlays = (game.summary.game, {})
        kept = self._overlays[1]
        if file.number not in kept:
            kept[file.number] = overlay_of(
                game.board, file.position, file.result, game.summary.title
            )
        return kept[file.number]

    def _inline(self, board: Board, drawn: str) -> Html:
        """Return a map to be set into a page; empty where it is to stay beside it."""
        return inline(board, drawn) if drawn and not self._settings.lean else Html("")

    def _game(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        settings = record.settings
        rows = years(record, variant)
        labels = [row.label for row in rows]
        arrangement = variant.arrangements.get(settings.arrangement)
        centers = center_rows(record, variant)
        return self._renderer.page(
            "game.html",
            path,
            game=game.summary,
            join="" if settings.private else join_link(self._settings, settings.game),
            has_map=game.board.atlas is not None and game.now is not None,
            has_board=settings.variant in self._source.variants(),
            has_press=bool(game.press),
            has_archive=record.ending is not None and not self._settings.lean,
            picture=record.ending is not None
            and bool(self._settings.url)
            and game.board.atlas is not None,
            map_alt=map_words(variant, game.now) if game.now else "",
            seats=seats(players_of(record), variant, game.now) if game.now else (),
            forming_players=game.summary.players if game.now is None else (),
            phase_years=_phase_years(game),
            years=rows,
            all_centers=len(variant.centers),
            lines=Html(
                center_lines(
                    series(rows, variant), labels, arrangement.solo_centers if arrangement else None
                )
            ),
            strips=Html(ownership_strip([(name, owners) for name, owners, _ in centers], labels)),
            center_rows=centers,
            story=story(record, variant),
            rules=self._rules(game),
            words=_WORDS[settings.words.value],
            happenings=happenings(record, variant),
            public_key=plain(settings.public_key),
            board_hash=plain(settings.board),
            slugs=_slugs(game),
        )

    def _rules(self, game: LoadedGame) -> list[tuple[str, str]]:
        """Return the rules of a game as its letters tell them."""
        say, settings = self._source.voice.say, game.record.settings
        rules = house_rules(settings, game.board.variant, forming=game.now is None)
        return [(plain(say(about)), plain(say(says))) for about, says in rules]

    def _phase(self, page: PhasePage, game: LoadedGame, view: PhaseView, drawn: str) -> str:
        variant = game.board.variant
        file = game.record.phases[page.number - 1]
        return self._renderer.page(
            "phase.html",
            page.path,
            game=game.summary,
            title=game.summary.title,
            phase=view,
            up="../" * (page.folder.count("/") + 1),
            after="The end" if game.record.ending else "The board now",
            variant=game.record.settings.variant,
            has_map=game.board.atlas is not None,
            drawn=self._inline(game.board, drawn),
            map_alt=map_words(variant, file.position),
            proofs=any(sheet.receipts for sheet in view.sheets),
            lean=self._settings.lean,
        )

    def _latest(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        assert game.now is not None
        line = record.standing
        drawn = ""
        if game.board.atlas is not None:
            drawn = map_svg(game.board, game.now, None, game.summary.title)
        return self._renderer.page(
            "latest.html",
            path,
            game=game.summary,
            now=game.now,
            first=game.step(line[0]) if line else None,
            last=game.step(line[-1]) if line else None,
            variant=record.settings.variant,
            has_map=game.board.atlas is not None,
            drawn=self._inline(game.board, drawn),
            map_alt=map_words(variant, game.now),
            seats=seats(players_of(record), variant, game.now),
            losses=fleeing(record, variant, game.now),
            owed=_owed(variant, game.now) if record.ending is None else {},
        )

    def _orders(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        powers = seats(players_of(record), variant, None)
        return self._renderer.page(
            "orders.html",
            path,
            title=game.summary.title,
            phases=[
                {
                    "code": str(file.position.phase),
                    "title": file.position.phase.title,
                    "folder": game.places[file.number],
                    "sheets": [
                        (seat, _short_rows(file.result, seat.id))
                        for seat in powers
                        if file.result.orders.get(seat.id)
                    ],
                }
                for file in record.standing
            ],
        )

    def _press(self, path: str, game: LoadedGame) -> str:
        variant = game.board.variant
        powers = {seat.id: seat for seat in seats(players_of(game.record), variant, None)}
        return self._renderer.page(
            "press.html",
            path,
            title=game.summary.title,
            groups=said(game.press, variant),
            false_names=game.record.settings.grey is Grey.FAKE,
            powers=powers,
        )

    def _result(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        ending = record.ending
        assert ending is not None
        last = record.standing[-1] if record.standing else None
        at_end = Position(game.now.phase if game.now else variant.start, {}, ending.centers)
        littles = _littles(game)
        drawn = ""
        if game.board.atlas is not None and littles:
            drawn = small_multiples(variant, game.board.atlas, littles)
        return self._renderer.page(
            "result.html",
            path,
            game=game.summary,
            because=plain(ending.because),
            last=game.step(last) if last else None,
            seats=seats(players_of(record), variant, at_end),
            shares={power: plain(share) for power, share in ending.shares.items()},
            slugs=_slugs(game),
            littles=Html(drawn),
            variant=record.settings.variant,
            has_film=has_film(game) and not self._settings.lean,
            lean=self._settings.lean,
            phase=game.summary.phase,
        )

    def _archive(self, game: LoadedGame) -> bytes:
        """Return everything the public record holds of a game, as `pbem verify` reads it."""
        settings = game.record.settings
        into = io.BytesIO()
        with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            files = self._source.files(settings.game, board_name(settings))
            for path, data in sorted(files.items()):
                entry = zipfile.ZipInfo(path, _NO_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, data)
        return into.getvalue()

    def _feed(self, path: str, game: LoadedGame) -> str:
        summary = game.summary
        return self._renderer.page(
            "feed.xml",
            path,
            title=summary.title,
            id=feed_id(summary.game, summary.created.isoformat()),
            home=f"{summary.game}/" if self._settings.url else "index.html",
            updated=game.news[0].at if game.news else summary.created,
            entries=[
                feed_entry(self._settings, item, f"{item.game}/" if self._settings.url else "", "")
                for item in game.news
            ],
        )

    def _calendar(self, game: LoadedGame) -> bytes:
        summary = game.summary
        dates = [
            DueDate(
                id=f"{summary.game}-{phase}@{feed_id(summary.game, summary.created.isoformat())}",
                due=due,
                said=said,
                title=f"{summary.title}: {phase.title} {phase.kind.title} due",
                place=f"{self._settings.url}{summary.game}/" if self._settings.url else "",
            )
            for phase, due, said in deadlines_of(game.record)
        ]
        return write_calendar(summary.title, dates)


def feed_id(*parts: str) -> str:
    """Return a name for a feed or an entry that never changes."""
    return uuid.uuid5(uuid.NAMESPACE_URL, "/".join(("pbem:", *parts))).urn


def feed_entry(settings: SiteSettings, item: News, folder: str, title: str) -> Mapping[str, object]:
    """Return a phase as an entry of a feed.

    Args:
        settings: Of the site.
        item: The phase.
        folder: Of its game, from the feed.
        title: Of its game, where the feed is of several.
    """
    index = "" if settings.url else "index.html"
    return {
        "title": f"{title}: {item.phase}" if title else item.phase,
        "id": feed_id(item.game, str(item.number), item.at.isoformat()),
        "at": item.at,
        "href": f"{folder}{item.folder}/{index}",
        "says": item.says or "No center changed hands",
    }


def _slugs(game: LoadedGame) -> dict[str, str]:
    """Return the folders of players' pages, which there are once a game is over."""
    if game.facts is None:
        return {}
    return {name: player_slug(name) for name in {p.player for p in game.facts.powers} if name}


def _phase_years(game: LoadedGame) -> list[tuple[int, list[Step], list[Step], list[Step]]]:
    rows: dict[int, dict[Season, list[Step]]] = {}
    for file in game.record.standing:
        phase = file.position.phase
        year = rows.setdefault(phase.year, {season: [] for season in Season})
        year[phase.season].append(Step(game.places[file.number], phase.kind.title))
    return [
        (year, by[Season.SPRING], by[Season.FALL], by[Season.WINTER]) for year, by in rows.items()
    ]


def _littles(game: LoadedGame) -> list[Little]:
    """Return the board at the start and at the end of each year."""
    record = game.record
    if record.opening is None:
        return []
    maps = [Little("Start", "", record.opening.centers)]
    for file, centers in year_ends(game):
        where = f"../{game.places[file.number]}/index.html"
        maps.append(Little(str(file.position.phase.year), where, centers))
    return maps


def year_ends(game: LoadedGame) -> list[tuple[PhaseFile, Mapping[str, tuple[str, ...]]]]:
    """Return the last phase of each game year, with the owners of the centers after it."""
    ends: dict[int, tuple[PhaseFile, Mapping[str, tuple[str, ...]]]] = {}
    centers: Mapping[str, tuple[str, ...]] = (
        game.record.opening.centers if game.record.opening else {}
    )
    for file in game.record.standing:
        centers = file.result.centers or centers
        ends[file.position.phase.year] = (file, centers)
    return list(ends.values())


def _owed(variant: Variant, now: Position) -> dict[str, str]:
    says = {}
    for power in variant.powers:
        debt = owed(variant, now, power)
        if debt.builds:
            says[power] = f"{counted(debt.builds, 'build')}"
        elif debt.disbands:
            says[power] = f"{counted(debt.disbands, 'disband')}"
    return says


def _short_rows(result: Adjudication, power: str) -> list[tuple[str, str, str]]:
    rows = []
    for row in result.orders[power]:
        mark = tone(row.outcome)
        said = [row.outcome.value.replace("-", " ")] if mark == "bad" else []
        said += ["dislodged"] if row.dislodged else []
        said += [] if row.given else ["not ordered"]
        rows.append((plain(row.order), ", ".join(said), mark))
    return rows
