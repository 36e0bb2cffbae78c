"""What changed is built again, and nothing else; the pages are the same either way."""

from __future__ import annotations

import os
import shutil
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.bench.games import commit, play_game, write_game
from pbem.errors import RecordError
from pbem.site.build import BUILT, build_site
from pbem.site.kept import GAMES as GAMES_KEPT
from pbem.site.settings import SiteSettings
from tests.site.samples import SETTINGS, Home, Shelf, States, plain_archive, states, tree

OLD = 1_000_000_000


def times(folder: Path) -> dict[str, int]:
    """Return when each file was written."""
    return {str(p.relative_to(folder)): p.stat().st_mtime_ns for p in folder.rglob("*.*")}


def age(folder: Path) -> None:
    """Make all files old."""
    for path in folder.rglob("*"):
        if path.is_file():
            os.utime(path, (OLD, OLD))


def rebuilt(home: Home, folder: Path) -> dict[str, bytes]:
    """Return the site as a build of everything into an empty folder makes it."""
    shutil.rmtree(folder, ignore_errors=True)
    build_site(home.games, folder, SETTINGS, full=True)
    return tree(folder)


def test_two_builds_are_identical(tmp_path: Path) -> None:
    """The same games give the same bytes, in another folder and from a plain copy."""
    games = plain_archive(tmp_path)
    build_site(games, tmp_path / "a", SETTINGS)
    shutil.copytree(games, tmp_path / "elsewhere" / "games")
    build_site(tmp_path / "elsewhere" / "games", tmp_path / "b", SETTINGS)
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_a_new_phase_touches_little(tmp_path: Path) -> None:
    """At most 15 files are written; all others keep their times, those of other games too."""
    home = Home(tmp_path)
    home.add(home.play("cedar", 4, ends=True))
    rulings = list(home.play("birch", 6))
    home.add(rulings[:-1])
    home.build()
    age(home.site)
    home.add(rulings[-1:])
    report = home.build()
    assert not report.full
    assert 8 <= report.files_written <= 15
    touched = {path for path, time in times(home.site).items() if time != OLD * 10**9}
    assert touched == set(report.written) | {BUILT}
    assert not [path for path in touched if path.startswith(("cedar", "games/", "help"))]
    assert tree(home.site) == rebuilt(home, tmp_path / "again")


def test_a_long_game_goes_on_without_the_others(tmp_path: Path) -> None:
    """However many phases a game has, a new one asks for nothing about finished games."""
    games = tmp_path / "games"
    files = play_game(1, 33, ends=False)
    last = max(path for path in files if path.startswith("phases/"))
    write_game(games, "elder", {path: text for path, text in files.items() if path != last})
    commit(games)
    assert build_site(games, tmp_path / "site", SETTINGS).full
    (tmp_path / "site" / GAMES_KEPT).unlink()
    write_game(games, "elder", files)
    commit(games)
    report = build_site(games, tmp_path / "site", SETTINGS)
    assert not report.full
    assert report.files_written <= 15


def test_nothing_new_writes_nothing(tmp_path: Path) -> None:
    """Building again without a change makes no page."""
    home = Home(tmp_path)
    home.add(home.play("birch", 2))
    assert home.build().full
    age(home.site)
    assert home.build().made == 0
    assert home.build(full=True).written == ()
    assert set(times(home.site).values()) == {OLD * 10**9}


@pytest.fixture(scope="module")
def kinds() -> States:
    """Return games in many states."""
    return states()


GAMES = ("birch", "cedar", "rowan")
STEP = st.dictionaries(st.sampled_from(GAMES), st.integers(0, 8), min_size=1)


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEP, min_size=2, max_size=4))
@example([{"birch": 1}, {"cedar": 4}, {"cedar": 5, "birch": 2}, {"cedar": 4}])
@example([{"birch": 4, "cedar": 4, "rowan": 4}, {"rowan": 6}, {"birch": 5}, {"cedar": 8}])
@example([{"birch": 4, "rowan": 3}, {"rowan": 4, "birch": 7}, {"rowan": 7}])
def test_built_in_steps_or_at_once(
    tmp_path_factory: pytest.TempPathFactory,
    kinds: States,
    steps: list[dict[str, int]],
) -> None:
    """Whatever befalls games, building step by step gives the pages of building at once.

    They go on, end, are rolled back, lose names, are given press, and vanish.
    """
    folder = tmp_path_factory.mktemp("steps")
    shelf = Shelf(folder)
    shelf.put(variants=kinds["variants"][0])
    site = folder / "site"
    for number, step in enumerate(steps):
        shelf.put(**{game: kinds[game][state] for game, state in step.items()})
        report = build_site(shelf.games, site, SETTINGS)
        assert report.full == (number == 0)
    build_site(shelf.games, folder / "again", SETTINGS)
    assert tree(site) == tree(folder / "again")


def test_several_processes_build_the_same(tmp_path: Path, kinds: States) -> None:
    """However many processes make the pages, the site is the same, byte for byte."""
    shelf = Shelf(tmp_path)
    shelf.put(variants=kinds["variants"][0], **{game: kinds[game][4] for game in GAMES})
    build_site(shelf.games, tmp_path / "one", SETTINGS)
    build_site(shelf.games, tmp_path / "two", SETTINGS, processes=2)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_a_broken_record_stops_all_processes(tmp_path: Path, kinds: States) -> None:
    """What is wrong in one game is said in one line, wherever it was found."""
    shelf = Shelf(tmp_path)
    shelf.put(variants=kinds["variants"][0], birch=kinds["birch"][4], cedar={"game.toml": b"x"})
    with pytest.raises(RecordError, match=r"cedar/game\.toml") as caught:
        build_site(shelf.games, tmp_path / "site", SETTINGS, processes=2)
    assert "\n" not in str(caught.value)


def test_a_changed_setting_builds_all(tmp_path: Path) -> None:
    """Another title is on every page at once; so is another template."""
    home = Home(tmp_path)
    home.add(home.play("birch", 1))
    home.build()
    report = build_site(home.games, home.site, SiteSettings(title="Another"))
    assert report.full
    assert b"Another" in (home.site / "birch" / "S1901M" / "index.html").read_bytes()
    own = tmp_path / "templates" / "site"
    own.mkdir(parents=True)
    (own / "style.css").write_text("/* own */\n", encoding="utf-8")
    build_site(home.games, home.site, SiteSettings(title="Another"), home=tmp_path)
    assert (home.site / "style.css").read_bytes() == b"/* own */\n"


def test_what_no_longer_belongs_is_removed(tmp_path: Path) -> None:
    """Pages of a game that is gone go too; a stranger's files stay, wherever they lie."""
    games = plain_archive(tmp_path)
    out = tmp_path / "site"
    build_site(games, out, SETTINGS)
    (out / "CNAME").write_text("example.org\n", encoding="utf-8")
    (out / "blog").mkdir()
    (out / "blog" / "index.html").write_text("<p>mine</p>", encoding="utf-8")
    (out / "cedar" / "notes.txt").write_text("mine", encoding="utf-8")
    shutil.rmtree(games / "cedar")
    report = build_site(games, out, SETTINGS)
    assert "cedar/S1901M/index.html" in report.removed
    assert (out / "blog" / "index.html").read_text(encoding="utf-8") == "<p>mine</p>"
    assert (out / "CNAME").is_file()
    assert [p.name for p in (out / "cedar").rglob("*.*")] == ["notes.txt"]
    assert (out / "birch" / "index.html").is_file()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": 99}', '{"schema": 1}'])
def test_a_lost_memory_builds_all(tmp_path: Path, text: str) -> None:
    """Whatever .built.json holds, the pages come out right."""
    home = Home(tmp_path)
    home.add(islice(home.play("birch", 1), 3))
    home.build()
    before = tree(home.site)
    (home.site / BUILT).write_text(text, encoding="utf-8")
    assert home.build().full
    assert tree(home.site) == before


def test_games_with_names_of_pages_are_left_out(tmp_path: Path) -> None:
    """A folder called like a page of the site is no game."""
    home = Home(tmp_path)
    home.add(islice(home.play("birch", 1), 3))
    shutil.copytree(home.games / "birch", home.games / "help")
    assert home.build(full=True).games == ("birch",)


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("birch/game.toml", "schema = 1\n", "birch/game.toml"),
        ("birch/events.jsonl", "{}\n", "birch/events.jsonl, line 1"),
        ("birch/people.toml", "x", "birch/people.toml"),
    ],
)
def test_broken_records_are_named(tmp_path: Path, file: str, text: str, says: str) -> None:
    """A file that cannot be used is named in one line."""
    home = Home(tmp_path)
    home.add(islice(home.play("birch", 1), 3))
    (home.games / file).write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=says) as caught:
        home.build()
    assert "\n" not in str(caught.value)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """Without a folder of games there is one line, and no site."""
    with pytest.raises(RecordError, match="there is no such folder of games"):
        build_site(tmp_path / "nowhere", tmp_path / "site", SETTINGS)
    assert not (tmp_path / "site").exists()
