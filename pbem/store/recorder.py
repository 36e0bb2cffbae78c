"""The recorder: rulings become commits of games/, then files; one writer, in journal order.

Each ruling with a public effect is one commit with the trailer `Ruling: <number>`,
dated with the ruling's time. What is missing, after a crash at any point, is found
from the newest trailer and written again, the same bytes and the same commit. The
files of the work tree follow the commits; how far they have come stands in a small
file within .git.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from pbem.errors import RecordError
from pbem.game.events import GameEnded, NoteKept, PhaseAdjudicated, PressSent
from pbem.game.texts import digest, read_events, read_settings
from pbem.store.entries import KeptRuling
from pbem.store.files import make_folder, sync_folder, write_file
from pbem.store.git import BRANCH, Repository
from pbem.store.journal import Journal
from pbem.store.record import PEOPLE_KINDS, RECORD_KINDS, Change, Shown, Spoken, public_changes

AUTHOR = "pbem judge <judge@pbem.invalid>"
"""Of every commit of a record."""

FILES_AT = "pbem-files"
"""Name of the file within .git that tells at which commit the files are."""

_BATCH = 200
_LOCKED = "lock"
_LOOSE = 8
"""Loose objects in one of 256 folders that are worth packing: about 2,000 in all."""


class Recorder:
    """Writes the public record of a home; there is never more than one for games/.

    Attributes:
        games: The folder, a git repository of its own.
    """

    def __init__(self, games: Path) -> None:
        """Use a repository that `create` has made.

        Raises:
            RecordError: The folder is no repository.
        """
        if not Repository.is_repository(games):
            raise RecordError(f"{games}: no git repository; `pbem init` makes one")
        self.games = games
        self._git = Repository(games)
        self._shown: dict[str, Shown] = {}
        self._pending: dict[str, bytes | None] | None = None
        self._head: str | None = None
        self._seen = 0
        self._begin()
        self._clean()

    @classmethod
    def create(cls, games: Path) -> Recorder:
        """Make the repository, or use the one that is there."""
        make_folder(games, mode=0o755)
        repository = Repository(games)
        _unlock(repository)
        repository.init()
        return cls(games)

    @property
    def head(self) -> str | None:
        """The newest commit, as far as this recorder knows; None where there is none."""
        return self._head

    def catch_up(self, journal: Journal) -> tuple[str, ...]:
        """Write all that the journal holds and the record does not.

        Returns:
            Ids of the games that changed, sorted.

        Raises:
            RecordError: git refused, or the record is of another journal.
            JournalError: The journal cannot be read.
        """
        changed = self.commit_missing(journal)
        self.write_files()
        return changed

    def commit_missing(self, journal: Journal) -> tuple[str, ...]:
        """Make the commits that are missing; the first of the two steps of `catch_up`.

        Returns:
            Ids of the games that changed, sorted.

        Raises:
            RecordError: git refused, or somebody else has changed games in the record.
            JournalError: The journal cannot be read.
        """
        if self._git.branch_head() != self._head:
            self._begin()
        self.check(journal)
        try:
            return self._commit_missing(journal)
        except (RecordError, OSError):
            # What was on its way is found again from the newest commit.
            self._begin()
            raise

    def _commit_missing(self, journal: Journal) -> tuple[str, ...]:
        games: set[str] = set()
        rulings = journal.rulings_after(self._seen, RECORD_KINDS)
        while batch := list(islice(rulings, _BATCH)):
            changes = [(ruling, self._change(journal, ruling)) for ruling in batch]
            public = [(ruling, change) for ruling, change in changes if change.files]
            if public:
                self._commit(public)
            self._forget_ended(batch)
            self._seen = batch[-1].number
            games.update(ruling.game for ruling, _ in public)
        return tuple(sorted(games))

    def check(self, journal: Journal) -> None:
        """Refuse a journal that the record is not of: lost, made anew, or of another home.

        Raises:
            RecordError: The record has come further than the journal.
        """
        if self._seen > journal.last_ruling():
            raise RecordError(
                f"{self.games}: the record goes up to ruling {self._seen}, {journal.path} to "
                f"{journal.last_ruling()}; restore var/ from a backup, or take the games up again "
                "in another home"
            )

    def write_files(self) -> tuple[str, ...]:
        """Bring the work tree to the newest commit; the second of the two steps of `catch_up`.

        Files that no commit touched since are left alone.

        Returns:
            Paths of what was written, below games/, sorted.
        """
        if self._head is None or (at := self._files_at()) == self._head:
            self._pending = {}
            return ()
        if self._pending is None:
            paths = self._git.changed(self._git.resolve(at) if at else None, self._head)
            held: Mapping[str, bytes | None] = self._git.read(self._head, paths)
        else:
            paths, held = tuple(sorted(self._pending)), self._pending
        written = tuple(path for path in paths if self._write_file(path, held.get(path)))
        write_file(self._git.git_dir / FILES_AT, f"{self._head}\n".encode())
        self._pending = {}
        return written

    def tidy(self) -> bool:
        """Pack what has gathered in the repository, if it is much; return whether it was.

        For when the judge has nothing to do. `git status` in games/ is true afterwards.
        """
        # As git itself does, one of 256 folders is looked at.
        some = self._git.git_dir / "objects" / "17"
        if self._head is None or not some.is_dir() or len(list(some.iterdir())) < _LOOSE:
            return False
        self._git.run("repack", "-d", "-q", "--geometric=2")
        self._git.run("read-tree", self._head)
        return True

    def _write_file(self, path: str, data: bytes | None) -> bool:
        """Write a file, or remove it for None; return whether it was another before."""
        target = self.games / path
        if data is None:
            target.unlink(missing_ok=True)
            return True
        if target.is_file() and target.read_bytes() == data:
            return False
        make_folder(target.parent, mode=0o755)
        write_file(target, data)
        return True

    def _files_at(self) -> str | None:
        try:
            return (self._git.git_dir / FILES_AT).read_text(encoding="ascii").strip()
        except (FileNotFoundError, ValueError):
            return None

    def _begin(self) -> None:
        """Find from the newest commit how far the record is.

        Raises:
            RecordError: Commits that are not the judge's have changed games.
        """
        self._shown = {}
        self._pending = None
        self._head = self._git.resolve(BRANCH)
        self._seen = self._recorded() if self._head else 0

    def _recorded(self) -> int:
        """Return the number of the newest ruling that has a commit."""
        form = "--format=%H %(trailers:key=Ruling,valueonly)"
        newest = ("log", "-1", "-E", "--grep=^Ruling: [0-9]+$", form, str(self._head))
        commit, _, number = self._git.run(*newest).decode().strip().partition(" ")
        if commit != self._head:
            self._allow(commit or None)
        return int(number) if number.isdecimal() else 0

    def _allow(self, since: str | None) -> None:
        """Let others add what is not about games, let imports add games, and refuse the rest."""
        assert self._head is not None
        taken_in = self._taken_in(since)
        theirs = [
            path
            for path in self._git.changed(since, self._head)
            if path not in taken_in
            and (path.startswith("variants/") or path.endswith("/game.toml") or self._is_game(path))
        ]
        if theirs:
            back = f"git -C {self.games} update-ref {BRANCH} {since or self._head}"
            raise RecordError(
                f"{self.games}: somebody else has committed {theirs[0]} after the judge; take "
                f"that back with `{back}`, or restore games/ from a backup"
            )

    def _taken_in(self, since: str | None) -> frozenset[str]:
        """Return the paths that imports may have added since a commit: none that were there."""
        span = f"{since}..{self._head}" if since else str(self._head)
        told = self._git.run("log", "--format=%(trailers:key=Imported,valueonly)", span)
        games = {*told.decode().split(), "variants"} if told.strip() else set()
        if not games:
            return frozenset()
        there = set(self._git.changed(None, since)) if since else set()
        added = (path for path in self._git.changed(since, str(self._head)) if path not in there)
        return frozenset(path for path in added if path.partition("/")[0] in games)

    def _is_game(self, path: str) -> bool:
        game, slash, _ = path.partition("/")
        return bool(slash) and (self.games / game / "game.toml").exists()

    def _change(self, journal: Journal, ruling: KeptRuling) -> Change:
        game = ruling.game
        shown = self._shown.get(game)
        if shown is None and 0 < journal.created(game) < ruling.number:
            shown = self._taken_up(journal, game, ruling.number - 1)
        change = public_changes(
            shown,
            ruling,
            journal.board,
            lambda: _spoken(journal, game),
            lambda: _said(journal, game, ruling.number),
        )
        self._shown[game] = change.shown
        return change

    def _taken_up(self, journal: Journal, game: str, until: int) -> Shown:
        """Return what the newest commit shows of a game that this recorder has not written yet."""
        assert self._head is not None
        names = [f"{game}/{name}" for name in ("game.toml", "events.jsonl", "press.jsonl")]
        held = self._git.read(self._head, names)
        if not set(names[:2]) <= set(held):
            raise RecordError(f"{self.games}: {game} is missing from the newest commit")
        events = held[f"{game}/events.jsonl"].decode()
        shown = Shown(
            settings=read_settings(held[f"{game}/game.toml"].decode(), f"{game}/game.toml"),
            events=events,
            press=held.get(f"{game}/press.jsonl", b"").decode(),
        )
        people = tuple(event for _, event in journal.events(game, kinds=PEOPLE_KINDS, until=until))
        at = KeptRuling(until, shown.settings.created, game, "", people)
        known = public_changes(shown, at, journal.board, dict).shown
        judged = [line for line in read_events(events) if line.event == "adjudicated"]
        number, prev = 0, ""
        if judged:
            number = int(judged[-1].facts["number"])
            name = f"{game}/phases/{number:03}-{judged[-1].facts['phase']}.json"
            newest = self._git.read(self._head, (name,))
            if name not in newest:
                raise RecordError(f"{self.games}: {name} is missing from the newest commit")
            prev = digest(newest[name].decode())
        return replace(shown, names=known.names, joined=known.joined, number=number, prev=prev)

    def _forget_ended(self, batch: list[KeptRuling]) -> None:
        for ruling in batch:
            if any(isinstance(event, GameEnded) for event in ruling.events):
                self._shown.pop(ruling.game, None)

    def _commit(self, public: list[tuple[KeptRuling, Change]]) -> None:
        stream = b"".join(self._stream(public))
        arguments = ("fast-import", "--quiet", "--done", "--date-format=raw")
        for attempt in range(2):
            try:
                self._git.run(*arguments, data=stream)
                break
            except RecordError as error:
                # The home is locked, so a lock in games/ is of a process that died.
                if attempt or _LOCKED not in str(error):
                    raise
                _unlock(self._git)
        self._head = self._git.branch_head()
        if self._pending is not None:
            for _, change in public:
                self._pending |= {path: text.encode() for path, text in change.files.items()}
                self._pending |= dict.fromkeys(change.removed)

    def _stream(self, public: list[tuple[KeptRuling, Change]]) -> Iterator[bytes]:
        for index, (ruling, change) in enumerate(public):
            stamp = f"{AUTHOR} {int(ruling.at.timestamp())} +0000"
            yield f"commit {BRANCH}\nauthor {stamp}\ncommitter {stamp}\n".encode()
            yield data_of(f"{change.subject}\n\nRuling: {ruling.number}\n".encode())
            if index == 0 and self._head is not None:
                yield f"from {self._head}\n".encode()
            for path in change.removed:
                yield f"D {path}\n".encode()
            for path, text in change.files.items():
                yield f"M 100644 inline {path}\n".encode()
                yield data_of(text.encode())
        yield b"done\n"

    def _clean(self) -> None:
        """Remove what a process that died has left behind in .git."""
        for left in ("fast_import_crash_*", "objects/pack/tmp_*", "objects/??/tmp_obj_*"):
            for path in self._git.git_dir.glob(left):
                path.unlink(missing_ok=True)
        sync_folder(self._git.git_dir)


def _unlock(repository: Repository) -> None:
    """Remove the locks of a git that died at work for a judge; no other is at work now."""
    try:
        for name in ("config", "HEAD", "index", BRANCH):
            (repository.git_dir / f"{name}.lock").unlink(missing_ok=True)
    except OSError as error:
        raise RecordError(f"{repository.folder}: cannot be written: {error.strerror}") from None


def data_of(data: bytes) -> bytes:
    """Return bytes as `git fast-import` reads them."""
    return b"data %d\n%b\n" % (len(data), data)


def _spoken(journal: Journal, game: str) -> Spoken:
    judged = (event for _, event in journal.events(game, kinds=("PhaseAdjudicated",)))
    return {event.number: event.written for event in judged if isinstance(event, PhaseAdjudicated)}


def _said(journal: Journal, game: str, until: int) -> list[PressSent | NoteKept]:
    """Return all that was said and noted down in a game, in order."""
    found = journal.events(game, kinds=("PressSent", "NoteKept"), until=until)
    return [event for _, event in found if isinstance(event, PressSent | NoteKept)]
