"""What is said about an order is said alike in letters, on pages and in JSON."""

from __future__ import annotations

import pytest

from pbem.adjudicator import adjudicate, rulebook
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.notices import PhaseNotice, PhaseReport
from pbem.game.record import read_result, write_result
from pbem.site.views import order_rows
from tests.adjudicator.test_adjustments import winter
from tests.adjudicator.test_reasons import ENTRIES, STANDARD, phase_of
from tests.adjudicator.test_retreats import position as retreats
from tests.mail.situations import DUE, FORMS, READER, letter

Told = tuple[Position, dict[str, list[str]]]

PHASES: dict[str, Told] = {
    "retreats": (
        retreats(
            ("GERMANY", "A RUH", "BEL HOL"), ("ENGLAND", "F NTH", "BEL"), ("ITALY", "A BUR", "")
        ),
        {"GERMANY": ["A RUH R BEL", "A RUH R MUN"], "ENGLAND": ["F NTH R BEL"], "ITALY": []},
    ),
    "builds": (
        winter("A SEV", "MOS SEV STP WAR"),
        {"RUSSIA": ["A MOS B", "F STP B", "WAIVE", "A WAR B", "A SEV B"]},
    ),
    "disbands": (winter("A SEV, A UKR, F BLA", "MOS"), {"RUSSIA": ["A UKR D", "A GAL D"]}),
    "unowned": (
        Position(Phase.read("S1901M"), {"FRANCE": (Unit.read("A PAR"),)}),
        {"GERMANY": ["A PAR - BUR"], "FRANCE": ["A BUR H", "nonsense"]},
    ),
    **{entry[0]: phase_of(entry[0]) for entry in ENTRIES},
}


@pytest.mark.parametrize("name", PHASES)
def test_the_same_sentence_everywhere(name: str) -> None:
    """The reason of JSON stands word for word in the letter of the phase and on its page."""
    position, orders = PHASES[name]
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    report = PhaseReport(position, result, {}, ())
    notice = PhaseNotice(READER, Phase.read("F1901M"), DUE, position, FORMS, report)
    sent = " ".join(letter(notice).text.split())
    written = write_result(result)
    assert read_result(written) == result
    for power, results in result.orders.items():
        rows = order_rows(STANDARD, results)
        for row, said, one in zip(rows, written["orders"][power], results, strict=True):
            assert said["reason"] == one.reason
            assert said["result"] == one.outcome.value
            assert row.reason == one.reason[:1].upper() + one.reason[1:]
            assert row.outcome == one.outcome.value.replace("-", " ")
            assert f"{one.order} {one.reason}" in sent
