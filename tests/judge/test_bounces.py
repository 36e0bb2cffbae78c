"""Letters that come back: known again, told to the host once, and never answered."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.bounces import failures, quoted_ids
from pbem.store.journal import Journal
from tests.judge.house import DAY, House
from tests.judge.test_servers import Office, office, settle_in

HOST = "host@example.org"
ANN = "ann@example.net"

QMAIL = """\
From: MAILER-DAEMON@relay.example.net
To: {to}
Return-Path: <>
Subject: failure notice

Hi. This is the qmail-send program at relay.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{who}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Message-ID: {id}
Subject: whatever
"""

DSN = """\
From: MAILER-DAEMON@relay.example.net
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
Subject: Undelivered Mail Returned to Sender

--b
Content-Type: text/plain

It did not work.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.net

Final-Recipient: rfc822; {who}
Action: {action}
Status: {status}

--b
Content-Type: text/rfc822-headers

Message-ID: {id}
Subject: whatever

--b--
"""

GERMAN = """\
From: Postmaster <postmaster@relay.example.net>
To: {to}
Subject: Nicht zugestellt

Das Postfach ist leider voll.
"""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[House, Office]]:
    """A game whose host is told of troubles; Ann has asked for a seat and was answered."""
    house = House.build(tmp_path / "home")
    with office() as (taking, port):
        settle_in(house, f'\n[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n')
        house.new_game(host_address=HOST)
        house.post(ANN, "JOIN")
        house.poll()
        yield house, taking


def letters(taking: Office, to: str) -> list[EmailMessage]:
    """Return what was sent to an address."""
    read = [email.message_from_bytes(data, policy=email.policy.default) for data in taking.kept]
    return [letter for letter in read if letter["To"] == to]


def counts(house: House) -> tuple[int, int]:
    """Return how many letters failed, and how many addresses are marked."""
    with Journal.open(house.home.state) as journal:
        failed = journal.outbox.counts().get("failed", 0)
        return failed, journal.outbox.refused_addresses(house.clock.now() - DAY)


def test_each_letter_comes_back_to_an_address_of_its_own(place: tuple[House, Office]) -> None:
    """In the envelope alone; it holds the Message-ID and what nobody can guess."""
    _, taking = place
    letter = letters(taking, ANN)[0]
    left = str(letter["Message-ID"]).strip("<>").partition("@")[0]
    assert taking.returns[ANN].startswith(f"judge+b={left}.")
    assert taking.returns[ANN] not in str(letter)
    assert taking.returns[ANN] != taking.returns[HOST]


@pytest.mark.parametrize("text", [QMAIL, DSN, GERMAN])
def test_what_comes_back_is_told_to_the_host_once(place: tuple[House, Office], text: str) -> None:
    """In any dialect, since the envelope tells which letter it was; nobody is answered."""
    house, taking = place
    words = {"who": ANN, "id": letters(taking, ANN)[0]["Message-ID"]}
    words |= {"to": taking.returns[ANN], "action": "failed", "status": "5.1.1"}
    before = len(taking.kept)
    for _ in range(2):
        house.post_raw(text.format(**words).encode())
        house.poll()
        house.poll()
    assert len(taking.kept) == before + 1
    told = letters(taking, HOST)[-1]
    says = " ".join(str(told.get_content()).split())
    assert "cannot be delivered: it came back" in says
    assert ANN not in says
    assert counts(house) == (1, 1)


def test_without_its_own_address_the_quoted_id_and_the_recipient_count(
    place: tuple[House, Office],
) -> None:
    """Some mail systems drop what stands behind a plus; a stranger who only knows an id is not
    believed.
    """
    house, taking = place
    id = letters(taking, ANN)[0]["Message-ID"]
    words = {"id": id, "to": "judge@example.org", "action": "failed", "status": "5.1.1"}
    house.post_raw(DSN.format(who="eve@example.net", **words).encode())
    house.poll()
    assert counts(house) == (0, 0)
    house.post_raw(DSN.format(who=ANN.upper(), **words).encode())
    house.poll()
    assert counts(house) == (1, 1)


@pytest.mark.parametrize(
    ("to", "action", "status"),
    [
        ("", "delayed", "4.4.1"),
        ("judge+b=gx7.3.1.aaaaaaaaaaaaaaaa@example.org", "failed", "5.1.1"),
        ("judge+b=@example.org", "failed", "5.1.1"),
    ],
)
def test_what_has_not_come_back_is_left(
    place: tuple[House, Office], to: str, action: str, status: str
) -> None:
    """A letter that is still tried; an address with a token that was guessed."""
    house, taking = place
    id = "<gx7.99.1@example.org>" if to else letters(taking, ANN)[0]["Message-ID"]
    words = {"who": ANN, "id": id, "to": to or taking.returns[ANN]}
    before = len(taking.kept)
    house.post_raw(DSN.format(**words, action=action, status=status).encode())
    house.poll()
    assert counts(house) == (0, 0)
    assert len(taking.kept) == before


def test_who_writes_to_where_letters_come_back_is_a_robot(place: tuple[House, Office]) -> None:
    """A holiday note without any mark, sent to the envelope's address: no bounce, no answer."""
    house, taking = place
    before = len(taking.kept)
    house.post(ANN, "I am on holiday.", to=taking.returns[ANN], subject="away")
    house.poll()
    assert counts(house) == (0, 0)
    assert len(taking.kept) == before


def test_the_dialects_are_known() -> None:
    """Temporary and permanent failures, the status, and our ids in what is quoted."""
    raw = DSN.format(
        who="Ann@Example.net", id="<gx7.4.1@Example.org>", to="x", action="delayed", status="4.2.2"
    )
    said = failures(raw.encode())
    assert (said.later, said.never, said.status) == (
        frozenset({"ann@example.net"}),
        frozenset(),
        "4.2.2",
    )
    assert quoted_ids(raw.encode(), "example.org") == ("<gx7.4.1@example.org>",)
    assert quoted_ids(raw.encode(), "example.net") == ()
