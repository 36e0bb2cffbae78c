"""Reading letters: the new text, whatever program wrote it, and nothing that raises."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.game.notices import Trouble
from pbem.mail.message import (
    Message,
    NewText,
    Unusable,
    blot_passwords,
    fingerprint,
    read_message,
)
from pbem.mail.mime import Limits
from tests.shared import find_shared

HEAD = b"From: Ann <ann@example.org>\r\nSubject: [gx7] orders\r\n"
ORDERS = "A PAR - BUR\nF BRE - MAO"


def letter(body: str, head: str = "") -> bytes:
    """A letter with a body, lines ending in CRLF."""
    return HEAD + head.encode() + b"\r\n" + body.replace("\n", "\r\n").encode()


def text(body: str, head: str = "") -> str:
    """The new text of such a letter."""
    return read_message(letter(body, head)).text


@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("marks", "> A MAR H\n> F BRE H"),
        ("marks without blanks", ">A MAR H"),
        ("marks further in", "  > A MAR H"),
        ("English", "On Mon, Jan 5, 2026 at 9:14 AM Judge <judge@example.org> wrote:\n\nA MAR H"),
        ("English in three lines", "On Mon, Jan 5, 2026,\nJudge <\njudge@example.org> wrote:\n> A"),
        ("German", "Am 05.01.26 um 09:14 schrieb Judge:\n> A MAR H"),
        ("French", "Le 5 janv. 2026 à 09:14, Judge <judge@example.org> a écrit :\nA MAR H"),
        (
            "Spanish",
            "El lun, 5 ene 2026 a las 9:14, Judge (<judge@example.org>) escribió:\n\nA MAR H",
        ),
        ("Italian", "Il giorno lun 5 gen 2026 alle ore 09:14 Judge ha scritto:\n> A MAR H"),
        ("Dutch", "Op ma 5 jan 2026 om 09:14 schreef Judge <judge@example.org>:\n> A MAR H"),
        ("Swedish", "Den mån 5 jan. 2026 kl 09:14 skrev Judge <judge@example.org>:\n> A MAR H"),
        ("Portuguese", "Em seg., 5 de jan. de 2026 às 09:14, Judge escreveu:\n> A MAR H"),
        ("Polish", "pon., 5 sty 2026 o 09:14 Judge <judge@example.org> napisał(a):\n> A MAR H"),
        ("Outlook", "-----Original Message-----\nFrom: Judge\nSent: Monday\n\nA MAR H"),
        (
            "Outlook in German",
            "Von: Judge <judge@example.org>\nGesendet: Montag\nAn: Ann\n\nA MAR H",
        ),
        ("Outlook in French", "De : Judge\nEnvoyé : lundi\nÀ : Ann\nObjet : x\n\nA MAR H"),
        ("Outlook, bold", "*From:* Judge\n*Sent:* Monday\n*To:* Ann\n\nA MAR H"),
        ("a forwarded letter", "Begin forwarded message:\n\nA MAR H"),
        ("a list's footer", f"{'_' * 47}\nthe list\nA MAR H"),
        ("a signature", "-- \nA MAR H"),
        ("a phone", "Sent from my iPhone"),
        ("a phone in German", "Von meinem iPhone gesendet"),
        ("our own line", "=== write above this line ===\nA MAR H"),
    ],
)
def test_what_stands_below_is_not_read(name: str, below: str) -> None:
    """Quotations, signatures and footers of all kinds are left out."""
    assert text(f"{ORDERS}\n\n{below}\n") == ORDERS


@pytest.mark.parametrize(
    "talk",
    [
        "As I wrote: hold the line",
        "As I wrote at 10:00:",
        "--- below this line my orders ---",
        "Get the Belgians approached",
        "On we go:",
        "From: here to there",
        "He said that he wrote: hello",
        "To: whom it may concern",
        "-----",
    ],
)
def test_talk_ends_nothing(talk: str) -> None:
    """A line that only resembles what programs write is a line like others."""
    assert text(f"{talk}\n{ORDERS}") == f"{talk}\n{ORDERS}"


def test_bottom_posting() -> None:
    """Orders below a marked quotation are read."""
    quotation = "On Mon, 5 Jan 2026, Judge wrote:\n> A MAR H\n>\n\n"
    assert text(quotation + ORDERS) == ORDERS


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>A PAR - BUR</p><p>F BRE - MAO", ORDERS),
        ("A PAR - BUR<br>F BRE<b> - </b>MAO", ORDERS),
        ("<table><tr><td>A PAR</td><td>- BUR</td></tr><tr><td>F BRE - MAO", ORDERS),
        ("<pre>A PAR - BUR\nF BRE - MAO</pre>", ORDERS),
        ("<ul><li>A PAR - BUR<li>F BRE - MAO</ul>", ORDERS),
        ("A PAR - BUR<div style='display: NONE'>A MAR H</div><div>F BRE - MAO", ORDERS),
        ("A PAR - BUR<p hidden>A MAR H</p><p>F BRE - MAO", ORDERS),
        ("<style>A MAR H</style>A PAR - BUR<!-- A MAR H --><br>F BRE - MAO", ORDERS),
        ("<title>A MAR H</title>A PAR - BUR<script>A MAR H</script><br>F BRE - MAO", ORDERS),
        ("A PAR - BUR<blockquote>A MAR H</blockquote>F BRE - MAO", ORDERS),
        ("A PAR&nbsp;-&#32;BUR<br>F BRE &#45; MAO", "A PAR\xa0- BUR\nF BRE - MAO"),
        ("<span style='font-size:0'>A MAR H</span>A PAR - BUR<br>F BRE - MAO", ORDERS),
    ],
)
def test_html(html: str, expected: str) -> None:
    """HTML reads as its reader would see it, and hidden text is never read."""
    assert text(html, "Content-Type: text/html; charset=utf-8\r\n") == expected


def test_gateway_text_does_not_hide_html() -> None:
    """A footer in plain text beside an HTML body does not take its place."""
    body = (
        "--b\nContent-Type: text/html\n\n<p>A PAR - BUR</p>\n"
        "--b\nContent-Type: text/plain\n\nScanned by a gateway.\n--b--\n"
    )
    found = text(body, 'Content-Type: multipart/mixed; boundary="b"\r\n')
    assert found == "A PAR - BUR\nScanned by a gateway."


def test_stub_gives_way_to_html() -> None:
    """A plain part that only says the letter is HTML is no text."""
    body = (
        "--b\nContent-Type: text/plain\n\nYour program does not show HTML.\n"
        "--b\nContent-Type: text/html\n\n<p>A PAR - BUR</p>\n--b--\n"
    )
    assert text(body, 'Content-Type: multipart/alternative; boundary="b"\r\n') == "A PAR - BUR"


@pytest.mark.parametrize(
    ("head", "body", "trouble"),
    [
        ("Content-Type: application/ms-tnef\r\n", "x", Trouble.UNREADABLE),
        ("Content-Type: application/pkcs7-mime\r\n", "x", Trouble.UNREADABLE),
        ("Content-Type: image/png\r\n", "x", Trouble.UNREADABLE),
        ("", "-----BEGIN PGP MESSAGE-----\nx", Trouble.UNREADABLE),
        ("", "x\n" * 501, Trouble.TOO_COMPLEX),
        ("", "x" * 3000, Trouble.TOO_LARGE),
    ],
)
def test_unusable(head: str, body: str, trouble: Trouble) -> None:
    """A letter without text that can be used still has an author and a subject."""
    found = read_message(letter(body, head), Limits(max_bytes=2500))
    assert isinstance(found.body, Unusable)
    assert found.body.trouble is trouble
    assert found.subject == "[gx7] orders"
    assert [author.address for author in found.authors] == ["ann@example.org"]


@pytest.mark.parametrize(
    ("line", "blotted"),
    [
        ("SIGNON Fgx7 secret", "SIGNON Fgx7 ***"),
        ("signon ?gx7 secret words", "signon ?gx7 ***"),
        ("JOIN FRANCE ENGLAND", "JOIN FRANCE ENGLAND"),
        ("JOIN FRANCE hunter2", "JOIN FRANCE ***"),
        ("join us for dinner", "join us for dinner"),
    ],
)
def test_passwords(line: str, blotted: str) -> None:
    """Passwords of old habit are blotted out, and nothing else."""
    assert blot_passwords(f"Hi\n{line}\n{ORDERS}") == f"Hi\n{blotted}\n{ORDERS}"


def test_fingerprint() -> None:
    """What servers add makes no other letter; another Message-ID, subject or text does."""
    plain = letter(ORDERS, "Message-ID: <1@example.org>\r\n")
    traced = b"Received: from x\r\nDelivered-To: judge@example.org\r\n" + plain
    assert fingerprint(traced) == fingerprint(plain) == fingerprint(plain.replace(b"\r\n", b"\n"))
    others = [
        letter(ORDERS, "Message-ID: <2@example.org>\r\n"),
        letter(ORDERS + "!", "Message-ID: <1@example.org>\r\n"),
        letter(ORDERS),
        letter(ORDERS, "Date: Tue, 6 Jan 2026 09:20:00 +0000\r\n"),
    ]
    assert len({fingerprint(other) for other in [plain, *others]}) == 5


# Letters made of pieces that programs and attackers use.

PIECES = st.sampled_from(
    [
        b"From: ann@example.org\r\n",
        b"From: a@b.c, d@e.f\r\n",
        b"Subject: =?utf-8?q?=5Bgx7=5D?=\r\n",
        b"Content-Type: multipart/mixed; boundary=b\r\n",
        b"Content-Type: text/html; charset=utf-7\r\n",
        b"Content-Type: text/plain; format=flowed; delsp=yes\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"Content-Transfer-Encoding: quoted-printable\r\n",
        b"References: <a@b> <\r\n",
        b"\r\n",
        b"\n",
        b"\r",
        b"--b\r\n",
        b"--b--\r\n",
        b"> A PAR - BUR\r\n",
        b"On Mon, 5 Jan 2026, Judge wrote:\r\n",
        b"-- \r\n",
        b"<blockquote><div><b><table>",
        b"</table></p>&nbsp;&#0;<!--",
        b"-----BEGIN PGP SIGNED MESSAGE-----\r\n",
        b"=\r\n",
        b"\xff\xfe\x00",
        b"A PAR - BUR \r\n",
    ]
)


@given(st.binary() | st.lists(PIECES | st.binary(max_size=20), max_size=40).map(b"".join))
def test_any_bytes_are_read(raw: bytes) -> None:
    """Whatever lies in a mailbox becomes a message, twice the same."""
    found = read_message(raw)
    assert isinstance(found, Message)
    assert isinstance(found.body, NewText | Unusable)
    assert "\n" not in found.subject
    assert read_message(raw) == found
    assert len(fingerprint(raw)) == 64


FOLDER = find_shared("mail-cases")
CASES = [path.read_bytes() for path in sorted(FOLDER.glob("*.eml"))] if FOLDER else [HEAD]
SMALL = [case for case in CASES if len(case) < 10_000]


@pytest.mark.mail_cases
@given(st.data())
def test_cut_and_joined_letters_are_read(data: st.DataObject) -> None:
    """Pieces of real letters, put together anyhow, become a message."""
    pieces = [
        whole[data.draw(st.integers(0, len(whole))) :][: data.draw(st.integers(0, 2000))]
        for whole in data.draw(st.lists(st.sampled_from(SMALL), min_size=1, max_size=4))
    ]
    assert isinstance(read_message(b"".join(pieces)), Message)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n")), max_size=8))
def test_quoted_lines_are_never_text(lines: list[str]) -> None:
    """No line that begins with `>` is part of the new text."""
    quoted = "\n".join(f"> SECRET {line}" for line in lines)
    assert "SECRET" not in text(f"{ORDERS}\n{quoted}\n")


BIG = 2 * 1024 * 1024 - 2000


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        ("Content-Type: text/html\r\n", "<div>"),
        ("Content-Type: text/html\r\n", "<div></b>"),
        ("Content-Type: text/html\r\n", "<b><p>"),
        ("Content-Type: text/html\r\n", "<blockquote>"),
        ("Content-Type: text/html\r\n", "<p>x"),
        ("Content-Type: text/plain; format=flowed; delsp=yes\r\n", "a \n"),
        ("", "x on yyyy at zzzz wrote "),
        ("", "wrote:\n> \n"),
        ("", "From: x\n"),
        ("Content-Type: multipart/mixed; boundary=b\r\n", "--b\n"),
    ],
)
def test_hostile_letters_are_read_in_time(head: str, piece: str) -> None:
    """Two megabytes made to be slow are read in two seconds of work."""
    raw = letter(piece * (BIG // len(piece.replace("\n", "\r\n"))), head)
    began = time.process_time()
    assert isinstance(read_message(raw), Message)
    assert time.process_time() - began < 2
