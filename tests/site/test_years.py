"""Files of a year are made of parts, and fall into the same parts again."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import RecordError
from pbem.site.folder import Folder
from pbem.site.plan import YearFile
from pbem.site.years import MadeParts, StandingParts, joined

LARGE = 1 << 20
GAMES = [f"game-{number:02}" for number in range(20)]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for many small files."""
    return tmp_path_factory.mktemp("years")


@given(st.sampled_from(YearFile), st.lists(st.binary(min_size=1, max_size=9), max_size=5))
def test_parts_come_out_again(room: Path, kind: YearFile, parts: list[bytes]) -> None:
    """What was joined is cut at the same places; a file of other length is not cut."""
    path = room / "year"
    games = dict(zip(GAMES, parts, strict=False))
    lengths = {game: len(part) for game, part in games.items()}
    path.write_bytes(b"".join(joined(kind, 2026, parts)))
    with closing(StandingParts(path, kind, 2026, lengths)) as standing:
        assert {game: standing.find(game) for game in games} == games
        assert standing.find("another") is None
    path.write_bytes(path.read_bytes() + b"x")
    with closing(StandingParts(path, kind, 2026, lengths)) as standing:
        assert not any(standing.find(game) for game in games)


def test_a_file_of_another_frame_is_not_cut(room: Path) -> None:
    """What somebody else wrote under that name is taken for nothing, however long it is."""
    path = room / "another"
    path.write_bytes(b"x" * len(b"".join(joined(YearFile.SEARCH, 2026, [b"part"]))))
    with closing(StandingParts(path, YearFile.SEARCH, 2026, {"cedar": 4})) as standing:
        assert standing.find("cedar") is None
    with closing(StandingParts(room / "none", YearFile.SEARCH, 2026, {"cedar": 4})) as standing:
        assert standing.find("cedar") is None


def test_large_years_take_little_memory(tmp_path: Path) -> None:
    """Twenty parts of a megabyte are put away, joined, cut and joined anew within four."""
    folder = Folder(tmp_path)
    lengths = dict.fromkeys(GAMES, LARGE)
    kind, path = YearFile.PHASE_LINES, "games/phases-2026.jsonl.gz"
    tracemalloc.start()
    try:
        with closing(MadeParts(tmp_path)) as made:
            for number, game in enumerate(GAMES):
                made.add(game, {kind: bytes([number]) * LARGE})
            folder.put_all(path, joined(kind, 2026, (made.find(g, kind) or b"" for g in GAMES)))
        with closing(StandingParts(tmp_path / path, kind, 2026, lengths)) as standing:
            folder.put_all(path, joined(kind, 2026, (standing.find(g) or b"" for g in GAMES)))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (tmp_path / path).read_bytes() == b"".join(bytes([n]) * LARGE for n in range(20))
    assert [folder.made, folder.written.count] == [2, 1]
    assert [one.name for one in tmp_path.iterdir()] == ["games"]
    assert most < 4 * LARGE


def test_a_file_whose_pieces_fail_is_as_it_was(tmp_path: Path) -> None:
    """Nothing is left of the new one."""

    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise RecordError("no more")

    folder = Folder(tmp_path)
    folder.put("games/year.gz", b"old")
    with pytest.raises(RecordError):
        folder.put_all("games/year.gz", pieces())
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["year.gz"]
    assert folder.read("games/year.gz") == b"old"


def test_of_many_files_a_hundred_are_named(tmp_path: Path) -> None:
    """All are counted, here and in a folder whose counts are added."""
    folder, other = Folder(tmp_path), Folder(tmp_path)
    for number in range(150):
        folder.put(f"{number}.txt", b"text")
        other.put(f"other/{number}.txt", b"text")
    folder.written.join(other.written)
    assert folder.written.count == 300
    assert folder.written.first == [f"{number}.txt" for number in range(100)]
