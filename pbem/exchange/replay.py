"""One game checked as a whole: its files against one another and against the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.exchange.findings import Finding, compare
from pbem.exchange.gamefiles import GameFiles
from pbem.exchange.line import Line
from pbem.exchange.receipts import check_none, check_receipts
from pbem.exchange.speaking import check_press, check_said
from pbem.game.codec import decode, encode
from pbem.game.draws import draw_by_preference, draw_coin, draw_hash, draw_seats
from pbem.game.participants import HOST
from pbem.game.publication import Ending, PhaseFile, PublicEvent
from pbem.game.record import write_position
from pbem.game.settings import Assignment, Settings, Words
from pbem.game.texts import digest
from pbem.store.archive import seats_of

_EVENTS = "events.jsonl"
_AFTER_END = ("ended", "renamed", "forgotten", "rolled-back")


def check_game(files: GameFiles) -> Iterator[Finding]:
    """Return what is wrong with a game beyond each file in itself."""
    yield from _check_numbers(files)
    yield from _check_chain(files)
    yield from _check_times(files)
    line: Line | None = None
    if files.settings is not None and files.variant is not None:
        yield from _check_players(files)
        line = yield from _check_phases(files)
        yield from _check_ending(files, line)
        yield from check_press(files, files.settings, files.variant)
    yield from check_said(files)
    yield from _check_spelled(files)
    imported = any(event.event == "imported" for _, event in files.events)
    for name, file in files.phases.items():
        if imported:
            yield from check_none(f"{files.game}/{name}", file)
            continue
        opened_at = line.opened_at.get(file.number) if line else None
        before = line.receipts_from.get(file.number, {}) if line else {}
        opened_at = opened_at or _opened_at(files, file)
        yield from check_receipts(f"{files.game}/{name}", file, opened_at, before)


def _at(files: GameFiles, name: str) -> str:
    return f"{files.game}/{name}"


def _check_numbers(files: GameFiles) -> Iterator[Finding]:
    """Files are numbered from 1 without gaps, and events.jsonl knows each of them."""
    names = files.phase_names()
    numbers = [int(name.removeprefix("phases/").partition("-")[0]) for name in names]
    there = files.numbers()
    for number in sorted(set(range(1, max(there, default=0) + 1)) - there):
        yield Finding(_at(files, "phases"), f"{number:03}", "the phase file is missing")
    for name, number in zip(names, numbers, strict=True):
        if numbers.count(number) > 1:
            yield Finding(_at(files, name), "number", f"several files have the number {number}")
    judged = {event.number for _, event in files.events if event.event == "adjudicated"}
    for name, number in zip(names, numbers, strict=True):
        if number not in judged and _EVENTS in files.texts:
            says = f"events.jsonl does not say that phase {number} was judged"
            yield Finding(_at(files, name), "", says)


def _check_chain(files: GameFiles) -> Iterator[Finding]:
    """Every file is covered by the hash that a later one holds."""
    yield from _check_lines(files)
    names = files.phase_names()
    for before, name in zip(("", *names), names, strict=False):
        file = files.phases.get(name)
        if file is None:
            continue
        right = files.digest(before) if before else ""
        if file.prev != right:
            says = f"the hash of {before or 'no file'} is {right or 'empty'}, not {file.prev!r}"
            yield Finding(_at(files, name), "prev", says)
        if not 0 <= file.after < file.number:
            says = f"phase {file.number} cannot come after phase {file.after}"
            yield Finding(_at(files, name), "after", says)
    if files.ending and files.ending.events != digest(_until_end(files)):
        says = "events.jsonl has another hash: it was changed, or this was"
        yield Finding(_at(files, "result.json"), "events", says)


def _check_spelled(files: GameFiles) -> Iterator[Finding]:
    """words.json is what result.json has hashed, and is there when the game shows words."""
    text, ending = files.texts.get("words.json", ""), files.ending
    if ending is not None and ending.schema and ending.words != (digest(text) if text else ""):
        says = "result.json has another hash: this was changed, removed or added, or result.json"
        yield Finding(_at(files, "words.json"), "", says)


def _check_lines(files: GameFiles) -> Iterator[Finding]:
    """The lines of events.jsonl agree with the files they tell of."""
    hashes = _hashes(files.texts.get(_EVENTS, ""))
    by_number = {file.number: name for name, file in files.phases.items()}
    there = files.numbers()
    first = files.events[0][1].event if files.events else ""
    if _EVENTS in files.texts and first != "created":
        yield Finding(_at(files, _EVENTS), "line 1", "the first line tells of the creation")
    for number, event in files.events:
        where = f"line {number}"
        if event.event == "created":
            yield from _same_hash(files, where, event, "game.toml")
        if event.event != "adjudicated":
            continue
        name = by_number.get(event.number or 0)
        if name is None:
            if event.number not in there:
                says = f"there is no phase file {_fact(event, 'number')}"
                yield Finding(_at(files, _EVENTS), where, says)
            continue
        file = files.phases[name]
        yield from _same_hash(files, where, event, name)
        if (event.at, _fact(event, "phase")) != (file.adjudicated, str(file.position.phase)):
            says = f"time and phase are {encode(file.adjudicated)} and {file.position.phase} in "
            yield Finding(_at(files, _EVENTS), where, f"{says}{name}")
        if file.events != hashes[number - 1]:
            says = "the lines of events.jsonl before this phase have another hash"
            yield Finding(_at(files, name), "events", says)


def _hashes(text: str) -> list[str]:
    """Return the SHA-256 of the first no, one, two… lines of a text."""
    running = hashlib.sha256()
    hashes = [running.hexdigest()]
    for line in text.split("\n")[:-1]:
        running.update(f"{line}\n".encode())
        hashes.append(running.hexdigest())
    return hashes


def _until_end(files: GameFiles) -> str:
    """Return events.jsonl up to the end of the game (the last, where one was taken back).

    A name may change after it.
    """
    lines = files.texts.get(_EVENTS, "").splitlines(keepends=True)
    ends = [number for number, event in files.events if event.event == "ended"]
    return "".join(lines[: ends[-1] if ends else len(lines)])


def _same_hash(files: GameFiles, where: str, event: PublicEvent, name: str) -> Iterator[Finding]:
    right = f"sha256:{files.digest(name)}"
    if _fact(event, "file") != right:
        yield Finding(_at(files, name), "", f"{right}; events.jsonl, {where}, names another hash")


def _check_times(files: GameFiles) -> Iterator[Finding]:
    """Events stand in the order of their times; a phase was due when events.jsonl says."""
    last: datetime | None = None
    ended = False
    due: dict[str, str] = {}
    by_number = {file.number: (name, file) for name, file in files.phases.items()}
    for number, event in files.events:
        where = f"line {number}"
        if last is not None and event.at < last:
            yield Finding(_at(files, _EVENTS), where, "it happened before the line above")
        last = event.at
        if ended and event.event not in _AFTER_END:
            yield Finding(_at(files, _EVENTS), where, "it stands after the end of the game")
        ended = (ended or event.event == "ended") and event.event != "rolled-back"
        if event.event == "deadline":
            due[str(_fact(event, "phase"))] = str(_fact(event, "due"))
        name, file = by_number.get(event.number or 0, ("", None))
        if event.event == "adjudicated" and file is not None:
            right = due.get(str(file.position.phase), "nothing")
            if encode(file.due) != right:
                says = f"{encode(file.due)}; the deadline in events.jsonl is {right}"
                yield Finding(_at(files, name), "due", says)
    if files.settings and files.events and files.events[0][1].at != files.settings.created:
        yield Finding(_at(files, "game.toml"), "created", "events.jsonl names another time")


def _check_players(files: GameFiles) -> Iterator[Finding]:
    """Seats were given out as the published key says, to those who had joined."""
    joined: list[str] = []
    unnamed = 0
    for number, event in files.events:
        if event.event in ("joined", "withdrew") and "player" not in event.facts:
            unnamed += 1 if event.event == "joined" else -1
        elif event.event == "joined":
            joined.append(str(_fact(event, "player")))
        elif event.event == "withdrew":
            joined = [player for player in joined if player != _fact(event, "player")]
        elif event.event == "seats":
            where, seats = f"line {number}", _fact(event, "seats")
            if unnamed and isinstance(seats, Mapping):
                counted = unnamed + len(joined)
                joined = sorted({*joined, *map(str, seats)})
                yield from compare(_at(files, _EVENTS), where, len(joined), counted, "joined")
            yield from _check_draw(files, where, event, joined)
        elif event.event == "replaced" and unnamed:
            joined.append(str(_fact(event, "player")))
        elif event.event == "coin":
            yield from _check_coin(files, f"line {number}", event)
    if any(event.event == "host" for _, event in files.events):
        joined.append(HOST)
    for player in sorted(set(files.people or ()) - set(joined)):
        yield Finding(_at(files, "people.toml"), player, "no such player has joined")


def _check_draw(
    files: GameFiles, where: str, event: PublicEvent, joined: list[str]
) -> Iterator[Finding]:
    settings, name = _settings(files), _at(files, _EVENTS)
    arrangement = _variant(files).arrangements.get(settings.arrangement)
    if arrangement is None:
        says = f"the board has no arrangement {settings.arrangement!r}"
        yield Finding(_at(files, "game.toml"), "arrangement", says)
        return
    key, wanted = str(_fact(event, "key")), _fact(event, "preferences")
    try:
        yield from _check_key(files, where, event)
        if settings.powers is Assignment.PREFERENCE:
            preferences = decode(Mapping[str, tuple[str, ...]], wanted or {})
            yield from compare(name, where, sorted(preferences), sorted(joined), "joined")
            seats = encode(draw_by_preference(key, preferences, arrangement.seats))
        else:
            seats = encode(draw_seats(key, joined, arrangement.seats))
    except RecordError as error:
        yield Finding(name, where, str(error))
        return
    yield from compare(name, f"{where}.seats", _fact(event, "seats"), seats, "drawn again")


def _check_key(files: GameFiles, where: str, event: PublicEvent) -> Iterator[Finding]:
    """A draw's key is the one its game was committed to from the start."""
    draw, draws = _fact(event, "draw"), _settings(files).draws
    committed = draws[draw : draw + 1] if isinstance(draw, int) and draw >= 0 else ()
    if (draw_hash(str(_fact(event, "key"))),) != committed:
        says = f"its key is not the one that game.toml commits to for draw {draw}"
        yield Finding(_at(files, _EVENTS), where, says)


def _check_coin(files: GameFiles, where: str, event: PublicEvent) -> Iterator[Finding]:
    """A coin fell as its key says, for the power that the arrangement gives away."""
    name = _at(files, _EVENTS)
    arrangement = _variant(files).arrangements.get(_settings(files).arrangement)
    if arrangement is None or arrangement.coin is None:
        yield Finding(name, where, "no coin falls in this arrangement")
        return
    seats: object = next((e.facts.get("seats") for _, e in files.events if e.event == "seats"), {})
    try:
        yield from _check_key(files, where, event)
        seat = arrangement.seats[0 if draw_coin(str(_fact(event, "key"))) else 1]
        held = decode(Mapping[str, tuple[str, ...]], seats)
    except RecordError as error:
        yield Finding(name, where, str(error))
        return
    power, player = _fact(event, "power"), str(_fact(event, "player"))
    yield from compare(name, f"{where}.power", power, arrangement.coin.power, "the coin is for")
    yield from compare(
        name, f"{where}.player", sorted(held.get(player, ())), sorted(seat), "it falls for"
    )


def _check_phases(files: GameFiles) -> Generator[Finding, None, Line | None]:
    """Judge every phase again, and follow the line of play; returns how it ends."""
    yield from _check_opening(files)
    for name in files.phase_names():
        file = files.phases.get(name)
        if file is None:
            continue
        yield from _check_members(files, name, file)
        yield from _replay(files, name, file)
    line = Line(files, _variant(files), _opening(files), files.follows)
    yield from line.check()
    return line


def _check_opening(files: GameFiles) -> Iterator[Finding]:
    """The game started once, where the board says, and so did its first phase."""
    opening = _opening(files)
    right = write_position(opening)
    started = [(number, event) for number, event in files.events if event.event == "started"]
    for number, event in started:
        stands = dict(event.facts)
        yield from compare(_at(files, _EVENTS), f"line {number}", stands, right, "the board has")
    if files.phases and len(started) != 1:
        yield Finding(_at(files, _EVENTS), "", "it should say once that the game started")


def _opening(files: GameFiles) -> Position:
    variant = _variant(files)
    return variant.opening(variant.arrangements.get(_settings(files).arrangement))


def _check_members(files: GameFiles, name: str, file: PhaseFile) -> Iterator[Finding]:
    settings = _settings(files)
    pairs: Mapping[str, tuple[object, object]] = {
        "game": (file.game, settings.game),
        "variant": (file.variant, settings.variant),
        "rules": (file.rules, settings.rules),
    }
    for member, (stands, right) in pairs.items():
        if stands != right:
            yield from compare(_at(files, name), member, stands, right, "game.toml has")
    for power, lines in file.written.items():
        if settings.words is not Words.PHASE:
            says = "words of orders are not shown with a phase of this game"
            yield Finding(_at(files, name), f"written.{power}", says)
        ordered = set(file.orders.get(power, ()))
        for words in lines:
            if words.order not in ordered:
                says = f"{words.order!r} is not among the orders"
                yield Finding(_at(files, name), f"written.{power}", says)
    for power in file.late:
        if file.orders.get(power):
            yield Finding(_at(files, name), "late", f"{power} has orders")


def _replay(files: GameFiles, name: str, file: PhaseFile) -> Iterator[Finding]:
    """Return where a phase that was judged again came out otherwise, or what follows it."""
    where = _at(files, name)
    judged = files.results[name]
    if judged.right is None or judged.follow is None:
        yield Finding(where, "rules", judged.because)
        return
    after = judged.follow
    yield from compare(where, "result", judged.stands, judged.right)
    if file.removed is not after.removed:
        yield from compare(where, "removed", encode(file.removed), encode(after.removed))
    if file.following != after.position.phase:
        yield from compare(where, "next", str(file.following), str(after.position.phase))


def _check_ending(files: GameFiles, line: Line | None) -> Iterator[Finding]:
    """result.json agrees with events.jsonl and with the last position."""
    where = _at(files, "result.json")
    told: list[PublicEvent] = []
    for _, event in files.events:
        if event.event == "rolled-back":
            told.clear()
        elif event.event == "ended":
            told.append(event)
    ending = files.ending
    if ending is None:
        if told and "result.json" not in files.texts:
            yield Finding(where, "", "the game has ended, but the file is missing")
        return
    if len(told) != 1:
        yield Finding(_at(files, _EVENTS), "", "it should say once that the game ended")
        return
    end = told[0]
    pairs = {
        "at": (encode(ending.at), encode(end.at)),
        "how": (ending.how, _fact(end, "how")),
        "winners": (list(ending.winners), _fact(end, "winners")),
        "because": (ending.because, _fact(end, "because") or ""),
    }
    for member, (stands, right) in pairs.items():
        yield from compare(where, member, stands, right, "events.jsonl has")
    if line is not None and line.position is not None:
        right = encode(line.position.centers)
        yield from compare(where, "centers", encode(ending.centers), right, "the last phase leaves")
    yield from _check_shares(files, ending)


def _check_shares(files: GameFiles, ending: Ending) -> Iterator[Finding]:
    where = _at(files, "result.json")
    if tuple(ending.shares) != ending.winners:
        yield Finding(where, "shares", "they belong to the winners, in their order")
    if ending.winners and _total(ending) != 1:
        yield Finding(where, "shares", "they do not make one whole")
    elif ending.winners and ending.shares not in _fair(files, ending.winners):
        yield Finding(where, "shares", "those who share a result share it alike")
    arrangement = _variant(files).arrangements.get(_settings(files).arrangement)
    if ending.how == "solo" and arrangement is not None:
        held = sum(len(ending.centers.get(power, ())) for power in ending.winners)
        if held < arrangement.solo_centers:
            says = f"{held} centers do not win; {arrangement.solo_centers} do"
            yield Finding(where, "winners", says)


def _fair(files: GameFiles, winners: tuple[str, ...]) -> list[dict[str, str]]:
    """Return what shares may be: alike for all powers, or for players and then their powers."""
    events = tuple(event for _, event in files.events)
    try:
        sides = [
            [power for power in powers if power in winners]
            for powers in seats_of(events, _EVENTS).values()
        ]
    except RecordError:
        sides = []
    sides = [side for side in sides if side]
    by_side = {power: str(Fraction(1, len(sides) * len(side))) for side in sides for power in side}
    return [dict.fromkeys(winners, str(Fraction(1, len(winners)))), by_side]


def _total(ending: Ending) -> Fraction | None:
    try:
        return sum(map(Fraction, ending.shares.values()), Fraction())
    except (ValueError, ZeroDivisionError):
        return None


def _opened_at(files: GameFiles, file: PhaseFile) -> datetime | None:
    """Return when the phase of a file was opened: when the one before it was judged."""
    if file.after == 0:
        return next((event.at for _, event in files.events if event.event == "started"), None)
    return next((f.adjudicated for f in files.phases.values() if f.number == file.after), None)


def _fact(event: PublicEvent, name: str) -> Any:
    return event.facts.get(name)


def _settings(files: GameFiles) -> Settings:
    assert files.settings is not None
    return files.settings


def _variant(files: GameFiles) -> Variant:
    assert files.variant is not None
    return files.variant
