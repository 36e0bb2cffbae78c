"""What letters say: commands, headings, press, several powers in one hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.commands import (
    AskStatus,
    Clear,
    Ready,
    Rename,
    SetZone,
    Undo,
    VoteDraw,
    Wait,
)
from pbem.game.notices import Trouble
from pbem.game.speech import Addressees, Note, Speech, Tone
from pbem.mail.commands import (
    ConfirmSeat,
    Help,
    JoinGame,
    ListGames,
    NotObeyed,
    SignOff,
    SignOn,
    read_command,
)
from pbem.mail.headings import When, read_heading
from pbem.mail.language import Said, read_asks, read_letter
from pbem.mail.press import MOST_PRESS
from pbem.orders.reading import Question, Refused
from tests.words import english

STANDARD = load_variant("standard")
OPENING = STANDARD.opening()
FALL = Position(Phase.read("F1901M"), OPENING.units, OPENING.centers)


def said(text: str, *powers: str, position: Position = OPENING, **extra: object) -> Said:
    """What a letter of France (or of other powers) says."""
    return read_letter(text, STANDARD, position, powers or ("FRANCE",), **extra)  # type: ignore[arg-type]


def orders(found: Said, power: str = "FRANCE") -> list[str]:
    """The orders read for a power."""
    reading = found.readings.get(power)
    return [order.order for order in reading.orders] if reading else []


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        ("READY", Ready()),
        ("ready.", Ready()),
        ("  * Ready!", Ready()),
        ("1. ready", Ready()),
        ("ＲＥＡＤＹ", Ready()),
        ("SET NOWAIT", Ready()),
        ("WAIT", Wait()),
        ("set wait", Wait()),
        ("clear", Clear()),
        ("UNDO", Undo()),
        ("draw", VoteDraw(yes=True)),
        ("No draw", VoteDraw(yes=False)),
        ("set nodraw", VoteDraw(yes=False)),
        ("STATUS?", AskStatus()),
        ("help", Help()),
        ("Help me", Help("me")),
        ("HELP ORDERS", Help("orders")),
        ("list", ListGames()),
        ("CONFIRM", ConfirmSeat()),
        ("JOIN", JoinGame()),
        ("join France, england and Turkey", JoinGame(("FRANCE", "ENGLAND", "TURKEY"))),
        ("SIGNON ?gx7 ***", JoinGame()),
        ("SIGNON Fgx7", SignOn("f")),
        ("signoff", SignOff()),
        ("NAME Ann Other", Rename("Ann Other")),
        ("name: Ann", Rename("Ann")),
        ("set name Ann", Rename("Ann")),
        ("ZONE Europe/Lisbon", SetZone("Europe/Lisbon")),
        ("zone europe/lisbon", SetZone("Europe/Lisbon")),
        ("set zone UTC", SetZone("UTC")),
    ],
)
def test_command(line: str, spoken: object) -> None:
    """A command in any case, with the marks and blanks that are forgiven."""
    assert read_command(line, STANDARD) == spoken


@pytest.mark.parametrize(
    "line",
    [
        "Draw anyone?",
        "wait for me",
        "Ready when you are!",
        "I am ready when you are",
        "Clear the way",
        "name the day",
        "Help! I am lost in Burgundy, and nobody comes",
        "join me in attacking France",
        "zone of influence",
        "list of demands",
        "Z\u00baNE Europe/Lisbon",
        "status quo",
        "ready?",
        "A PAR - BUR",
        "",
    ],
)
def test_talk_is_no_command(line: str) -> None:
    """A line that is more than a command is talk."""
    assert read_command(line, STANDARD) is None


@pytest.mark.parametrize(
    "line",
    ["ZONE Europe/Atlantis", "NAME a@b.c", "PREVIEW"],
)
def test_command_that_is_not_obeyed(line: str) -> None:
    """A command that cannot be obeyed is answered with what would be right."""
    found = said(line)
    assert isinstance(read_command(line, STANDARD), NotObeyed)
    assert [text for text, _ in found.refused] == [line]
    assert found.trouble is None


@pytest.mark.parametrize(
    ("line", "power", "phase", "when"),
    [
        ("FRANCE", "FRANCE", "", When.OPEN),
        ("Orders for France:", "FRANCE", "", When.OPEN),
        ("FRANCE, Fall 1901", "FRANCE", "Fall 1901", When.OPEN),
        ("Fall 1901", "", "Fall 1901", When.OPEN),
        ("autumn '01 movement", "", "Fall 1901", When.OPEN),
        ("F1901M", "", "Fall 1901", When.OPEN),
        ("PHASE F1901M", "", "Fall 1901", When.OPEN),
        ("Spring 1901", "", "Spring 1901", When.PAST),
        ("--- S1901M ---", "", "Spring 1901", When.PAST),
        ("F1901R", "", "Fall 1901 retreats", When.LATER),
        ("Winter 1901 (builds)", "", "Winter 1901", When.LATER),
        ("Fall 1901 builds", "", "Winter 1901", When.LATER),
        ("Spring 1902", "", "Spring 1902", When.LATER),
    ],
)
def test_heading(line: str, power: str, phase: str, when: When) -> None:
    """A heading names a power, a phase, or both."""
    found = read_heading(line, STANDARD, FALL.phase)
    assert found is not None
    assert (found.power, english(found.phase), found.when) == (power, phase, when)


@pytest.mark.parametrize(
    "line",
    ["France is strong in 1901", "Spring 1901 was fun", "A PAR - BUR", "Fall", "1901", "---", ""],
)
def test_no_heading(line: str) -> None:
    """A line that says more is none."""
    assert read_heading(line, STANDARD, FALL.phase) is None


def test_past_phase() -> None:
    """Nothing below the heading of a past phase is stored, until another heading."""
    only_past = said("Spring 1901\nA PAR - BUR", position=FALL)
    assert only_past.trouble is Trouble.WRONG_PHASE
    both = said("Spring 1901\nA PAR - BUR\nFall 1901\nA PAR - PIC", position=FALL)
    assert orders(both) == ["A PAR - PIC"]
    assert both.trouble is None
    assert len(both.refused) == 1


def test_later_phase() -> None:
    """What is meant for a later phase is kept, and read when its phase is open."""
    text = "A PAR - PIC\nFall 1901\nA PAR - BUR\nREADY\nWinter 1901\nBuild A PAR"
    found = said(text)
    assert orders(found) == ["A PAR - PIC"]
    later = [(code, english(phase)) for code, phase in found.later]
    assert later == [("F1901M", "Fall 1901"), ("W1901A", "Winter 1901")]
    assert (found.requests, found.refused) == ((), ())
    then = said(text, position=FALL, was_kept=True)
    assert orders(then) == ["A PAR - BUR"]
    assert then.requests == (Ready(),)


@pytest.mark.parametrize("heading", ["Spring 1901", "Fall 1902"])
def test_commands_are_dated_too(heading: str) -> None:
    """READY below another phase's heading is not for the one that is open."""
    assert said(f"A PAR - BUR\n{heading}\nREADY\nCLEAR", position=FALL).requests == ()


def test_signoff() -> None:
    """Nothing below SIGNOFF is read."""
    found = said("A PAR - BUR\nSIGNOFF\nA PAR - PIC\nREADY")
    assert orders(found) == ["A PAR - BUR"]
    assert found.requests == ()


@pytest.mark.parametrize(
    "text", ["", "Hello judge,\nnice weather.\n", "Draw anyone?", "see the attached file"]
)
def test_nothing_said(text: str) -> None:
    """A letter without orders, commands or press has no orders."""
    assert said(text).trouble is Trouble.NO_ORDERS


@pytest.mark.parametrize(
    "text",
    [
        "A PAR - BUR\nA MUN - RUH",
        "FRANCE\nA PAR - BUR\nGERMANY\nA MUN - RUH",
        "Germany:\nA MUN - RUH\n\nFrance:\nA PAR - BUR",
        "A PAR - BUR, A MUN - RUH",
        "SIGNON Fgx7\nA PAR - BUR\nSIGNON Ggx7\nA MUN - RUH",
    ],
)
def test_two_powers(text: str) -> None:
    """With and without headings, each order goes to the power whose unit it names."""
    found = said(text, "FRANCE", "GERMANY")
    assert orders(found, "FRANCE") == ["A PAR - BUR"]
    assert orders(found, "GERMANY") == ["A MUN - RUH"]
    assert all(not reading.refused for reading in found.readings.values())


def test_two_powers_and_a_stranger() -> None:
    """What no power in hand can order is refused once."""
    found = said("A PAR - BUR\nA VIE - GAL", "FRANCE", "GERMANY")
    refused = [r for reading in found.readings.values() for r in reading.refused]
    assert [(r.text, r.reason) for r in refused] == [("A VIE - GAL", Refused.NOT_YOUR_UNIT)]


def test_later_block_wins() -> None:
    """The last order for a unit wins, whether or not it stands under a heading."""
    found = said("A PAR - BUR\nFRANCE\nA PAR - PIC", "FRANCE", "GERMANY")
    assert orders(found, "FRANCE") == ["A PAR - PIC"]


def test_numbers_answer_questions() -> None:
    """A number is the order of the choice; a number too high is refused."""
    asked = (
        Question("a mar - ?", ("A MAR - SPA", "A MAR - PIE")),
        Question("f bre - ?", ("F BRE - MAO", "F BRE - ENG")),
    )
    assert orders(said("2\n(3)", asked=asked)) == ["A MAR - PIE", "F BRE - MAO"]
    assert said("5", asked=asked).refused[0][0] == "5"


def test_numbers_of_an_older_receipt() -> None:
    """They mean something else now: nothing is stored, and the answer says so."""
    asked = (Question("a mar - ?", ("A MAR - SPA", "A MAR - PIE")),)
    found = said("2\nF BRE - MAO", asked=asked, old=True)
    assert orders(found) == ["F BRE - MAO"]
    assert [text for text, _ in found.refused] == ["2"]


class TestPress:
    """Press is held apart, whatever it says."""

    def test_orders_in_press(self) -> None:
        """An order inside a block is no order."""
        found = said(
            "A PAR - BUR\nPRESS TO Germany and England GREY\nA PAR - PIC\nENDPRESS\nF BRE - MAO",
        )
        assert orders(found) == ["A PAR - BUR", "F BRE - MAO"]
        (press,) = found.press
        assert (press.to, press.text) == (("GERMANY", "ENGLAND"), "A PAR - PIC")
        assert press.tone is Tone.GREY
        assert found.refused == ()

    @pytest.mark.parametrize(
        ("line", "addressees", "tone", "posing"),
        [
            ("press to germany", Addressees(("GERMANY",)), Tone.WHITE, ""),
            ("PRESS TO Germany, the host WHITE", Addressees(("GERMANY", "HOST")), Tone.WHITE, ""),
            ("press to all", Addressees(("ALL",)), Tone.WHITE, ""),
            ("Press to all but Italy:", Addressees(("ALL",), ("ITALY",)), Tone.WHITE, ""),
            (
                "press to everybody except italy grey",
                Addressees(("ALL",), ("ITALY",)),
                Tone.GREY,
                "",
            ),
            ("press to observers and turkey", Addressees(("TURKEY", "OBSERVERS")), Tone.WHITE, ""),
            ("broadcast", Addressees(), Tone.WHITE, ""),
            ("Broadcast gray", Addressees(), Tone.GREY, ""),
            ("broadcast fake italy", Addressees(), Tone.FAKE, "ITALY"),
            ("press to austria fake Russia", Addressees(("AUSTRIA",)), Tone.FAKE, "RUSSIA"),
            ("press to austria fake france", Addressees(("AUSTRIA",)), Tone.WHITE, ""),
        ],
    )
    def test_whom_and_how_signed(
        self, line: str, addressees: Addressees, tone: Tone, posing: str
    ) -> None:
        """It says whom a block is for and whose name it bears; the own name is no fake."""
        found = said(f"{line}\nhi\nendpress")
        assert found.refused == ()
        assert found.blocks == (Speech("FRANCE", addressees, "hi", tone, posing, line),)

    @pytest.mark.parametrize(
        "line",
        ["press to all but the weak", "broadcast fake italia nostra", "press to xyz fake italy"],
    )
    def test_not_understood(self, line: str) -> None:
        """A name that is none is never passed over: nothing is relayed."""
        found = said(f"{line}\nhi\nendpress")
        assert (found.blocks, [text for text, _ in found.refused]) == ((), [line])

    def test_which_power_speaks(self) -> None:
        """That of the open heading, else the first in hand; a note is that power's too."""
        text = "note\nmine\nendnote\nGERMANY\npress to all\nhi\nendpress"
        found = said(text, "FRANCE", "GERMANY")
        assert found.blocks == (
            Note("FRANCE", "mine", "note"),
            Speech("GERMANY", Addressees(("ALL",)), "hi", opening="press to all"),
        )

    @pytest.mark.parametrize("below", ["A PAR - BUR", "READY", "A MAR S PAR - BUR", "wait."])
    def test_open_block(self, below: str) -> None:
        """Orders or commands in a block without its end: nothing is obeyed."""
        found = said(f"F BRE - MAO\nbroadcast\nhello\n{below}")
        assert found.held is None or found.held.opening == "broadcast"
        if found.held is None:
            pytest.fail("the block was not held")
        assert not found.readings
        assert not found.requests
        assert not found.press

    def test_open_block_of_talk(self) -> None:
        """A block without its end that holds talk alone goes to the end of the letter."""
        found = said("press to germany\nhello\n\nthere")
        assert found.held is None
        assert found.press[0].text == "hello\n\nthere"
        assert found.trouble is None

    @pytest.mark.parametrize("line", ["press to the west", "note", "pressing on to Munich"])
    def test_no_block(self, line: str) -> None:
        """What names no reader and has no end opens nothing."""
        assert orders(said(f"{line}\nA PAR - BUR")) == ["A PAR - BUR"]

    def test_long_press(self) -> None:
        """A block beyond the limit is refused, and the orders beside it stand."""
        text = f"press to all\n{'hello ' * MOST_PRESS}\nendpress\nA PAR - BUR"
        found = said(text)
        assert (found.press, orders(found)) == ((), ["A PAR - BUR"])
        assert found.refused[0][0] == "press to all"

    def test_unknown_reader(self) -> None:
        """A closed block to nobody known is refused, and its lines are no orders."""
        found = said("press to freance\nA PAR - PIC\nendpress\nA PAR - BUR")
        assert orders(found) == ["A PAR - BUR"]
        assert found.refused[0][0] == "press to freance"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("HELP", (Help(),)),
        ("Hello,\nLIST\nthank you", (ListGames(),)),
        ("JOIN FRANCE\nSTATUS", (JoinGame(("FRANCE",)), AskStatus())),
        ("HELP\nA PAR - BUR", ()),
        ("HELP\nREADY", ()),
        ("HELP\nSIGNOFF\nA PAR - BUR", (Help(),)),
        ("hello", ()),
    ],
)
def test_strangers(text: str, asks: tuple[object, ...]) -> None:
    """A stranger's question counts only where nothing else is asked."""
    assert read_asks(text, [STANDARD]) == asks


WORDS = st.sampled_from(
    "A F PAR BUR BRE MAO MUN FRANCE GERMANY Spring 1901 press to all endpress note broadcast "
    "READY SIGNOFF SIGNON Fgx7 NAME ZONE JOIN DRAW - S C H 1 2 , : \n".split(" ")
)


@given(st.lists(WORDS | st.text(max_size=5), max_size=40).map(" ".join))
def test_any_text_is_read(text: str) -> None:
    """Whatever is written, it is read; units are ordered at most once, and only own ones."""
    found = said(text, "FRANCE", "GERMANY")
    for power, reading in found.readings.items():
        units = [" ".join(order.order.split(" ")[:2]) for order in reading.orders]
        assert len(units) == len(set(units))
        assert {Unit.read(unit) for unit in units} <= set(OPENING.units[power])
