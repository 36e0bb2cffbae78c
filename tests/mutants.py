"""Mutants of source files, as JSON: run by the Python of an environment that has mutmut.

    python mutants.py CHECKOUT SAMPLE SEED FILE...

in a folder with settings of mutmut.
First `{"of": how many there are}`, then a line for each mutant of a sample:

    {"file", "line", "within": function, "change": the lines that differ, "text": of the file}
"""

from __future__ import annotations

import difflib
import importlib
import json
import random
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Say what to change."""
    checkout, sample, seed, *files = sys.argv[1:]
    # The package is no dependency, so it is asked for by its name.
    mutmut = importlib.import_module("mutmut.mutation.file_mutation")
    mutants = []
    for file in files:
        text = Path(checkout, file).read_text(encoding="utf-8")
        module, mutations, *_ = mutmut.create_mutations(file, text)
        mutants += [
            (file, text, module, mutation)
            for mutation in mutations
            if type(mutation.contained_by_top_level_function).__name__ == "FunctionDef"
        ]
    _say({"of": len(mutants)})
    for mutant in random.Random(seed).sample(mutants, min(int(sample), len(mutants))):
        _say(_described(*mutant))


def _described(file: str, text: str, module: Any, mutation: Any) -> dict[str, Any]:
    changed = module.deep_replace(mutation.original_node, mutation.mutated_node).code
    old, new = text.splitlines(), changed.splitlines()
    line = next(
        (at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0
    )
    difference = difflib.unified_diff(old, new, n=0, lineterm="")
    return {
        "file": file,
        "line": line + 1,
        "within": mutation.contained_by_top_level_function.name.value,
        "change": "\n".join(one for one in difference if not one.startswith(("---", "+++", "@@"))),
        "text": changed,
    }


def _say(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")


if __name__ == "__main__":
    main()
