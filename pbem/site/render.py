"""Templates and what they are filled with.

Everything a template prints is escaped; only `pbem.site.prose` makes HTML that
is not. A template of a judge's home takes the place of the one of the same name.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.site import words
from pbem.site.plan import root_of
from pbem.site.settings import SiteSettings


@lru_cache(maxsize=4)
def _environment(folders: tuple[Path, ...], settings: SiteSettings) -> Environment:
    """Return an environment, the same for the same arguments: compiling templates takes long."""
    env = Environment(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.filters |= {
        "moment": words.moment,
        "day": words.day,
        "stamp": words.stamp,
        "counted": words.counted,
    }
    env.globals |= {"site": settings}
    return env


class Renderer:
    """Fills templates for one site."""

    def __init__(self, folders: tuple[Path, ...], settings: SiteSettings) -> None:
        """Look for templates in the folders, the first first."""
        self._settings = settings
        self._folders = folders
        self._env = _environment(folders, settings)

    def page(self, template: str, path: str, **values: object) -> str:
        """Return a filled template for the file at a path of the site."""
        address = path.removesuffix("index.html")
        return self._env.get_template(template).render(
            root=root_of(path),
            path=path,
            canonical=self._settings.url + address if self._settings.url else "",
            **values,
        )

    def text(self, name: str) -> str:
        """Return a file among the templates as it is."""
        for folder in self._folders:
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8")
        raise FileNotFoundError(name)

    def names(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Return the names of the files in a folder of the templates, without suffix, sorted."""
        found = (path for base in self._folders for path in (base / folder).glob(f"*{suffix}"))
        return tuple(sorted({path.name.removesuffix(suffix) for path in found}))


def join_link(settings: SiteSettings, game: str) -> str:
    """Return the link that opens a letter asking for a seat; empty without an address."""
    if not settings.address:
        return ""
    address = quote(settings.address, safe="@+.-_")
    return f"mailto:{address}?subject={quote(f'[{game}] Join', safe='')}&body=JOIN%0D%0A"
