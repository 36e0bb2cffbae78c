"""Texts in Markdown as HTML that is safe on a page.

The only module that uses markdown and nh3. Whatever the text says, the result
has no script, no style, no picture from elsewhere, and no link but to pages and
letters.
"""

from __future__ import annotations

import re

import markdown
import nh3
from markupsafe import Markup

Html = Markup
"""Text that stands in a page as it is: ours, or made safe here."""

_TAGS = frozenset(
    "a abbr b blockquote br code dd del dl dt em h2 h3 h4 hr i kbd li ol p pre s strong sub sup "
    "table tbody td th thead tr ul".split()
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "th": {"scope", "id"},
    "h2": {"id"},
    "h3": {"id"},
    "h4": {"id"},
    "ol": {"start"},
}
_SCHEMES = {"http", "https", "mailto"}
_HEADING = re.compile(r"<(/?)h[1-6][^>]*>")
_DEAD_LINK = re.compile(r'<a rel="nofollow noopener">(.*?)</a>', re.DOTALL)


def markdown_html(text: str, *, players: bool = False) -> Html:
    """Return a text in Markdown as HTML; headings get an id, tables are read.

    A heading of the first level is left out: the page has its own.

    Args:
        text: Anybody's.
        players: Whether a player wrote it: lines end where they end in the text, headings
            are bold lines, and nothing in it has an id, so that it fits anywhere in a page.
    """
    extensions = ["tables", "toc", "sane_lists", "fenced_code", "def_list"]
    body = markdown.markdown(
        text,
        extensions=[*extensions, "nl2br"] if players else extensions,
        output_format="html",
    )
    if players:
        clean = nh3.clean(
            _HEADING.sub(r"<\1p>", body),
            tags=set(_TAGS) - {"h2", "h3", "h4", "table", "tbody", "td", "th", "thead", "tr"},
            clean_content_tags={"script", "style"},
            attributes={"a": {"href"}, "ol": {"start"}},
            url_schemes=set(_SCHEMES),
            link_rel="nofollow noopener",
        )
        return Html(_DEAD_LINK.sub(r"\1", clean))
    clean = nh3.clean(
        body,
        tags=set(_TAGS),
        clean_content_tags={"script", "style", "h1"},
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes=set(_SCHEMES),
        link_rel="nofollow noopener",
    )
    return Html(clean.replace("<th>", '<th scope="col">'))


def report_html(text: str) -> Html:
    """Return a report of ours in Markdown as HTML, with pictures that lie beside it.

    Whatever people wrote in it was escaped when it was made; links and pictures lead to
    files beside the report, and to the web only as links.
    """
    body = markdown.markdown(text, extensions=["tables", "sane_lists"], output_format="html")
    clean = nh3.clean(
        body,
        tags={*_TAGS, "h1", "img"},
        clean_content_tags={"script", "style"},
        attributes={"a": {"href"}, "img": {"src", "alt"}, "th": {"style"}, "td": {"style"}},
        attribute_filter=_picture_beside,
        url_schemes={"https"},
        link_rel="nofollow noopener",
    )
    return Html(clean.replace("<th>", '<th scope="col">'))


def _picture_beside(tag: str, name: str, value: str) -> str | None:
    """Keep the sources of pictures that lie beside a page, and how columns are aligned."""
    if tag == "img" and name == "src":
        return value if re.fullmatch(r"maps/[\w.-]+", value) else None
    if name == "style":
        return value if re.fullmatch(r"text-align: (right|left|center);", value) else None
    return value


def title_of(text: str) -> str:
    """Return the first heading of a text in Markdown; empty where it has none."""
    for line in text.splitlines():
        if line.startswith("# "):
            return line[2:].strip()
    return ""
