"""Tries the mutants of one module, inside the copied tree."""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
import time
from collections.abc import Sequence

import pytest
from changes import Mutant
from journal import chosen, digest, read_journal
from trials import Loaded, Result, load

CONTROL = "raise AssertionError('control')"


class Trial:
    """One module: its file in the copy, its tests, and what the journal knows already."""

    def __init__(
        self,
        module: str,
        tests: Sequence[str],
        wider: Sequence[str],
        options: argparse.Namespace,
    ) -> None:
        self.module, self.tests, self.wider, self.options = module, tests, wider, options
        tree = options.scratch / "tree"
        self.file = tree / "src/fivefold" / module
        self.source = self.file.read_text("utf-8")
        self.parsed = ast.parse(self.source)
        self.text = digest([self.file])
        self.tests_text = digest([tree / test for test in tests])
        self.known = read_journal(options.journal)
        self.number = 0
        self.shown = 0.0

    def is_known(self, mutant: Mutant) -> bool:
        """Tells whether the journal has a verdict that still holds."""
        line = self.known.get((self.module, mutant.name))
        if line is None or line["text"] != self.text:
            return False
        if line["verdict"] != "survived":
            return True
        confirmed = line["confirmed"] or not self.options.confirm
        return bool(line["tests"] == self.tests_text and confirmed)

    def write(self, text: str) -> None:
        """Puts a text in the module's place, with a date of its own for the bytecode's sake."""
        self.number += 1
        self.file.write_text(text, "utf-8")
        os.utime(self.file, (1_000_000_000 + self.number,) * 2)

    def remember(self, mutant: Mutant, result: Result, *, confirmed: bool) -> None:
        line = {
            "module": self.module,
            "name": mutant.name,
            "text": self.text,
            "tests": self.tests_text,
            "verdict": result.verdict,
            "by": result.by,
            "confirmed": confirmed,
        }
        with self.options.journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def say(self, text: str, often: bool = False) -> None:
        """Tells how far it is: everything, or every few seconds."""
        if not often or time.monotonic() > self.shown + 10:
            self.shown = time.monotonic()
            print(f"{time.strftime('%H:%M:%S')} {self.module}: {text}", file=sys.stderr, flush=True)


def try_module(
    module: str, tests: Sequence[str], wider: Sequence[str], options: argparse.Namespace
) -> int:
    """Tries what the journal does not know yet; returns the exit code."""
    trial = Trial(module, tests, wider, options)
    todo = [each for each in chosen(module, trial.source, options) if not trial.is_known(each)]
    trial.say(f"{len(todo)} mutants to try")
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
    """Tries mutants: in place those inside functions, then afresh what is left."""
    result = loaded.measure()
    if result.verdict != "survived":
        raise RuntimeError(f"the tests do not pass without a change: {result.by or 'time'}")
    total = sum(cost.cpu for cost in loaded.costs.values())
    trial.say(f"{len(loaded.costs)} tests, {total:.1f} s of CPU")
    _control(trial, loaded)
    later, survived = [], 0
    for number, mutant in enumerate(todo):
        trial.say(f"{number} of {len(todo)} tried, {survived} survived", often=True)
        tree = mutant.applied(trial.parsed)
        trial.write(ast.unparse(tree))
        known = None if mutant.function is None else loaded.try_out(tree, mutant.function)
        if known:
            survived += known.verdict == "survived"
            trial.remember(mutant, known, confirmed=False)
        if known is None or (known.verdict == "survived" and trial.options.confirm):
            later.append(mutant)
    if later:
        _control_afresh(trial, loaded)
    for number, mutant in enumerate(later):
        trial.say(f"{number} of {len(later)} tried afresh", often=True)
        trial.write(ast.unparse(mutant.applied(trial.parsed)))
        again = Result("survived")
        # Those inside functions have passed the near tests once: the others are likelier to notice.
        orders = (trial.wider, trial.tests) if mutant.function else (trial.tests, trial.wider)
        for tests in orders if trial.options.confirm else (trial.tests,):
            if tests and again.verdict == "survived":
                again = loaded.try_afresh(tests)
        trial.remember(mutant, again, confirmed=trial.options.confirm)


def _control(trial: Trial, loaded: Loaded) -> None:
    """A function that only fails must be noticed; else it is not the mutants that run."""
    tree = ast.parse(trial.source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if loaded.tests_of(line):
                broken = ast.parse(CONTROL).body[0]
                node.body.insert(0, ast.copy_location(broken, node.body[0]))
                result = loaded.try_out(ast.fix_missing_locations(tree), line)
                if result is None or result.verdict == "survived":
                    raise RuntimeError("the control, a function that only fails, was not noticed")
                return
    raise RuntimeError("no test calls any of its functions")


def _control_afresh(trial: Trial, loaded: Loaded) -> None:
    """A module that cannot be imported must be noticed, and one without a change must pass."""
    trial.write(f"{trial.source}\n{CONTROL}\n")
    if loaded.try_afresh(trial.tests).verdict != "killed":
        raise RuntimeError("the control, a module that cannot be imported, was not noticed")
    trial.write(trial.source)
    result = loaded.try_afresh(trial.tests)
    if result.verdict != "survived":
        raise RuntimeError(f"the tests do not pass when loaded again: {result.by or 'time'}")
