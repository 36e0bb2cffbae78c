"""Whether the clock can be believed, asked before anything is judged by it.

A clock that is wrong by a year would end every phase at once, and one that was set
back would date rulings before those they follow. The judge remembers when it was last
at work; a time before that, or long after it while phases are open, is doubted until
the Keeper has looked.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem.judge.home import Home
from pbem.store.files import write_hint
from pbem.store.journal import Journal

BACK = timedelta(hours=1)
"""How far a clock may be set back without a word."""

AHEAD = timedelta(days=30)
"""How long a judge may have been away without a word."""


def heartbeat(home: Home) -> datetime | None:
    """Return when the home's judge last ended a cycle; None where that is not known."""
    try:
        return datetime.fromisoformat((home.var / "heartbeat").read_text("ascii").strip())
    except (OSError, ValueError):
        return None


def beat(home: Home, now: datetime) -> None:
    """Note that a cycle has ended; not worth a wait for the disk."""
    write_hint(home.var / "heartbeat", now.astimezone(UTC).isoformat() + "\n")


def doubts(home: Home, journal: Journal, due: datetime | None, now: datetime) -> str:
    """Return why a time cannot be believed, in a line; empty where it can.

    Args:
        home: Whose judge asks.
        journal: Its own.
        due: When something falls due next; None for never.
        now: What the clock says.
    """
    known = [time for time in (journal.last_time(), heartbeat(home)) if time is not None]
    if not known:
        return ""
    last = max(known)
    mend = "set the clock right, or say --trust-clock if it is"
    if now < last - BACK:
        return f"the clock says {_read(now)}, but this judge was at work at {_read(last)}; {mend}"
    if due is not None and due <= now and now > last + AHEAD:
        return (
            f"the clock says {_read(now)}, {(now - last).days} days after this judge was last at "
            f"work, and phases would end by it; {mend}"
        )
    return ""


def _read(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
