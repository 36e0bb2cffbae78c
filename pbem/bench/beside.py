"""The package `diplomacy` as a process that answers over pipes.

This file is run by the Python of another environment, which has that package and
nothing of pbem (`pbem.bench.peer`). Requests and answers are JSON, a line each:

    {"load": [phase records]}      -> {"loaded": count}
    {"time": [first, behind]}      -> {"seconds": processor seconds for those phases}
    {"outcome": number}            -> {"units": by power, "dislodged": by power}

Each phase is set up before it is timed; what is timed is what its users call:
`set_orders` with its defaults for each power, then `process`.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Mapping
from typing import Any, TextIO


class Peer:
    """A game of the package, set to one phase after another."""

    def __init__(self) -> None:
        """Make the game."""
        # The package is no dependency, so it is asked for by its name.
        self._game = importlib.import_module("diplomacy").Game()
        self._powers = list(self._game.powers)
        self._records: list[Mapping[str, Any]] = []

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a request asks."""
        if "load" in request:
            self._records = request["load"]
            gc.collect()
            gc.freeze()
            return {"loaded": len(self._records)}
        if "time" in request:
            first, behind = request["time"]
            return {"seconds": sum(map(self._seconds, self._records[first:behind]))}
        return self._outcome(self._records[request["outcome"]])

    def _set_up(self, record: Mapping[str, Any]) -> None:
        units, centers = record["units"], record.get("centers") or {}
        self._game.set_state(
            {
                "name": record["phase"],
                "units": {power: list(units.get(power, ())) for power in self._powers},
                "centers": {power: list(centers.get(power, ())) for power in self._powers},
            }
        )

    def _seconds(self, record: Mapping[str, Any]) -> float:
        self._set_up(record)
        game, orders = self._game, record["orders"]
        start = time.thread_time()
        for power, own in orders.items():
            game.set_orders(power, own)
        game.process()
        return time.thread_time() - start

    def _outcome(self, record: Mapping[str, Any]) -> dict[str, Any]:
        self._set_up(record)
        for power, own in record["orders"].items():
            self._game.set_orders(power, own)
        results = self._game.process().results
        driven = {unit for unit, words in results.items() if "dislodged" in map(str, words)}
        before = {power: set(own) for power, own in record["units"].items()}
        dislodged = {power: sorted(own & driven) for power, own in before.items()}
        after = {power: self._game.get_units(power) for power in self._powers}
        return {
            "units": {
                power: sorted(unit for unit in own if not unit.startswith("*"))
                for power, own in after.items()
            },
            "dislodged": dislodged,
        }


def main() -> None:
    """Answer requests until there are none."""
    answers = sys.stdout
    # The package prints what it finds wrong with orders.
    with open(os.devnull, "w", encoding="utf-8") as sys.stdout:
        _serve(Peer(), sys.stdin, answers)
        sys.stdout = answers


def _serve(peer: Peer, requests: TextIO, answers: TextIO) -> None:
    for line in requests:
        answers.write(json.dumps(peer.answer(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
