"""A record is checked by a stranger: nothing is found in a good one, every change in another."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.verify import command
from pbem.errors import PbemError, RecordError
from pbem.exchange.gamefiles import GameFiles
from pbem.exchange.verify import Verification, verify
from pbem.game.settings import Words
from tests.store.sample import BOARD, new_home, play

PHASES = ("001-S1901M", "002-F1901M")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of four games: ended, running, shown at its end, with press."""
    folder = tmp_path_factory.mktemp("home")
    journal, recorder = new_home(folder)
    with journal:
        board = journal.keep_board(BOARD)
        entries = (
            *play("gx7", board, 7),
            *play("ab-2", board, 2, ends=False),
            *play("late", board, 2, words=Words.END),
            *play("said", board, 3, speaks=True),
        )
        for entry in entries:
            journal.commit(entry)
        recorder.catch_up(journal)
    return folder / "games"


@pytest.fixture
def games(good: Path, tmp_path: Path) -> Path:
    """A copy that may be changed, with its history."""
    shutil.copytree(good, tmp_path / "games")
    return tmp_path / "games"


@pytest.fixture
def plain(games: Path) -> Path:
    """A copy without its history."""
    shutil.rmtree(games / ".git")
    return games


def found(done: Verification) -> str:
    """Return all findings, one a line."""
    return "\n".join(str(finding) for check in done.games for finding in check.findings)


def edit(games: Path, name: str, pattern: str, to: str) -> None:
    """Change the first match of a pattern in a file below games/."""
    path = games / name
    text, count = re.subn(pattern, to, path.read_text(), count=1)
    assert count == 1, f"{pattern} is not in {name}"
    path.write_text(text)


def git(games: Path, *args: str, env: dict[str, str] | None = None) -> str:
    """Run git as a user would."""
    who = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@y", "GIT_COMMITTER_NAME": "x"}
    base = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "GIT_COMMITTER_EMAIL": "x@y"}
    return subprocess.run(
        ["git", "-C", str(games), *args],
        check=True,
        capture_output=True,
        text=True,
        env=base | who | (env or {}),
    ).stdout


def test_nothing_is_found_in_a_good_record(good: Path, tmp_path: Path) -> None:
    """As a home's games/, a clone, a bare clone, a plain folder, or one game of it."""
    git(tmp_path, "clone", "-q", str(good), "clone")
    git(tmp_path, "clone", "-q", "--bare", str(good), "bare")
    shutil.copytree(good, tmp_path / "plain", ignore=shutil.ignore_patterns(".git"))
    for path in (good, tmp_path / "clone", tmp_path / "bare", tmp_path / "plain"):
        done = verify(path)
        assert found(done) == ""
        assert [(check.game, check.phases) for check in done.games] == [
            ("ab-2", 2),
            ("gx7", 7),
            ("late", 2),
            ("said", 3),
        ]
    assert [check.game for check in verify(good / "gx7").games] == ["gx7"]
    assert verify(good).ok


@pytest.mark.parametrize(
    ("name", "pattern", "to", "says"),
    [
        ("phases/002-F1901M.json", '"[AF] LVP"', '"A CLY"', "units.ENGLAND"),
        (
            "phases/002-F1901M.json",
            r'("result": \{\n  "units": \{\n   "AUSTRIA": \[\n    "A )...',
            r"\1XXX",
            "result.units.AUSTRIA: .*; judged again: ",
        ),
        (
            "phases/003-W1901A.json",
            r'"GERMANY": \["BER", ',
            r'"GERMANY": [',
            "003-W1901A.json: centers.GERMANY: .*; what came before has",
        ),
        (
            "phases/002-F1901M.json",
            r'("orders": \{\n  "AUSTRIA": \[\n   "[AF] )...',
            r"\1XXX",
            r"orders\.AUSTRIA: they are not the sheet that was committed to",
        ),
        (
            "phases/001-S1901M.json",
            '"result": "succeeds", "reason": "moved to',
            '"result": "bounces", "reason": "moved to',
            r'result\.orders\.\w+\[\d\]\.result: "bounces"; judged again: "succeeds"',
        ),
        (
            "phases/001-S1901M.json",
            '"reason": "moved to ',
            '"reason": "went to ',
            r'reason: "went to .*"; judged again: "moved to',
        ),
        ("phases/001-S1901M.json", '"nonce": "..', '"nonce": "00', "opened.*nonce and orders give"),
        ("phases/001-S1901M.json", '"nonce": "..', '"nonce": "', "is not 64 hexadecimal digits"),
        ("phases/001-S1901M.json", r'"due": "20(..)', r'"due": "19\1', "due: .*; the deadline in"),
        (
            "phases/001-S1901M.json",
            r'"adjudicated": "2026-01-12',
            r'"adjudicated": "2026-01-13',
            "time and phase are 2026-01-13",
        ),
        (
            "phases/001-S1901M.json",
            r'"number": 1, "at": "2026',
            r'"number": 1, "at": "2025',
            "it is dated before the receipt or phase before it",
        ),
        (
            "phases/001-S1901M.json",
            r'"number": 1, "at": "2026',
            r'"number": 1, "at": "2027',
            "it is dated after the phase was judged",
        ),
        (
            "phases/001-S1901M.json",
            r'"hash": "sha256:....',
            r'"hash": "sha256:0000',
            "another hash",
        ),
        ("phases/001-S1901M.json", r'   \{"number": 1, "at".*\n', "", "receipts|opened"),
        ("phases/002-F1901M.json", r'"prev": "....', r'"prev": "0000', "prev: the hash of"),
        ("phases/002-F1901M.json", r'"after": 1', r'"after": 0', "cannot come after phase 0"),
        ("phases/002-F1901M.json", r'"next": "\w+"', r'"next": "S1911M"', 'next: "S1911M"; judged'),
        ("phases/002-F1901M.json", r'"name": "2023"', r'"name": "dptg"', "rules"),
        ("phases/002-F1901M.json", r'"name": "2023"', r'"name": "nobody"', "rules"),
        ("phases/002-F1901M.json", r'"game": "gx7"', r'"game": "gx8"', 'game: "gx8"; game.toml'),
        ("phases/002-F1901M.json", r'"schema": 1', r'"schema": 9', "schema is 9"),
        ("phases/002-F1901M.json", r'"schema": 1', r'"schema": 0', "not as pbem writes it"),
        ("phases/002-F1901M.json", r'"press": ""', f'"press": "{"0" * 64}"', "not what had been"),
        ("phases/002-F1901M.json", r'"late": \[', '"late": ["FRANCE", ', "FRANCE has orders"),
        ("phases/002-F1901M.json", r'"engine": "', '"engine":  "', "line 3: not as pbem writes it"),
        ("phases/002-F1901M.json", r'"text": "', '"text": "more ', "names another hash"),
        ("phases/007-.*", r'"engine": "pbem', '"engine": "mine', "names another hash"),
        ("game.toml", 'host = "Hanna"', 'host = "Eve"', "events.jsonl, line 1, names another hash"),
        (
            "game.toml",
            r'draws = \[\n  "sha256:....',
            'draws = [\n  "sha256:0000',
            "its key is not the one that game.toml commits to for draw 0",
        ),
        ("game.toml", "created = 2026", "created = 2025", "created: events.jsonl names another"),
        ("people.toml", 'p1 = "', 'p9 = "', "p9: no such player has joined"),
        ("events.jsonl", '"key": "....', '"key": "0000', "line 9: its key is not the one"),
        (
            "events.jsonl",
            r'"p1": \["(\w+)"\], "p2": \["(\w+)"\]',
            r'"p1": ["\2"], "p2": ["\1"]',
            r"line 9\.seats\.p1: .*; drawn again:",
        ),
        (
            "events.jsonl",
            r'"A BUD", "A VIE"',
            r'"A BUD", "A BOH"',
            "line 10.units.AUSTRIA: ",
        ),
        (
            "events.jsonl",
            r'"due": "2026',
            r'"due": "2027',
            "due: .*the deadline in events",
        ),
        ("events.jsonl", r'.*"joined", "player": "p3".*\n', "", "cannot be given 7 seats"),
        ("events.jsonl", "the host is away", "no reason", "events.jsonl before this phase have"),
        ("events.jsonl", r'"at": "2026-01-09T21', r'"at": "2026-01-11T21', "line 3: it happened"),
        ("events.jsonl", r'.*"adjudicated", "number": 7.*\n', "", "does not say that phase 7"),
        (
            "events.jsonl",
            r'"ended", "how": "draw"',
            '"ended", "how": "solo"',
            'how: "draw"',
        ),
        ("events.jsonl", r'.*"ended".*\n', "", "it should say once that the game ended"),
        ("events.jsonl", r'("ended".*\})\n', r"\1", "the line is cut off"),
        ("result.json", '"FRANCE": "1/3"', '"FRANCE": "2/3"', "shares: they do not make one whole"),
        (
            "result.json",
            r'"FRANCE": "1/3",\n(\s+)"GERMANY": "1/3"',
            r'"FRANCE": "1/2",\n\1"GERMANY": "1/6"',
            "shares: those who share a result share it alike",
        ),
        ("result.json", '"at": "20', '"at": "21', "at: .*events.jsonl has"),
        ("result.json", '"press": ""', f'"press": "{"0" * 64}"', "what had been said when"),
        ("result.json", '"words": ""', f'"words": "{"0" * 64}"', "words.json: result.json has"),
        ("result.json", '"how": "draw"', '"how": "solo"', "centers do not win; 18 do"),
        ("result.json", r'"winners": \["FRANCE", ', '"winners": [', "winners: .*events.jsonl has"),
        ("result.json", r'"TURKEY": \["\w+"', '"TURKEY": ["XXX"', "centers.TURKEY: .*last phase"),
        ("result.json", r'"events": "....', '"events": "0000', "events.jsonl has another hash"),
    ],
)
def test_one_change_is_found_and_named(
    plain: Path, name: str, pattern: str, to: str, says: str
) -> None:
    """Without any history, by the chain and the rules alone."""
    file = next(
        path
        for path in (plain / "gx7").rglob("*")
        if re.fullmatch(name, path.relative_to(plain / "gx7").as_posix())
    )
    edit(plain, file.relative_to(plain).as_posix(), pattern, to)
    done = verify(plain)
    told = found(done)
    assert re.search(says, told), told
    assert file.name in told
    assert [check.ok for check in done.games] == [True, False, True, True]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda game: (game / "phases/003-W1901A.json").unlink(), "phases: 003: the phase file is"),
        (lambda game: newest(game).unlink(), "there is no phase file 7"),
        (lambda game: (game / "events.jsonl").unlink(), "events.jsonl: the file is missing"),
        (lambda game: (game / "result.json").unlink(), "the game has ended, but the file is"),
        (lambda game: (game / "extra.txt").write_text("x"), "extra.txt: no file of a record"),
        (lambda game: (game / "phases/04-S1902M.json").write_text("x"), "no file of a record"),
        (lambda game: (game / "004-S1902M.json").write_text("x"), "no file of a record"),
        (lambda game: (game / "more").symlink_to("phases"), "more: no file of a record"),
        (lambda game: newest(game).write_bytes(b"\xff"), "not UTF-8"),
        (lambda game: newest(game).write_text("{"), "not JSON"),
        (lambda game: newest(game).write_text("[" * 100000), "not JSON"),
        (lambda game: swap(game, *PHASES), "what it holds belongs in phases/002-F1901M.json"),
        (lambda game: again(game), "several files have the number 1"),
        (lambda game: swap_lines(game / "events.jsonl", 2, 3), "events.jsonl before this phase"),
        (
            lambda game: next((game.parent / "variants").iterdir()).write_text("x"),
            "variants/standard-[0-9a-f]{12}.toml: not the board",
        ),
    ],
)
def test_a_lost_or_foreign_file_is_found(
    plain: Path, change: Callable[[Path], object], says: str
) -> None:
    """Whatever lies in the folder, the check ends with words."""
    change(plain / "gx7")
    told = found(verify(plain))
    assert re.search(says, told), told


def test_rules_are_the_same_only_where_they_are_of_the_same_type() -> None:
    """0 is no false, also behind a phase that has false."""
    files = GameFiles("gx7")
    files.rulebook({"name": "2023", "illegal_move_holds": False})
    with pytest.raises(PbemError, match="illegal_move_holds"):
        files.rulebook({"name": "2023", "illegal_move_holds": 0})


@pytest.mark.parametrize(
    ("name", "pattern", "to", "says"),
    [
        ("press.jsonl", "nothing", "something", "from the first line: not what had been said when"),
        ("press.jsonl", '"from": "FRANCE"', '"from": "GERMANY"', "from the first line: not what"),
        ("press.jsonl", "(?s)(.*)nothing", r"\1something", "not what had been said when the game"),
        ("press.jsonl", r"\A.*\n", "", "not what had been said when S1901M was judged"),
        ("press.jsonl", r"(?s)\A(.*?\n)(.*?\n)", r"\2\1", "not what had been said when S1901M"),
        ("press.jsonl", r"\n\Z", "", "line 6: the line is cut off"),
        ("phases/002-F1901M.json", '"press": "....', '"press": "0000', "from line 2: not what had"),
        ("result.json", '"press": "....', '"press": "0000', "said when the game ended"),
    ],
)
def test_a_change_of_what_was_said_is_found(
    plain: Path, name: str, pattern: str, to: str, says: str
) -> None:
    """Press is in the chain as well: what was said stays said, in the order it was."""
    edit(plain, f"said/{name}", pattern, to)
    done = verify(plain)
    assert re.search(says, found(done)), found(done)
    assert [check.ok for check in done.games] == [True, True, True, False]


def test_a_member_that_stands_twice_is_found(plain: Path) -> None:
    """People would read the first, programs the second; even if the hash is brought in step."""
    path = max((plain / "gx7/phases").iterdir())
    old = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_text(path.read_text().replace(' "late": [', ' "late": ["FRANCE"],\n "late": [', 1))
    new = hashlib.sha256(path.read_bytes()).hexdigest()
    events = plain / "gx7/events.jsonl"
    events.write_text(events.read_text().replace(old, new))
    told = found(verify(plain))
    assert f"{path.name}: not JSON: the member 'late' stands twice" in told


def test_press_and_words_that_are_gone_are_missed(plain: Path) -> None:
    """Later files have their hashes."""
    (plain / "said/press.jsonl").unlink()
    (plain / "late/words.json").unlink()
    told = found(verify(plain))
    assert "said/press.jsonl: from the first line: not what had been said when S1901M" in told
    assert "late/words.json: result.json has another hash" in told


def newest(game: Path) -> Path:
    """Return the last phase file."""
    return max((game / "phases").iterdir())


def swap(game: Path, one: str, other: str) -> None:
    """Exchange what two phase files hold."""
    first, second = game / f"phases/{one}.json", game / f"phases/{other}.json"
    text = first.read_text()
    first.write_text(second.read_text())
    second.write_text(text)


def again(game: Path) -> None:
    """Add a second file of a number."""
    shutil.copy(game / "phases/001-S1901M.json", game / "phases/001-F1901M.json")


def swap_lines(path: Path, one: int, other: int) -> None:
    """Exchange two lines of a file."""
    lines = path.read_text().splitlines(keepends=True)
    lines[one], lines[other] = lines[other], lines[one]
    path.write_text("".join(lines))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gx7/people.toml", "gx7/people.toml: git: the file is not what the newest commit holds"),
        ("ab-2/events.jsonl", "ab-2/events.jsonl: git: the file is not"),
        ("late/words.json", "late/words.json: git: the file is not"),
        ("said/press.jsonl", "said/press.jsonl: git: the file is not"),
    ],
)
def test_files_must_be_those_of_the_newest_commit(games: Path, name: str, says: str) -> None:
    """Every file is covered by git too; some of a running game's by nothing else."""
    edit(games, name, r"[a-z]\"", 'z"')
    assert says in found(verify(games))


def test_a_game_that_was_deleted_is_missed(games: Path) -> None:
    """Git knows of it."""
    shutil.rmtree(games / "ab-2")
    done = verify(games)
    assert [check.ok for check in done.games] == [False, True, True, True]
    assert "ab-2/game.toml: git: it is in the newest commit, but not in the folder" in found(done)


def test_a_branch_that_is_broken_hides_nothing(games: Path) -> None:
    """A repository whose commits cannot be read is no plain folder."""
    (games / ".git" / "refs" / "heads" / "main").write_text("junk\n")
    verification = verify(games)
    assert not verification.ok
    says = [finding.says for game in verification.games for finding in game.findings]
    assert any("no commit can be read" in words for words in says)


def test_history_that_was_rewritten_is_found(games: Path) -> None:
    """A phase file that a later commit changes, and a commit that the judge did not make."""
    edit(games, "gx7/phases/001-S1901M.json", "moved to", "went to")
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "A small correction")
    told = found(verify(games))
    assert "it has no trailer Ruling: <number>; the judge did not make it" in told
    assert re.search(r"001-S1901M.json: git: commit [0-9a-f]{12} changed or removed it", told)


def test_reordered_commits_are_found(games: Path) -> None:
    """Numbers of rulings only rise."""
    commits = git(games, "rev-list", "--reverse", "HEAD").split()
    git(games, "read-tree", "HEAD")
    tree = git(games, "rev-parse", f"{commits[-1]}^{{tree}}").strip()
    message = git(games, "log", "-1", "--format=%B", commits[2])
    new = git(games, "commit-tree", tree, "-p", commits[-1], "-m", message).strip()
    git(games, "update-ref", "refs/heads/main", new)
    assert re.search(
        r"its ruling \d+ comes after ruling \d+; rulings only rise", found(verify(games))
    )


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    """In a line that says what would be right; another project's repository is none either."""
    with pytest.raises(RecordError, match="no games here; name a judge's home"):
        verify(tmp_path)
    git(tmp_path, "init", "-q")
    (tmp_path / "README").write_text("Something else\n")
    git(tmp_path, "add", "README")
    git(tmp_path, "commit", "-q", "-m", "Something else")
    with pytest.raises(RecordError, match="no games here; name a judge's home"):
        verify(tmp_path)


def test_a_home_is_checked_by_its_games(games: Path) -> None:
    """Given by its folder; so is a folder that merely holds a games/."""
    assert len(verify(games.parent).games) == 4
    (games.parent / "pbem.toml").touch()
    assert len(verify(games.parent).games) == 4


def test_a_record_that_waits_for_its_first_game_is_fine(tmp_path: Path) -> None:
    """There is nothing to find."""
    journal, _ = new_home(tmp_path)
    journal.close()
    assert verify(tmp_path / "games").games == ()
    assert verify(tmp_path / "games").ok


def test_games_that_are_all_gone_are_missed(games: Path) -> None:
    """Git knows of them."""
    for name in ("ab-2", "gx7", "late", "said", "variants"):
        shutil.rmtree(games / name)
    assert [check.ok for check in verify(games).games] == [False] * 5


def test_the_command_speaks_to_people_and_programs(good: Path, plain: Path) -> None:
    """Exit code 0 or 1, a line for each game, or the JSON of the interfaces."""
    run = CliRunner().invoke(command, [str(good)], standalone_mode=False)
    assert (run.return_value, run.output.splitlines()) == (
        0,
        [
            f"{name} phases"
            for name in ("ab-2: fine, 2", "gx7: fine, 7", "late: fine, 2", "said: fine, 3")
        ],
    )
    edit(plain, "gx7/people.toml", "p7", "p9")
    run = CliRunner().invoke(command, [str(plain / "gx7")], standalone_mode=False)
    assert run.return_value == 1
    assert run.output.startswith("gx7: 1 finding, 7 phases\n  gx7/people.toml: p9: no such player")
    run = CliRunner().invoke(command, ["--json", str(plain / "gx7")], standalone_mode=False)
    assert run.return_value == 1
    (game,) = json.loads(run.output)["games"]
    assert (game["game"], game["ok"], game["phases"]) == ("gx7", False, 7)
    assert [sorted(finding) for finding in game["findings"]] == [["file", "says", "where"]]


@pytest.mark.parametrize(
    ("stands", "other"),
    [
        ('"engine": "', '"engine":  "'),
        ('\n "after": 1', '\n  "after": 1'),
        ('"next"', '"more": 1, "next"'),
    ],
)
def test_another_layout_is_named_though_all_hashes_fit(
    plain: Path, stands: str, other: str
) -> None:
    """There is one form; whoever writes a file in another can hash it anew, and is found."""
    path = plain / "ab-2" / "phases" / "002-F1901M.json"
    before = path.read_text()
    assert stands in before
    after = before.replace(stands, other, 1)
    path.write_text(after)
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in (before, after)]
    edit(plain, "ab-2/events.jsonl", *hashes)
    assert re.fullmatch(
        r"ab-2/phases/002-F1901M.json: line \d+: not as pbem writes it; .*", found(verify(plain))
    )


@pytest.mark.parametrize("name", ["phases/001-S1901M.json", "people.toml", "events.jsonl"])
@pytest.mark.parametrize("end", ["pipe", "link"])
def test_what_never_ends_is_not_read(plain: Path, name: str, end: str) -> None:
    """A clone may hold a link to a device, a folder a pipe; each is named, and the check ends."""
    path = plain / "gx7" / name
    path.unlink()
    if end == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert f"gx7/{name}: cannot be read: not a plain file" in found(verify(plain))


def test_lines_that_end_as_on_windows_are_named_once(games: Path, tmp_path: Path) -> None:
    """A clone that changed them is good otherwise; its boards are not those that were judged."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(games), str(clone))
    told = found(verify(clone))
    assert "variants/" in told
    assert "lines end in CR LF, not in LF, as in 10 more files of the game; a program" in told, told
    shutil.copytree(games / "variants", clone / "variants", dirs_exist_ok=True)
    done = verify(clone)
    assert [len(check.findings) for check in done.games] == [1] * len(done.games)


@pytest.mark.parametrize("name", ["events.jsonl", "phases/003-W1901A.json"])
def test_a_file_that_cannot_be_read_is_not_missing(plain: Path, name: str) -> None:
    """Why it cannot be read is told, and nothing of what only follows from it."""
    with (plain / "gx7" / name).open("ab") as file:
        file.write(b"\xff")
    told = found(verify(plain))
    assert f"gx7/{name}: not UTF-8 at byte" in told
    assert "missing" not in told
    assert "does not say that phase" not in told
    assert "there is no phase file" not in told


def test_a_board_that_is_lost_is_told_of_once(plain: Path) -> None:
    """The phase files are there, though nobody can judge them."""
    shutil.rmtree(plain / "variants")
    told = found(verify(plain))
    assert "variants/" in told
    assert "there is no phase file" not in told
