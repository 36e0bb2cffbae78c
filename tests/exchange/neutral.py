"""A foreign game in the neutral form of the shared data, to be compared with what it must be."""

from __future__ import annotations

from typing import Any

from pbem.exchange.foreign import ForeignPhase

NOT_OURS = frozenset({"game", "source", "refjudge", "house_rules", "variant", "players"})
"""Members that say something of the source, or of another engine."""

_MEMBERS = (
    "units",
    "centers",
    "orders",
    "dislodged",
    "retreats",
    "attackers",
    "standoffs",
    "no_order",
    "refused",
    "unused_builds",
    "default_removals",
)


def neutral(phase: ForeignPhase) -> Any:
    """Return a phase in the neutral form, without what is empty, lists in order."""
    after = phase.after
    found: dict[str, Any] = {name: getattr(phase, name) for name in _MEMBERS}
    found["phase"] = str(phase.phase)
    found["result"] = {
        "units": after.units,
        "centers": after.centers,
        "dislodged": after.dislodged,
        "retreats": after.retreats,
        "order_results": after.marks,
    }
    return tidy(found)


def expected(raw: dict[str, Any]) -> Any:
    """Return what the data expects, as `neutral` returns it."""
    return tidy({name: value for name, value in raw.items() if name not in NOT_OURS})


def tidy(value: Any, *, whole: bool = False) -> Any:
    """Return a value with lists in order, and without members that are empty.

    Args:
        value: Of the neutral form.
        whole: Whether empty members count: a unit with no way out is destroyed.
    """
    if isinstance(value, dict | tuple | list) or hasattr(value, "items"):
        if hasattr(value, "items"):
            kept = {
                key: tidy(item, whole=key == "retreats" or whole) for key, item in value.items()
            }
            return kept if whole else {k: v for k, v in kept.items() if v not in ([], {})}
        return sorted(value)
    return value
