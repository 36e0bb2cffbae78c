"""A judge's home: the folder with pbem.toml, and what lies in it.

    pbem.toml          settings; never a secret
    games/             a git repository of its own: the public record
    site/              generated; safe to delete
    maps/ templates/   only what this home overrides
    var/               private: state.sqlite3, spool/, mail/, queue/, key, lock

Every command finds it from the current folder upwards, or by `--home`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from pbem.errors import ConfigError, HomeError
from pbem.game.durations import read_duration
from pbem.game.settings import Early, Times
from pbem.judge.deadlines import known_zone

CONFIG = "pbem.toml"
_PRIVATE = 0o700
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*/=?^_`{|}~-]+@[A-Za-z0-9.-]+")
HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True)
class MailSettings:
    """How letters come and go.

    Attributes:
        folder: The Maildir's parent: `in` and `out` lie in it.
        trusted: Names of the mail servers whose Authentication-Results count.
        accept_unproved: Whether a registered address is proof enough; for a
            mailbox that strangers cannot write to.
        dkim: Whether the judge checks signatures itself, where no trusted server has.
        max_bytes: Larger letters are set aside unread.
        same_mailbox: Domains of one provider each, in which dots and what
            follows a plus make no other mailbox.
    """

    folder: Path
    trusted: tuple[str, ...] = ()
    accept_unproved: bool = False
    dkim: bool = False
    max_bytes: int = 2 * 1024 * 1024
    same_mailbox: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class HomeSettings:
    """What pbem.toml says.

    Attributes:
        name: Of the judge, in letters and on pages.
        address: `judge@example.org`; players write to it.
        keeper: Address of the Keeper; private.
        site_url: Where site/ is published, ending in `/`; may be empty.
        footer: A line at the foot of every page.
        poll: Between two looks at the mailbox.
        times: For new games that say nothing else.
        accent, accent_dark: Colors of links on light and on dark pages; may be empty.
        lean: Whether the site leaves out what can be made again.
    """

    name: str
    address: str
    keeper: str
    site_url: str
    footer: str
    poll: timedelta
    mail: MailSettings
    times: Times
    accent: str = ""
    accent_dark: str = ""
    lean: bool = False


@dataclass(frozen=True)
class Home:
    """A judge's home, found and read."""

    path: Path
    settings: HomeSettings = field(repr=False)

    @property
    def games(self) -> Path:
        """The public record."""
        return self.path / "games"

    @property
    def site(self) -> Path:
        """The pages."""
        return self.path / "site"

    @property
    def var(self) -> Path:
        """All that is private."""
        return self.path / "var"

    @property
    def state(self) -> Path:
        """The journal."""
        return self.var / "state.sqlite3"

    @property
    def spool(self) -> Path:
        """Letters as they came."""
        return self.var / "spool"

    @property
    def queue(self) -> Path:
        """What the host's commands wait in while a daemon runs."""
        return self.var / "queue"


def find_home(start: Path) -> Home:
    """Return the home that `start` is, or lies in.

    Raises:
        HomeError: There is none; or its private folder can be read by others.
        ConfigError: Its pbem.toml is wrong.
    """
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / CONFIG).is_file():
            return open_home(folder)
    raise HomeError(
        f"{start} is no judge's home: it has no {CONFIG}, nor has any folder above it; "
        "make one with `pbem init DIR` or name one with --home"
    )


def open_home(folder: Path) -> Home:
    """Return the home in a folder.

    Raises:
        HomeError: The folder is none, or its private folder can be read by others.
        ConfigError: Its pbem.toml is wrong.
    """
    config = folder / CONFIG
    try:
        text = config.read_text(encoding="utf-8")
    except OSError as error:
        raise HomeError(f"{config}: {error.strerror}; make a home with `pbem init DIR`") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{config}: not UTF-8 text") from None
    home = Home(folder, read_settings(text, config, folder))
    if not home.var.is_dir():
        raise HomeError(f"{folder} has no var/; restore it from a backup, or make another home")
    if home.var.stat().st_mode & 0o077:
        raise HomeError(f"{home.var} can be read by others; mend it with `chmod 700 {home.var}`")
    return home


def make_home(folder: Path, *, name: str, address: str, zone: str = "UTC") -> Home:
    """Make a home in a folder that is missing or empty.

    Raises:
        HomeError: The folder holds something.
        ConfigError: A setting is wrong.
    """
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HomeError(f"{folder} is not empty; name a folder that is, or one that is missing")
    text = _TEMPLATE.format(name=_quoted(name), address=_quoted(address), zone=_quoted(zone))
    read_settings(text, folder / CONFIG, folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "var").mkdir(mode=_PRIVATE)
    for sub in ("spool", "mail", "queue"):
        (folder / "var" / sub).mkdir(mode=_PRIVATE)
    for sub in ("games", "site", "maps", "templates"):
        (folder / sub).mkdir()
    (folder / CONFIG).write_text(text, encoding="utf-8")
    return open_home(folder)


def home_of(option: Path | None) -> Home:
    """Return the home a command means: `--home`, else the current folder's."""
    return open_home(option.resolve()) if option else find_home(Path(os.curdir))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_settings(text: str, where: Path, folder: Path) -> HomeSettings:
    """Read pbem.toml; relative paths in it are the home's.

    Raises:
        ConfigError: All that is wrong, a line each.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{where}: not TOML: {error}") from None
    findings = list(_unknown(raw))
    reader = _Reader(raw, findings)
    address = reader.text("judge", "address", "")
    if not _ADDRESS.fullmatch(address):
        findings.append("[judge] address: an address like judge@example.org is needed")
    times = reader.times()
    settings = HomeSettings(
        name=reader.text("judge", "name", "pbem"),
        address=address,
        keeper=reader.text("judge", "keeper", ""),
        site_url=reader.text("site", "url", ""),
        footer=reader.text("site", "footer", ""),
        accent=reader.color("site", "accent"),
        accent_dark=reader.color("site", "accent_dark"),
        lean=reader.flag("site", "lean"),
        poll=reader.duration("judge", "poll", "5 minutes", some=True),
        mail=MailSettings(
            folder=folder / reader.text("mail", "folder", "var/mail"),
            trusted=tuple(reader.words("mail", "trusted_servers")),
            accept_unproved=reader.flag("mail", "accept_unproved"),
            dkim=reader.flag("mail", "dkim"),
            max_bytes=reader.number("mail", "max_bytes", 2 * 1024 * 1024),
            same_mailbox=tuple(
                tuple(group.lower().split())
                for group in reader.words("mail", "same_mailbox", ("gmail.com googlemail.com",))
            ),
        ),
        times=times,
    )
    if findings:
        raise ConfigError("\n".join(f"{where}: {finding}" for finding in findings))
    return settings


_KNOWN: Mapping[str, frozenset[str]] = {
    "judge": frozenset({"name", "address", "keeper", "poll"}),
    "mail": frozenset(
        {"folder", "trusted_servers", "accept_unproved", "dkim", "max_bytes", "same_mailbox"}
    ),
    "site": frozenset({"url", "footer", "accent", "accent_dark", "lean"}),
    "games": frozenset(
        {"movement", "retreats", "adjustments", "at", "zone", "grace", "early", "early_delay"}
    ),
}


def _unknown(raw: Mapping[str, Any]) -> list[str]:
    findings = []
    for table, members in raw.items():
        if table not in _KNOWN:
            findings.append(f"[{table}] is not known; there are {', '.join(_KNOWN)}")
        elif not isinstance(members, Mapping):
            findings.append(f"{table} should be a table, [{table}]")
        else:
            findings += [
                f"[{table}] {member} is not known; there are {', '.join(sorted(_KNOWN[table]))}"
                for member in members
                if member not in _KNOWN[table]
            ]
    return findings


_KINDS = {str: "text in quotes", bool: "true or false", int: "a number", list: "a list"}


class _Reader:
    """Reads members of the right kind, and collects what is wrong."""

    def __init__(self, raw: Mapping[str, Any], findings: list[str]) -> None:
        self._raw = raw
        self._findings = findings

    def _get(self, table: str, member: str, kind: type, default: Any) -> Any:
        members = self._raw.get(table, {})
        value = members.get(member, default) if isinstance(members, Mapping) else default
        if not isinstance(value, kind):
            self._findings.append(f"[{table}] {member}: {value!r} should be {_KINDS[kind]}")
            return default
        return value

    def text(self, table: str, member: str, default: str) -> str:
        value: str = self._get(table, member, str, default)
        if any(ord(c) < 32 for c in value):
            self._findings.append(f"[{table}] {member}: should be one line")
            return default
        return value

    def color(self, table: str, member: str) -> str:
        value = self.text(table, member, "")
        if value and not _COLOR.fullmatch(value):
            self._findings.append(f"[{table}] {member}: {value!r} should be a color like #17566f")
            return ""
        return value

    def flag(self, table: str, member: str) -> bool:
        return bool(self._get(table, member, bool, False))

    def number(self, table: str, member: str, default: int) -> int:
        value = int(self._get(table, member, int, default))
        if value <= 0:
            self._findings.append(f"[{table}] {member}: {value} should be more than 0")
            return default
        return value

    def words(self, table: str, member: str, default: tuple[str, ...] = ()) -> list[str]:
        value: list[object] = self._get(table, member, list, list(default))
        if not all(isinstance(item, str) for item in value):
            self._findings.append(f"[{table}] {member}: should be a list of texts in quotes")
        return [item for item in value if isinstance(item, str)]

    def duration(self, table: str, member: str, default: str, *, some: bool = False) -> timedelta:
        """Read a length of time, which is more than nothing where `some` says so."""
        text = self.text(table, member, default)
        try:
            length = read_duration(text)
        except ConfigError as error:
            self._findings.append(f"[{table}] {member}: {error}")
            return read_duration(default)
        if some and not length:
            self._findings.append(f"[{table}] {member}: {text!r} should be more than nothing")
        return length

    def hour(self, table: str, member: str) -> str:
        text = self.text(table, member, "")
        if text and not HOUR.fullmatch(text):
            self._findings.append(f"[{table}] {member}: {text!r} is no hour; write one like 20:00")
            return ""
        return text

    def times(self) -> Times:
        name = self.text("games", "zone", "UTC")
        if not known_zone(name):
            self._findings.append(f"[games] zone: {name!r} is no time zone; write Europe/London")
            name = "UTC"
        early = self.text("games", "early", Early.COMPLETE.value)
        if early not in [word.value for word in Early]:
            self._findings.append(
                f"[games] early: {early!r} should be complete, ready-said or never"
            )
            early = Early.COMPLETE.value
        return Times(
            movement=self.duration("games", "movement", "3 days", some=True),
            retreats=self.duration("games", "retreats", "1 day", some=True),
            adjustments=self.duration("games", "adjustments", "1 day", some=True),
            at=self.hour("games", "at"),
            zone=name,
            grace=self.duration("games", "grace", "0 minutes"),
            early=Early(early),
            early_delay=self.duration("games", "early_delay", "10 minutes"),
        )


_TEMPLATE = """\
# A judge's home. What stands here is no secret; secrets never stand here.

[judge]
name = {name}
address = {address}          # players write here
keeper = ""                  # who looks after the judge; private
poll = "5 minutes"           # between two looks at the mailbox

[mail]
folder = "var/mail"          # a Maildir in, a Maildir out
trusted_servers = []         # names in the Authentication-Results of your own mail server
accept_unproved = false      # true only where strangers cannot write to the mailbox
dkim = false                 # true: check signatures here, asking the name service for keys

[site]
url = ""                     # where site/ is published: "https://example.org/diplomacy/"
footer = ""
accent = ""                  # color of links, "#17566f"; accent_dark: on dark pages
lean = false                 # true: less on the disk, without what can be made again

[games]                      # for new games that say nothing else
movement = "3 days"
retreats = "1 day"
adjustments = "1 day"
at = ""                      # a local hour that deadlines are moved on to: "20:00"
zone = {zone}
grace = "0 minutes"
early = "complete"           # complete, ready-said or never
early_delay = "10 minutes"
"""
