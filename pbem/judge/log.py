"""What the daemon tells whoever looks after it: a line for each event, and never a secret.

As words for people, or as JSON for programs. Addresses and tokens are masked, whoever
put them there; the judge's own address is no secret.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pbem.game.codec import write_time
from pbem.game.masks import mask
from pbem.judge.clock import Clock


def line_of_words(words: str) -> str:
    """Return words as a line of a log."""
    return mask(" ".join(words.split()))


def line_of_json(event: str, facts: Mapping[str, Any], clock: Clock) -> str:
    """Return an event and its facts as a line of JSON."""
    told = {"time": write_time(clock.now()), "event": event} | {
        name: _masked(fact) for name, fact in facts.items()
    }
    return json.dumps(told, ensure_ascii=False)


def _masked(fact: Any) -> Any:
    if isinstance(fact, str):
        return mask(fact)
    if isinstance(fact, list | tuple):
        return [_masked(item) for item in fact]
    return fact
