"""The players of a demo: who they are and how they write and mail their letters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.demo.hands import Hand


class Envelope(StrEnum):
    """How a player's mail program sends letters."""

    PLAIN = "plain"
    FLOWED = "flowed"
    HTML = "html"
    TOP_POST = "top-post"
    PHONE = "phone"
    BOTTOM_POST = "bottom-post"
    OUTLOOK = "outlook"


@dataclass(frozen=True)
class Person:
    """Somebody who plays in a demo.

    Attributes:
        name: Also the public name.
        address: In a domain that exists for examples alone.
        hours: Of the person's clock before (negative: behind) UTC.
        hand: How orders are written.
        envelope: How letters are sent.
        greetings: Lines a letter may begin with; one of them does.
        closings: Lines a letter may end with.
        signature: Lines below `-- `, where the mail program writes any.
        delay: Hours from the arrival of a letter of the judge to the answer;
            half of them where there is little to order, or where the first
            thoughts are not the last.
        dated: Whether the turn stands above the orders: `Spring 1870`.
    """

    name: str
    address: str
    hours: int
    hand: Hand
    envelope: Envelope
    greetings: tuple[str, ...]
    closings: tuple[str, ...]
    signature: tuple[str, ...]
    delay: int
    dated: bool = False


PEOPLE: tuple[Person, ...] = (
    Person(
        name="Ada",
        address="ada@terse.example.org",
        hours=0,
        hand=Hand.TERSE,
        envelope=Envelope.PLAIN,
        greetings=(),
        closings=(),
        signature=("Ada", "What can be said in a line needs no second."),
        delay=3,
    ),
    Person(
        name="Bartholomew Quill",
        address="b.quill@letters.example.net",
        hours=1,
        hand=Hand.FULL,
        envelope=Envelope.FLOWED,
        greetings=(
            "Dear judge, I trust that this finds you well. It has been raining here since "
            "Tuesday and I have had all the time in the world to think it over.",
            "Dear judge, you will forgive an old man his long letters. My granddaughter says "
            "that nobody writes like this any more, which seems to me a reason to go on.",
            "Dear judge, what a season that was! I had to read your letter twice.",
        ),
        closings=(
            "With every good wish, and my compliments to the table,",
            "I remain, as ever, yours sincerely,",
        ),
        signature=(),
        delay=7,
    ),
    Person(
        name="Chiara",
        address="chiara@post.example.com",
        hours=1,
        hand=Hand.ARROWS,
        envelope=Envelope.HTML,
        greetings=("Ciao!", "Hello judge,", "Here we go again:"),
        closings=("Baci, Chiara", "Grazie, Chiara"),
        signature=(),
        delay=5,
    ),
    Person(
        name="Dan T.",
        address="dan.t@mail.example.com",
        hours=-5,
        hand=Hand.ROWS,
        envelope=Envelope.TOP_POST,
        greetings=("Hi,", "Hey there,"),
        closings=("Cheers, Dan", "Thanks!", "Dan"),
        signature=(),
        delay=9,
    ),
    Person(
        name="Éloïse",
        address="eloise@pocket.example.org",
        hours=1,
        hand=Hand.DASHES,
        envelope=Envelope.PHONE,
        greetings=("on the train, so short:", "“voilà”"),
        closings=("that’s it… 🙂", ""),
        signature=(),
        delay=11,
    ),
    Person(
        name="Finn",
        address="finn@shell.example.net",
        hours=1,
        hand=Hand.LOWER,
        envelope=Envelope.BOTTOM_POST,
        greetings=(),
        closings=("thx", ""),
        signature=("Finn", "sent with a keyboard, read in a terminal"),
        delay=4,
    ),
    Person(
        name="Grace O'Hara",
        address="Grace.OHara@office.example.com",
        hours=-8,
        hand=Hand.NUMBERED,
        envelope=Envelope.OUTLOOK,
        greetings=("Good morning,", "Good afternoon,"),
        closings=("Kind regards,", "Best,"),
        signature=(),
        delay=12,
    ),
)
