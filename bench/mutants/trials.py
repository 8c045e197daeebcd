"""Runs tests against mutants: in place, or with a fresh import.

In place: the tests are loaded once. For each mutant a fork replaces the code of the changed
functions, clears all caches and runs the tests that call such a function, quickest first, until one
fails. The overhead is a few hundredths of a second per mutant.

Afresh: a fork imports the whole tree again and runs every test. Needed for mutants of code that
runs at import.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import json
import os
import resource
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Literal

import hypothesis
import pytest

OPTIONS = ("-q", "-s", "--tb=no", "--assert=plain", "--no-header", "--hypothesis-seed=1")
PLUGINS = ("-p", "no:cacheprovider", "-p", "no:xdist")
MEMORY = 6 << 30
"""Address space in bytes: some mutants turn a loop that fills a list into an endless one."""

Verdict = Literal["killed", "survived", "timed out"]


@dataclass(frozen=True)
class Result:
    """The verdict on a mutant, and the first test that failed."""

    verdict: Verdict
    by: str = ""


@dataclass(frozen=True)
class Cost:
    """The seconds of a test, and the first lines of the module's functions that it calls."""

    cpu: float
    wall: float
    functions: frozenset[int]


class Quick:
    """Hypothesis without example database and shrinking: one failure is enough."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile(
            "mutants", deadline=None, database=None, phases=phases, report_multiple_bugs=False
        )
        hypothesis.settings.load_profile("mutants")


class Loop(Quick):
    """Collects the tests and passes them to `work` instead of running them."""

    def __init__(self, work: Callable[[pytest.Session], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.work(session)
        return True


class FirstFailure(Quick):
    """Keeps the name of the first failing test and the last line of its report."""

    name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.name:
            words = report.longreprtext.strip().splitlines()
            self.name = f"{report.nodeid} ({words[-1] if words else 'no reason'})"


def load(files: Sequence[str], scratch: Path, work: Callable[[pytest.Session], None]) -> int:
    """Collects the tests of these files and calls `work`; returns the exit code of pytest."""
    return int(pytest.main([*arguments(scratch), *files], plugins=[Loop(work)]))


def arguments(scratch: Path) -> list[str]:
    """Returns the pytest arguments; temporary files replace those of the last mutant."""
    return [*OPTIONS, *PLUGINS, f"--basetemp={scratch / 'tmp'}"]


class Loaded:
    """The collected tests of one module, run against its mutants."""

    def __init__(self, session: pytest.Session, file: Path, scratch: Path) -> None:
        self.session, self.file = session, file
        self.tree, self.arguments = scratch / "tree", arguments(scratch)
        gc.unfreeze()  # conftest.py froze what it had loaded
        gc.collect()
        found = gc.get_objects()
        self._functions = [
            each
            for each in found
            if isinstance(each, FunctionType) and each.__code__.co_filename == str(file)
        ]
        self._caches = [each for each in found if isinstance(each, functools._lru_cache_wrapper)]
        del found
        gc.freeze()
        self.costs: dict[str, Cost] = {}
        self._items = {item.nodeid: item for item in session.items}

    def measure(self) -> Result:
        """Runs every test on the unchanged module and records its cost and calls."""
        measured: list[tuple[str, float, float, list[int]]] = []
        called: set[int] = set()
        name = str(self.file)

        def watch(frame: FrameType, event: str, argument: object) -> None:
            # A thread of an earlier test keeps this hook and adds to the current set.
            if frame.f_code.co_filename == name:
                called.add(frame.f_code.co_firstlineno)

        def each_test(item: pytest.Item, following: pytest.Item | None) -> None:
            called.clear()
            # A cached result would hide the call of its function.
            self._forget()
            cpu, wall = time.process_time(), time.monotonic()
            threading.settrace(watch)
            sys.settrace(watch)
            _run(item, following)
            sys.settrace(None)
            threading.settrace(None)
            cost = time.process_time() - cpu, time.monotonic() - wall
            measured.append((item.nodeid, *cost, sorted(called)))

        def work() -> dict[str, Any]:
            return {"by": self._run_all(self.session.items, each_test), "measured": measured}

        verdict, answer = _forked(work, cpu=3600, wall=3600)
        self.costs = {
            name: Cost(cpu, wall, frozenset(called))
            for name, cpu, wall, called in answer.get("measured", ())
        }
        return Result(verdict, answer.get("by", ""))

    def tests_of(self, function: int) -> list[pytest.Item]:
        """Returns the tests that call the function starting on this line, quickest first."""
        calling = [name for name, cost in self.costs.items() if function in cost.functions]
        return [
            self._items[name] for name in sorted(calling, key=lambda name: self.costs[name].cpu)
        ]

    def try_out(self, tree: ast.Module, function: int) -> Result | None:
        """Returns the result of the changed module; None if it needs a fresh import.

        A function that no test calls may run at import or in another process.
        """
        tests = self.tests_of(function)
        if not tests:
            return None
        codes = dict(_codes(compile(tree, str(self.file), "exec")))
        pairs = []
        for each in self._functions:
            old = each.__code__
            new = codes.get((old.co_qualname, old.co_firstlineno))
            if new is None or new.co_freevars != old.co_freevars:
                return None
            pairs.append((each, new))

        def work() -> dict[str, Any]:
            for function, code in pairs:
                function.__code__ = code
            self._forget()
            return {"by": self._run_all(tests, self._run_in_time)}

        cpu = sum(self.costs[test.nodeid].cpu for test in tests)
        wall = sum(self.costs[test.nodeid].wall for test in tests)
        verdict, answer = _forked(work, cpu=2 + 3 * cpu, wall=30 + 8 * wall)
        return Result(verdict, answer.get("by", ""))

    def try_afresh(self, files: Sequence[str]) -> Result:
        """Returns the result after importing everything again from the tree."""

        def work() -> dict[str, Any]:
            for name, module in list(sys.modules.items()):
                file = getattr(module, "__file__", None) or ""
                # __main__ stays: multiprocessing looks it up to start a process.
                if name != "__main__" and file.startswith(f"{self.tree}/") and file.endswith(".py"):
                    del sys.modules[name]
            first = FirstFailure()
            code = pytest.main([*self.arguments, "-x", *files], plugins=[first])
            return {"by": first.name or ("it cannot be imported" if code else "")}

        cpu = sum(cost.cpu for cost in self.costs.values())
        wall = sum(cost.wall for cost in self.costs.values())
        verdict, answer = _forked(work, cpu=60 + 3 * cpu, wall=300 + 8 * wall)
        return Result(verdict, answer.get("by", ""))

    def _run_in_time(self, item: pytest.Item, following: pytest.Item | None) -> None:
        """Runs a test; a timer ends the process if it hangs."""
        signal.setitimer(signal.ITIMER_REAL, 20 + 8 * self.costs[item.nodeid].wall)
        _run(item, following)
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()

    def _run_all(
        self,
        items: Sequence[pytest.Item],
        run: Callable[[pytest.Item, pytest.Item | None], None],
    ) -> str:
        """Runs tests until one fails and returns its name, or ''."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            run(item, following)
            if self.session.testsfailed:
                with contextlib.suppress(Exception):
                    self.session._setupstate.teardown_exact(None)
                return item.nodeid
        return ""


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Yields all nested code objects with their names and first lines."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield (each.co_qualname, each.co_firstlineno), each
            yield from _codes(each)


def _forked(
    work: Callable[[], dict[str, Any]], cpu: float, wall: float
) -> tuple[Verdict, dict[str, Any]]:
    """Runs work in a fork with limits in CPU and wall seconds; returns the verdict and its result.

    The whole process group is killed at the end.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        os.setpgid(0, 0)
        limit(cpu)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            answer = work()
        except BaseException as error:
            answer = {"error": repr(error)}
        _write_all(writing, json.dumps(answer).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    until, text, ended = time.monotonic() + wall, b"", False
    try:
        while not ended and (left := until - time.monotonic()) > 0:
            if select.select([reading], [], [], left)[0]:
                part = os.read(reading, 1 << 20)
                text += part
                # A child of the fork may keep the pipe open.
                ended = not part or text.endswith(b"\n")
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        status = os.waitpid(process, 0)[1]
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM)
    if not ended or late:
        return "timed out", {}
    answer = json.loads(text) if text else {"by": "the process died"}
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return "killed" if answer["by"] else "survived", answer


def limit(cpu: float) -> None:
    """Limits CPU seconds and memory of this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(cpu) + 1, int(cpu) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _write_all(stream: int, data: bytes) -> None:
    while data:
        data = data[os.write(stream, data) :]
