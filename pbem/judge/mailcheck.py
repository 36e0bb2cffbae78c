"""A look at the mail servers: whether they let the judge in, and what becomes of a letter.

Two letters that the judge writes to itself tell the rest: one to its address, one to an
address with a plus. Both carry an Authentication-Results field such as a forger would
write, in the name of the server that is trusted; the provider has to remove it or to
put its own above. Letters from the judge to itself are never answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime

from pbem.errors import LetterRefusedError, MailboxError
from pbem.judge.clock import Clock
from pbem.judge.home import Home, HomeSettings
from pbem.mail.headers import Headers, read_headers
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.smtp import SmtpSender

_FORGED = "pbem-forged"
_OFF = timedelta(minutes=5)
_TRIES = 24
_PIECE = 5.0
"""How often a letter is looked for, and the seconds between."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        fine: Whether it is as it should be.
        says: What was found; where it is not fine, what would be right.
    """

    fine: bool
    says: str


def look_at_servers(home: Home) -> Iterator[Finding]:
    """Log in everywhere; nothing is changed."""
    settings = home.settings
    for imap in settings.imap:
        mailbox = ImapMailbox(imap)
        try:
            mailbox.check()
            yield Finding(True, f"IMAP server {imap.server.host}: lets the judge in")
        except MailboxError as error:
            yield Finding(False, f"{error}; see [imap] in pbem.toml")
        finally:
            mailbox.close()
    if settings.smtp:
        sender = SmtpSender(settings.smtp)
        try:
            sender.check()
            yield Finding(True, f"SMTP server {settings.smtp.server.host}: lets the judge in")
        except MailboxError as error:
            yield Finding(False, f"{error}; see [smtp] in pbem.toml")
        finally:
            sender.close()
    if settings.imap and not settings.mail.trusted and not settings.mail.dkim:
        yield Finding(
            False,
            "trusted_servers is empty and dkim is off: every letter to a public address has to be "
            "confirmed; `pbem doctor --letters` tells the name of your server",
        )


def look_at_letters(home: Home, clock: Clock, tag: str) -> Iterator[Finding]:
    """Send two letters to the judge itself and tell how they arrive.

    Args:
        home: Whose mail servers.
        clock: To wait by.
        tag: Makes the letters' Message-IDs new ones: letters and digits.
    """
    settings = home.settings
    if not settings.imap or settings.smtp is None:
        yield Finding(True, "letters: go through Maildirs of the home; none was sent")
        return
    local, _, domain = settings.address.partition("@")
    mailbox, sender = ImapMailbox(settings.imap[0]), SmtpSender(settings.smtp)
    try:
        yield from _look(settings, settings.address, f"plain{tag}", (mailbox, sender), clock)
        yield from _look(
            settings, f"{local}+doctor@{domain}", f"plus{tag}", (mailbox, sender), clock
        )
    except MailboxError as error:
        yield Finding(False, str(error))
    finally:
        mailbox.close()
        sender.close()


def _look(
    settings: HomeSettings,
    to: str,
    name: str,
    servers: tuple[ImapMailbox, SmtpSender],
    clock: Clock,
) -> Iterator[Finding]:
    mailbox, sender = servers
    plus = "+" in to
    what = "a letter to an address with a plus" if plus else "a letter to the judge's address"
    lost = (
        "; allow plus addresses (subaddressing) at your provider: private reply addresses need them"
        if plus
        else "; see that mail for this address gets into this mailbox"
    )
    letter = _letter(settings, to, name, clock.now())
    try:
        sender.send(letter)
    except LetterRefusedError as error:
        yield Finding(False, f"{what} is refused ({error}){lost}")
        return
    for _ in range(_TRIES):
        found = mailbox.find(letter.message_id)
        if found is not None:
            break
        clock.wait(_PIECE, lambda: False)
    else:
        yield Finding(
            False, f"{what} did not arrive within {_TRIES * _PIECE / 60:.0f} minutes{lost}"
        )
        return
    arrived, head = found
    yield Finding(True, f"{what} arrives")
    if not plus:
        yield _clock(arrived, clock.now())
        yield _authentication(settings, read_headers(head)[0])


def _letter(settings: HomeSettings, to: str, name: str, now: datetime) -> OutgoingLetter:
    address = settings.address
    domain = address.partition("@")[2]
    server = settings.mail.trusted[0] if settings.mail.trusted else domain
    message_id = f"<{name}.doctor@{domain}>"
    data = (
        f"Authentication-Results: {server}; dmarc=pass header.from={domain} reason={_FORGED}\n"
        f"From: {address}\nTo: {to}\nSubject: pbem doctor\nDate: {format_datetime(now)}\n"
        f"Message-ID: {message_id}\nAuto-Submitted: auto-generated\nMIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=utf-8\n\nA letter of the judge to itself.\n"
    )
    return OutgoingLetter(to, message_id, now, "pbem doctor", "", data.encode(), address)


def _clock(arrived: datetime, now: datetime) -> Finding:
    off = abs(arrived - now)
    if off > _OFF:
        return Finding(
            False,
            f"clock: the mail server's and this machine's are {off} apart; deadlines go by the "
            "server's time of arrival, so set this one by NTP",
        )
    return Finding(True, "clock: agrees with the mail server's")


def _authentication(settings: HomeSettings, headers: Headers) -> Finding:
    top = " ".join(headers.first("authentication-results").split())
    server = top.partition(";")[0].split(" ")[0].lower()
    if not top:
        if settings.mail.dkim:
            return Finding(True, "Authentication-Results: none; the judge checks signatures itself")
        return Finding(
            False, "Authentication-Results: your mail server writes none; set dkim = true in [mail]"
        )
    if _FORGED in top:
        return Finding(
            False,
            f"Authentication-Results: what a stranger writes in the name of {server} is kept; have "
            "your mail server remove it, or empty trusted_servers and set dkim = true in [mail]",
        )
    if server not in {name.lower() for name in settings.mail.trusted}:
        return Finding(
            False,
            f"Authentication-Results: your server calls itself {server}; name it in "
            f'trusted_servers = ["{server}"] in [mail]',
        )
    return Finding(
        True, f"Authentication-Results: written by {server}, and forged ones are not kept"
    )
