"""Variants as text: TOML in, `Variant` out, and everything that is wrong with it.

The format is described in docs/formats.md. Provinces, coasts and powers are
written in upper case, as in records.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from pbem.board.position import Unit, province_of
from pbem.board.variant import (
    Arrangement,
    Coin,
    Impassable,
    Names,
    Power,
    Province,
    Terrain,
    Variant,
    first_phase,
)
from pbem.errors import PbemError, VariantError

SCHEMA = "pbem variant 1"
_ID = re.compile(r"[A-Z][A-Z0-9]{1,9}")


def read_variant(text: str, where: str = "variant") -> Variant:
    """Read a variant; `where` names the text in messages.

    Raises:
        VariantError: The text is no variant; all that is wrong is listed.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(f"{where}: not TOML: {error}") from None
    if raw.get("schema") != SCHEMA:
        raise VariantError(f"{where}: its first line should be schema = {SCHEMA!r}")
    try:
        variant = _variant(raw)
    except (KeyError, TypeError, ValueError, AttributeError, PbemError) as error:
        raise VariantError(f"{where}: {_explain(error)}") from None
    findings = check(variant)
    if findings:
        raise VariantError(*(f"{where}: {finding}" for finding in findings))
    return variant


def _explain(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _variant(raw: Mapping[str, Any]) -> Variant:
    powers = {key: _power(key, value) for key, value in raw["powers"].items()}
    return Variant(
        key=raw["key"],
        title=raw["title"],
        provinces={key: _province(key, value) for key, value in raw["provinces"].items()},
        powers=powers,
        start=first_phase(raw["start"]["year"], raw["start"]["season"]),
        arrangements={key: _arrangement(key, value) for key, value in raw["arrangements"].items()},
        names=_names(raw.get("names", {})),
        rulebook=raw.get("rulebook", "2023"),
        unit_kinds=raw.get("unit_kinds", True),
        options=raw.get("options", {}),
        solo_with=tuple(raw.get("solo_with", ())),
        solo_tie=raw.get("solo_tie", "play-on"),
        host_title=raw.get("host_title", "host"),
        settings=raw.get("settings", {}),
        straits=tuple((one, other) for one, other in raw.get("straits", ())),
        impassable=tuple(_impassable(value) for value in raw.get("impassable", ())),
        counts=raw.get("counts", {}),
    )


def _arrangement(key: str, raw: Mapping[str, Any]) -> Arrangement:
    start, coin = raw.get("start"), raw.get("coin")
    return Arrangement(
        key=key,
        seats=tuple(tuple(seat) for seat in raw["seats"]),
        neutral=tuple(raw.get("neutral", ())),
        solo_centers=raw["solo_centers"],
        solo_by=raw.get("solo_by", "power"),
        closed=tuple(sorted(raw.get("closed", ()))),
        start=first_phase(start["year"], start["season"]) if start else None,
        coin=Coin(first_phase(coin["year"], coin["season"]), coin["power"]) if coin else None,
    )


def _impassable(raw: Mapping[str, Any]) -> Impassable:
    return Impassable(raw["name"], tuple(raw.get("touches", ())), tuple(raw.get("separates", ())))


def _power(key: str, raw: Mapping[str, Any]) -> Power:
    return Power(
        id=key,
        name=raw["name"],
        adjective=raw["adjective"],
        letter=raw["letter"],
        aliases=tuple(raw.get("aliases", ())),
        color=raw["color"],
        capital=raw["capital"],
        homes=tuple(raw["homes"]),
        units=tuple(Unit.read(unit) for unit in raw["units"]),
    )


def _province(key: str, raw: Mapping[str, Any]) -> Province:
    fleet = raw.get("fleet", ())
    by_coast = fleet if isinstance(fleet, Mapping) else {"": fleet} if fleet else {}
    return Province(
        id=key,
        name=raw["name"],
        terrain=Terrain(raw["terrain"]),
        center=bool(raw.get("center", "home" in raw)),
        home=raw.get("home"),
        coasts=tuple(coast for coast in by_coast if coast),
        army=tuple(raw.get("army", ())),
        fleet={coast: tuple(places) for coast, places in by_coast.items()},
        aliases=tuple(raw.get("aliases", ())),
        misspellings=tuple(raw.get("misspellings", ())),
        common_words=tuple(raw.get("common_words", ())),
    )


def _names(raw: Mapping[str, Any]) -> Names:
    return Names(
        coast_aliases={
            alias: location
            for location, aliases in raw.get("coasts", {}).items()
            for alias in aliases
        },
        coast_words={
            word: coast for coast, words in raw.get("coast_words", {}).items() for word in words
        },
        ambiguous={
            word: (value.get("means"), tuple(value["may_be"]))
            for word, value in raw.get("ambiguous", {}).items()
        },
    )


def check(variant: Variant) -> list[str]:
    """Return everything that is wrong with a variant, in words; empty if it can be played."""
    return [
        *_wrong_ids(variant),
        *_wrong_borders(variant),
        *_wrong_powers(variant),
        *_wrong_arrangements(variant),
    ]


def _wrong_ids(variant: Variant) -> list[str]:
    return [
        f"province {key!r}: an id is two to ten capital letters and digits"
        for key in variant.provinces
        if not _ID.fullmatch(key)
    ]


def _wrong_borders(variant: Variant) -> list[str]:
    findings = []
    for province in variant.provinces.values():
        for neighbor in province.army:
            other = variant.provinces.get(neighbor)
            if other is None:
                findings.append(f"{province.id}: army border to {neighbor}, which does not exist")
            elif other.terrain is Terrain.SEA:
                findings.append(f"{province.id}: army border to {neighbor}, which is sea")
            elif province.id not in other.army:
                findings.append(f"{province.id} - {neighbor}: army border in one direction only")
        for coast, locations in province.fleet.items():
            here = f"{province.id}/{coast}" if coast else province.id
            for location in locations:
                back = variant.provinces.get(province_of(location))
                if back is None or location not in back.locations:
                    findings.append(f"{here}: fleet border to {location}, which does not exist")
                elif back.terrain is Terrain.INLAND:
                    findings.append(f"{here}: fleet border to {location}, which is inland")
                elif here not in back.fleet.get(location.partition("/")[2], ()):
                    findings.append(f"{here} - {location}: fleet border in one direction only")
    return findings


def _wrong_powers(variant: Variant) -> list[str]:
    findings = []
    for power in variant.powers.values():
        for home in power.homes:
            province = variant.provinces.get(home)
            if province is None or province.home != power.id:
                findings.append(f"{power.id}: home {home} is not marked as its home")
        for unit in power.units:
            if not variant.can_stand(unit):
                findings.append(f"{power.id}: starting unit {unit} cannot stand there")
        if power.capital not in variant.provinces:
            findings.append(f"{power.id}: capital {power.capital} does not exist")
    for province in variant.provinces.values():
        if province.home and province.home not in variant.powers:
            findings.append(f"{province.id}: home of {province.home}, which does not exist")
        elif province.home and province.id not in variant.powers[province.home].homes:
            findings.append(f"{province.id}: not among the homes of {province.home}")
    return findings


def _wrong_arrangements(variant: Variant) -> list[str]:
    findings = []
    for arrangement in variant.arrangements.values():
        named = [power for seat in arrangement.seats for power in seat] + list(arrangement.neutral)
        if sorted(named) != sorted(variant.powers):
            findings.append(f"arrangement {arrangement.key}: each power belongs in it exactly once")
        if not 0 < arrangement.solo_centers <= len(variant.centers):
            findings.append(
                f"arrangement {arrangement.key}: {arrangement.solo_centers} centers cannot win, "
                f"the board has {len(variant.centers)}"
            )
    return findings
