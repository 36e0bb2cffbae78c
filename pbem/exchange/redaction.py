"""Names taken out of a record, or replaced by pseudonyms.

people.toml stands outside every hash, so names can be changed in it and the record is
still found good. Names elsewhere (the host's in game.toml, what people wrote in press and
announcements) are covered by hashes and stay; `mentions` tells where they stand. What git
has held of earlier names stays in its history, so a redacted archive has none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from pbem.errors import ConfigError
from pbem.game.participants import HOST, pseudonym

EVERYBODY = "all"
"""Stands for all players."""


def pseudonyms(
    people: Mapping[str, str], hidden: Collection[str], chosen: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the names of people.toml with pseudonyms for those who are hidden.

    A player has the same pseudonym each time, `Player 3` for `p3`; the host's entry is
    `Host`.

    Args:
        people: Public names by player.
        hidden: Players or names, or `all`.
        chosen: Other pseudonyms by player or name.

    Raises:
        ConfigError: Nobody in this game is called so.
    """
    chosen = {_player(people, who): name for who, name in (chosen or {}).items()}
    players = set(chosen)
    for who in hidden:
        players |= set(people) if who == EVERYBODY else {_player(people, who)}
    usual = {player: "Host" if player == HOST else pseudonym(player) for player in players}
    return {
        player: (usual | chosen)[player] if player in players else name
        for player, name in people.items()
    }


def mentions(texts: Mapping[str, str], names: Collection[str]) -> Iterator[tuple[str, int, str]]:
    """Yield where a name still stands: file, line and name.

    Args:
        texts: By name of the file.
        names: Of people; those shorter than three letters are passed over.
    """
    wanted = sorted((name for name in names if len(name) > 2), key=len, reverse=True)
    if not wanted:
        return
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, wanted))})(?!\w)", re.IGNORECASE)
    for file, text in sorted(texts.items()):
        for number, line in enumerate(text.splitlines(), start=1):
            for found in dict.fromkeys(match[1] for match in pattern.finditer(line)):
                yield file, number, found


def _player(people: Mapping[str, str], who: str) -> str:
    """Return the id of a player, given by id or by name."""
    if who in people:
        return who
    found = [player for player, name in people.items() if name.casefold() == who.casefold()]
    if len(found) != 1:
        known = ", ".join(f"{player} {name}" for player, name in people.items()) or "nobody"
        raise ConfigError(f"{who!r} is nobody in this game; there are {known}")
    return found[0]
