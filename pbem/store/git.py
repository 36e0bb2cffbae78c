"""git as pbem uses it: the same on every machine, and never more than it must.

No configuration of the system or of a user is read, no hook runs, nothing is fetched,
nothing asks for a password; times are UTC and everything written is made durable. The index is
never used, so the cost does not grow with the number of files.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.errors import RecordError

_MISSING = "git is not installed; the record is kept with it"
BRANCH = "refs/heads/main"
_MOST_BYTES = 2**20
_SETTINGS = (
    "core.fsync=all",
    "core.hooksPath=/dev/null",
    "core.quotePath=false",
    "core.logAllRefUpdates=false",
    "gc.auto=0",
    "maintenance.auto=false",
)


class Repository:
    """A git repository with a work tree, or a bare one.

    Attributes:
        folder: Of the work tree, or of the bare repository.
        git_dir: Where git keeps its own files.
    """

    def __init__(self, folder: Path) -> None:
        """Use a folder that `is_repository`, or that `init` will make one."""
        self.folder = folder
        self.git_dir = folder if _is_bare(folder) else folder / ".git"

    @staticmethod
    def is_repository(folder: Path) -> bool:
        """Return whether a folder is a repository itself, not merely within one."""
        return (folder / ".git").exists() or _is_bare(folder)

    def init(self) -> None:
        """Make an empty repository with a work tree; harmless where there is one."""
        self.run("init", "-q", "--template=", "--initial-branch=main")

    def run(self, *args: str, data: bytes = b"", more: Mapping[str, str] | None = None) -> bytes:
        """Run git and return what it writes.

        Args:
            *args: The command and its arguments.
            data: What it reads.
            more: Variables of its environment.

        Raises:
            RecordError: git is not installed, or refused; says what it said.
        """
        done = self._run(args, data, more or {})
        if done.returncode != 0:
            raise self._refused(args, done.stderr)
        return done.stdout

    @contextmanager
    def running(self, *args: str) -> Iterator[Callable[[], bytes]]:
        """Start git, and give what waits for it and returns what it has written.

        What is given raises what `run` does. A git that nobody waited for is ended.
        """
        with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as complained:
            try:
                git = subprocess.Popen(
                    self._command(args),
                    stdin=subprocess.DEVNULL,
                    stdout=told,
                    stderr=complained,
                    env=_environment(),
                    cwd=self.folder,
                )
            except FileNotFoundError:
                raise RecordError(_MISSING) from None

            def answer() -> bytes:
                refused = git.wait() != 0
                file = complained if refused else told
                file.seek(0)
                if refused:
                    raise self._refused(args, file.read())
                return file.read()

            try:
                yield answer
            finally:
                git.kill()
                git.wait()

    def _refused(self, args: Sequence[str], complaint: bytes) -> RecordError:
        lines = complaint.decode(errors="replace").strip().splitlines() or ["failed"]
        says = next((line for line in lines if line.startswith("fatal: ")), lines[0])
        command = next((word for word in args if word != "-c" and "=" not in word), "")
        return RecordError(f"{self.folder}: git {command}: {says}")

    def resolve(self, name: str) -> str | None:
        """Return the id of the commit that a name means; None where there is none."""
        done = self._run(("rev-parse", "-q", "--verify", "--end-of-options", f"{name}^{{commit}}"))
        return done.stdout.decode().strip() if done.returncode == 0 else None

    def begins(self) -> frozenset[str]:
        """Return the ids of the commits that a shallow clone begins with; empty for any other."""
        with suppress(OSError), (self.git_dir / "shallow").open("rb") as file:
            return frozenset(file.read(_MOST_BYTES).decode(errors="replace").split())
        return frozenset()

    def branch_head(self) -> str | None:
        """Return the id of the newest commit of the branch that the judge writes."""
        try:
            return (self.git_dir / BRANCH).read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return self.resolve(BRANCH)

    def changed(self, old: str | None, new: str) -> tuple[str, ...]:
        """Return the paths of the files that differ between two commits, sorted.

        Args:
            old: None for a commit without files.
            new: The later commit.
        """
        if old is None:
            listed = self.run("ls-tree", "-r", "-z", "--name-only", new)
        else:
            listed = self.run("diff-tree", "-r", "-z", "--name-only", "--no-renames", old, new)
        return tuple(sorted(filter(None, listed.decode(errors="replace").split("\0"))))

    def differing(self) -> tuple[str, ...]:
        """Return the files of the work tree that are not as the branch has them, sorted.

        Files that git does not know are among them. The index is read anew, so that this
        costs as much as reading all files.
        """
        if self.resolve(BRANCH) is None:
            return ()
        with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
            index = {"GIT_INDEX_FILE": f"{folder}/index"}
            self.run("read-tree", BRANCH, more=index)
            form = ("--porcelain", "-z", "--no-renames", "--untracked-files=all")
            told = self.run("status", *form, more=index)
        return tuple(sorted(line[3:] for line in told.decode(errors="replace").split("\0") if line))

    def files(self, commit: str) -> tuple[tuple[str, str, int], ...]:
        """Return the files of a commit as they are listed: path, id, and size in bytes."""
        listed = self.run("ls-tree", "-r", "-l", "-z", commit).decode(errors="replace")
        found = []
        for line in filter(None, listed.split("\0")):
            facts, _, path = line.partition("\t")
            _, kind, name, size = facts.split()
            if kind == "blob":
                # Of a file that is missing or damaged git says BAD.
                found.append((path, name, int(size) if size.isdigit() else 0))
        return tuple(found)

    def read(self, commit: str, paths: Iterable[str]) -> dict[str, bytes]:
        """Return files as a commit holds them; those it does not hold are absent."""
        # git is asked by lines, so that of a path with two it would answer twice.
        wanted = [path for path in paths if "\n" not in path]
        held = self.blobs([f"{commit}:{path}" for path in wanted])
        return {path: data for path, data in zip(wanted, held, strict=True) if data is not None}

    def blobs(self, names: Sequence[str]) -> list[bytes | None]:
        """Return what files hold, given their ids or commit and path; None for what is no file."""
        if not names:
            return []
        answer = self.run("cat-file", "--batch", data="".join(f"{n}\n" for n in names).encode())
        found: list[bytes | None] = []
        at = 0
        for _ in names:
            end = answer.index(b"\n", at)
            header = answer[at:end].rsplit(b" ", 2)
            at = end + 1
            if header[-1].isdigit():
                size = int(header[-1])
                found.append(answer[at : at + size] if header[-2] == b"blob" else None)
                at += size + 1
            else:
                found.append(None)
        return found

    def _run(
        self, args: Sequence[str], data: bytes = b"", more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                self._command(args),
                input=data,
                capture_output=True,
                env={**_environment(), **(more or {})},
                cwd=self.folder,
                check=False,
            )
        except FileNotFoundError:
            raise RecordError(_MISSING) from None

    def _command(self, args: Sequence[str]) -> list[str]:
        # git runs inside the folder, so a path relative to here would mislead it.
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        where = [f"--git-dir={self.git_dir.absolute()}"]
        if self.git_dir != self.folder:
            where.append(f"--work-tree={self.folder.absolute()}")
        return ["git", *settings, *where, *args]


def _environment() -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "TZ": "UTC",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        # A stranger's repository may name a program that fetches what it lacks.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
    }


def _is_bare(folder: Path) -> bool:
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir()
