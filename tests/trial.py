"""Trials of mutants: tests that are collected once, and tried on one mutant after another.

A mutant lives in a process of its own, forked from one that has everything imported and
collected: there a function is given the code of its mutant, and the tests that call it are
run until one fails. Which tests call which function is written down in a first run, which
must pass; those that noticed most mutants so far are tried first.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import json
import math
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TextIO

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parents[1]
QUIET = ["-q", "-s", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:randomly"]
PATIENCE = 10
"""Seconds, above five times what it takes otherwise, after which a test counts as failed."""

ROOM = 3 << 30
"""Bytes of memory that a mutant may ask for."""

Mutant = dict[str, Any]
"""As `tests/mutants.py` tells it."""


def hold(tests: list[str], session: Callable[[Trials], None]) -> None:
    """Collect `tests` and call `session`, which may try mutants on them.

    What pytest prints goes nowhere.
    """
    with _silence():
        pytest.main([*QUIET, *tests], plugins=[Trials(session)])


class Trials:
    """A plugin of pytest, and what a session asks."""

    def __init__(self, session: Callable[[Trials], None]) -> None:
        self.longest = math.inf
        """Seconds; tests that take longer are left out."""
        self._session = session
        self._items: list[pytest.Item] = []
        self._callers: dict[str, list[int]] = {}
        self._seconds: list[float] = []
        self._notices: Counter[int] = Counter()
        self._notices_of: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._leave: Callable[[], None] | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Let Hypothesis look for an example, but not for the smallest."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("pbem"), phases=phases)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hold the session instead of running the tests."""
        self._items = session.items
        gc.collect()
        gc.freeze()
        self._session(self)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Leave at the first failure."""
        if call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception) and self._leave:
            self._leave()

    def rehearse(self) -> str:
        """Run all tests as they are and learn what they call; return the one that fails, or ""."""
        told = [json.loads(line) for line in _forked(self._rehearse)[0].splitlines()]
        if len(told) < len(self._items) or "failed" in told[-1]:
            return self._items[max(0, len(told) - 1)].nodeid
        self._seconds = [one["seconds"] for one in told]
        for number, one in enumerate(told):
            for function in one["calls"]:
                self._callers.setdefault(function, []).append(number)
        return ""

    def _rehearse(self, mouth: TextIO) -> None:
        self._leave = partial(_leave, mouth, '{"failed": true}\n')
        for number in range(len(self._items)):
            # A test that finds a kept value calls nothing, so nothing is kept.
            _forget()
            start = time.perf_counter()
            with _calls() as calls:
                self._run(number, number + 1)
            seconds = time.perf_counter() - start
            mouth.write(json.dumps({"seconds": seconds, "calls": sorted(calls)}) + "\n")

    def try_on(self, mutant: Mutant) -> str:
        """Return the id of a test that notices a mutant, "" if there is none.

        A mutant that runs for ever, or leaves Python, is noticed by "no end" or "the end".
        """
        function = _name(mutant["file"], mutant["within"])
        here = self._notices_of[function]
        order = sorted(
            (at for at in self._callers.get(function, []) if self._seconds[at] <= self.longest),
            key=lambda at: (-here[at], -self._notices[at] / self._seconds[at], self._seconds[at]),
        )
        if not order:
            return ""
        told, status = _forked(lambda mouth: self._try(mutant, order, mouth))
        if told:
            here[int(told)] += 1
            self._notices[int(told)] += 1
            return self._items[int(told)].nodeid
        return {0: "", -signal.SIGALRM: "no end"}.get(status, "the end")

    def _try(self, mutant: Mutant, order: list[int], mouth: TextIO) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        _become(mutant)
        for number, following in zip(order, [*order[1:], len(self._items)], strict=True):
            self._leave = partial(_leave, mouth, str(number))
            signal.alarm(PATIENCE + int(5 * self._seconds[number]))
            self._run(number, following)

    def _run(self, number: int, following: int) -> None:
        item = self._items[number]
        after = self._items[following] if following < len(self._items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def _forked(task: Callable[[TextIO], None]) -> tuple[str, int]:
    """Return what a task writes from a process of its own, and how that ends."""
    ear, mouth = os.pipe()
    child = os.fork()
    if not child:
        status = 2
        try:
            with open(mouth, "w", encoding="utf-8") as writer:
                task(writer)
            status = 0
        finally:
            os._exit(status)
    os.close(mouth)
    with open(ear, encoding="utf-8") as reader:
        text = reader.read()
    return text, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _leave(mouth: TextIO, text: str) -> None:
    mouth.write(text)
    mouth.flush()
    os._exit(1)


def _name(file: str, within: str) -> str:
    return f"{file} {within}"


@contextlib.contextmanager
def _calls() -> Iterator[set[str]]:
    """Write down which functions and methods of the package are called."""
    codes: set[CodeType] = set()
    calls: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        for code in codes:
            if code.co_filename.startswith(f"{ROOT}/pbem/"):
                file = Path(code.co_filename).relative_to(ROOT).as_posix()
                calls.add(_name(file, code.co_qualname.partition(".<locals>")[0]))


def _become(mutant: Mutant) -> None:
    """Give a function or method the code and the defaults that it has in a mutant of its text."""
    module = importlib.import_module(mutant["file"].removesuffix(".py").replace("/", "."))
    tree = ast.parse(mutant["text"])
    body, owner = tree.body, vars(module)
    *classes, name = mutant["within"].split(".")
    for one in classes:
        body = next(node.body for node in body if getattr(node, "name", "") == one)
        owner = vars(owner[one])
    node = next(node for node in body if getattr(node, "name", "") == name)
    function = getattr(owner[name], "__func__", owner[name])
    assert isinstance(node, ast.FunctionDef)
    assert isinstance(function, FunctionType)
    code = next(
        code
        for code in _codes(compile(tree, function.__code__.co_filename, "exec"))
        if code.co_qualname == mutant["within"]
    )
    function.__code__ = code
    if function.__defaults__:
        function.__defaults__ = tuple(_value(each, vars(module)) for each in node.args.defaults)
    if function.__kwdefaults__:
        function.__kwdefaults__ = {
            arg.arg: _value(each, vars(module))
            for arg, each in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if each
        }
    _forget()


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _value(node: ast.expr, names: dict[str, Any]) -> object:
    return eval(compile(ast.Expression(node), "default", "eval"), names)


def _forget() -> None:
    """Empty the caches of all that is made by mutated functions."""
    for name, loaded in list(sys.modules.items()):
        if name.startswith(("pbem.orders.", "pbem.adjudicator.", "pbem.game.")):
            for member in vars(loaded).values():
                if hasattr(member, "cache_clear"):
                    member.cache_clear()


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
