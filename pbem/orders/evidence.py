"""Whether a line was meant as an order.

It was if it starts with a unit letter or word, a place or an order word, and at
least two of its words are such (one, if it is all of the line). An everyday word
that is a place as well counts only between a unit letter and a sign.
"""

from __future__ import annotations

from pbem.orders.gazetteer import Match
from pbem.orders.phrases import Cursor
from pbem.orders.words import KINDS, SIGN, TO, VERBS


def meant(cursor: Cursor, first: int, last: int) -> bool:
    """Return whether tokens were meant as an order; see the head of this module."""
    if not _starts(cursor, first, last):
        return False
    return evidence(cursor, first, last) >= 2 or all(
        _recognized(cursor, at) for at in range(first, last)
    )


def _starts(cursor: Cursor, at: int, last: int) -> bool:
    word = cursor.tokens[at].word
    if word in KINDS or word == "+":
        return True
    if word in VERBS and (len(word) > 1 or (at + 1 < last and _names(cursor, at + 1))):
        return True
    named = cursor.name_at(at)
    if named is None or named[0].common:
        return False
    return named[0].exact or (named[0].sure and len(word) >= 4)


def _names(cursor: Cursor, at: int) -> bool:
    """Return whether a unit letter, a unit word or a name stands here."""
    if at >= len(cursor.tokens):
        return False
    if cursor.tokens[at].word in KINDS:
        return True
    named = cursor.name_at(at)
    return named is not None and named[0].exact and not named[0].common


def evidence(cursor: Cursor, first: int, last: int) -> int:
    """Return how many words are units, places or order words beyond doubt."""
    count = 0
    at = first
    while at < last:
        token = cursor.tokens[at]
        named = cursor.name_at(at)
        if named and named[0].exact and not named[0].common and named[1] <= last:
            count += 1
            at = named[1]
            continue
        if named and _is_ordered(cursor, at, named, last):
            count += 1
        elif token.word in KINDS or token.word in VERBS:
            beside = _names(cursor, at + 1) or (at > first and _is_name(cursor, at - 1))
            count += len(token.word) > 1 or at == first or beside
        at += 1
    return count


def _is_ordered(cursor: Cursor, at: int, named: tuple[Match, int], last: int) -> bool:
    """Return whether a doubtful name stands between a unit letter and a sign of orders."""
    match, end = named
    if not at or cursor.tokens[at - 1].word not in KINDS or end >= last:
        return False
    word = cursor.tokens[end].word
    if word == SIGN or not match.exact:
        return word == SIGN
    return (len(word) == 1 and word in VERBS) or (word in TO and end + 1 == last)


def _is_name(cursor: Cursor, at: int) -> bool:
    named = cursor.name_at(at)
    return named is not None and named[0].exact and not named[0].common


def _recognized(cursor: Cursor, at: int) -> bool:
    """Return whether a word or sign is one that orders are made of."""
    token = cursor.tokens[at]
    if token.word in KINDS or token.word in VERBS:
        return True
    named = cursor.name_at(at)
    if named and named[0].exact:
        return not named[0].common or _before_place(cursor, at - 1)
    return not token.is_word


def _before_place(cursor: Cursor, at: int) -> bool:
    word = cursor.tokens[at].word
    return word in KINDS or word == SIGN or word in VERBS
