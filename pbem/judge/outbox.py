"""What waits to be sent goes out: in order, as fast as the server takes it, and no faster.

A letter that the server does not take now is tried again after growing pauses. A
server that cannot be spoken to is left alone for a while, whatever waits; reading
letters and judging phases never wait for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from pbem.errors import LetterRefusedError, MailboxError, ServerDownError
from pbem.judge.clock import Clock
from pbem.judge.steps import Effect, Step
from pbem.mail.mailbox import Sender
from pbem.mail.outgoing import read_outgoing
from pbem.store.entries import OutboxLetter
from pbem.store.journal import Journal

_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
_MINUTE = timedelta(minutes=1)

Refused = Callable[[OutboxLetter, str], None]
"""Told of a letter that will never be taken, and why; must note that in the journal."""

Returning = Callable[[str], str]
"""Returns the address that a letter comes back to, by its Message-ID."""


class Outbox:
    """Sends the letters of one journal.

    Attributes:
        resumes: When sending goes on, where it was broken off; None where it was not.
    """

    def __init__(
        self,
        journal: Journal,
        sender: Sender,
        clock: Clock,
        effect: Effect,
        refused: Refused,
        returns: Returning,
        *,
        a_minute: int = 0,
    ) -> None:
        """Send through a sender; `a_minute` letters at most, any number where it is 0."""
        self._journal = journal
        self._sender = sender
        self._clock = clock
        self._effect = effect
        self._refused = refused
        self._returns = returns
        self._most = a_minute
        self._sent: deque[datetime] = deque()
        self._down = 0
        self.resumes: datetime | None = None

    def send(self) -> tuple[int, str]:
        """Send what is due; return how many went, and why the last did not that did not."""
        began = self._clock.now()
        if self.resumes is not None and began < self.resumes:
            return 0, ""
        self.resumes = None
        sent, why, goes_on = 0, "", True
        while goes_on and (waiting := self._journal.outbox.unsent(began)):
            done: list[int] = []
            for letter in waiting:
                goes_on = self._may_send(began)
                if not goes_on:
                    break
                why = self._try(letter, done) or why
                if self._sender.repeats:
                    # A stop may repeat the letter on its way, and no other.
                    sent += self._mark(done)
            sent += self._mark(done)
        self._sender.close()
        return sent, why

    def _mark(self, done: list[int]) -> int:
        """Note which letters were sent; return how many, and empty the list."""
        ids, now = tuple(done), self._clock.now()
        done.clear()
        if ids:
            self._sender.flush()
            self._effect(Step.SENT, partial(self._journal.outbox.mark_sent, ids, now))
        return len(ids)

    def _may_send(self, began: datetime) -> bool:
        """Return whether one more letter may go now; else say when sending goes on."""
        if self.resumes is not None:
            return False
        now = self._clock.now()
        if now - began > _MINUTE:
            # New letters are looked for before the rest goes.
            self.resumes = now
            return False
        while self._sent and now - self._sent[0] >= _MINUTE:
            self._sent.popleft()
        if self._most and len(self._sent) >= self._most:
            self.resumes = self._sent[0] + _MINUTE
            return False
        return True

    def _try(self, letter: OutboxLetter, done: list[int]) -> str:
        """Hand over one letter; return why that failed, or nothing."""
        try:
            self._effect(Step.SEND, partial(self._hand_over, letter))
        except ServerDownError as error:
            self.resumes = self._clock.now() + _PAUSES[min(self._down, len(_PAUSES) - 1)]
            self._down += 1
            return str(error)
        except LetterRefusedError as error:
            self._refused(letter, str(error))
            return str(error)
        except MailboxError as error:
            again = self._clock.now() + _PAUSES[min(letter.attempts, len(_PAUSES) - 1)]
            self._effect(
                Step.SENT, partial(self._journal.outbox.mark_failed, letter.id, str(error), again)
            )
            return str(error)
        self._down = 0
        self._sent.append(self._clock.now())
        done.append(letter.id)
        return ""

    def _hand_over(self, letter: OutboxLetter) -> None:
        ready = read_outgoing(letter.data, letter.recipient, letter.message_id)
        self._sender.send(replace(ready, returns=self._returns(letter.message_id)))
