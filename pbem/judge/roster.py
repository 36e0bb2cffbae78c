"""Who plays in the games of a home, as telling the author of a letter needs it."""

from __future__ import annotations

from pbem.game.observers import Observer
from pbem.game.participants import HEIR
from pbem.game.state import HOST, Game, Player
from pbem.judge.secrets import Secrets
from pbem.judge.table import Table
from pbem.mail.addresses import OwnAddresses
from pbem.mail.identity import Author, Strictness, identify
from pbem.mail.message import Message


class Roster:
    """Who plays, as `pbem.mail.identity` asks it."""

    def __init__(
        self, table: Table, secrets: Secrets, strictness: Strictness, own: OwnAddresses
    ) -> None:
        """Ask the games at a table."""
        self.own = own
        self._strictness = strictness
        self._table = table
        self._secrets = secrets
        self._canonical = strictness.mailboxes.canonical

    def author(self, message: Message, game: str) -> Author:
        """Return who wrote a letter about a game, as far as that can be told."""
        return identify(message, game, self, self._strictness, self.own)

    def player_of(self, game: str, address: str) -> str | None:
        """Return the player with a registered address; the host where that is the host's only."""
        for player in self._players(game):
            if self._canonical(player.address) == address:
                return player.id
        return None

    def token_owner(self, game: str, token: str) -> str | None:
        """Return the player whose token this is, of this epoch or the one before it.

        A host who has asked for a seat is a player, with the host's tokens as well.
        """
        found = self._table.game(game)
        if found is None:
            return None
        epochs = {found.epoch, max(found.epoch - 1, 0)}
        for player in self._players(game):
            name = found.token_name(player.id)
            # Who has no address any more (forgotten, or thought better of a move) proves nothing.
            if player.address and any(
                self._secrets.is_token(token, game, name, epoch) for epoch in epochs
            ):
                return self.player_of(game, self._canonical(player.address))
        return None

    def is_host(self, game: Game, player: Player) -> bool:
        """Return whether somebody is the host of a game, by id or by address."""
        hosts = self._canonical(game.host.address) if game.host.address else ""
        return player.id == HOST or self._canonical(player.address) == hosts

    def observer(self, game: Game, player: Player) -> Observer | None:
        """Return the observer somebody is, by id or by address; None for nobody."""
        address = self._canonical(player.address)
        mine = (o for o in game.observers.values() if self._canonical(o.address) == address)
        return game.observers.get(player.id) or next(mine, None)

    def answers_phase(self, game: Game, message: Message) -> bool:
        """Return whether a letter answers one of the open phase: its newest token is of it."""
        tags = [*map(self.own.tag, message.recipients)]
        tags += [*map(self.own.tag_of_id, reversed(message.references))]
        token = next((tag.token for tag in tags if tag and tag.game == game.id and tag.token), "")
        players = self._players(game.id)
        return game.running and any(
            self._secrets.is_token(token, game.id, game.token_name(player.id), game.epoch)
            for player in players
        )

    def _players(self, game: str) -> tuple[Player, ...]:
        found = self._table.game(game)
        if found is None:
            return ()
        ids = (*found.players, HOST, HEIR, *found.observers)
        # Who is forgotten, or has taken back a wish to move, has no address and is nobody.
        return tuple(one for one in map(found.participant, ids) if one.address)
