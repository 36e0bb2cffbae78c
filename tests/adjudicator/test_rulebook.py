"""Rulebooks: names, options, tags, and what is wrong with some."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.adjudicator import Rulebook, read_rulebook, rulebook
from pbem.adjudicator.rulebook import HOUSE_RULES, NAMES, OPTIONS, write_rulebook
from pbem.errors import ConfigError
from tests.datc.cases import read_cases


@pytest.mark.parametrize("name", NAMES)
def test_named_rulebooks(name: str) -> None:
    """A name gives the same value each time, and is written as the name."""
    assert read_rulebook(name) is rulebook(name)
    assert read_rulebook({"name": name}) is rulebook(name)
    assert rulebook(name).name == write_rulebook(rulebook(name)) == name


def test_default_is_2023() -> None:
    """It follows the preferences of the DATC: every option at its default."""
    assert rulebook("2023") == Rulebook() == read_rulebook({}) == read_rulebook(2023)


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, all_ in OPTIONS.items() for value in all_]
)
def test_every_option_reads_back(option: str, value: object) -> None:
    """Options are read by name, with `-` or `_`, and written where they differ."""
    rules = read_rulebook({"name": "1971", option.replace("_", "-"): value})
    assert getattr(rules, option) == value
    assert read_rulebook(write_rulebook(rules)) == rules
    assert read_rulebook({"name": "1971", option: value}) is rules


def test_house_rules() -> None:
    """Tags of recorded games set options; one of them changes nothing we do."""
    tags = ["adjacent_convoy_needs_via", "via_falls_back_to_land"]
    rules = read_rulebook({"house_rules": [*tags, "retreats_unfiltered_after_convoy"]})
    assert (rules.convoy_intent, rules.convoy_falls_back_to_land) == ("via", True)
    tag = "automatic_disbands_by_home_distance"
    assert read_rulebook({"house_rules": [tag]}).auto_disband == "home-centers"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("2050", "there is no rulebook '2050'; there are 2023, 2000"),
        (None, "rules: expected a name or an object, not None"),
        (True, "rules: expected a name or an object, not True"),
        ({"nmae": "2023"}, "rules: there is no option 'nmae'"),
        ({"convoy_paradox": "1066"}, "convoy_paradox cannot be '1066'; it can be szykman, 1971"),
        ({"retreat_to_convoy_origin": "yes"}, "cannot be 'yes'; it can be false, true"),
        ({"retreat_to_convoy_origin": 1}, "cannot be 1; it can be false, true"),
        ({"house_rules": "all"}, "house_rules: expected a list of tags"),
        (
            {"house_rules": ["all"]},
            "house_rules: there is no tag 'all'; there are adjacent_convoy_needs_via, via_falls_",
        ),
        ({"paradox": "szykman"}, "rules: there is no option 'paradox'; there are convoy_paradox, "),
        ({"house_rules": [[]]}, "house_rules: there is no tag []"),
        ({"convoy_paradox": []}, "convoy_paradox cannot be []"),
    ],
)
def test_wrong_rules(raw: object, says: str) -> None:
    """The message says what is wrong, and what there is."""
    with pytest.raises(ConfigError) as caught:
        read_rulebook(raw)
    assert says in str(caught.value)


def test_documentation_lists_every_option_and_value() -> None:
    """docs/rules.md names each option with its values, each rulebook and each house rule."""
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    for option, values in OPTIONS.items():
        assert f"`{option}`" in text, option
        for value in values:
            assert f"`{str(value).lower()}`" in text, (option, value)
    for name in (*NAMES, *HOUSE_RULES):
        assert f"| `{name}` |" in text, name


RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
CASES = read_cases()
_SPAN = re.compile(r"(6\.[A-J])\.(\d+)(?: to \1\.(\d+))?")


def _named(text: str) -> set[str]:
    """Return the cases that a text names, one by one or from one to another."""
    return {
        f"{section}.{number}"
        for section, first, last in _SPAN.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


def test_documentation_names_cases_that_exist() -> None:
    """Where docs/rules.md says in which case something is written, there is that case."""
    assert _named(RULES) - {case.key for case in CASES} == set()


@pytest.mark.parametrize("option", OPTIONS)
def test_documentation_names_the_cases_of_an_option(option: str) -> None:
    """The row of an option names every published case that depends on it."""
    (row,) = [line for line in RULES.splitlines() if re.match(rf"\| 4\..*`{option}`", line)]
    assert {case.key for case in CASES for _, name, _ in case.rules if name == option} <= _named(
        row
    )
