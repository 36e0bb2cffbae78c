"""More time: votes for it, absences, and who is told when a deadline moves."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.game.answer import Answer
from pbem.game.commands import Absent, Extend
from pbem.game.durations import write_duration
from pbem.game.events import AbsenceSet, DeadlineSet, ExtensionVoted
from pbem.game.notices import ClockNotice, Notice
from pbem.game.phases import reader
from pbem.game.settings import Extending
from pbem.game.state import HOST, Game, Player, Stage
from pbem.sayings import Says, say

VOTED = "the players voted for more time"
AWAY = "a player is away"
"""Why deadlines move by themselves, as the public record has it."""


def extend(result: Answer, player: Player, request: Extend) -> None:
    """Take a vote for more time, and move the deadline if it is carried."""
    game = result.game
    times = game.settings.times
    asked = f"EXTEND {write_duration(request.length)}"
    if times.extending is Extending.NONE:
        result.refused.append((asked, say("no-votes-for-time")))
        return
    if game.stage is not Stage.RUNNING or game.due is None or game.held:
        result.refused.append((asked, say("no-deadline-runs")))
        return
    if not timedelta() < request.length <= times.extend_limit:
        result.refused.append((asked, say("vote-limit", limit=times.extend_limit)))
        return
    result.add(ExtensionVoted(result.now, player.id, request.length, request.due))
    votes = list(result.game.extensions.values())
    voters = [p for p, powers in game.seats.items() if p != HOST and _plays(game, powers)]
    needed = len(voters) if times.extending is Extending.ALL else len(voters) // 2 + 1
    if len(votes) < needed:
        result.done.append(say("time-voted", votes=len(votes), needed=needed))
        return
    due = min(vote.due for vote in votes)
    move(result, due, VOTED, say("players-voted"))
    result.done.append(say("time-carried"))


def _plays(game: Game, powers: tuple[str, ...]) -> bool:
    position = game.open_position()
    return any(position.units.get(power) or position.centers.get(power) for power in powers)


def absent(result: Answer, player: Player, request: Absent) -> None:
    """Note when a player is away, and move the deadline as far as the game allows it."""
    if request.end <= request.start:
        result.refused.append(("ABSENT", say("absence-backwards")))
        return
    result.add(AbsenceSet(result.now, player.id, request.start, request.end))
    game = result.game
    if game.stage is Stage.RUNNING and game.due and request.due > game.due and not game.held:
        move(result, request.due, AWAY, say("player-away"))
        result.done.append(say("absence-moves"))
    else:
        result.done.append(say("absence-noted"))


def move(result: Answer, due: datetime, because: str, says: Says) -> None:
    """Set another deadline for the open phase, and tell everybody.

    Args:
        result: Grows by it.
        due: The new deadline.
        because: Why, as the public record has it.
        says: Why, as letters say it.
    """
    phase = result.game.open_position().phase
    result.add(DeadlineSet(result.now, phase, due, because))
    result.notices.extend(clock_notices(result.game, says))


def clock_notices(game: Game, because: Says, but: str = "") -> tuple[Notice, ...]:
    """Return the letters that tell everybody (but one who knows) of the clock as it stands."""
    phase = game.open_position().phase
    return tuple(
        ClockNotice(reader(game, game.participant(id)), phase, game.due, because)
        for id in game.told()
        if id != but
    )
