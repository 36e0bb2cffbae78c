"""What becomes of orders: movement, retreats, adjustments, each order with its reason."""

from __future__ import annotations

from pbem.adjudicator.judging import adjudicate
from pbem.adjudicator.rulebook import Rulebook, read_rulebook, rulebook

__all__ = ["Rulebook", "adjudicate", "read_rulebook", "rulebook"]
