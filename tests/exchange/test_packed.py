"""A record in one file: a .zip, with or without checksums, and a git bundle."""

from __future__ import annotations

import hashlib
import re
import shutil
import stat
import subprocess
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from pbem.errors import RecordError
from pbem.exchange.packed import check_sums, write_sums
from pbem.exchange.verify import verify
from tests.exchange.test_verify import edit, found, games, git, good

__all__ = ["games", "good"]


def pack(folder: Path, path: Path, within: str = "") -> Path:
    """Make a .zip of a folder."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                packed.write(file, within + file.relative_to(folder).as_posix())
    return path


@pytest.mark.parametrize("within", ["", "games/", "gx7-archive/games/"])
def test_a_zip_is_checked_wherever_the_games_lie_in_it(
    games: Path, tmp_path: Path, within: str
) -> None:
    """With the history that is packed with it."""
    packed = pack(games, tmp_path / "games.zip", within)
    assert [(check.game, check.ok) for check in verify(packed).games] == [
        ("ab-2", True),
        ("gx7", True),
        ("late", True),
        ("said", True),
    ]
    edit(games, "ab-2/people.toml", "Ann of example", "Eve of example")
    packed = pack(games, tmp_path / "changed.zip", within)
    assert "ab-2/people.toml: git: the file is not what the newest commit" in found(verify(packed))


def test_one_game_and_its_board_make_an_archive(games: Path, tmp_path: Path) -> None:
    """A .zip of a few folders is as good as the folders."""
    for name in ("ab-2", "late", "said", ".git"):
        shutil.rmtree(games / name)
    packed = pack(games, tmp_path / "gx7.zip")
    assert [(check.game, check.phases, check.ok) for check in verify(packed).games] == [
        ("gx7", 7, True)
    ]


def test_a_bundle_is_checked_with_its_history(games: Path, tmp_path: Path) -> None:
    """Made of HEAD, of a branch, of everything; by a person's own git."""
    for what in (["HEAD"], ["main"], ["--all"]):
        bundle = tmp_path / "games.bundle"
        git(games, "bundle", "create", "-q", str(bundle), *what)
        assert found(verify(bundle)) == ""
        assert len(verify(bundle).games) == 4
    edit(games, "gx7/phases/001-S1901M.json", "moved to", "went to")
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "A small correction")
    git(games, "bundle", "create", "-q", str(tmp_path / "b.bundle"), "HEAD")
    told = found(verify(tmp_path / "b.bundle"))
    assert "the judge did not make it" in told
    assert 'judged again: "moved to' in told


def test_a_bundle_that_lacks_commits_is_refused(games: Path, tmp_path: Path) -> None:
    """It is a part of something; so is one that is cut off."""
    git(games, "bundle", "create", "-q", str(tmp_path / "late.bundle"), "HEAD~1..HEAD")
    with pytest.raises(RecordError, match="git fetch"):
        verify(tmp_path / "late.bundle")
    git(games, "bundle", "create", "-q", str(tmp_path / "cut.bundle"), "HEAD")
    whole = (tmp_path / "cut.bundle").read_bytes()
    (tmp_path / "cut.bundle").write_bytes(whole[:-100])
    with pytest.raises(RecordError, match="git fetch"):
        verify(tmp_path / "cut.bundle")


@pytest.mark.parametrize("name", ["../out.txt", "/etc/out.txt", "a/../../out", "C:\\out", "\\out"])
def test_nothing_is_written_outside(tmp_path: Path, name: str) -> None:
    """A name that leads out of the folder is refused by name."""
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as packed:
        packed.writestr(name, "x")
    with pytest.raises(RecordError, match="would lie outside the folder"):
        verify(tmp_path / "bad.zip")


def test_links_are_refused(tmp_path: Path) -> None:
    """A record has none, and they may lead anywhere."""
    link = zipfile.ZipInfo("games/gx7")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as packed:
        packed.writestr(link, "/etc")
    with pytest.raises(RecordError, match="is a link; a record has none"):
        verify(tmp_path / "bad.zip")


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    """In a line; so is one without games, and one in which a file lies where a folder should."""
    (tmp_path / "text.zip").write_text("Hello")
    with pytest.raises(RecordError, match=r"neither a \.zip nor a git bundle"):
        verify(tmp_path / "text.zip")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as packed:
        packed.writestr("README", "x")
    with pytest.raises(RecordError, match="it holds no games"):
        verify(tmp_path / "empty.zip")
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as packed:
        packed.writestr("README", "x")
        packed.writestr("README/me", "x")
    with pytest.raises(RecordError, match="cannot be unpacked"):
        verify(tmp_path / "odd.zip")


def test_a_repository_that_names_a_program_does_not_run_it(games: Path, tmp_path: Path) -> None:
    """What checks signatures is git's own choice, not that of whoever sent the archive."""
    (tmp_path / "evil").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\nexit 0\n")
    (tmp_path / "evil").chmod(0o755)
    for name in ("gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "core.fsmonitor"):
        git(games, "config", name, str(tmp_path / "evil"))
    tree = git(games, "rev-parse", "HEAD^{tree}").strip()
    head = git(games, "rev-parse", "HEAD").strip()
    text = (
        f"tree {tree}\nparent {head}\nauthor x <x@y> 1 +0000\ncommitter x <x@y> 1 +0000\n"
        "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nHello\n"
    )
    done = subprocess.run(
        ["git", "-C", str(games), "hash-object", "-t", "commit", "-w", "--stdin"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    git(games, "update-ref", "refs/heads/main", done.stdout.decode().strip())
    assert not verify(pack(games, tmp_path / "games.zip")).ok
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("url", ["/nowhere", "ssh://nowhere/x", "ext::sh -c %S"])
def test_a_repository_that_lacks_files_does_not_fetch_them(
    games: Path, tmp_path: Path, url: str
) -> None:
    """It may name a program that fetches them; what is missing is said instead."""
    (tmp_path / "evil").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    (tmp_path / "evil").chmod(0o755)
    tree = git(games, "rev-parse", "HEAD^{tree}").strip()
    for pack_of_objects in (games / ".git/objects/pack").glob("*"):
        pack_of_objects.rename(tmp_path / pack_of_objects.name)
    for packed in tmp_path.glob("*.pack"):
        with packed.open("rb") as objects:
            subprocess.run(["git", "-C", games, "unpack-objects", "-q"], stdin=objects, check=True)
    (games / ".git/objects" / tree[:2] / tree[2:]).unlink()
    settings = {
        "core.repositoryFormatVersion": "1",
        "core.sshCommand": str(tmp_path / "evil"),
        "extensions.partialClone": "origin",
        "protocol.ext.allow": "always",
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": str(tmp_path / "evil"),
        "remote.origin.url": url.replace("%S", str(tmp_path / "evil")),
    }
    for name, value in settings.items():
        git(games, "config", name, value)
    with pytest.raises(RecordError, match="git log: fatal: unable to read tree"):
        verify(pack(games, tmp_path / "games.zip"))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "name", ["/etc/out.txt", "../out.txt", "a/../../out", ".git", "gx7/.GIT/config", ".git\\x"]
)
def test_a_tree_of_git_may_have_any_names(games: Path, tmp_path: Path, name: str) -> None:
    """None leads out of the folder, nor makes a repository in it; as a clone and as a bundle."""
    blob = git(games, "rev-parse", "HEAD:gx7/game.toml").strip()
    listed = subprocess.run(
        ["git", "-C", games, "ls-tree", "-z", "HEAD"], capture_output=True, check=True
    )
    rows = [row.partition(b"\t") for row in listed.stdout.split(b"\0") if row]
    entries = [(row[0].split()[0], row[2], row[0].split()[2].decode()) for row in rows]
    entries = sorted([*entries, (b"100644", name.encode(), blob)], key=lambda entry: entry[1])
    tree = b"".join(
        mode.lstrip(b"0") + b" " + path + b"\0" + bytes.fromhex(entry)
        for mode, path, entry in entries
    )
    made = ["git", "-C", games, "hash-object", "-w", "-t", "tree", "--stdin", "--literally"]
    told = subprocess.run(made, input=tree, capture_output=True, check=True).stdout
    commit = git(games, "commit-tree", "-m", "x", told.decode().strip()).strip()
    git(games, "update-ref", "refs/heads/main", commit)
    git(games, "bundle", "create", "-q", str(tmp_path / "games.bundle"), "main")
    bare = tmp_path / "bare.git"
    (games / ".git").rename(bare)
    for path in (bare, tmp_path / "games.bundle"):
        with pytest.raises(RecordError, match=f"^{re.escape(str(path))}: .*lie outside the folder"):
            verify(path)


def test_a_clone_that_lacks_a_file_is_told_so(games: Path, tmp_path: Path) -> None:
    """The file is missing, and the others are looked at all the same."""
    for packed in (games / ".git/objects/pack").glob("*"):
        packed.rename(tmp_path / packed.name)
    for packed in tmp_path.glob("*.pack"):
        with packed.open("rb") as objects:
            subprocess.run(["git", "-C", games, "unpack-objects", "-q"], stdin=objects, check=True)
    blob = git(games, "rev-parse", "HEAD:gx7/events.jsonl").strip()
    (games / ".git/objects" / blob[:2] / blob[2:]).unlink()
    bare = tmp_path / "bare.git"
    (games / ".git").rename(bare)
    done = verify(bare)
    assert "gx7/events.jsonl: the file is missing" in found(done)
    assert [check.ok for check in done.games] == [True, False, True, True]


def test_a_name_is_shown_in_one_line(games: Path) -> None:
    """Whatever it holds; it could tell a terminal things."""
    (games / "gx7" / "a\nb\x1b[31m").write_text("x")
    told = [str(finding) for check in verify(games).games for finding in check.findings]
    assert told[0] == r"gx7/a\nb\x1b[31m: no file of a record has this name"
    assert all(line.isprintable() for line in told)


@pytest.mark.parametrize("name", ["gx7/events.jsonl", "gx7/extra", "variants/extra.toml"])
def test_what_swells_is_not_unpacked(games: Path, tmp_path: Path, name: str) -> None:
    """A small archive of a huge file is refused before the disk or memory is full."""
    shutil.rmtree(games / ".git")
    with (games / name).open("ab") as file:
        file.truncate(65 * 2**20)
    with pytest.raises(RecordError, match="far larger than any record"):
        verify(pack(games, tmp_path / "games.zip"))


def test_huge_files_are_not_read(games: Path) -> None:
    """Nor are those that no record has; both are named."""
    for name in ("gx7/events.jsonl", "late/phases/001-S1901M.json", "said/extra"):
        with (games / name).open("ab") as file:
            file.truncate(65 * 2**20)
    tracemalloc.start()
    try:
        told = found(verify(games))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "gx7/events.jsonl: cannot be read: far larger than any record" in told
    assert "late/phases/001-S1901M.json: cannot be read: far larger than any record" in told
    assert "said/extra: no file of a record has this name" in told
    assert most < 30 * 2**20


def test_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    """A changed, a missing and a foreign file are named."""
    files = {"a/one.txt": b"1", "two.txt": b"2", "three.txt": b"3"}
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    text = write_sums(files)
    assert f"{hashlib.sha256(b'1').hexdigest()}  a/one.txt\n" in text
    (tmp_path / "SHA256SUMS").write_text(text)
    assert list(check_sums(tmp_path)) == []
    (tmp_path / "a/one.txt").write_bytes(b"0")
    (tmp_path / "two.txt").unlink()
    (tmp_path / "four.txt").write_bytes(b"4")
    assert [(finding.file, finding.says.partition(":")[0]) for finding in check_sums(tmp_path)] == [
        ("a/one.txt", "its checksum is another"),
        ("four.txt", "no checksum is given for it"),
        ("two.txt", "the file is missing"),
    ]
