"""No sentence that may reach a letter stands in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("board", "orders", "game", "mail", "judge")
WORDS = re.compile(r"[a-z]{2,}[,;:]? [A-Za-z{]|[a-z}][,;:]? [a-z]{2,}")
"""Two words, one after the other."""

ALLOWED = {
    # What people and their programs write: it is read, never sent.
    "board/text.py": "names of members of variant files",
    "orders/gazetteer.py": "how coasts are named",
    "orders/words.py": "words of orders",
    "mail/board_changes.py": "words of a change of the board",
    "mail/commands.py": "words of commands",
    "mail/press.py": "words around press",
    "mail/html.py": "names of elements",
    "mail/quoting.py": "what mail programs write above quotations, and the fixed reply line",
    "mail/screening.py": "what robots write",
    # What stands in the public record, which is in English.
    "game/hours.py": "why a deadline moved",
    "game/host_people.py": "the name of a host without one",
    "game/participants.py": "names that say nothing of a player",
    "game/sheet.py": "the form in which sheets are hashed and signed",
    "game/draws.py": "what a key of a draw is derived from",
    "judge/secrets.py": "what keys are derived from",
    # What the Keeper, or a host on the command line, is told there.
    "board/checks.py": "findings of pbem variant check",
    "board/members.py": "findings of pbem variant check",
    "board/phase.py": "how pages and the command line name phases",
    "board/variant.py": "what a debugger shows",
    "game/presets.py": "what pbem game new --template says of presets",
    "game/record.py": "where something is wrong in a record",
    "game/texts.py": "where something is wrong in a record",
    "judge/checkup.py": "pbem doctor",
    "judge/config.py": "what is wrong in pbem.toml",
    "judge/creating.py": "ids that no game can have",
    "judge/daemon.py": "the log",
    "judge/home.py": "pbem.toml, and what is wrong in it",
    "judge/hosting.py": "answers on the command line",
    "judge/mailcheck.py": "pbem doctor, and the letters it sends to itself",
    "judge/options.py": "what pbem game new --template says of options",
    "judge/pages.py": "where something is wrong in a template of a page",
    "judge/publishing.py": "the log",
    "judge/servers.py": "what is wrong in pbem.toml",
    "judge/targets.py": "the log",
    "judge/vitals.py": "what figures are about",
    "judge/wary.py": "why the daemon does not begin",
    "mail/imap.py": "why a server cannot be used",
    "mail/sheets.py": "fields of letters",
    "mail/smtp.py": "why a server cannot be used",
    # Why a letter is set aside, as pbem mail shunted list shows it.
    "judge/enquiries.py": "a reason",
    "judge/errands.py": "why a letter was not delivered",
    "judge/founding.py": "a reason",
    "judge/intake.py": "a reason",
    "judge/reception.py": "a reason",
    "judge/trouble.py": "a reason",
}
"""Modules with words that no letter says, and what these are.

That they reach no letter, the types of notices and answers see to: what these say is a
`Saying`. A new module whose words are for the Keeper, or are read, goes in here.
"""


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module, but for docstrings and what is raised."""
    tree = ast.parse(path.read_text("utf-8"))
    passed = {
        id(node)
        for part in ast.walk(tree)
        if isinstance(part, ast.Raise | ast.Expr)
        for node in ast.walk(part)
        if isinstance(part, ast.Raise) or isinstance(part.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in ast.walk(node)}
            pieces = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield node.lineno, "".join(map(str, pieces))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / "pbem" / package).rglob("*.py")):
            said = [f"{line}: {text}" for line, text in _texts(path) if WORDS.search(text)]
            if said:
                found[path.relative_to(ROOT / "pbem").as_posix()] = said
    return found


SENTENCES = _sentences()


@pytest.mark.parametrize("module", SENTENCES)
def test_letters_are_worded_in_templates(module: str) -> None:
    """What is said in a letter is a saying; other words are explained above."""
    assert module in ALLOWED, SENTENCES[module]


def test_no_explanation_is_left_over() -> None:
    """Each module in the list has such words."""
    assert set(ALLOWED) - set(SENTENCES) == set()


RAISED_AND_TOLD = {
    "board/text.py": "findings of pbem variant check",
    "game/codec.py": "part of another error",
    "judge/checkup.py": "pbem doctor",
    "judge/config.py": "what is wrong in pbem.toml",
    "judge/daemon.py": "the log",
    "judge/hosting.py": "answers on the command line",
    "judge/trouble.py": "the log",
    "judge/mailcheck.py": "pbem doctor",
    "judge/publishing.py": "the log",
    "judge/outbox.py": "what a mail server answered, quoted to the host",
    "mail/imap.py": "part of another error",
    "mail/several.py": "part of another error",
}


def test_errors_are_not_quoted_in_letters() -> None:
    """The text of an exception, which is for the Keeper, is read in few places."""
    reads = re.compile(r"str\(error\)|\{error\}|error\.args")
    found = {
        path.relative_to(ROOT / "pbem").as_posix()
        for package in PACKAGES
        for path in (ROOT / "pbem" / package).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if reads.search(line) and "raise " not in line
    }
    assert found <= set(RAISED_AND_TOLD)
