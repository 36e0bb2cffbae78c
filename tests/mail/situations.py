"""Notices of one game, for golden letters: Spring 1901 of `gx7`, and what is around it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pbem.adjudicator.judging import adjudicate
from pbem.adjudicator.rulebook import read_rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit
from pbem.game.commands import LetterRef
from pbem.game.events.observing import Role
from pbem.game.notices import (
    ClockNotice,
    CreatedNotice,
    EndNotice,
    ForgetNotice,
    InviteNotice,
    JoinNotice,
    Notice,
    ObserverNotice,
    OrderForm,
    PhaseNotice,
    PhaseReport,
    PowerReceipt,
    PressNotice,
    Reader,
    Readiness,
    ReceiptNotice,
    ReminderNotice,
    SeatNotice,
    SheetLine,
    StatusNotice,
    Trouble,
    TroubleNotice,
    VacancyNotice,
    Wish,
)
from pbem.game.settings import Settings, Times
from pbem.game.speech import Addressees, Note, Relayed
from pbem.mail.addresses import OwnAddresses
from pbem.mail.answers import (
    Answer,
    CreationAnswer,
    HelpAnswer,
    HostAlert,
    ListAnswer,
    ListedGame,
    TroubleAnswer,
)
from pbem.mail.letters import Envelope, Frame, compose
from pbem.mail.mailbox import OutgoingLetter
from pbem.orders.grammar import read_orders
from pbem.orders.reading import Reading

NOW = datetime(2026, 1, 6, 9, 20, tzinfo=UTC)
DUE = datetime(2026, 1, 9, 20, tzinfo=UTC)
FRAME = Frame("pbem judge", OwnAddresses("judge@example.org"), "https://games.example.org/")
ENVELOPE = Envelope("ann@example.org", "<gx7.7.1@example.org>", NOW, "k7m2q9x4abcdefgh")
LETTER = LetterRef("000001", "<a1@mail.example.org>", "Re: [gx7] orders", NOW)
READER = Reader("gx7", "Friday game", "standard", "p3", ("FRANCE",), "Europe/Berlin", 2)
S1901M = Phase.read("S1901M")
F1901M = Phase.read("F1901M")
STANDARD = load_variant("standard")
DAY = timedelta(days=1)
SETTINGS = Settings(
    game="gx7",
    title="Friday game",
    variant="standard",
    board="sha256:" + "0" * 64,
    rules={"name": "2023"},
    arrangement="p7",
    host="Zoë",
    created=NOW,
    times=Times(3 * DAY, DAY, DAY),
    public_key="0" * 64,
    draws=(),
)
SEATS = {f"p{n}": (power,) for n, power in enumerate(STANDARD.powers, 1)}
NAMES = {"p1": "Bea", "p2": "Cem", "p3": "Ann", "p4": "Dov", "p5": "Eve", "p6": "Ida", "p7": "Jon"}
FORMS = (OrderForm("FRANCE", ("A MAR", "A PAR", "F BRE")),)
SPRING: Mapping[str, tuple[str, ...]] = {
    "AUSTRIA": ("A VIE - GAL", "F TRI - ALB", "A BUD - SER"),
    "ENGLAND": ("F EDI - NTH", "F LON - ENG", "A LVP - YOR"),
    "FRANCE": ("A PAR - BUR", "F BRE - ENG", "A MAR S A PAR - BUR"),
    "GERMANY": ("A MUN - BUR", "F KIE - DEN", "A BER - KIE"),
    "ITALY": ("A VEN - TYR", "A ROM - VEN", "F NAP - ION"),
    "RUSSIA": ("A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"),
}


GERMAN = Reader("gx7", "Friday game", "standard", "p4", ("GERMANY",), "UTC", 2)
FLED = Position(
    Phase.read("F1902R"),
    {"FRANCE": (Unit.read("A MUN"),), "GERMANY": (Unit.read("F KIE"),)},
    dislodged={"GERMANY": (Dislodgement(Unit.read("A MUN"), ("BOH", "SIL")),)},
)
BUILDS = Position(
    Phase.read("W1901A"),
    {"FRANCE": (Unit.read("A MAR"),)},
    {"FRANCE": ("BRE", "MAR", "PAR")},
)


def _report() -> PhaseReport:
    opening = STANDARD.opening()
    result = adjudicate(STANDARD, opening, SPRING, read_rulebook(SETTINGS.rules))
    return PhaseReport(opening, result, {}, ("TURKEY",))


def _after() -> Position:
    report = _report()
    return Position(F1901M, report.result.units, report.position.centers)


def _read(text: str) -> Reading:
    return read_orders(STANDARD, STANDARD.opening(), "FRANCE", text)


def _receipt(
    reading: Reading,
    sheet: tuple[SheetLine, ...],
    readiness: Readiness = Readiness.READY,
    owes: tuple[str, ...] = (),
    power: str = "FRANCE",
) -> PowerReceipt:
    return PowerReceipt(power, reading, sheet, 2, "sha256:" + "ab" * 32, "cd" * 32, readiness, owes)


def _lines(*orders: str) -> tuple[SheetLine, ...]:
    """Lines of a sheet; `?` in front: no order yet, `=`: stands from before."""
    return tuple(SheetLine(o.lstrip("?="), o[0] != "?", o[0] == "=") for o in orders)


def situations() -> dict[str, Notice | Answer]:
    """Return the notices, by the name of their golden letter."""
    plain = _read("A PAR - BUR\nF BRE - MAO\nA MAR - SPA")
    wordy = _read(
        "Hello judge!\narmy Paris -> Burgundy\nFleet Brest to the English Channel, please\n"
        "A MUN H\nA MAR - blub\nIs Vienna nice this time of the year?"
    )
    winter = Phase.read("W1901A")
    two = Reader("gx7", "Friday game", "standard", "p3", ("FRANCE", "ITALY"), "UTC", 2)
    italy = read_orders(STANDARD, STANDARD.opening(), "ITALY", "F NAP - ION")
    return {
        "receipt-plain": ReceiptNotice(
            READER,
            LETTER,
            S1901M,
            DUE,
            (_receipt(plain, _lines("A PAR - BUR", "F BRE - MAO", "A MAR - SPA")),),
        ),
        "receipt-troubled": ReceiptNotice(
            READER,
            LETTER,
            S1901M,
            DUE,
            (
                _receipt(
                    wordy,
                    _lines("A PAR - BUR", "F BRE - ENG", "?A MAR H"),
                    Readiness.MISSING,
                    ("A MAR has no order",),
                ),
            ),
            ("Your public name is Ann now.",),
            (("MAP", "the judge does not send this; the game's page shows it"),),
        ),
        "receipt-question": ReceiptNotice(
            Reader("gx7", "Friday game", "standard", "p6", ("RUSSIA",), "UTC", 2),
            LETTER,
            S1901M,
            DUE,
            (
                _receipt(
                    read_orders(
                        STANDARD,
                        Position(S1901M, {"RUSSIA": (Unit.read("F BOT"), Unit.read("F NWG"))}),
                        "RUSSIA",
                        "F BOT - L\nF NWG - Nor",
                    ),
                    _lines("=F BOT - LVN", "?F NWG H"),
                    Readiness.QUESTION,
                    power="RUSSIA",
                ),
            ),
        ),
        "receipt-two-powers": ReceiptNotice(
            two,
            LETTER,
            S1901M,
            None,
            (
                _receipt(plain, _lines("A PAR - BUR", "F BRE - MAO", "A MAR - SPA")),
                _receipt(
                    italy,
                    _lines("F NAP - ION", "=A ROM - APU", "=A VEN H"),
                    Readiness.WAITING,
                    power="ITALY",
                ),
            ),
        ),
        "phase-first": PhaseNotice(
            READER, S1901M, DUE, STANDARD.opening(), FORMS, None, SETTINGS, SEATS, NAMES
        ),
        "phase-next": PhaseNotice(READER, F1901M, DUE, _after(), FORMS, _report()),
        "phase-idle": PhaseNotice(READER, winter, DUE, _after(), (), None),
        "reminder": ReminderNotice(
            READER, S1901M, DUE, {"FRANCE": ("A PAR has no order", "F BRE has no order")}, FORMS
        ),
        "join": JoinNotice(READER, LETTER, SETTINGS, ("FRANCE", "ENGLAND")),
        "seat": SeatNotice(READER, LETTER, SETTINGS, 4, 7),
        "seat-left": SeatNotice(
            READER, LETTER, SETTINGS, 3, 7, ("You have left before the game began.",), left=True
        ),
        "invite": InviteNotice(READER, SETTINGS),
        "created": CreatedNotice(READER, LETTER, SETTINGS),
        "creation-parked": CreationAnswer(LETTER, "gx9", confirm=True),
        "creation-wrong": CreationAnswer(
            LETTER, "gx9", wrong=("movement: '0 days' leaves nobody time to order",)
        ),
        "observer-asked": ObserverNotice(READER, LETTER, SETTINGS, tuple(Role), Wish.COME),
        "observer-stands": ObserverNotice(READER, LETTER, SETTINGS, (Role.OBSERVER,), Wish.STAND),
        "observer-goes": ObserverNotice(READER, LETTER, SETTINGS, (Role.STANDBY,), Wish.GO),
        "observer-gone": ObserverNotice(READER, LETTER, SETTINGS, (Role.OBSERVER,), Wish.GONE),
        "forget-asked": ForgetNotice(READER, LETTER, "Ann", "Player 3", done=False, over=False),
        "forgotten": ForgetNotice(READER, LETTER, "Ann", "Player 3", done=True, over=True),
        "vacancy-free": VacancyNotice(
            READER, S1901M, ("FRANCE",), "resigned", "Ann", own=False, free=True
        ),
        "end-draw": EndNotice(
            READER,
            F1901M,
            "draw",
            ("FRANCE", "TURKEY"),
            {power: STANDARD.powers[power].homes for power in ("FRANCE", "TURKEY")},
            NAMES,
            SEATS,
            "",
            None,
        ),
        "clock-moved": ClockNotice(READER, S1901M, DUE + DAY, "Bea is on a train"),
        "clock-stands": ClockNotice(READER, S1901M, None, ""),
        "trouble-late": TroubleNotice(
            READER,
            LETTER,
            Trouble.LATE,
            "Your letter came 7 minutes after the deadline of Spring 1901.",
            F1901M,
            DUE + 3 * DAY,
            FORMS,
        ),
        "trouble-no-orders": TroubleNotice(
            READER,
            LETTER,
            Trouble.NO_ORDERS,
            "Your letter has no orders in it.",
            S1901M,
            DUE,
            FORMS,
        ),
        "status": StatusNotice(
            READER, LETTER, S1901M, DUE, STANDARD.opening(), ("ENGLAND", "AUSTRIA")
        ),
        "help": HelpAnswer(LETTER),
        "list": ListAnswer(LETTER, (ListedGame("gx7", "Friday game", "standard", "Spring 1901"),)),
        "stranger": TroubleAnswer(
            LETTER,
            Trouble.UNKNOWN_SENDER,
            "Nobody in the game gx7 writes from bob@example.org.",
            game="gx7",
        ),
        "no-game": TroubleAnswer(
            LETTER, Trouble.NO_GAME, "The letter names no game.", games=("gx7", "ab1")
        ),
        "receipt-kept": ReceiptNotice(
            READER,
            LETTER,
            S1901M,
            DUE,
            (
                _receipt(
                    _read("A PAR - BUR (retreat PIC, GAS or D)\npar-pic\nA Marsiglia - Piemonte"),
                    _lines("A PAR - PIC", "A MAR - PIE", "=F BRE H"),
                    Readiness.WAITING,
                ),
            ),
        ),
        "receipt-retreats": ReceiptNotice(
            GERMAN,
            LETTER,
            Phase.read("F1902R"),
            DUE,
            (
                _receipt(
                    read_orders(STANDARD, FLED, "GERMANY", "A Mun to Boh, Sil\nF Kie D\nD."),
                    _lines("A MUN R BOH, SIL"),
                    power="GERMANY",
                ),
            ),
        ),
        "receipt-winter": ReceiptNotice(
            READER,
            LETTER,
            winter,
            DUE,
            (
                _receipt(
                    read_orders(
                        STANDARD, BUILDS, "FRANCE", "Build Brest\nBuild A Par\nBuild A Mun"
                    ),
                    _lines("A PAR B"),
                    Readiness.QUESTION,
                    ("1 build is open",),
                ),
            ),
        ),
        "phase-retreats": PhaseNotice(
            GERMAN,
            Phase.read("F1902R"),
            DUE,
            FLED,
            (
                OrderForm(
                    "GERMANY",
                    ("A MUN R",),
                    "Each may retreat, or be disbanded (D).",
                    ("A MUN: BOH, SIL or D",),
                ),
            ),
            None,
        ),
        "trouble-parked": TroubleNotice(
            READER,
            LETTER,
            Trouble.PARKED,
            "The letter comes from your address, but nothing proves that you wrote it.",
            S1901M,
            DUE,
        ),
        "press": PressNotice(
            READER,
            S1901M,
            "GERMANY",
            Addressees(("FRANCE", "ITALY", "HOST")),
            "Dear neighbors,\n\nBurgundy stays empty, and nobody moves to Piedmont. Is that agreed "
            "by all of us?\n  * yes\n  * no\n\nG.",
        ),
        "press-grey": PressNotice(
            READER, S1901M, "", Addressees(("ALL",), ("ITALY",)), "Beware of Italy."
        ),
        "receipt-press": ReceiptNotice(
            READER,
            LETTER,
            S1901M,
            DUE,
            (),
            blocks=(
                Relayed("FRANCE", "FRANCE", Addressees(), "Hail to all!"),
                Relayed("FRANCE", "", Addressees(("TURKEY",)), "Psst.", ("ITALY",), ("FRANCE",)),
                Note("FRANCE", "Italy smiles too much."),
            ),
        ),
        "trouble-open-press": TroubleNotice(
            READER,
            LETTER,
            Trouble.OPEN_PRESS,
            'The press that begins with "press to all" has no ENDPRESS, and orders stand below it.',
            S1901M,
            DUE,
            choices=(
                ("All of it is press, and nothing is ordered.", ("Let us meet.", "A PAR - BUR")),
                ("The press ends before this line:", ("A PAR - BUR",)),
            ),
        ),
        "trouble-wrong-phase": TroubleNotice(
            READER,
            LETTER,
            Trouble.WRONG_PHASE,
            "Spring 1901 is over and Fall 1901 is open; nothing below was stored.",
            F1901M,
            DUE,
            FORMS,
        ),
        "trouble-unreadable": TroubleNotice(
            READER,
            LETTER,
            Trouble.UNREADABLE,
            "Your letter is encrypted, and the judge has no key for it.",
            S1901M,
            DUE,
        ),
        "trouble-many": TroubleNotice(
            READER,
            LETTER,
            Trouble.TOO_MANY,
            "You wrote more than 60 letters in an hour.",
            S1901M,
            DUE,
        ),
        "trouble-over": TroubleNotice(
            READER, LETTER, Trouble.GAME_OVER, "The game is over; nothing can be ordered any more."
        ),
        "alert": HostAlert("gx7", "A letter could not be read and was set aside.", "000001"),
    }


def letter(notice: Notice | Answer) -> OutgoingLetter:
    """Return the letter of a notice, with a signature for each power."""
    signed = dict.fromkeys(STANDARD.powers, "c2lnbmF0dXJl" * 7 + "c2ln")
    return compose(notice, ENVELOPE, FRAME, signed)
