"""The words that orders are made of, whatever the board.

A word belongs to at most one class. Single letters are here as well; where they
count is the grammar's concern.
"""

from __future__ import annotations

from enum import Enum, auto

from pbem.board.position import UnitKind


class Verb(Enum):
    """What an order word asks for."""

    HOLD = auto()
    MOVE = auto()
    SUPPORT = auto()
    CONVOY = auto()
    RETREAT = auto()
    DISBAND = auto()
    BUILD = auto()
    WAIVE = auto()
    CONVERT = auto()


_VERBS = {
    Verb.HOLD: "h hold holds holding hld stand stands standing stay stays staying remain remains "
    "defend defends",
    Verb.MOVE: "m mv move moves moving go goes going attack attacks attacking advance advances "
    "advancing march marches marching sail sails sailing proceed proceeds",
    Verb.SUPPORT: "s sup supp supt sups support supports supporting sh sm suport suports",
    Verb.CONVOY: "c con conv convoy convoys convoying transport transports transporting "
    "ferry ferries ferrying carry carries carrying",
    Verb.RETREAT: "r ret retr retreat retreats retreating",
    Verb.DISBAND: "d dis disb disband disbands disbanded disbanding remove removes removed "
    "removing otb destroy destroys destroyed scrap scraps scrapped",
    Verb.BUILD: "b bld build builds built building",
    Verb.WAIVE: "waive waives waived waiving waiver pass passes",
    Verb.CONVERT: "convert converts converted converting conversion become becomes becoming",
}

VERBS = {word: verb for verb, words in _VERBS.items() for word in words.split()}

KINDS = {
    **dict.fromkeys(("a", "army", "armies"), UnitKind.ARMY),
    **dict.fromkeys(("f", "fleet", "fleets", "flt"), UnitKind.FLEET),
}

TO = frozenset({"to", "into", "onto", "toward", "towards"})
"""What may stand between a unit and where it goes."""

SIGN = "-"
"""Every dash and arrow, as the tokens have it."""

ARTICLES = frozenset({"the", "my", "our", "own", "your", "his", "her", "their", "a", "an"})
"""What may stand before a unit or a place; `a` is the army's letter first."""

IN = frozenset({"in", "at", "from", "of", "on", "inside"})
"""What may stand between a unit and its place."""

AND = frozenset({"and", "&", "then"})
OR = frozenset({"or", "else", "then", "/"})

STILL = frozenset(
    {"position", "positions", "still", "put", "ground", "firm", "fast", "in", "place"}
    | {"its", "their"}
)
"""What may follow `hold`."""

COURTESIES = frozenset(
    {"please", "pls", "plz", "thanks", "thx", "thank", "you", "again", "too", "also", "now"}
    | {"as", "agreed", "discussed", "promised", "planned"}
)
"""What may follow any order and says nothing."""

OPENERS = frozenset(
    {"i", "we", "please", "pls", "plz", "will", "i'll", "we'll", "shall", "would", "like", "to"}
    | {"the", "my", "our", "have", "let", "order", "orders", "ordering"}
)
"""What may stand before an order that names its unit in full, and says nothing."""

CONNECTIVES = TO | IN | AND | OR | ARTICLES | {"via", "by", "with", "through", "is", "be", SIGN}

DOUBTS = frozenset(
    {"if", "unless", "or", "not", "but", "maybe", "perhaps", "otherwise", "instead", "else"}
    | {"except", "only", "when", "whenever", "until", "provided", "assuming", "depending"}
    | {"cancel", "ignore", "never", "don't", "dont", "no", "rather", "depends", "should"}
    | {"before", "after", "once", "while", "whether", "probably", "possibly", "might"}
    | {"cancelled", "canceled", "cancels", "void", "scratch", "forget", "wrong", "mistake"}
    | {"withdrawn", "old", "undo", "skip", "unsure", "tbd", "tbc", "alternatively", "preferably"}
)
"""Words that make an order doubtful when they stand beside it in a line."""

NUMBERS = {"1": 1, "one": 1, "a": 1, "2": 2, "two": 2, "both": 2, "3": 3}
NUMBERS |= {"three": 3, "4": 4, "four": 4, "5": 5, "five": 5}
ALL = frozenset({"all", "every", "rest", "remaining"})

COASTS = {
    "nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC",
    "north": "NC", "south": "SC", "east": "EC", "west": "WC",
    "northern": "NC", "southern": "SC", "eastern": "EC", "western": "WC",
    "n": "NC", "s": "SC", "e": "EC", "w": "WC",
}  # fmt: skip
"""Coasts by their words; what is no two-letter word counts before `coast` or in brackets."""

COMPASS = ("north", "south", "east", "west")

COMPASS_LETTERS = frozenset({"n", "s", "e", "w"})
