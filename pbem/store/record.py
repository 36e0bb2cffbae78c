"""A ruling as changes to the files of the public record.

Pure: what a game's files hold so far (`Shown`) and a ruling give the files that
change and what they hold then. Everything is taken from events; what the public
may see of them is `pbem.game.visibility`'s to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from pbem.errors import RecordError
from pbem.game.events import (
    Event,
    GameCreated,
    GameEnded,
    HostChanged,
    NoteKept,
    PhaseAdjudicated,
    PlayerConfirmed,
    PlayerForgotten,
    PlayerJoined,
    PlayerRenamed,
    PlayerWithdrew,
    PressSent,
    RolledBack,
    SeatsDrawn,
)
from pbem.game.participants import HOST, pseudonym
from pbem.game.publication import Ending, PhaseFile, PublicEvent
from pbem.game.settings import PublishPress, Settings, Words
from pbem.game.sheet import Written
from pbem.game.texts import (
    board_name,
    digest,
    read_events,
    write_ending,
    write_event_line,
    write_people,
    write_phase_file,
    write_press_line,
    write_settings,
    write_words,
)
from pbem.game.visibility import PUBLIC_KINDS, public_event, public_press, public_words
from pbem.store.entries import KeptRuling

PEOPLE_KINDS = (
    "PlayerJoined",
    "PlayerConfirmed",
    "PlayerRenamed",
    "PlayerWithdrew",
    "PlayerForgotten",
)
"""Class names of the events that change who stands in people.toml."""

RECORD_KINDS = (*PUBLIC_KINDS, "PressSent", "PlayerJoined")
"""Class names of the events that the record is written from."""

Spoken = Mapping[int, Mapping[str, tuple[Written, ...]]]


@dataclass(frozen=True)
class Shown:
    """What the record of a game holds so far, as far as going on needs it.

    Attributes:
        names: Of all players, by id; of those that have not joined too.
        joined: Ids of the players who have.
        events: Text of events.jsonl.
        number: Of the newest phase file; 0 where there is none.
        prev: SHA-256 of the newest phase file; empty where there is none.
        press: Text of press.jsonl.
    """

    settings: Settings
    names: Mapping[str, str] = field(default_factory=dict)
    joined: tuple[str, ...] = ()
    events: str = ""
    number: int = 0
    prev: str = ""
    press: str = ""


@dataclass(frozen=True)
class Change:
    """What a ruling does to the record.

    Attributes:
        shown: What the record of the game holds then.
        files: New text by path below games/; empty where nothing public changes.
        subject: In a line: `gx7: Spring 1901 judged`.
        removed: Paths of files that are gone: those of an end that was taken back.
    """

    shown: Shown
    files: Mapping[str, str]
    subject: str
    removed: tuple[str, ...] = ()


def public_changes(
    shown: Shown | None,
    ruling: KeptRuling,
    board: Callable[[str], str],
    spoken: Callable[[], Spoken],
    said: Callable[[], Iterable[PressSent | NoteKept]] = tuple,
) -> Change:
    """Return what a ruling does to the record of its game.

    Args:
        shown: None before the game is created.
        ruling: With the events of `RECORD_KINDS`.
        board: Returns the text of a board by its hash.
        spoken: Returns the words of all orders that ran, by number of the phase
            file; asked only where a game ends that shows them then.
        said: Returns all press and notes of the game; asked only where a game ends that
            shows them then.

    Raises:
        RecordError: The first event creates no game.
    """
    files: dict[str, str] = {}
    words: list[str] = []
    heard = shown.press if shown else ""
    removed: tuple[str, ...] = ()
    for event in ruling.events:
        if isinstance(event, GameCreated):
            shown = Shown(event.settings)
            files |= _first_files(event.settings, board)
        if shown is None:
            raise RecordError(f"{ruling.game}: ruling {ruling.number} is of an unknown game")
        if isinstance(event, RolledBack) and _has_ended(shown):
            removed = tuple(f"{ruling.game}/{name}" for name in _of_an_end(shown.settings))
        shown, line, more = _one(shown, event, ruling)
        files |= more
        if line is not None:
            shown = replace(shown, events=shown.events + write_event_line(line))
            files[f"{ruling.game}/events.jsonl"] = shown.events
            words.append(_in_words(event, line))
        if isinstance(event, PressSent) and not event.to:
            words.append("press")
        if isinstance(event, GameEnded):
            shown = replace(shown, press=shown.press + _last_press(shown, said))
            files |= _last_files(shown, event, spoken)
    if shown is None:
        raise RecordError(f"{ruling.game}: ruling {ruling.number} is of an unknown game")
    if shown.press != heard:
        files[f"{ruling.game}/press.jsonl"] = shown.press
    return Change(shown, files, f"{ruling.game}: {', '.join(words)}", removed)


def _has_ended(shown: Shown) -> bool:
    """Return whether the record shows the end of a game that was not taken back."""
    told = (line.event for line in reversed(read_events(shown.events)))
    return next((word for word in told if word in ("ended", "rolled-back")), "") == "ended"


def _of_an_end(settings: Settings) -> tuple[str, ...]:
    return ("result.json", *(("words.json",) if settings.words is Words.END else ()))


def _one(
    shown: Shown, event: Event, ruling: KeptRuling
) -> tuple[Shown, PublicEvent | None, dict[str, str]]:
    """Return the record, the line of an event and the files it changes, events.jsonl aside."""
    line = public_event(event, anonymous=shown.settings.anonymous)
    game = ruling.game
    match event:
        case GameCreated() if line:
            facts = {"file": f"sha256:{digest(write_settings(shown.settings))}"}
            return shown, replace(line, facts=facts), {}
        case PlayerJoined():
            return replace(shown, names={**shown.names, event.player: event.name}), None, {}
        case PlayerRenamed() if _hides(shown):
            return replace(shown, names={**shown.names, event.player: event.name}), None, {}
        case PlayerConfirmed():
            shown = replace(shown, joined=(*shown.joined, event.player))
            return shown, line, {f"{game}/people.toml": write_people(_people(shown))}
        case PlayerWithdrew():
            joined = tuple(player for player in shown.joined if player != event.player)
            shown = replace(shown, joined=joined)
            return shown, line, {f"{game}/people.toml": write_people(_people(shown))}
        case PlayerRenamed() | PlayerForgotten():
            shown = replace(shown, names={**shown.names, event.player: event.name})
            if event.player not in shown.joined:
                return shown, None, {}
            return shown, line, {f"{game}/people.toml": write_people(_people(shown))}
        case SeatsDrawn() if line and _hides(shown):
            seated = replace(shown, events=shown.events + write_event_line(line))
            return shown, line, {f"{game}/people.toml": write_people(_people(seated))}
        case HostChanged():
            joined = tuple(dict.fromkeys((*shown.joined, HOST)))
            shown = replace(shown, names={**shown.names, HOST: event.name}, joined=joined)
            return shown, line, {f"{game}/people.toml": write_people(_people(shown))}
        case PressSent(to=()):
            press = write_press_line(public_press(event))
            return replace(shown, press=shown.press + press), None, {}
        case PhaseAdjudicated() if line:
            file = _phase_file(shown, event, ruling.engine)
            text = write_phase_file(file)
            shown = replace(shown, number=file.number, prev=digest(text))
            line = replace(line, facts={**line.facts, "file": f"sha256:{shown.prev}"})
            return shown, line, {f"{game}/phases/{file.name}": text}
        case _:
            return shown, line, {}


def _first_files(settings: Settings, board: Callable[[str], str]) -> dict[str, str]:
    return {
        f"variants/{board_name(settings)}": board(settings.board),
        f"{settings.game}/game.toml": write_settings(settings),
        f"{settings.game}/people.toml": write_people({}),
    }


def _people(shown: Shown) -> dict[str, str]:
    if _hides(shown):
        # Before the seats are drawn, the order in which ids appear would tell whose they are.
        known = (p for p in shown.joined if p == HOST or _are_seated(shown))
        return {p: shown.names[p] if p == HOST else pseudonym(p) for p in known}
    return {player: shown.names[player] for player in shown.joined}


def _hides(shown: Shown) -> bool:
    """Return whether the record does not tell yet who plays."""
    if not shown.settings.anonymous:
        return False
    over = any(event.event == "ended" for event in read_events(shown.events))
    return shown.settings.hides_players(over=over)


def _are_seated(shown: Shown) -> bool:
    return any(event.event == "seats" for event in read_events(shown.events))


def _phase_file(shown: Shown, event: PhaseAdjudicated, engine: str) -> PhaseFile:
    settings = shown.settings
    return PhaseFile(
        number=event.number,
        prev=shown.prev,
        after=shown.number if event.after is None else event.after,
        engine=engine,
        game=settings.game,
        variant=settings.variant,
        rules=settings.rules,
        position=event.position,
        orders=event.orders,
        result=event.result,
        removed=event.removed,
        following=event.following.phase,
        due=event.due,
        adjudicated=event.at,
        receipts=event.receipts,
        opened=event.opened,
        written=public_words(event.written) if settings.words is Words.PHASE else {},
        late=event.late,
        events=digest(shown.events),
        press=_digest(shown.press),
    )


def _digest(text: str) -> str:
    """Return the hash of a file; empty for one that is not there."""
    return digest(text) if text else ""


def _last_files(shown: Shown, event: GameEnded, spoken: Callable[[], Spoken]) -> dict[str, str]:
    game = shown.settings.game
    files: dict[str, str] = {}
    spelled = ""
    if shown.settings.words is Words.END:
        words = {number: public_words(lines) for number, lines in spoken().items()}
        files[f"{game}/words.json"] = spelled = write_words(words)
    ending = Ending(
        at=event.at,
        how=event.how,
        winners=event.winners,
        shares=event.shares,
        centers=event.centers,
        because=_because(event),
        events=digest(shown.events),
        press=_digest(shown.press),
        words=_digest(spelled),
    )
    files[f"{game}/result.json"] = write_ending(ending)
    if shown.settings.anonymous:
        files[f"{game}/people.toml"] = write_people(_people(shown))
    return files


def _last_press(shown: Shown, said: Callable[[], Iterable[PressSent | NoteKept]]) -> str:
    """Return the lines of press.jsonl that a game shows at its end."""
    if shown.settings.publish_press is not PublishPress.END:
        return ""
    there = set(shown.press.splitlines(keepends=True))
    lines = (write_press_line(public_press(event)) for event in said())
    return "".join(line for line in lines if line not in there)


def _because(event: GameEnded) -> str:
    line = public_event(event)
    return str(line.facts.get("because", "")) if line else ""


def _in_words(event: Event, line: PublicEvent) -> str:
    """Return an event in a few words, for the subject of a commit; never a name."""
    match event:
        case PlayerConfirmed() | PlayerRenamed() | PlayerWithdrew() | PlayerForgotten():
            return f"{line.facts.get('player', 'a player')} {line.event}"
        case PhaseAdjudicated():
            return f"{event.position.phase.title} judged"
        case _:
            return line.event
