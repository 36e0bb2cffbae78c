"""The ids of players: numbered, or drawn where it is a secret who plays."""

from __future__ import annotations

from itertools import pairwise

from pbem.game.participants import next_id, pseudonym


def test_players_are_numbered_as_they_come() -> None:
    """The first is p1, the third p3."""
    assert [next_id(["p1", "p2"][:given], "") for given in range(3)] == ["p1", "p2", "p3"]


def test_drawn_ids_have_no_order() -> None:
    """A hundred ids from one secret: all different, the first ones of two digits, none in turn."""
    given: list[str] = []
    for _ in range(100):
        given.append(next_id(given, "ab" * 32))
    assert len(set(given)) == 100
    assert {len(id) for id in given[:40]} == {3}
    assert {len(id) for id in given[-40:]} == {4}
    numbers = [int(id[1:]) for id in given[:40]]
    up = sum(first < second for first, second in pairwise(numbers))
    assert 10 < up < 30
    assert given[0] != next_id([], "cd" * 32)


def test_a_pseudonym_says_nothing_but_the_id() -> None:
    """Player 42 is p42."""
    assert pseudonym("p42") == "Player 42"
