"""Tries the mutants of one module inside the copied tree, and records them in the journal."""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from changes import Mutant, mutants
from trials import Loaded, Result, load

CONTROL = "raise AssertionError('control')"


def read_journal(file: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Returns the last line about each mutant, by module and name."""
    if not file.exists():
        return {}
    lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {(line["module"], line["name"]): line for line in lines}


def digest(paths: Iterable[Path]) -> str:
    """Returns a short hash of files and of the Python files in folders."""
    found = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def selected(module: str, source: str, options: argparse.Namespace) -> list[Mutant]:
    """Returns the mutants of a module, or a random sample of them."""
    found = mutants(source)
    if options.sample and options.sample < len(found):
        chance = random.Random(f"{options.seed}/{module}")
        kept = set(chance.sample(range(len(found)), options.sample))
        found = [mutant for number, mutant in enumerate(found) if number in kept]
    return found


class Trial:
    """One module: its file in the copy, its tests and its journal entries."""

    def __init__(self, module: str, tests: Sequence[str], options: argparse.Namespace) -> None:
        self.module, self.tests, self.options = module, tests, options
        tree = options.scratch / "tree"
        self.file = tree / "src/fivefold" / module
        self.source = self.file.read_text("utf-8")
        self.parsed = ast.parse(self.source)
        self.text = digest([self.file])
        self.tests_text = digest([tree / test for test in tests])
        self.journal = read_journal(options.journal)
        self.number = 0
        self.last_report = 0.0

    def is_known(self, mutant: Mutant) -> bool:
        """Returns whether the journal has a verdict that still holds."""
        line = self.journal.get((self.module, mutant.name))
        if line is None or line["text"] != self.text:
            return False
        return bool(line["verdict"] != "survived" or line["tests"] == self.tests_text)

    def write(self, text: str) -> None:
        """Replaces the module's file, with a new modification time to invalidate bytecode."""
        self.number += 1
        self.file.write_text(text, "utf-8")
        os.utime(self.file, (1_000_000_000 + self.number,) * 2)

    def record(self, mutant: Mutant, result: Result) -> None:
        line = {
            "module": self.module,
            "name": mutant.name,
            "text": self.text,
            "tests": self.tests_text,
            "verdict": result.verdict,
            "by": result.by,
        }
        with self.options.journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def report(self, text: str, *, rarely: bool = False) -> None:
        """Prints progress; with `rarely` at most every ten seconds."""
        if not rarely or time.monotonic() > self.last_report + 10:
            self.last_report = time.monotonic()
            print(f"{time.strftime('%H:%M:%S')} {self.module}: {text}", file=sys.stderr, flush=True)


def try_module(module: str, tests: Sequence[str], options: argparse.Namespace) -> int:
    """Tries the mutants that are not in the journal; returns the exit code."""
    trial = Trial(module, tests, options)
    todo = [each for each in selected(module, trial.source, options) if not trial.is_known(each)]
    trial.report(f"{len(todo)} mutants to try")
    ended: list[int] = []

    def work(session: pytest.Session) -> None:
        try:
            _try_all(trial, Loaded(session, trial.file, options.scratch), todo)
            ended.append(0)
        except KeyboardInterrupt:
            ended.append(130)
        except RuntimeError as error:
            print(f"mutants: {module}: {error}.", file=sys.stderr)
            ended.append(1)
        finally:
            trial.write(trial.source)

    if todo:
        load(tests, options.scratch, work)
        return ended[0] if ended else 1
    return 0


def _try_all(trial: Trial, loaded: Loaded, todo: Sequence[Mutant]) -> None:
    """Tries mutants inside functions in place, then the others with a fresh import."""
    result = loaded.measure()
    if result.verdict != "survived":
        raise RuntimeError(f"the tests fail without a change: {result.by or 'time'}")
    total = sum(cost.cpu for cost in loaded.costs.values())
    trial.report(f"{len(loaded.costs)} tests, {total:.1f} s of CPU")
    _check_in_place(trial, loaded)
    later, survived = [], 0
    for number, mutant in enumerate(todo):
        trial.report(f"{number} of {len(todo)} tried, {survived} survived", rarely=True)
        tree = mutant.applied(trial.parsed)
        trial.write(ast.unparse(tree))
        known = None if mutant.function is None else loaded.try_out(tree, mutant.function)
        if known is None:
            later.append(mutant)
        else:
            survived += known.verdict == "survived"
            trial.record(mutant, known)
    if later:
        _check_fresh(trial, loaded)
    for number, mutant in enumerate(later):
        trial.report(f"{number} of {len(later)} tried with a fresh import", rarely=True)
        trial.write(ast.unparse(mutant.applied(trial.parsed)))
        trial.record(mutant, loaded.try_afresh(trial.tests))


def _check_in_place(trial: Trial, loaded: Loaded) -> None:
    """Control: a function that only raises must be killed, or mutants are not what runs."""
    tree = ast.parse(trial.source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if loaded.tests_of(line):
                broken = ast.parse(CONTROL).body[0]
                node.body.insert(0, ast.copy_location(broken, node.body[0]))
                result = loaded.try_out(ast.fix_missing_locations(tree), line)
                if result is None or result.verdict == "survived":
                    raise RuntimeError("the control, a function that only raises, survived")
                return
    raise RuntimeError("no test calls any of its functions")


def _check_fresh(trial: Trial, loaded: Loaded) -> None:
    """Control: a module that cannot be imported must be killed, an unchanged one must survive."""
    trial.write(f"{trial.source}\n{CONTROL}\n")
    if loaded.try_afresh(trial.tests).verdict != "killed":
        raise RuntimeError("the control, a module that cannot be imported, survived")
    trial.write(trial.source)
    result = loaded.try_afresh(trial.tests)
    if result.verdict != "survived":
        raise RuntimeError(f"the tests fail after a fresh import: {result.by or 'time'}")
