"""The engine doctor: checks a program against its protocol and reports what it gets wrong.

It examines the raw lines. Our drivers are lenient, so that games go on; the doctor accepts only
what the protocol allows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module

from fivefold.arena.doctor.conversation import USUAL, Bounds, Log
from fivefold.arena.doctor.examination import Examination, Rule
from fivefold.arena.doctor.report import Check, Report
from fivefold.core import Game

__all__ = ["Bounds", "Check", "Log", "Report", "examine", "rules_of"]


def rules_of(protocol: str, game: Game) -> tuple[Rule, ...]:
    """Returns the checks for a program of that protocol, in order."""
    module = import_module(f"fivefold.arena.doctor.{protocol}")
    rules: tuple[Rule, ...] = module.rules_for(game)
    return rules


async def examine(
    command: Sequence[str],
    protocol: str,
    game: Game,
    *,
    folder: str | None = None,
    bounds: Bounds = USUAL,
    log: Log | None = None,
    only: Collection[str] = (),
    on_check: Callable[[Check], None] = lambda check: None,
) -> Report:
    """Returns the report on a program; `on_check` is called after each check.

    `only` names the checks to make; default: all. Raises `EngineCrashed` if the program cannot be
    started. A later failure belongs to its check, and the next check gets a new process.
    """
    import shlex

    from fivefold.names import format_game

    checks: list[Check] = []
    not_run: list[str] = []
    async with Examination(command, game, bounds, folder=folder, log=log) as exam:
        for rule in rules_of(protocol, game):
            if only and rule.name not in only:
                continue
            if exam.is_over():
                not_run.append(rule.name)
                continue
            check = await exam.apply(rule)
            checks.append(check)
            on_check(check)
    return Report(protocol, format_game(game), shlex.join(command), tuple(checks), tuple(not_run))
