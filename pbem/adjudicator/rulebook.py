"""Rulebooks: the choices that editions of the rules leave open or make differently.

A `Rulebook` is a value with one field for each choice. Chapter 4 of the DATC
(Diplomacy Adjudicator Test Cases, by L. B. Kruijswijk, version 3.2) numbers the
issues; docs/rules.md says what each option does. `2023`, the default, follows
the preferences of the DATC.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, get_args, get_type_hints

from pbem.errors import ConfigError

ConvoyParadox = Literal["szykman", "1971", "1982", "2000", "all-hold"]
ConvoyRoutes = Literal["any", "all"]
ConvoyIntent = Literal["own-fleet-or-via", "via", "opposite-move"]
ConvoyAttack = Literal["army", "last-fleet"]
DislodgedEffect = Literal["head-to-head", "never"]
CoastMissing = Literal["illegal", "default"]
CoastOnly = Literal["infer", "illegal"]
CoastUnreachable = Literal["illegal", "ignored"]
SupportCoast = Literal["optional", "own-or-only", "required", "ignored"]
WrittenCoast = Literal["ignored", "illegal"]
FleetInland = Literal["illegal", "army"]
Surplus = Literal["first", "last", "none"]
AutoDisband = Literal["owned-centers", "home-centers", "capital"]


@dataclass(frozen=True)
class Rulebook:
    """The rules a game is judged by.

    Attributes:
        name: Name of the edition or preset it started from.
        convoy_paradox: What settles a convoy that decides about itself (4.A.2).
        convoy_routes: Whether a convoy needs `any` of its routes or `all` (4.A.1).
        convoy_intent: What sends an army by sea to a neighboring province (4.A.3).
        convoy_falls_back_to_land: Whether such an army goes by land when its
            convoy is missing or broken (4.A.3).
        convoy_attack_from: Where the attack of a convoyed army comes from (4.A.4):
            where the `army` started, or where the `last-fleet` of its convoy is.
        retreat_to_convoy_origin: Whether a unit may retreat to where an attacker
            that came by convoy started (4.A.5).
        dislodged_effect: When a dislodged unit still keeps others out of the
            province its attacker came from (4.A.7): always but after a
            `head-to-head` battle, or `never`.
        coast_missing: A fleet's move that needs a coast and has none (4.B.1).
        coast_only: The same where only one coast can be reached (4.B.2).
        coast_unreachable: A fleet's move to the coast it cannot reach (4.B.3).
        support_coast: Whether the coast may be left out in the support of a
            fleet's move (4.B.4): always (`optional`), in support of an own unit
            or where only one can be reached (`own-or-only`), never (`required`);
            or coasts count for nothing there (`ignored`).
        unit_coast: A wrong coast for where a fleet stands (4.B.5).
        army_coast: A coast written for an army (4.B.6).
        build_coast: A fleet's build that needs a coast and has none (4.B.7).
        fleet_inland: A fleet built in an inland center (4.C.4).
        double_orders: Which of two legal orders for one unit counts (4.D.3).
        surplus_builds: Which builds count when there are too many (4.D.4).
        double_builds: Which of two builds in one center counts (4.D.5).
        surplus_disbands: Which disbands count when there are too many (4.D.6).
        auto_disband: What the distance of units is measured from when nobody
            says which are disbanded (4.D.8).
        illegal_move_holds: Whether a unit with an illegal move may be supported
            to hold (4.E.1).
    """

    name: str = "2023"
    convoy_paradox: ConvoyParadox = "szykman"
    convoy_routes: ConvoyRoutes = "any"
    convoy_intent: ConvoyIntent = "own-fleet-or-via"
    convoy_falls_back_to_land: bool = False
    convoy_attack_from: ConvoyAttack = "army"
    retreat_to_convoy_origin: bool = True
    dislodged_effect: DislodgedEffect = "head-to-head"
    coast_missing: CoastMissing = "illegal"
    coast_only: CoastOnly = "infer"
    coast_unreachable: CoastUnreachable = "illegal"
    support_coast: SupportCoast = "optional"
    unit_coast: WrittenCoast = "ignored"
    army_coast: WrittenCoast = "ignored"
    build_coast: CoastMissing = "illegal"
    fleet_inland: FleetInland = "illegal"
    double_orders: Surplus = "none"
    surplus_builds: Surplus = "first"
    double_builds: Surplus = "first"
    surplus_disbands: Surplus = "first"
    auto_disband: AutoDisband = "owned-centers"
    illegal_move_holds: bool = True

    def __hash__(self) -> int:
        """Return the hash of the name, which is quick; few rulebooks have the same."""
        return hash(self.name)


_NAMED: Mapping[str, Mapping[str, Any]] = {
    "2023": {},
    "2000": {
        "convoy_paradox": "2000",
        "convoy_falls_back_to_land": True,
        "auto_disband": "home-centers",
    },
    "1982": {
        "convoy_paradox": "1982",
        "convoy_falls_back_to_land": True,
        "auto_disband": "home-centers",
    },
    "1971": {
        "convoy_paradox": "1971",
        "convoy_routes": "all",
        "convoy_intent": "opposite-move",
        "auto_disband": "home-centers",
    },
    "forum": {"convoy_paradox": "2000", "auto_disband": "capital"},
    "era-of-empire": {},
    "zorbees": {"auto_disband": "capital"},
}

HOUSE_RULES: Mapping[str, Mapping[str, Any]] = {
    "adjacent_convoy_needs_via": {"convoy_intent": "via"},
    "via_falls_back_to_land": {"convoy_falls_back_to_land": True},
    "automatic_disbands_by_home_distance": {"auto_disband": "home-centers"},
    "retreats_unfiltered_after_convoy": {},
}

_HINTS = {name: hint for name, hint in get_type_hints(Rulebook).items() if name != "name"}
OPTIONS: Mapping[str, tuple[object, ...]] = {
    name: (False, True) if hint is bool else get_args(hint) for name, hint in _HINTS.items()
}
NAMES: tuple[str, ...] = tuple(_NAMED)


@lru_cache(maxsize=64)
def rulebook(name: str) -> Rulebook:
    """Return a rulebook by its name, `2023`.

    Raises:
        ConfigError: There is no rulebook of that name.
    """
    if name not in _NAMED:
        raise ConfigError(f"there is no rulebook {name[:60]!r}; there are {', '.join(NAMES)}")
    return Rulebook(name=name, **_NAMED[name])


def read_rulebook(raw: object) -> Rulebook:
    """Read a rulebook as records write it.

    Takes a name (`"2023"`; a number is read as its digits) or an object with
    `name` (`2023` where missing) and options, `-` and `_` alike in their names;
    `house_rules` is a list of tags, each of which sets options.

    Raises:
        ConfigError: A name, an option, a value or a tag that does not exist; the
            message says which, and what there is.
    """
    if isinstance(raw, int) and not isinstance(raw, bool):
        return rulebook(str(raw))
    if isinstance(raw, str):
        return rulebook(raw)
    if not isinstance(raw, Mapping):
        raise ConfigError(f"rules: expected a name or an object, not {raw!r}")
    base = rulebook(str(raw.get("name", "2023")))
    changes: dict[str, Any] = {}
    for key, value in raw.items():
        option = str(key).replace("-", "_")
        if option == "house_rules":
            for tag in _tags(value):
                changes.update(HOUSE_RULES[tag])
        elif option != "name":
            changes[option] = _value(option, value)
    return _interned(base, tuple(sorted(changes.items())))


@lru_cache(maxsize=256)
def _interned(base: Rulebook, changes: tuple[tuple[str, Any], ...]) -> Rulebook:
    return replace(base, **dict(changes)) if changes else base


def write_rulebook(rules: Rulebook) -> str | dict[str, object]:
    """Return a rulebook as records write it: its name, or that and what differs from it."""
    base = rulebook(rules.name)
    changes = {
        field.name: getattr(rules, field.name)
        for field in fields(Rulebook)
        if getattr(rules, field.name) != getattr(base, field.name)
    }
    return {"name": rules.name, **changes} if changes else rules.name


def _tags(value: object) -> Iterable[str]:
    if not isinstance(value, list | tuple):
        raise ConfigError(f"house_rules: expected a list of tags, not {value!r}")
    for tag in value:
        if not isinstance(tag, str) or tag not in HOUSE_RULES:
            raise ConfigError(
                f"house_rules: there is no tag {tag!r}; there are {', '.join(HOUSE_RULES)}"
            )
    return value


def _value(option: str, value: object) -> object:
    if option not in OPTIONS:
        raise ConfigError(f"rules: there is no option {option!r}; there are {', '.join(OPTIONS)}")
    for allowed in OPTIONS[option]:
        if value == allowed and type(value) is type(allowed):
            return allowed
    choices = ", ".join(str(allowed).lower() for allowed in OPTIONS[option])
    raise ConfigError(f"rules: {option} cannot be {value!r}; it can be {choices}")
