"""Bytes as text, whatever a letter says its charset is.

A label is believed if it names a charset of letters and the bytes fit it.
Otherwise: UTF-8 if the bytes can be, else Windows-1252, which programs mean
that say Latin-1 or ASCII.
"""

from __future__ import annotations

import codecs
import re

_KNOWN = re.compile(
    r"utf-?(?:7|8|16|32)(?:-?[bl]e)?|iso-?8859-?\d{1,2}|windows-?\d{3,4}|cp-?\d{3,4}"
    r"|koi8-[rut]|mac-?\w{3,12}|gb(?:2312|k|18030)|big5(?:-?hkscs)?|euc-?(?:jp|kr)"
    r"|shift[-_]jis|iso-2022-(?:jp|kr)(?:-\d)?|hz(?:-gb-2312)?|tis-?620"
)
_MEANS_WINDOWS = frozenset({"", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown"})
_LATIN = frozenset({"iso-8859-1", "iso8859-1", "iso88591", "latin1", "latin-1", "windows-1252"})
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode_bytes(data: bytes, charset: str) -> str:
    """Return bytes as text; never raises. The byte order mark is dropped."""
    label = charset.strip().strip("\"'").lower()
    for mark, name in _MARKS:
        if data.startswith(mark):
            label = name
    if label in _LATIN:
        return _windows(data)
    if label not in _MEANS_WINDOWS and _KNOWN.fullmatch(label):
        try:
            return data.decode(label).removeprefix("\ufeff")
        except (LookupError, UnicodeError, ValueError):
            pass
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return _windows(data)


def _windows(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")
