"""Where the record and the pages are published: a git remote, a folder, rsync, a branch, a hook.

Publishing a state of home twice is harmless, and so is publishing what is changed
meanwhile: the next time brings the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.errors import PublishError
from pbem.game.masks import mask
from pbem.store.files import write_hint
from pbem.store.git import BRANCH

_PATIENCE = 900
"""Seconds that a push may take."""

_BUILT = ".built.json"
_LOGIN = re.compile(r"//[^/@\s]+@")
_AUTHOR = "pbem judge"
_EMAIL = "judge@pbem.invalid"


@dataclass(frozen=True)
class PublishSettings:
    """Where to; what is empty is not published there.

    Attributes:
        record: git remote that games/ is pushed to; never forced.
        folder: That gets a copy of the pages; files of others in it stay.
        rsync: Where rsync brings the pages: `www@example.org:/srv/www/diplomacy`.
        pages: git remote that gets the pages as one commit without a past.
        branch: Of that remote.
        hook: Command that is run when the record or the pages have changed.
        hidden: Names of variables that no command may see.
    """

    record: str = ""
    folder: Path | None = None
    rsync: str = ""
    pages: str = ""
    branch: str = "pages"
    hook: str = ""
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Place:
    """The folders of a home that publishing needs."""

    home: Path
    games: Path
    site: Path
    var: Path


def push_record(place: Place, settings: PublishSettings) -> None:
    """Push games/.

    Raises:
        PublishError: In a line.
    """
    git = ["git", "-C", str(place.games)]
    _run([*git, "push", "--quiet", settings.record, f"{BRANCH}:{BRANCH}"], settings)


def copy_pages(place: Place, settings: PublishSettings) -> None:
    """Bring a folder to what site/ is: what changed is copied, what is gone is removed.

    Raises:
        PublishError: In a line.
    """
    assert settings.folder is not None
    notes = place.var / "published-folder"
    try:
        before = set(notes.read_text("utf-8").splitlines()) if notes.exists() else set()
        now = set(_pages(place.site))
        write_hint(notes, "".join(f"{name}\n" for name in sorted(before | now)))
        for name in sorted(now):
            _copy(place.site / name, settings.folder / name)
        for name in sorted(before - now):
            (settings.folder / name).unlink(missing_ok=True)
        # It is noted as done only when nothing of it can be lost any more.
        os.sync()
        write_hint(notes, "".join(f"{name}\n" for name in sorted(now)))
    except OSError as error:
        raise PublishError(f"{error.filename or settings.folder}: {error.strerror}") from None


def _pages(site: Path) -> Sequence[str]:
    return [
        (Path(folder) / name).relative_to(site).as_posix()
        for folder, _, names in os.walk(site)
        for name in names
        if name != _BUILT and not name.endswith(".tmp")
    ]


def _copy(page: Path, target: Path) -> None:
    told = page.stat()
    if target.exists():
        there = target.stat()
        if (there.st_size, there.st_mtime_ns) == (told.st_size, told.st_mtime_ns):
            return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.tmp")
    shutil.copyfile(page, draft)
    os.utime(draft, ns=(told.st_atime_ns, told.st_mtime_ns))
    draft.replace(target)


def sync_pages(place: Place, settings: PublishSettings) -> None:
    """Bring the pages to another machine with rsync.

    Raises:
        PublishError: In a line.
    """
    told = ["rsync", "--archive", "--delete-after", f"--exclude={_BUILT}"]
    _run([*told, f"{place.site}/", settings.rsync.rstrip("/") + "/"], settings)


def push_pages(place: Place, settings: PublishSettings) -> None:
    """Push the pages as a branch: one commit without a past, the same for the same pages.

    Raises:
        PublishError: In a line.
    """
    bare = place.var / "pages.git"
    git = ["git", f"--git-dir={bare}"]
    try:
        bare.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise PublishError(f"{bare}: {error.strerror}") from None
    _run(["git", "init", "--quiet", "--bare", "--template=", str(bare)], settings)
    work = [*git, f"--work-tree={place.site}"]
    _run([*work, "add", "--all", "--force", "."], settings)
    _run([*work, "rm", "--cached", "--quiet", "--ignore-unmatch", _BUILT], settings)
    empty = _run([*git, "hash-object", "-w", "--stdin"], settings)
    # Pages of code hosts are passed through another generator unless this file is there.
    _run([*git, "update-index", "--add", "--cacheinfo", f"100644,{empty},.nojekyll"], settings)
    tree = _run([*git, "write-tree"], settings)
    commit = _run([*git, "commit-tree", "-m", "Pages", tree], settings, _signed())
    target = f"{commit}:refs/heads/{settings.branch}"
    _run([*git, "push", "--quiet", "--force", settings.pages, target], settings)
    _run([*git, "gc", "--auto", "--quiet"], settings)


def _signed() -> Mapping[str, str]:
    named = {"NAME": _AUTHOR, "EMAIL": _EMAIL, "DATE": "1970-01-01T00:00:00+0000"}
    return {
        f"GIT_{who}_{what}": text for who in ("AUTHOR", "COMMITTER") for what, text in named.items()
    }


def run_hook(place: Place, settings: PublishSettings) -> None:
    """Run the Keeper's own command in the home, with `PBEM_HOME` set.

    Raises:
        PublishError: In a line.
    """
    more = {"PBEM_HOME": str(place.home)}
    _run(["/bin/sh", "-c", settings.hook], settings, more, place.home)


def _run(
    command: Sequence[str],
    settings: PublishSettings,
    more: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in settings.hidden}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", **(more or {})}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            env=environment,
            cwd=folder,
            check=False,
        )
    except FileNotFoundError:
        raise PublishError(f"{command[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise PublishError(f"{command[0]} did not end within {_PATIENCE // 60} minutes") from None
    if done.returncode:
        raise PublishError(_why(done.stderr, done.returncode))
    return done.stdout.strip()


def _why(said: str, code: int) -> str:
    """Return what a command said in a line, without a login."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if any(line.startswith("!") and "rejected" in line for line in lines):
        return "the remote has commits that are not the judge's; it is never forced"
    telling = [line for line in lines if line.startswith(("fatal:", "error:", "rsync:"))]
    line = (telling or lines or [f"it ended with code {code}"])[0]
    return mask(_LOGIN.sub("//", line))[:200]
