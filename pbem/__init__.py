"""pbem, the judge for Diplomacy by e-mail and the archive of its games.

The way of a letter goes through the packages from `mail` (what it says) to
`game` (what the rules make of it), `store` (what is kept) and `site` (what is
shown); `judge` walks it. See docs/architecture.md.
"""

__version__ = "0.1.0"
