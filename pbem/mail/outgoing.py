"""A letter of ours as it is kept, read back so that it can be sent."""

from __future__ import annotations

from email.utils import parsedate_to_datetime

from pbem.mail.bodies import body_of
from pbem.mail.headers import decode_words, read_headers
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.mime import Limits, Part, read_parts


def read_outgoing(data: bytes, to: str, message_id: str) -> OutgoingLetter:
    """Return a letter that `pbem.mail.letters.compose` wrote.

    Args:
        data: The whole letter.
        to: Who gets it.
        message_id: As the journal has it; the letter's own.
    """
    headers, _ = read_headers(data)
    text = body_of(part) if isinstance(part := read_parts(data, Limits()), Part) else ""
    return OutgoingLetter(
        to=to,
        message_id=message_id,
        date=parsedate_to_datetime(headers.first("date")),
        subject=decode_words(headers.first("subject")),
        text=text if isinstance(text, str) else "",
        data=data,
    )
