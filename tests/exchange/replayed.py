"""Run by the package `diplomacy` in an environment of its own: replays saved games.

Reads JSON Lines; writes for each game its id, and the first difference or an empty text.
"""

import json
import sys

from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format


def sets(lists):
    """Return lists by power as sorted lists, without empty ones."""
    return {power: sorted(own) for power, own in lists.items() if own}


def board(game):
    """Return phase, units and centers."""
    state = game.get_state()
    return game.get_current_phase(), sets(state["units"]), sets(state["centers"])


def difference(saved):
    """Return where a replay leaves the saved game."""
    if len(from_saved_game_format(saved).get_phase_history()) != len(saved["phases"]) - 1:
        return "it loads with another number of phases"
    game = Game()
    for phase in saved["phases"]:
        state = phase["state"]
        phase_now, units, centers = board(game)
        if phase["name"] != "COMPLETED" and phase_now != phase["name"]:
            return f"{phase['name']}: {phase_now} is open"
        if units != sets(state["units"]) or centers != sets(state["centers"]):
            return f"{phase['name']}: {units} {centers}"
        for power, orders in phase["orders"].items():
            game.set_orders(power, orders or [])
        if phase["name"] != "COMPLETED":
            game.process()
    return ""


for line in sys.stdin:
    saved = json.loads(line)
    sys.stdout.write(json.dumps([saved["id"], difference(saved)]) + "\n")
