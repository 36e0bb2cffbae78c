"""A finished game as an archive: complete, readable, checked, and without names where wanted."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.publish import command
from pbem.errors import ConfigError, RecordError
from pbem.exchange.publish import Archived, Wishes, publish
from pbem.exchange.redaction import mentions, pseudonyms
from pbem.exchange.verify import verify
from tests.exchange.test_versions import RECORDS

FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"
GAMES = RECORDS / "schema-1"


def no_pages(games: Path, out: Path) -> None:
    """Build no pages."""
    out.mkdir()


def made(game: str, wishes: Wishes | None = None, games: Path = GAMES) -> Archived:
    """Publish without pages."""
    return publish(
        games, game, wishes or Wishes(), no_pages, lambda title, text: f"{title}\n{text}"
    )


def run(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(command, words, standalone_mode=False)


def test_an_archive_is_whole(tmp_path: Path) -> None:
    """Its files are there, its sums are right, its pages open, and it is a good record."""
    target = tmp_path / "said"
    done = run("said", "--games", str(GAMES), "--out", str(target), "--license", "CC-BY-4.0")
    assert done.exception is None, done.output
    names = {path.name for path in target.iterdir()}
    assert names == {
        *("README.txt", "LICENSE.txt", "SHA256SUMS", "report.md", "report.html"),
        *("games", "maps", "site"),
    }
    listed = re.search(r"```text archive\n(.*?)```", FORMATS.read_text(), re.DOTALL)
    assert listed
    assert {line.split()[0].rstrip("/") for line in listed[1].splitlines()} == names
    sums = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=target, check=False)
    assert sums.returncode == 0
    assert [(check.game, check.ok) for check in verify(target).games] == [("said", True)]
    assert "CC BY 4.0" in (target / "LICENSE.txt").read_text()
    page = (target / "report.html").read_text()
    for link in re.findall(r'src="([^"]+)"', page):
        assert (target / link).is_file()
    assert page.count("<img") == 4
    assert "<script" not in page
    assert (target / "site/index.html").is_file()
    assert (target / "site/said/S1901M/index.html").is_file()


@pytest.mark.parametrize("out", ["said.zip", "said"])
def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, out: str) -> None:
    """Half an archive would be sent to somebody; here no file may have more than 50 KB."""
    pbem = f"{sys.executable} -m pbem game publish said --games {GAMES} --out {tmp_path / out}"
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 50; exec {pbem}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == f"pbem: {tmp_path / out}: not made: File too large\n"
    assert list(tmp_path.iterdir()) == []


def test_the_same_record_gives_the_same_bytes(tmp_path: Path) -> None:
    """Whenever it is published; and the .zip is verified as it is, with its sums."""
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    for target in (one, other):
        assert run("late", "--games", str(GAMES), "--out", str(target)).exception is None
    assert one.read_bytes() == other.read_bytes()
    assert verify(one).ok


def test_a_file_of_an_archive_that_was_changed_is_named(tmp_path: Path) -> None:
    """Those that no hash of the record covers are covered by the sums."""
    target = tmp_path / "said"
    for path, data in made("said").files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)
    assert verify(target).ok
    (target / "games/said/people.toml").write_text(
        (target / "games/said/people.toml").read_text().replace("Ann", "Eve")
    )
    (target / "report.md").unlink()
    says = [str(finding) for check in verify(target).games for finding in check.findings]
    assert says == [
        "games/said/people.toml: SHA256SUMS: its checksum is another: the file was changed",
        "report.md: SHA256SUMS: the file is missing",
    ]


def test_the_report_tells_the_game() -> None:
    """Who played, the centers, the orders with their results, what was said, the end."""
    text = made("said", Wishes(license="Ask me first")).files["report.md"].decode()
    for part in (
        "# Game said\n",
        "**The result: a draw between France, Germany and Turkey.**",
        "| France | Player",
        "| Start | 3 |",
        "## 1901",
        "### Fall 1901",
        "> **France:**",
        "> **France to Germany:**",
        r"> nothing \*new\*.",
        "*(bounces)*",
        "License: Ask me first",
    ):
        assert part in text, part


def test_names_are_replaced_by_the_same_pseudonyms_each_time() -> None:
    """All of them, or one; with or without a word of the host's own."""
    people = {"p1": "Ann", "p2": "Ben", "host": "Hanna"}
    assert pseudonyms(people, ["all"]) == {"p1": "Player 1", "p2": "Player 2", "host": "Host"}
    assert pseudonyms(people, ["ben"]) == {"p1": "Ann", "p2": "Player 2", "host": "Hanna"}
    assert pseudonyms(people, ["p2"], {"Ann": "Sparrow"})["p1"] == "Sparrow"
    with pytest.raises(ConfigError, match="'Carl' is nobody in this game; there are p1 Ann"):
        pseudonyms(people, ["Carl"])


def test_a_redacted_archive_is_good_and_has_no_name() -> None:
    """Neither in the record nor in the report; it has no history of git."""
    done = made("said", Wishes(hidden=("all",)))
    text = b"\n".join(done.files.values()).decode()
    assert "Ann of example" not in text
    assert "Zoë" not in text
    assert not [path for path in done.files if ".git" in path]
    assert done.mentions == ()
    assert "Player 1" in done.files["report.md"].decode()


def test_names_that_hashes_cover_are_told() -> None:
    """A host learns where a name still stands, and decides."""
    texts = {"press.jsonl": '{"text": "Hello Ann, not Anna"}\n{"text": "ANN!"}\n'}
    assert list(mentions(texts, {"Ann", "Al"})) == [
        ("press.jsonl", 1, "Ann"),
        ("press.jsonl", 2, "ANN"),
    ]


def test_only_good_finished_games_are_published(tmp_path: Path) -> None:
    """Anything else is refused in a line."""
    with pytest.raises(RecordError, match="ab-2: it has not ended"):
        made("ab-2")
    with pytest.raises(RecordError, match="there is no game 'nobody'"):
        made("nobody")
    shutil.copytree(GAMES, tmp_path / "games")
    path = tmp_path / "games/said/result.json"
    path.write_text(path.read_text().replace('"1/3"', '"1/2"', 1))
    with pytest.raises(RecordError, match="said: the record is not good: .*shares"):
        made("said", games=tmp_path / "games")


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    """And a pseudonym needs a name."""
    (tmp_path / "x.zip").touch()
    done = run("said", "--games", str(GAMES), "--out", str(tmp_path / "x.zip"))
    assert "is there already" in str(done.exception)
    done = run("said", "--games", str(GAMES), "--rename", "p1", "--out", str(tmp_path / "y"))
    assert "write it like p1=Sparrow" in str(done.exception)
