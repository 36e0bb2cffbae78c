"""A new game from the words of its host: presets, a game it is like, options, all checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, variant_text
from pbem.board.variant import Arrangement, Variant
from pbem.errors import ConfigError, PbemError
from pbem.game.codec import read_time, write_time
from pbem.game.draws import COMMITTED, draw_hash
from pbem.game.durations import read_duration, write_duration
from pbem.game.presets import PRESETS
from pbem.game.settings import Press, Reveal, Settings, Times
from pbem.game.settings import Words as WordsShown
from pbem.judge.holidays import holiday_dates
from pbem.judge.home import Home
from pbem.judge.options import KEYS, read_options, write_template
from pbem.judge.secrets import Secrets

Words = Mapping[str, Any]
Known = Callable[[str], Settings | None]
"""The settings of a game of this judge; None where there is none of that id."""

GAME_ID = re.compile(r"[a-z][a-z0-9-]{1,19}")
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
        ConfigError: All that is wrong, a line each.
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
        raise ConfigError("\n".join(wrong))
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
        ConfigError: All that is wrong, a line each.
    """
    layers, unknown = _layers(words, known)
    wrong = [*read_options(layers)[1], *unknown]
    if wrong:
        raise ConfigError("\n".join(wrong))
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


def check_id(id: str) -> None:
    """Refuse an id that no game can have.

    Raises:
        ConfigError: With what would be right.
    """
    if not GAME_ID.fullmatch(id) or id in RESERVED:
        raise ConfigError(
            f"{id!r} cannot name a game; take 2 to 20 small letters, digits and hyphens, a letter "
            f"first, and none of {', '.join(sorted(RESERVED))}"
        )


def _in_words(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else write_duration(value)


def _rules_in_words(rules: Mapping[str, Any]) -> str:
    options = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in sorted(rules.items())
        if name != "name"
    ]
    return ", ".join([str(rules.get("name", "2023")), *options])


def _layers(words: Words, known: Known) -> tuple[dict[str, Any], list[str]]:
    """Return what is said with what the presets and the game it is like say before it.

    And what there is not: presets and games, a line each.
    """
    said: dict[str, Any] = {}
    wrong: list[str] = []
    like = words.get("like")
    if like:
        settings = known(str(like))
        if settings is None:
            wrong.append(f"like: there is no game {like!r}")
        else:
            said |= words_of(settings)
    named = words.get("preset") or ()
    for name in (part.strip() for part in (named.split(",") if isinstance(named, str) else named)):
        preset = PRESETS.get(name)
        if preset is None:
            wrong.append(f"preset: there is no {name!r}; there are {', '.join(PRESETS)}")
        else:
            said |= preset.words
    own = {key: word for key, word in words.items() if word not in ("", None)}
    if {"variant", "players", "arrangement"} & own.keys():
        said.pop("arrangement", None)
    return said | own, wrong


class _Finding:
    """Finds what a new game is made of, and collects what is wrong."""

    def __init__(self, said: Words, wrong: list[str], home: Home, now: datetime) -> None:
        self._said = said
        self._wrong = wrong
        self._home = home
        self._now = now

    def id(self, known: Known) -> str:
        id = str(self._said.get("game", ""))
        try:
            check_id(id)
        except ConfigError as error:
            self._wrong.append(f"game: {error}")
        if known(id) is not None or (self._home.games / id / "game.toml").is_file():
            self._wrong.append(f"game: there is a game {id!r} already; choose another id")
        return id

    def variant(self) -> Variant | None:
        try:
            return load_variant(str(self._said.get("variant", "standard")), self._home.path)
        except PbemError as error:
            self._wrong.append(f"variant: {error}")
            return None

    def arrangement(self, variant: Variant) -> Arrangement | None:
        named = self._said.get("arrangement")
        players = self._said.get("players")
        if named:
            found = variant.arrangements.get(named)
            if found is None or (players and len(found.seats) != players):
                fitting = ", ".join(_fitting(variant, players)) or "none"
                for_so_many = f" for {players} players" if players else ""
                self._wrong.append(
                    f"arrangement: {variant.key} has no arrangement {named!r}{for_so_many}; "
                    f"there are {fitting}"
                )
            return found
        if players is None:
            return max(variant.arrangements.values(), key=lambda one: len(one.seats))
        for one in variant.arrangements.values():
            if len(one.seats) == players:
                return one
        numbers = sorted({len(one.seats) for one in variant.arrangements.values()})
        told = ", ".join(map(str, numbers))
        self._wrong.append(f"players: {variant.key} is not for {players}; it is for {told}")
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
        except ConfigError as error:
            self._wrong.append(f"holidays: {error}")
            return times
        return replace(times, holidays=dates, holidays_of=named if named != dates else ())

    def instant(self, key: str) -> str:
        text = str(self._said.get(key, ""))
        if not text:
            return ""
        try:
            length = _LENGTH.fullmatch(text)
            when = self._now + read_duration(text) if length else read_time(text)
        except PbemError as error:
            self._wrong.append(f"{key}: {error}")
            return ""
        if when <= self._now:
            self._wrong.append(f"{key}: {text} is past; name a time to come")
        return write_time(when)


def _plain(said: Words, variant: Variant) -> dict[str, Any]:
    """Return the plain settings: the host's, else the board's own; press where nobody says.

    How somebody writes may tell who it is, so an anonymous game shows no words of orders
    before it tells who played.
    """
    own = {key: KEYS[key].read(variant.settings[key]) for key in _PLAIN if key in variant.settings}
    plain = {"press": Press.FULL} | own | {key: said[key] for key in _PLAIN if key in said}
    if plain.get("anonymous") and plain.get("words", WordsShown.PHASE) is WordsShown.PHASE:
        never = plain.get("reveal") is Reveal.NEVER
        plain["words"] = WordsShown.NEVER if never else WordsShown.END
    return plain


def _fitting(variant: Variant, players: int | None) -> Iterator[str]:
    for key, one in variant.arrangements.items():
        if players is None or len(one.seats) == players:
            yield key
