"""Where a home's letters come from, and where they go: servers, or Maildirs of its own."""

from __future__ import annotations

from pbem.judge.home import HomeSettings
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import Mailbox, Sender
from pbem.mail.maildir import Maildir, MaildirSender
from pbem.mail.several import SeveralMailboxes
from pbem.mail.smtp import SmtpSender


def open_mailbox(settings: HomeSettings) -> Mailbox:
    """Return where a home's letters come from."""
    boxes = {imap.name: ImapMailbox(imap) for imap in settings.imap}
    match list(boxes.values()):
        case []:
            return Maildir(settings.mail.folder / "in", settings.mail.max_bytes)
        case [one]:
            return one
        case _:
            return SeveralMailboxes(boxes)


def open_sender(settings: HomeSettings) -> Sender:
    """Return where a home's letters go."""
    return (
        SmtpSender(settings.smtp) if settings.smtp else MaildirSender(settings.mail.folder / "out")
    )
