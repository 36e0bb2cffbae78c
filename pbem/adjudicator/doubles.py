"""Several orders for one unit: which of them counts (DATC 4.D.3)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.rulebook import Surplus


def choose(rule: Surplus, orders: Sequence[str], legal: Sequence[bool]) -> int:
    """Return which of the orders for one unit counts, by its place in the list.

    Illegal orders are passed over (DATC 4.E.1) and an order that is repeated is one
    order; only where two that are left differ does the rulebook choose.

    Args:
        rule: `first`, `last` or `none`: that no order counts.
        orders: All for the same unit, as they came in; not empty.
        legal: Whether each of them is legal.

    Returns:
        -1 where none counts; the first where all are illegal.
    """
    left = [number for number in range(len(orders)) if legal[number]]
    if not left:
        return 0
    if len({orders[number] for number in left}) == 1 or rule == "first":
        return left[0]
    return left[-1] if rule == "last" else -1


def why_not(unit: str, orders: Sequence[str], chosen: int, number: int) -> str:
    """Return why a legal order for a unit does not count, in words.

    `chosen` is what `choose` returned, `number` another place in the list.
    """
    if chosen < 0:
        return f"{unit} has several orders, so none counts"
    if orders[number] == orders[chosen]:
        return f"{unit} already has this order"
    if number < chosen:
        return f"{unit} has a later order"
    return f"{unit} already has an order"
