"""Letters as the scripted players' programs send them, read by the judge's own reader."""

from __future__ import annotations

import email
from datetime import UTC, datetime
from email import policy

import pytest

from pbem.assets import load_variant
from pbem.demo.envelopes import Letter, Received, pack, pack_plainly
from pbem.demo.hands import write_orders
from pbem.demo.people import PEOPLE, Envelope, Person
from pbem.mail.message import NewText, read_message
from pbem.orders.grammar import read_orders
from tests.demo.test_hands import SEA_AND_LAND, STANDARD

JUDGE = "judge+demo.abcdefghijklmnop@pbem.example.org"
ORDERS = [
    "A BUR S A MAR",
    "A MAR H",
    "A PAR - PIC",
    "F LYO - WES",
    "F MAO - SPA/NC",
    "F SPA/SC S F MAO - POR",
]
FROM_JUDGE = Received(
    name="1767603600.00.pbem",
    to="ada@terse.example.org",
    sender="judge@pbem.example.org",
    reply_to=JUDGE,
    subject="[demo] Spring 1903 France: orders, please",
    message_id="<demo.1@pbem.example.org>",
    answers="",
    date=datetime(2026, 1, 5, 9, 0, tzinfo=UTC),
    text="Last time you ordered:\n\n  A PAR - BUR\n  F MAO - IRI\n\n  A MAR\n  A PAR\n\nBye → ☂\n",
)


def letter(person: Person, answers: Received | None = FROM_JUDGE) -> Letter:
    """Return a letter with orders in the person's hand, and some talk around them."""
    return Letter(
        to=JUDGE,
        subject="Re: [demo] Spring 1903 France: orders, please",
        lines=(
            *(person.greetings[:1] or ("Hello,",)),
            "",
            *write_orders(STANDARD, ORDERS, person.hand),
            "",
            *(person.closings[:1] or ("Bye",)),
        ),
        answers=answers,
        sent=datetime(2026, 1, 5, 12, 34, 56, tzinfo=UTC),
        message_id="<S1903M.orders.0123@terse.example.org>",
    )


def text_of(data: bytes) -> str:
    """Return the new text of a letter as the judge sees it."""
    message = read_message(data)
    assert isinstance(message.body, NewText)
    return message.body.text


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.envelope.value)
@pytest.mark.parametrize("answers", [FROM_JUDGE, None], ids=["reply", "fresh"])
def test_the_judge_reads_what_was_written(person: Person, answers: Received | None) -> None:
    """The orders are read from each program's letter, and none from what is quoted in it."""
    text = text_of(pack(person, letter(person, answers)))
    reading = read_orders(STANDARD, SEA_AND_LAND, "FRANCE", text)
    assert sorted(read.order for read in reading.orders) == sorted(ORDERS)
    assert not reading.questions
    assert not reading.refused


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.envelope.value)
def test_the_head_of_a_letter(person: Person) -> None:
    """A letter names its writer, its time, its id and what it answers, in ASCII."""
    data = pack(person, letter(person))
    head = email.message_from_bytes(data, policy=policy.default)
    assert data.partition(b"\n\n")[0].isascii()
    assert head["From"].addresses[0].addr_spec == person.address
    assert head["From"].addresses[0].display_name == person.name
    assert head["Date"].datetime == datetime(2026, 1, 5, 12, 34, 56, tzinfo=UTC)
    assert head["In-Reply-To"] == "<demo.1@pbem.example.org>"
    assert head["Message-ID"] == "<S1903M.orders.0123@terse.example.org>"


def test_every_program_is_somebodys() -> None:
    """The seven players use all programs there are, one each, and so with the hands."""
    assert [person.envelope for person in PEOPLE] == list(Envelope)
    assert len({person.hand for person in PEOPLE}) == len(PEOPLE)


def test_a_program_answers_without_habits() -> None:
    """What a program writes in a person's name is plain text, marked as such."""
    person = next(p for p in PEOPLE if p.envelope is Envelope.PHONE)
    marked = Letter(
        to=JUDGE,
        subject="Out of office",
        lines=("I am away.",),
        answers=FROM_JUDGE,
        sent=FROM_JUDGE.date,
        message_id="<away@x.example.org>",
        extra=(("Auto-Submitted", "auto-replied"),),
    )
    head = email.message_from_bytes(pack_plainly(person, marked), policy=policy.default)
    assert head["Auto-Submitted"] == "auto-replied"
    assert head.get_content() == "I am away.\n"


def test_packing_is_repeatable() -> None:
    """The same letter has the same bytes."""
    for person in PEOPLE:
        assert pack(person, letter(person)) == pack(person, letter(person))


def test_people_are_told_apart() -> None:
    """No two players share an address, and all live in domains for examples."""
    addresses = [person.address for person in PEOPLE]
    assert len(set(addresses)) == len(PEOPLE) == len(load_variant("standard").powers)
    assert all(".example." in address for address in addresses)
