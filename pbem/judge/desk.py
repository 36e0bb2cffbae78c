"""The desk: notices become letters, with private reply addresses and signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from pbem.game.events import PhaseAdjudicated
from pbem.game.notices import EndNotice, Notice, ReceiptNotice
from pbem.game.sheet import receipt_message
from pbem.game.state import Game
from pbem.judge.home import Home
from pbem.judge.secrets import Secrets
from pbem.mail.addresses import ACCOUNT, OwnAddresses
from pbem.mail.answers import Answer, CreationAnswer
from pbem.mail.letters import Envelope, Frame, compose
from pbem.store.entries import Outgoing

_JUDGE = "judge"


Judged = Callable[[str], Iterable[PhaseAdjudicated]]
"""Returns the phases of a game that were judged, overruled ones too, in order."""


class Desk:
    """Writes the letters of a home."""

    def __init__(self, home: Home, secrets: Secrets, judged: Judged) -> None:
        """Use a home's settings and keys; `judged` gives the phases of a game."""
        self._judged = judged
        self._secrets = secrets
        self._own = OwnAddresses(home.settings.address)
        self._frame = Frame(home.settings.name, self._own, home.settings.site_url, home.path)

    def to_players(
        self, game: Game, notices: Iterable[Notice], ruling: int, now: datetime, to: str = ""
    ) -> tuple[Outgoing, ...]:
        """Return the letters a ruling sends to players, each to the registered address.

        Args:
            game: After the ruling.
            notices: In order.
            ruling: Its number.
            now: When they are written.
            to: Who reads a notice for somebody who has not become a player.
        """
        letters = []
        for number, told in enumerate(notices, 1):
            notice = (
                replace(told, years=self._years(game, told))
                if isinstance(told, EndNotice)
                else told
            )
            player = notice.reader.player
            if player and not game.participant(player).address:
                continue  # whoever was forgotten gets no letters
            name = game.token_name(player)
            token = self._secrets.token(game.id, name, notice.reader.epoch) if player else ""
            envelope = Envelope(
                to=game.participant(player).address if player else to,
                message_id=self._own.letter_id(game.id, ruling, number),
                date=now,
                token=token,
            )
            letter = compose(notice, envelope, self._frame, self._signatures(notice))
            letters.append(Outgoing(letter.message_id, letter.to, letter.data))
        return tuple(letters)

    def _years(self, game: Game, ended: EndNotice) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Return the centers at the start of a game that is over and after each of its years."""
        last = ended.phase.year
        years = {"start": game.variant.opening(game.arrangement).centers}
        for event in self._judged(game.id):
            if event.result.centers and event.position.phase.year < last:
                years[str(event.position.phase.year)] = event.result.centers
        years[str(last)] = ended.centers
        return tuple(
            (year, {power: len(own) for power, own in centers.items()})
            for year, centers in years.items()
        )

    def to_addresses(
        self, answers: Iterable[tuple[str, Answer]], ruling: int, now: datetime
    ) -> tuple[Outgoing, ...]:
        """Return the letters that answer addresses that are spoken to as no player."""
        letters = []
        for number, (to, answer) in enumerate(answers, 1):
            message_id = self._own.letter_id(_JUDGE, ruling, number)
            proves = isinstance(answer, CreationAnswer)
            token = self._secrets.token(ACCOUNT, to.lower(), 0) if proves else ""
            letter = compose(answer, Envelope(to, message_id, now, token), self._frame)
            letters.append(Outgoing(letter.message_id, letter.to, letter.data))
        return tuple(letters)

    def _signatures(self, notice: Notice) -> dict[str, str]:
        if not isinstance(notice, ReceiptNotice):
            return {}
        return {
            receipt.power: self._secrets.sign(
                receipt_message(
                    notice.reader.game, notice.phase, receipt.power, receipt.receipt, receipt.hash
                )
            )
            for receipt in notice.powers
            if receipt.hash
        }
