"""The pages that belong to no game, filled in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from pbem.board.variant import Province
from pbem.site import legend
from pbem.site.collection import Collection
from pbem.site.maps import inline, map_style, map_svg
from pbem.site.of_game import feed_entry, feed_id
from pbem.site.of_many import ManyPages
from pbem.site.plan import (
    SiteFile,
    SitePage,
    VariantPage,
)
from pbem.site.prose import Html, markdown_html, title_of
from pbem.site.render import Renderer, join_link
from pbem.site.settings import SiteSettings
from pbem.site.source import Board, Source
from pbem.site.summary import Overview, Stage
from pbem.site.tallies import (
    FATES,
    overall,
    power_order,
)
from pbem.site.views import map_words, order_rows, seats

_NO_TIME = datetime(1901, 1, 1, tzinfo=UTC)
_SHOWN_GAMES = 12


class SitePages:
    """Fills in the pages that belong to no game."""

    def __init__(self, source: Source, settings: SiteSettings, renderer: Renderer) -> None:
        """Take what all pages share."""
        self._source = source
        self._settings = settings
        self._renderer = renderer
        self._many = ManyPages(source, settings, renderer)

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
            case SiteFile.ICON:
                return self._renderer.text("icon.svg")
            case SiteFile.ROBOTS:
                return self._renderer.page("robots.txt", path)
            case SiteFile.SEARCH_SCRIPT:
                return self._renderer.text("search.js")
            case SiteFile.LEGEND:
                return self._legend(path)
            case SiteFile.LEGEND_MAP:
                return self._legend_map()
            case _:
                return self._many.file(page.kind, games)

    def _front(self, path: str, overview: Overview) -> str:
        running = [g for g in overview.open if g.stage is not Stage.FORMING]
        forming = [g for g in overview.open if g.stage is Stage.FORMING and not g.private]
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

    def _inline(self, board: Board) -> Html:
        """Return a board's map to be set into its page; empty where it stays beside it."""
        if self._settings.lean or board.atlas is None:
            return Html("")
        return inline(board, map_svg(board, board.variant.opening(), None, board.variant.title))

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
            drawn=self._inline(board),
            whole=overall(facts),
            results=power_order(variant, facts),
            fates=FATES,
            games=facts[:_SHOWN_GAMES],
        )


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
