"""`pbem orders`: how the judge reads what a player writes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any

import click

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.cli.boards import maps_option
from pbem.errors import ConfigError, PbemError, RecordError, why_not_json
from pbem.game.record import read_position
from pbem.orders.grammar import read_orders
from pbem.orders.reading import Reading
from pbem.voice import Voice, voice

Boards = Callable[[str], Variant]
"""Finds a board by its key."""


@click.group()
def command() -> None:
    """See how the judge reads orders."""


@command.command("read")
@click.argument("text", required=False)
@click.option("--variant", "variant_key", help="The board; else the position's, else standard.")
@click.option("--phase", help="The phase that is open, such as F1901M; else the position's.")
@click.option("--power", help="Whose orders they are; else the power whose units they name.")
@click.option(
    "--position", "position_file", type=click.File("rb"), help="A phase record; else the opening."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--jsonl", is_flag=True, help="An object {text, power, position} a line in.")
@maps_option
def read(
    text: str | None,
    variant_key: str | None,
    phase: str | None,
    power: str | None,
    position_file: IO[bytes] | None,
    as_json: bool,
    jsonl: bool,
    home: Path | None,
) -> int:
    """Read TEXT (standard input without it) and say what would be stored."""
    boards: Boards = lru_cache(maxsize=64)(partial(load_variant, home=home))
    if jsonl:
        if text is not None or position_file or phase:
            raise ConfigError("--jsonl reads standard input; TEXT, --position and --phase go there")
        return _read_lines(boards, variant_key, power)
    record = _record(position_file) if position_file else {}
    variant = boards(variant_key or _word(record, "variant") or "standard")
    position = read_position(record, variant) if record else variant.opening()
    if phase:
        position = replace(position, phase=Phase.read(phase))
    if text is None or text == "-":
        text = sys.stdin.buffer.read().decode(errors="replace")
    power = _power(variant, power) if power else _power_of(variant, position, text)
    reading = read_orders(variant, position, power, text)
    if as_json:
        click.echo(json.dumps(_written(reading), ensure_ascii=False))
    else:
        click.echo(_told(reading, power, position, voice(home)))
    return 1 if reading.questions or reading.refused else 0


def _read_lines(boards: Boards, variant_key: str | None, power: str | None) -> int:
    failed = False
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            answer = _written(_read_line(boards, line, variant_key, power))
        except PbemError as error:
            answer = {"error": str(error), "line": number}
            failed = True
        click.echo(json.dumps(answer, ensure_ascii=True, separators=(",", ":")))
        sys.stdout.flush()
    return 1 if failed else 0


def _read_line(boards: Boards, line: bytes, variant_key: str | None, power: str | None) -> Reading:
    raw = _object(line, "a line")
    record = raw.get("position")
    if record is not None and not isinstance(record, Mapping):
        raise RecordError("position: expected a phase record, {…}")
    key = _word(raw, "variant") or _word(record or {}, "variant") or variant_key or "standard"
    variant = boards(key)
    position = variant.opening() if record is None else read_position(record, variant)
    text = raw.get("text")
    if not isinstance(text, str):
        raise RecordError("text: expected a string")
    word = _word(raw, "power") or power
    whose = _power(variant, word) if word else _power_of(variant, position, text)
    return read_orders(variant, position, whose, text)


def _object(text: bytes, what: str) -> dict[str, Any]:
    """Read one JSON object.

    Raises:
        RecordError: It is something else.
    """
    try:
        raw = json.loads(text.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {why_not_json(error)}") from None
    if not isinstance(raw, dict):
        raise RecordError(f"{what} is a JSON object, {{…}}")
    return raw


def _record(file: IO[bytes]) -> dict[str, Any]:
    try:
        return _object(file.read(), "a phase record")
    except RecordError as error:
        raise RecordError(f"{file.name}: {error}") from None


def _word(raw: Mapping[str, Any], member: str) -> str | None:
    found = raw.get(member)
    if found is not None and not isinstance(found, str):
        raise RecordError(f"{member}: expected a string")
    return found


def _power(variant: Variant, word: str) -> str:
    """Return a power by its id or name, in any case.

    Raises:
        VariantError: The variant has no such power.
    """
    for power in variant.powers.values():
        if word.casefold() in (power.id.casefold(), power.name.casefold()):
            return power.id
    return variant.power(word).id


def _power_of(variant: Variant, position: Position, text: str) -> str:
    """Return the power that can give most of the orders in a text.

    Raises:
        ConfigError: No power can give any.
    """

    def usable(power: str) -> int:
        reading = read_orders(variant, position, power, text)
        return len(reading.orders) + len(reading.questions)

    best = max(variant.powers, key=usable)
    if not usable(best):
        raise ConfigError("no power's units are named in it; say whose orders they are: --power")
    return best


def _written(reading: Reading) -> dict[str, Any]:
    """Return a reading as the object that programs read, in the product's own words."""
    say = voice().say
    kept = [f"{order.order}: {say(order.note)}" for order in reading.later if order.note]
    return {
        "orders": [order.order for order in reading.orders],
        "notes": [*map(say, reading.notes), *kept],
        "questions": [
            {"text": question.text, "candidates": list(question.candidates)}
            for question in reading.questions
        ],
        "refused": [
            {
                "text": refusal.text,
                "reason": refusal.reason.value,
                "message": say(refusal.message),
            }
            for refusal in reading.refused
        ],
        "ignored": list(reading.ignored),
    }


def _told(reading: Reading, power: str, position: Position, words: Voice) -> str:
    """Return a reading for people."""
    lines = [f"{power}, {words.say(position.phase.spoken)}"]
    for order in (*reading.orders, *reading.later):
        lines.append(f"  {order.order:24} {order.text}")
        if order.note:
            lines.append(f"  {'':24} note: {words.say(order.note)}")
    for question in reading.questions:
        lines.append(f"  {'which?':24} {question.text}")
        lines += (f"  {'':24} {n}. {o}" for n, o in enumerate(question.candidates, 1))
    for refusal in reading.refused:
        lines.append(f"  {refusal.reason.value:24} {refusal.text}")
        lines.append(f"  {'':24} {words.say(refusal.message)}")
    lines += (f"  {'talk':24} {text}" for text in reading.ignored)
    return "\n".join(lines)
