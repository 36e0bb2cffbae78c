"""Markdown becomes HTML that can do no harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.site.prose import markdown_html, title_of


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        '<img src=x onerror="alert(1)">',
        '<p style="color:red" onclick="x()">x</p>',
        "![x](http://example.org/x.png)",
        "<iframe src='http://example.org'></iframe>",
    ],
)
def test_nothing_active_is_left(text: str) -> None:
    """No script, handler, style, picture or frame comes through."""
    html = markdown_html(text).lower()
    for bad in ("<script", "javascript:", "<img", "onerror", "style=", "onclick", "<iframe"):
        assert bad not in html


def test_tables_and_headings() -> None:
    """Tables have heads with a scope, headings an id; the title is the page's own."""
    html = markdown_html("# Title\n\n## A part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert 'id="a-part"' in html
    assert html.count('<th scope="col">') == 2
    assert "Title" not in html
    assert title_of("x\n# Title \n") == "Title"


@given(st.text())
def test_any_text_is_rendered(text: str) -> None:
    """No text can make it fail, or leave a script."""
    assert "<script" not in markdown_html(text)


def test_a_link_that_may_lead_nowhere_is_plain_text() -> None:
    """Of a link with a scheme that is not allowed the words stay, and other links are as before."""
    html = markdown_html("[now](javascript:x) or [later](https://example.org/)", players=True)
    assert html == (
        '<p>now or <a href="https://example.org/" rel="nofollow noopener">later</a></p>'
    )
