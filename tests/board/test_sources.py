"""The product's boards beside facts that were gathered apart from them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.assets import load_variant
from pbem.board.position import Unit
from pbem.board.variant import Arrangement, Province, Variant
from tests.shared import shared

BOARDS = ("standard", "era-of-empire", "zorbees")


@pytest.fixture(params=BOARDS, name="board")
def _board(request: pytest.FixtureRequest) -> tuple[Variant, dict[str, Any]]:
    """A board of the product, and what the other source says of it."""
    facts = shared("variants", f"{request.param}.json").read_text(encoding="utf-8")
    return load_variant(request.param), json.loads(facts)


def _upper(names: list[str]) -> list[str]:
    return sorted(name.upper() for name in names)


def test_provinces(board: tuple[Variant, dict[str, Any]]) -> None:
    """The same provinces in the same order, with their names, terrain, coasts, centers, homes."""
    variant, facts = board
    record = {power["id"]: power["record"] for power in facts["powers"]}
    found = [(p.id, p.name, p.terrain, p.coasts, p.center, p.home) for p in _all(variant)]
    assert found == [
        (
            raw["id"].upper(),
            raw["name"],
            raw["kind"],
            tuple(coast.upper() for coast in raw["coasts"]),
            raw["centre"],
            record.get(raw["home"]),
        )
        for raw in facts["provinces"]
    ]


def _all(variant: Variant) -> list[Province]:
    return list(variant.provinces.values())


def test_borders(board: tuple[Variant, dict[str, Any]]) -> None:
    """Every border of armies and of fleets, coast by coast, and no other."""
    variant, facts = board
    for raw in facts["provinces"]:
        province = variant.provinces[raw["id"].upper()]
        assert list(province.army) == _upper(raw["army"]), province.id
        fleet = {
            coast.upper().strip("*"): _upper(places)
            for coast, places in raw["fleet"].items()
            if places
        }
        assert {coast: list(places) for coast, places in province.fleet.items()} == fleet


def test_names(board: tuple[Variant, dict[str, Any]]) -> None:
    """All other names are known, the doubtful as doubtful; everyday words are marked."""
    variant, facts = board
    for raw in facts["provinces"]:
        province = variant.provinces[raw["id"].upper()]
        plain = {alias["text"] for alias in raw["aliases"] if not alias.get("misspelling")}
        slips = {alias["text"] for alias in raw["aliases"] if alias.get("misspelling")}
        doubtful = set(variant.names.ambiguous)
        assert plain <= {*province.aliases, *doubtful}
        assert slips <= set(province.misspellings)
        assert set(raw.get("common_words", ())) <= set(province.common_words)
    for location, aliases in (facts.get("coast_aliases") or {}).items():
        for alias in aliases:
            assert variant.names.coast_aliases[alias] == location.upper()
    for word, raw in facts["ambiguous_aliases"].items():
        means = {raw["default"], *raw["also"]} - {None}
        if len(means) > 1:
            assert {*variant.names.ambiguous[word][1]} == {key.upper() for key in means}


def test_powers(board: tuple[Variant, dict[str, Any]]) -> None:
    """Names, letters, capitals, homes and starting units, in the same order."""
    variant, facts = board
    assert [
        (p.id, p.name, p.adjective, p.letter, list(p.aliases), p.capital, sorted(p.homes))
        for p in variant.powers.values()
    ] == [
        (
            raw["record"],
            raw["name"],
            raw["adjective"],
            raw["letter"],
            raw["aliases"],
            raw["capital"].upper(),
            _upper(raw["home_centres"]),
        )
        for raw in facts["powers"]
    ]
    for raw in facts["powers"]:
        units = {Unit.read(f"{unit['type']} {unit['at'].upper()}") for unit in raw["units"]}
        assert set(variant.powers[raw["record"]].units) == units


def test_colors(board: tuple[Variant, dict[str, Any]]) -> None:
    """Powers have the colors that were found to be told apart by every eye, or nearly those.

    Three were moved a little, so that they are told apart by every model of color blindness.
    """
    variant, facts = board
    palettes = json.loads(shared("cartography", "palettes.json").read_text(encoding="utf-8"))
    fills = palettes[variant.key]["fills"]
    for raw in facts["powers"]:
        pairs = zip(
            bytes.fromhex(variant.powers[raw["record"]].color[1:]),
            bytes.fromhex(fills[raw["id"]][1:]),
            strict=True,
        )
        assert max(abs(ours - theirs) for ours, theirs in pairs) <= 8, raw["record"]


def test_arrangements(board: tuple[Variant, dict[str, Any]]) -> None:
    """Seats, powers that nobody plays, what wins, and the coin of the game of 1914."""
    variant, facts = board
    record = {power["id"]: power["record"] for power in facts["powers"]}
    assert list(variant.arrangements) == [raw["key"] for raw in facts["arrangements"]]
    for raw in facts["arrangements"]:
        arrangement = variant.arrangements[raw["key"]]
        assert [list(seat) for seat in arrangement.seats] == [
            [record[power] for power in seat] for seat in raw["seats"]
        ]
        assert len(arrangement.seats) == raw["players"]
        assert list(arrangement.neutral) == sorted(record[power] for power in raw["neutral"])
        assert arrangement.solo_centers == raw["victory_centres"]
        assert arrangement.solo_by == raw.get("victory_by", "power")
        _check_closed(arrangement, raw)


def _check_closed(arrangement: Arrangement, raw: dict[str, Any]) -> None:
    assert list(arrangement.closed) == _upper(raw.get("impassable_provinces", []))
    start = raw.get("start")
    assert (arrangement.start and arrangement.start.year) == (start and start["year"])
    event = raw.get("event")
    assert (arrangement.coin is None) == (event is None)
    if arrangement.coin and event:
        assert event["when"].startswith(arrangement.coin.after.turn.lower())


def test_rules(board: tuple[Variant, dict[str, Any]]) -> None:
    """The first turn, the centers that must be among a winner's, the word for the host."""
    variant, facts = board
    assert (variant.start.year, variant.start.season.title) == (
        facts["start"]["year"],
        facts["start"]["season"].capitalize(),
    )
    assert list(variant.solo_with) == _upper(facts["victory"].get("must_include", []))
    assert len(variant.centers) == facts["victory"]["of"]
    assert variant.host_title == facts.get("gm_title", "host")
    rules = {rule["option"]: rule["value"] for rule in facts.get("rules", ())}
    assert variant.convoys == rules.get("convoy", True)
    assert variant.converts == ("conversion" in rules)
    assert variant.builds_anywhere == str(rules.get("build_where", "")).startswith("any")


def test_marks(board: tuple[Variant, dict[str, Any]]) -> None:
    """Straits and what nothing crosses are on the map."""
    variant, facts = board
    straits = [tuple(_upper(raw["between"])) for raw in facts.get("straits", ())]
    assert [tuple(sorted(pair)) for pair in variant.straits] == straits
    named = [raw for raw in facts["impassable"] if raw.get("ids") or raw.get("separates")]
    for raw in named:
        words = raw["name"].split(" (")[0]
        mark = next(mark for mark in variant.impassable if mark.name == words)
        assert list(mark.touches) == _upper(raw.get("touches", []))
        assert list(mark.separates) == _upper(raw.get("separates", []))
