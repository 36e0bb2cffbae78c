"""Two megabytes of text that somebody made to be slow: read in time that grows with length."""

from __future__ import annotations

import time

import pytest

from tests.fuzz.checks import check
from tests.fuzz.letters import Made

LENGTH = 2 * 1024 * 1024 - 1000
HEAD = b"From: player-france@example.org\nTo: judge+gx7@example.org\nSubject: [gx7]\n"


def full(piece: bytes) -> bytes:
    """A piece again and again, two megabytes long."""
    return (piece * (LENGTH // len(piece) + 1))[:LENGTH]


def many(line: bytes) -> bytes:
    """A line with a number in it, each time another."""
    return b"\n".join(line.replace(b"#", b"%d" % number) for number in range(100_000))[:LENGTH]


LETTERS = {
    "a par - bur lines": HEAD + b"\n" + full(b"A PAR - BUR\n"),
    "long order line": HEAD + b"\n" + full(b"A PAR - BUR, "),
    "dashes": HEAD + b"\n" + full(b"- "),
    "gt": HEAD + b"\n" + full(b"> "),
    "gt2": HEAD + b"\n" + full(b">"),
    "on wrote": HEAD + b"\n" + full(b"On Mon 2026 a@b.c wrote\n"),
    "on": HEAD + b"\n" + full(b"on "),
    "html lt": HEAD + b"Content-Type: text/html\n\n" + full(b"<"),
    "html div": HEAD + b"Content-Type: text/html\n\n" + full(b"<div>"),
    "html attr": HEAD + b"Content-Type: text/html\n\n" + b"<p " + full(b"a=b "),
    "html style": HEAD
    + b"Content-Type: text/html\n\n"
    + full(b"<p style='display:none;a:b;c:d'>A PAR - BUR</p>"),
    "html data": HEAD + b"Content-Type: text/html\n\n" + full(b"data:a,"),
    "html br": HEAD + b"Content-Type: text/html\n\n" + full(b"A PAR - BUR<br>"),
    "html ent": HEAD + b"Content-Type: text/html\n\n" + full(b"&nbsp;"),
    "html table": HEAD + b"Content-Type: text/html\n\n" + full(b"<table><tr><td>"),
    "html quote": HEAD + b"Content-Type: text/html\n\n" + full(b"<blockquote>x</blockquote>"),
    "flowed": HEAD
    + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n"
    + full(b"A PAR - \n"),
    "flowed2": HEAD + b"Content-Type: text/plain; format=flowed\n\n" + full(b"> a \n"),
    "qp": HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + full(b"=3D=\n"),
    "b64": HEAD + b"Content-Transfer-Encoding: base64\n\n" + full(b"QSBQQVIgLSBCVVIK"),
    "encoded words": b"Subject: " + full(b"=?utf-8?q?a?= ") + b"\n" + HEAD + b"\nA PAR - BUR",
    "from list": b"From: " + full(b"a@b.c, ") + b"\n" + HEAD + b"\nA PAR - BUR",
    "from paren": b"From: " + full(b"(") + b"\n" + HEAD + b"\nA PAR - BUR",
    "references": b"References: " + full(b"<a@b> ") + b"\n" + HEAD + b"\nA PAR - BUR",
    "fields": full(b"X: y\n") + HEAD + b"\nA PAR - BUR",
    "fold": b"X: " + full(b"a\n ") + b"\n" + HEAD + b"\nA PAR - BUR",
    "authres": b"Authentication-Results: mx.example.org; "
    + full(b"(((;dkim=pass ")
    + b"\n"
    + HEAD
    + b"\nx",
    "boundary": HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n' + full(b"--b\n\n"),
    "boundary2": HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n' + full(b"--bb\n"),
    "params": HEAD + b"Content-Type: text/plain; " + full(b"a*0*=b;") + b"\n\nA PAR - BUR",
    "press": HEAD + b"\n" + full(b"press to germany\n"),
    "note": HEAD + b"\n" + full(b"note\n"),
    "unicode": HEAD + b"\n" + full("A PAR \u2192 BÜR\u200b ".encode()),
    "combining": HEAD + b"\n" + full("a\u0301".encode()),
    "words": HEAD + b"\n" + full(b"north atlantic ocean "),
    "support": HEAD + b"\n" + full(b"A PAR S A PAR S "),
    "and": HEAD + b"\n" + full(b"and "),
    "a": HEAD + b"\n" + full(b"a"),
    "a ": HEAD + b"\n" + full(b"a "),
    "join": HEAD + b"\n" + full(b"join france "),
    "signon": HEAD + b"\n" + full(b"signon ?gx7 "),
    "retr": HEAD + b"\n" + full(b"A PAR H (retreat A, "),
    "crlf mix": HEAD + b"\n" + full(b"A PAR - BUR\r"),
    "nul": HEAD + b"\n" + full(b"\0"),
    "from header": HEAD + b"\n" + full(b"From: a\nTo: b\n"),
    "headings": HEAD + b"\n" + full(b"Spring 1901\n"),
    "numbers": HEAD + b"\n" + full(b"1\n"),
    "distinct": HEAD + b"\n" + many(b"A PAR - #"),
    "distinct2": HEAD + b"\n" + many(b"A P#R - B#R"),
}


@pytest.mark.parametrize("name", LETTERS)
def test_hostile_letter(name: str) -> None:
    """It is read, or not, within two seconds of work."""
    began = time.process_time()
    check(Made(LETTERS[name], robot=False, plain=False))
    assert time.process_time() - began < 2
