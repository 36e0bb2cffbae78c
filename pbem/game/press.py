"""Press: who may say what to whom, and the letters that carry it.

What is relayed is written anew: the text alone, and the name of a power or
nobody's. Private press and notes stay in the journal; what is for the public is
shown on the game's page at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.board.phase import PhaseKind
from pbem.game.answer import Answer
from pbem.game.commands import LetterRef, PlayerLetter
from pbem.game.events import NoteKept, PressSent
from pbem.game.events.observing import Role
from pbem.game.masks import mask, mask_tokens
from pbem.game.notices import Notice, PressNotice, Reader
from pbem.game.phases import late_powers, reader
from pbem.game.settings import Grey, Press, PressPhases
from pbem.game.speech import ALL, HOST, OBSERVERS, Addressees, Block, Note, Relayed, Speech, Tone
from pbem.game.state import HOST as HOST_ID
from pbem.game.state import Game, Player
from pbem.sayings import Saying, say

MOST_BLOCKS = 20
"""Blocks of press and notes in one letter."""

_EMPTY = say("press-empty")
_NO_HOST = say("host-unreachable")
_NOT_NOW = say("press-not-now")


def relay(result: Answer, player: Player, hand: Sequence[str], command: PlayerLetter) -> None:
    """Relay the press of a letter and keep its notes, as far as the game's rules allow it.

    Args:
        result: Grows by the events, by the letters that carry press, by what the receipt
            tells of them, and by what was refused.
        player: Who wrote.
        hand: Powers that the player had when the letter came.
        command: The letter.
    """
    blocks = tuple(dict.fromkeys(command.blocks))
    for block in blocks[:MOST_BLOCKS]:
        why_not = _why_not(result.game, player, block, command)
        if why_not:
            result.refused.append((block.opening, why_not))
        else:
            _take(result, player, tuple(hand), block)
    for block in blocks[MOST_BLOCKS:]:
        result.refused.append((block.opening, say("too-many-blocks", most=MOST_BLOCKS)))


def relay_of_host(result: Answer, block: Block) -> None:
    """Relay press of the host, or keep a note; the host may write to anybody in any game."""
    why_not = _EMPTY if not block.text.strip() else None
    if isinstance(block, Speech) and block.tone is not Tone.WHITE:
        why_not = say("host-signs")
    if why_not:
        result.refused.append((block.opening, why_not))
    else:
        _take(result, result.game.participant(HOST_ID), (), block)


def relay_of_observer(result: Answer, observer: str, block: Block) -> None:
    """Relay what an observer says in public, where the rules allow it, or to the host."""
    why_not = _why_not_of_observer(result.game, observer, block)
    if why_not:
        result.refused.append((block.opening, why_not))
    else:
        _take(result, result.game.participant(observer), (), block)


def _why_not_of_observer(game: Game, observer: str, block: Block) -> Saying | None:
    if not block.text.strip():
        return _EMPTY
    if isinstance(block, Note):
        return say("players-keep-notes")
    if not game.running:
        return say("press-without-phase")
    if block.tone is not Tone.WHITE:
        return say("observers-sign")
    if block.addressees.to == (HOST,):
        return None if game.host.address else _NO_HOST
    if not game.settings.observers_press or game.settings.press is Press.NONE:
        return say("observers-write-to-host")
    if Role.OBSERVER not in game.observers[observer].roles:
        return say("observers-speak")
    if not (block.addressees.public or block.addressees == Addressees((ALL,))):
        return say("observers-speak-to-all")
    kind = game.open_position().phase.kind
    if game.settings.press_phases is PressPhases.MOVEMENT and kind is not PhaseKind.MOVEMENT:
        return _NOT_NOW
    return None


def _why_not(game: Game, player: Player, block: Block, command: PlayerLetter) -> Saying | None:
    """Return why a block is not relayed; None where the rules of the game allow it."""
    if not block.text.strip():
        return _EMPTY
    if isinstance(block, Note):
        return None
    if block.addressees.to == (HOST,) and block.tone is Tone.WHITE:
        return _why_not_to_host(game)
    return (
        _why_not_here(game, block.addressees)
        or _why_not_so_signed(game, block, command)
        or _why_not_now(game, player, command.letter)
    )


def _why_not_to_host(game: Game) -> Saying | None:
    """Return why the host cannot be written to: nobody is, or the host is one of the players."""
    if not game.host.address:
        return _NO_HOST
    if game.host_plays in game.seats and game.settings.press is not Press.FULL:
        return say("host-plays-without-press")
    return None


def _why_not_here(game: Game, addressees: Addressees) -> Saying | None:
    match game.settings.press:
        case Press.NONE:
            return say("no-press-here")
        case Press.PUBLIC if not (addressees.public or addressees == Addressees((ALL,))):
            return say("public-press-only")
        case _:
            return None


def _why_not_so_signed(game: Game, speech: Speech, command: PlayerLetter) -> Saying | None:
    """Return why press cannot be unsigned or falsely signed here.

    A letter that has anything else must not carry it: of receipts, for one, the
    time is public, and would tell who wrote.
    """
    if speech.tone is Tone.WHITE:
        return None
    allowed = game.settings.grey
    if allowed is Grey.NONE:
        return say("press-is-signed")
    if speech.tone is Tone.FAKE and allowed is not Grey.FAKE:
        return say("press-is-not-faked")
    traced = bool(command.requests) or any(
        reading.orders or reading.questions or reading.refused or reading.later
        for reading in command.readings.values()
    )
    return say("press-alone") if traced else None


def _why_not_now(game: Game, player: Player, letter: LetterRef) -> Saying | None:
    settings = game.settings
    kind = game.open_position().phase.kind
    if settings.press_phases is PressPhases.MOVEMENT and kind is not PhaseKind.MOVEMENT:
        return _NOT_NOW
    over = game.held or (game.due is not None and letter.arrived > game.due)
    mine = set(game.seats.get(player.id, ()))
    if settings.mute_late and over and mine & set(late_powers(game)):
        return say("late-are-mute")
    return None


def _take(result: Answer, player: Player, hand: tuple[str, ...], block: Block) -> None:
    """Relay press, or keep a note, that the rules allow."""
    if isinstance(block, Note):
        phase = result.game.open_position().phase
        result.add(NoteKept(result.now, block.power, phase, block.text))
        result.blocks.append(block)
    else:
        _relay(result, player, hand, block)


def _relay(result: Answer, player: Player, hand: tuple[str, ...], speech: Speech) -> None:
    """Relay press to whom there is; nothing where there is nobody."""
    game = result.game
    asked = speech.addressees
    observes = speech.power == OBSERVERS
    if asked.to == (ALL,) and (observes or game.settings.press is Press.PUBLIC):
        asked = Addressees()
    own = tuple(to for to in asked.to if to in hand)
    nobody = tuple(to for to in asked.to if not _is_there(game, to))
    reached = replace(asked, to=tuple(to for to in asked.to if to not in (*own, *nobody)))
    readers = _readers(game, player, reached) if asked.public or reached.to else ()
    if not readers:
        result.refused.append((speech.opening, _reaches_nobody(game, own, nobody)))
        return
    signed = {Tone.WHITE: speech.power, Tone.GREY: "", Tone.FAKE: speech.posing}[speech.tone]
    text = mask(speech.text) if game.settings.anonymous else mask_tokens(speech.text)
    phase = game.open_position().phase
    result.add(PressSent(result.now, speech.power, signed, reached.to, reached.but, phase, text))
    carried: list[Notice] = [
        PressNotice(reader, phase, signed, reached, text) for reader in readers
    ]
    result.notices.extend(carried)
    result.blocks.append(Relayed(speech.power, signed, reached, text, nobody, own))


def _is_there(game: Game, to: str) -> bool:
    """Return whether somebody can be reached by a name that press is for."""
    match to:
        case "ALL":
            return True
        case "HOST":
            return bool(game.host.address)
        case "OBSERVERS":
            return bool(game.watching(Role.OBSERVER))
        case _:
            return game.player_of(to) is not None


def _reaches_nobody(game: Game, own: tuple[str, ...], nobody: tuple[str, ...]) -> Saying:
    return say(
        "press-reaches-nobody",
        yourself=bool(own),
        host=HOST in nobody,
        observers=OBSERVERS in nobody,
        powers=game.variant.named(to for to in nobody if to in game.variant.powers),
    )


def _readers(game: Game, player: Player, reached: Addressees) -> tuple[Reader, ...]:
    """Return who gets a letter: each player once, the writer never."""
    everybody = reached.public
    if everybody:
        powers = game.played()
    elif ALL in reached.to:
        powers = tuple(power for power in in_play(game) if power not in reached.but)
    else:
        powers = tuple(power for power in game.played() if power in reached.to)
    holders = (game.player_of(power) for power in powers)
    players = {holder.id: holder for holder in holders if holder and holder.id != player.id}
    if (everybody or HOST in reached.to) and game.host.address:
        host = game.participant(game.host_plays or HOST_ID)
        if host.id != player.id:
            players.setdefault(host.id, host)
    if everybody or OBSERVERS in reached.to:
        watching = (game.participant(id) for id in game.watching(Role.OBSERVER))
        players |= {other.id: other for other in watching if other.id != player.id}
    return tuple(reader(game, other) for other in players.values())


def in_play(game: Game) -> tuple[str, ...]:
    """Return the powers that somebody plays and that are on the board, in the variant's order."""
    position = game.open_position()
    dislodged = position.dislodged
    return tuple(
        power
        for power in game.played()
        if position.units.get(power) or position.centers.get(power) or dislodged.get(power)
    )
