"""SVG as text: the one place where text is escaped, and where svgwrite is used.

The base of a map is made once a board and goes through svgwrite; what is drawn
anew for every phase is written by hand, number by number, for speed.
"""

from __future__ import annotations

import re
from html import escape

from svgwrite.base import BaseElement
from svgwrite.path import Path
from svgwrite.shapes import Circle, Line
from svgwrite.text import Text

from pbem.drawing.atlas import Point

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(value: str) -> str:
    """Return text escaped for an element or a quoted attribute.

    Characters that XML 1.0 cannot hold are replaced by U+FFFD.
    """
    return escape(
        value if value.isascii() and value.isprintable() else _NOT_XML.sub("\ufffd", value)
    )


def number(value: float) -> str:
    """Return a number as short as it goes, with one decimal at most.

    >>> number(12.04), number(-0.02), number(7.5)
    ('12', '0', '7.5')
    """
    written = "%.1f" % value  # noqa: UP031 - as below
    if written[-1] != "0":
        return written
    return written[:-2] if written != "-0.0" else "0"


def xy(point: Point) -> str:
    """Return a point as path data: `12.0,7.5`."""
    return "%.1f,%.1f" % point  # noqa: UP031 - half the time of the other ways


def path(outline: str) -> str:
    """Return a path of trusted path data."""
    return _write(Path(d=outline, debug=False))


def label(at: Point, words: str, turn: float = 0) -> str:
    """Return one line of text at a point of its baseline, turned around it by some degrees.

    The words are escaped here.
    """
    clean = _NOT_XML.sub("\ufffd", words)
    x, y = number(at[0]), number(at[1])
    turned = {"transform": f"rotate({number(turn)} {x} {y})"} if turn else {}
    return _write(Text(clean, x=[x], y=[y], debug=False, **turned))


def link(start: Point, end: Point) -> str:
    """Return a straight line."""
    ends = [(number(x), number(y)) for x, y in (start, end)]
    return _write(Line(*ends, debug=False))


def circle(at: Point, radius: float) -> str:
    """Return a circle around a point."""
    center = (number(at[0]), number(at[1]))
    return _write(Circle(center=center, r=number(radius), debug=False))


def _write(element: BaseElement) -> str:
    written: str = element.tostring()
    return written.replace(" />", "/>")
