"""The pages about many games: lists, players, powers, openings, statistics, search."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.drawing.chart import Series, bars, center_lines, opening_tree
from pbem.game.codec import encode
from pbem.site.collection import Collection
from pbem.site.facts import Facts, PowerFacts
from pbem.site.plan import (
    HelpPage,
    PlayerPage,
    PowerPage,
    SiteFile,
    VariantPage,
    player_slug,
)
from pbem.site.prose import Html
from pbem.site.render import Renderer
from pbem.site.settings import SiteSettings
from pbem.site.shards import script_line
from pbem.site.source import Board, Source
from pbem.site.tallies import (
    FATES,
    OpeningRow,
    Played,
    branches,
    brief_orders,
    kind_words,
    newest_first,
    of_power,
    openings,
    overall,
    percent,
    played,
    power_order,
    tally,
)
from pbem.site.words import counted, day

_SHOWN_OPENINGS = 12
_SHOWN_GAMES = 100


class ManyPages:
    """Fills in the pages about many games."""

    def __init__(self, source: Source, settings: SiteSettings, renderer: Renderer) -> None:
        """Take what all pages share."""
        self._source = source
        self._settings = settings
        self._renderer = renderer

    def file(self, kind: SiteFile, games: Collection) -> str:
        """Return a file about many games; its kind is one of `pbem.site.plan.GATHERED`."""
        path = kind.value
        match kind:
            case SiteFile.GAMES:
                return self._games(path, games)
            case SiteFile.GAME_LINES:
                return "".join(f"{line}\n" for line in map(_game_line, games.finished))
            case SiteFile.PLAYERS:
                return self._players(path, games)
            case SiteFile.POWERS:
                return self._powers(path, games)
            case SiteFile.STATISTICS:
                return self._statistics(path, games)
            case SiteFile.OPENINGS:
                return self._openings(path, games)
            case SiteFile.SEARCH:
                years = " ".join(map(str, games.years))
                return self._renderer.page("search.html", path, years=years)
            case SiteFile.SEARCH_GAMES:
                return _search_games(games)
            case SiteFile.SITEMAP:
                return self._sitemap(path, games)
            case _:
                return self._games_by(kind, games)

    def _games(self, path: str, games: Collection) -> str:
        return self._renderer.page(
            "games.html",
            path,
            open=games.overview.open,
            years=[
                (year, [one for one in games.finished if one.year == year]) for year in games.years
            ],
            total=len(games.finished),
            boards=[self._source.board(key).variant for key in self._source.variants()],
            lean=self._settings.lean,
            parquet=self._settings.parquet,
        )

    def _games_by(self, kind: SiteFile, games: Collection) -> str:
        if kind is SiteFile.BY_PLAYER:
            return self._games_by_player(kind, games)
        groups: dict[str, list[Facts]] = {}
        titles = {
            SiteFile.BY_BOARD: "Games by board",
            SiteFile.BY_RESULT: "Games by result",
            SiteFile.BY_LENGTH: "Games by length",
        }
        for facts in games.finished:
            groups.setdefault(_group(kind, facts), []).append(facts)
        if kind is SiteFile.BY_LENGTH:
            ordered = sorted(groups, key=lambda name: int(name.split()[0]))
        else:
            ordered = sorted(groups, key=lambda name: (name.casefold(), name))
        return self._renderer.page(
            "games-by.html",
            kind.value,
            title=titles[kind],
            groups=[(name, groups[name]) for name in ordered],
            slugs={},
        )

    def _games_by_player(self, kind: SiteFile, games: Collection) -> str:
        groups = []
        for player in games.players.values():
            mine = {facts.summary.game: facts for facts, _ in player.games}
            groups.append((player.name, list(mine.values())))
        return self._renderer.page(
            "games-by.html",
            kind.value,
            title="Games by player",
            groups=groups,
            slugs={player.name: player.slug for player in games.players.values()},
        )

    def player(self, page: PlayerPage, games: Collection) -> str:
        """Return the page of a player."""
        player = games.players[page.slug]
        mine = player.games
        rows = newest_first(played(*pair) for pair in mine)
        boards: dict[str, list[tuple[Facts, PowerFacts]]] = {}
        for facts, power in mine:
            boards.setdefault(facts.summary.board, []).append((facts, power))
        return self._renderer.page(
            "player.html",
            page.path,
            name=player.name,
            whole=tally(mine),
            boards=[(board, tally(pairs)) for board, pairs in sorted(boards.items())],
            fates=FATES,
            games=self._with_powers(rows),
        )

    def power(self, page: PowerPage, games: Collection) -> str:
        """Return the page of a power of a board."""
        variant = self._source.board(page.variant).variant
        power = variant.powers[page.power]
        pairs = of_power(games.of(page.variant), page.power)
        rows = openings(pairs)
        whole = tally(pairs)
        means = tuple(round(mean) for mean in whole.means)
        labels = _year_labels(variant.start.year, len(means))
        return self._renderer.page(
            "power.html",
            page.path,
            board=variant,
            power=power,
            whole=whole,
            fates=FATES,
            labels=labels,
            lines=Html(
                center_lines([Series(power.name, power.letter, power.color, means)], labels, None)
            )
            if len(means) > 1
            else "",
            openings=rows[:_SHOWN_OPENINGS],
            more=len(rows) - _SHOWN_OPENINGS,
            tree=Html(opening_tree(branches(rows))) if rows else "",
            brief=brief_orders,
            games=self._with_powers(newest_first(played(*pair) for pair in pairs)[:_SHOWN_GAMES]),
        )

    def _with_powers(self, rows: Iterable[Played]) -> list[tuple[Played, str, str, str]]:
        """Return games with name and color of a power, and the way to its page (or none)."""
        known = set(self._source.variants())
        told = []
        for one in rows:
            variant = self._source.board(one.variant).variant if one.variant in known else None
            power = variant.powers.get(one.power) if variant else None
            way = PowerPage(one.variant, one.power).path if power else ""
            name = power.name if power else one.power.title()
            told.append((one, name, power.color if power else "", way))
        return told

    def _players(self, path: str, games: Collection) -> str:
        rows = [(one.name, one.slug, tally(one.games)) for one in games.players.values()]
        return self._renderer.page("players.html", path, players=rows, fates=FATES)

    def _boards(self, games: Collection) -> list[tuple[Board, list[Facts]]]:
        boards = [self._source.board(key) for key in self._source.variants()]
        return [(board, games.of(board.variant.key)) for board in boards]

    def _powers(self, path: str, games: Collection) -> str:
        return self._renderer.page(
            "powers.html",
            path,
            fates=FATES,
            boards=[
                (board.variant, power_order(board.variant, facts))
                for board, facts in self._boards(games)
            ],
        )

    def _statistics(self, path: str, games: Collection) -> str:
        whole = overall(games.finished)
        boards = []
        for board, facts in self._boards(games):
            variant = board.variant
            tallies = power_order(variant, facts)
            length = max((len(one.means) for one in tallies.values()), default=0)
            labels = _year_labels(variant.start.year, length)
            lines = [
                Series(p.name, p.letter, p.color, tuple(round(m) for m in tallies[p.id].means))
                for p in variant.powers.values()
            ]
            if facts:
                drawn = Html(center_lines(lines, labels, None))
                boards.append((variant, overall(facts), tallies, labels, drawn))
        return self._renderer.page(
            "statistics.html",
            path,
            whole=whole,
            fates=FATES,
            boards=boards,
            lengths=Html(bars([(f"{years} years", count) for years, count in whole.lengths])),
            by_year=[
                (year, overall(one for one in games.finished if one.year == year))
                for year in games.years
            ],
            percent=percent,
        )

    def _openings(self, path: str, games: Collection) -> str:
        boards = []
        for board, facts in self._boards(games):
            variant = board.variant
            powers = []
            for power in variant.powers.values():
                rows = openings(of_power(facts, power.id))
                if rows:
                    powers.append((power, rows[:_SHOWN_OPENINGS], len(rows), _tree(rows)))
            if powers:
                boards.append((variant, len(facts), powers))
        return self._renderer.page("openings.html", path, boards=boards, brief=brief_orders)

    def _sitemap(self, path: str, games: Collection) -> str:
        top = [
            kind.value
            for kind in SiteFile
            if kind.value.endswith("index.html") and kind is not SiteFile.SEARCH
        ]
        helps = [HelpPage(name).path for name in self._renderer.names("help", ".md")]
        boards = [VariantPage(key).path for key in self._source.variants()]
        open_games = [f"{game.game}/index.html" for game in games.overview.open]
        over = [
            f"{facts.summary.game}/{name}index.html"
            for facts in games.facts.values()
            for name in ("", "result/", "orders/")
        ]
        names = [PlayerPage(slug).path for slug in games.players]
        paths = [*top, *helps, *boards, *open_games, *over, *names]
        return self._renderer.page(
            "sitemap.xml", path, addresses=sorted(p.removesuffix("index.html") for p in paths)
        )


def _tree(rows: Sequence[OpeningRow]) -> Html:
    return Html(opening_tree(branches(rows)))


def _year_labels(first: int, count: int) -> list[str]:
    """Return names for the start and the years that followed; games may begin at others."""
    return ["Start", *(str(first + place) for place in range(count - 1))][:count]


def _group(kind: SiteFile, facts: Facts) -> str:
    match kind:
        case SiteFile.BY_BOARD:
            return facts.summary.board
        case SiteFile.BY_LENGTH:
            return counted(max(0, len(facts.labels) - 1), "year")
        case _:
            word = kind_words(facts.how)
            return word[:1].upper() + word[1:]


def _game_line(facts: Facts) -> str:
    """Return a finished game as a line of JSON, for whoever counts."""
    summary = facts.summary
    line = {
        "game": summary.game,
        "title": summary.title,
        "variant": summary.variant,
        "host": summary.host,
        "created": encode(summary.created),
        "ended": encode(summary.ended),
        "phases": summary.phases,
        "how": facts.how,
        "years": facts.labels,
        "powers": {
            power.power: {
                "player": power.player,
                "share": power.share,
                "centers": power.counts,
                "due": power.due,
                "late": power.late,
            }
            for power in facts.powers
        },
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _search_games(games: Collection) -> str:
    """Return what the search knows of all games: as created, and the finished ones as ended."""
    lines: list[list[Any]] = []
    for game in games.overview.open:
        lines.append([game.game, game.title, game.board, "", "", []])
    for facts in games.finished:
        summary = facts.summary
        names = sorted({power.player for power in facts.powers if power.player})
        people = [[name, player_slug(name)] for name in names]
        ended = day(summary.ended or summary.created)
        lines.append([summary.game, summary.title, summary.board, ended, summary.result, people])
    return f"pbemSearch.games([\n{''.join(f'{script_line(line)},{chr(10)}' for line in lines)}]);\n"
