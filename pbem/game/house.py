"""The rules of one game in words: said the same way in its letters and on its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta

from pbem.board.phase import Phase
from pbem.board.variant import Arrangement, Variant
from pbem.game.durations import write_duration
from pbem.game.settings import (
    Assignment,
    DrawRule,
    Early,
    Extending,
    Grey,
    Missed,
    Press,
    PressPhases,
    PublishPress,
    Reveal,
    Settings,
    Times,
)


def house_rules(
    settings: Settings, variant: Variant, *, forming: bool = False
) -> tuple[tuple[str, str], ...]:
    """Return the rules of a game: pairs of a word and what holds, `("Draws", "…")`.

    Each second part is one or more whole sentences, without line ends.

    Args:
        settings: Of the game.
        variant: Its board.
        forming: Whether the game has not begun, so that it may begin with fewer players.
    """
    arrangement = variant.arrangements[settings.arrangement]
    return tuple(_rules(settings, variant, arrangement, forming=forming))


def rules_in_short(settings: Settings) -> str:
    """Return the rules that the reader of a letter may wonder about, as one sentence."""
    says = [
        f"Rules: {settings.rules.get('name', '')}",
        *(["anonymous"] if settings.anonymous else []),
        _PRESS_IN_SHORT[settings.press],
        _MISSED_IN_SHORT[settings.times.missed],
        _DRAWS_IN_SHORT[settings.draw],
    ]
    if settings.turn_limit:
        says.append(f"ends after {Phase.read(settings.turn_limit).turn}")
    return f"{', '.join(says)}."


_PRESS_IN_SHORT: Mapping[Press, str] = {
    Press.FULL: "press to anybody",
    Press.PUBLIC: "press in public only",
    Press.NONE: "no press",
}
_MISSED_IN_SHORT: Mapping[Missed, str] = {
    Missed.HOLD: "units without orders hold",
    Missed.WAIT: "phases wait for orders",
    Missed.VACANT: "who misses phases is put out",
}
_DRAWS_IN_SHORT: Mapping[DrawRule, str] = {
    DrawRule.DIAS: "all share a draw",
    DrawRule.LIST: "draws by list",
    DrawRule.NONE: "no draws",
}


def _rules(
    settings: Settings, variant: Variant, arrangement: Arrangement, *, forming: bool
) -> Iterator[tuple[str, str]]:
    yield "Players", _players(variant, arrangement)
    if arrangement.neutral:
        yield "Nobody plays", _neutral(variant, arrangement)
    if forming and (fewer := _fewer(variant, arrangement)):
        yield "Fewer players", fewer
    yield "Powers", _assignment(settings.powers)
    if settings.anonymous:
        yield "Names", _anonymity(settings, variant)
    yield "Rulebook", _rulebook(settings)
    yield "Deadlines", _lengths(settings.times)
    yield "Before a deadline", _early(settings.times)
    yield "After a deadline", _missed(settings.times)
    yield "More time", _more_time(settings.times)
    yield "Winning", _winning(settings, variant, arrangement)
    yield "Draws", _draws(settings.draw)
    yield "Press", _press(settings, variant)


def _anonymity(settings: Settings, variant: Variant) -> str:
    secret = f"Nobody but the {variant.host_title} is told who plays"
    match settings.reveal:
        case Reveal.END:
            return f"{secret}, until the game is over."
        case Reveal.NEVER:
            return f"{secret}, and nobody is when the game is over."


def _rulebook(settings: Settings) -> str:
    options = [f"{name} = {value}" for name, value in sorted(settings.rules.items())]
    named = [option for option in options if not option.startswith("name = ")]
    return f"{'; '.join([str(settings.rules.get('name', '')), *named])}."


def _players(variant: Variant, arrangement: Arrangement) -> str:
    seats = arrangement.seats
    if all(len(seat) == 1 for seat in seats):
        return f"{len(seats)}, with one power each."
    hands = "; ".join(_names(variant, seat) for seat in seats)
    return f"{len(seats)}, with these powers in one hand: {hands}."


def _fewer(variant: Variant, arrangement: Arrangement) -> str:
    """Return how the powers are shared if the host begins with fewer players."""
    ways = {
        len(one.seats): one
        for one in reversed(tuple(variant.arrangements.values()))
        if len(one.seats) < len(arrangement.seats)
    }
    if not ways:
        return ""
    told = [_way(variant, arrangement, ways[number]) for number in sorted(ways, reverse=True)]
    return " ".join(["The host may begin with fewer.", *told])


def _way(variant: Variant, usual: Arrangement, way: Arrangement) -> str:
    says = [f"With {_players(variant, way).rstrip('.')}"]
    if way.neutral and way.coin is None:
        says.append(f"nobody plays {_names(variant, way.neutral)}")
    elif way.coin is not None:
        says.append(f"a coin gives {variant.powers[way.coin.power].name} to one of them")
    if way.solo_centers != usual.solo_centers:
        says.append(f"{way.solo_centers} centers win")
    if way.start:
        says.append(f"it begins in {way.start.turn}")
    return f"{'; '.join(says)}."


def _neutral(variant: Variant, arrangement: Arrangement) -> str:
    says = (
        f"{_names(variant, arrangement.neutral)}. Their units hold, are gone when dislodged, and "
        "their centers count for nobody until they are taken."
    )
    coin = arrangement.coin
    if coin is None:
        return says
    closed = _listed([variant.provinces[province].name for province in arrangement.closed])
    return (
        f"{variant.powers[coin.power].name}, until a coin gives it to one of the players after "
        f"{coin.after.turn}. Until then nobody enters or attacks {closed}."
    )


def _assignment(powers: Assignment) -> str:
    match powers:
        case Assignment.RANDOM:
            return "Given out by lot, which anybody can repeat from the record."
        case Assignment.PREFERENCE:
            return (
                "By preference: write JOIN and the powers you would like, the dearest first. "
                "Lots decide who chooses before whom."
            )


def _lengths(times: Times) -> str:
    lengths = [
        f"{word} {write_duration(length)}"
        for word, length in (
            ("movement", times.movement),
            ("retreats", times.retreats),
            ("adjustments", times.adjustments),
        )
    ]
    says = [f"{_listed(lengths).capitalize()}."]
    if times.first:
        says.append(f"The first phase has {write_duration(times.first)} more.")
    if times.clock:
        says.append(f"Deadlines fall on {_listed(list(times.clock))} {times.zone}.")
    elif times.at:
        says.append(f"Deadlines are moved on to {times.at} {times.zone}.")
    if times.days:
        says.append(f"They fall on {_listed([day.capitalize() for day in times.days])} only.")
    if times.holidays_of:
        days = _listed(list(times.holidays_of))
        says.append(f"None falls on these days or public holidays: {days}.")
    elif times.holidays:
        says.append(f"None falls on {_listed(list(times.holidays))}.")
    return " ".join(says)


def _early(times: Times) -> str:
    match times.early:
        case Early.NEVER:
            return "No phase is judged before its deadline."
        case Early.READY_SAID:
            return f"A phase is judged early when all have said READY{_after(times.early_delay)}."
        case Early.COMPLETE:
            return (
                "A phase is judged early when all orders are in and nobody has said WAIT"
                f"{_after(times.early_delay)}."
            )


def _missed(times: Times) -> str:
    says = [f"Late powers have {write_duration(times.grace)} of grace."] if times.grace else []
    match times.missed:
        case Missed.HOLD:
            says.append("Units without orders hold.")
        case Missed.WAIT:
            says.append("A phase waits for those who sent nothing.")
        case Missed.VACANT:
            says.append(
                "Units without orders hold; who sends nothing for "
                f"{times.missed_limit} phases one after the other is out."
            )
    if times.first_waits and times.missed is not Missed.WAIT:
        says.append("The first phase waits for all.")
    return " ".join(says)


def _more_time(times: Times) -> str:
    away = f"ABSENT moves deadlines by up to {write_duration(times.absence_limit)} in all."
    match times.extending:
        case Extending.NONE:
            return away
        case Extending.MAJORITY:
            voters = "more than half of the players"
        case Extending.ALL:
            voters = "all players"
    limit = write_duration(times.extend_limit)
    return f"EXTEND moves a deadline by up to {limit} when {voters} vote for it. {away}"


def _after(delay: timedelta) -> str:
    return f", {write_duration(delay)} after the last change" if delay else ""


def _winning(settings: Settings, variant: Variant, arrangement: Arrangement) -> str:
    whose = "a player's powers together" if arrangement.solo_by == "player" else "a power"
    must = _listed([variant.provinces[center].name for center in variant.solo_with])
    among = f", {must} among them," if must else ""
    says = [f"{arrangement.solo_centers} supply centers{among} after a Fall win for {whose}."]
    if variant.solo_tie == "shared":
        says.append("Equals at that number or more share the win.")
    if settings.turn_limit:
        turn = Phase.read(settings.turn_limit).turn
        says.append(f"After {turn} the game ends: the most centers win, and leaders share.")
    if settings.time_limit:
        says.append(f"At {settings.time_limit} it ends in the same way.")
    return " ".join(says)


def _draws(draw: DrawRule) -> str:
    match draw:
        case DrawRule.DIAS:
            return "By vote of all who own a center; all of them share."
        case DrawRule.LIST:
            return "By vote of all who own a center, for the powers they name."
        case DrawRule.NONE:
            return "None."


def _press(settings: Settings, variant: Variant) -> str:
    match settings.press:
        case Press.NONE:
            says = ["Not through the judge."]
        case Press.PUBLIC:
            says = ["In public only: it goes to everybody, and onto the game's page at once."]
        case Press.FULL:
            says = ["To any power, or to all in public, and onto the game's page then."]
    if settings.press is not Press.NONE:
        says += _press_limits(settings)
    says.append(f"The {variant.host_title} can always be written to.")
    if settings.publish_press is PublishPress.END:
        says.append("Private press and diaries are shown when the game is over.")
    return " ".join(says)


def _press_limits(settings: Settings) -> Iterator[str]:
    match settings.grey:
        case Grey.NONE:
            yield "Always signed."
        case Grey.ALLOWED:
            yield "It may be unsigned (GREY)."
        case Grey.FAKE:
            yield "It may be unsigned (GREY), or bear the name of another power (FAKE)."
    if settings.press_phases is PressPhases.MOVEMENT:
        yield "None in retreats and builds."
    if settings.mute_late:
        yield "Powers that are late may not write before they have ordered."
    if settings.observers_press:
        yield "Observers may speak in public."


def _names(variant: Variant, powers: tuple[str, ...]) -> str:
    return _listed([variant.powers[power].name for power in powers])


def _listed(words: list[str]) -> str:
    return " and ".join(", ".join(words).rsplit(", ", 1))
