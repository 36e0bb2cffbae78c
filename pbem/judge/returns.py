"""Letters that came back: which letter of ours it was, and who did not get it.

A letter comes back to an address of its own, which holds its Message-ID and a token
that nobody can guess. Where a mail system has dropped that, the Message-ID in what it
quotes counts, if it names the address that letter went to as well. A letter of ours
that is still being tried has not come back.
"""

from __future__ import annotations

from pbem.game.masks import mask
from pbem.judge.errands import CameBack
from pbem.judge.secrets import Secrets
from pbem.mail.addresses import OwnAddresses
from pbem.mail.bounces import failures, quoted_ids
from pbem.mail.message import Message
from pbem.store.outbox import LettersOut

_NAME = "b="
_FAILED = "failed"


class Returns:
    """Knows the letters of one home again."""

    def __init__(self, own: OwnAddresses, secrets: Secrets, outbox: LettersOut) -> None:
        """Use the judge's addresses, its keys and its outbox."""
        self._own = own
        self._secrets = secrets
        self._outbox = outbox

    def address(self, message_id: str) -> str:
        """Return the address that a letter comes back to."""
        return self._own.bounce_address(message_id, self._token(message_id))

    def found(self, message: Message, raw: bytes) -> CameBack | None:
        """Return what came back with a letter that is a bounce; None where nothing is known.

        Neither is anything where it came back before.
        """
        proved = self._proved(message)
        ids = (proved,) if proved else quoted_ids(raw, self._own.domain)
        for message_id in ids:
            sent = self._outbox.find(message_id)
            if sent is None:
                continue
            recipient, state = sent
            said = failures(raw)
            if recipient.lower() not in said.never and (not proved or said.later):
                return None
            if state == _FAILED:
                return None
            return CameBack(message_id, recipient, mask(said.status))
        return None

    def _proved(self, message: Message) -> str:
        for address in message.recipients:
            named = self._own.came_back(address)
            if named is not None and self._secrets.is_token(named[1], _NAME, named[0], 0):
                return named[0]
        return ""

    def _token(self, message_id: str) -> str:
        return self._secrets.token(_NAME, message_id, 0)
