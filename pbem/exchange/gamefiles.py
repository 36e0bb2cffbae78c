"""The files of one game as they lie on disk, read as far as they can be.

Reading goes on after a file that cannot be used, so that one look finds all that is
wrong. Each file must be written in the one canonical form, under the one right name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pbem.adjudicator import Rulebook, adjudicate, read_rulebook
from pbem.adjudicator.result import Adjudication
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import PbemError
from pbem.exchange.findings import Finding
from pbem.exchange.folders import files_below
from pbem.exchange.foretold import Foreteller
from pbem.game.publication import SCHEMA, Ending, PhaseFile, PressLine, PublicEvent, as_played
from pbem.game.record import read_orders, read_result, write_result
from pbem.game.settings import Settings
from pbem.game.sheet import Written
from pbem.game.texts import (
    SCHEMAS,
    board_name,
    digest,
    read_ending,
    read_event_line,
    read_people,
    read_phase_file,
    read_press_line,
    read_settings,
    read_words,
    write_ending,
    write_event_line,
    write_people,
    write_phase_file,
    write_press_line,
    write_settings,
    write_words,
)
from pbem.game.turns import Follow, follow
from pbem.store.archive import ENDS_OF_LINES, PHASE_NAME, load_board, read_text

_PHASES = "phases/"
_KNOWN = ("game.toml", "people.toml", "events.jsonl", "result.json", "words.json", "press.jsonl")
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a phase.

    Attributes:
        stands: As its file tells it, in JSON; empty where that is known to be right.
        right: Judged again, in JSON; None where it could not be judged.
        because: Why it could not be judged.
        follow: What comes after it; None where it could not be judged.
    """

    stands: Mapping[str, Any]
    right: Mapping[str, Any] | None
    because: str = ""
    follow: Follow | None = None


@dataclass
class GameFiles:
    """What lies in a game's folder.

    Attributes:
        texts: By name below the game's folder.
        phases: Phase files that could be read, by name.
        results: Of each of them as it stands in the file, with its phase judged again (None
            where that cannot be), by name.
        events: Lines of events.jsonl that could be read, with where they stand.
        press: Lines of press.jsonl that could be read, with where they stand.
        findings: What is wrong with each file in itself.
        follows: What comes after each phase file, by its number.
        rules: Those of the phase that was read last, as it names them and as they are.
        listed: All files of the game, whether or not a record has such a file: name and path.
    """

    game: str
    texts: dict[str, str] = field(default_factory=dict)
    settings: Settings | None = None
    variant: Variant | None = None
    people: Mapping[str, str] | None = None
    events: list[tuple[int, PublicEvent]] = field(default_factory=list)
    phases: dict[str, PhaseFile] = field(default_factory=dict)
    results: dict[str, Judged] = field(default_factory=dict)
    ending: Ending | None = None
    words: Mapping[int, Mapping[str, tuple[Written, ...]]] | None = None
    press: list[tuple[int, PressLine]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    follows: dict[int, Follow] = field(default_factory=dict)
    rules: tuple[str, Rulebook] | None = None
    listed: list[tuple[str, str]] = field(default_factory=list)
    _digests: dict[str, str] = field(default_factory=dict)

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a file as 64 hexadecimal digits; worked out once."""
        if name not in self._digests:
            self._digests[name] = digest(self.texts.get(name, ""))
        return self._digests[name]

    def after(self, number: int) -> Position | None:
        """Return the position after a phase file that was read; None for any other."""
        known = self.follows.get(number)
        return known.position if known else None

    def rulebook(self, raw: object) -> Rulebook:
        """Return the rules that a phase names; all of a game nearly always have the same."""
        # Not compared as values: 0 is not the same as false here.
        said = repr(raw)
        if self.rules is None or self.rules[0] != said:
            self.rules = said, read_rulebook(raw)
        return self.rules[1]

    def find(self, name: str, where: str, says: str) -> None:
        """Note what is wrong with a file."""
        self.findings.append(Finding(f"{self.game}/{name}", where, says))

    def numbers(self) -> set[int]:
        """Return the numbers of the phase files that are there, read or not."""
        names = [name.removeprefix(_PHASES) for name, _ in self.listed if name.startswith(_PHASES)]
        return {int(found[1]) for found in map(PHASE_NAME.fullmatch, names) if found}

    def phase_names(self) -> list[str]:
        """Return the names of the phase files, readable or not, by number."""
        names = [name for name in self.texts if name.startswith("phases/")]
        return sorted(names, key=lambda name: (len(name.partition("-")[0]), name))


def read_files(games: Path, game: str) -> GameFiles:
    """Return the files of a game, and what is wrong with each in itself."""
    files = GameFiles(game)
    _read_texts(files, games / game)
    files.settings = _value(files, "game.toml", read_settings, write_settings)
    files.people = _value(files, "people.toml", read_people, write_people)
    files.ending = _value(files, "result.json", read_ending, lambda value, _: write_ending(value))
    files.words = _value(files, "words.json", read_words, write_words)
    files.events = _lines(files, "events.jsonl", read_event_line, write_event_line)
    files.press = _lines(files, "press.jsonl", read_press_line, write_press_line)
    if files.settings is not None:
        files.settings = as_played(files.settings, (event for _, event in files.events))
        _read_board(files, games, files.settings)
    if files.variant is not None:
        teller = Foreteller(files.variant, files.after, files.rulebook)
        for name in files.phase_names():
            _read_phase(files, name, files.variant, teller)
    there = {name for name, _ in files.listed}
    for name in ("game.toml", "events.jsonl"):
        if name not in there:
            files.find(name, "", "the file is missing")
    return files


def _read_texts(files: GameFiles, folder: Path) -> None:
    def shut(name: str, why: str) -> None:
        files.find(name, "", f"the folder cannot be opened: {why}")

    files.listed = files_below(folder, shut)
    for name, path in files.listed:
        if name in _KNOWN or (
            name.startswith(_PHASES) and PHASE_NAME.fullmatch(name.removeprefix(_PHASES))
        ):
            try:
                files.texts[name] = read_text(path)
            except PbemError as error:
                files.find(name, "", str(error).partition(": ")[2])
        else:
            files.find(name, "", "no file of a record has this name")
    _mend_ends(files)


def _mend_ends(files: GameFiles) -> None:
    """Note that lines end as on Windows, once, and go on as if they ended as they should."""
    wrong = [name for name, text in files.texts.items() if "\r\n" in text]
    if wrong:
        others = f", as in {len(wrong) - 1} more files of the game" if len(wrong) > 1 else ""
        files.find(wrong[0], "", f"lines end in CR LF, not in LF{others}; {ENDS_OF_LINES}")
    for name in wrong:
        files.texts[name] = files.texts[name].replace("\r\n", "\n")


def _value(
    files: GameFiles,
    name: str,
    read: Callable[[str, str], _Value],
    write: Callable[[_Value, int], str],
) -> _Value | None:
    """Return what a file holds, and note where it is not written as its schema has it."""
    text = files.texts.get(name)
    if text is None:
        return None
    try:
        value = read(text, name)
    except PbemError as error:
        files.find(name, "", str(error).removeprefix(f"{name}: "))
        return None
    if text != write(value, SCHEMA):
        forms = [write(value, schema) for schema in SCHEMAS]
        _check_form(files, name, text, text if text in forms else forms[-1])
    return value


def _check_form(files: GameFiles, name: str, text: str, canonical: str) -> None:
    """Note where a text is not as pbem writes it."""
    if text == canonical:
        return
    stands, right = text.split("\n"), canonical.split("\n")
    number = next(
        (n for n, (a, b) in enumerate(zip(stands, right, strict=False)) if a != b),
        min(len(stands), len(right)),
    )
    should = right[number].strip() if number < len(right) else "nothing"
    says = f"not as pbem writes it; here would stand {should[:80]!r}"
    files.find(name, f"line {number + 1}", says)


def _lines(
    files: GameFiles,
    name: str,
    read: Callable[[str, str], _Value],
    write: Callable[[_Value], str],
) -> list[tuple[int, _Value]]:
    """Return the lines of a file that can be read, each with its number from 1."""
    found = []
    lines = files.texts.get(name, "").split("\n")
    if lines.pop():
        files.find(name, f"line {len(lines) + 1}", "the line is cut off")
    for number, line in enumerate(lines, start=1):
        try:
            value = read(line, "")
        except PbemError as error:
            files.find(name, f"line {number}", str(error).removeprefix(": "))
            continue
        if write(value) != f"{line}\n":
            files.find(name, f"line {number}", "not as pbem writes it")
        found.append((number, value))
    return found


def _read_board(files: GameFiles, games: Path, settings: Settings) -> None:
    if settings.game != files.game:
        files.find("game.toml", "game", f"{settings.game!r} lies in the folder {files.game!r}")
    try:
        files.variant = load_board(games, settings)
    except PbemError as error:
        path = f"variants/{board_name(settings)}"
        says = str(error).removeprefix(f"{path}: ")
        files.findings.append(Finding(path, "", says))


def _read_phase(files: GameFiles, name: str, variant: Variant, teller: Foreteller) -> None:
    told = teller.foretell(files.texts[name])
    if told is None:
        file = _read_whole(files, name, variant)
        if file is None:
            return
    else:
        file = files.phases[name] = told.file
        files.results[name] = Judged({}, {}, "", told.follow)
    follows = files.results[name].follow
    if follows is not None:
        files.follows[file.number] = follows
    if f"phases/{file.name}" != name:
        files.find(name, "number", f"what it holds belongs in phases/{file.name}")


def _read_whole(files: GameFiles, name: str, variant: Variant) -> PhaseFile | None:
    """Read a phase file in which something is not as it would be; note what cannot be read."""
    text = files.texts[name]
    judged: list[Judged] = []

    def judge(raw: Mapping[str, Any], position: Position) -> Adjudication:
        stands = raw["result"]
        try:
            rules = files.rulebook(raw["rules"])
            result = adjudicate(variant, position, read_orders(raw), rules)
        except PbemError as error:
            judged.append(Judged(stands, None, str(error)))
            return read_result(stands)
        follows = follow(variant, position, result)
        judged.append(Judged(stands, write_result(result), "", follows))
        return result if judged[0].right == stands else read_result(stands)

    try:
        file = read_phase_file(text, variant, name, judge)
    except PbemError as error:
        files.find(name, "", str(error).removeprefix(f"{name}: "))
        return None
    files.phases[name], files.results[name] = file, judged[0]
    _check_form(files, name, text, write_phase_file(file))
    return file
