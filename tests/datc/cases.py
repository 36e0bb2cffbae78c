"""The reader of the case files; README.md beside it describes their form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
NONE = "none"

_TITLE = re.compile(r"(\d\.[A-Z]\.\d+(?:v3\.3)?)  (.+)")
_PHASE = re.compile(r"  ([SFW]\d{4}[MRA])(?: with (\w+) = (\S+))?")
_RULE = re.compile(r"  rule (\S+): (\w+) = (\S+)")
_BLOCKS = ("units", "centers", "orders", "after", "dislodged", "standoffs", "disbanded")

Lines = list[tuple[str, str]]
"""What a block says, as (power, text)."""


@dataclass
class Step:
    """One phase of a case: its orders and what must become of them.

    Attributes:
        phase: As in records: `S1901M`.
        option: An option of the rulebook that differs here, or empty.
        blocks: By name, the lines of a block; a block that is not there is absent.
    """

    phase: str
    option: str = ""
    value: str = ""
    blocks: dict[str, Lines] = field(default_factory=dict)

    def lists(self, block: str) -> dict[str, list[str]]:
        """Return a block of comma-separated lists by power, sorted; `none` is empty."""
        return {
            power: sorted(text.split(", ")) for power, text in self.blocks.get(block, []) if power
        }


@dataclass
class Case:
    """A published case.

    Attributes:
        rules: The choices it depends on: issue, option, value of the default rulebook.
        steps: Its phases in order; a step with an option starts from the case's own position.
    """

    key: str
    title: str
    where: str
    rules: list[tuple[str, str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


def read_cases(folder: Path = FOLDER) -> list[Case]:
    """Return all cases of a folder, file by file."""
    return [case for path in sorted(folder.glob("6*.txt")) for case in read_file(path)]


def read_file(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    case: Case | None = None
    block: Lines = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        title, phase, rule = _TITLE.fullmatch(line), _PHASE.fullmatch(line), _RULE.fullmatch(line)
        if title:
            if case:
                yield case
            case = Case(title[1], title[2], f"{path.name}:{number}")
        elif case is None:
            raise ValueError(f"{path.name}:{number}: a case starts with its number and title")
        elif rule:
            case.rules.append((rule[1], rule[2], rule[3]))
        elif phase:
            case.steps.append(Step(phase[1], phase[2] or "", phase[3] or ""))
        elif line.strip() in _BLOCKS and case.steps:
            block = case.steps[-1].blocks.setdefault(line.strip(), [])
        elif line.startswith("      ") and case.steps:
            power, colon, text = line.strip().partition(": ")
            block.append((power, text) if colon else ("", power))
        else:
            raise ValueError(f"{path.name}:{number}: cannot be read: {line.strip()}")
    if case:
        yield case
