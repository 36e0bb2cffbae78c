"""Which game a letter is for, and which player wrote it.

A player is known by a registered address *and* one proof: the word of our own
mail server, or the private reply address. Where strangers cannot write to the
mailbox, `Strictness.accept_unproved` lets the address alone do.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from pbem.game.notices import Trouble
from pbem.mail.addresses import OwnAddresses, SameMailbox, Tag
from pbem.mail.authentication import Finding, Proof, find_proof, is_aligned
from pbem.mail.message import Message
from pbem.sayings import Saying, say

_TAG = re.compile(r"\[\s*([a-z][a-z0-9-]{1,19})\s*\]", re.IGNORECASE)
_SIGNON = re.compile(
    r"^[ \t]*signon[ \t]+[a-z?]([a-z][a-z0-9-]{1,19})\b", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True)
class GameNamed:
    """A letter names one game that there is."""

    game: str


@dataclass(frozen=True)
class NoGame:
    """A letter names no game that there is.

    Attributes:
        tried: Ids it named all the same.
    """

    tried: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mismatch:
    """A letter names several games."""

    games: tuple[str, ...]


def which_game(
    message: Message, own: OwnAddresses, games: Collection[str]
) -> GameNamed | NoGame | Mismatch:
    """Return the game a letter names, in the subject or in the address.

    A game in square brackets counts if there is such a game: any case, blanks
    allowed. Where neither subject nor address names one, the letter it answers
    does, then a `SIGNON` of its own. Quoted text never counts.

    Args:
        message: The letter.
        own: The judge's addresses.
        games: Ids of all games, in lower case.
    """
    tags = [found.lower() for found in _TAG.findall(message.subject)]
    plus = [tag.game for tag in map(own.tag, message.recipients) if tag is not None]
    named = dict.fromkeys(game for game in (*tags, *plus) if game in games)
    if not named:
        answered = (tag.game for tag in map(own.tag_of_id, message.references) if tag is not None)
        signed = (found.lower() for found in _SIGNON.findall(message.text))
        named = dict.fromkeys([game for game in (*answered, *signed) if game in games][:1])
    match list(named):
        case []:
            return NoGame(tuple(dict.fromkeys((*plus, *tags))))
        case [game]:
            return GameNamed(game)
        case several:
            return Mismatch(tuple(several))


class Roster(Protocol):
    """Who plays in a game, as far as telling an author needs it."""

    def player_of(self, game: str, address: str) -> str | None:
        """Return the player with a registered address, given as `SameMailbox.canonical` has it."""
        ...

    def token_owner(self, game: str, token: str) -> str | None:
        """Return the player whose token this is, of this epoch or the one before it.

        The token comes in lower case.
        """
        ...


@dataclass(frozen=True)
class Strictness:
    """What is taken as proof.

    Attributes:
        trusted: Names of servers whose Authentication-Results count, in lower case.
        accept_unproved: Whether a registered address is enough.
        mailboxes: When two addresses are one.
    """

    trusted: frozenset[str] = frozenset()
    accept_unproved: bool = False
    mailboxes: SameMailbox = field(default_factory=SameMailbox)


@dataclass(frozen=True)
class AuthenticatedMessage:
    """A letter whose author is known and proved.

    Attributes:
        proof: How.
        foreign: The address it came from where that is not a registered one;
            the registered address is to be told.
    """

    message: Message
    game: str
    player: str
    proof: Proof
    foreign: str = ""


@dataclass(frozen=True)
class Parked:
    """A letter from a registered address without a proof; nothing of it counts yet."""

    message: Message
    game: str
    player: str


@dataclass(frozen=True)
class Stranger:
    """A letter from an address that nobody in the game has.

    Attributes:
        address: As it was written.
        proved: Whether our mail server vouches for the address.
    """

    message: Message
    address: str
    proved: bool


@dataclass(frozen=True)
class RefusedAuthor:
    """A letter that nothing is taken from.

    Attributes:
        player: Who is to be told, at the registered address; empty for nobody.
    """

    trouble: Trouble
    says: Saying
    player: str = ""


Author = AuthenticatedMessage | Parked | Stranger | RefusedAuthor


def identify(
    message: Message, game: str, roster: Roster, strictness: Strictness, own: OwnAddresses
) -> Author:
    """Return who wrote a letter for a game.

    Only the address in From counts; names beside it, Sender and Reply-To prove
    nothing. A token too old to count is no offence: the letter is judged by its
    other proofs.
    """
    if len(message.authors) != 1:
        return RefusedAuthor(Trouble.AMBIGUOUS_SENDER, _authors_say(message))
    address = message.authors[0].address
    player = roster.player_of(game, strictness.mailboxes.canonical(address))
    finding = find_proof(message.headers, address, strictness.trusted)
    if finding is Finding.FAIL:
        return RefusedAuthor(
            Trouble.AUTH_FAILED,
            say("forged", address=address),
            player or "",
        )
    if finding is Finding.NONE and any(
        is_aligned(address.rpartition("@")[2].lower(), signer) for signer in message.signers
    ):
        finding = Finding.PASS_DKIM
    owner = _token_owner(message, game, roster, own)
    if owner is not None and player not in (None, owner):
        return RefusedAuthor(
            Trouble.AMBIGUOUS_SENDER,
            say("token-of-another", address=address),
            player or "",
        )
    if owner is not None:
        return AuthenticatedMessage(
            message, game, owner, Proof.TOKEN, foreign="" if player else address
        )
    if player is None:
        return Stranger(message, address, proved=finding is not Finding.NONE)
    return _proved(message, game, player, finding, strictness)


def _authors_say(message: Message) -> Saying:
    if not message.authors:
        return say("no-author")
    return say("several-authors", authors=tuple(one.address for one in message.authors[:5]))


def _proved(
    message: Message, game: str, player: str, finding: Finding, strictness: Strictness
) -> Author:
    match finding:
        case Finding.PASS_DMARC:
            return AuthenticatedMessage(message, game, player, Proof.DMARC)
        case Finding.PASS_DKIM:
            return AuthenticatedMessage(message, game, player, Proof.DKIM)
        case _ if strictness.accept_unproved:
            return AuthenticatedMessage(message, game, player, Proof.UNPROVED)
        case _:
            return Parked(message, game, player)


def _token_owner(message: Message, game: str, roster: Roster, own: OwnAddresses) -> str | None:
    tags = [*map(own.tag, message.recipients), *map(own.tag_of_id, message.references)]
    for tag in tags:
        match tag:
            case Tag(named, token) if named == game and token:
                owner = roster.token_owner(game, token)
                if owner is not None:
                    return owner
            case _:
                pass
    return None
