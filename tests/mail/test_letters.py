"""Letters out: golden texts, and what holds of every letter."""

from __future__ import annotations

import email
import os
from dataclasses import fields, is_dataclass, replace
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.adjudicator.judging import adjudicate
from pbem.adjudicator.rulebook import read_rulebook
from pbem.assets import load_variant
from pbem.errors import UnreadableError
from pbem.game.notices import (
    ClockNotice,
    EndNotice,
    PhaseNotice,
    PhaseReport,
    ReceiptNotice,
    Trouble,
    TroubleNotice,
)
from pbem.mail.answers import Shown, WhatIfAnswer
from pbem.mail.letters import compose
from pbem.mail.message import NewText, read_message
from pbem.mail.quoting import REPLY_LINE
from pbem.mail.screening import Robot, RobotReason, screen
from pbem.mail.wording import WIDTH
from pbem.orders.grammar import read_orders
from pbem.sayings import Saying, say
from tests.mail.situations import (
    DUE,
    ENVELOPE,
    F1901M,
    FORMS,
    FRAME,
    LETTER,
    READER,
    letter,
    situations,
)

GOLDEN = Path(__file__).parent / "golden"
SITUATIONS = situations()


@pytest.mark.parametrize("name", SITUATIONS)
def test_golden(name: str) -> None:
    """Each letter is the one that was read and found good (PBEM_GOLDEN=1 writes them anew)."""
    path = GOLDEN / f"{name}.txt"
    written = letter(SITUATIONS[name]).data
    if os.environ.get("PBEM_GOLDEN"):
        path.write_bytes(written)
    assert written == path.read_bytes()


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_letter(name: str) -> None:
    """A letter is narrow, says it is automatic, and means to a reader what was meant."""
    made = letter(SITUATIONS[name])
    parsed = email.message_from_bytes(made.data, policy=policy.default)
    assert parsed["Auto-Submitted"] in ("auto-replied", "auto-generated")
    assert str(parsed["To"]) == ENVELOPE.to
    assert str(parsed["Subject"]) == made.subject
    assert parsed["Message-ID"] == ENVELOPE.message_id
    assert _text(parsed) == made.text
    wide = [line for line in made.text.split("\n") if len(line) > WIDTH]
    assert all(line.startswith(("Sheet: ", "Nonce: ", "Signed: ")) for line in wide)


SPOKEN = say("draw-withdrawn")


def _spoken(value: Any, hint: Any) -> Any:
    """A notice with one saying wherever its type has any."""
    kinds = get_args(hint)
    if isinstance(value, str) and (hint is Saying or Saying in kinds):
        return SPOKEN
    if isinstance(value, tuple) and kinds:
        hints = kinds[:1] * len(value) if Ellipsis in kinds else kinds
        return tuple(map(_spoken, value, hints))
    if is_dataclass(value) and not isinstance(value, type) and hint is not None:
        hints = get_type_hints(type(value))
        parts = {f.name: _spoken(getattr(value, f.name), hints[f.name]) for f in fields(value)}
        return replace(value, **parts)
    return value


@pytest.mark.parametrize(
    "name",
    [name for name, notice in SITUATIONS.items() if _spoken(notice, object) != notice],
)
def test_letters_say_what_is_a_saying(name: str) -> None:
    """Wherever a notice has one, its words come out."""
    assert "You do not vote for a draw." in letter(_spoken(SITUATIONS[name], object)).text


def test_a_plan_with_a_line_that_is_no_order_says_so() -> None:
    """In what was read of it, the beginning of the reason is enough."""
    standard = load_variant("standard")
    position = standard.opening()
    readings = {"FRANCE": read_orders(standard, position, "FRANCE", "A PAR - MOS\nA PARs - BUR")}
    result = adjudicate(standard, position, {"FRANCE": ("A PAR - BUR",)}, read_rulebook("2023"))
    phase, game = position.phase, "gx7"
    shown = Shown(game, "Game", "standard", "UTC", phase, DUE, position, phase.spoken)
    report = PhaseReport(position, result, {}, ())
    told = letter(WhatIfAnswer(LETTER, shown, report, readings)).text
    assert '"A PAR - MOS" was left out: A PAR cannot go to MOS.' in told


def _text(parsed: EmailMessage) -> str:
    text = parsed.get_body(("plain",))
    assert text is not None
    return str(text.get_content())


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_letter_brings_its_deadline(name: str) -> None:
    """As a file for calendars, wherever one is told; one entry a phase, however often it moves."""
    parsed = email.message_from_bytes(letter(SITUATIONS[name]).data, policy=policy.default)
    files = [(f.get_filename(), f.get_content()) for f in parsed.iter_attachments()]
    notice = SITUATIONS[name]
    due = getattr(notice, "due", None)
    off = isinstance(notice, ClockNotice) and due is None
    off = off or (isinstance(notice, EndNotice) and notice.report is None)
    if not off and (
        due is None or not isinstance(notice, ReceiptNotice | PhaseNotice | ClockNotice)
    ):
        assert files == []
        return
    ((file, calendar),) = files
    assert file == f"gx7-{notice.phase}.ics"
    assert ("STATUS:CANCELLED" in str(calendar)) is off
    assert off or f"DTSTART:{due:%Y%m%dT%H%M%SZ}" in str(calendar)
    assert f"UID:gx7.{str(notice.phase).lower()}@example.org" in str(calendar)


@pytest.mark.parametrize("name", SITUATIONS)
def test_our_letter_is_a_robot_to_any_judge(name: str) -> None:
    """Two judges that write to each other stop after one letter."""
    data = letter(SITUATIONS[name]).data
    own = screen(read_message(data), FRAME.own)
    other = screen(read_message(data), replace(FRAME.own, address="other@example.net"))
    assert own == Robot(RobotReason.OWN_MAIL)
    assert isinstance(other, Robot)


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_answer_repeats_nothing(name: str) -> None:
    """What a player's program repeats of our letter is never read, with and without marks."""
    text = letter(SITUATIONS[name]).text
    marked = "\n".join(f"> {line}" for line in text.split("\n"))
    above = "A PAR - BUR\n\n"
    for quotation in (
        f"On 5 Jan 2026, Judge wrote:\n{marked}",
        f"\n-----Original Message-----\n{text}",
    ):
        raw = b"From: ann@example.org\n\n" + (above + quotation).encode()
        assert read_message(raw).body == NewText("A PAR - BUR")
    below = text[text.index(REPLY_LINE) :]
    raw = b"From: ann@example.org\n\n" + (above + below).encode()
    assert read_message(raw).body == NewText("A PAR - BUR")


@given(st.text(), st.text())
def test_no_field_is_smuggled_in(subject: str, says: str) -> None:
    """Whatever a stranger writes, a letter has the judge's fields and no others."""
    notice = TroubleNotice(
        replace(READER, title=says),
        replace(LETTER, subject=subject),
        Trouble.LATE,
        says,
        F1901M,
        DUE,
        FORMS,
    )
    plain = email.message_from_bytes(letter(situations()["trouble-late"]).data)
    found = email.message_from_bytes(letter(notice).data)
    encoding = {"Content-Transfer-Encoding"}
    assert [k for k in found if k not in encoding] == [k for k in plain if k not in encoding]
    assert found["To"] == ENVELOPE.to


@given(st.text(min_size=1))
def test_no_recipient_is_smuggled_in(extra: str) -> None:
    """An address is one plain address, or no letter is made."""
    notice = SITUATIONS["help"]
    try:
        made = compose(notice, replace(ENVELOPE, to=f"ann@example.org{extra}"), FRAME)
    except UnreadableError:
        return
    parsed = email.message_from_bytes(made.data, policy=policy.compat32)
    assert parsed["To"] == f"ann@example.org{extra}"
    assert not parsed["Bcc"]


def test_threading() -> None:
    """All letters of a game are one thread, and an answer belongs to what it answers."""
    made = email.message_from_bytes(letter(SITUATIONS["receipt-plain"]).data)
    assert made["In-Reply-To"] == LETTER.message_id
    assert made["References"].split() == [
        "<gx7.thread@example.org>",
        "<token.gx7.k7m2q9x4abcdefgh@example.org>",
        LETTER.message_id,
    ]
    assert made["Reply-To"] == "judge+gx7.k7m2q9x4abcdefgh@example.org"
    opened = email.message_from_bytes(letter(SITUATIONS["phase-next"]).data)
    assert opened["In-Reply-To"] == "<gx7.thread@example.org>"


def test_same_letter_again() -> None:
    """The same notice and envelope are the same bytes."""
    assert letter(SITUATIONS["phase-next"]) == letter(situations()["phase-next"])
