"""The report of a finished game as a page of its own, which needs no other file but maps."""

from __future__ import annotations

from pathlib import Path

from pbem.assets import template_dirs
from pbem.site.prose import report_html
from pbem.site.render import Renderer
from pbem.site.settings import SiteSettings


def report_page(title: str, text: str, home: Path | None = None) -> str:
    """Return a report in Markdown as a page.

    Args:
        title: Of the game.
        text: As `pbem.exchange.report` writes it.
        home: A judge's home, whose templates come first.
    """
    folders = tuple(folder / "site" for folder in template_dirs(home))
    renderer = Renderer(folders, SiteSettings())
    return renderer.page("report.html", "report.html", title=title, body=report_html(text))
