"""Letters out: a notice or an answer becomes a letter.

`compose` is a function of its arguments: the same notice with the same envelope
is the same letter, byte for byte, so a letter sent again after a crash is no
second one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import format_datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from pbem.adjudicator.result import Adjudication
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.drawing.ics import DueDate, write_calendar
from pbem.game.commands import LetterRef
from pbem.game.host_notices import (
    AnnouncementNotice,
    AppointNotice,
    EditNotice,
    HostNotice,
    HostPhaseNotice,
    HostStatusNotice,
    NewsNotice,
    OfferNotice,
    PreviewNotice,
    RollbackNotice,
)
from pbem.game.house import house_rules
from pbem.game.notices import (
    AddressNotice,
    ClockNotice,
    CreatedNotice,
    EndNotice,
    ForgetNotice,
    HeldNotice,
    InviteNotice,
    JoinNotice,
    Notice,
    ObserverNotice,
    ObserverPhaseNotice,
    PhaseNotice,
    PhaseReport,
    PressNotice,
    Reader,
    ReceiptNotice,
    ReminderNotice,
    SeatNotice,
    StatusNotice,
    TroubleNotice,
    VacancyNotice,
)
from pbem.mail.addresses import ACCOUNT, OwnAddresses
from pbem.mail.answers import (
    Answer,
    CreationAnswer,
    GameAnswer,
    HelpAnswer,
    HistoryAnswer,
    HostAlert,
    ListAnswer,
    Shown,
    StandingAnswer,
    SummaryAnswer,
    TroubleAnswer,
    WhatIfAnswer,
)
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.pictures import map_files
from pbem.mail.quoting import REPLY_LINE
from pbem.mail.sheets import File, named_address, plain_address, write_letter
from pbem.mail.views import Names, receipt_view, report_view
from pbem.mail.wording import render
from pbem.voice import Voice, voice


@dataclass(frozen=True)
class Frame:
    """What all letters of a judge share.

    Attributes:
        name: Of the judge, beside its address.
        own: Its addresses.
        site: Address of its pages; empty where they are not published.
        home: The judge's home, whose own templates come first.
    """

    name: str
    own: OwnAddresses
    site: str = ""
    home: Path | None = None


@dataclass(frozen=True)
class Envelope:
    """What one letter has for itself.

    Attributes:
        to: One address, the registered one.
        message_id: `OwnAddresses.letter_id` makes one.
        date: Aware.
        token: Of the reader's private reply address; empty where there is none.
    """

    to: str
    message_id: str
    date: datetime
    token: str = ""


def compose(
    notice: Notice | Answer,
    envelope: Envelope,
    frame: Frame,
    signatures: Mapping[str, str] | None = None,
) -> OutgoingLetter:
    """Return the letter that tells somebody something.

    Args:
        notice: What is told.
        envelope: To whom, when, under which id.
        frame: Who tells it.
        signatures: Of a receipt: the text behind `Signed:`, by power.

    Raises:
        UnreadableError: The address cannot be written to.
        VariantError: The reader's board is not at hand.
    """
    words = voice(frame.home)
    reader = _reader(notice)
    game = reader.game if reader else _game(notice)
    values: dict[str, Any] = {
        "judge": frame.name,
        "address": frame.own.address,
        "game_address": frame.own.game_address(game) if game else frame.own.address,
        "game": game,
        "page": _page(frame.site, game),
        "reply_line": REPLY_LINE,
        "notice": notice,
        "reader": reader,
        "zone": reader.zone if reader else "UTC",
        "short": reader.rules if reader else "",
    }
    if reader is not None:
        values |= _of_a_game(notice, reader, signatures or {}, frame, words)
    elif isinstance(notice, GameAnswer):
        values |= _about_a_game(notice, frame, words)
    subject, text = render(_template(notice), values, words, frame.home)
    fields = _fields(notice, game, envelope, frame, subject)
    data = write_letter(fields, text, _files(notice, envelope, frame, words))
    return OutgoingLetter(envelope.to, envelope.message_id, envelope.date, subject, text, data)


def _files(
    notice: Notice | Answer, envelope: Envelope, frame: Frame, words: Voice
) -> tuple[File, ...]:
    """Return what comes with a letter: its deadline for calendars, or maps."""
    match notice:
        case (
            ReceiptNotice(reader, phase=phase, due=due)
            | PhaseNotice(reader, phase=phase, due=due)
            | ClockNotice(reader, phase=phase, due=due)
        ) if due is not None:
            return (_due_date(reader, phase, due, envelope, frame, words),)
        case ClockNotice(reader, phase=phase, due=None) | EndNotice(
            reader, phase=phase, report=None
        ):
            return (_due_date(reader, phase, None, envelope, frame, words),)
        case StandingAnswer(_, shown, drawn=True):
            return _maps(shown, None, shown.game, frame, words)
        case WhatIfAnswer(_, shown, report):
            return _maps(shown, report.result, f"{shown.game}-what-if", frame, words)
        case _:
            return ()


def _due_date(
    reader: Reader,
    phase: Phase,
    due: datetime | None,
    envelope: Envelope,
    frame: Frame,
    words: Voice,
) -> File:
    """Return the deadline of a phase for calendars; without one, that it is off."""
    id = f"{reader.game}.{phase}@{frame.own.domain}".lower()
    title = f"[{reader.game}] {words.say(phase.spoken)}"
    page = _page(frame.site, reader.game)
    date = DueDate(id, due or envelope.date, envelope.date, title, page, off=due is None)
    return File(f"{reader.game}-{phase}.ics", "text/calendar", _calendar(date))


def _maps(
    shown: Shown, result: Adjudication | None, name: str, frame: Frame, words: Voice
) -> tuple[File, ...]:
    return map_files(
        shown.variant,
        shown.position,
        result,
        name=f"{name}-{shown.phase}",
        title=f"{shown.title}: {words.say(shown.phase.spoken)}",
        home=frame.home,
    )


@lru_cache(maxsize=64)
def _calendar(date: DueDate) -> bytes:
    """Return a calendar of one deadline; the same for all players of a game."""
    return write_calendar(date.title, [date])


def _page(site: str, game: str) -> str:
    if not site:
        return ""
    return f"{site.rstrip('/')}/{game}/" if game else f"{site.rstrip('/')}/"


def _of_a_game(
    notice: Notice | Answer,
    reader: Reader,
    signatures: Mapping[str, str],
    frame: Frame,
    words: Voice,
) -> dict[str, Any]:
    variant = load_variant(reader.variant, frame.home)
    names = Names(variant, words)
    values: dict[str, Any] = {"names": names, "hand": names.listed(reader.powers)}
    match notice:
        case ReceiptNotice():
            values["receipts"] = receipt_view(notice, variant, signatures)
        case PhaseNotice() | ObserverPhaseNotice() | EndNotice():
            values["report"] = report_view(notice.report, names) if notice.report else None
            if isinstance(notice, PhaseNotice) and notice.settings:
                values["rules"] = house_rules(notice.settings, variant)
        case PreviewNotice():
            values["report"] = report_view(notice.report, names)
        case AppointNotice() | OfferNotice():
            values["rules"] = house_rules(notice.settings, variant)
        case JoinNotice() | SeatNotice() | InviteNotice() | CreatedNotice():
            values["rules"] = house_rules(notice.settings, variant, forming=True)
        case _:
            pass
    return values


def _about_a_game(answer: GameAnswer, frame: Frame, words: Voice) -> dict[str, Any]:
    shown = answer.shown
    names = Names(load_variant(shown.variant, frame.home), words)
    values: dict[str, Any] = {"names": names, "shown": shown, "zone": shown.zone}
    match answer:
        case HistoryAnswer(reports=reports):
            values["reports"] = [report_view(report, names) for report in reports]
        case WhatIfAnswer(report=report):
            values["report"] = report_view(_given(report), names)
        case StandingAnswer() | SummaryAnswer():
            pass
    return values


def _given(report: PhaseReport) -> PhaseReport:
    """Return a report without the units that nobody ordered."""
    orders = {
        power: tuple(order for order in own if order.given)
        for power, own in report.result.orders.items()
    }
    return replace(report, result=replace(report.result, orders=orders))


def _template(notice: Notice | Answer) -> str:
    match notice:
        case ReceiptNotice():
            return "receipt.txt"
        case PhaseNotice():
            return "phase.txt"
        case ReminderNotice():
            return "reminder.txt"
        case JoinNotice():
            return "join.txt"
        case SeatNotice():
            return "seat.txt"
        case InviteNotice():
            return "invite.txt"
        case ForgetNotice():
            return "forget.txt"
        case CreatedNotice():
            return "created.txt"
        case CreationAnswer():
            return "creation.txt"
        case ObserverNotice():
            return "observer.txt"
        case ObserverPhaseNotice():
            return "observer_phase.txt"
        case AddressNotice():
            return "address.txt"
        case EndNotice():
            return "end.txt"
        case ClockNotice():
            return "clock.txt"
        case VacancyNotice():
            return "vacancy.txt"
        case HeldNotice():
            return "held.txt"
        case TroubleNotice():
            return "trouble.txt"
        case StatusNotice():
            return "status.txt"
        case HostNotice():
            return "host.txt"
        case HostStatusNotice():
            return "host_status.txt"
        case HostPhaseNotice():
            return "host_phase.txt"
        case AnnouncementNotice():
            return "announcement.txt"
        case PressNotice():
            return "press.txt"
        case PreviewNotice():
            return "preview.txt"
        case AppointNotice():
            return "appoint.txt"
        case OfferNotice():
            return "host_offer.txt"
        case NewsNotice():
            return "news.txt"
        case RollbackNotice():
            return "rollback.txt"
        case EditNotice():
            return "edit.txt"
        case HelpAnswer():
            return "help.txt"
        case ListAnswer():
            return "list.txt"
        case StandingAnswer():
            return "standing.txt"
        case HistoryAnswer():
            return "history.txt"
        case SummaryAnswer():
            return "summary.txt"
        case WhatIfAnswer():
            return "whatif.txt"
        case TroubleAnswer():
            return "stranger.txt"
        case HostAlert():
            return "alert.txt"


def _reader(notice: Notice | Answer) -> Reader | None:
    match notice:
        case HelpAnswer() | ListAnswer() | TroubleAnswer() | CreationAnswer() | HostAlert():
            return None
        case StandingAnswer() | HistoryAnswer() | SummaryAnswer() | WhatIfAnswer():
            return None
        case _:
            return notice.reader


def _game(notice: Notice | Answer) -> str:
    match notice:
        case HelpAnswer() | TroubleAnswer() | HostAlert():
            return notice.game
        case StandingAnswer() | HistoryAnswer() | SummaryAnswer() | WhatIfAnswer():
            return notice.shown.game
        case _:
            return ""


def _letter(notice: Notice | Answer) -> LetterRef | None:
    match notice:
        case (
            PhaseNotice()
            | ReminderNotice()
            | AddressNotice()
            | InviteNotice()
            | ObserverPhaseNotice()
            | EndNotice()
            | ClockNotice()
            | VacancyNotice()
            | HeldNotice()
            | HostPhaseNotice()
            | AnnouncementNotice()
            | PressNotice()
            | AppointNotice()
            | OfferNotice()
            | NewsNotice()
            | RollbackNotice()
            | EditNotice()
            | HostAlert()
        ):
            return None
        case _:
            return notice.letter


def _fields(
    notice: Notice | Answer, game: str, envelope: Envelope, frame: Frame, subject: str
) -> list[tuple[str, str]]:
    own, answered = frame.own, _letter(notice)
    fields = [
        ("From", named_address(frame.name, own.game_address(game) if game else own.address)),
        ("To", plain_address(envelope.to)),
        ("Subject", subject),
        ("Date", format_datetime(envelope.date)),
        ("Message-ID", envelope.message_id),
    ]
    references = [own.thread_id(game)] if game else []
    named = ACCOUNT if isinstance(notice, CreationAnswer) else game
    if named and envelope.token:
        fields.append(("Reply-To", own.private_address(named, envelope.token)))
        references.append(own.token_id(named, envelope.token))
    if answered is not None and answered.message_id:
        fields.append(("In-Reply-To", answered.message_id))
        references.append(answered.message_id)
    elif game:
        fields.append(("In-Reply-To", own.thread_id(game)))
    if references:
        fields.append(("References", " ".join(references)))
    if game:
        fields.append(("List-Id", f"<{game}.{own.domain}>"))
    fields.append(("Auto-Submitted", "auto-replied" if answered else "auto-generated"))
    fields.append(("X-Auto-Response-Suppress", "All"))
    return fields
