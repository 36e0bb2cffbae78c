"""`pbem doctor`: what is wrong is found and explained before a player notices."""

from __future__ import annotations

import email
import json
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import cli
from pbem.judge.checkup import look
from pbem.judge.clock import SystemClock
from pbem.judge.mailcheck import look_at_letters, look_at_servers
from pbem.judge.wary import beat
from tests.judge.house import START, House
from tests.judge.test_servers import Office, office, servers, settle_in
from tests.mail.dovecot import PASSWORD, Dovecot, running


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    """One IMAP server for these tests."""
    with running() as server:
        yield server


class Provider(Office):
    """A provider: what it takes it puts into the mailbox, in one of several ways.

    Attributes:
        name: It writes Authentication-Results in; empty for a provider that does not.
        strips: Whether it removes what strangers write in that name.
        plus: Whether it takes addresses with a plus.
        late: How far its clock is ahead.
    """

    def __init__(self, dovecot: Dovecot) -> None:
        """Put letters into this server's mailbox."""
        super().__init__()
        self.dovecot = dovecot
        self.name, self.strips, self.plus = "mx.example.org", True, True
        self.late = timedelta(0)

    async def handle_RCPT(self, server, session, envelope, address, options):  # type: ignore[no-untyped-def]  # noqa: N802
        """Refuse a plus where it is not known."""
        if "+" in address and not self.plus:
            return f"550 5.1.1 <{address}> is not here"
        return await super().handle_RCPT(server, session, envelope, address, options)

    async def handle_DATA(self, server, session, envelope):  # type: ignore[no-untyped-def]  # noqa: ARG002, N802
        """Deliver."""
        letter = email.message_from_bytes(envelope.content)
        if self.strips:
            del letter["Authentication-Results"]
        head = f"Authentication-Results: {self.name}; dmarc=pass\r\n" if self.name else ""
        self.dovecot.deliver(head.encode() + letter.as_bytes(), SystemClock().now() + self.late)
        return "250 OK"


def found(house: House, provider: Provider | None = None) -> list[str]:
    """Return what is not fine."""
    looked = [*look_at_servers(house.home)]
    if provider is not None:
        looked += look_at_letters(house.home, SystemClock(), os.urandom(4).hex())
    return [finding.says for finding in looked if not finding.fine]


@pytest.fixture
def place(
    dovecot: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, Provider]]:
    """A home with real servers, of a provider without faults."""
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORD)
    house = House.build(tmp_path / "home")
    provider = Provider(dovecot)
    with office(provider) as (_, port):
        text = house.home.path / "pbem.toml"
        text.write_text(
            text.read_text("utf-8").replace(
                "trusted_servers = []", 'trusted_servers = ["mx.example.org"]'
            ),
            "utf-8",
        )
        settle_in(house, servers(dovecot, port))
        yield house, provider


def test_a_good_provider_is_fine(place: tuple[House, Provider], dovecot: Dovecot) -> None:
    """And the letters that were sent to find out are gone again."""
    house, provider = place
    assert found(house, provider) == []
    assert dovecot.count("INBOX") == 0


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"plus": False}, "allow plus addresses"),
        ({"strips": False, "name": ""}, "what a stranger writes in the name of mx.example.org"),
        ({"name": ""}, "your mail server writes none"),
        ({"name": "mx.other.example"}, 'name it in trusted_servers = ["mx.other.example"]'),
        ({"late": timedelta(hours=1)}, "are 0:59:5"),
    ],
)
def test_a_providers_fault_is_explained(
    place: tuple[House, Provider], fault: dict[str, object], says: str
) -> None:
    """In one line, with what would be right."""
    house, provider = place
    for name, value in fault.items():
        setattr(provider, name, value)
    (line,) = found(house, provider)
    assert says in line or says.replace("0:59:5", "1:00:0") in line


def test_a_wrong_password_is_explained(
    place: tuple[House, Provider], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the password."""
    house, _ = place
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "wrong horse")
    (line,) = found(house)
    assert "the password of judge is refused; see [imap] in pbem.toml" in line
    assert "wrong horse" not in line


def test_a_server_that_is_not_there_is_explained(house: House) -> None:
    """In and out."""
    settle_in(
        house,
        '\n[imap]\nhost = "127.0.0.1"\nport = 9\nuser = "judge"\npassword_env = "PATH"\n'
        '[smtp]\nhost = "127.0.0.1"\nport = 9\nsecurity = "none"\n',
    )
    lines = found(house)
    assert any("IMAP server 127.0.0.1: Connection refused" in line for line in lines)
    assert any("SMTP server 127.0.0.1: Connection refused" in line for line in lines)
    assert any("trusted_servers is empty" in line for line in lines)


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home with Maildirs of its own."""
    return House.build(tmp_path / "home")


def faults(house: House) -> list[str]:
    """Return what is not fine with a home."""
    return [finding.says for finding in look(house.home, house.clock.now()) if not finding.fine]


def test_a_home_in_good_health(house: House) -> None:
    """Nothing to say."""
    house.start()
    assert faults(house) == []


def test_a_record_that_is_dirty(house: House) -> None:
    """A file that was changed, one that was removed and one that was added."""
    house.new_game()
    people = house.home.games / "gx7" / "people.toml"
    people.write_text("# mine\n", "utf-8")
    (line,) = [line for line in faults(house) if "committed" in line]
    assert line.startswith("record: gx7/people.toml in games/ is not as it was committed")
    people.unlink()
    (house.home.games / "gx7" / "notes.txt").write_text("x", "utf-8")
    (line,) = [line for line in faults(house) if "committed" in line]
    assert "gx7/notes.txt and 1 more" in line


def test_damage_in_the_journal(house: House) -> None:
    """Found wherever it is, since all of the file is read."""
    house.start()
    data = bytearray(house.home.state.read_bytes())
    data[-4096 * 2 :] = b"\xff" * 4096 * 2
    house.home.state.write_bytes(bytes(data))
    assert any(
        "restore var/ from a backup" in line or "cannot be used" in line for line in faults(house)
    )


def test_a_clock_that_was_set_back(house: House) -> None:
    """The heartbeat tells."""
    beat(house.home, START + timedelta(days=1))
    assert any(line.startswith("clock: says 2026-01-05 09:00 UTC") for line in faults(house))


def test_programs_can_read_it(house: House) -> None:
    """Each finding, and the exit code."""
    house.new_game()
    result = CliRunner().invoke(
        cli, ["doctor", "--json", "--letters", "--home", str(house.home.path)]
    )
    findings = json.loads(result.stdout)
    assert {"fine": True, "says": "journal: can be read"} in findings
    assert result.exit_code == (0 if all(one["fine"] for one in findings) else 1)
