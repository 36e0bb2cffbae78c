"""Every saying has its words, and every word is of some saying."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.phase import Phase
from pbem.game.commands import Clear, Extend
from pbem.game.durations import read_duration, write_duration
from pbem.game.notices import ReceiptNotice
from pbem.judge.checkup import look
from pbem.judge.home import make_home
from pbem.mail.letters import compose
from pbem.sayings import Saying, say
from pbem.site.settings import SiteSettings
from pbem.site.source import Source
from pbem.voice import voice
from tests.game.games import DAY, NOW, Played
from tests.mail.situations import ENVELOPE, FRAME

ROOT = Path(__file__).resolve().parents[1]
OF_FILTERS = {"listed", "either", "row", "duration"}


def _said() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return where each saying is made, and with which facts."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        text = path.read_text("utf-8")
        if "from pbem.sayings import" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                (name,) = node.args
                assert isinstance(name, ast.Constant), f"{where}: a saying is named there"
                facts = [keyword.arg for keyword in node.keywords]
                assert None not in facts, f"{where}: facts are named one by one"
                found.setdefault(name.value, []).append((where, frozenset(map(str, facts))))
    return found


SAID = _said()
MACROS = {name: frozenset(arguments) for name, arguments in voice().words.items()}


@pytest.mark.parametrize("name", SAID)
def test_a_saying_has_words(name: str) -> None:
    """For exactly the facts that it is made with, everywhere."""
    for where, facts in SAID[name]:
        assert MACROS.get(name.replace("-", "_")) == facts, where


def test_a_macro_is_written_once() -> None:
    """None hides another of the same name."""
    files = sorted((ROOT / "templates" / "mail" / "sentences").glob("*.txt"))
    text = "\n".join(path.read_text("utf-8") for path in files)
    names = re.findall(r"\{% macro ([a-z]\w*)\(", text)
    assert sorted(names) == sorted(MACROS)


def test_a_saying_has_no_text_of_its_own() -> None:
    """So its name is never taken for its words."""
    saying = say("left")
    with pytest.raises(TypeError, match="has no text"):
        str(saying)
    with pytest.raises(TypeError, match="has no text"):
        f"{saying}"
    assert voice().say(saying) == "You have left the game. Thank you for having played."
    assert voice().say("Grüße") == "Grüße"


LONG = timedelta(days=1, hours=12)


@pytest.mark.parametrize(
    ("saying", "text"),
    [
        (say("listed", words=()), ""),
        (say("listed", words=("Italy",)), "Italy"),
        (say("listed", words=("Austria", "France", "Italy")), "Austria, France and Italy"),
        (say("either", words=("BER", "KIE", "D")), "BER, KIE or D"),
        (say("row", words=("BER", "KIE")), "BER, KIE"),
        (say("vote-limit", limit=LONG), "a vote can ask for up to 1 day 12 hours"),
        (say("vote-limit", limit=timedelta()), "a vote can ask for up to 0 minutes"),
        (say("builds-open", number=1), "1 build is open"),
        (say("builds-open", number=2), "2 builds are open"),
        (say("no-place", text="it's"), '"it\'s" is no place on this board'),
        (Phase.read("F1901R").spoken, "Fall 1901 retreats"),
        (say("not-ready", power="FRANCE", why=say("question-open")), None),
    ],
)
def test_words_inside_sentences(saying: Saying, text: str | None) -> None:
    """Rows, lengths of time, numbers, phases, and what a saying holds."""
    told = voice().say(saying)
    assert told == (text if text is not None else "FRANCE: a question is open; answer it first")


@given(st.integers(0, 10**7))
def test_lengths_of_time_read_as_they_are_written(seconds: int) -> None:
    """Letters and the record write a length in the same words."""
    length = timedelta(seconds=seconds)
    told = voice().say(say("duration", length=length))
    assert told == write_duration(length)
    assert read_duration(told) == length


# A home's own words.


def german(home: Path, text: str, name: str = "german.txt") -> Path:
    """Give a home words of its own."""
    folder = home / "templates" / "mail" / "sentences"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return home


GERMAN = """\
{% macro listed(words) %}{{ words|join(" und ") }}{% endmacro %}
{% macro draw_stands(powers) %}Deine Stimme für Remis von {{ powers|listed }} gilt.{% endmacro %}
{% macro cleared() %}Deine früheren Befehle sind zurückgenommen.{% endmacro %}
{% macro cannot_go(unit, to, reach) %}{{ unit }} kann nicht nach {{ to }}.{% endmacro %}
{% macro without_order(unit) %}{{ unit }} hat keinen Befehl{% endmacro %}
"""


def test_a_home_says_things_in_its_own_words(tmp_path: Path) -> None:
    """Macro by macro; what it does not say is said as ever, rows in it as well."""
    said = voice(german(tmp_path, GERMAN))
    powers = ("Frankreich", "Italien")
    stands = say("draw-stands", powers=powers)
    assert said.say(stands) == "Deine Stimme für Remis von Frankreich und Italien gilt."
    ejected = said.say(say("ejecting-asked-back", powers=powers))
    assert ejected == "You want to take Frankreich and Italien from its player."
    assert voice().say(say("cleared")) == "Your earlier orders are taken back."
    assert said.foreign == ()


def test_the_manual_shows_words_that_are_spoken(tmp_path: Path) -> None:
    """What docs/keeper.md shows can be copied."""
    manual = (ROOT / "docs" / "keeper.md").read_text("utf-8")
    (example,) = re.findall(r"```\n(\{% macro .*?)```", manual, re.DOTALL)
    said = voice(german(tmp_path, example))
    stands = said.say(say("draw-stands", powers=("Frankreich", "Italien", "Russland")))
    told = "Deine Stimme für ein Remis von Frankreich, Italien und Russland gilt"
    assert stands == f"{told}, bis du NO DRAW schreibst."
    assert said.foreign == ()


def test_words_that_changed_are_read_again(tmp_path: Path) -> None:
    """A judge that runs need not be started anew."""
    home = german(tmp_path, "{% macro left() %}Tschüss.{% endmacro %}")
    assert voice(home).say(say("left")) == "Tschüss."
    german(home, "{% macro left() %}Lebe wohl.{% endmacro %}", "more.txt")
    assert voice(home).say(say("left")) == "Lebe wohl."


def test_words_for_other_facts_are_passed_over(tmp_path: Path) -> None:
    """So a home's words from before an upgrade stop no letter; pbem doctor lists them."""
    text = (
        "{% macro left(name) %}Tschüss, {{ name }}.{% endmacro %}{% macro gone() %}{% endmacro %}"
    )
    said = voice(german(tmp_path, text))
    assert said.say(say("left")) == "You have left the game. Thank you for having played."
    path = tmp_path / "templates" / "mail" / "sentences" / "german.txt"
    assert said.foreign == (
        f"{path}: nothing is said with gone",
        f"{path}: left has the arguments (none)",
    )


def test_the_doctor_lists_words_that_are_passed_over(tmp_path: Path) -> None:
    """A line each; a home without any is as it should be."""
    home = make_home(tmp_path / "home", name="The judge", address="judge@example.org")
    before = [finding.says for finding in look(home, NOW) if not finding.fine]
    german(home.path, "{% macro gone() %}{% endmacro %}")
    after = [finding.says for finding in look(home, NOW) if not finding.fine]
    (line,) = set(after) - set(before)
    assert "german.txt: nothing is said with gone" in line


def test_pages_are_made_again_when_the_words_of_rules_change(tmp_path: Path) -> None:
    """The page of a game tells its rules as letters do."""
    before = Source(tmp_path / "games", tmp_path).digest(SiteSettings())
    german(tmp_path, "{% macro first_waits() %}Die erste Phase wartet auf alle.{% endmacro %}")
    source = Source(tmp_path / "games", tmp_path)
    assert source.digest(SiteSettings()) != before
    assert source.voice.say(say("first-waits")) == "Die erste Phase wartet auf alle."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{% macro left() %}Tschüss.", "Unexpected end of template"),
        ("{% macro left() %}{{ 1 }{% endmacro %}", "unexpected '}'"),
        ("{% macro left() %}{{ name }}{% endmacro %}", "no fact is called name"),
        ("{% macro left() %}{{ 1|laut }}{% endmacro %}", "No filter named 'laut'"),
    ],
)
def test_words_that_are_no_template_stop_no_letter(tmp_path: Path, text: str, why: str) -> None:
    """They are passed over, and named with their file."""
    said = voice(german(tmp_path, text))
    assert said.say(say("left")) == "You have left the game. Thank you for having played."
    (line,) = said.foreign
    assert line.startswith(f"{tmp_path}/templates/mail/sentences/german.txt: {why}")


def test_words_that_fail_as_they_are_said_stop_no_letter(tmp_path: Path) -> None:
    """The product's are said instead."""
    said = voice(german(tmp_path, "{% macro builds_open(number) %}{{ number / 0 }}{% endmacro %}"))
    assert said.say(say("builds-open", number=2)) == "2 builds are open"


def test_a_receipt_and_a_refusal_in_german(tmp_path: Path) -> None:
    """What the home has no words for is said in English in the same letter."""
    game = Played().start()
    ruling = game.write("FRANCE", "A PAR - MOS\nEXTEND 99 days", Clear(), Extend(99 * DAY, NOW))
    (receipt,) = (notice for notice in ruling.notices if isinstance(notice, ReceiptNotice))
    text = compose(receipt, ENVELOPE, replace(FRAME, home=german(tmp_path, GERMAN))).text
    assert "Deine früheren Befehle sind zurückgenommen." in text
    assert "A PAR kann nicht nach MOS." in text
    assert "A MAR hat keinen Befehl; A PAR hat keinen Befehl" in " ".join(text.split())
    assert "a vote can ask for up to 7 days" in text


def test_all_words_are_said() -> None:
    """No macro is left over from a saying that is made no more."""
    assert set(MACROS) - {name.replace("-", "_") for name in SAID} - OF_FILTERS == set()
