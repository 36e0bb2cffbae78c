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
            known. Canonical links, feeds, the sitemap and pictures for other sites
            use it.
        accent: Color of links and buttons on light pages, `#rrggbb`; empty for the
            theme's own.
        accent_dark: The same on dark pages.
        lean: Whether what can be made again is left out: maps within pages (they
            stay beside them), phases as plain text, archives of finished games and
            their phases as JSON Lines.
        parquet: Whether the orders of finished games are there as Parquet too, unless the
            site is lean; needs pyarrow, and some milliseconds for each game of a year
            whenever one of them ends.
    """

    title: str = "Diplomacy by e-mail"
    footer: str = ""
    address: str = ""
    url: str = ""
    accent: str = ""
    accent_dark: str = ""
    lean: bool = False
    parquet: bool = False
