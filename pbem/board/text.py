"""Variants as text: TOML in, `Variant` out, or everything that is wrong with it.

The format is described in docs/formats.md. Provinces, coasts and powers are
written in upper case, as in records. Members that are not known are passed over.
"""

from __future__ import annotations

from typing import Any

from pbem.board.checks import check
from pbem.board.members import Members
from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.position import Unit
from pbem.board.toml import read_toml
from pbem.board.variant import (
    Arrangement,
    Coin,
    Impassable,
    Names,
    Power,
    Province,
    Terrain,
    Variant,
)
from pbem.errors import UnreadableError, VariantError

SCHEMA = "pbem variant 1"
_OPTIONS: dict[str, tuple[object, ...]] = {
    "build_where": ("owned-home", "any-owned-center"),
    "conversion": (False, True),
    "convoy": (True, False),
}


def read_variant(text: str, where: str = "variant") -> Variant:
    """Read a variant; `where` names the text in messages.

    Raises:
        VariantError: The text is no variant that can be played; all that is wrong
            is listed.
    """
    variant, wrong, _ = _read(text)
    if variant is None or wrong:
        raise VariantError(*(f"{where}: {finding}" for finding in wrong))
    return variant


def check_text(text: str) -> list[str]:
    """Return everything that is wrong with the text of a variant, in words.

    Members that nobody knows are among it: they are likely to be slips. Empty if
    there is nothing to say.
    """
    _, wrong, strays = _read(text)
    return wrong + strays


def _read(text: str) -> tuple[Variant | None, list[str], list[str]]:
    """Return a variant as far as it can be made out, what is wrong, and unknown members."""
    try:
        raw = read_toml(text)
    except ValueError as error:
        return None, [f"not TOML: {error}"], []
    if raw.get("schema") != SCHEMA:
        return None, [f"its first line should be schema = {SCHEMA!r}"], []
    members = Members(raw, "", [], [])
    variant = _variant(members)
    # A board that cannot be made out says nothing more that is of use.
    if variant.provinces and variant.powers:
        members.wrong.extend(check(variant))
    return variant, members.wrong, members.strays


def _variant(top: Members) -> Variant:
    top.text("schema")
    unit_kinds = top.flag("unit_kinds", True)
    variant = Variant(
        key=top.text("key"),
        title=top.text("title"),
        provinces={
            key: _province(key, table)
            for key, table in top.tables("provinces", required=True).items()
        },
        powers={
            key: _power(key, table) for key, table in top.tables("powers", required=True).items()
        },
        start=_first_phase(top.table("start", required=True)),
        arrangements={
            key: _arrangement(key, table)
            for key, table in top.tables("arrangements", required=True).items()
        },
        names=_names(top.table("names")),
        rulebook=top.text("rulebook", "2023"),
        unit_kinds=unit_kinds,
        options=_options(top.table("options")),
        solo_with=top.texts("solo_with"),
        solo_tie=top.choice("solo_tie", ("play-on", "shared"), "play-on"),
        host_title=top.text("host_title", "host"),
        settings=_settings(top.table("settings")),
        straits=tuple(_pair(top, pair) for pair in top.lists("straits")),
        impassable=tuple(map(_impassable, top.several("impassable"))),
        counts=_counts(top.table("counts")),
    )
    top.close()
    return variant


def _first_phase(table: Members | None) -> Phase:
    """Return the movement phase of a year and a season in words."""
    if table is None:
        return Phase(1901, Season.SPRING, PhaseKind.MOVEMENT)
    season = Season[table.choice("season", ("spring", "fall")).upper()]
    phase = Phase(table.number("year"), season, PhaseKind.MOVEMENT)
    if not 100 <= phase.year < 100_000:
        table.say(f"year is {phase.year}; a year has three to five digits")
    table.close()
    return phase


def _arrangement(key: str, table: Members) -> Arrangement:
    start, coin = table.table("start"), table.table("coin")
    arrangement = Arrangement(
        key=key,
        seats=table.lists("seats", required=True),
        neutral=table.texts("neutral"),
        solo_centers=table.number("solo_centers"),
        solo_by=table.choice("solo_by", ("power", "player"), "power"),
        closed=tuple(sorted(table.texts("closed"))),
        start=_first_phase(start) if start else None,
        coin=_coin(coin) if coin else None,
    )
    table.close()
    return arrangement


def _coin(table: Members) -> Coin:
    power = table.text("power")
    return Coin(_first_phase(table), power)


def _power(key: str, table: Members) -> Power:
    units = []
    for text in table.texts("units", required=True):
        try:
            units.append(Unit.read(text))
        except UnreadableError as error:
            table.say(f"units: {error}")
    power = Power(
        id=key,
        name=table.text("name"),
        adjective=table.text("adjective"),
        letter=table.text("letter"),
        aliases=table.texts("aliases"),
        color=table.text("color"),
        capital=table.text("capital"),
        homes=table.texts("homes", required=True),
        units=tuple(units),
    )
    table.close()
    return power


def _province(key: str, table: Members) -> Province:
    terrain = Terrain(table.choice("terrain", tuple(Terrain)))
    home = table.text("home", "") or None
    army = table.texts("army")
    fleet = _fleet(table)
    if terrain is Terrain.OPEN and not fleet:
        fleet = {"": army}
    province = Province(
        id=key,
        name=table.text("name"),
        terrain=terrain,
        center=table.flag("center", home is not None),
        home=home,
        coasts=tuple(coast for coast in fleet if coast),
        army=army,
        fleet=fleet,
        aliases=table.texts("aliases"),
        misspellings=table.texts("misspellings"),
        common_words=table.texts("common_words"),
    )
    table.close()
    return province


def _fleet(table: Members) -> dict[str, tuple[str, ...]]:
    if not table.is_table("fleet"):
        places = table.texts("fleet")
        return {"": places} if places else {}
    by_coast = table.table("fleet")
    return {coast: by_coast.texts(coast) for coast in by_coast.names()} if by_coast else {}


def _names(table: Members | None) -> Names:
    if table is None:
        return Names()
    names = Names(
        coast_aliases=_by_word(table.table("coasts")),
        coast_words=_by_word(table.table("coast_words")),
        ambiguous={word: _doubt(one) for word, one in table.tables("ambiguous").items()},
        languages={
            language: {province: one.texts(province) for province in one.names()}
            for language, one in table.tables("languages").items()
        },
    )
    table.close()
    return names


def _by_word(table: Members | None) -> dict[str, str]:
    """Return what lists of words stand for, by word."""
    if table is None:
        return {}
    return {word: meant for meant in table.names() for word in table.texts(meant)}


def _doubt(table: Members) -> tuple[str | None, tuple[str, ...]]:
    doubt = table.text("means", "") or None, table.texts("may_be", required=True)
    table.close()
    return doubt


def _options(table: Members | None) -> dict[str, Any]:
    options = table.plain() if table else {}
    for name, value in options.items():
        if table and name not in _OPTIONS:
            table.say(f"there is no option {name}; there are {', '.join(_OPTIONS)}")
        elif table and value not in _OPTIONS[name]:
            choices = ", ".join(str(choice).lower() for choice in _OPTIONS[name])
            table.say(f"{name} is {value!r}; it can be {choices}")
    return options


def _settings(table: Members | None) -> dict[str, str]:
    return {name: table.text(name) for name in table.names()} if table else {}


def _pair(top: Members, pair: tuple[str, ...]) -> tuple[str, str]:
    if len(pair) == 2:
        return pair[0], pair[1]
    top.say(f"straits: {list(pair)} is no pair of provinces")
    return "", ""


def _impassable(table: Members) -> Impassable:
    found = Impassable(table.text("name"), table.texts("touches"), table.texts("separates"))
    table.close()
    return found


def _counts(table: Members | None) -> dict[str, int]:
    return {name: table.number(name) for name in table.names()} if table else {}
