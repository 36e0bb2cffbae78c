"""Receipts as players keep them: genuine or not, and what the record says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.verify import command
from pbem.errors import RecordError, UnreadableError
from pbem.exchange.letters import check_letter
from tests.exchange.test_packed import pack
from tests.judge.house import DAY, House

Kept = tuple[Path, list[bytes]]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A games/ folder in which Spring 1901 was judged, and France's three receipts."""
    house = House.build(tmp_path_factory.mktemp("kept") / "home")
    france = house.start()["FRANCE"]
    letters = []
    for text in ("A PAR - BUR\nF BRE - ENG", "A MAR - SPA", None, "A BUR - BEL"):
        if text is None:
            house.clock.move_to(house.clock.now() + 4 * DAY)
            house.poll()
            continue
        house.answer(france, text)
        house.poll()
        letters.append(house.last(france).as_bytes())
    return house.home.games, letters


def test_the_receipt_that_ran(kept: Kept) -> None:
    """It is signed, shows what it covers, and its sheet is the one in the record."""
    games, letters = kept
    (check,) = check_letter(letters[1], games)
    assert check.ok
    assert check.receipt == "receipt 2 for France, Spring 1901"
    assert check.fine[-1] == "its sheet is the one that ran in S1901M"


def test_a_receipt_that_was_followed_by_another(kept: Kept) -> None:
    """It is genuine, and the record names the one that took its place."""
    games, letters = kept
    (check,) = check_letter(letters[0], games)
    assert check.ok
    assert check.fine[-1] == "a later receipt, 2, took its place in S1901M"


def test_a_receipt_of_an_open_phase(kept: Kept) -> None:
    """It is genuine; whether it ran nobody can say yet."""
    games, letters = kept
    (check,) = check_letter(letters[2], games)
    assert check.ok
    assert check.fine[-1].startswith("F1901M is not judged in this record")


def _another_order(data: bytes) -> bytes:
    return data.replace(b"  A MAR - SPA", b"  A MAR - PIE")


def _another_power(data: bytes) -> bytes:
    return data.replace(b"for France, Spring", b"for Germany, Spring")


def _another_hash(data: bytes) -> bytes:
    start = data.index(b"sha256:") + 7
    return data[:start] + b"0" * 8 + data[start + 8 :]


def _another_number(data: bytes) -> bytes:
    return data.replace(b"Receipt 2 for", b"Receipt 3 for")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_another_order, "the orders it shows are not those that the signature covers"),
        (_another_power, "its signature is not by the key in game.toml"),
        (_another_hash, "its signature is not by the key in game.toml"),
        (_another_number, "the record of S1901M does not list it"),
    ],
)
def test_a_receipt_that_was_changed(
    kept: Kept, change: Callable[[bytes], bytes], says: str
) -> None:
    """An order, the power, the hash, the number: each is found, and named."""
    games, letters = kept
    (check,) = check_letter(change(letters[1]), games)
    assert not check.ok
    assert any(wrong.startswith(says) for wrong in check.wrong)


def test_forwarding_that_breaks_lines_does_no_harm(kept: Kept) -> None:
    """A long signature may come in two lines, and lines may end in CR LF."""
    games, letters = kept
    broken = letters[1].replace(b"Signed: ", b"Signed:  ").replace(b"\r\n", b"\n")
    at = broken.index(b"Signed: ") + 40
    broken = (broken[:at] + b"\n" + broken[at:]).replace(b"\n", b"\r\n")
    (check,) = check_letter(broken, games)
    assert check.ok


NESTED = b"".join(
    b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000)
)


@pytest.mark.parametrize(
    ("data", "error", "says"),
    [
        (b"Subject: hello\n\nhi", UnreadableError, "names no game in square brackets"),
        (b"Subject: [gx7] x\n\nhi", UnreadableError, "no receipt was found"),
        (b"Subject: [zz9] x\n\nReceipt 1 for France, Spring 1901\n", RecordError, "zz9"),
        (b"", UnreadableError, "names no game"),
        (NESTED, UnreadableError, "is no letter as a mail program saves it"),
        (b"\xff\xfe\x00", UnreadableError, "names no game"),
    ],
)
def test_what_is_no_receipt(kept: Kept, data: bytes, error: type[Exception], says: str) -> None:
    """One line says what is missing."""
    games, _ = kept
    with pytest.raises(error) as caught:
        check_letter(data, games)
    assert says in str(caught.value)


def test_the_command(kept: Kept, tmp_path: Path) -> None:
    """`pbem verify --receipt FILE games/`: exit 0 for a genuine one, 1 for another; JSON too."""
    games, letters = kept
    good, bad = tmp_path / "good.eml", tmp_path / "bad.eml"
    good.write_bytes(letters[1])
    bad.write_bytes(_another_order(letters[1]))
    run = CliRunner().invoke
    told = run(command, ["--receipt", str(good), str(games)], standalone_mode=False)
    assert told.return_value == 0
    assert told.output.startswith("gx7, receipt 2 for France, Spring 1901: genuine\n")
    told = run(command, ["--receipt", str(bad), str(games), "--json"], standalone_mode=False)
    assert told.return_value == 1
    assert json.loads(told.output)["receipts"][0]["ok"] is False
    packed = pack(games, tmp_path / "games.zip")
    told = run(command, ["--receipt", str(good), str(packed)], standalone_mode=False)
    assert "its sheet is the one that ran in S1901M" in told.output
    bad.write_bytes(b"no letter")
    told = run(command, ["--receipt", str(bad), str(games)], standalone_mode=False)
    assert str(told.exception).startswith(f"{bad}: the subject '' names no game")
