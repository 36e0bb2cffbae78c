"""Games created by letter: by those whom the Keeper has named in pbem.toml, `[hosts] allowed`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.assets import variant_keys
from pbem.game.commands import CreateGame, LetterRef
from pbem.game.notices import CreatedNotice, Trouble
from pbem.game.phases import reader
from pbem.game.presets import PRESETS
from pbem.game.ruling import created
from pbem.game.state import HOST, Game
from pbem.judge.creating import NoGameError, sealed, wanted
from pbem.judge.desk import Desk
from pbem.judge.errands import Errand, Found, Reply
from pbem.judge.home import Home
from pbem.judge.secrets import Secrets
from pbem.judge.table import Table
from pbem.mail.addresses import ACCOUNT, OwnAddresses, SameMailbox
from pbem.mail.answers import CreationAnswer, TroubleAnswer
from pbem.mail.authentication import Finding, is_aligned
from pbem.mail.commands import ConfirmSeat
from pbem.mail.creation import Creation, read_creation
from pbem.mail.language import read_asks
from pbem.mail.message import Message, read_message
from pbem.mail.mime import Limits
from pbem.sayings import say
from pbem.store.entries import LetterEntry, RulingEntry

Waiting = Callable[[str, str], Iterable[tuple[LetterEntry, bytes]]]


class Founder:
    """Reads letters that say CREATE."""

    def __init__(
        self, home: Home, table: Table, secrets: Secrets, waiting: Waiting, limits: Limits
    ) -> None:
        """Use a home's settings, its games and its keys, and the letters that wait."""
        self._home = home
        self._table = table
        self._secrets = secrets
        self._waiting = waiting
        self._limits = limits
        self._own = OwnAddresses(home.settings.address)
        self._mailboxes = SameMailbox.of(home.settings.mail.same_mailbox)

    def read(
        self, message: Message, letter: LetterRef, finding: Finding, now: datetime
    ) -> Errand | None:
        """Return what is to be done about a letter that creates a game; None for any other.

        Args:
            message: As read; it names no game that there is.
            letter: What the answer refers to.
            finding: What is proved of its author.
            now: Of the ruling.
        """
        author = message.authors[0] if len(message.authors) == 1 else None
        creation = read_creation(message.text)
        if author is None:
            return None
        allowed = self._is_allowed(author.address)
        proved = allowed and self._is_proved(message, author.address, finding)
        if creation is None:
            return self._confirmed(message, author.address, now) if proved else None
        if not allowed:
            answer = TroubleAnswer(letter, Trouble.NOT_ALLOWED, say("not-a-host-here"))
            return Reply(((author.address, answer),), Trouble.NOT_ALLOWED.value)
        if not proved:
            parked = CreationAnswer(letter, creation.id, confirm=True)
            return Reply(((author.address, parked),), Trouble.PARKED.value, set_aside=True)
        return self._found(creation, message, letter, now)

    def _is_allowed(self, address: str) -> bool:
        canonical = self._mailboxes.canonical
        return canonical(address) in {canonical(host) for host in self._home.settings.hosts}

    def _is_proved(self, message: Message, address: str, finding: Finding) -> bool:
        if finding in (Finding.PASS_DKIM, Finding.PASS_DMARC):
            return True
        domain = address.rpartition("@")[2].lower()
        if any(is_aligned(domain, signer) for signer in message.signers):
            return True
        tags = [*map(self._own.tag, message.recipients)]
        tags += map(self._own.tag_of_id, message.references)
        tokens = [tag.token for tag in tags if tag and tag.game == ACCOUNT and tag.token]
        return self._home.settings.mail.accept_unproved or any(
            self._secrets.is_token(token, ACCOUNT, address.lower(), 0) for token in tokens
        )

    def _confirmed(self, message: Message, address: str, now: datetime) -> Errand | None:
        """Return the game of a letter that waited for this one to say CONFIRM."""
        if read_asks(message.text, ()) != (ConfirmSeat(),):
            return None
        waiting = [
            (entry, parked, creation)
            for entry, raw in self._waiting("", Trouble.PARKED.value)
            if _is_by(parked := read_message(raw, self._limits), address)
            and (creation := read_creation(parked.text))
        ]
        answered = [one for one in waiting if one[1].message_id in message.references]
        for entry, parked, creation in (answered or waiting)[:1]:
            letter = LetterRef(entry.key, parked.message_id, parked.subject, entry.arrived)
            found = self._found(creation, parked, letter, now)
            return replace(found, releases=entry.key) if isinstance(found, Found) else found
        return None

    def _found(
        self, creation: Creation, message: Message, letter: LetterRef, now: datetime
    ) -> Errand:
        author = message.authors[0]
        words = self._words(creation) | {"host_address": author.address}
        name = " ".join(author.name.split())[:60]
        if name and "@" not in name:
            words = {"host": name} | words
        try:
            return Found(wanted(words, self._home, self._table.settings, now), letter)
        except NoGameError as error:
            answer = CreationAnswer(letter, creation.id, wrong=error.wrong)
            return Reply(((author.address, answer),), "not created", sparing=False)

    def _words(self, creation: Creation) -> dict[str, Any]:
        words: dict[str, Any] = {"game": creation.id, "like": creation.like}
        presets = []
        for name in creation.names:
            if name in PRESETS:
                presets.append(name)
            elif name.isdigit():
                words["players"] = name
            elif name in variant_keys(self._home.path):
                words["variant"] = name
            else:
                presets.append(name)
        return words | {"preset": tuple(presets)} | dict(creation.options or {})


def _is_by(message: Message, address: str) -> bool:
    return [author.address.lower() for author in message.authors] == [address.lower()]


def found_game(
    errand: Found,
    table: Table,
    secrets: Secrets,
    keep_board: Callable[[str], str],
    desk: Desk,
    entry: LetterEntry,
    number: int,
    now: datetime,
) -> RulingEntry:
    """Return the ruling that creates a game, with the letter to its host."""
    settings = sealed(errand.wish, keep_board(errand.wish.board), secrets)
    event = created(CreateGame(settings, errand.wish.host_address, secrets.lots(settings)), now)
    game = table.begun(event)
    letters = desk.to_players(game, (created_notice(game, errand.letter),), number, now)
    return RulingEntry(now, game.id, (event,), letters, entry.key, releases=errand.releases)


def created_notice(game: Game, letter: LetterRef | None = None) -> CreatedNotice:
    """Return what tells a host that a game is created, by a letter or on the command line."""
    return CreatedNotice(reader(game, game.participant(HOST)), letter, game.settings)
