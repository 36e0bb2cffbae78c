"""Records of every version of the form keep reading, and are found good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.texts import SCHEMAS
from pbem.store.archive import read_archive

RECORDS = Path(__file__).parents[1] / "data" / "records"
PHASES = {
    0: {"ab-2": 2, "first": 1, "gx7": 7, "late": 2},
    1: {"ab-2": 2, "first": 1, "gx7": 7, "late": 2, "said": 3},
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_record_of_each_version_is_good(schema: int) -> None:
    """A game of every kind: ended, running, with its words at the end, with press."""
    done = verify(RECORDS / f"schema-{schema}")
    assert [finding for check in done.games for finding in check.findings] == []
    assert {check.game: check.phases for check in done.games} == PHASES[schema]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_record_of_each_version_reads(schema: int) -> None:
    """As pages and archives read it."""
    for record in read_archive(RECORDS / f"schema-{schema}").values():
        assert {file.schema for file in record.phases} == {schema}
        assert len(record.standing) == len(record.phases)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_files_are_of_that_version(schema: int) -> None:
    """So that no fixture is made again by mistake."""
    texts = [path.read_text() for path in (RECORDS / f"schema-{schema}").rglob("*.json")]
    assert texts
    assert {json.loads(text)["schema"] for text in texts} == {schema}
