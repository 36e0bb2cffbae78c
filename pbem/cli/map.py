"""`pbem map`: the board of a phase as a picture."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pbem.assets import load_variant, map_text
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.drawing.atlas import Atlas, read_atlas
from pbem.drawing.card import draw_card_png
from pbem.drawing.film import Frame, draw_film
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
    "records",
    type=click.Path(exists=True, allow_dash=True, path_type=Path),
    help="A phase record; with its result the orders are drawn. For a film several, one a "
    "line, or the folder of a game. The opening without any.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png", "animated"]),
    default="svg",
    show_default=True,
    help="A map; a picture of 1200 by 630 pixels; a film of all phases as SVG.",
)
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True)
@click.option("--title", default="", help="What the game is called.")
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
    records: Path | None,
    form: str,
    theme: str,
    title: str,
    output: Path | None,
    home: Path | None,
) -> None:
    """Draw the board of VARIANT as it stands before or with the orders of a phase."""
    variant = load_variant(key, home)
    atlas = read_atlas(map_text(key, _ATLAS, home), f"maps/{key}/{_ATLAS}")
    frames = _frames(variant, records)
    picture = _draw(variant, atlas, frames, form, theme, title)
    if output:
        output.write_bytes(picture)
    else:
        sys.stdout.buffer.write(picture)
        sys.stdout.flush()


def _draw(
    variant: Variant, atlas: Atlas, frames: Sequence[Frame], form: str, theme: str, title: str
) -> bytes:
    first, last = frames[0], frames[-1]
    if form == "animated":
        span = f"{first.position.phase.title} to {last.position.phase.title}"
        name = title or variant.title
        words = f"{variant.title}, {span}. A film of {len(frames)} phases."
        return draw_film(
            variant, atlas, frames, title=name, description=words, theme=theme
        ).encode()
    if len(frames) > 1:
        raise ConfigError(f"{len(frames)} phases make a film: give --format animated")
    if form == "png":
        return draw_card_png(variant, atlas, first.position, first.result, game=title, theme=theme)
    phase = first.position.phase.title
    return draw_map(
        variant,
        atlas,
        first.position,
        first.result,
        title=f"{title}: {phase}" if title else phase,
        description=describe(variant, first.position, orders=first.result is not None),
        theme=theme,
    ).encode()


def _frames(variant: Variant, records: Path | None) -> list[Frame]:
    if records is None:
        return [Frame(variant.opening(), None)]
    frames = []
    for raw in _read(records):
        if raw.get("variant", variant.key) != variant.key:
            raise ConfigError(
                f"the record is of the variant {raw['variant']!r}, not {variant.key!r}"
            )
        result = read_result(raw["result"]) if raw.get("result") else None
        frames.append(Frame(read_position(raw, variant), result))
    return frames


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


def _read(records: Path) -> list[dict[str, Any]]:
    """Return the phase records of a file or of a game's folder, in order, at least one."""
    if records.is_dir():
        folder = records / "phases" if (records / "phases").is_dir() else records
        files = sorted(folder.glob("*.json"))
        if not files:
            raise RecordError(f"{records}: no phases in this folder")
        return _standing([one for file in files for one in _objects(file.read_text("utf-8"), file)])
    text = sys.stdin.read() if str(records) == "-" else records.read_text(encoding="utf-8")
    return _objects(text, records)


def _objects(text: str, where: Path) -> list[dict[str, Any]]:
    """Return one JSON object over several lines, or one a line."""
    try:
        try:
            found = [json.loads(text)]
        except ValueError:
            lines = [line for line in text.splitlines() if line.strip()]
            if len(lines) < 2:
                raise
            found = [json.loads(line) for line in lines]
    except ValueError as error:
        raise RecordError(f"{where}: not a phase record: {error}") from None
    if not all(isinstance(raw, dict) for raw in found):
        raise RecordError(f"{where}: a phase record is one JSON object")
    return found


def _standing(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the phases of a game that count: `after` followed back from the newest."""
    by_number = {raw.get("number"): raw for raw in records}
    line = []
    number = records[-1].get("number")
    while number in by_number:
        raw = by_number.pop(number)
        line.append(raw)
        number = raw.get("after")
    return line[::-1]
