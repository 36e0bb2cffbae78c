"""Whether a fleet can have a part in a convoy.

A route is *minimal* when none of its fleets can be left out; a fleet that is on
no minimal route has no part in it (DATC 6.F.12, 6.G.19).
"""

from __future__ import annotations

from collections.abc import Mapping, Set

_MOST_STEPS = 2000
"""Looking for routes ends here, and the fleet then counts as being on one."""


def on_route(fleet: str, start: str, end: str, touching: Mapping[str, Set[str]]) -> bool:
    """Return whether a fleet is on some minimal route from a coast to another.

    Args:
        fleet: Its sea.
        start: The province the army comes from.
        end: Where it goes.
        touching: The provinces that each sea with a fleet borders on.
    """
    nowhere: frozenset[str] = frozenset()
    paths: list[tuple[tuple[str, ...], frozenset[str]]] = [
        ((sea,), nowhere) for sea, near in sorted(touching.items()) if start in near
    ]
    for _ in range(_MOST_STEPS):
        if not paths:
            return False
        path, shut = paths.pop()
        near = touching[path[-1]]
        if end not in near:
            # What the path has passed by would be a shorter way, so it is shut.
            beyond = shut | near | {path[-1]}
            paths += (
                ((*path, sea), beyond)
                for sea in sorted(near - shut)
                if sea in touching and start not in touching[sea]
            )
        elif fleet in path:
            return True
    return True
