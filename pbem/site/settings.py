"""What a judge's home says about its site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SiteSettings:
    """The `[site]` settings; together with games/, maps/ and templates/ they make every page.

    Attributes:
        title: Name of the site, in the head of every page.
        footer: A line of plain text at the foot of every page; may be empty.
        address: Where the judge reads letters, `judge@example.org`; empty where
            nobody can join by letter.
        url: Where the site is published, ending in `/`; empty where that is not
            known. Only canonical links and feeds use it.
    """

    title: str = "Diplomacy by e-mail"
    footer: str = ""
    address: str = ""
    url: str = ""
