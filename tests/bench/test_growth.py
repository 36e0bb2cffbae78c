"""Large boards, made of copies of the standard one."""

from __future__ import annotations

from pbem.bench.engine import Engine
from pbem.bench.growth import joined, measure_growth, phases_of
from pbem.bench.phases import generated


def test_a_joined_board_is_one_board() -> None:
    """It has the provinces of its copies, its borders go both ways, and one sea joins them."""
    board = joined(3)
    assert len(board.provinces) == 225
    assert "NAO2" in board.provinces["BAR"].fleet[""]
    assert "MAO3" in board.provinces["EAS2"].fleet[""]
    for province in board.provinces.values():
        assert all(province.id in board.provinces[other].army for other in province.army)
    assert "STP3/NC" in board.provinces["BAR3"].fleet[""]


def test_copies_are_judged_as_if_alone() -> None:
    """No unit touches another copy, so each copy comes out as it would alone."""
    apart = Engine()
    (phase,) = phases_of(4, phases=1)[:1]
    board, orders = Engine(joined(4)).judge(phase)
    boards, sheets = zip(*(apart.judge(record) for record in generated()[:4]), strict=True)
    units = {unit for own in board["units"].values() for unit in own}
    assert len(units) == sum(len(own) for one in boards for own in one["units"].values())
    first = {unit for own in boards[0]["units"].values() for unit in own}
    assert {unit for unit in units if not any(map(str.isdigit, unit))} == first
    words = sorted(result.outcome for own in orders.values() for result in own)
    assert words == sorted(
        result.outcome for sheet in sheets for own in sheet.values() for result in own
    )


def test_growth_is_told_by_board() -> None:
    """Each board has its size and its cost."""
    small, large = measure_growth(1, copies=(1, 2))
    assert (small.provinces, large.provinces) == (75, 150)
    assert large.units > small.units
    assert small.unit_us > 0
    assert large.phase_us > large.unit_us
