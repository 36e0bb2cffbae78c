"""From a page's place in the plan to its bytes."""

from __future__ import annotations

from typing import assert_never

from pbem.site.collection import Collection
from pbem.site.loaded import LoadedGame
from pbem.site.of_game import GamePages
from pbem.site.of_many import ManyPages
from pbem.site.of_site import SitePages
from pbem.site.plan import (
    GamePage,
    HelpPage,
    Page,
    PhasePage,
    PlayerPage,
    PowerPage,
    SitePage,
    VariantPage,
    YearPage,
)
from pbem.site.render import Renderer
from pbem.site.settings import SiteSettings
from pbem.site.source import Source


class Pages:
    """Writes the pages of one site as bytes."""

    def __init__(self, source: Source, settings: SiteSettings) -> None:
        """Prepare the templates."""
        renderer = Renderer(source.template_folders, settings)
        self._of_many = ManyPages(source, settings, renderer)
        self._of_site = SitePages(source, settings, renderer)
        self._of_game = GamePages(source, settings, renderer)

    @property
    def help_names(self) -> tuple[str, ...]:
        """The names of the pages of help."""
        return self._of_site.help_names

    def site_page(self, page: Page, games: Collection) -> bytes:
        """Return the bytes of a page that belongs to no game.

        Args:
            page: Which.
            games: All games; the front page and the feed look at its overview alone.
        """
        match page:
            case SitePage():
                return self._of_site.site_file(page, games).encode()
            case HelpPage(name):
                return self._of_site.help(page.path, name).encode()
            case VariantPage():
                return self._of_site.board_file(page, games).encode()
            case PowerPage():
                return self._of_many.power(page, games).encode()
            case PlayerPage():
                return self._of_many.player(page, games).encode()
            case GamePage() | PhasePage() | YearPage():
                raise ValueError(f"{page.path} is made of single games")
            case _:
                assert_never(page)

    def game_page(self, page: Page, game: LoadedGame) -> bytes:
        """Return the bytes of a page of a game."""
        match page:
            case GamePage():
                return self._of_game.game_file(page, game)
            case PhasePage():
                return self._of_game.phase_file(page, game)
            case SitePage() | HelpPage() | VariantPage() | PowerPage() | PlayerPage() | YearPage():
                raise ValueError(f"{page.path} belongs to no game")
            case _:
                assert_never(page)
