"""Archives as files: a `.zip` of a record, with its checksums, and a git bundle.

A stranger's archive is unpacked with care: nothing outside the folder it goes to, no
links, and no more than a great record would need.

SHA256SUMS, where an archive has one, lists every other file of it in the form of
`sha256sum`, so that `sha256sum -c SHA256SUMS` checks it without pbem.
"""

from __future__ import annotations

import hashlib
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from pbem.errors import RecordError
from pbem.exchange.findings import Finding

SUMS = "SHA256SUMS"
"""Name of the file of checksums."""

_MOST_FILES = 500_000
_MOST_BYTES = 4 * 2**30
_PIECE = 2**20
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")
_BUNDLE = b"# v"


def is_bundle(path: Path) -> bool:
    """Return whether a file is what `git bundle create` writes."""
    with path.open("rb") as file:
        head = file.read(20)
    return head.startswith(_BUNDLE) and b"git bundle" in head


def unzip(path: Path, folder: Path) -> None:
    """Unpack a `.zip` into an empty folder.

    Raises:
        RecordError: It is no archive, is damaged, is too large, or names a file outside.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            left = _MOST_BYTES
            if len(packed.infolist()) > _MOST_FILES:
                raise RecordError(f"{path}: more than {_MOST_FILES} files")
            for info in packed.infolist():
                target = _target(path, folder, info)
                if target is not None:
                    left -= _write(packed, info, target, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise RecordError(f"{path}: no archive that can be unpacked: {error}") from None


def _target(path: Path, folder: Path, info: zipfile.ZipInfo) -> Path | None:
    """Return where a member goes; None for a folder."""
    parts = PurePosixPath(info.filename.replace("\\", "/")).parts
    if info.filename.startswith(("/", "\\")) or ".." in parts or ":" in info.filename:
        raise RecordError(f"{path}: {info.filename[:80]!r} would lie outside the folder")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise RecordError(f"{path}: {info.filename[:80]!r} is a link; a record has none")
    return None if info.is_dir() else folder.joinpath(*parts)


def _write(packed: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, most: int) -> int:
    """Unpack one member; return how many bytes it has, whatever it says of itself."""
    size = 0
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with packed.open(info) as source, target.open("xb") as file:
            while piece := source.read(_PIECE):
                size += len(piece)
                if size > most:
                    raise RecordError(f"{packed.filename}: more than {_MOST_BYTES} bytes in all")
                file.write(piece)
    except OSError as error:
        why = f"{info.filename[:80]!r} cannot be unpacked: {error.strerror or error}"
        raise RecordError(f"{packed.filename}: {why}") from None
    return size


def write_sums(files: Mapping[str, bytes]) -> str:
    """Return the text of SHA256SUMS, sorted by name."""
    return "".join(
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())
    )


def check_sums(folder: Path) -> Iterator[Finding]:
    """Return where files differ from the SHA256SUMS in a folder or below; nothing without one."""
    for sums in sorted(folder.rglob(SUMS)):
        there = {
            path.relative_to(sums.parent).as_posix(): path
            for path in sorted(sums.parent.rglob("*"))
            if path.is_file() and path != sums
        }
        listed = {}
        for number, line in enumerate(sums.read_text(errors="replace").splitlines(), start=1):
            found = _LINE.fullmatch(line)
            if found is None:
                yield Finding(SUMS, f"line {number}", "not a checksum and a name")
            else:
                listed[found[2]] = found[1]
        for name in sorted(listed.keys() | there.keys()):
            if name not in there:
                yield Finding(name, SUMS, "the file is missing")
            elif name not in listed:
                yield Finding(name, SUMS, "no checksum is given for it")
            elif hashlib.sha256(there[name].read_bytes()).hexdigest() != listed[name]:
                yield Finding(name, SUMS, "its checksum is another: the file was changed")
