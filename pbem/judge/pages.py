"""The last step of a letter's way: the pages that changed."""

from __future__ import annotations

from pbem.errors import ConfigError, PublishError
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


class Pages:
    """The pages of one home, written when there may be something new to write."""

    def __init__(self, home: Home) -> None:
        """Write nothing yet."""
        self._home = home
        self._written: object = None

    def write(self, commit: str | None) -> int:
        """Write what changed, see `write_pages`; costs next to nothing where nothing has.

        The newest commit of the record is told.
        """
        stamp = self._stamp(commit)
        if stamp == self._written:
            return 0
        count = write_pages(self._home)
        self._written = self._stamp(commit)
        return count

    def _stamp(self, commit: str | None) -> object:
        """Return what is another thing whenever pages may have to be other ones."""
        home = self._home
        own = [path for name in ("maps", "templates") for path in (home.path / name).rglob("*")]
        files = [(str(path), path.stat().st_mtime_ns) for path in sorted(own)]
        return commit, files, (home.site / ".built.json").exists()


def write_pages(home: Home) -> int:
    """Write the pages that changed since they were last built; return how many files.

    Raises:
        ConfigError: A template of the home is wrong.
        PublishError: A process that helped was ended.
        RecordError: The record cannot be read.
        OSError: site/ cannot be written.

    What draws and lays out pages is imported here, since most commands need none of it.
    """
    from concurrent.futures import BrokenExecutor

    from jinja2 import TemplateError

    from pbem.site.build import build_site

    try:
        report = build_site(home.games, home.site, site_settings(home), home=home.path)
    except TemplateError as error:
        name = getattr(error, "name", None) or "a template"
        raise ConfigError(f"{home.path}/templates: {name}: {error}") from None
    except BrokenExecutor:
        raise PublishError(f"{home.site}: a process that made pages was ended") from None
    return report.files_written
