"""The errors of pbem, as one tree.

An error is for text that cannot be read and for a world that fails. What the
rules foresee (an illegal order, a late letter) is a result and never raised.

    PbemError
    ├── UnreadableError          text that cannot be read
    │   └── AmbiguousNameError   a name that fits several places
    ├── VariantError             a board that is not one, or an unknown variant
    ├── RecordError              a phase record or a file of the public record
    ├── ConfigError              pbem.toml, or a command's options
    ├── HomeError                a folder that is no judge's home
    │   └── HomeBusyError        a home that another process works on
    ├── PublishError             what is public cannot be brought to where it is shown
    ├── JournalError             the private state cannot be read or written
    └── MailboxError             letters cannot be fetched or sent just now
        ├── ServerDownError      nothing can be sent just now
        └── LetterRefusedError   this letter will never be taken
"""

from __future__ import annotations


class PbemError(Exception):
    """What pbem can explain to its user in one line: what, where, what would be right."""


class UnreadableError(PbemError):
    """Text that was not understood; the message quotes the smallest wrong part."""


class AmbiguousNameError(UnreadableError):
    """A name that fits several provinces.

    Attributes:
        candidates: Their full names, in the variant's order.
    """

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        """Record the text as it was written, and what it may mean."""
        super().__init__(f"{text!r} may be {', '.join(candidates)}")
        self.candidates = candidates


class VariantError(PbemError):
    """A variant that is unknown or whose text is wrong.

    Attributes:
        findings: Everything that is wrong with it, a line each.
    """

    def __init__(self, *findings: str) -> None:
        """Record all findings; the message is all of them, one a line."""
        super().__init__("\n".join(findings))
        self.findings = findings


class RecordError(PbemError):
    """A phase record, or a file under games/, that cannot be used."""


class ConfigError(PbemError):
    """A setting that is missing, unknown or wrong."""


class HomeError(PbemError):
    """A folder that is not a judge's home, or one that cannot be used."""


class HomeBusyError(HomeError):
    """A home that another judge is at work on."""


class PublishError(PbemError):
    """The record or the pages cannot be brought to where they are shown, just now."""


class JournalError(PbemError):
    """The private state of a home cannot be read or written."""


class MailboxError(PbemError):
    """Letters cannot be fetched or sent just now."""


class ServerDownError(MailboxError):
    """Nothing can be sent just now; trying the next letter would be in vain."""


class LetterRefusedError(MailboxError):
    """A letter that the server will never take, mostly since the address is none."""


def shown(line: str) -> str:
    r"""Return a line in which characters that a screen would obey are written out.

    >>> shown("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)


def why_not_json(error: ValueError | RecursionError) -> str:
    """Return why a text could not be read as JSON."""
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)
