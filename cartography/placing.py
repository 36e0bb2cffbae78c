"""Where signs go: the unit, the unit it drove out, the center and the name of each area.

A search over a grid. Each area tries many places for its unit, and for each the best
name, center and second unit; what others already hold is an obstacle. Areas with the
least room choose first, and all choose once more when the others are known. Points and
lengths are map units; an array of points has a row for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Points = NDArray[np.float64]
Box = tuple[Point, Point]

ROOM = 15.0
_UNIT: Point = (15.5, 14.5)
_SECOND: Point = (13.5, 12.5)
_CENTER: Point = (7.5, 7.5)
_CLASH = 400.0
_ROUNDS = 2
_TRIES = 24


@dataclass(frozen=True)
class Site:
    """An area to place signs in.

    Attributes:
        key: Its id.
        shape: Its land and the water it owns, or its open water.
        words: Half the width and half the height of its name.
        center: Where its supply center should be, about; None where it has none.
        coasts: Where a fleet on each of its coasts should be, about.
        water: Whether it is open water.
        pinned: What was placed by hand, by `unit`, `dislodged`, `label`, `center`, `full`.
    """

    key: str
    shape: BaseGeometry
    words: Point
    center: Point | None = None
    coasts: Mapping[str, Point] = field(default_factory=dict)
    water: bool = False
    pinned: Mapping[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class Placed:
    """Where an area's signs are.

    Attributes:
        unit: Middle of its unit.
        dislodged: Middle of a unit that was driven out.
        label: Middle of its name.
        center: Middle of its supply center.
        coasts: Unit and dislodged unit, by coast.
        full: Middle of its full name, where that is another one.
    """

    unit: Point
    dislodged: Point
    label: Point
    center: Point | None
    coasts: Mapping[str, tuple[Point, Point]]
    full: Point | None = None


def place(sites: Sequence[Site], frame: Point) -> dict[str, Placed]:
    """Return where the signs of all areas go, within a frame of a width and a height."""
    for site in sites:
        shapely.prepare(site.shape)
    sea = _Sums.of([site.shape for site in sites if site.water], frame)
    scenes = [_Scene(site, _Sums.of([site.shape], frame), sea, frame) for site in sites]
    scenes.sort(key=lambda scene: (room(scene.site.shape), scene.site.key))
    placed: dict[str, Placed] = {}
    for _ in range(_ROUNDS):
        for scene in scenes:
            key = scene.site.key
            others = [(one, placed[one.key]) for one in sites if one.key in placed.keys() - {key}]
            placed[key] = _place(scene, _taken(others).near(scene.site.shape.bounds))
    return {site.key: placed[site.key] for site in sites}


def room(shape: BaseGeometry) -> float:
    """Return the radius of the largest circle within a shape."""
    return float(_circle(shape).length)


def _circle(shape: BaseGeometry) -> BaseGeometry:
    parts = shapely.get_parts(shape)
    largest = parts[int(np.argmax(shapely.area(parts)))]
    return shapely.maximum_inscribed_circle(largest, tolerance=0.1)


@dataclass(frozen=True)
class _Sums:
    """How much of a shape lies above and left of each point: a summed-area table."""

    table: Points

    @classmethod
    def of(cls, shapes: Sequence[BaseGeometry], frame: Point) -> _Sums:
        width, height = int(frame[0]), int(frame[1])
        held = np.zeros((height + 1, width + 1))
        for shape in shapes:
            left, top, right, bottom = (int(edge) for edge in shape.bounds)
            xs = np.arange(max(left, 0), min(right + 1, width))
            ys = np.arange(max(top, 0), min(bottom + 1, height))
            x, y = np.meshgrid(xs, ys)
            inside = shapely.contains_xy(shape, x.ravel() + 0.5, y.ravel() + 0.5)
            held[y.ravel() + 1, x.ravel() + 1] += inside
        return cls(held.cumsum(axis=0).cumsum(axis=1))

    def share(self, at: Points, half: Point) -> Points:
        """Return which share of a box around each point lies in the shape."""
        limit = np.array(self.table.shape[::-1]) - 1
        low = np.clip(np.floor(at - half).astype(int), 0, limit)
        high = np.clip(np.ceil(at + half).astype(int), 0, limit)
        (x0, y0), (x1, y1) = low.T, high.T
        held = self.table[y1, x1] - self.table[y0, x1] - self.table[y1, x0] + self.table[y0, x0]
        return np.asarray(held / np.maximum(1, (x1 - x0) * (y1 - y0)))


@dataclass(frozen=True)
class _Scene:
    """An area with what does not change while others choose."""

    site: Site
    land: _Sums
    sea: _Sums
    frame: Point


@dataclass(frozen=True)
class _Taken:
    """Boxes that are taken, as middles and half sizes."""

    units: tuple[Box, ...] = ()
    seconds: tuple[Box, ...] = ()
    others: tuple[Box, ...] = ()

    def near(self, bounds: Sequence[float]) -> _Taken:
        """Return those that an area within some bounds may meet."""
        left, top, right, bottom = bounds
        reach = 90

        def close(box: Box) -> bool:
            (x, y), _ = box
            return left - reach < x < right + reach and top - reach < y < bottom + reach

        return _Taken(*(tuple(filter(close, boxes)) for boxes in self._all()))

    def _all(self) -> tuple[tuple[Box, ...], ...]:
        return (self.units, self.seconds, self.others)

    def with_units(self, *units: Point) -> _Taken:
        """Return what is taken when some units stand there too."""
        return replace(self, units=(*self.units, *((at, _UNIT) for at in units)))

    def with_others(self, *boxes: Box) -> _Taken:
        """Return what is taken when a name or a center is there too."""
        return replace(self, others=(*self.others, *boxes))

    def cost(self, at: Points, half: Point, seconds: float) -> Points:
        """Return what it costs to stand somewhere with a box of a size."""
        hard = _overlaps(at, half, (*self.units, *self.others)) * _CLASH
        return np.asarray(hard + _overlaps(at, half, self.seconds) * seconds)


def _taken(placed: Iterable[tuple[Site, Placed]]) -> _Taken:
    units: list[Box] = []
    seconds: list[Box] = []
    others: list[Box] = []
    for site, one in placed:
        units += [(at, _UNIT) for at in (one.unit, *(at for at, _ in one.coasts.values()))]
        gone = (one.dislodged, *(at for _, at in one.coasts.values()))
        seconds += [(at, _SECOND) for at in gone]
        others.append((one.label, site.words))
        if one.center:
            others.append((one.center, _CENTER))
    return _Taken(tuple(units), tuple(seconds), tuple(others))


def _place(scene: _Scene, taken: _Taken) -> Placed:
    """Return the best of many ways to place the signs of one area."""
    site = scene.site
    grid, clear = _grid(scene)
    coasts = {name: _coast(scene, at, taken) for name, at in site.coasts.items()}
    taken = taken.with_units(*(unit for unit, _ in coasts.values()))
    if "unit" in site.pinned:
        tries = [(site.pinned["unit"], 0.0)]
    else:
        pole = shapely.get_coordinates(_circle(site.shape))[0]
        cost = np.maximum(0, ROOM + 2 - clear) * 9 + np.linalg.norm(grid - pole, axis=1) * 0.15
        tries = _spread(grid, cost + taken.cost(grid, _UNIT, 60))
    ways = [_around(scene, unit, base, taken, grid, clear) for unit, base in tries]
    _, best = min(ways, key=lambda way: way[0])
    return replace(best, coasts=coasts)


def _spread(grid: Points, cost: Points) -> list[tuple[Point, float]]:
    """Return good places that are not all in one spot, the best first."""
    kept: list[tuple[Point, float]] = []
    for index in np.argsort(cost, kind="stable"):
        x, y = _point(grid[index])
        if all(max(abs(x - a), abs(y - b)) >= 5 for (a, b), _ in kept):
            kept.append(((x, y), float(cost[index])))
        if len(kept) == _TRIES:
            break
    return kept


def _around(
    scene: _Scene, unit: Point, base: float, taken: _Taken, grid: Points, clear: Points
) -> tuple[float, Placed]:
    """Return the cost and the place of all signs when the unit stands at a point."""
    site = scene.site
    taken = taken.with_units(unit)
    center: Point | None = None
    if site.center:
        price, center = _center(site, site.center, unit, taken, grid, clear)
        base += price
        taken = taken.with_others((center, _CENTER))
    price, label = _label(scene, unit, taken)
    base += price
    if "dislodged" in site.pinned:
        second = site.pinned["dislodged"]
    else:
        price, second = _second(scene, unit, taken.with_others((label, site.words)))
        base += price * 0.6
    return base, Placed(unit, second, label, center, {}, site.pinned.get("full"))


def _center(
    site: Site, wanted: Point, unit: Point, taken: _Taken, grid: Points, clear: Points
) -> tuple[float, Point]:
    if "center" in site.pinned:
        return 0.0, site.pinned["center"]
    cost = np.maximum(0, 8.5 - clear) * 14 + np.linalg.norm(grid - wanted, axis=1) * 0.45
    cost += np.maximum(0, 21 - np.linalg.norm(grid - unit, axis=1)) * 12
    return _best(grid, cost + taken.cost(grid, _CENTER, 12))


def _label(scene: _Scene, unit: Point, taken: _Taken) -> tuple[float, Point]:
    site = scene.site
    if "label" in site.pinned:
        return 0.0, site.pinned["label"]
    steps = np.arange(-62, 62.1, 2.0)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    # Right under the unit and right above it are the places where a reader looks first.
    at = np.array(unit) + np.concatenate([around, [[0, 21.5], [0, 23], [0, -21], [0, -22]]])
    half = np.array(site.words)
    at = at[((at - half > 2) & (at + half < np.array(scene.frame) - 2)).all(axis=1)]
    inside, wet = scene.land.share(at, site.words), scene.sea.share(at, site.words)
    off = np.abs(at - unit)
    cost = np.hypot(off[:, 0], np.maximum(off[:, 1] - 21, 0)) * 0.45 + (at[:, 1] < unit[1]) * 3.0
    cost += np.maximum(0, 1 - inside - (0 if site.water else wet)) * 150
    if not site.water:
        # A name is all on its land or all in the water: half and half reads badly.
        cost += np.minimum(wet, 1 - wet) * 60 + (wet > 0.5) * 30
    return _best(at, cost + taken.cost(at, site.words, 25))


def _second(scene: _Scene, unit: Point, taken: _Taken) -> tuple[float, Point]:
    angles = np.arange(48) * np.pi / 24
    rings = np.array([26.0, 28.0, 24.5])
    way = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    at = (np.array(unit) + rings[:, None, None] * way).reshape(-1, 2)
    at = at[((at > 15) & (at < np.array(scene.frame) - 15)).all(axis=1)]
    # Its own unit is near by design; all others keep their distance.
    strangers = tuple(box for box in taken.units if box[0] != unit)
    cost = (1 - scene.land.share(at, (9, 9))) * 18 + _overlaps(at, _SECOND, strangers) * _CLASH
    cost += _overlaps(at, _SECOND, taken.others) * 14 + _overlaps(at, _SECOND, taken.seconds) * 40
    cost += np.abs(at[:, 0] - unit[0]) * 0.02 + np.abs(np.linalg.norm(at - unit, axis=1) - 26)
    return _best(at, cost)


def _coast(scene: _Scene, wanted: Point, taken: _Taken) -> tuple[Point, Point]:
    steps = np.arange(-16, 16.1, 2.0)
    at = np.array(wanted) + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    clear = _clearance(scene.site.shape, at)
    cost = np.abs(clear - 4) * 1.5 + np.linalg.norm(at - wanted, axis=1) * 0.6
    _, unit = _best(at, cost + taken.cost(at, _UNIT, 30))
    return unit, _second(scene, unit, taken.with_units(unit))[1]


def _grid(scene: _Scene) -> tuple[Points, Points]:
    """Return points within an area and the frame, with how far the edge is from each."""
    shape, frame = scene.site.shape, np.array(scene.frame)
    left, top, right, bottom = shape.bounds
    step = 2.0 if min(right - left, bottom - top) < 140 else 4.0
    xs = np.arange(max(left, 16), min(right, frame[0] - 16), step)
    ys = np.arange(max(top, 16), min(bottom, frame[1] - 16), step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    grid = grid[shapely.contains_xy(shape, grid[:, 0], grid[:, 1])]
    edge = np.minimum(grid.min(axis=1), (frame - grid).min(axis=1))
    return grid, np.minimum(_clearance(shape, grid), edge)


def _clearance(shape: BaseGeometry, at: Points) -> Points:
    """Return how far the outline is from each point; negative outside."""
    far = shapely.distance(shapely.boundary(shape), shapely.points(at))
    return np.asarray(np.where(shapely.contains_xy(shape, at[:, 0], at[:, 1]), far, -far))


def _overlaps(at: Points, half: Point, boxes: Sequence[Box]) -> Points:
    """Return how deep a box at each point reaches into others: 1 for a touch, up to 2, for each."""
    if not boxes:
        return np.zeros(len(at))
    middles = np.array([middle for middle, _ in boxes])
    sizes = np.array([size for _, size in boxes]) + np.array(half)
    close = np.abs(middles - (at.min(axis=0) + at.max(axis=0)) / 2) < np.ptp(at, axis=0) / 2 + sizes
    middles, sizes = middles[close.all(axis=1)], sizes[close.all(axis=1)]
    x, y = (np.abs(at[:, axis, None] - middles[:, axis]) / sizes[:, axis] for axis in (0, 1))
    deep = 1 - np.maximum(x, y)
    return np.asarray(np.where(deep > 0, 1 + deep, 0).sum(axis=1))


def _best(at: Points, cost: Points) -> tuple[float, Point]:
    index = int(np.argmin(cost))
    return float(cost[index]), _point(at[index])


def _point(at: Points) -> Point:
    return (round(float(at[0]) * 2) / 2, round(float(at[1]) * 2) / 2)
