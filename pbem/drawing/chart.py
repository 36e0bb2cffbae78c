"""Charts of a game: values in, SVG to be set into a page out.

Axes, words and outlines take their colors from the page (classes `axis`, `grid`,
`edge`), so that a chart is light or dark with it; powers keep the colors of their
board, and are told apart by their letters as well. Every chart repeats
what a table beside it says, and is hidden from those who listen to the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from pbem.drawing.color import luminance
from pbem.drawing.svg import number, text

_LIGHT_ABOVE = 0.18
_STEP = 72
_CELL = 44
_ROW = 20
_BAR = 22
_BRANCH = 40
_EVERY = 3
_NAMES = 172


@dataclass(frozen=True)
class Series:
    """One power through the years.

    Attributes:
        name: `France`.
        letter: One letter, unlike any other's.
        color: `#rrggbb`.
        counts: One a year.
    """

    name: str
    letter: str
    color: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Owner:
    """Who owned a center: a letter and a color; both empty for nobody."""

    letter: str
    color: str


@dataclass(frozen=True)
class Branch:
    """One way to open, and how often it was taken.

    Attributes:
        label: What is written on it.
        count: Games.
        score: Shares of these games that were won, from 0 to `count`.
        onward: What followed, the commonest first.
    """

    label: str
    count: int
    score: float
    onward: tuple[Branch, ...] = ()


def center_lines(series: Sequence[Series], labels: Sequence[str], goal: int | None) -> str:
    """Return supply centers as a line for each power.

    Args:
        series: Each with a count for each label.
        labels: Of the years: `Start`, `1901`…
        goal: Centers that win alone, drawn across; None for no such line.
    """
    most = max((count for one in series for count in one.counts), default=1)
    top = max(most, goal or 0) + 1
    step = max(10.0, min(float(_STEP), 760 / max(1, len(labels) - 1)))
    up, left, height = 260 / top, 34, 274
    width = left + step * max(1, len(labels) - 1) + 118
    parts = [_grid(labels, step, left, width - 118, height, top, up)]
    if goal:
        y = number(height - goal * up)
        parts.append(f'<path class="goal" d="M{left} {y}H{number(width - 118)}"/>')
    alive = [one for one in series if any(one.counts)]
    marks = []
    for place, one in enumerate(alive):
        points = [
            (left + step * year, height - count * up + (place - len(alive) / 2) * 0.8)
            for year, count in enumerate(_until_out(one.counts))
        ]
        line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        parts.append(f'<path class="edge" d="{line}"/><path d="{line}" stroke="{one.color}"/>')
        # Letters of powers with the same number of centers stand at different years.
        marks += [_mark(one, *point) for point in points[1 + place % _EVERY : -1 : _EVERY]]
    parts += marks
    parts.append(_ends(alive, left, step, width, height, up))
    return _svg("lines", width, height + 28, "".join(parts))


def ownership_strip(rows: Sequence[tuple[str, Sequence[Owner]]], labels: Sequence[str]) -> str:
    """Return a strip for each center: who owned it, year by year.

    Args:
        rows: Name of a center, and its owner for each label.
        labels: Of the years.
    """
    left = 148
    cell = max(8.0, min(float(_CELL), 640 / max(1, len(labels))))
    width, height = left + cell * len(labels) + 14, 22 + _ROW * len(rows)
    parts = ['<g class="axis" text-anchor="middle">']
    every = max(1, -(-40 // int(cell)))
    parts += [
        f'<text x="{number(left + cell * (place + 0.5))}" y="14">{text(label)}</text>'
        for place, label in enumerate(labels)
        if place % every == 0
    ]
    parts.append("</g>")
    for line, (name, owners) in enumerate(rows):
        y = 22 + _ROW * line
        parts.append(
            f'<text class="axis" x="{left - 8}" y="{y + 14}" text-anchor="end">{text(name)}</text>'
        )
        place = 0
        for owner, run in groupby(owners):
            length = len(list(run))
            if owner.color:
                parts.append(_run(owner, left + cell * place, y, cell * length))
            place += length
    return _svg("strips", width, height, "".join(parts))


def opening_tree(branches: Sequence[Branch]) -> str:
    """Return openings as bars: how often each was played, and beside each what followed.

    A bar's length is its share of all games, its filled part what those games brought.
    """
    total = sum(branch.count for branch in branches) or 1
    parts: list[str] = []
    y = 4
    for branch in branches:
        parts.append(_branch(branch, 2, y, 380 * branch.count / total))
        onward = [after for after in branch.onward if after.count]
        for line, after in enumerate(onward):
            if line:
                parts.append(f'<path class="grid" d="M410 {y + _BRANCH * line - 10}V{y + 22}"/>')
            parts.append(f'<path class="grid" d="M396 {y + 24 + _BRANCH * line}H424"/>')
            width = 300 * after.count / branch.count
            parts.append(_branch(after, 430, y + _BRANCH * line, width))
        y += _BRANCH * max(1, len(onward)) + 6
    return _svg("tree", 860, y, "".join(parts))


def _branch(branch: Branch, x: int, y: int, width: float) -> str:
    width = max(width, 2)
    part = width * branch.score / branch.count if branch.count else 0
    return (
        f'<text class="axis" x="{x}" y="{y + 12}">{branch.count} × {text(branch.label)}</text>'
        f'<rect class="bar" x="{x}" y="{y + 18}" width="{number(width)}" height="12"/>'
        f'<rect class="won" x="{x}" y="{y + 18}" width="{number(part)}" height="12"/>'
    )


def bars(rows: Sequence[tuple[str, int]]) -> str:
    """Return counts as bars, one a row, each with its label and its number."""
    most = max((count for _, count in rows), default=1) or 1
    parts = []
    for line, (label, count) in enumerate(rows):
        y = 4 + _BAR * line
        width = 380 * count / most
        parts.append(
            f'<text class="axis" x="{_NAMES - 8}" y="{y + 13}" text-anchor="end">{text(label)}'
            f'</text><rect class="won" x="{_NAMES}" y="{y}" width="{number(width)}" height="16"/>'
            f'<text class="axis" x="{number(_NAMES + width + 6)}" y="{y + 13}">{count}</text>'
        )
    return _svg("bars", 620, 8 + _BAR * len(rows), "".join(parts))


def _svg(kind: str, width: float, height: float, inside: str) -> str:
    return (
        f'<svg class="chart {kind}" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" aria-hidden="true">{inside}</svg>'
    )


def _mark(one: Series, x: float, y: float) -> str:
    return (
        f'<circle class="key" fill="{one.color}" cx="{number(x)}" cy="{number(y)}" r="7"/>'
        f'<text fill="{_ink(one.color)}" x="{number(x)}" y="{number(y + 3.6)}" '
        f'text-anchor="middle" font-size="10">{text(one.letter)}</text>'
    )


def _ink(color: str) -> str:
    return "#000" if luminance(color) > _LIGHT_ABOVE else "#fff"


def _until_out(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the counts up to the first year without a center."""
    out = next((n for n, count in enumerate(counts) if not count), len(counts))
    return counts[: out + 1]


def _grid(
    labels: Sequence[str],
    step: float,
    left: float,
    right: float,
    height: float,
    top: int,
    up: float,
) -> str:
    lines = "".join(
        f"M{number(left)} {number(height - value * up)}H{number(right)}"
        for value in range(0, top + 1, 3)
    )
    every = max(1, -(-44 // int(step)))
    words = [
        f'<text x="{number(left + step * place)}" y="{number(height + 20)}" '
        f'text-anchor="middle">{text(label)}</text>'
        for place, label in enumerate(labels)
        if place % every == 0
    ]
    words += [
        f'<text x="{number(left - 8)}" y="{number(height - value * up + 4)}" '
        f'text-anchor="end">{value}</text>'
        for value in range(0, top + 1, 3)
    ]
    return f'<path class="grid" d="{lines}"/><g class="axis">{"".join(words)}</g>'


def _ends(
    series: Iterable[Series], left: float, step: float, width: float, height: float, up: float
) -> str:
    """Return the names at the ends of the lines, kept apart."""
    ends = sorted(
        ((height - one.counts[-1] * up, one) for one in series if one.counts and one.counts[-1]),
        key=lambda end: (end[0], end[1].name),
    )
    parts = []
    last = -99.0
    for y, one in ends:
        last = max(y, last + 16)
        x = left + step * max(1, len(one.counts) - 1) + 8
        parts.append(
            f'<rect class="key" fill="{one.color}" x="{number(x)}" y="{number(last - 6)}" '
            f'width="11" height="11"/><text class="axis" x="{number(x + 16)}" '
            f'y="{number(last + 4)}">{text(one.name)} {one.counts[-1]}</text>'
        )
    return "".join(parts) if width else ""


def _run(owner: Owner, x: float, y: float, width: float) -> str:
    letter = text(owner.letter)
    return (
        f'<rect class="key" fill="{owner.color}" x="{number(x)}" y="{y}" '
        f'width="{number(width)}" height="17"/>'
        f'<text fill="{_ink(owner.color)}" x="{number(x + 4)}" y="{y + 13}">{letter}</text>'
    )
