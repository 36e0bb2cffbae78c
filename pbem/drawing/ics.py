"""Deadlines as a calendar that other programs read (iCalendar, RFC 5545).

The only module that uses icalendar. The same deadlines give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import icalendar


@dataclass(frozen=True)
class DueDate:
    """One deadline.

    Attributes:
        id: Unlike that of any other deadline, and always the same for this one.
        due: Aware.
        said: When it was set; aware.
        title: One line.
        place: Address of a page about it; may be empty.
        off: Whether it is off: programs that have it take it away.
    """

    id: str
    due: datetime
    said: datetime
    title: str
    place: str = ""
    off: bool = False


def write_calendar(title: str, dates: Iterable[DueDate]) -> bytes:
    """Return a calendar with these deadlines, in their order; times in UTC."""
    calendar = icalendar.Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//pbem//deadlines//EN")
    calendar.add("x-wr-calname", title)
    for date in dates:
        event = icalendar.Event()
        event.add("uid", date.id)
        event.add("dtstamp", date.said.astimezone(UTC).replace(microsecond=0))
        event.add("dtstart", date.due.astimezone(UTC).replace(microsecond=0))
        event.add("summary", date.title)
        # What was said later counts (RFC 5545, 3.8.7.4).
        event.add("sequence", int(date.said.timestamp()) // 60)
        if date.off:
            event.add("status", "CANCELLED")
        if date.place:
            event.add("url", date.place)
        calendar.add_component(event)
    data: bytes = calendar.to_ical()
    return data
