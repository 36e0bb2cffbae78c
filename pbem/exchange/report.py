"""A finished game as a report in Markdown, to be read like a page of a zine.

Made from the public record alone: who played, how the centers went, and each year with
its maps, what happened in it, the orders, and the press that the rules of the game show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from pbem.adjudicator.result import OrderResult, Outcome
from pbem.board.phase import Phase
from pbem.board.variant import Variant
from pbem.drawing.words import place_words
from pbem.exchange.telling import joined, tell_phase
from pbem.game.publication import Ending, GameRecord, PhaseFile, PressLine
from pbem.game.speech import ALL, HOST, OBSERVERS

_MARKS = {
    Outcome.BOUNCES: "bounces",
    Outcome.NO_CONVOY: "no convoy",
    Outcome.CUT: "cut",
    Outcome.VOID: "void",
    Outcome.DISRUPTED: "disrupted",
    Outcome.ILLEGAL: "illegal",
}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!~])")


def write_report(
    record: GameRecord,
    variant: Variant,
    press: Sequence[PressLine],
    maps: Mapping[int, str],
    terms: str = "",
) -> str:
    """Return the report of a finished game, in Markdown.

    Args:
        record: Of a game that has ended.
        variant: Its board.
        press: What its rules show, the first first.
        maps: Links to maps by number of the phase file; 0 for the board at the end.
        terms: What anybody may do with it, in a line; empty where nothing is said.
    """
    blocks = [
        *_head(record, variant),
        *_table_of_players(record, variant),
        *_table_of_centers(record, variant),
        *_years(record, variant, press, maps),
        *_end(record, variant, maps),
        *_colophon(record, terms),
    ]
    return "\n\n".join(blocks) + "\n"


def escaped(text: str) -> str:
    """Return anybody's text so that Markdown shows it as it is, in one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def day(time: datetime) -> str:
    """Return a date: `9 January 2026`."""
    return f"{time.day} {time:%B %Y}"


def result_words(ending: Ending, variant: Variant) -> str:
    """Return how a game ended: `a draw between France and Turkey`."""
    winners = joined([_name(variant, power) for power in ending.winners])
    alone = len(ending.winners) == 1
    match ending.how:
        case "solo":
            return f"{winners} won alone"
        case "draw":
            return f"a draw between {winners}"
        case "shared":
            return f"{winners} shared the victory"
        case "concession":
            return f"the others conceded to {winners}"
        case "turn-limit" | "time-limit":
            limit = "turn" if ending.how == "turn-limit" else "time"
            return f"{winners} {'won' if alone else 'shared the victory'} by the {limit} limit"
        case "cancelled":
            return "the host called it off"
        case _:
            return "it was given up without a result"


def _head(record: GameRecord, variant: Variant) -> Iterator[str]:
    settings, line = record.settings, record.standing
    yield f"# {escaped(settings.title or settings.game)}"
    host = f", run by {escaped(record.host)}" if record.host else ""
    last = record.ending.at if record.ending else record.events[-1].at
    when = f"{day(settings.created)} to {day(last)}"
    span = ""
    if line:
        first, end = line[0].position.phase.turn, line[-1].position.phase.turn
        span = f" {len(line)} phases, {first} to {end}."
    yield f"*{escaped(variant.title)}, by e-mail{host}. {when}.{span}*"
    if record.ending is not None:
        says = result_words(record.ending, variant)
        because = f" ({escaped(record.ending.because)})" if record.ending.because else ""
        players = [
            f"{_name(variant, power)} was {escaped(record.player_of(power))}"
            for power in record.ending.winners
            if record.player_of(power)
        ]
        who = f" {joined(players)}." if players else ""
        yield f"**The result: {says}.**{because}{who}"


def _table_of_players(record: GameRecord, variant: Variant) -> Iterator[str]:
    ending = record.ending
    lines = ["| Power | Player | Centers | Result |", "|---|---|---:|---|"]
    for power in variant.powers.values():
        player = record.player_of(power.id)
        count = len(ending.centers.get(power.id, ())) if ending else 0
        share = ending.shares.get(power.id, "") if ending else ""
        result = {"": "" if count else _gone(record, power.id), "1": "won"}.get(share, share)
        lines.append(f"| {power.name} | {escaped(player) or '–'} | {count} | {result} |")
    yield "## Who played"
    yield "\n".join(lines)


def _gone(record: GameRecord, power: str) -> str:
    """Return when a power lost its last center and unit."""
    for file in record.standing:
        left = file.result.units.get(power) or file.result.dislodged.get(power)
        if not left and not (file.result.centers or file.position.centers).get(power):
            return f"out in {file.position.phase.turn}"
    return "no center left"


def _table_of_centers(record: GameRecord, variant: Variant) -> Iterator[str]:
    rows = list(_centers_by_year(record))
    if len(rows) < 2:
        return
    names = " | ".join(f"{power.name}" for power in variant.powers.values())
    lines = [f"| | {names} |", f"|---|{'---:|' * len(variant.powers)}"]
    for label, centers in rows:
        counts = [len(centers.get(power, ())) for power in variant.powers]
        lines.append(f"| {label} | {' | '.join(str(count or '–') for count in counts)} |")
    yield "## The centers"
    yield "\n".join(lines)


def _centers_by_year(record: GameRecord) -> Iterator[tuple[str, Mapping[str, tuple[str, ...]]]]:
    held: Mapping[str, tuple[str, ...]] = record.opening.centers if record.opening else {}
    year = 0
    if held:
        yield "Start", held
    for file in record.standing:
        if year and file.position.phase.year != year:
            yield str(year), held
        year, held = file.position.phase.year, file.result.centers or held
    if year:
        yield str(year), held


def _years(
    record: GameRecord, variant: Variant, press: Sequence[PressLine], maps: Mapping[int, str]
) -> Iterator[str]:
    said: dict[Phase, list[PressLine]] = {}
    for line in press:
        said.setdefault(line.phase, []).append(line)
    balances = dict(_balances(record, variant))
    year = 0
    for file in record.standing:
        phase = file.position.phase
        if phase.year != year:
            year = phase.year
            yield f"## {year}"
            yield from balances.get(str(year), ())
        yield f"### {phase.title}"
        for line in said.pop(phase, ()):
            yield _quoted(line, variant)
        if file.number in maps:
            yield f"![The orders of {phase.title} on the map]({maps[file.number]})"
        yield tell_phase(record, variant, file)
        yield _orders(file, variant)
    rest = [line for lines in said.values() for line in lines]
    if rest:
        yield "## What else was said"
        for line in rest:
            yield _quoted(line, variant)


def _balances(record: GameRecord, variant: Variant) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what each year brought, in a sentence, by year."""
    for (_, before), (label, after) in pairwise(_centers_by_year(record)):
        counts = {power: len(after.get(power, ())) for power in variant.powers}
        changes = {p: count - len(before.get(p, ())) for p, count in counts.items()}
        up = [f"{_name(variant, p)} +{change}" for p, change in changes.items() if change > 0]
        down = [f"{_name(variant, p)} −{-change}" for p, change in changes.items() if change < 0]
        most = max(counts.values())
        ahead = joined([_name(variant, power) for power, count in counts.items() if count == most])
        moved = (
            "; ".join(filter(None, (", ".join(up), ", ".join(down)))) or "no center changed hands"
        )
        yield label, (f"*{moved}. In front: {ahead}, with {most}.*",)


def _orders(file: PhaseFile, variant: Variant) -> str:
    lines = []
    for power in variant.powers.values():
        results = file.result.orders.get(power.id, ())
        if results:
            late = " (sent nothing)" if power.id in file.late else ""
            orders = "; ".join(_order(result) for result in results)
            lines.append(f"- **{power.name}**{late}: {orders}")
    if not lines:
        return "Nobody ordered anything."
    return "\n".join(lines)


def _order(result: OrderResult) -> str:
    marks = [_MARKS[result.outcome]] if result.outcome in _MARKS else []
    marks += ["dislodged"] if result.dislodged else []
    marks += [] if result.given else ["no order"]
    return escaped(result.order) + (f" *({', '.join(marks)})*" if marks else "")


def _quoted(line: PressLine, variant: Variant) -> str:
    who = _speaker(variant, line.sender)
    to = joined([_speaker(variant, name) for name in line.to])
    but = f" but {joined([_speaker(variant, name) for name in line.but])}" if line.but else ""
    head = {
        "note": f"{who}, in its diary",
        "private": f"{who} to {to}{but}",
    }.get(line.kind, who)
    body = "\n".join(
        f"> {escaped(text)}  " if text.strip() else ">" for text in line.text.split("\n")
    )
    return f"> **{head}:**\n>\n{body}"


def _speaker(variant: Variant, name: str) -> str:
    known = {
        "": "Somebody",
        ALL: "all powers",
        HOST: f"the {variant.host_title}",
        OBSERVERS: "an observer",
    }
    return known.get(name) or _name(variant, name)


def _end(record: GameRecord, variant: Variant, maps: Mapping[int, str]) -> Iterator[str]:
    ending = record.ending
    if ending is None:
        return
    yield "## The end"
    if 0 in maps:
        yield f"![The board at the end]({maps[0]})"
    says = result_words(ending, variant)
    yield f"On {day(ending.at)} the game was over: {says}."
    lines = []
    for power, centers in ending.centers.items():
        if centers:
            names = joined([place_words(variant, center) for center in centers])
            lines.append(f"- **{_name(variant, power)}** ({len(centers)}): {names}")
    if lines:
        yield "\n".join(lines)


def _colophon(record: GameRecord, terms: str) -> Iterator[str]:
    yield "---"
    if terms:
        yield f"License: {escaped(terms)}"
    yield (
        "The record beside this report can be read with a text editor and checked by anybody: "
        f"`pbem verify` judges every phase of `{record.settings.game}` again."
    )


def _name(variant: Variant, power: str) -> str:
    return variant.powers[power].name if power in variant.powers else power
