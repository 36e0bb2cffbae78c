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

MOST_BLOCKS = 20
"""Blocks of press and notes in one letter."""

_EMPTY = "there is nothing in it"


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
        says = f"a letter has up to {MOST_BLOCKS} blocks of press; send this one again"
        result.refused.append((block.opening, says))


def relay_of_host(result: Answer, block: Block) -> None:
    """Relay press of the host, or keep a note; the host may write to anybody in any game."""
    why_not = _EMPTY if not block.text.strip() else ""
    if isinstance(block, Speech) and block.tone is not Tone.WHITE:
        why_not = "press of the host is signed; nothing was relayed"
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


def _why_not_of_observer(game: Game, observer: str, block: Block) -> str:
    if not block.text.strip():
        return _EMPTY
    if isinstance(block, Note):
        return "only players keep notes"
    if not game.running:
        return "no phase is open in this game; nothing was relayed"
    if block.tone is not Tone.WHITE:
        return "press of an observer is signed as an observer's; nothing was relayed"
    if block.addressees.to == (HOST,):
        return "" if game.host.address else "the host of this game has no address here"
    if not game.settings.observers_press or game.settings.press is Press.NONE:
        return "observers may write to the host alone in this game; nothing was relayed"
    if Role.OBSERVER not in game.observers[observer].roles:
        return "only who observes may speak; nothing was relayed"
    if not (block.addressees.public or block.addressees == Addressees((ALL,))):
        return "an observer speaks to everybody: BROADCAST"
    kind = game.open_position().phase.kind
    if game.settings.press_phases is PressPhases.MOVEMENT and kind is not PhaseKind.MOVEMENT:
        return "this game has no press in retreats and builds"
    return ""


def _why_not(game: Game, player: Player, block: Block, command: PlayerLetter) -> str:
    """Return why a block is not relayed; empty where the rules of the game allow it."""
    if not block.text.strip():
        return _EMPTY
    if isinstance(block, Note):
        return ""
    if block.addressees.to == (HOST,) and block.tone is Tone.WHITE:
        return _why_not_to_host(game)
    return (
        _why_not_here(game, block.addressees)
        or _why_not_so_signed(game, block, command)
        or _why_not_now(game, player, command.letter)
    )


def _why_not_to_host(game: Game) -> str:
    """Return why the host cannot be written to: nobody is, or the host is one of the players."""
    if not game.host.address:
        return "the host of this game has no address here"
    if game.host_plays in game.seats and game.settings.press is not Press.FULL:
        return "the host plays in this game, and this game has no private press"
    return ""


def _why_not_here(game: Game, addressees: Addressees) -> str:
    match game.settings.press:
        case Press.NONE:
            return "this game has no press through the judge; nothing was relayed"
        case Press.PUBLIC if not (addressees.public or addressees == Addressees((ALL,))):
            return "this game has no private press; BROADCAST writes to everybody"
        case _:
            return ""


def _why_not_so_signed(game: Game, speech: Speech, command: PlayerLetter) -> str:
    """Return why press cannot be unsigned or falsely signed here.

    A letter that has anything else must not carry it: of receipts, for one, the
    time is public, and would tell who wrote.
    """
    if speech.tone is Tone.WHITE:
        return ""
    allowed = game.settings.grey
    if allowed is Grey.NONE:
        return "all press of this game is signed; nothing was relayed"
    if speech.tone is Tone.FAKE and allowed is not Grey.FAKE:
        return "press of this game cannot be signed with another name; nothing was relayed"
    traced = bool(command.requests) or any(
        reading.orders or reading.questions or reading.refused or reading.later
        for reading in command.readings.values()
    )
    if traced:
        return (
            "send it in a letter of its own: the time of one with orders or commands becomes "
            "known, and would tell who wrote this"
        )
    return ""


def _why_not_now(game: Game, player: Player, letter: LetterRef) -> str:
    settings = game.settings
    kind = game.open_position().phase.kind
    if settings.press_phases is PressPhases.MOVEMENT and kind is not PhaseKind.MOVEMENT:
        return "this game has no press in retreats and builds"
    over = game.held or (game.due is not None and letter.arrived > game.due)
    mine = set(game.seats.get(player.id, ()))
    if settings.mute_late and over and mine & set(late_powers(game)):
        return "your orders are late; in this game you may write again once they are in"
    return ""


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


def _reaches_nobody(game: Game, own: tuple[str, ...], nobody: tuple[str, ...]) -> str:
    says = []
    if own:
        says.append("that is yourself")
    if HOST in nobody:
        says.append("the host of this game has no address here")
    if OBSERVERS in nobody:
        says.append("nobody observes this game")
    names = [game.variant.powers[to].name for to in nobody if to in game.variant.powers]
    says += [f"{name} has no player" for name in names]
    return f"{' and '.join(says) or 'there is nobody to read it'}; nothing was relayed"


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
