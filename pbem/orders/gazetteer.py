"""The names of a board: what a word or a few words may mean.

A *phrase* is words in lower case, one blank between them, without punctuation:
`st petersburg`, `mid atlantic`. A phrase is a place
- by its id, full name, alias, or a known misspelling, with or without a coast;
- by its name in another language the board lists;
- by a unique beginning of three letters or more of a full name (`burg`, `norweg`);
- by beginnings of several words of a full name (`mid atl`, `n sea`, `gulf of bot`);
- by any of these within one edit (a letter changed, added, left out, or two swapped).
What fits several places, or only within an edit, is read with a note, if the
board leaves one; see `Match.sure`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from pbem.board.position import province_of
from pbem.board.variant import Province, Terrain, Variant
from pbem.errors import AmbiguousNameError, UnreadableError
from pbem.orders.tokens import plain, tokenize
from pbem.orders.words import COASTS, COMPASS

_WORDS = re.compile(r"[^\W_]+")
_LONGEST = 60
_CACHED = 20_000
_SMALL = ("of", "the")
_WHOLE_COASTS = {"nc": "north", "sc": "south", "ec": "east", "wc": "west"}


@dataclass(frozen=True, slots=True)
class Match:
    """What a phrase may mean.

    Attributes:
        locations: In the variant's order, at least one; a coast stands in them
            where the phrase named it: `("STP/NC",)`.
        sure: Whether it is read without a note.
        means: The location that needs no note although the phrase is doubtful.
        common: Whether the phrase is an everyday word as well.
        exact: Whether it is a name, not a beginning nor a slip of one.
    """

    locations: tuple[str, ...]
    sure: bool = True
    means: str | None = None
    common: bool = False
    exact: bool = True


def phrase_of(text: str) -> str:
    """Return a text as a phrase.

    >>> phrase_of("St. Petersburg (south coast)")
    'st petersburg south coast'
    """
    return " ".join(_WORDS.findall(plain(text)[0]))


@lru_cache(maxsize=32)
def gazetteer(variant: Variant) -> Gazetteer:
    """Return the gazetteer of a variant, made once."""
    return Gazetteer(variant)


class Gazetteer:
    """All names of one board."""

    def __init__(self, variant: Variant) -> None:
        """Gather the names of a board."""
        self.variant = variant
        self._order = {key: number for number, key in enumerate(variant.provinces)}
        self._common = {
            phrase_of(word) for p in variant.provinces.values() for word in p.common_words
        }
        self._exact: dict[str, Match] = {}
        self._beginnings: dict[str, tuple[str, ...]] = {}
        self._parts: list[tuple[tuple[str, ...], str]] = []
        self._near: dict[str, tuple[str, ...]] | None = None
        self._known: dict[str, Match | None] = {}
        self._gather()
        self._first = frozenset(name.partition(" ")[0] for name in self._exact)
        self.longest = max(name.count(" ") for name in self._exact) + 1

    def find(self, text: str) -> str:
        """Return the one location that a text names.

        Raises:
            AmbiguousNameError: It fits several, or one only by a guess.
            UnreadableError: It fits none.
        """
        match = self.lookup(phrase_of(text))
        if match is None:
            raise UnreadableError(f"{text[:_LONGEST]!r} is no place on this board")
        if len(match.locations) == 1 and match.sure:
            return match.locations[0]
        names = tuple(self.variant.provinces[province_of(x)].name for x in match.locations)
        raise AmbiguousNameError(text[:_LONGEST], names)

    def is_sea(self, location: str) -> bool:
        """Return whether a location is a sea."""
        return self.variant.provinces[province_of(location)].terrain is Terrain.SEA

    def lookup(self, phrase: str) -> Match | None:
        """Return what a phrase may mean: names first, then beginnings, then slips."""
        return self.named(phrase) or self.begun(phrase) or self.slipped(phrase)

    def named(self, phrase: str) -> Match | None:
        """Return what a phrase means as a name."""
        return self._exact.get(phrase)

    def may_begin(self, word: str) -> bool:
        """Return whether a name may begin with a word, or with a slip of one."""
        return word in self._first or bool(self.begun(word) or self.slipped(word))

    def begun(self, phrase: str) -> Match | None:
        """Return what a phrase may mean as the beginning of a full name."""
        key = f"<{phrase}"
        if key in self._known:
            return self._known[key]
        found: tuple[str, ...] = ()
        if len(phrase) <= _LONGEST:
            if " " in phrase:
                found = self._sorted(self._begun_words(phrase))
            else:
                found = self._beginnings.get(phrase, ())
        return self._keep(key, Match(found, len(found) == 1, exact=False) if found else None)

    def slipped(self, phrase: str) -> Match | None:
        """Return what a phrase may mean with one edit."""
        key = f"~{phrase}"
        if key in self._known:
            return self._known[key]
        squeezed = phrase.replace(" ", "")
        least = 2 if any(c.isdigit() for c in phrase) else 6 if " " in phrase else 3
        found: tuple[str, ...] = ()
        if least <= len(squeezed) <= _LONGEST:
            found = self._sorted(self._slips(squeezed))
        return self._keep(key, Match(found, sure=False, exact=False) if found else None)

    def _keep(self, key: str, match: Match | None) -> Match | None:
        if len(self._known) >= _CACHED:
            self._known.clear()
        self._known[key] = match
        return match

    def _sorted(self, locations: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(set(locations), key=lambda x: (self._order[province_of(x)], x)))

    # Gathering.

    def _gather(self) -> None:
        names: dict[str, set[str]] = {}
        unsure: set[str] = set()
        for province in self.variant.provinces.values():
            for name in _names(province):
                names.setdefault(name, set()).add(province.id)
            self._gather_beginnings(province)
        for province in self.variant.provinces.values():
            for phrase in map(phrase_of, province.misspellings):
                if phrase not in names or phrase in unsure:
                    names.setdefault(phrase, set()).add(province.id)
                    unsure.add(phrase)
        for province in self.variant.provinces.values():
            own = [name for name, places in names.items() if places == {province.id}]
            for name, location in _with_coasts(province, own):
                names.setdefault(name, {location})
        for alias, location in self.variant.names.coast_aliases.items():
            names[phrase_of(alias)] = {location}
        for name, places in names.items():
            found = self._sorted(places)
            sure = len(found) == 1 and name not in unsure
            self._exact[name] = Match(found, sure, common=name in self._common)
        self._gather_ambiguous()
        for name, location in self._foreign():
            self._exact.setdefault(name, Match((location,)))

    def _gather_ambiguous(self) -> None:
        for word, (means, may_be) in self.variant.names.ambiguous.items():
            phrase = phrase_of(word)
            before = self._exact.get(phrase)
            places = self._sorted((*may_be, *(before.locations if before else ())))
            sure = len(places) == 1 and places[0] == means
            self._exact[phrase] = Match(places, sure, means, common=phrase in self._common)

    def _foreign(self) -> Iterator[tuple[str, str]]:
        """Yield phrases that name a province in other languages."""
        for names in self.variant.names.languages.values():
            for province, words in names.items():
                for word in words:
                    phrase = phrase_of(word)
                    yield phrase, province
                    yield phrase.replace(" ", ""), province
                    yield " ".join(token.word for token in tokenize(plain(word)[0])), province

    def _gather_beginnings(self, province: Province) -> None:
        full = phrase_of(province.name)
        squeezed = full.replace(" ", "")
        for length in range(3, len(squeezed)):
            key = squeezed[:length]
            before = self._beginnings.get(key, ())
            self._beginnings[key] = self._sorted((*before, province.id))
        words = tuple(word for word in full.split() if word not in _SMALL)
        if len(words) > 1:
            self._parts.append((words, province.id))

    # Beginnings of several words.

    def _begun_words(self, phrase: str) -> Iterator[str]:
        spoken = [word for word in phrase.split() if word not in _SMALL]
        if len(spoken) < 2:
            return
        for words, province in self._parts:
            if len(spoken) <= len(words) and all(map(_begins, spoken, words)):
                yield province

    # Slips.

    def _slips(self, word: str) -> Iterator[str]:
        if self._near is None:
            self._near = self._neighborhood()
        for thinner in _thinned(word):
            for name in self._near.get(thinner, ()):
                if _one_edit(word, name):
                    yield from self._exact[name].locations

    def _neighborhood(self) -> dict[str, tuple[str, ...]]:
        near: dict[str, set[str]] = {}
        for name in self._exact:
            if " " not in name and len(name) >= 3:
                for thinner in _thinned(name):
                    near.setdefault(thinner, set()).add(name)
        return {thinner: tuple(sorted(names)) for thinner, names in near.items()}


def _names(province: Province) -> Iterator[str]:
    """Yield the phrases that name a province, each squeezed into one word as well."""
    full = phrase_of(province.name)
    yield province.id.lower()
    for text in (full, *map(phrase_of, province.aliases)):
        yield text
        yield text.replace(" ", "")
    if province.id[-1].isdigit():
        yield f"{province.id[:-1].lower()} {province.id[-1]}"
    first, _, rest = full.partition(" ")
    letters = province.id.lower().removeprefix(first)
    if rest and letters and letters != province.id.lower() and rest.startswith(letters):
        yield f"{first} {letters}"


def _with_coasts(province: Province, names: list[str]) -> Iterator[tuple[str, str]]:
    """Yield phrases that name a coast of a province, with the location."""
    for coast in province.coasts:
        location = f"{province.id}/{coast}"
        short = coast.lower()
        long = _WHOLE_COASTS.get(short, short)
        for name in names:
            yield f"{name} {short}", location
            yield f"{name}{short}", location
            for word in (long, f"{long}ern", long[0]):
                yield f"{name} {word} coast", location
                yield f"{word} coast {name}", location
                yield f"{word} coast of {name}", location


def _begins(spoken: str, word: str) -> bool:
    """Return whether a spoken word can stand for a word of a name.

    Two letters at least, but one for a point of the compass.
    """
    if len(spoken) == 1:
        return word.startswith(spoken) and word.startswith(COMPASS)
    return word.startswith(spoken)


def _thinned(word: str) -> Iterator[str]:
    """Yield a word, and the word without each of its letters."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _one_edit(one: str, other: str) -> bool:
    """Return whether two words differ by one letter or by two neighbors swapped.

    Their lengths differ by one at most.
    """
    if len(one) > len(other):
        one, other = other, one
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at + 1 : at + 2] + one[at : at + 1]
    return one[at + 1 :] == other[at + 1 :] or swapped + one[at + 2 :] == other[at:]


def coast_of(word: str, following: str = "", opened: bool = False) -> tuple[str, int]:
    """Return the coast that a word names and how many words it takes; `("", 0)` for none.

    >>> coast_of("south", "coast"), coast_of("sc"), coast_of("s")
    (('SC', 2), ('SC', 1), ('', 0))
    """
    coast = COASTS.get(word, "")
    if coast and following == "coast":
        return coast, 2
    if coast and (opened or len(word) == 2):
        return coast, 1
    return "", 0
