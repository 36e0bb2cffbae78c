"""`pbem map`: the board of a phase as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TextIO

import click

from pbem.assets import load_variant, map_text
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.drawing.atlas import read_atlas
from pbem.drawing.map import draw_map
from pbem.drawing.theme import THEMES
from pbem.errors import ConfigError, RecordError
from pbem.game.record import read_position, read_result

_ATLAS = "shapes.json"


@click.group()
def command() -> None:
    """Draw maps."""


@command.command("render")
@click.argument("key", metavar="VARIANT")
@click.option(
    "--position",
    "record",
    type=click.File(encoding="utf-8"),
    help="A phase record; with its result the orders are drawn. The opening without one.",
)
@click.option(
    "--format", "form", type=click.Choice(["svg"]), default="svg", help="The kind of picture."
)
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file to write instead of standard output.",
)
@click.option(
    "--home",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A judge's home whose own maps come first.",
)
def render(
    key: str,
    record: TextIO | None,
    form: str,
    theme: str,
    output: Path | None,
    home: Path | None,
) -> None:
    """Draw the board of VARIANT as it stands before or with the orders of a phase."""
    assert form == "svg"
    variant = load_variant(key, home)
    atlas = read_atlas(map_text(key, _ATLAS, home), f"maps/{key}/{_ATLAS}")
    raw = _read(record) if record else {}
    if raw.get("variant", key) != key:
        raise ConfigError(f"the record is of the variant {raw['variant']!r}, not {key!r}")
    position = read_position(raw, variant) if record else variant.opening()
    result = read_result(raw["result"]) if raw.get("result") else None
    picture = draw_map(
        variant,
        atlas,
        position,
        result,
        title=position.phase.title,
        description=describe(variant, position, orders=result is not None),
        theme=theme,
    )
    if output:
        output.write_text(picture, encoding="utf-8")
    else:
        click.echo(picture, nl=False)


def describe(variant: Variant, position: Position, *, orders: bool) -> str:
    """Return what a map shows in a sentence, with each power's centers and units."""
    counts = [
        f"{power.name} {len(position.centers.get(key, ()))} centers and "
        f"{len(position.units.get(key, ()))} units"
        for key, power in variant.powers.items()
        if position.centers.get(key) or position.units.get(key)
    ]
    with_orders = {
        PhaseKind.MOVEMENT: "with the orders",
        PhaseKind.RETREATS: "with the retreats",
        PhaseKind.ADJUSTMENTS: "with builds and disbands",
    }[position.phase.kind]
    what = f"{variant.title}, {position.phase.title}"
    return f"{what}{f', {with_orders}' if orders else ''}. {'; '.join(counts)}."


def _read(record: TextIO) -> dict[str, Any]:
    try:
        raw = json.load(record)
    except ValueError as error:
        raise RecordError(f"{record.name}: not a phase record: {error}") from None
    if not isinstance(raw, dict):
        raise RecordError(f"{record.name}: a phase record is one JSON object")
    return raw
