"""The rules of one game: told the same way in its letters and on its page.

What holds is said here, as sayings; the words for it stand with the letters, in
`templates/mail/sentences/rules.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from pbem.board.phase import Phase
from pbem.board.variant import Arrangement, Variant
from pbem.game.settings import Missed, Press, Settings, Times
from pbem.sayings import Saying, say

Rule = tuple[Saying, Saying]
"""What a rule is about (`Draws`), and what holds, in a sentence or more."""


def house_rules(settings: Settings, variant: Variant, *, forming: bool = False) -> tuple[Rule, ...]:
    """Return the rules of a game.

    Args:
        settings: Of the game.
        variant: Its board.
        forming: Whether the game has not begun, so that it may begin with fewer players.
    """
    arrangement = variant.arrangements[settings.arrangement]
    rules = _rules(settings, variant, arrangement, forming=forming)
    return tuple((about, say("sentences", says=says)) for about, says in rules)


def rules_in_short(settings: Settings) -> Saying:
    """Return the rules that the reader of a letter may wonder about, as one sentence."""
    limit = settings.turn_limit
    return say(
        "rules-in-short",
        rulebook=str(settings.rules.get("name", "")),
        anonymous=settings.anonymous,
        press=settings.press.value,
        missed=settings.times.missed.value,
        draw=settings.draw.value,
        ends=Phase.read(limit).spoken_turn if limit else None,
    )


def _rules(
    settings: Settings, variant: Variant, arrangement: Arrangement, *, forming: bool
) -> Iterator[tuple[Saying, tuple[Saying, ...]]]:
    yield say("rule-players"), (say("players", hands=_hands(variant, arrangement)),)
    if arrangement.neutral:
        yield say("rule-neutral"), (_neutral(variant, arrangement),)
    if forming and (fewer := _fewer(variant, arrangement)):
        yield say("rule-fewer"), (say("may-begin-with-fewer"), *fewer)
    yield say("rule-powers"), (say("assignment", how=settings.powers.value),)
    if settings.anonymous:
        told = say("anonymity", host=variant.host_title, reveal=settings.reveal.value)
        yield say("rule-names"), (told,)
    yield say("rule-rulebook"), (_rulebook(settings),)
    yield say("rule-deadlines"), tuple(_deadlines(settings.times))
    yield say("rule-before"), (_early(settings.times),)
    yield say("rule-after"), tuple(_missed(settings.times))
    yield say("rule-time"), tuple(_more_time(settings.times))
    yield say("rule-winning"), tuple(_winning(settings, variant, arrangement))
    yield say("rule-draws"), (say("draws", how=settings.draw.value),)
    yield say("rule-press"), tuple(_press(settings, variant))


def _rulebook(settings: Settings) -> Saying:
    options = [f"{name} = {value}" for name, value in sorted(settings.rules.items())]
    named = tuple(option for option in options if not option.startswith("name = "))
    return say("rulebook", name=str(settings.rules.get("name", "")), options=named)


def _hands(variant: Variant, arrangement: Arrangement) -> tuple[tuple[str, ...], ...]:
    """Return the names of the powers in each hand."""
    return tuple(variant.named(seat) for seat in arrangement.seats)


def _fewer(variant: Variant, arrangement: Arrangement) -> tuple[Saying, ...]:
    """Return how the powers are shared if the host begins with fewer players."""
    ways = {
        len(one.seats): one
        for one in reversed(tuple(variant.arrangements.values()))
        if len(one.seats) < len(arrangement.seats)
    }
    numbers = sorted(ways, reverse=True)
    return tuple(_way(variant, arrangement, ways[number]) for number in numbers)


def _way(variant: Variant, usual: Arrangement, way: Arrangement) -> Saying:
    coin = way.coin
    return say(
        "with-fewer",
        hands=_hands(variant, way),
        neutral=() if coin else variant.named(way.neutral),
        coin=variant.powers[coin.power].name if coin else "",
        solo=0 if way.solo_centers == usual.solo_centers else way.solo_centers,
        start=way.start.spoken_turn if way.start else None,
    )


def _neutral(variant: Variant, arrangement: Arrangement) -> Saying:
    coin = arrangement.coin
    if coin is None:
        return say("neutral", powers=variant.named(arrangement.neutral))
    return say(
        "neutral-until-a-coin",
        power=variant.powers[coin.power].name,
        after=coin.after.spoken_turn,
        closed=tuple(variant.provinces[province].name for province in arrangement.closed),
    )


def _deadlines(times: Times) -> Iterator[Saying]:
    yield say(
        "lengths",
        movement=times.movement,
        retreats=times.retreats,
        adjustments=times.adjustments,
    )
    if times.first:
        yield say("first-is-longer", more=times.first)
    if times.clock:
        yield say("deadlines-by-clock", clock=times.clock, zone=times.zone)
    elif times.at:
        yield say("deadlines-at", hour=times.at, zone=times.zone)
    if times.days:
        yield say("deadlines-on", days=times.days)
    if times.holidays_of:
        yield say("no-deadlines-on-holidays", days=times.holidays_of)
    elif times.holidays:
        yield say("no-deadlines-on", days=times.holidays)


def _early(times: Times) -> Saying:
    return say("judged-early", when=times.early.value, delay=_some(times.early_delay))


def _missed(times: Times) -> Iterator[Saying]:
    if times.grace:
        yield say("grace", length=times.grace)
    yield say("missed", how=times.missed.value, limit=times.missed_limit)
    if times.first_waits and times.missed is not Missed.WAIT:
        yield say("first-waits")


def _more_time(times: Times) -> Iterator[Saying]:
    voters = times.extending.value
    if voters != "none":
        yield say("time-by-vote", limit=times.extend_limit, voters=voters)
    yield say("time-by-absence", limit=times.absence_limit)


def _some(length: timedelta) -> timedelta | None:
    return length or None


def _winning(settings: Settings, variant: Variant, arrangement: Arrangement) -> Iterator[Saying]:
    yield say(
        "winning",
        centers=arrangement.solo_centers,
        among=tuple(variant.provinces[center].name for center in variant.solo_with),
        by=arrangement.solo_by,
    )
    if variant.solo_tie == "shared":
        yield say("winning-is-shared")
    if settings.turn_limit:
        yield say("ends-after", turn=Phase.read(settings.turn_limit).spoken_turn)
    if settings.time_limit:
        yield say("ends-at", time=settings.time_limit)


def _press(settings: Settings, variant: Variant) -> Iterator[Saying]:
    yield say("press", how=settings.press.value)
    if settings.press is not Press.NONE:
        yield say("press-tones", grey=settings.grey.value)
        if settings.press_phases.value == "movement":
            yield say("press-in-movement")
        if settings.mute_late:
            yield say("press-not-for-late")
        if settings.observers_press:
            yield say("press-of-observers")
    yield say("press-to-host", host=variant.host_title)
    if settings.publish_press.value == "end":
        yield say("press-shown-at-end")
