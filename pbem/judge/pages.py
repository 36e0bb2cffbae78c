"""The last step of a letter's way: the pages that changed."""

from __future__ import annotations

from pbem.errors import ConfigError
from pbem.judge.home import Home
from pbem.site.settings import SiteSettings


def site_settings(home: Home) -> SiteSettings:
    """Return what a home says about its site."""
    settings = home.settings
    return SiteSettings(
        title=settings.name,
        footer=settings.footer,
        address=settings.address,
        url=settings.site_url,
        accent=settings.accent,
        accent_dark=settings.accent_dark,
        lean=settings.lean,
        parquet=settings.parquet,
    )


def write_pages(home: Home) -> int:
    """Write the pages that changed since they were last built; return how many files.

    Raises:
        ConfigError: A template of the home is wrong.
        RecordError: The record cannot be read.
        OSError: site/ cannot be written.

    What draws and lays out pages is imported here, since most commands need none of it.
    """
    from jinja2 import TemplateError

    from pbem.site.build import build_site

    try:
        report = build_site(home.games, home.site, site_settings(home), home=home.path)
    except TemplateError as error:
        name = getattr(error, "name", None) or "a template"
        raise ConfigError(f"{home.path}/templates: {name}: {error}") from None
    return len(report.written)
