"""A new game from the words of its host: presets, a game it is like, options, all checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, variant_keys, variant_text
from pbem.board.variant import Arrangement, Variant
from pbem.errors import PbemError, VariantError
from pbem.game.codec import read_time, write_time
from pbem.game.draws import COMMITTED, draw_hash
from pbem.game.durations import read_duration, write_duration
from pbem.game.presets import PRESETS
from pbem.game.settings import Press, Reveal, Settings, Times
from pbem.game.settings import Words as WordsShown
from pbem.judge.holidays import NoHolidayError, holiday_dates
from pbem.judge.home import Home
from pbem.judge.options import KEYS, WrongWordError, of_option, read_options, write_template
from pbem.judge.secrets import Secrets
from pbem.sayings import Saying, say
from pbem.store.history import GAME_ID

Words = Mapping[str, Any]
Known = Callable[[str], Settings | None]
"""The settings of a game of this judge; None where there is none of that id."""

RESERVED = frozenset(
    "games players powers variants openings statistics legend search help latest orders press "
    "result feed external spam list ext".split()
)
_LENGTH = re.compile(r"\s*\d+ ?[A-Za-z].*")
_TIMES = tuple(field.name for field in fields(Times) if field.name != "holidays")
_OTHERS = {"game", "title", "variant", "rules", "arrangement", "host", "time_limit"}
_PLAIN = tuple(f.name for f in fields(Settings) if f.name in KEYS and f.name not in _OTHERS)
"""Options that are settings as they are; a board may have its own."""


@dataclass(frozen=True)
class Wanted:
    """A game that can be created.

    Attributes:
        board: Text of the variant.
        settings: Without the board's hash and all that is secret.
        host_address: Where the host reads letters; private.
    """

    board: str
    settings: Settings
    host_address: str


def wanted(words: Words, home: Home, known: Known, now: datetime) -> Wanted:
    """Return the game that a host asks for.

    Args:
        words: Options by key, as `pbem.judge.options` reads them.
        home: Whose usual times hold where nothing else is said.
        known: Knows the games there are.
        now: Aware, UTC.

    Raises:
        NoGameError: With all that is wrong.
    """
    layers, unknown = _layers(words, known)
    said, wrong = read_options(layers)
    wrong += unknown
    find = _Finding(said, wrong, home, now)
    id = find.id(known)
    variant = find.variant()
    arrangement = find.arrangement(variant) if variant else None
    times = find.times(home.settings.times, variant)
    time_limit = find.instant("time_limit")
    if wrong or variant is None or arrangement is None:
        raise NoGameError(wrong)
    settings = Settings(
        game=id,
        title=said.get("title") or id,
        variant=variant.key,
        board="",
        rules=said.get("rules") or {"name": rulebook(variant.rulebook).name},
        arrangement=arrangement.key,
        host=said.get("host") or home.settings.name,
        created=now,
        times=times,
        public_key="",
        draws=(),
        time_limit=time_limit,
        **_plain(said, variant),
    )
    board = variant_text(variant.key, home.path)
    return Wanted(board, settings, said.get("host_address", ""))


def sealed(game: Wanted, board: str, secrets: Secrets) -> Settings:
    """Return the settings of a game with its board's name and its keys; makes its seed."""
    id = game.settings.game
    secrets.seed(id)
    draws = tuple(draw_hash(secrets.draw_key(id, number)) for number in range(COMMITTED))
    return replace(game.settings, board=board, public_key=secrets.public_key, draws=draws)


def template(words: Words, known: Known) -> str:
    """Return a file for `pbem game new` in which what a host says stands, presets written out.

    Raises:
        NoGameError: With all that is wrong.
    """
    layers, unknown = _layers(words, known)
    wrong = [*read_options(layers)[1], *unknown]
    if wrong:
        raise NoGameError(wrong)
    return write_template(layers, {name: preset.says for name, preset in PRESETS.items()})


def words_of(settings: Settings) -> dict[str, Any]:
    """Return what a host could have said for a game; its id, title, host and end in time aside."""
    times = settings.times
    said: dict[str, Any] = {
        "variant": settings.variant,
        "arrangement": settings.arrangement,
        "rules": _rules_in_words(settings.rules),
        "holidays": list(times.holidays_of or times.holidays),
    }
    for name in _TIMES:
        value = getattr(times, name)
        if name != "holidays_of":
            said[name] = value if isinstance(value, bool | int | str) else _in_words(value)
    for name in _PLAIN:
        value = getattr(settings, name)
        said[name] = value if isinstance(value, bool) else str(value)
    return {key: value for key, value in said.items() if value not in ("", [])}


def why_no_id(id: str) -> Saying | None:
    """Return why no game can have an id, and what would be right; None where one can."""
    if GAME_ID.fullmatch(id) and id not in RESERVED:
        return None
    return say("no-id", id=id, reserved=tuple(sorted(RESERVED)))


def _in_words(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else write_duration(value)


def _rules_in_words(rules: Mapping[str, Any]) -> str:
    options = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in sorted(rules.items())
        if name != "name"
    ]
    return ", ".join([str(rules.get("name", "2023")), *options])


def _layers(words: Words, known: Known) -> tuple[dict[str, Any], list[Saying]]:
    """Return what is said with what the presets and the game it is like say before it.

    And what there is not: presets and games.
    """
    said: dict[str, Any] = {}
    wrong: list[Saying] = []
    like = words.get("like")
    if like:
        settings = known(str(like))
        if settings is None:
            wrong.append(of_option("like", say("no-game", game=str(like))))
        else:
            said |= words_of(settings)
    named = words.get("preset") or ()
    for name in (part.strip() for part in (named.split(",") if isinstance(named, str) else named)):
        preset = PRESETS.get(name)
        if preset is None:
            told = say("no-preset", name=name, presets=tuple(PRESETS))
            wrong.append(of_option("preset", told))
        else:
            said |= preset.words
    own = {key: word for key, word in words.items() if word not in ("", None)}
    if {"variant", "players", "arrangement"} & own.keys():
        said.pop("arrangement", None)
    return said | own, wrong


class NoGameError(PbemError):
    """What a host says makes no game.

    Attributes:
        wrong: All that is wrong with it.
    """

    def __init__(self, wrong: Iterable[Saying]) -> None:
        """Refuse a game for reasons."""
        self.wrong = tuple(wrong)
        super().__init__(*(one.name for one in self.wrong))


class _Finding:
    """Finds what a new game is made of, and collects what is wrong."""

    def __init__(self, said: Words, wrong: list[Saying], home: Home, now: datetime) -> None:
        self._said = said
        self._wrong = wrong
        self._home = home
        self._now = now

    def _tell(self, key: str, why: Saying) -> None:
        self._wrong.append(of_option(key, why))

    def id(self, known: Known) -> str:
        id = str(self._said.get("game", ""))
        if (why := why_no_id(id)) is not None:
            self._tell("game", why)
        if known(id) is not None or (self._home.games / id / "game.toml").is_file():
            self._tell("game", say("game-exists", id=id))
        return id

    def variant(self) -> Variant | None:
        key, keys = str(self._said.get("variant", "standard")), variant_keys(self._home.path)
        if key not in keys:
            self._tell("variant", say("no-variant", key=key, keys=keys))
            return None
        try:
            return load_variant(key, self._home.path)
        except VariantError:
            self._tell("variant", say("broken-variant", key=key))
            return None

    def arrangement(self, variant: Variant) -> Arrangement | None:
        named = self._said.get("arrangement")
        players = self._said.get("players")
        if named:
            found = variant.arrangements.get(named)
            if found is None or (players and len(found.seats) != players):
                told = say(
                    "no-arrangement",
                    variant=variant.key,
                    name=str(named),
                    players=players or 0,
                    fitting=tuple(_fitting(variant, players)),
                )
                self._tell("arrangement", told)
            return found
        if players is None:
            return max(variant.arrangements.values(), key=lambda one: len(one.seats))
        for one in variant.arrangements.values():
            if len(one.seats) == players:
                return one
        numbers = tuple(sorted({len(one.seats) for one in variant.arrangements.values()}))
        told = say("not-for-so-many", variant=variant.key, players=players, numbers=numbers)
        self._tell("players", told)
        return None

    def times(self, usual: Times, variant: Variant | None) -> Times:
        """Return the home's usual times with what the board and the host say instead."""
        said = {key: self._said[key] for key in _TIMES if key in self._said}
        times = replace(usual, **said)
        if variant and variant.settings.get("first") == "double" and "first" not in said:
            times = replace(times, first=times.movement)
        named = self._said.get("holidays", ())
        try:
            dates = holiday_dates(named, self._now.date())
        except NoHolidayError as error:
            word = error.word
            told = say("no-date", word=word) if error.like_a_date else say("no-holiday", word=word)
            self._tell("holidays", told)
            return times
        return replace(times, holidays=dates, holidays_of=named if named != dates else ())

    def instant(self, key: str) -> str:
        text = str(self._said.get(key, ""))
        if not text:
            return ""
        try:
            length = _LENGTH.fullmatch(text)
            when = self._now + read_duration(text) if length else read_time(text)
        except PbemError:
            self._tell(key, say("no-instant", text=text))
            return ""
        if when <= self._now:
            self._tell(key, say("instant-past", text=text))
        return write_time(when)


def _plain(said: Words, variant: Variant) -> dict[str, Any]:
    """Return the plain settings: the host's, else the board's own; press where nobody says.

    How somebody writes may tell who it is, so an anonymous game shows no words of orders
    before it tells who played.
    """
    named = [key for key in _PLAIN if key in variant.settings]
    try:
        own = {key: KEYS[key].read(variant.settings[key]) for key in named}
    except WrongWordError:
        told = of_option("variant", say("broken-variant", key=variant.key))
        raise NoGameError([told]) from None
    plain = {"press": Press.FULL} | own | {key: said[key] for key in _PLAIN if key in said}
    if plain.get("anonymous") and plain.get("words", WordsShown.PHASE) is WordsShown.PHASE:
        never = plain.get("reveal") is Reveal.NEVER
        plain["words"] = WordsShown.NEVER if never else WordsShown.END
    return plain


def _fitting(variant: Variant, players: int | None) -> Iterator[str]:
    for key, one in variant.arrangements.items():
        if players is None or len(one.seats) == players:
            yield key
