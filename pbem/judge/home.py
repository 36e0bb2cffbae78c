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
from pbem.game.settings import Early, Times
from pbem.judge.config import ConfigReader
from pbem.judge.deadlines import known_zone
from pbem.judge.publishing import MEMBERS, read_publish
from pbem.judge.servers import SERVERS, read_imap, read_smtp, secret_variables
from pbem.judge.targets import PublishSettings
from pbem.mail.imap import ImapSettings
from pbem.mail.smtp import SmtpSettings

CONFIG = "pbem.toml"
_PRIVATE = 0o700
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*/=?^_`{|}~-]+@[A-Za-z0-9.-]+")


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
        parquet: Whether the site has the orders of finished games as Parquet too.
        imap: Mailboxes that letters come from; the Maildir `in` where there is none.
        hosts: Addresses that may create games by letter; private.
        smtp: Server that letters go to; the Maildir `out` where there is none.
        metrics: File that figures are written to after each cycle, as Prometheus reads them.
        publish: Where the record and the pages are brought to.
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
    parquet: bool = False
    imap: tuple[ImapSettings, ...] = ()
    smtp: SmtpSettings | None = None
    hosts: tuple[str, ...] = ()
    metrics: Path | None = None
    publish: PublishSettings = field(default_factory=PublishSettings)


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
    for path in (home.var, *sorted(home.var.iterdir())):
        if not path.is_symlink() and path.stat().st_mode & 0o077:
            mend = f"chmod -R go= {home.var}"
            raise HomeError(f"{path} can be read by others; mend it with `{mend}`")
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
    reader = ConfigReader(raw, findings)
    address = reader.text("judge", "address", "")
    if not _ADDRESS.fullmatch(address):
        findings.append("[judge] address: an address like judge@example.org is needed")
    times = _times(reader)
    max_bytes = reader.number("mail", "max_bytes", 2 * 1024 * 1024)
    imap, smtp = read_imap(raw, findings, folder / "var", max_bytes), read_smtp(raw, findings)
    metrics = reader.text("judge", "metrics", "")
    settings = HomeSettings(
        name=reader.text("judge", "name", "pbem"),
        address=address,
        keeper=reader.text("judge", "keeper", ""),
        site_url=reader.text("site", "url", ""),
        footer=reader.text("site", "footer", ""),
        accent=reader.color("site", "accent"),
        accent_dark=reader.color("site", "accent_dark"),
        lean=reader.flag("site", "lean"),
        parquet=reader.flag("site", "parquet"),
        poll=reader.duration("judge", "poll", "5 minutes", some=True),
        mail=MailSettings(
            folder=folder / reader.text("mail", "folder", "var/mail"),
            trusted=tuple(reader.words("mail", "trusted_servers")),
            accept_unproved=reader.flag("mail", "accept_unproved"),
            dkim=reader.flag("mail", "dkim"),
            max_bytes=max_bytes,
            same_mailbox=tuple(
                tuple(group.lower().split())
                for group in reader.words("mail", "same_mailbox", ("gmail.com googlemail.com",))
            ),
        ),
        times=times,
        hosts=tuple(reader.words("hosts", "allowed")),
        metrics=folder / metrics if metrics else None,
        imap=imap,
        smtp=smtp,
        publish=read_publish(reader, folder, secret_variables(imap, smtp)),
    )
    if findings:
        raise ConfigError("\n".join(f"{where}: {finding}" for finding in findings))
    return settings


_KNOWN: Mapping[str, frozenset[str]] = {
    "judge": frozenset({"name", "address", "keeper", "poll", "metrics"}),
    "mail": frozenset(
        {"folder", "trusted_servers", "accept_unproved", "dkim", "max_bytes", "same_mailbox"}
    ),
    "hosts": frozenset({"allowed"}),
    "publish": MEMBERS,
    "site": frozenset({"url", "footer", "accent", "accent_dark", "lean", "parquet"}),
    "games": frozenset(
        {"movement", "retreats", "adjustments", "at", "zone", "grace", "early", "early_delay"}
    ),
}


def _unknown(raw: Mapping[str, Any]) -> list[str]:
    findings = []
    for table, members in raw.items():
        if table in SERVERS:
            continue
        if table not in _KNOWN:
            findings.append(f"[{table}] is not known; there are {', '.join((*_KNOWN, *SERVERS))}")
        elif not isinstance(members, Mapping):
            findings.append(f"{table} should be a table, [{table}]")
        else:
            findings += [
                f"[{table}] {member} is not known; there are {', '.join(sorted(_KNOWN[table]))}"
                for member in members
                if member not in _KNOWN[table]
            ]
    return findings


def _times(reader: ConfigReader) -> Times:
    name = reader.text("games", "zone", "UTC")
    if not known_zone(name):
        reader.findings.append(f"[games] zone: {name!r} is no time zone; write Europe/London")
        name = "UTC"
    early = reader.text("games", "early", Early.COMPLETE.value)
    if early not in [word.value for word in Early]:
        reader.findings.append(f"[games] early: {early!r} should be complete, ready-said or never")
        early = Early.COMPLETE.value
    return Times(
        movement=reader.duration("games", "movement", "3 days", some=True),
        retreats=reader.duration("games", "retreats", "1 day", some=True),
        adjustments=reader.duration("games", "adjustments", "1 day", some=True),
        at=reader.hour("games", "at"),
        zone=name,
        grace=reader.duration("games", "grace", "0 minutes"),
        early=Early(early),
        early_delay=reader.duration("games", "early_delay", "10 minutes"),
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

# Real servers instead of the Maildirs; docs/keeper.md tells more.
# [imap]
# host = "imap.example.org"
# user = {address}
# password_env = "PBEM_IMAP_PASSWORD"
# [smtp]
# host = "smtp.example.org"
# user = {address}
# password_env = "PBEM_SMTP_PASSWORD"

[hosts]
allowed = []                 # addresses that may create games by letter: CREATE

[site]
url = ""                     # where site/ is published: "https://example.org/diplomacy/"
footer = ""
accent = ""                  # color of links, "#17566f"; accent_dark: on dark pages
lean = false                 # true: less on the disk, without what can be made again
parquet = false              # true: all orders as Parquet too; needs pip install 'pbem[parquet]'

# Where the record and the pages are brought to; docs/keeper.md tells more.
# [publish]
# record = "git@example.org:games.git"
# folder = "/srv/www/diplomacy"

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
