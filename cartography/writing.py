"""Atlases as files: `pbem atlas 1`, one area a line, so that a change can be read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cartography.outlines import GRID
from cartography.placing import Placed, Point

SCHEMA = "pbem atlas 1"


@dataclass(frozen=True)
class Stroke:
    """Something painted that is no area.

    Attributes:
        role: What it is to a theme.
        shape: Path data.
        width: Of a line, in grid lines; None where it is filled.
    """

    role: str
    shape: str
    width: float | None = None


@dataclass(frozen=True)
class Drawn:
    """A board as it was drawn.

    Attributes:
        width: Map units.
        height: Map units.
        shapes: Outlines by area.
        placed: Places of signs by area.
        waters: Outlines of water that belongs to an area of land.
        impassable: Outlines of land that nobody can enter, by a name of their own.
        islets: One outline of land that is nobody's.
        straits: Two areas that touch across water, and the ends of the line between them.
        afloat: Areas of land whose names stand in the water.
        sky: Whether it is a star map.
        backdrop: Painted under the areas.
        overlay: Painted over them.
        captions: Words at a point, with the degrees they are turned by.
    """

    width: int
    height: int
    shapes: Mapping[str, str]
    placed: Mapping[str, Placed]
    waters: Mapping[str, str] = field(default_factory=dict)
    impassable: Mapping[str, str] = field(default_factory=dict)
    islets: str = ""
    straits: tuple[tuple[str, str, Point, Point], ...] = ()
    afloat: frozenset[str] = frozenset()
    sky: bool = False
    backdrop: tuple[Stroke, ...] = ()
    overlay: tuple[Stroke, ...] = ()
    captions: tuple[tuple[str, Point, float], ...] = ()


def write_atlas(facts: Mapping[str, Any], drawn: Drawn) -> str:
    """Return the text of maps/<variant>/shapes.json."""
    head: dict[str, Any] = {"schema": SCHEMA}
    head |= {key: facts[key] for key in ("variant", "title", "licence", "credit")}
    head |= {"width": drawn.width, "height": drawn.height, "grid": GRID}
    if drawn.sky:
        head["sky"] = True
    parts = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    parts.append(_block("areas", {key: _area(drawn, key) for key in sorted(drawn.placed)}))
    if drawn.impassable:
        parts.append(_block("impassable", dict(sorted(drawn.impassable.items()))))
    if drawn.islets:
        parts.append(f' "islets": {_compact(drawn.islets)}')
    for name, strokes in (("backdrop", drawn.backdrop), ("overlay", drawn.overlay)):
        if strokes:
            parts.append(f' "{name}": [\n  ' + ",\n  ".join(map(_stroke, strokes)) + "\n ]")
    if drawn.straits:
        lines = [
            _compact({"between": [one, other], "line": [_at(start), _at(end)]})
            for one, other, start, end in drawn.straits
        ]
        parts.append(' "straits": [\n  ' + ",\n  ".join(lines) + "\n ]")
    if drawn.captions:
        lines = [
            _compact({"words": words, "at": _at(at), "turn": round(turn, 1)})
            for words, at, turn in drawn.captions
        ]
        parts.append(' "captions": [\n  ' + ",\n  ".join(lines) + "\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _block(name: str, members: Mapping[str, Any]) -> str:
    lines = ",\n".join(f"  {json.dumps(key)}: {_compact(one)}" for key, one in members.items())
    return f' "{name}": {{\n{lines}\n }}'


def _area(drawn: Drawn, key: str) -> dict[str, Any]:
    one = drawn.placed[key]
    area: dict[str, Any] = {"shape": drawn.shapes[key]}
    if key in drawn.waters:
        area["water"] = drawn.waters[key]
    area |= {"unit": _at(one.unit), "dislodged": _at(one.dislodged), "label": _at(one.label)}
    if one.full:
        area["full"] = _at(one.full)
    if key in drawn.afloat:
        area["afloat"] = True
    if one.center:
        area["center"] = _at(one.center)
    if one.coasts:
        area["coasts"] = {
            coast: {"unit": _at(unit), "dislodged": _at(second)}
            for coast, (unit, second) in sorted(one.coasts.items())
        }
    return area


def _stroke(stroke: Stroke) -> str:
    value: dict[str, Any] = {"role": stroke.role}
    if stroke.width is not None:
        value["width"] = stroke.width
    return _compact(value | {"shape": stroke.shape})


def _at(point: Point) -> list[float]:
    rounded = [round(value, 1) for value in point]
    return [int(value) if value == int(value) else value for value in rounded]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
