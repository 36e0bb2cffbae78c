"""Names in a line: where one begins, where it ends, what may stand around it.

A `Cursor` goes over the tokens of one line from left to right. Where a place is
expected, the longest name is taken; an everyday word (`and`, `may`) is a place
only there. A word that orders are made of is never taken for a slip of a name.
"""

from __future__ import annotations

from pbem.board.position import UnitKind
from pbem.board.variant import Variant
from pbem.orders.gazetteer import Gazetteer, Match, coast_of, phrase_of
from pbem.orders.speech import Named, Place
from pbem.orders.tokens import Token
from pbem.orders.words import (
    ALL,
    ARTICLES,
    COMPASS_LETTERS,
    CONNECTIVES,
    COURTESIES,
    DOUBTS,
    IN,
    KINDS,
    NUMBERS,
    SIGN,
    VERBS,
)
from pbem.sayings import Saying, say

_RESERVED = frozenset(
    {*VERBS, *KINDS, *CONNECTIVES, *COURTESIES, *DOUBTS, *NUMBERS, *ALL, "no", "none", "coast"}
)

_KIND_WORDS = frozenset(word for word in KINDS if len(word) > 1)


class StuckError(Exception):
    """A line cannot be read on.

    Attributes:
        why: What is missing or not understood.
    """

    def __init__(self, why: Saying) -> None:
        """Stop for a reason."""
        super().__init__(why.name)
        self.why = why


class Cursor:
    """The tokens of a line, and how far they have been read.

    Attributes:
        at: The token that comes next.
    """

    def __init__(self, names: Gazetteer, powers: dict[str, str], tokens: list[Token]) -> None:
        """Start before the first token.

        Args:
            names: Of the board.
            powers: Power by each phrase that names it or what is its own.
            tokens: Of one line.
        """
        self.names = names
        self.powers = powers
        self.tokens = tokens
        self.count = len(tokens)
        self.at = 0

    def word(self, ahead: int = 0) -> str:
        """Return the word at hand or one that follows; empty behind the end."""
        place = self.at + ahead
        return self.tokens[place].word if place < self.count else ""

    def skip(self, words: frozenset[str]) -> None:
        """Pass over words."""
        while self.at < self.count and self.tokens[self.at].word in words:
            self.at += 1

    # Places.

    def name_at(self, at: int) -> tuple[Match, int] | None:
        """Return what the longest name at a token may mean, and where it ends."""
        if at >= self.count or not self.tokens[at].is_word:
            return None
        words, ends = self._run(at)
        for length in range(len(words), 1, -1):
            phrase = " ".join(words[:length])
            match = self.names.named(phrase) or self.names.begun(phrase)
            if match and not self._two_names(words[:length], ends[length - 1] - at):
                return match, ends[length - 1]
        first = words[0]
        match = self.names.named(first)
        if first in _RESERVED:
            return (match, at + 1) if match else None
        match = match or self.names.begun(first)
        for length in range(self._unknown(words, ends), 1, -1):
            slip = self.names.slipped(" ".join(words[:length]))
            if slip:
                return slip, ends[length - 1]
        match = match or self.names.slipped(first)
        return (match, at + 1) if match else None

    def _run(self, at: int) -> tuple[list[str], list[int]]:
        """Return the words that may make up a name, and where each of them ends."""
        words, ends = [self.tokens[at].word], [at + 1]
        place = at + 1
        while len(words) < self.names.longest and place < self.count:
            token = self.tokens[place]
            if token.word == SIGN and token.tight and place + 1 < self.count:
                place += 1
                token = self.tokens[place]
            if not token.is_word:
                break
            place += 1
            words.append(token.word)
            ends.append(place)
        return words, ends

    def _two_names(self, words: list[str], length: int) -> bool:
        """Return whether a phrase with a dash in it is rather one place and another."""
        dashed = length > len(words)
        return dashed and all(self.names.named(word) for word in words)

    def _unknown(self, words: list[str], ends: list[int]) -> int:
        """Return how many words from the first may be one name that was written wrongly.

        None goes on behind a full stop: `Picardy. I hope`.
        """
        length = 1
        while (
            length < len(words)
            and not self.tokens[ends[length - 1] - 1].stopped
            and (words[length] == "of" or not self._known(words[length]))
        ):
            length += 1
        return length

    def _known(self, word: str) -> bool:
        known = word in _RESERVED or self.names.named(word) or self.names.begun(word)
        return bool(known)

    def place(self) -> Place:
        """Take the place at hand, with its coast.

        Raises:
            StuckError: There is none.
        """
        self.skip(ARTICLES - {"a", "an"})
        found = self.name_at(self.at)
        if found is None:
            raise StuckError(self._no_place())
        start = self.at
        match, self.at = found
        text = " ".join(token.word for token in self.tokens[start : self.at] if token.is_word)
        if any("/" in location for location in match.locations):
            return Place(text, match)
        coast, end = self.coast_at(self.at, match)
        if coast:
            self.at = end
        return Place(text, match, coast)

    def _no_place(self) -> Saying:
        if self.at >= self.count:
            return say("place-missing")
        return say("no-place", text=self.word()[:40])

    def coast_at(self, at: int, match: Match | None = None) -> tuple[str, int]:
        """Return the coast named at a token, and where it ends; the coast is empty for none.

        Args:
            at: The token that may name it.
            match: The place before it; `north` alone is a coast only behind a
                place that has coasts.
        """
        words = [token.word for token in self.tokens[at : at + 5]] + [""] * 3
        ahead = 0
        if words[0] == SIGN and coast_of(words[1])[0]:
            ahead = 1
        elif words[0] in (",", "on", "the"):
            while words[ahead] in (",", "on", "the"):
                ahead += 1
            if words[ahead + 1] != "coast":
                return "", at
        token = at + ahead
        if token >= self.count:
            return "", at
        if words[ahead + 1] == "c" and words[ahead] in COMPASS_LETTERS and not words[ahead + 2]:
            return coast_of(f"{words[ahead]}c")[0], token + 2
        opened = bool(self.tokens[token].opened) and not self._names_place(token, words[ahead])
        coast, length = coast_of(words[ahead], words[ahead + 1], opened)
        if not coast and match and self._has_coasts(match) and len(words[ahead]) >= 4:
            named = self.name_at(token)
            if named is None or not named[0].exact:
                coast, length = coast_of(words[ahead], opened=True)
        return coast, token + length

    def _names_place(self, at: int, word: str) -> bool:
        """Return whether a word behind a slash is rather the next place of a list: `SPA/WEST`."""
        return self.tokens[at].opened == "/" and bool(self.names.named(word))

    def _has_coasts(self, match: Match) -> bool:
        provinces = self.names.variant.provinces
        return any(provinces[location].coasts for location in match.locations)

    # Units.

    def power_at(self, at: int) -> tuple[str, int] | None:
        """Return the power named at a token and where its name ends."""
        if at >= self.count or not self.tokens[at].is_word:
            return None
        words, ends = self._run(at)
        named = self.name_at(at)
        for length in range(len(words), 0, -1):
            power = self.powers.get(" ".join(words[:length]))
            if power and not (named and named[0].exact and named[1] > ends[length - 1]):
                return power, ends[length - 1]
        return None

    def shortened(self, word: str) -> str:
        """Return the one power whose name begins with a word of three letters or more."""
        if len(word) < 3:
            return ""
        found = {power for name, power in self.powers.items() if name.startswith(word)}
        return found.pop() if len(found) == 1 else ""

    def kind_at(self, at: int) -> UnitKind | None:
        """Return the kind that a token tells."""
        return KINDS.get(self.tokens[at].word) if at < self.count else None

    def kind(self) -> UnitKind | None:
        """Take the letter or word for a kind of unit, if it stands here."""
        if self.word() in ("a", "an", "one", "1") and self.word(1) in _KIND_WORDS:
            self.at += 1
        found = self.kind_at(self.at)
        if found:
            self.at += 1
            if self.word() == SIGN and self.tokens[self.at].tight and self.name_at(self.at + 1):
                self.at += 1
        return found

    def unit(self) -> Named:
        """Take the unit at hand.

        Raises:
            StuckError: There is none.
        """
        self.skip(ARTICLES - {"a", "an"})
        power = self.power_at(self.at)
        if power is None and self.kind_at(self.at + 1) and self.kind_at(self.at) is None:
            short = self.shortened(self.word())
            power = (short, self.at + 1) if short else None
        if power:
            self.at = power[1]
        kind = self.kind()
        self.skip(IN | (ARTICLES - {"a", "an"}))
        return Named(self.place(), kind, power[0] if power else "")


def power_names(variant: Variant) -> dict[str, str]:
    """Return the power that each phrase names: its id, name, adjective and aliases."""
    return {
        phrase_of(text): power.id
        for power in variant.powers.values()
        for text in (*power.aliases, power.adjective, power.id, power.name)
    }
