"""Attacks that come from the sea: convoyed armies by the rule of the last fleet (DATC 4.A.4).

Where the rulebook says so, a convoyed army attacks from where the last fleet of its
convoy is, its *gate*, and not from where it started. A unit that moves onto the gate
of an army that comes for its own place *faces* it: they meet head to head.
"""

from __future__ import annotations

from pbem.adjudicator.compiled import BEYOND_REACH
from pbem.adjudicator.field import Field
from pbem.adjudicator.routes import fleets_in, on_routes


def find_gates(field: Field) -> None:
    """Note the gates of armies that are sent by sea, and the units that face them.

    Where routes end in several fleets the gate is -1: the attack does not come from
    one place. An army that may yet go by land has none.
    """
    board = field.board
    falls_back = field.rulebook.convoy_falls_back_to_land
    for army, carriers in field.carriers.items():
        sea = field.by_sea[army]
        if sea == BEYOND_REACH or (sea and not falls_back):
            target = field.target[army]
            touches = board.touches[target]
            routes = on_routes(board, fleets_in(board, carriers), army, target)
            last = [fleet for fleet in carriers if board.sea_bit[fleet] & routes & touches]
            gate = field.gates[army] = last[0] if len(last) == 1 else -1
            if gate >= 0 and field.target[target] == gate:
                field.facing[army] = target
                field.facing[target] = army
