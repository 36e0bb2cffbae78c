"""The pages about no game or about many, filled in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, assert_never

from markupsafe import Markup

from pbem.board.variant import Province
from pbem.drawing.chart import Series, bars, center_lines, opening_tree
from pbem.game.codec import encode
from pbem.site import legend
from pbem.site.facts import Facts, PowerFacts, by_player
from pbem.site.of_game import feed_entry, feed_id, map_style, map_svg
from pbem.site.plan import HelpPage, PlayerPage, PowerPage, SiteFile, SitePage, VariantPage, player_slug
from pbem.site.prose import markdown_html, title_of
from pbem.site.render import Renderer, join_link
from pbem.site.settings import SiteSettings
from pbem.site.shards import script_line
from pbem.site.source import Board, Source
from pbem.site.summary import Overview, Stage, newest_finished
from pbem.site.tallies import (
    FATES,
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
from pbem.site.views import map_words, order_rows, seats
from pbem.site.words import day

_NO_TIME = datetime(1901, 1, 1, tzinfo=UTC)
_SHOWN_PER_POWER = 12
_SHOWN_GAMES = 100


@dataclass(frozen=True)
class Collection:
    """All games, as the pages about many need them.

    Attributes:
        facts: Finished games by id, sorted.
    """

    overview: Overview
    facts: Mapping[str, Facts]

    @cached_property
    def finished(self) -> tuple[Facts, ...]:
        """Finished games, the newest first."""
        order = newest_finished(one.summary for one in self.facts.values())
        return tuple(self.facts[summary.game] for summary in order)

    @cached_property
    def players(self) -> Mapping[str, tuple[tuple[Facts, PowerFacts], ...]]:
        """The finished games of each player, by name, sorted."""
        found: dict[str, list[tuple[Facts, PowerFacts]]] = {}
        for name, facts, power in by_player(self.facts):
            found.setdefault(name, []).append((facts, power))
        return {name: tuple(found[name]) for name in sorted(found, key=lambda n: (n.casefold(), n))}

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years in which games ended, the newest first."""
        return tuple(sorted({facts.year for facts in self.facts.values()}, reverse=True))

    def of(self, variant: str) -> list[Facts]:
        """Return the finished games on a board, the newest first."""
        return [facts for facts in self.finished if facts.summary.variant == variant]


class SitePages:
    """Fills in the pages that belong to no game."""

    def __init__(self, source: Source, settings: SiteSettings, renderer: Renderer) -> None:
        """Take what all pages share."""
        self._source = source
        self._settings = settings
        self._renderer = renderer

    def site_file(self, page: SitePage, games: Collection) -> str:
        """Return a file about many games, or about none."""
        path = page.path
        match page.kind:
            case SiteFile.FRONT:
                return self._front(path, games.overview)
            case SiteFile.FEED:
                return self._feed(path, games.overview)
            case SiteFile.STYLE:
                return self._renderer.text("style.css") + self._accent()
            case SiteFile.KEYS:
                return self._renderer.text("keys.js")
            case SiteFile.SEARCH_SCRIPT:
                return self._renderer.text("search.js")
            case SiteFile.LEGEND:
                return self._legend(path)
            case SiteFile.LEGEND_MAP:
                return self._legend_map()
            case SiteFile.GAMES:
                return self._games(path, games)
            case SiteFile.BY_BOARD | SiteFile.BY_PLAYER | SiteFile.BY_RESULT | SiteFile.BY_LENGTH:
                return self._games_by(page.kind, games)
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
                assert_never(page.kind)

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

    def _feed(self, path: str, overview: Overview) -> str:
        return self._renderer.page(
            "feed.xml",
            path,
            title=self._settings.title,
            id=feed_id("site", self._settings.url or self._settings.title),
            home="index.html" if not self._settings.url else "",
            updated=overview.news[0].at if overview.news else _NO_TIME,
            entries=[
                feed_entry(self._settings, item, f"{item.game}/", item.title)
                for item in overview.news
            ],
        )

    def _accent(self) -> str:
        """Return the rules that give links another color; empty where the theme's own is meant."""
        rules = ""
        if self._settings.accent:
            rules += f":root {{ --accent: {self._settings.accent}; }}\n"
        if self._settings.accent_dark:
            dark = f":root {{ --accent: {self._settings.accent_dark}; }}"
            rules += f"@media (prefers-color-scheme: dark) {{ {dark} }}\n"
        return rules

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
        )

    def _games_by(self, kind: SiteFile, games: Collection) -> str:
        groups: dict[str, list[Facts]] = {}
        titles = {
            SiteFile.BY_BOARD: "Games by board",
            SiteFile.BY_PLAYER: "Games by player",
            SiteFile.BY_RESULT: "Games by result",
            SiteFile.BY_LENGTH: "Games by length",
        }
        for facts in games.finished:
            for group in _groups(kind, facts):
                groups.setdefault(group, []).append(facts)
        if kind is SiteFile.BY_LENGTH:
            ordered = sorted(groups, key=lambda name: int(name.split()[0]))
        else:
            ordered = sorted(groups, key=lambda name: (name.casefold(), name))
        return self._renderer.page(
            "games-by.html",
            kind.value,
            title=titles[kind],
            groups=[(name, groups[name]) for name in ordered],
            slugs={name: player_slug(name) for name in ordered}
            if kind is SiteFile.BY_PLAYER
            else {},
        )

    def player(self, page: PlayerPage, games: Collection) -> str:
        """Return the page of a player."""
        mine = games.players[page.name]
        rows = newest_first(played(*pair) for pair in mine)
        boards: dict[str, list[tuple[Facts, PowerFacts]]] = {}
        for facts, power in mine:
            boards.setdefault(facts.summary.board, []).append((facts, power))
        return self._renderer.page(
            "player.html",
            page.path,
            name=page.name,
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
            lines=Markup(
                center_lines([Series(power.name, power.letter, power.color, means)], labels, None)
            )
            if len(means) > 1
            else "",
            openings=rows[:_SHOWN_PER_POWER],
            more=len(rows) - _SHOWN_PER_POWER,
            tree=Markup(opening_tree(branches(rows))) if rows else "",
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
        rows = [(name, player_slug(name), tally(mine)) for name, mine in games.players.items()]
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
                drawn = Markup(center_lines(lines, labels, None))
                boards.append((variant, overall(facts), tallies, labels, drawn))
        return self._renderer.page(
            "statistics.html",
            path,
            whole=whole,
            fates=FATES,
            boards=boards,
            lengths=Markup(bars([(f"{years} years", count) for years, count in whole.lengths])),
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
                    powers.append((power, rows[:_SHOWN_PER_POWER], len(rows), _tree(rows)))
            if powers:
                boards.append((variant, len(facts), powers))
        return self._renderer.page("openings.html", path, boards=boards, brief=brief_orders)

    def _sitemap(self, path: str, games: Collection) -> str:
        top = [
            kind.value
            for kind in SiteFile
            if kind.value.endswith("index.html") and kind is not SiteFile.SEARCH
        ]
        helps = [HelpPage(name).path for name in self.help_names]
        boards = [VariantPage(key).path for key in self._source.variants()]
        open_games = [f"{game.game}/index.html" for game in games.overview.open]
        over = [
            f"{facts.summary.game}/{name}index.html"
            for facts in games.facts.values()
            for name in ("", "result/", "orders/")
        ]
        names = [PlayerPage(name).path for name in games.players]
        paths = [*top, *helps, *boards, *open_games, *over, *names]
        return self._renderer.page(
            "sitemap.xml", path, addresses=sorted(p.removesuffix("index.html") for p in paths)
        )

    @property
    def help_names(self) -> tuple[str, ...]:
        """The names of the pages of help."""
        return self._renderer.names("help", ".md")

    def help(self, path: str, name: str) -> str:
        """Return a page of help."""
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
        return map_svg(board, shown.position, shown.result, "Every sign once")

    def board_file(self, page: VariantPage, games: Collection) -> str:
        """Return the page of a board, its map, or the style of its maps."""
        board = self._source.board(page.variant)
        if page.name == "map.svg":
            return map_svg(board, board.variant.opening(), None, board.variant.title)
        if page.name == "map.css":
            return map_style(board)
        variant = board.variant
        opening = variant.opening()
        facts = games.of(variant.key)
        return self._renderer.page(
            "variant.html",
            page.path,
            board=variant,
            seats=seats({}, variant, opening),
            provinces=[_province_row(p) for p in variant.provinces.values()],
            all_centers=len(variant.centers),
            start=variant.start.title,
            has_map=board.atlas is not None,
            credit=board.atlas.credit if board.atlas else "",
            map_alt=map_words(variant, opening),
            whole=overall(facts),
            results=power_order(variant, facts),
            fates=FATES,
            games=facts[:_SHOWN_PER_POWER],
        )


def _tree(rows: Any) -> Markup:
    return Markup(opening_tree(branches(rows)))


def _year_labels(first: int, count: int) -> list[str]:
    """Return names for the start and the years that followed; games may begin at others."""
    return ["Start", *(str(first + place) for place in range(count - 1))][:count]


def _groups(kind: SiteFile, facts: Facts) -> tuple[str, ...]:
    match kind:
        case SiteFile.BY_BOARD:
            return (facts.summary.board,)
        case SiteFile.BY_PLAYER:
            return tuple(sorted({power.player for power in facts.powers if power.player}))
        case SiteFile.BY_LENGTH:
            years = max(0, len(facts.labels) - 1)
            return (f"{years} {'year' if years == 1 else 'years'}",)
        case _:
            word = kind_words(facts.how)
            return (word[:1].upper() + word[1:],)


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
    lines = []
    for game in games.overview.open:
        lines.append([game.game, game.title, game.board, "", "", []])
    for facts in games.finished:
        summary = facts.summary
        names = sorted({power.player for power in facts.powers if power.player})
        people = [[name, player_slug(name)] for name in names]
        ended = day(summary.ended or summary.created)
        lines.append(
            [summary.game, summary.title, summary.board, ended, summary.result, people]
        )
    return f"pbemSearch.games([\n{''.join(f'{script_line(line)},{chr(10)}' for line in lines)}]);\n"


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


