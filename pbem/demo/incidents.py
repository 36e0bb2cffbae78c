"""What goes wrong on the way, as it does in games of people.

Years are counted from the first of the game, players by the order in which they
join. An incident of a player who is out of the game by then does not happen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pbem.board.phase import Phase
from pbem.board.position import Position, province_of
from pbem.board.variant import Variant
from pbem.demo.chance import Chance
from pbem.demo.hands import (
    Hand,
    full_place,
    lay_out,
    misspell,
    say_each,
    vague_place,
    words_of,
)
from pbem.orders.legality import why_illegal
from pbem.orders.notation import read_order, write_order
from pbem.orders.order import Hold, Move


class Incident(StrEnum):
    """What may happen to a player in a phase."""

    AWAY = "away"
    """Nobody answers but a program; the orders come a minute too late."""
    CHANGES_MIND = "changes-mind"
    """A second letter changes one order."""
    IMPOSSIBLE = "impossible"
    """One order can never be carried out."""
    SILENT_HOLDS = "silent-holds"
    """Units that hold are left out, and READY says that this is meant."""
    WAITS = "waits"
    """WAIT first, READY a while later."""
    TWICE = "twice"
    """The mail system delivers the letter twice."""
    ASKS = "asks"
    """A question about the state of the game comes before the orders."""


_SCRIPT: Mapping[tuple[int, str], Mapping[int, Incident]] = {
    (0, "SM"): {1: Incident.CHANGES_MIND, 5: Incident.ASKS},
    (0, "FM"): {6: Incident.IMPOSSIBLE, 3: Incident.TWICE},
    (1, "SM"): {0: Incident.SILENT_HOLDS, 2: Incident.CHANGES_MIND},
    (1, "FM"): {4: Incident.WAITS},
    (2, "SM"): {3: Incident.AWAY, 5: Incident.IMPOSSIBLE},
    (3, "FM"): {0: Incident.CHANGES_MIND, 6: Incident.ASKS},
    (4, "SM"): {1: Incident.IMPOSSIBLE, 2: Incident.SILENT_HOLDS},
    (5, "FM"): {4: Incident.CHANGES_MIND},
    (6, "FM"): {5: Incident.AWAY},
}

_VAGUE = frozenset({1, 2, 4, 5, 6})
_HASTY = {Hand.FULL: 40, Hand.ARROWS: 60}
_SLIPS = 50
_YEARS_OF_HOPE = 3


def incident_of(variant: Variant, phase: Phase, player: int) -> Incident | None:
    """Return what happens to a player in a phase; None for nothing in particular."""
    key = (phase.year - variant.start.year, f"{phase.season.value}{phase.kind.value}")
    return _SCRIPT.get(key, {}).get(player)


def votes_for_draw(
    variant: Variant, position: Position, powers: Sequence[str], patience: int
) -> bool:
    """Return whether a player would share the game now.

    Whoever has more than two thirds of what wins alone holds out for three
    years more than the others.

    Args:
        variant: The board.
        position: Whose phase is open.
        powers: Of the player.
        patience: Years of play before anybody would.
    """
    years = position.phase.year - variant.start.year
    centers = sum(len(position.centers.get(power, ())) for power in powers)
    wins = max(variant.arrangements.values(), key=lambda a: len(a.seats)).solo_centers
    hopeful = 3 * centers > 2 * wins
    return years >= patience + (_YEARS_OF_HOPE if hopeful else 0)


def first_thoughts(
    variant: Variant,
    position: Position,
    power: str,
    orders: Sequence[str],
    incident: Incident | None,
) -> tuple[str, ...]:
    """Return the orders that the first letter of a phase gives, in normal form.

    They differ from `orders` where the player will think again, or asks for
    something impossible.
    """
    moves = [order for order in orders if isinstance(read_order(order), Move)]
    match incident:
        case Incident.CHANGES_MIND if moves:
            unit = read_order(moves[0])
            assert isinstance(unit, Move)
            return tuple(write_order(Hold(unit.unit)) if o == moves[0] else o for o in orders)
        case Incident.IMPOSSIBLE if moves:
            wish = _impossible(variant, position, power, moves[-1])
            return tuple(wish if order == moves[-1] else order for order in orders)
        case Incident.SILENT_HOLDS:
            return tuple(order for order in orders if not isinstance(read_order(order), Hold))
        case _:
            return tuple(orders)


def _impossible(variant: Variant, position: Position, power: str, order: str) -> str:
    """Return a move of the same unit to a capital it can never reach, if there is one."""
    meant = read_order(order)
    assert isinstance(meant, Move)
    for other in reversed(list(variant.powers.values())):
        wish = Move(meant.unit, other.capital)
        if other.id != power and why_illegal(variant, position, power, wish):
            return write_order(wish)
    return order


def written_in_haste(
    variant: Variant, orders: Sequence[str], power: str, hand: Hand, player: int, chance: Chance
) -> tuple[str, ...]:
    """Return orders as lines in a player's hand, with the slips that the hand is prone to.

    Some leave it open where a unit goes, where a short word fits several
    places; some leave out a letter in a long name.
    """
    texts = dict(zip(orders, say_each(variant, orders, hand), strict=True))
    hasty = chance.percent(_HASTY.get(hand, 0))
    for order, text in texts.items():
        meant = read_order(order)
        if not isinstance(meant, Move):
            continue
        slip = _slip(variant, meant, hand, player, chance, hasty=hasty)
        if slip:
            written, instead = slip
            head, _, tail = text.rpartition(written)
            texts[order] = f"{head}{instead}{tail}"
            break
    return lay_out(texts, hand, variant.powers[power].name)


def _slip(
    variant: Variant, order: Move, hand: Hand, player: int, chance: Chance, *, hasty: bool
) -> tuple[str, str] | None:
    """Return what of an order is written otherwise, and how; None where all is well."""
    vague = vague_place(variant, order)
    if vague and player in _VAGUE and chance.percent(70):
        return words_of(hand).place(variant, order.to), vague
    name = full_place(variant, province_of(order.to))
    if hasty and misspell(name) != name and chance.percent(_SLIPS):
        return name, misspell(name)
    return None
