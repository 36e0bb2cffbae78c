"""Somebody asks to be forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class ForgetAsked:
    """A player wants to be forgotten and was asked back; private."""

    at: datetime
    player: str


@dataclass(frozen=True)
class PlayerForgotten:
    """A player's name was withdrawn; the address goes once nothing needs it.

    Attributes:
        name: What the public calls the player from now on.
        erased: Whether the journal has dropped the address.
    """

    at: datetime
    player: str
    name: str
    erased: bool = False
