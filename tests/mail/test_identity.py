"""Who wrote a letter, for which game, and whether a robot did."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.game.notices import Trouble
from pbem.mail.addresses import OwnAddresses, SameMailbox, Tag
from pbem.mail.authentication import Finding, Proof, find_proof
from pbem.mail.headers import (
    Address,
    Headers,
    decode_words,
    is_address,
    read_addresses,
    read_parameters,
)
from pbem.mail.identity import (
    AuthenticatedMessage,
    Author,
    GameNamed,
    Mismatch,
    NoGame,
    Parked,
    RefusedAuthor,
    Stranger,
    Strictness,
    identify,
    which_game,
)
from pbem.mail.message import Message, read_message
from pbem.mail.screening import Robot, RobotReason, screen

OWN = OwnAddresses("judge@example.org")
GAMES = {"gx7", "fx1"}
ANN, BOB = "ann@example.org", "bob@example.org"
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"


class Roster:
    """Ann is p1, Bob p2; Ann's token is `k7m2`."""

    def player_of(self, game: str, address: str) -> str | None:
        """See `pbem.mail.identity.Roster`."""
        return {ANN: "p1", BOB: "p2"}.get(address) if game == "gx7" else None

    def token_owner(self, game: str, token: str) -> str | None:
        """See `pbem.mail.identity.Roster`."""
        return {("gx7", "k7m2"): "p1"}.get((game, token))


def message(head: str, body: str = "A PAR - BUR") -> Message:
    """A letter with these fields, lines ending in LF."""
    return read_message(f"{head}\n{body}".encode())


def author(head: str, **extra: bool) -> Author:
    """Who wrote a letter in gx7, under the strict default."""
    strictness = Strictness(frozenset({"mx.example.org"}), **extra)
    return identify(message(head), "gx7", Roster(), strictness, OWN)


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("Subject: [gx7] orders", GameNamed("gx7")),
        ("Subject: Re: [ GX7 ] orders", GameNamed("gx7")),
        ("Subject: [EXTERNAL] [gx7]", GameNamed("gx7")),
        ("To: judge+gx7@example.org", GameNamed("gx7")),
        ("Delivered-To: Judge+GX7.k7m2@Example.org\nTo: x@example.com", GameNamed("gx7")),
        ("Subject: [gx7]\nTo: judge+fx1@example.org", Mismatch(("gx7", "fx1"))),
        ("Subject: [gx7] or [fx1]", Mismatch(("gx7", "fx1"))),
        ("Subject: [gx8]\nTo: judge+gx7@example.org", GameNamed("gx7")),
        ("Subject: [gx8]", NoGame(("gx8",))),
        ("Subject: gx7", NoGame()),
        ("To: judge+gx7@example.com", NoGame()),
        ("References: <gx7.thread@example.org>", GameNamed("gx7")),
        ("In-Reply-To: <gx7.12.1@example.org>", GameNamed("gx7")),
        ("References: <token.gx7.k7m2@example.org> <x@y>", GameNamed("gx7")),
        ("References: <gx7.thread@example.com>", NoGame()),
    ],
)
def test_which_game(head: str, named: object) -> None:
    """Subject and address name a game, then the letter that is answered."""
    assert which_game(message(f"{head}\n"), OWN, GAMES) == named


def test_signon_names_a_game() -> None:
    """The old judges' SIGNON names a game where nothing else does."""
    assert which_game(message("", "SIGNON Fgx7 secret\nA PAR H"), OWN, GAMES) == GameNamed("gx7")


@pytest.mark.parametrize(
    ("results", "finding"),
    [
        ("mx.example.org; dmarc=pass header.from=example.org", Finding.PASS_DMARC),
        ("MX.Example.org 1; dmarc=pass (p=none)", Finding.PASS_DMARC),
        ("mx.example.org; dkim=pass header.d=example.org", Finding.PASS_DKIM),
        ("mx.example.org; dkim=pass header.i=@example.org", Finding.PASS_DKIM),
        ("mx.example.org; dkim=pass header.d=evil.example", Finding.NONE),
        ("mx.example.org; dkim=pass header.d=org", Finding.NONE),
        ("mx.example.org; dmarc=pass header.from=evil.example", Finding.NONE),
        ("mx.example.org; spf=pass smtp.mailfrom=example.org", Finding.NONE),
        ("mx.example.org; dkim=pass header.d=example.org; dmarc=fail", Finding.FAIL),
        ("mx.example.org; (dmarc=pass) none", Finding.NONE),
        ("mx.evil.example; dmarc=pass header.from=example.org", Finding.NONE),
        ("", Finding.NONE),
        (";;;", Finding.NONE),
    ],
)
def test_authentication_results(results: str, finding: Finding) -> None:
    """Only our own server's word counts, and only for the author's domain."""
    headers = Headers((("authentication-results", results),))
    assert find_proof(headers, ANN, {"mx.example.org"}) is finding


def test_only_the_topmost_results_count() -> None:
    """A field below the first is what anybody may have written."""
    forged = "Authentication-Results: mx.evil.example; none\n" + PASS
    assert isinstance(author(f"{forged}From: {ANN}\n"), Parked)


def test_proofs() -> None:
    """A registered address and one proof make a player; an address alone does not."""
    proved = author(f"{PASS}From: {ANN}\n")
    assert isinstance(proved, AuthenticatedMessage)
    assert (proved.player, proved.proof, proved.foreign) == ("p1", Proof.DMARC, "")
    assert isinstance(author(f"From: {ANN}\n"), Parked)
    lenient = author(f"From: {ANN}\n", accept_unproved=True)
    assert isinstance(lenient, AuthenticatedMessage)
    assert lenient.proof is Proof.UNPROVED
    assert isinstance(author("From: eve@example.org\n"), Stranger)


@pytest.mark.parametrize(
    "way",
    [
        "To: judge+gx7.k7m2@example.org",
        "To: judge+gx7.K7M2@example.org",
        "References: <gx7.thread@example.org> <token.gx7.k7m2@example.org>",
    ],
)
def test_token(way: str) -> None:
    """The private address proves its player, also from an address nobody knows."""
    found = author(f"From: {ANN}\n{way}\n")
    assert isinstance(found, AuthenticatedMessage)
    assert (found.player, found.proof, found.foreign) == ("p1", Proof.TOKEN, "")
    away = author(f"From: ann@holiday.example\n{way}\n")
    assert isinstance(away, AuthenticatedMessage)
    assert away.foreign == "ann@holiday.example"
    other = author(f"From: {BOB}\n{way}\n")
    assert isinstance(other, RefusedAuthor)
    assert other.trouble is Trouble.AMBIGUOUS_SENDER


def test_old_token_is_no_offence() -> None:
    """A token that counts no more leaves a letter to its other proofs."""
    assert isinstance(
        author(f"{PASS}From: {ANN}\nTo: judge+gx7.old@example.org\n"), AuthenticatedMessage
    )
    assert isinstance(author(f"From: {ANN}\nTo: judge+gx7.old@example.org\n"), Parked)


@pytest.mark.parametrize(
    "head",
    [
        f"From: {ANN}, {BOB}",
        f"From: {ANN}\nFrom: {BOB}",
        "From: Ann",
        "Subject: x",
        f"Sender: {ANN}",
        f"From: <{ANN}\n",
    ],
)
def test_no_single_author(head: str) -> None:
    """A letter has one author, named in From."""
    found = author(f"{PASS}{head}\n")
    assert isinstance(found, RefusedAuthor)
    assert found.trouble is Trouble.AMBIGUOUS_SENDER


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("ann@example.org", [("ann@example.org", "")]),
        ("Ann <ann@example.org>", [("ann@example.org", "Ann")]),
        ('"bob@example.org" <ann@example.org>', [("ann@example.org", "bob@example.org")]),
        ('"a \\" , b" <ann@example.org>', [("ann@example.org", 'a " , b')]),
        ("(bob@example.org) ann@example.org", [("ann@example.org", "")]),
        (
            "=?utf-8?q?bob=40example.org=2C?= <ann@example.org>",
            [("ann@example.org", "bob@example.org,")],
        ),
        ("Friends: ann@example.org, b@c.de;", [("ann@example.org", ""), ("b@c.de", "")]),
        ("(nobody):;", []),
        ("<ann@example.org", []),
        ("a b@c.de", []),
    ],
)
def test_addresses(value: str, found: list[tuple[str, str]]) -> None:
    """Names, comments and groups are no addresses."""
    assert list(read_addresses(value)) == [Address(*pair) for pair in found]


@given(st.text())
def test_any_address_field_is_read(value: str) -> None:
    """Whatever a field holds, what is read are addresses."""
    for address in read_addresses(value):
        assert is_address(address.address)
        assert "\n" not in decode_words(address.name)


@given(st.text())
def test_any_parameters_are_read(value: str) -> None:
    """Whatever Content-Type says, it is read."""
    assert read_parameters(value) == read_parameters(value)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("From: judge+gx7@example.org", RobotReason.OWN_MAIL),
        ("Content-Type: multipart/report; report-type=feedback-report", RobotReason.ABUSE_REPORT),
        ("From: postmaster@example.org", RobotReason.BOUNCE),
        ("From: bounces+12@example.org", RobotReason.BOUNCE),
        ("X-Failed-Recipients: ann@example.org", RobotReason.BOUNCE),
        ("List-Id: <x.example.org>", RobotReason.LIST_MAIL),
        ("Precedence: list", RobotReason.LIST_MAIL),
        ("Precedence: bulk", RobotReason.AUTO_REPLY),
        ("Auto-Submitted: auto-notified", RobotReason.AUTO_REPLY),
        ("Return-Path: <>", RobotReason.AUTO_REPLY),
        ("Subject: Automatische Antwort: x", RobotReason.AUTO_REPLY),
        ("From: no-reply@example.org", RobotReason.AUTO_REPLY),
    ],
)
def test_robots(head: str, reason: RobotReason) -> None:
    """Machines are told from people by their marks."""
    assert screen(message(f"{head}\n"), OWN) == Robot(reason)


@pytest.mark.parametrize(
    "head",
    [
        f"From: {ANN}",
        "Auto-Submitted: no",
        "X-Auto-Response-Suppress: All",
        "Subject: auto response team plays",
        "Return-Path: <ann@example.org>",
    ],
)
def test_people(head: str) -> None:
    """What people's programs write as well is no mark of a machine."""
    found = message(f"{head}\n")
    assert screen(found, OWN) is found


def test_same_mailbox() -> None:
    """Dots and tags matter where they matter."""
    canonical = SameMailbox().canonical
    assert canonical("A.Nn+x@gmail.com") == canonical("ann@GoogleMail.com")
    assert canonical("a.nn@example.org") != canonical("ann@example.org")


@pytest.mark.parametrize(
    ("address", "tag"),
    [
        ("judge+gx7@example.org", Tag("gx7")),
        ("judge+gx7.k7m2@example.org", Tag("gx7", "k7m2")),
        ("judge@example.org", None),
        ("other+gx7@example.org", None),
        ("judge+gx7@example.com", None),
    ],
)
def test_tags(address: str, tag: Tag | None) -> None:
    """Only our own addresses name games."""
    assert OWN.tag(address) == tag
