"""The whole way over real servers: a game played through Dovecot and SMTP."""

from __future__ import annotations

import email
import email.policy
import gc
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.errors import ConfigError, LetterRefusedError, MailboxError, ServerDownError
from pbem.judge.cycle import Judge
from pbem.judge.home import open_home, read_settings
from pbem.judge.servers import SERVERS
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.memory import MemorySender
from pbem.store.journal import Journal
from tests.judge.house import MINUTE, House, body
from tests.mail.dovecot import PASSWORD, Dovecot, free_port, running


class Office:
    """An SMTP server that keeps letters, and refuses those to `nobody`.

    Attributes:
        kept: All letters.
        returns: Where the newest letter to an address would come back to.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.kept: list[bytes] = []
        self.returns: dict[str, str] = {}

    async def handle_RCPT(  # noqa: N802  # the name is the server's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer for one recipient."""
        del server, session, options
        if address.startswith("nobody"):
            return f"550 5.1.1 <{address}> is not here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a letter."""
        del server, session
        assert isinstance(envelope.content, bytes)
        self.kept.append(envelope.content)
        self.returns[envelope.rcpt_tos[0]] = str(envelope.mail_from)
        return "250 OK"


@contextmanager
def office(taking: Office | None = None) -> Iterator[tuple[Office, int]]:
    """Run the server; give it and its port."""
    taking = taking or Office()
    controller = Controller(taking, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield taking, controller.port
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            controller.stop()
            gc.collect()


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    """One IMAP server for these tests."""
    with running() as server:
        yield server


def settle_in(house: House, more: str) -> None:
    """Add tables to a home's settings."""
    config = house.home.path / "pbem.toml"
    config.write_text(config.read_text("utf-8") + more, "utf-8")
    house.home = open_home(house.home.path)


def servers(dovecot: Dovecot, smtp: int) -> str:
    """The tables for both servers."""
    return f"""
[imap]
host = "127.0.0.1"
port = {dovecot.tls}
certificates = "{dovecot.certificate}"
user = "judge"
password_env = "PBEM_TEST_PASSWORD"

[smtp]
host = "127.0.0.1"
port = {smtp}
security = "none"
"""


def test_a_game_through_real_servers(
    dovecot: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is asked for, confirmed and had; each letter is answered once."""
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORD)
    house = House.build(tmp_path / "home")
    with office() as (taking, port):
        settle_in(house, servers(dovecot, port))
        house.new_game()
        dovecot.deliver(
            b"From: ann@example.org\r\nTo: judge@example.org\r\nSubject: [gx7]\r\n"
            b"Message-ID: <1@example.org>\r\n\r\nJOIN\r\n",
            house.clock.now(),
        )
        house.poll()
        house.poll()
        asked = email.message_from_bytes(taking.kept[-1], policy=email.policy.default)
        dovecot.deliver(
            f"From: ann@example.org\r\nTo: {asked['Reply-To']}\r\nSubject: Re: [gx7]\r\n"
            "Message-ID: <2@example.org>\r\n\r\nCONFIRM\r\n".encode(),
            house.clock.now(),
        )
        house.poll()
        house.poll()
    told = [email.message_from_bytes(data, policy=email.policy.default) for data in taking.kept]
    assert [letter["To"] for letter in told] == ["ann@example.org"] * 2
    assert told[1]["Subject"] == "[gx7] you have a seat in Game X7"
    assert (dovecot.count("INBOX"), dovecot.count("pbem-done")) == (0, 2)


def test_new_numbers_do_no_harm(
    dovecot: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters that stay in the inbox are read again under new numbers, and not answered again."""
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORD)
    house = House.build(tmp_path / "home")
    with office() as (taking, port):
        text = servers(dovecot, port).replace('user = "judge"', 'user = "judge"\ndone = ""', 1)
        settle_in(house, text)
        house.new_game()
        dovecot.deliver(
            b"From: eve@example.org\r\nTo: judge@example.org\r\nSubject: [gx7]\r\n"
            b"Message-ID: <3@example.org>\r\n\r\nHELP\r\n",
            house.clock.now(),
        )
        house.poll()
        dovecot.forget_numbers()
        house.clock.move_to(house.clock.now() + timedelta(hours=1))
        house.poll()
    assert len(taking.kept) == 1


def test_an_address_that_is_refused_is_told_to_the_host(tmp_path: Path) -> None:
    """Once, without the address, and the letter is not tried again."""
    house = House.build(tmp_path / "home")
    with office() as (taking, port):
        settle_in(house, f'\n[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n')
        house.new_game(host_address="host@example.org")
        house.post("nobody@example.org", "JOIN")
        house.poll()
        house.poll()
    told = [email.message_from_bytes(data, policy=email.policy.default) for data in taking.kept]
    assert [letter["To"] for letter in told] == ["host@example.org"] * 2
    assert "your game is created" in told[0]["Subject"]
    text = " ".join(str(told[1].get_content()).split())
    assert "cannot be delivered: SMTP server 127.0.0.1: 550 5.1.1" in text
    with Journal.open(house.home.state) as journal:
        assert journal.outbox.counts() == {"failed": 1, "sent": 2}


class Failing:
    """A sender that fails in one way, then works; counts how often it is asked."""

    repeats = True

    def __init__(self, *errors: MailboxError) -> None:
        """Raise these, one after the other, and keep letters afterwards."""
        self.errors = list(errors)
        self.asked = 0
        self.inner = MemorySender()

    def send(self, letter: OutgoingLetter) -> None:
        """See `Sender`."""
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        self.inner.send(letter)

    def flush(self) -> None:
        """See `Sender`."""

    def close(self) -> None:
        """See `Sender`."""


@contextmanager
def sending(house: House, sender: Failing) -> Iterator[Judge]:
    """Open the judge with a sender of ours."""
    with Judge.open(house.home, clock=house.clock, sender=sender, words="test") as judge:
        yield judge


def test_a_server_that_is_down_is_left_alone_for_a_while(tmp_path: Path) -> None:
    """One letter is tried, not each; later all go, in order."""
    house = House.build(tmp_path / "home")
    house.new_game()
    for number in range(4):
        house.post(f"ann{number}@example.org", "HELP")
    sender = Failing(ServerDownError("down"), ServerDownError("down"))
    with sending(house, sender) as judge:
        assert judge.poll().unsent == "down"
        assert sender.asked == 1
        assert judge.next_time() == house.clock.now() + MINUTE
        judge.poll()
        assert sender.asked == 1
        house.clock.move_to(house.clock.now() + MINUTE)
        judge.poll()
        assert sender.asked == 2
        house.clock.move_to(house.clock.now() + 4 * MINUTE)
        judge.poll()
        assert sender.asked == 2
        house.clock.move_to(house.clock.now() + MINUTE)
        assert judge.poll().sent == 4
    assert [letter.to[:4] for letter in sender.inner.sent.values()] == [
        "ann0",
        "ann1",
        "ann2",
        "ann3",
    ]


def test_a_letter_that_is_refused_does_not_stop_the_others(tmp_path: Path) -> None:
    """Whether for now or for good; what is refused for now is tried again later."""
    house = House.build(tmp_path / "home")
    house.new_game()
    for number in range(3):
        house.post(f"ann{number}@example.org", "HELP")
    sender = Failing(MailboxError("busy"), LetterRefusedError("gone"))
    with sending(house, sender) as judge:
        assert judge.poll().sent == 1
        house.clock.move_to(house.clock.now() + MINUTE)
        assert judge.poll().sent == 1
    assert [letter.to[:4] for letter in sender.inner.sent.values()] == ["ann2", "ann0"]


def test_a_provider_that_takes_few_letters_a_minute(tmp_path: Path) -> None:
    """No more go in a minute than it takes; the rest follows by itself."""
    house = House.build(tmp_path / "home")
    settle_in(house, '\n[smtp]\nhost = "127.0.0.1"\na_minute = 2\n')
    house.new_game()
    for number in range(5):
        house.post(f"ann{number}@example.org", "HELP")
    sender = Failing()
    with sending(house, sender) as judge:
        assert judge.poll().sent == 2
        assert judge.next_time() == house.clock.now() + MINUTE
        assert judge.poll().sent == 0
        house.clock.move_to(house.clock.now() + MINUTE)
        assert judge.poll().sent == 2
        house.clock.move_to(house.clock.now() + MINUTE)
        assert judge.poll().sent == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[imap]\nhost = 'x'", "[imap] user: who logs in is needed"),
        ("[imap]\nhost = 'x'\nuser = 'j'", "[imap] j has no password: name password_env"),
        ("[imap]\nuser = 'j'\npassword_env = 'P'", "[imap] host: the name of the server is needed"),
        ("[imap]\nhost = 'x'\nuser = 'j'\npassword = 'p'", "[imap] password is not known"),
        ("[smtp]\nhost = 'x'\nsecurity = 'some'", "'some' should be tls or starttls or none"),
        ("[smtp]\nhost = 'x'\nport = 'p'", "[smtp] port: 'p' should be a number"),
        ("[smtp]\nhost = 'x'\na_minute = -1", "-1 should be more than -1"),
        ("[[smtp]]\nhost = 'x'\n[[smtp]]\nhost = 'y'", "one server sends; name one"),
        ("imap = 3", "imap should be a table, [imap]"),
    ],
)
def test_a_wrong_server_is_named(tmp_path: Path, text: str, says: str) -> None:
    """All that is wrong, a line each, before anything is asked of a server."""
    house = House.build(tmp_path / "home")
    with pytest.raises(ConfigError) as caught:
        config = house.home.path / "pbem.toml"
        old = config.read_text("utf-8")
        config.write_text(f"{text}\n{old}" if text.startswith("imap") else f"{old}\n{text}\n")
        open_home(house.home.path)
    assert says in str(caught.value)


def test_several_mailboxes(
    dovecot: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters come from each; while one cannot be read nothing is judged, and none is lost."""
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORD)
    house = House.build(tmp_path / "home")
    imap = servers(dovecot, 1).partition("[smtp]")[0].replace("[imap]", "[[imap]]")
    dead = (
        '[[imap]]\nhost = "127.0.0.1"\nport = 1\nuser = "x"\npassword_env = "PBEM_TEST_PASSWORD"\n'
    )
    settle_in(house, imap + dead)
    dovecot.deliver(
        b"From: eve@example.org\r\nSubject: x\r\nMessage-ID: <9@example.org>\r\n\r\nLIST\r\n",
        house.clock.now(),
    )
    with pytest.raises(MailboxError, match="Connection refused"):
        house.poll()
    settle_in(house, "")
    config = house.home.path / "pbem.toml"
    config.write_text(config.read_text("utf-8").replace(dead, ""), "utf-8")
    house.home = open_home(house.home.path)
    house.poll()
    assert "There is no game now." in body(house.last("eve@example.org"))


def test_the_settings_of_the_manual_are_settings(tmp_path: Path) -> None:
    """What docs/keeper.md shows can be copied, and each member it names exists."""
    manual = (Path(__file__).parents[2] / "docs" / "keeper.md").read_text("utf-8")
    text = manual.partition("```toml\n")[2].partition("```")[0]
    settings = read_settings(text, tmp_path / "pbem.toml", tmp_path)
    assert settings.imap[0].server.host == "imap.example.org"
    assert settings.smtp is not None
    assert settings.smtp.a_minute == 30
    table = manual.partition("What else may stand in")[2].partition("Several")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    named = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    assert len(named) > 8
    assert named <= SERVERS["imap"] | SERVERS["smtp"]
