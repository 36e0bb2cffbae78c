"""From a page's place in the plan to its bytes.

A `LoadedGame` is a game with its board, its summary and the folders of its
phases: all that its pages need, worked out once.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import assert_never

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Season
from pbem.board.position import Position
from pbem.board.variant import Province, Variant
from pbem.drawing.ics import DueDate, write_calendar
from pbem.drawing.map import draw_map
from pbem.errors import VariantError
from pbem.game.house import house_rules
from pbem.game.publication import GameRecord, PhaseFile
from pbem.orders.legality import owed
from pbem.site import legend
from pbem.site.happenings import happenings
from pbem.site.plan import (
    GameFile,
    GamePage,
    HelpPage,
    Page,
    PhaseFileKind,
    PhasePage,
    SiteFile,
    SitePage,
    VariantPage,
    folders,
)
from pbem.site.prose import markdown_html, title_of
from pbem.site.render import Renderer, join_link
from pbem.site.settings import SiteSettings
from pbem.site.source import Board, Source
from pbem.site.summary import (
    News,
    Overview,
    Stage,
    Summary,
    current_position,
    deadlines_of,
    newest_finished,
    news_of,
    summarize,
)
from pbem.site.views import (
    Step,
    fleeing,
    map_words,
    order_rows,
    phase_view,
    players_of,
    seats,
    years,
)
from pbem.site.words import counted, plain, tone

_WORDS = {"phase": "shown with each phase", "end": "shown at the end", "never": "never shown"}
_NO_TIME = datetime(1901, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class LoadedGame:
    """A game with all that its pages need.

    Attributes:
        now: The board as it stands; None before the start.
        places: Folders of its phases, by number.
    """

    record: GameRecord
    board: Board
    summary: Summary
    news: tuple[News, ...]
    now: Position | None
    places: Mapping[int, str]


def load_game(source: Source, game: str) -> LoadedGame:
    """Return a game, read from the record.

    Raises:
        RecordError: Its record cannot be used.
        VariantError: Its board is neither in the record nor at hand.
    """
    record = source.record(game)
    board = source.board_of(record.settings)
    places = folders(record)
    return LoadedGame(
        record=record,
        board=board,
        summary=summarize(record, board.variant),
        news=news_of(record, board.variant, places),
        now=current_position(record, board.variant),
        places=places,
    )


class Pages:
    """Writes the pages of one site as bytes."""

    def __init__(self, source: Source, settings: SiteSettings) -> None:
        """Prepare the templates."""
        self._source = source
        self._settings = settings
        self._renderer = Renderer(source.template_folders, settings)

    @property
    def help_names(self) -> tuple[str, ...]:
        """The names of the pages of help."""
        return self._renderer.names("help", ".md")

    def site_page(self, page: Page, overview: Overview, games: Iterable[Summary] = ()) -> bytes:
        """Return the bytes of a page that belongs to no game.

        Args:
            page: Which.
            overview: Of all games.
            games: All of them; only the index of games looks at them.
        """
        match page:
            case SitePage():
                return self._site_file(page, overview, games).encode()
            case HelpPage(name):
                return self._help(page.path, name).encode()
            case VariantPage(key, name):
                board = self._source.board(key)
                if name == "map.svg":
                    opening = board.variant.opening()
                    return _map(board, opening, None, board.variant.title).encode()
                return self._variant(page.path, board).encode()
            case GamePage() | PhasePage():
                raise ValueError(f"{page.path} belongs to a game")
            case _:
                assert_never(page)

    def game_page(self, page: Page, game: LoadedGame) -> bytes:
        """Return the bytes of a page of a game."""
        match page:
            case GamePage():
                return self._game_file(page, game)
            case PhasePage():
                return self._phase_file(page, game)
            case SitePage() | HelpPage() | VariantPage():
                raise ValueError(f"{page.path} belongs to no game")
            case _:
                assert_never(page)

    def _site_file(self, page: SitePage, overview: Overview, games: Iterable[Summary]) -> str:
        match page.kind:
            case SiteFile.FRONT:
                return self._front(page.path, overview)
            case SiteFile.GAMES:
                return self._games(page.path, games)
            case SiteFile.FEED:
                return self._site_feed(page.path, overview)
            case SiteFile.STYLE:
                return self._renderer.text("style.css")
            case SiteFile.LEGEND:
                return self._legend(page.path)
            case SiteFile.LEGEND_MAP:
                return self._legend_map()
            case _:
                assert_never(page.kind)

    def _game_file(self, page: GamePage, game: LoadedGame) -> bytes:
        match page.kind:
            case GameFile.GAME:
                return self._game(page.path, game).encode()
            case GameFile.LATEST:
                return self._latest(page.path, game).encode()
            case GameFile.LATEST_MAP:
                assert game.now is not None
                return _map(game.board, game.now, None, game.summary.title).encode()
            case GameFile.ORDERS:
                return self._orders(page.path, game).encode()
            case GameFile.FEED:
                return self._game_feed(page.path, game).encode()
            case GameFile.CALENDAR:
                return self._calendar(game)
            case GameFile.RESULT:
                return self._result(page.path, game).encode()
            case _:
                assert_never(page.kind)

    def _phase_file(self, page: PhasePage, game: LoadedGame) -> bytes:
        file = next(f for f in game.record.phases if f.number == page.number)
        match page.kind:
            case PhaseFileKind.PAGE:
                return self._phase(page, game, file).encode()
            case PhaseFileKind.MAP:
                return _map(game.board, file.position, file.result, game.summary.title).encode()
            case PhaseFileKind.DATA:
                return self._source.phase_data(game.summary.game, file.name)

    # Pages about many games

    def _front(self, path: str, overview: Overview) -> str:
        running = [g for g in overview.open if g.stage is not Stage.FORMING]
        forming = [g for g in overview.open if g.stage is Stage.FORMING]
        keys = {game.variant for game in running} & set(self._source.variants())
        return self._renderer.page(
            "front.html",
            path,
            running=running,
            forming=[(game, join_link(self._settings, game.game)) for game in forming],
            finished=overview.finished,
            total_finished=overview.total_finished,
            news=overview.news[:10],
            drawn={key for key in keys if self._source.board(key).atlas},
        )

    def _games(self, path: str, games: Iterable[Summary]) -> str:
        games = sorted(games, key=lambda g: g.game)
        return self._renderer.page(
            "games.html",
            path,
            open=[g for g in games if g.stage is not Stage.FINISHED],
            finished=newest_finished(g for g in games if g.stage is Stage.FINISHED),
            boards=[self._source.board(key).variant for key in self._source.variants()],
        )

    def _site_feed(self, path: str, overview: Overview) -> str:
        return self._renderer.page(
            "feed.xml",
            path,
            title=self._settings.title,
            id=_feed_id("site", self._settings.url or self._settings.title),
            home="index.html" if not self._settings.url else "",
            updated=overview.news[0].at if overview.news else _NO_TIME,
            entries=[self._entry(item, f"{item.game}/", item.title) for item in overview.news],
        )

    def _help(self, path: str, name: str) -> str:
        texts = {key: self._renderer.text(f"help/{key}.md") for key in self.help_names}
        order = sorted(texts, key=lambda key: (key != "index", key))
        return self._renderer.page(
            "help.html",
            path,
            title=title_of(texts[name]) or name,
            current=name,
            pages=[(key, title_of(texts[key]) or key) for key in order],
            body=markdown_html(texts[name]),
        )

    def _legend(self, path: str) -> str:
        variant = self._source.board(legend.VARIANT).variant
        shown = legend.example(variant)
        return self._renderer.page(
            "legend.html",
            path,
            sheets=[
                (seat, order_rows(variant, shown.result.orders[seat.id]))
                for seat in seats({}, variant, shown.position)
                if seat.id in shown.result.orders
            ],
        )

    def _legend_map(self) -> str:
        board = self._source.board(legend.VARIANT)
        shown = legend.example(board.variant)
        return _map(board, shown.position, shown.result, "Every sign once")

    def _variant(self, path: str, board: Board) -> str:
        variant = board.variant
        opening = variant.opening()
        return self._renderer.page(
            "variant.html",
            path,
            board=variant,
            seats=seats({}, variant, opening),
            provinces=[_province_row(p) for p in variant.provinces.values()],
            all_centers=len(variant.centers),
            start=variant.start.title,
            has_map=board.atlas is not None,
            credit=board.atlas.credit if board.atlas else "",
            map_alt=map_words(variant, opening),
        )

    # Pages of a game

    def _game(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        settings = record.settings
        return self._renderer.page(
            "game.html",
            path,
            game=game.summary,
            join=join_link(self._settings, settings.game),
            has_map=game.board.atlas is not None and game.now is not None,
            map_alt=map_words(variant, game.now) if game.now else "",
            seats=seats(players_of(record), variant, game.now) if game.now else (),
            forming_players=game.summary.players if game.now is None else (),
            phase_years=_phase_years(game),
            years=years(record, variant),
            all_centers=len(variant.centers),
            rules=[(word, plain(says)) for word, says in house_rules(settings, variant)],
            words=_WORDS[settings.words.value],
            happenings=happenings(record, variant),
            public_key=plain(settings.public_key),
            board_hash=plain(settings.board),
        )

    def _phase(self, page: PhasePage, game: LoadedGame, file: PhaseFile) -> str:
        record, variant = game.record, game.board.variant
        view = phase_view(record, variant, file, game.places)
        return self._renderer.page(
            "phase.html",
            page.path,
            title=game.summary.title,
            phase=view,
            up="../" * (page.folder.count("/") + 1),
            after="The end" if record.ending else "The board now",
            has_map=game.board.atlas is not None,
            map_alt=map_words(variant, file.position),
            proofs=any(sheet.receipts for sheet in view.sheets),
        )

    def _latest(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        assert game.now is not None
        line = record.standing
        return self._renderer.page(
            "latest.html",
            path,
            game=game.summary,
            now=game.now,
            first=_step(game, line[0]) if line else None,
            last=_step(game, line[-1]) if line else None,
            has_map=game.board.atlas is not None,
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

    def _result(self, path: str, game: LoadedGame) -> str:
        record, variant = game.record, game.board.variant
        ending = record.ending
        assert ending is not None
        last = record.standing[-1] if record.standing else None
        at_end = Position(game.now.phase if game.now else variant.start, {}, ending.centers)
        return self._renderer.page(
            "result.html",
            path,
            game=game.summary,
            because=plain(ending.because),
            last=_step(game, last) if last else None,
            seats=seats(players_of(record), variant, at_end),
            shares={power: plain(share) for power, share in ending.shares.items()},
        )

    def _game_feed(self, path: str, game: LoadedGame) -> str:
        summary = game.summary
        return self._renderer.page(
            "feed.xml",
            path,
            title=summary.title,
            id=_feed_id(summary.game, summary.created.isoformat()),
            home=f"{summary.game}/" if self._settings.url else "index.html",
            updated=game.news[0].at if game.news else summary.created,
            entries=[
                self._entry(item, f"{item.game}/" if self._settings.url else "", "")
                for item in game.news
            ],
        )

    def _entry(self, item: News, folder: str, title: str) -> Mapping[str, object]:
        index = "" if self._settings.url else "index.html"
        return {
            "title": f"{title}: {item.phase}" if title else item.phase,
            "id": _feed_id(item.game, str(item.number), item.at.isoformat()),
            "at": item.at,
            "href": f"{folder}{item.folder}/{index}",
            "says": item.says or "No center changed hands",
        }

    def _calendar(self, game: LoadedGame) -> bytes:
        summary = game.summary
        dates = [
            DueDate(
                id=f"{summary.game}-{phase}@{_feed_id(summary.game, summary.created.isoformat())}",
                due=due,
                said=said,
                title=f"{summary.title}: {phase.title} {phase.kind.title} due",
                place=f"{self._settings.url}{summary.game}/" if self._settings.url else "",
            )
            for phase, due, said in deadlines_of(game.record)
        ]
        return write_calendar(summary.title, dates)


def _map(board: Board, position: Position, result: Adjudication | None, title: str) -> str:
    if board.atlas is None:
        raise VariantError(f"the board {board.variant.key!r} cannot be drawn: it has no shapes")
    return draw_map(
        board.variant,
        board.atlas,
        position,
        result,
        title=f"{title}: {position.phase.title}",
        description=map_words(board.variant, position),
        theme="auto",
    )


def _feed_id(*parts: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, "/".join(("pbem:", *parts))).urn


def _step(game: LoadedGame, file: PhaseFile) -> Step:
    return Step(game.places[file.number], file.position.phase.title)


def _phase_years(game: LoadedGame) -> list[tuple[int, list[Step], list[Step], list[Step]]]:
    rows: dict[int, dict[Season, list[Step]]] = {}
    for file in game.record.standing:
        phase = file.position.phase
        year = rows.setdefault(phase.year, {season: [] for season in Season})
        year[phase.season].append(Step(game.places[file.number], phase.kind.title))
    return [
        (year, by[Season.SPRING], by[Season.FALL], by[Season.WINTER]) for year, by in rows.items()
    ]


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


def _province_row(province: Province) -> Mapping[str, object]:
    borders = set(province.army) | {
        to.partition("/")[0] for ways in province.fleet.values() for to in ways
    }
    center = f"home of {province.home.capitalize()}" if province.home else "yes"
    return {
        "id": province.id,
        "name": province.name,
        "kind": province.terrain.value,
        "center": center if province.center else "",
        "borders": sorted(borders),
    }
