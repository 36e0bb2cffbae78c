"""What a stranger sends, laid out in a folder: with care, since anything may be in it.

Nothing is written outside the folder, and no more than a great record would need. A
repository's own tools look after neither: its trees may have any names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from pbem.errors import RecordError
from pbem.store.git import BRANCH, Repository
from pbem.store.history import head

MOST_FILES = 500_000
MOST_BYTES = 4 * 2**30
_AT_ONCE = 64 * 2**20
_File = tuple[str, str, int]


def place(folder: Path, name: str) -> Path | None:
    """Return where a file of a stranger goes below a folder; None if it would lie outside."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or name.startswith(("/", "\\")) or ".." in parts or ":" in name or "\0" in name:
        return None
    return folder.joinpath(*parts)


def unpack(games: Path, folder: Path, called: Path) -> None:
    """Write the files of the newest commit of a repository without a work tree.

    Args:
        games: A bare clone.
        folder: Where the files go; empty.
        called: What the reader knows it by.

    Raises:
        RecordError: A file would lie outside the folder or within a repository, cannot be
            written, or there are too many.
    """
    newest = head(games)
    if newest is None:
        return
    git = Repository(games)
    files = git.files(newest)
    if len(files) > MOST_FILES or sum(size for _, _, size in files) > MOST_BYTES:
        raise RecordError(f"{called}: more than {MOST_FILES} files or {MOST_BYTES} bytes")
    for some in _batches(files):
        for (name, _, _), data in zip(some, git.blobs([file[1] for file in some]), strict=True):
            target = place(folder, name)
            if data is None:
                continue  # The history, which is read next, cannot be read either, or lacks it.
            if target is None or ".git" in map(str.lower, target.relative_to(folder).parts):
                raise RecordError(f"{called}: {name[:80]!r} would lie outside the folder")
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            except OSError as error:
                why = f"{name[:80]!r} cannot be unpacked: {error.strerror or error}"
                raise RecordError(f"{called}: {why}") from None


def _batches(files: Sequence[_File]) -> Iterator[list[_File]]:
    """Yield files in order, no more at once than memory has room for."""
    some: list[_File] = []
    size = 0
    for file in files:
        if some and size + file[2] > _AT_ONCE:
            yield some
            some, size = [], 0
        some.append(file)
        size += file[2]
    if some:
        yield some


def unbundle(bundle: Path, folder: Path) -> None:
    """Make a repository of a bundle that `git bundle create` wrote; its newest commit is HEAD.

    Args:
        bundle: The file.
        folder: Where the repository goes; empty.

    Raises:
        RecordError: The file is no bundle, lacks commits, or holds no branch.
    """
    git = Repository(folder)
    git.init()
    near = {"GIT_ALLOW_PROTOCOL": "file"}
    told = git.run("ls-remote", str(bundle.absolute()), more=near)
    named = told.decode(errors="replace").split()[1::2]
    branches = [name for name in named if name.startswith("refs/heads/")]
    wanted = next((name for name in ("HEAD", BRANCH, *branches) if name in named), None)
    if wanted is None:
        raise RecordError(f"{bundle}: it holds no branch")
    fetch = ("fetch", "-q", "--no-tags", "--update-head-ok", str(bundle.absolute()))
    git.run(*fetch, f"+{wanted}:{BRANCH}", more=near)
