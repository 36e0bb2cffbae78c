"""`pbem adjudicate`: phase records in, the same records with their result out, a line each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any

import click

from pbem.adjudicator import Rulebook, adjudicate, read_rulebook
from pbem.assets import load_variant
from pbem.board.variant import Variant
from pbem.cli.boards import maps_option
from pbem.errors import PbemError, RecordError, why_not_json
from pbem.game.record import read_orders, read_position, write_result

Line = tuple[int, bytes]
"""Where a record starts in its file, counted from 1, and its text."""


@click.command()
@click.argument("files", metavar="[FILE|-]...", nargs=-1, type=click.File("rb"))
@click.option("--variant", "variant_key", default="standard", help="Where a record names none.")
@click.option("--rules", help="Where a record names none; else the variant's own.")
@maps_option
def command(
    files: tuple[IO[bytes], ...], variant_key: str, rules: str | None, home: Path | None
) -> int:
    """Judge phase records.

    Takes JSON Lines, or one object over several lines; standard input without a
    FILE. Writes one line for each record, in the same order: the record with its
    `result`, or `{"error": …, "line": …}` for one that cannot be used.
    """
    boards = lru_cache(maxsize=64)(partial(load_variant, home=home))
    boards(variant_key)
    default = read_rulebook(rules) if rules is not None else None
    failed = False
    for file in files or (sys.stdin.buffer,):
        for number, text in _records(file):
            try:
                answer = _judge(boards, _read(text), variant_key, default)
            except PbemError as error:
                answer = {"error": str(error), "line": number}
                failed = True
            click.echo(json.dumps(answer, separators=(",", ":")))
            sys.stdout.flush()
    return 1 if failed else 0


def _records(file: Iterable[bytes]) -> Iterator[Line]:
    """Return the records of a file as they come in; blank lines are none.

    A first line that stops in the middle of an object starts one over several
    lines, unless the whole file is no such object.
    """
    lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
    first = next(lines, None)
    if first is None:
        return
    if not _is_broken_off(first[1]):
        yield first
        yield from lines
        return
    rest = [first, *lines]
    whole = b"".join(text for _, text in rest)
    yield from [(first[0], whole)] if _is_json(whole) else rest


def _is_broken_off(line: bytes) -> bool:
    text = line.strip()
    return text.startswith(b"{") and text.endswith((b"{", b"[", b",", b":"))


def _is_json(text: bytes) -> bool:
    try:
        _read(text)
    except RecordError:
        return False
    return True


def _read(text: bytes) -> dict[str, Any]:
    """Read one JSON object.

    Raises:
        RecordError: The text is something else.
    """
    try:
        raw = json.loads(text.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {why_not_json(error)}") from None
    if not isinstance(raw, dict):
        raise RecordError("a record is a JSON object, {…}")
    return raw


def _judge(
    boards: Callable[[str], Variant],
    raw: dict[str, Any],
    variant_key: str,
    default: Rulebook | None,
) -> dict[str, Any]:
    key = raw.get("variant", variant_key)
    if not isinstance(key, str):
        raise RecordError(f"variant: {key!r} is no name")
    variant = boards(key)
    position = read_position(raw, variant)
    result = adjudicate(variant, position, read_orders(raw), _rules(raw, variant, default))
    return {**raw, "result": write_result(result)}


def _rules(raw: dict[str, Any], variant: Variant, default: Rulebook | None) -> Rulebook:
    if "rules" in raw:
        return read_rulebook(raw["rules"])
    return default or read_rulebook(variant.rulebook)
