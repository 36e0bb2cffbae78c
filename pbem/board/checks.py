"""What is wrong with a board, found all at once.

A board may be given as far as it could be made out: nothing is taken for granted
here, not even that a province exists because another borders on it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.board.phase import Season
from pbem.board.position import UnitKind, province_of
from pbem.board.variant import Arrangement, Power, Province, Terrain, Variant

_KEY = re.compile(r"[a-z][a-z0-9-]{1,30}")
_ID = re.compile(r"[A-Z][A-Z0-9]{1,9}")
_POWER_ID = re.compile(r"[A-Z][A-Z0-9]{1,29}")
_COAST = re.compile(r"[A-Z]{2}")
_COLOR = re.compile(r"#[0-9a-f]{6}")
_WORDS = re.compile(r"[^\W_]+")
_MOST_LISTED = 12


def check(variant: Variant) -> list[str]:
    """Return everything that is wrong with a variant, in words; empty if it can be played."""
    return [
        *_wrong_ids(variant),
        *_wrong_terrain(variant),
        *_wrong_borders(variant),
        *_unreachable(variant),
        *_wrong_names(variant),
        *_foreign_names(variant),
        *_wrong_words(variant),
        *_wrong_powers(variant),
        *_wrong_homes(variant),
        *_wrong_units(variant),
        *_wrong_arrangements(variant),
        *_wrong_rules(variant),
        *_wrong_marks(variant),
        *_wrong_counts(variant),
    ]


# provinces


def _wrong_ids(variant: Variant) -> Iterator[str]:
    if not _KEY.fullmatch(variant.key):
        yield f"key {variant.key!r}: a key is small letters, digits and hyphens"
    for key, province in variant.provinces.items():
        if not _ID.fullmatch(key):
            yield f"province {key!r}: an id is two to ten capital letters and digits"
        for coast in province.coasts:
            if not _COAST.fullmatch(coast):
                yield f"{key}/{coast}: a coast is two capital letters, such as NC"
    for power in variant.powers:
        if not _POWER_ID.fullmatch(power):
            yield f"power {power!r}: an id is two to thirty capital letters and digits"


def _wrong_terrain(variant: Variant) -> Iterator[str]:
    for province in variant.provinces.values():
        is_open = province.terrain is Terrain.OPEN
        if is_open and variant.unit_kinds:
            yield f"{province.id}: open terrain belongs to a board with unit_kinds = false"
        elif not is_open and not variant.unit_kinds:
            yield f"{province.id}: a board with unit_kinds = false has open terrain only"
        if province.terrain is Terrain.SEA and province.army:
            yield f"{province.id}: an army cannot be in a sea, so it has no army borders"
        if province.terrain is Terrain.INLAND and province.fleet:
            yield f"{province.id}: a fleet cannot be inland, so it has no fleet borders"
        if province.terrain is Terrain.COASTAL and not any(province.fleet.values()):
            yield f"{province.id}: a coastal province has fleet borders; without any it is inland"
        if is_open and province.fleet != {"": province.army}:
            yield f"{province.id}: on open terrain fleets go where armies go"
        for places in (province.army, *province.fleet.values()):
            for place, times in Counter(places).items():
                if times > 1:
                    yield f"{province.id}: {place} is listed {times} times"


def _wrong_borders(variant: Variant) -> Iterator[str]:
    for province in variant.provinces.values():
        for neighbor in province.army:
            yield from _wrong_army_border(variant, province, neighbor)
        for coast, locations in province.fleet.items():
            here = f"{province.id}/{coast}" if coast else province.id
            for location in locations:
                yield from _wrong_fleet_border(variant, here, location)


def _wrong_army_border(variant: Variant, province: Province, neighbor: str) -> Iterator[str]:
    other = variant.provinces.get(neighbor)
    if neighbor == province.id:
        yield f"{province.id}: army border to itself"
    elif other is None:
        yield f"{province.id}: army border to {neighbor}, which does not exist"
    elif other.terrain is Terrain.SEA:
        yield f"{province.id}: army border to {neighbor}, which is sea"
    elif province.id not in other.army:
        yield (
            f"{province.id} - {neighbor}: army border in one direction only; "
            f"{neighbor} does not list {province.id}"
        )


def _wrong_fleet_border(variant: Variant, here: str, location: str) -> Iterator[str]:
    back = variant.provinces.get(province_of(location))
    if province_of(location) == province_of(here):
        yield f"{here}: fleet border to itself"
    elif back is None:
        yield f"{here}: fleet border to {location}, which does not exist"
    elif back.terrain is Terrain.INLAND:
        yield f"{here}: fleet border to {location}, which is inland"
    elif location not in back.locations:
        yield f"{here}: fleet border to {location}; there is {' and '.join(back.locations)}"
    elif here not in back.fleet.get(location.partition("/")[2], ()):
        yield (
            f"{here} - {location}: fleet border in one direction only; "
            f"{location} does not list {here}"
        )


def _unreachable(variant: Variant) -> Iterator[str]:
    """Report each part of the board that no unit can come to from the greatest."""
    joined: dict[str, set[str]] = {key: set() for key in variant.provinces}
    for key, province in variant.provinces.items():
        for place in (*province.army, *(x for places in province.fleet.values() for x in places)):
            other = province_of(place)
            if other in joined:
                joined[key].add(other)
                joined[other].add(key)
    parts = []
    left = dict.fromkeys(variant.provinces)
    while left:
        part = [left.popitem()[0]]
        for key in part:
            near = sorted(joined[key] & left.keys())
            part += near
            for other in near:
                del left[other]
        parts.append(part)
    parts.sort(key=len, reverse=True)
    for part in parts[1:]:
        yield f"{_listed(sorted(part))}: nothing joins this to the rest of the board"


# names


def _wrong_names(variant: Variant) -> Iterator[str]:
    """Report names that several provinces have, unless the text says what they may mean."""
    owners: dict[str, set[str]] = {}
    for province in variant.provinces.values():
        named = (province.id, province.name, *province.aliases, *province.misspellings)
        for name in named:
            owners.setdefault(_plain(name), set()).add(province.id)
    doubtful = set(map(_plain, variant.names.ambiguous))
    for name, provinces in sorted(owners.items()):
        if not name:
            yield f"{_listed(sorted(provinces))}: a name without letters or digits"
        elif len(provinces) > 1 and name not in doubtful:
            yield (
                f"{name!r} names {' and '.join(sorted(provinces))}; "
                "names.ambiguous can say what it may be"
            )
    for province in variant.provinces.values():
        own = {_plain(x) for x in (province.id, province.name, *province.aliases)}
        own |= {_plain(x) for x in province.misspellings}
        own |= {
            _plain(word)
            for word, (_, may_be) in variant.names.ambiguous.items()
            if province.id in may_be
        }
        for word in province.common_words:
            if _plain(word) not in own:
                yield f"{province.id}: common word {word!r} is none of its names"


def _foreign_names(variant: Variant) -> Iterator[str]:
    """Report names in other languages that are another province's, or lead nowhere."""
    owners = {
        _plain(name): province.id
        for province in variant.provinces.values()
        for name in (province.id, province.name, *province.aliases, *province.misspellings)
    }
    for language, names in variant.names.languages.items():
        for province, words in names.items():
            where = f"names.languages.{language}"
            if province not in variant.provinces:
                yield f"{where}: {province} does not exist"
                continue
            for word in words:
                other = owners.setdefault(_plain(word), province)
                if other != province:
                    yield f"{where}: {word!r} is {province} and {other}"


def _plain(name: str) -> str:
    return "".join(_WORDS.findall(name.casefold()))


def _wrong_words(variant: Variant) -> Iterator[str]:
    """Report names of locations and doubtful words that lead nowhere."""
    for alias, location in variant.names.coast_aliases.items():
        if location not in variant.locations:
            yield f"names.coasts: {alias!r} is {location}, which does not exist"
    for coast in sorted(set(variant.names.coast_words.values())):
        if not _COAST.fullmatch(coast):
            yield f"names.coast_words: {coast}: a coast is two capital letters, such as NC"
    for word, (means, may_be) in variant.names.ambiguous.items():
        where = f"names.ambiguous.{word}"
        for key in may_be:
            if key not in variant.provinces:
                yield f"{where}: it may be {key}, which does not exist"
        if means is not None and means not in may_be:
            yield f"{where}: it means {means}, which is not among what it may be"


# powers


def _wrong_powers(variant: Variant) -> Iterator[str]:
    owners: dict[str, set[str]] = {}
    for power in variant.powers.values():
        for name in (power.id, power.name, power.adjective, *power.aliases):
            owners.setdefault(_plain(name), set()).add(power.id)
        if not (len(power.letter) == 1 and "A" <= power.letter <= "Z"):
            yield f"{power.id}: letter {power.letter!r} should be one capital letter"
        if not _COLOR.fullmatch(power.color):
            yield f"{power.id}: color {power.color!r} should be like #1f3b8c"
    for name, powers in sorted(owners.items()):
        if len(powers) > 1:
            yield f"{name!r} names {' and '.join(sorted(powers))}"
    yield from _shared("letter", ((power.letter, power.id) for power in variant.powers.values()))
    yield from _shared("color", ((power.color, power.id) for power in variant.powers.values()))


def _shared(what: str, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    owners: dict[str, list[str]] = {}
    for value, power in pairs:
        owners.setdefault(value, []).append(power)
    for value, powers in owners.items():
        if len(powers) > 1:
            yield f"{' and '.join(powers)} have the same {what} {value}"


def _wrong_homes(variant: Variant) -> Iterator[str]:
    for power in variant.powers.values():
        if not power.homes:
            yield f"{power.id}: it has no homes"
        for home in power.homes:
            province = variant.provinces.get(home)
            if province is None:
                yield f"{power.id}: home {home} does not exist"
            elif province.home != power.id:
                yield f"{power.id}: home {home} is not marked as its home"
        if power.capital not in variant.provinces:
            yield f"{power.id}: capital {power.capital} does not exist"
    for province in variant.provinces.values():
        if province.home and province.home not in variant.powers:
            yield f"{province.id}: home of {province.home}, which does not exist"
        elif province.home and province.id not in variant.powers[province.home].homes:
            yield f"{province.id}: not among the homes of {province.home}"
        if province.home and not province.center:
            yield f"{province.id}: home of {province.home}, but no supply center"


def _wrong_units(variant: Variant) -> Iterator[str]:
    standing: dict[str, str] = {}
    for power in variant.powers.values():
        for unit in power.units:
            if unit.province not in variant.provinces:
                yield f"{power.id}: starting unit {unit} is nowhere: no {unit.province}"
            elif not variant.can_stand(unit):
                yield f"{power.id}: starting unit {unit} cannot stand there"
            elif not variant.unit_kinds and unit.kind is not UnitKind.ARMY:
                yield f"{power.id}: starting unit {unit}: without unit kinds, all are armies"
            other = standing.setdefault(unit.province, power.id)
            if other != power.id:
                yield f"{power.id}: starting unit {unit} stands where one of {other} does"
        for place, times in Counter(unit.province for unit in power.units).items():
            if times > 1:
                yield f"{power.id}: {times} units start in {place}"


# how it is played


def _wrong_arrangements(variant: Variant) -> Iterator[str]:
    if not variant.arrangements:
        yield "there is no arrangement, so nobody can play"
    for arrangement in variant.arrangements.values():
        for finding in (
            *_wrong_seats(variant, arrangement),
            *_wrong_number(variant, arrangement),
            *_wrong_coin(variant, arrangement),
        ):
            yield f"arrangement {arrangement.key}: {finding}"


def _wrong_seats(variant: Variant, arrangement: Arrangement) -> Iterator[str]:
    seated = Counter(power for seat in arrangement.seats for power in seat)
    named = seated + Counter(arrangement.neutral)
    if len(arrangement.seats) < 2:
        yield "it takes two players at least"
    if not all(arrangement.seats):
        yield "a seat without a power"
    for power, times in named.items():
        if power not in variant.powers:
            yield f"there is no power {power}"
        elif times > 1:
            yield f"{power} belongs in it once, not {times} times"
    missing = [power for power in variant.powers if power not in named]
    if missing:
        yield f"{_listed(missing)} is missing; a power that nobody plays is neutral"


def _wrong_number(variant: Variant, arrangement: Arrangement) -> Iterator[str]:
    need = arrangement.solo_centers
    if not 0 < need <= len(variant.centers):
        yield f"{need} centers cannot win, the board has {len(variant.centers)}"
        return
    sides = arrangement.seats
    if arrangement.solo_by == "power":
        sides = tuple((power,) for seat in arrangement.seats for power in seat)
    for side in sides:
        homes = [home for power in side for home in _homes(variant.powers.get(power))]
        if len(homes) >= need and set(variant.solo_with) <= set(homes):
            yield f"{' + '.join(side)} starts with {len(homes)} centers, and {need} win"


def _homes(power: Power | None) -> tuple[str, ...]:
    return power.homes if power else ()


def _wrong_coin(variant: Variant, arrangement: Arrangement) -> Iterator[str]:
    for province in arrangement.closed:
        if province not in variant.provinces:
            yield f"closed: there is no province {province}"
    coin = arrangement.coin
    if coin is None:
        if arrangement.closed:
            yield "closed provinces stay closed, since there is no coin"
        return
    if coin.power not in arrangement.neutral:
        yield f"coin: {coin.power} is not neutral"
    if len(arrangement.seats) != 2:
        yield f"coin: it chooses one of two seats, and there are {len(arrangement.seats)}"
    if coin.after.season is not Season.FALL:
        yield "coin: it falls before adjustments, so after a fall"
    if coin.after < (arrangement.start or variant.start):
        yield f"coin: {coin.after.turn} is before the game starts"


def _wrong_rules(variant: Variant) -> Iterator[str]:
    for center in variant.solo_with:
        if center not in variant.centers:
            yield f"solo_with: {center} is no supply center"
    if variant.options.get("conversion") and not variant.unit_kinds:
        yield "options.conversion: without unit kinds there is nothing to convert"


def _wrong_marks(variant: Variant) -> Iterator[str]:
    """Report straits and impassable places that the borders do not bear out."""
    for one, other in variant.straits:
        if one not in variant.provinces or other not in variant.provinces:
            yield f"straits: {one} - {other} is no pair of provinces"
        elif other not in variant.provinces[one].army:
            yield f"straits: {one} - {other} is no border of armies"
    for mark in variant.impassable:
        for key in (*mark.touches, *mark.separates):
            if key not in variant.provinces:
                yield f"impassable: {mark.name}: there is no province {key}"
        for one in mark.separates:
            for other in mark.separates:
                if other in _around(variant, one):
                    yield f"impassable: {mark.name}: {one} and {other} border on each other"


def _around(variant: Variant, key: str) -> set[str]:
    province = variant.provinces.get(key)
    if province is None:
        return set()
    by_fleet = (province_of(place) for places in province.fleet.values() for place in places)
    return {*province.army, *by_fleet}


# counts


def counts_of(variant: Variant) -> dict[str, int]:
    """Return how many of everything there is, by the names of `[counts]`."""
    provinces = variant.provinces.values()
    terrains = Counter(province.terrain for province in provinces)
    homes = sum(province.home is not None for province in provinces)
    army = {frozenset((p.id, other)) for p in provinces for other in p.army}
    fleet = {
        frozenset((f"{p.id}/{coast}" if coast else p.id, other))
        for p in provinces
        for coast, others in p.fleet.items()
        for other in others
    }
    return {
        "provinces": len(variant.provinces),
        **{terrain.value: terrains[terrain] for terrain in Terrain},
        "centers": len(variant.centers),
        "home_centers": homes,
        "neutral_centers": len(variant.centers) - homes,
        "units": sum(len(power.units) for power in variant.powers.values()),
        "army_borders": len(army),
        "fleet_borders": len(fleet),
    }


def _wrong_counts(variant: Variant) -> Iterator[str]:
    found = counts_of(variant)
    for name, said in variant.counts.items():
        if name not in found:
            yield f"counts: there is no count {name}; there are {', '.join(found)}"
        elif said != found[name]:
            yield f"counts: {name} should be {said}, and there are {found[name]}"


def _listed(names: list[str]) -> str:
    if len(names) > _MOST_LISTED:
        return f"{', '.join(names[:_MOST_LISTED])} and {len(names) - _MOST_LISTED} more"
    return ", ".join(names)
