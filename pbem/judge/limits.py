"""How often anybody is answered, and what the host of a game is told about letters.

Whoever writes without end is told once and then read no more for a while; whoever
has proved nothing gets few letters, since they may go to somebody who never wrote.
What is set aside, and what went beyond a limit, is told to the host of the game
(or the Keeper, where there is none): each kind once a day.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.game.commands import Command, Join, Observe, ObserverLetter
from pbem.game.notices import Trouble
from pbem.game.state import Game
from pbem.judge.home import Home
from pbem.mail.answers import HostAlert
from pbem.sayings import Says, say
from pbem.store.entries import LetterEntry
from pbem.store.journal import Journal

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)
LETTERS_AN_HOUR = 60
"""Letters of a player that are answered in an hour, for each game."""
UNPROVED_AN_HOUR = 10
"""Letters a player gets in an hour because of letters that nothing proves."""
STRANGERS_A_DAY = 5
"""Letters that an address which has proved nothing gets in a day."""

_SAYS = {
    Trouble.TOO_LARGE.value: say("alert-too-large"),
    Trouble.TOO_COMPLEX.value: say("alert-too-complex"),
    Trouble.TOO_MANY.value: say("alert-too-many"),
    Trouble.PARKED.value: say("alert-parked"),
    Trouble.AUTH_FAILED.value: say("alert-forged"),
}


class Limits:
    """The limits of one home, counted in its journal."""

    def __init__(self, home: Home, journal: Journal) -> None:
        """Count in a journal."""
        self._home = home
        self._tallies = journal.tallies
        self._outbox = journal.outbox

    def stranger_is_answered(self, to: str, now: datetime, game: str = "") -> bool:
        """Return whether an address that has proved nothing may get one more letter today."""
        return self._tallies.letters_since(to, now - DAY, game) < STRANGERS_A_DAY

    def is_heard(self, command: Command, to: str, now: datetime, game: str) -> bool:
        """Return whether somebody who plays no power may be answered once more.

        An address that has proved nothing gets few letters; an observer, who may stop
        at any time, as many as a player gets for letters that nothing proves.
        """
        match command:
            case Join() | Observe():
                return self.stranger_is_answered(to, now, game)
            case ObserverLetter():
                return self.unproved_is_answered(to, now, game)
            case _:
                return True

    def unproved_is_answered(self, to: str, now: datetime, game: str) -> bool:
        """Return whether a player may be told of one more letter that nothing proves."""
        return self._tallies.letters_since(to, now - HOUR, game) < UNPROVED_AN_HOUR

    def letters_left(self, to: str, now: datetime, game: str) -> int:
        """Return how many more letters of a player are answered; 0 for the one that is told so.

        Less than 0 for those after it.
        """
        return LETTERS_AN_HOUR - self._tallies.letters_since(to, now - HOUR, game)

    def alerts(
        self, reason: str, game: Game | None, entry: LetterEntry, now: datetime
    ) -> list[tuple[str, HostAlert]]:
        """Return what the host is told of a letter, with the address; once a day for a reason."""
        says = _SAYS.get(reason)
        to = (game.host.address if game else "") or self._home.settings.keeper
        id = game.id if game else ""
        if says is None or not to or self._tallies.letters_with(reason, id, now - DAY):
            return []
        return [(to, HostAlert(id, says, entry.key))]

    def refusal(
        self, to: str, game: Game | None, why: Says, now: datetime
    ) -> list[tuple[str, HostAlert]]:
        """Return what the host is told of a letter that cannot be delivered, with the address.

        Of one address once a week, since further letters go there all the same.
        Nobody is told of a letter to the host's (or the Keeper's) own address, which
        would go there as well.
        """
        host = (game.host.address if game else "") or self._home.settings.keeper
        if not host or host == to:
            return []
        if self._outbox.refused_since(to, game.id if game else "", now - WEEK):
            return []
        player = next((p for p in game.players.values() if p.address == to), None) if game else None
        name, id = (player.name, player.id) if player else ("", "")
        says = say("undeliverable", name=name, id=id, why=why)
        return [(host, HostAlert(game.id if game else "", says))]
