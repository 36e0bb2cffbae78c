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
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.errors import RecordError
from pbem.exchange.findings import Finding
from pbem.exchange.folders import plain_files
from pbem.store.unpacking import MOST_BYTES, MOST_FILES, place

SUMS = "SHA256SUMS"
"""Name of the file of checksums."""

_SMALL = 64 * 2**20
_MOST_TIMES = 100
"""A record is not a hundred times as large as its archive; what swells like that is a trap."""

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
            left = min(MOST_BYTES, max(_SMALL, _MOST_TIMES * path.stat().st_size))
            if len(packed.infolist()) > MOST_FILES:
                raise RecordError(f"{path}: more than {MOST_FILES} files")
            for info in packed.infolist():
                target = _target(path, folder, info)
                if target is not None:
                    left -= _write(packed, info, target, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        if not zipfile.is_zipfile(path):
            raise RecordError(f"{path}: neither a .zip nor a git bundle") from None
        raise RecordError(f"{path}: no archive that can be unpacked: {error}") from None


def _target(path: Path, folder: Path, info: zipfile.ZipInfo) -> Path | None:
    """Return where a member goes; None for a folder."""
    target = place(folder, info.filename)
    if target is None:
        raise RecordError(f"{path}: {info.filename[:80]!r} would lie outside the folder")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise RecordError(f"{path}: {info.filename[:80]!r} is a link; a record has none")
    return None if info.is_dir() else target


def _write(packed: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, most: int) -> int:
    """Unpack one member; return how many bytes it has, whatever it says of itself."""
    size = 0
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with packed.open(info) as source, target.open("xb") as file:
            while piece := source.read(_PIECE):
                size += len(piece)
                if size > most:
                    raise RecordError(
                        f"{packed.filename}: far larger than any record, once unpacked"
                    )
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
    files = plain_files(folder)
    names = list(files)
    for sums in [name for name in names if name.rpartition("/")[2] == SUMS]:
        top = sums.removesuffix(SUMS)
        # Names are sorted: what lies beside and below stands in one stretch.
        start, end = bisect_left(names, top), bisect_left(names, f"{top}\U0010ffff")
        there = {name.removeprefix(top): files[name] for name in names[start:end] if name != sums}
        listed = {}
        told = files[sums].read_text(errors="replace")
        for number, line in enumerate(told.splitlines(), start=1):
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
            elif _sum(there[name]) != listed[name]:
                yield Finding(name, SUMS, "its checksum is another: the file was changed")


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
