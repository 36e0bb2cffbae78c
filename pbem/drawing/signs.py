"""The signs of a map: units, arrows, crosses, each as a piece of SVG.

Shapes alone tell signs apart; color says whose they are. A sign that takes its
power's color inherits it (`stroke` and `fill` from the group of the power's
orders, `color` for the mark on a unit); what lies around it to keep it readable
is its *case*. Points are map units, the middle of a unit is its own point.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from pbem.board.position import Unit
from pbem.drawing.atlas import Point
from pbem.drawing.geometry import Shaft, direction, trimmed
from pbem.drawing.svg import number, text, xy

UNIT_RADIUS = 12.0
HEAD = 14.0
_HEAD_HALF = 7.2
_NECK = 10.5

ARMY = "M-10.5-9.5h21v8.6c0 6.2-4.4 10-10.5 12.4c-6.1-2.4-10.5-6.2-10.5-12.4z"
_ARMY_MARK = "M-5.5-5.6L5.2 4.4M5.5-5.6L-5.2 4.4M-6.2 2.2l3.4 3.6M6.2 2.2l-3.4 3.6"
FLEET = (
    "M-13 3.6h26c-.8 3.6-2.8 6-5.2 7.4h-15.6c-2.4-1.4-4.4-3.8-5.2-7.4z"
    "M-1.6 1.2V-12.5C-5-6.5-7.6-2.5-11 1.2zM1.4 1.2V-10C5.5-6.6 8.4-3 9.6 1.2z"
)
_HULL = (
    "M-16-6.5c2.4 2 5 2 8 1.4h16c3 .6 5.6.6 8-1.4"
    "c-.6 8.4-4.4 14-9.5 16.5h-13c-5.1-2.5-8.9-8.1-9.5-16.5z"
)
_FLEET_MARK = "M-8.6 7.2h17.2"
_SAUCER = (
    "M-14 2.2c0-3.4 4-5.6 8.2-6.4c.4-4.4 2.6-7.3 5.8-7.3s5.4 2.9 5.8 7.3"
    "c4.2.8 8.2 3 8.2 6.4c0 4.4-6.2 7.4-14 7.4s-14-3-14-7.4z"
)
_SAUCER_MARK = "M-5.6-3.4c3 1.4 8.2 1.4 11.2 0M-8.6 3.2v.2M0 5v.2M8.6 3.2v.2"


def symbols(prefix: str, paint: Mapping[str, str], *, lettered: bool, sky: bool = False) -> str:
    """Return the definitions of both units, `<prefix>A` and `<prefix>F`.

    Lettered units have room for a letter in place of a mark or of sails. On a
    star map both are saucers.
    """
    army, fleet = (ARMY, _ARMY_MARK), (_HULL if lettered else FLEET, _FLEET_MARK)
    if sky:
        army = fleet = (_SAUCER, _SAUCER_MARK)
    return "".join(
        f'<g class="unit" id="{prefix}{kind}">'
        f'<path {paint["halo"]} d="{body}" stroke-width="5" stroke-linejoin="round"/>'
        f'<path {paint["line"]} d="{body}" stroke-width="1.6" stroke-linejoin="round"/>'
        + (
            f'<path d="{mark}" fill="none" stroke-width="1.8" stroke-linecap="round"/>'
            * (not lettered)
        )
        + "</g>"
        for kind, (body, mark) in (("A", army), ("F", fleet))
    )


def line(shaft: Shaft, case: str, width: float, dash: str = "") -> str:
    """Return a shaft in its case; `dash` is a dash array, solid without."""
    d = "M" + " ".join([xy(point) for point in shaft])
    flat = ' fill="none"' if len(shaft) > 2 else ""
    return _cased(f'path{flat} d="{d}"', case, width, dash)


def _cased(shape: str, case: str, width: float, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<{shape} {case} stroke-width="{number(width + 2.4)}"{dashes}/>'
        f'<{shape} stroke-width="{number(width)}"{dashes}/>'
    )


def arrow(shaft: Shaft, case: str, width: float = 3.2, dash: str = "") -> str:
    """Return an arrow whose point is the shaft's end."""
    tip = shaft[-1]
    dx, dy = direction(shaft[-2], tip)
    neck = (tip[0] - dx * _NECK, tip[1] - dy * _NECK)
    back = (tip[0] - dx * HEAD, tip[1] - dy * HEAD)
    left = (back[0] - dy * _HEAD_HALF, back[1] + dx * _HEAD_HALF)
    right = (back[0] + dy * _HEAD_HALF, back[1] - dx * _HEAD_HALF)
    d = f"M{xy(tip)} {xy(left)} {xy(neck)} {xy(right)}z"
    return (
        line((*shaft[:-1], neck), case, width, dash)
        + f'<path {case} d="{d}" stroke-width="1.8" stroke-linejoin="round"/>'
    )


def rail(shaft: Shaft, case: str) -> str:
    """Return a retreat's arrow: a double line."""
    d = "M" + " ".join([xy(point) for point in trimmed(shaft, 0, _NECK)])
    return f'{arrow(shaft, case, 5)}<path {case} d="{d}" stroke-width="1.7"/>'


def cross(at: Point, along: Point, paint: Mapping[str, str], size: float = 4.6) -> str:
    """Return a cross on a shaft, where an order was stopped, or over a unit that goes."""
    dx, dy = along
    a, b = (dx + dy) * size, (dy - dx) * size
    x, y = at
    d = f"M{xy((x - a, y - b))} {xy((x + a, y + b))}M{xy((x - b, y + a))} {xy((x + b, y - a))}"
    return _struck(d, paint)


def bar(at: Point, along: Point, paint: Mapping[str, str], size: float = 7) -> str:
    """Return a bar across a shaft: where a support was cut."""
    dx, dy = along
    x, y = at
    d = f"M{xy((x - dy * size, y + dx * size))} {xy((x + dy * size, y - dx * size))}"
    return _struck(d, paint)


def _struck(d: str, paint: Mapping[str, str]) -> str:
    return (
        f'<path {paint["halo"]} d="{d}" stroke-width="5.6"/>'
        f'<path {paint["alarm"]} d="{d}" stroke-width="3"/>'
    )


def dot(at: Point, case: str) -> str:
    """Return the full dot with which a support meets the shaft it strengthens."""
    return f'<circle {case} cx="{number(at[0])}" cy="{number(at[1])}" r="4.4" stroke-width="1.6"/>'


def hollow(at: Point, case: str) -> str:
    """Return the hollow dot of a support that came to nothing."""
    return _cased(f'circle fill="none" cx="{number(at[0])}" cy="{number(at[1])}" r="4"', case, 2)


def ring(at: Point, radius: float, case: str, dash: str = "") -> str:
    """Return a ring around a unit."""
    where = f'cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"'
    return _cased(f'circle fill="none" {where}', case, 2.2, dash)


def wave(at: Point, case: str, dash: str = "") -> str:
    """Return the wave under a fleet that convoys."""
    crests = "q2.5-4.4 5 0t5 0t5 0t5 0t5 0t5 0"
    start = xy((at[0] - 15, at[1] + 15))
    return _cased(f'path fill="none" d="M{start}{crests}"', case, 2.2, dash)


def footing(at: Point, case: str) -> str:
    """Return the line under a unit that was told to hold."""
    start = xy((at[0] - 10, at[1] + 11.5))
    return _cased(f'path fill="none" d="M{start}v4h20v-4"', case, 2.6)


def burst(at: Point, paint: Mapping[str, str]) -> str:
    """Return the jagged star behind a unit that is driven out."""
    points = []
    for spike in range(24):
        radius = 21.5 if spike % 2 == 0 else 16
        angle = pi * spike / 12
        points.append(xy((at[0] + radius * sin(angle), at[1] - radius * cos(angle))))
    return f'<path {paint["burst"]} d="M{" ".join(points)}z" stroke-width="1.8"/>'


_TURNED = "M-3.6-1.6H3.4L1.4-3.6M3.6 1.6H-3.4L-1.4 3.6"
_BADGES = {
    "+": "M-3.4 0h6.8M0-3.4v6.8",
    "!": "M0-3.6v4M0 3.3v.2",
    "s": _TURNED,
    "=": "M-3-1.7h6M-3 1.7h6",
}


def badge(at: Point, sign: str, role: str, paint: Mapping[str, str]) -> str:
    """Return a small round sign beside a unit.

    To its right `+` built, `!` illegal, `s` converted; to its left `=` neutral.
    """
    side = -11 if sign == "=" else 11
    thin = 1.7 if sign == "s" else 2.2
    return (
        f'<g {paint[role]} transform="translate({number(at[0] + side)} {number(at[1] - 11)})">'
        f'<circle r="6.4" stroke-width="1.2"/>'
        f'<path fill="none" d="{_BADGES[sign]}" stroke-width="{thin}" stroke-linecap="round"/></g>'
    )


def waived(at: Point, paint: Mapping[str, str]) -> str:
    """Return the empty ring of a build that is not used."""
    return (
        f'<circle {paint["line"]} fill="none" cx="{number(at[0])}" cy="{number(at[1])}" r="5" '
        f'stroke-width="1.6" stroke-dasharray="3 2.3"/>'
    )


def standoff(at: Point, paint: Mapping[str, str]) -> str:
    """Return the mark of a province left empty by a standoff: crossed blades in a disc."""
    return (
        f'<g {paint["disc"]} transform="translate({number(at[0])} {number(at[1])})">'
        f'<circle r="7.6" stroke-width="1.8"/>'
        f'<path d="M-3.8-3.8L3.8 3.8M3.8-3.8L-3.8 3.8" stroke-width="2.2"/></g>'
    )


def unit(what: Unit, at: Point, prefix: str = "") -> str:
    """Return a unit at a point; its colors are those of the group around it."""
    x, y = number(at[0]), number(at[1])
    return f'<use href="#{prefix}{what.kind.value}" x="{x}" y="{y}"/>'


def letter(initial: str, at: Point, paint: Mapping[str, str], *, halo: bool = False) -> str:
    """Return a power's letter, for maps without color; with a halo where it lies on a hatch."""
    words = (
        f'x="{number(at[0])}" y="{number(at[1] + 5)}" text-anchor="middle" '
        f'font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="13" font-weight="bold"'
    )
    around = f'<text {paint["halo"]} {words} stroke-width="4">{text(initial)}</text>' * halo
    return f'{around}<text {paint["label"]} {words} stroke-width="0">{text(initial)}</text>'
