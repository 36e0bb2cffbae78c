"""Games as nJudge and DPJudge mailed them: letters in, games out.

Only letters whose subject says that they are results count; what players wrote is never
taken for one, whatever it looks like. Positions follow the text, not the rules: a move
without a mark has succeeded. Phases are read from their titles and never counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem.board.phase import Phase
from pbem.board.variant import Variant
from pbem.errors import UnreadableError
from pbem.exchange.foreign import ForeignGame, names_of
from pbem.exchange.judge_play import Play
from pbem.exchange.mailbags import Bag, Letter

_SUBJECTS = (
    ("njudge", re.compile(r"\w+:(?P<game>[\w.-]+) *- *(?P<phase>[SFW]\d+[MRBAX]+) *(?P<what>.*)")),
    ("njudge", re.compile(r"Diplomacy notice: '(?P<game>[\w.-]+)'(?P<what>)")),
    ("dpjudge", re.compile(r"Diplomacy (?P<what>results) (?P<game>\S+) (?P<phase>[SFW]\d+[MRBA])")),
    ("dpjudge", re.compile(r"Diplomacy game '?(?P<game>[^\s']+)'? (?P<what>starting|complete.*)")),
)
_TITLE = re.compile(
    r"^(?P<kind>Movement|Retreat|Adjustment) (?:results|orders) for (?P<season>Spring|Fall|Winter) "
    r"of (?P<year>\d+)\. +\((?P<game>[\w.-]+?)\.\w+\)$",
    re.MULTILINE,
)
_KINDS = {"Movement": "M", "Retreat": "R", "Adjustment": "A"}
_ENDS = ("victory", "draw", "conceded", "terminated", "complete")
_DRAWN = re.compile(r"declared a draw between (?P<who>.+?)\.(?:\s|$)", re.DOTALL)
_CONCEDED = re.compile(r"(?:has been )?conceded to (?P<who>[^.]+)\.", re.DOTALL)
_NOTICE = re.compile(
    r"\s*Game '?(?P<game>[\w.-]+)'? (?:has been declared|has been conceded|conceded)"
)


@dataclass
class _Told:
    """What the letters of one game hold.

    Attributes:
        results: By phase: text and when it was sent; several where they differ.
        end: Text of the letter that tells of the end.
    """

    game: str
    source: str
    results: dict[Phase, list[tuple[str, datetime | None]]] = field(default_factory=dict)
    start: str = ""
    end: str = ""
    notes: list[str] = field(default_factory=list)


def read_judge_texts(bags: Iterable[tuple[str, Bag]], variant: Variant) -> list[ForeignGame]:
    """Return the games in files of letters, by their names.

    Args:
        bags: What files hold, with their names for the report.
        variant: The standard board; these texts do not say how another is spelled.
    """
    games: dict[tuple[str, str], _Told] = {}
    for name, bag in bags:
        found = [_take(games, letter, name) for letter in bag.letters]
        seen = {(told.source, told.game) for told in found if told is not None}
        if bag.cut:
            for key in sorted(seen):
                games[key].notes.append(f"{name}: the history is not whole: {bag.cut}")
    return [_game(told, variant) for _, told in sorted(games.items()) if told.results or told.start]


def _take(games: dict[tuple[str, str], _Told], letter: Letter, where: str) -> _Told | None:
    """Take a letter into its game; None for one that is none of a judge, or no result."""
    source, found = _subject(letter.subject)
    if found is None:
        return None
    game = found["game"].lower()
    what = found["what"].strip(" .").lower()
    told = games.setdefault((source, game), _Told(game, source))
    if what in ("results", "") and "phase" in found.re.groupindex and found["phase"]:
        _take_results(told, letter, where)
    elif "starting" in what:
        told.start = told.start or letter.text
    elif any(word in what for word in _ENDS) or _tells_of_the_end(what, letter):
        told.end = told.end or letter.text
    return told


def _tells_of_the_end(what: str, letter: Letter) -> bool:
    """Return whether a notice begins with the judge's own words about the end."""
    return not what and _NOTICE.match(_plain(letter.text)) is not None


def _subject(subject: str) -> tuple[str, re.Match[str] | None]:
    for source, pattern in _SUBJECTS:
        found = pattern.fullmatch(subject.strip())
        if found is not None:
            return source, found
    return "", None


def _plain(text: str) -> str:
    """Return a letter's text without the judge's own header lines."""
    return re.sub(r"^::.*\n", "", text, flags=re.MULTILINE)


def _take_results(told: _Told, letter: Letter, where: str) -> None:
    text = _plain(letter.text)
    title = _TITLE.search(text)
    if title is None or title["game"].lower() != told.game:
        told.notes.append(f"{where}: {letter.subject!r} has no title of results")
        return
    code = f"{title['season'][0]}{title['year']}{_KINDS[title['kind']]}"
    try:
        phase = Phase.read(code)
    except UnreadableError:
        told.notes.append(f"{where}: {title[0]!r} is no phase")
        return
    body = text[title.end() :]
    known = told.results.setdefault(phase, [])
    if all(" ".join(body.split()) != " ".join(other.split()) for other, _ in known):
        known.append((body, letter.at))


def _game(told: _Told, variant: Variant) -> ForeignGame:
    play = Play(variant, names_of(variant), told.source)
    phases = sorted(told.results, key=lambda phase: phase.sort_key)
    for place, phase in enumerate(phases):
        texts = [text for text, _ in told.results[phase]]
        following = phases[place + 1] if place + 1 < len(phases) else None
        later = [text for text, _ in told.results[following]] if following else []
        if len(texts) > 1:
            play.notes.append(f"{phase}: there are {len(texts)} different results of it")
        play.add(phase, texts, later)
    end, winners = _end(told, variant)
    times = {phase: at for phase, found in told.results.items() if (at := found[-1][1])}
    if play.victory and not end:
        end, winners = "solo", (play.victory,)
    return ForeignGame(
        id=told.game,
        source=told.source,
        phases=tuple(play.phases),
        end=end,
        winners=winners,
        times=times,
        unread=(*told.notes, *play.notes),
    )


def _end(told: _Told, variant: Variant) -> tuple[str, tuple[str, ...]]:
    """Return how a game ended, as the letter that tells of it says."""
    text = " ".join(_plain(told.end).split())
    for how, pattern in (("draw", _DRAWN), ("concession", _CONCEDED)):
        found = pattern.search(text)
        if found:
            return how, tuple(_powers(found["who"], variant))
    return "", ()


def _powers(text: str, variant: Variant) -> Iterator[str]:
    named: Sequence[str] = re.split(r",? and |, *", text.strip())
    powers = names_of(variant).powers
    found = {powers[name.strip().casefold()] for name in named if name.strip().casefold() in powers}
    yield from (power for power in variant.powers if power in found)
