"""Mutants of source files, as JSON: run by the Python of an environment that has mutmut.

    python mutants.py CHECKOUT SAMPLE SEED FILE...

in a folder with settings of mutmut. SAMPLE is how many to draw, 0 for all.
First `{"of": how many there are}`, then a line for each mutant, in the order of the files:

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
        places = _places(module.body)
        mutants += [
            (file, text, module, *places[id(mutation.contained_by_top_level_function)], mutation)
            for mutation in mutations
            if id(mutation.contained_by_top_level_function) in places
        ]
    _say({"of": len(mutants)})
    drawn = int(sample) or len(mutants)
    chosen = random.Random(seed).sample(range(len(mutants)), min(drawn, len(mutants)))
    for number in sorted(chosen):
        _say(_described(*mutants[number]))


def _places(statements: Any) -> dict[int, tuple[str, Any]]:
    """Return where functions and methods are, by the identity of their nodes.

    That is a qualified name, and the function or class of the module that holds it.
    """
    places: dict[int, tuple[str, Any]] = {}
    for outer in statements:
        if _is_function(outer):
            places[id(outer)] = outer.name.value, outer
        elif type(outer).__name__ == "ClassDef":
            for inner in filter(_is_function, outer.body.body):
                places[id(inner)] = f"{outer.name.value}.{inner.name.value}", outer
    return places


def _is_function(node: Any) -> bool:
    return type(node).__name__ == "FunctionDef"


def _described(
    file: str, text: str, module: Any, within: str, outer: Any, mutation: Any
) -> dict[str, Any]:
    old = module.code_for_node(outer)
    new = module.code_for_node(outer.deep_replace(mutation.original_node, mutation.mutated_node))
    before, found, after = text.partition(old)
    if not found or old in after:
        sys.exit(f"{file}: the text of {within} stands there twice or never")
    lines = old.splitlines(), new.splitlines()
    line = next((at for at, pair in enumerate(zip(*lines, strict=False)) if pair[0] != pair[1]), 0)
    difference = difflib.unified_diff(*lines, n=0, lineterm="")
    return {
        "file": file,
        "line": before.count("\n") + line + 1,
        "within": within,
        "change": "\n".join(one for one in difference if not one.startswith(("---", "+++", "@@"))),
        "text": before + new + after,
    }


def _say(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")


if __name__ == "__main__":
    main()
