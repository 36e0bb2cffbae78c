"""What the product carries beside its code: boards, shapes and templates.

In an installed package they lie in `pbem/_data/maps` and `pbem/_data/templates`,
in a checkout in `maps/` and `templates/` beside the package. A judge's home may
hold folders of the same names; what they hold comes first, file by file.

    maps/<key>/variant.toml    the board; its folder's name is the variant's key
    maps/<key>/shapes.json     its outlines and anchors, where it can be drawn
    templates/...              of letters and pages
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pbem.board.text import read_variant
from pbem.board.variant import Variant
from pbem.errors import VariantError

_BOARD = "variant.toml"


def variant_keys(home: Path | None = None) -> tuple[str, ...]:
    """Return the keys of all variants at hand, sorted: `("era-of-empire", "standard")`."""
    folders = _folders("maps", home)
    return tuple(
        sorted({board.parent.name for maps in folders for board in maps.glob(f"*/{_BOARD}")})
    )


def variant_text(key: str, home: Path | None = None) -> str:
    """Return the text of a variant's board, as `pbem.board.text.read_variant` reads it.

    Raises:
        VariantError: No variant has this key; the message lists those there are.
    """
    return map_text(key, _BOARD, home)


def map_text(key: str, name: str, home: Path | None = None) -> str:
    """Return a text that belongs to a variant's map, such as its `shapes.json`.

    Args:
        key: The variant's, in lower case.
        name: Of the file in its folder.
        home: A judge's home, whose own maps come first.

    Raises:
        VariantError: There is no such variant, or it has no such text.
    """
    keys = variant_keys(home)
    if key not in keys:
        raise VariantError(f"there is no variant {key!r}; there are {', '.join(keys)}")
    for folder in _folders("maps", home):
        path = folder / key / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise VariantError(f"the variant {key!r} has no {name}")


def load_variant(key: str, home: Path | None = None) -> Variant:
    """Return a variant by its key, the same value each time it is asked for.

    Raises:
        VariantError: No variant has this key, or its text is wrong.
    """
    return _read(key, variant_text(key, home))


def template_dirs(home: Path | None = None) -> tuple[Path, ...]:
    """Return the folders in which templates are looked for, the first first."""
    return _folders("templates", home)


@lru_cache(maxsize=64)
def _read(key: str, text: str) -> Variant:
    return read_variant(text, f"maps/{key}/{_BOARD}")


def _folders(name: str, home: Path | None) -> tuple[Path, ...]:
    own = () if home is None else (home / name,)
    return tuple(folder for folder in (*own, _root() / name) if folder.is_dir())


@lru_cache(maxsize=1)
def _root() -> Path:
    package = Path(__file__).resolve().parent
    packed = package / "_data"
    return packed if packed.is_dir() else package.parent
