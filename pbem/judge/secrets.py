"""A home's secrets at work: what is derived from them and signed with them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pbem.board.phase import Phase, PhaseKind
from pbem.errors import JournalError
from pbem.game.commands import PhaseEnds
from pbem.game.settings import Settings
from pbem.game.state import Game
from pbem.judge.home import Home
from pbem.store import sealed
from pbem.store.journal import Journal

_HOME_KEY = "home key"


class Secrets:
    """The keys of one home.

    Attributes:
        public_key: 64 hexadecimal digits; stands in each game.toml.
    """

    def __init__(self, home: Home, journal: Journal, words: str = "") -> None:
        """Use the keys of a home, making those it does not have yet.

        Args:
            home: Its signing key lies in var/key.
            journal: Holds the home key and the seeds.
            words: For a home that anyone may repeat: fresh keys derive from these
                words and are no secret. Empty for keys that nobody can guess.
        """
        self._journal = journal
        self._words = words
        self._home_key = journal.keep(_HOME_KEY, self._fresh("home"))
        path = home.var / "key"
        if not path.exists() and journal.games():
            raise JournalError(
                f"{path}: the signing key is gone; restore it from a backup, since the receipts "
                "of this home's games can be signed with no other"
            )
        self._signer = sealed.Signer.create(path, self._fresh("signer"))
        self.public_key = self._signer.public_key

    def seed(self, game: str) -> bytes:
        """Return the seed of a game, making it for a new one."""
        return self._journal.keep_seed(game, self._fresh(f"game {game}"))

    def nonce(self, game: str, phase: Phase, power: str, receipt: int) -> str:
        """Return the nonce of a power's receipt."""
        return sealed.nonce(self._journal.seed(game), phase, power, receipt)

    def phase_ends(self, game: Game, due: Mapping[str, datetime]) -> PhaseEnds:
        """Return the command that ends the open phase, with all it needs of chance."""
        return PhaseEnds(
            phase=str(game.open_position().phase),
            due=due,
            draw_key=self.draw_key(game.id, game.draws),
            nonces=self._retreat_nonces(game),
        )

    def _retreat_nonces(self, game: Game) -> Mapping[str, str]:
        if game.position is None or game.position.phase.kind is not PhaseKind.MOVEMENT:
            return {}
        now = game.position.phase
        retreats = Phase(now.year, now.season, PhaseKind.RETREATS)
        return {
            power: self.nonce(game.id, retreats, power, game.next_receipt(power, retreats))
            for power in game.played()
        }

    def draw_key(self, game: str, number: int) -> str:
        """Return the key of a game's draw, counted from 0."""
        return sealed.draw_key(self._journal.seed(game), number)

    def lots(self, settings: Settings) -> str:
        """Return what the ids of a game's players are drawn from; empty where they are numbered."""
        return sealed.lots(self._journal.seed(settings.game)) if settings.anonymous else ""

    def token(self, game: str, player: str, epoch: int) -> str:
        """Return the token of a player's private reply address."""
        return sealed.token(self._home_key, game, player, epoch)

    def is_token(self, given: str, game: str, player: str, epoch: int) -> bool:
        """Return whether this is that token."""
        return sealed.is_token(given, self._home_key, game, player, epoch)

    def sign(self, message: bytes) -> str:
        """Return the home's signature of a message."""
        return self._signer.sign(message)

    def _fresh(self, name: str) -> bytes:
        if self._words:
            return sealed.secret_from(f"{self._words} {name}")
        return sealed.fresh_secret()
