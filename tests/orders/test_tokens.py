"""Words and signs of a line, with what stands around them."""

from __future__ import annotations

import pytest

from pbem.orders.tokens import plain, tokenize


def shown(text: str) -> str:
    """Return the tokens of a text, each with `(` or `/` before it where that opens it.

    Behind it stand `)` for a closing bracket, `!` for a full stop and `~` for a sign without
    blanks, and in angle brackets what stands in the text where that is not the word.
    """
    told = []
    text = plain(text)[0]
    for token in tokenize(text):
        there = text[token.start : token.end]
        written = "" if there.lower() == token.word else f"<{there}>"
        marks = ")" * token.closed + "!" * token.stopped + "~" * token.tight
        told.append(f"{token.opened}{token.word}{marks}{written}")
    return " ".join(told)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("A Par - Bur", "a par - bur"),
        ("A Par-Bur.", "a par -~ bur!"),
        ("A Par- Bur", "a par - bur"),
        ("A Par -Bur", "a par - bur"),
        ("-Bur", "- bur"),
        ("Par-", "par -"),
        ("Par--Bur", "par -~<--> bur"),
        ("Par - - Bur", "par -<- -> bur"),
        ("Par -> -> Bur", "par -<-> ->> bur"),
        ("Par-->Bur", "par -~<-->> bur"),
        ("Par=>Bur", "par -~<=>> bur"),
        ("Par->-Bur", "par -<->-> bur"),
        ("- - -", "-<- - ->"),
        ("A (Par) - [Bur]", "a (par) - (bur)"),
        ("(A Par), (F Bre)", "(a par) , (f bre)"),
        ("( A", "(a"),
        ("() A", "a"),
        (") A", "a"),
        ("a/b", "a /b"),
        ("a / b", "a / b"),
        ("a /b", "a /b"),
        ("a/ b", "a /b"),
        ("/ b", "/b"),
        ("a /", "a"),
        ("a. b", "a! b"),
        ("a.b", "a b"),
        ("a.. b", "a! b"),
        ("a!b", "a! b"),
        ("a… b", "a! b"),
        ("(. b", "(b"),
        (". b", "b"),
        ("a.", "a!"),
        ("St.P(sc)", "st p (sc)"),
        ("a, b; c: d?", "a , b ; c : d ?"),
        ("a & b | c", "a and<&> b ;<|> c"),
        ("(, a", ", a"),
        ('"A" *Par* `H`', "a par h"),
        ('("A")', "(a)"),
        ("Paris's army", "paris<paris's> army"),
        ("o'neil", "o'neil"),
        ("'a'", "' a '"),
        ("a :-) b", "a b"),
        ("a :)", "a"),
        ("a =P b", "a b"),
        ("a:-) b", "a : -)~ b"),
        ("~", "~"),
        ("", ""),
        (" ", ""),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    """Dashes and arrows are one sign; brackets, slashes and full stops mark the words beside."""
    assert shown(text) == tokens
