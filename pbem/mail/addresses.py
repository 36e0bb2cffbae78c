"""The judge's own addresses, and when two addresses are one mailbox.

A game is named by `judge+gx7@example.org`; a player's private reply address is
`judge+gx7.TOKEN@example.org`. The token travels in References too, since some
mail systems drop what stands behind a plus: `<token.gx7.TOKEN@example.org>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

_TOKEN_ID = "token"
_BOUNCES = "b="
_LONGEST_LOCAL = 64
"""Octets of a local part, RFC 5321, 4.5.3.1.1."""

ACCOUNT = "list"
"""Stands for a game in addresses of letters that are about none; no game has this id."""


@dataclass(frozen=True)
class Tag:
    """What stands behind the plus of one of our addresses.

    Attributes:
        game: In lower case.
        token: In lower case; empty where there is none.
    """

    game: str
    token: str = ""


@dataclass(frozen=True)
class OwnAddresses:
    """Where letters reach the judge.

    Attributes:
        address: `judge@example.org`.
        others: More addresses of the same mailbox, without tags.
    """

    address: str
    others: tuple[str, ...] = ()

    @property
    def domain(self) -> str:
        """The domain of the judge's address, in lower case."""
        return self.address.rpartition("@")[2].lower()

    def owns(self, address: str) -> bool:
        """Return whether an address, with or without a tag, is the judge's."""
        return self._split(address) is not None

    def tag(self, address: str) -> Tag | None:
        """Return what an address of ours names; None for any other address.

        >>> OwnAddresses("judge@example.org").tag("Judge+GX7.k7m2@example.org")
        Tag(game='gx7', token='k7m2')
        """
        detail = self._split(address)
        if not detail:
            return None
        game, _, token = detail.partition(".")
        return Tag(game, token)

    def tag_of_id(self, message_id: str) -> Tag | None:
        """Return what one of our Message-IDs names: the game, with a token where it has one.

        The first piece of our ids is the game, or `token` before game and token.
        """
        inside = message_id.strip("<>").lower()
        left, _, domain = inside.rpartition("@")
        if domain != self.domain and not domain.endswith(f".{self.domain}"):
            return None
        pieces = left.split(".")
        if pieces[0] == _TOKEN_ID and len(pieces) == 3:
            return Tag(pieces[1], pieces[2])
        return Tag(pieces[0]) if len(pieces) > 1 else None

    def game_address(self, game: str) -> str:
        """Return the address that names a game."""
        local, _, domain = self.address.partition("@")
        return f"{local}+{game}@{domain}"

    def private_address(self, game: str, token: str) -> str:
        """Return the private reply address that a token makes."""
        local, _, domain = self.address.partition("@")
        return f"{local}+{game}.{token}@{domain}"

    def bounce_address(self, message_id: str, token: str) -> str:
        """Return the address that a letter comes back to; the judge's own if that is too long.

        >>> OwnAddresses("judge@example.org").bounce_address("<gx7.42.1@example.org>", "k7m2")
        'judge+b=gx7.42.1.k7m2@example.org'
        """
        local, _, domain = self.address.partition("@")
        letter = message_id.strip("<>").partition("@")[0]
        made = f"{local}+{_BOUNCES}{letter}.{token}"
        return f"{made}@{domain}" if len(made) <= _LONGEST_LOCAL else self.address

    def came_back(self, address: str) -> tuple[str, str] | None:
        """Return the Message-ID and the token in an address for bounces; None for any other.

        >>> OwnAddresses("judge@example.org").came_back("judge+b=gx7.42.1.k7m2@example.org")
        ('<gx7.42.1@example.org>', 'k7m2')
        """
        detail = self._split(address) or ""
        letter, dot, token = detail.removeprefix(_BOUNCES).rpartition(".")
        if not detail.startswith(_BOUNCES) or not dot:
            return None
        return f"<{letter}@{self.domain}>", token

    def token_id(self, game: str, token: str) -> str:
        """Return the id that carries a token in References."""
        return f"<{_TOKEN_ID}.{game}.{token}@{self.domain}>".lower()

    def thread_id(self, game: str) -> str:
        """Return the id that all letters of a game refer to."""
        return f"<{game}.thread@{self.domain}>"

    def letter_id(self, *pieces: str | int) -> str:
        """Return the Message-ID of a letter of ours; the first piece is its game.

        >>> OwnAddresses("judge@example.org").letter_id("gx7", 42, 1)
        '<gx7.42.1@example.org>'
        """
        return f"<{'.'.join(str(piece).lower() for piece in pieces)}@{self.domain}>"

    def game_of_id(self, message_id: str) -> str:
        """Return the game in the Message-ID of a letter of ours; empty for any other id."""
        left, _, domain = message_id.strip("<>").lower().rpartition("@")
        return left.partition(".")[0] if domain == self.domain else ""

    def ruling_of_id(self, message_id: str, game: str) -> int:
        """Return the number in the Message-ID of a letter of a game; 0 for any other id.

        >>> OwnAddresses("judge@example.org").ruling_of_id("<gx7.42.1@example.org>", "gx7")
        42
        """
        left, _, domain = message_id.strip("<>").lower().rpartition("@")
        pieces = left.split(".")
        ours = domain == self.domain and len(pieces) == 3 and pieces[0] == game
        number = pieces[1] if ours else ""
        return int(number) if number.isascii() and number.isdigit() and len(number) < 12 else 0

    def _split(self, address: str) -> str | None:
        """Return the tag of an address of ours, empty where it has none."""
        local, _, domain = address.lower().rpartition("@")
        base, _, detail = local.partition("+")
        ours = (self.address, *self.others)
        return detail if f"{base}@{domain}" in (own.lower() for own in ours) else None


@dataclass(frozen=True)
class SameMailbox:
    """When two spellings of an address are one mailbox.

    Attributes:
        loose: Domains in which dots and what follows a plus do not matter.
        alike: Domains that stand for another one: `googlemail.com` for `gmail.com`.
    """

    loose: frozenset[str] = frozenset({"gmail.com", "googlemail.com"})
    alike: Mapping[str, str] = field(default_factory=lambda: {"googlemail.com": "gmail.com"})

    @classmethod
    def of(cls, providers: Iterable[Sequence[str]]) -> SameMailbox:
        """Return the rule for providers that ignore dots and tags, each with all its domains."""
        groups = [group for group in providers if group]
        return cls(
            loose=frozenset(domain for group in groups for domain in group),
            alike={other: group[0] for group in groups for other in group[1:]},
        )

    def canonical(self, address: str) -> str:
        """Return the one spelling of a mailbox, for comparing only; never write to it.

        >>> SameMailbox().canonical("Ann.Other+dip@GoogleMail.com")
        'annother@gmail.com'
        """
        local, _, domain = address.strip().lower().rpartition("@")
        domain = self.alike.get(domain, domain)
        if domain in self.loose:
            local = local.partition("+")[0].replace(".", "")
        return f"{local}@{domain}"
