"""HTML bodies as plain text.

Blocks and line breaks end lines, blanks run together as a browser would run
them, and each level of `blockquote` becomes a `>` at the head of its lines.
What a reader of the letter would not see (styles, scripts, hidden elements,
comments) is left out, since text may hide there that the writer never saw; so is
what the writer has struck out, and a signature that is marked as one.
"""

from __future__ import annotations

import re
from collections import Counter

from selectolax.lexbor import LexborHTMLParser, LexborNode

_SILENT_WORDS = """
head style script title template noscript meta link object iframe svg math select textarea
button audio video canvas map datalist dialog s strike del
"""
_SILENT = frozenset(_SILENT_WORDS.split())
_BLOCKS_WORDS = """
address article aside blockquote body caption center dd details div dl dt fieldset figure
footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table
tbody tfoot thead tr ul
"""
_BLOCKS = frozenset(_BLOCKS_WORDS.split())
_CELLS = frozenset({"td", "th"})
_HIDDEN = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0(?:\.0+)?"
    r"|text-decoration(?:-line)?:[a-z]*line-through[a-z]*"
    r"|font-size:0(?:\.0+)?(?:px|pt|em|rem|%)?|(?:max-)?(?:height|width):0(?:px)?)(?:!important)?(?:;|$)"
)
_SIGNATURES = frozenset({"gmail_signature", "gmail_signature_prefix", "moz-signature"})
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s>/]{0,30})")
_UNNESTED_WORDS = """
area base br col embed hr img input link meta source track wbr p li dt dd tr td th tbody
thead tfoot option optgroup html head body
"""
_UNNESTED = frozenset(_UNNESTED_WORDS.split())
MOST_DEPTH = 500
MOST_TAGS = 40_000


def html_to_text(html: str) -> str:
    """Return the text of an HTML document, lines ending in LF; never raises.

    What stands behind the 40,000th tag, or behind the 500th element within
    elements, is left out: a parser needs a time for those that grows with
    their square, and no letter has them.
    """
    body = LexborHTMLParser(_within_bounds(html)).body
    if body is None:
        return ""
    writer = _Writer()
    node: LexborNode | None = body
    path: list[LexborNode] = []
    while node is not None:
        if _enter(writer, node) and node.child is not None:
            path.append(node)
            node = node.child
            continue
        _leave(writer, node)
        while node.next is None and path:
            node = path.pop()
            _leave(writer, node)
        node = node.next if path else None
    return writer.text()


def _within_bounds(html: str) -> str:
    open_tags: Counter[str] = Counter()
    depth = 0
    for count, tag in enumerate(_TAG.finditer(html)):
        name = tag[2].lower()
        if name not in _UNNESTED and (not tag[1] or open_tags[name]):
            step = -1 if tag[1] else 1
            open_tags[name] += step
            depth += step
        if depth > MOST_DEPTH or count > MOST_TAGS:
            return html[: tag.start()]
    return html


class _Writer:
    """Lines as they grow."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.quotes = 0
        self.preformatted = 0

    def say(self, text: str) -> None:
        if self.preformatted:
            first, *rest = text.split("\n")
            self.line.append(first)
            for following in rest:
                self.end()
                self.line.append(following)
            return
        text = _BLANKS.sub(" ", text)
        if not self.line or self.line[-1].endswith(" "):
            text = text.removeprefix(" ")
        if text:
            self.line.append(text)

    def end(self, *, only_if_begun: bool = False) -> None:
        if only_if_begun and not self.line:
            return
        quotes = ">" * self.quotes + " " if self.quotes else ""
        self.lines.append((quotes + "".join(self.line)).rstrip())
        self.line = []

    def text(self) -> str:
        self.end(only_if_begun=True)
        return "\n".join(self.lines)


def _enter(writer: _Writer, node: LexborNode) -> bool:
    """Write what stands before a node's children; return whether they are to be read."""
    tag = node.tag or ""
    if tag == "-text":
        writer.say(node.text_content or "")
        return False
    if tag in _SILENT or tag.startswith(("-", "!")) or _is_hidden(node):
        return False
    if tag == "br":
        writer.end()
    if tag in _BLOCKS:
        writer.end(only_if_begun=True)
    if tag == "blockquote":
        writer.quotes += 1
    if tag == "pre":
        writer.preformatted += 1
    return True


def _leave(writer: _Writer, node: LexborNode) -> None:
    tag = node.tag or ""
    if tag in _BLOCKS and not _is_hidden(node):
        writer.end(only_if_begun=True)
        if tag == "blockquote":
            writer.quotes -= 1
        if tag == "pre":
            writer.preformatted -= 1
    if tag in _CELLS and writer.line:
        writer.line.append(" ")


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes:
        return True
    if _SIGNATURES & set((attributes.get("class") or "").split()):
        return True
    style = attributes.get("style")
    return bool(style) and _HIDDEN.search(re.sub(r"\s+", "", style or "").lower()) is not None
