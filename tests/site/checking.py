"""Reads a built page strictly: what is open must be closed, what is linked must be there."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# In SVG these end themselves.
_SHAPES = frozenset({"rect", "path", "circle", "use", "line", "ellipse"})


@dataclass
class Found:
    """What a page holds.

    Attributes:
        faults: What is wrong with its form.
        links: Values of href and src, in their order.
        headings: Levels, in their order.
        attributes: Every attribute with its tag.
        text: All text.
    """

    faults: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    text: str = ""
    titles: int = 0


class _Strict(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Found()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)
        if tag not in _SHAPES:
            self.found.faults.append(f"<{tag}/> ends itself")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.found.faults.append(f"</{tag}> at {self.getpos()} ends what is not open")

    def handle_data(self, data: str) -> None:
        self.found.text += data

    def _seen(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            self.found.faults.append(f"<{tag}> has an attribute twice")
        values = {name: value or "" for name, value in attrs}
        self.found.tags.append((tag, values))
        self.found.titles += tag == "title" and "svg" not in self.open
        self.found.links += [values[name] for name in ("href", "src") if name in values]
        if "id" in values:
            self.found.ids.append(values["id"])
        if tag[0] == "h" and tag[1:].isdecimal():
            self.found.headings.append(int(tag[1:]))


def read_page(html: str) -> Found:
    """Return what a page holds; `faults` lists what is wrong with its form."""
    parser = _Strict()
    parser.feed(html)
    parser.close()
    found = parser.found
    found.faults += [f"<{tag}> is never closed" for tag in parser.open]
    found.faults += [f"id {id!r} stands twice" for id in found.ids if found.ids.count(id) > 1]
    return found
