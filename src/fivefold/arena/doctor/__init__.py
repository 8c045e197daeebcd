"""The engine checker: tries a program against its protocol, and says what it gets wrong.

It judges by the lines themselves. Our own drivers forgive much, so that games go on; here
nothing is forgiven that the protocol does not allow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module

from fivefold.arena.doctor.bench import Bench, Rule
from fivefold.arena.doctor.report import Check, Report
from fivefold.arena.doctor.talk import USUAL, Bounds, Log
from fivefold.core import Game

__all__ = ["Bounds", "Check", "Log", "Report", "examine", "rules_of"]


def rules_of(protocol: str, game: Game) -> tuple[Rule, ...]:
    """Returns what is tried, in order, of a program that speaks the protocol."""
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
    """Returns what the program does and does not do; `on_check` hears of each check.

    With names in `only`, other checks than these are left out.
    Raises `EngineCrashed` when the program cannot be started at all. Whatever it does later is
    told by the check in which it did it; the next check gets a new process.
    """
    import shlex

    from fivefold.names import format_game

    checks: list[Check] = []
    not_run: list[str] = []
    async with Bench(command, game, bounds, folder=folder, log=log) as bench:
        for rule in rules_of(protocol, game):
            if only and rule.name not in only:
                continue
            if bench.is_over():
                not_run.append(rule.name)
                continue
            check = await bench.apply(rule)
            checks.append(check)
            on_check(check)
    return Report(protocol, format_game(game), shlex.join(command), tuple(checks), tuple(not_run))
