"""`fivefold check-strategy`: checks a strategy against the contract."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.bots import Debugger, aside, bots_on_stderr
from fivefold.cli.support.caging import CageLimits
from fivefold.cli.support.completion import complete_strategy
from fivefold.cli.support.exits import ANSWER_IS_NO
from fivefold.cli.support.interrupt import run_async
from fivefold.cli.support.options import Ascii, GameName, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.core import Game, State
from fivefold.errors import UnknownName
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.engines.debugged import Around
    from fivefold.match.report import Check, Report

INDENT = " " * 8
TICK = 0.25

EXAMPLES = """\b
Examples:
  fivefold check-strategy othello ./my_bot.py:MyBot
  fivefold check-strategy gomoku "./my_bot.py:MyBot" --size 9 --json
  fivefold check-strategy othello ./my_bot.py:MyBot --debugger
"""


def check_strategy(
    game: GameName,
    strategy: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A file, ./my_bot.py or ./my_bot.py:MyBot, or a named strategy.",
            autocompletion=complete_strategy,
        ),
    ],
    size: Size = None,
    rules: Rules = None,
    cage: CageLimits = None,
    debugger: Debugger = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check your own strategy and show what to fix.

    The strategy runs in its own process and plays from many positions. Checked are loading, legal
    moves, passing, time limits, the same moves for the same seed, and valid reasons. Exit code 1
    if a check fails.
    """
    from fivefold import names

    rules_of = names.game_from(game, size, rules)
    _check_name(strategy, rules_of)
    page = Page(ascii)
    around = (lambda: aside(json)) if debugger else None
    with bots_on_stderr(page, tells_repeats=False):
        report = _examine(page, strategy, rules_of, around, quiet=json)
    if json:
        page.document(report.as_json())
    else:
        page.line(str(_verdict(report)))
    if not report.passed:
        raise typer.Exit(ANSWER_IS_NO)


def _check_name(text: str, game: Game) -> None:
    """Raises `UnknownName` if there is no such file or strategy."""
    from fivefold import names

    player = names.parse_player(text)
    if not isinstance(player, names.FromFile):
        names.strategy_from(text, game)
    elif not Path(player.file).expanduser().is_file():
        raise UnknownName("name.no_file", path=quoted(player.file, 200))


def _examine(page: Page, text: str, game: Game, around: Around | None, *, quiet: bool) -> Report:
    """Returns the report; prints each check as it is made unless `quiet`."""
    import asyncio

    from fivefold.cli.support.progress import Ticker
    from fivefold.match import contract

    ticker, begun = Ticker(page), time.monotonic()
    done: list[Check] = []

    def made(check: Check) -> None:
        if not quiet:
            ticker.close()
            _print(page, text, check, done)
        done.append(check)

    async def tick() -> None:
        while True:
            await asyncio.sleep(TICK)
            ticker.tick(time.monotonic() - begun, say("contract.checking", done=len(done)))

    async def examine() -> Report:
        ticking = asyncio.create_task(tick())
        try:
            return await contract.check_strategy(text, game, made, around)
        finally:
            ticking.cancel()

    try:
        return run_async(examine())
    finally:
        ticker.close()


def _print(page: Page, strategy: str, check: Check, before: list[Check]) -> None:
    kind = "ok" if check.reason is None else "advice" if check.passed else "failed"
    page.line(str(say(f"contract.{kind}", title=check.title)))
    if check.same_as is not None:
        first = next(each.title for each in before if each.name == check.same_as)
        page.line(INDENT + str(say("contract.same", title=first)))
        return
    if check.reason is not None:
        page.line(f"{INDENT}{check.reason}")
    if check.position is not None and not check.passed:
        page.line(INDENT + str(say("contract.see", command=show_command(check.position))))
        if check.crashed:
            command = debug_command(strategy, check.position)
            page.line(INDENT + str(say("contract.debug", command=command)))
    if check.hint is not None and check.hint not in [each.hint for each in before]:
        page.line(INDENT + str(say("contract.fix", hint=check.hint)))


def debug_command(strategy: str, state: State) -> str:
    """Returns the command that asks the strategy about the position in a debugger."""
    game, position = _game_and_position(state)
    return shlex.join(["fivefold", "choose", game, strategy, "-p", position, "--debugger"])


def show_command(state: State) -> str:
    """Returns the command that shows the position."""
    game, position = _game_and_position(state)
    return shlex.join(["fivefold", "show", game, "-p", position])


def _game_and_position(state: State) -> tuple[str, str]:
    """Returns the game and the position as arguments of a command."""
    from fivefold.names import format_game

    game = state.game
    # The length of a position gives the size of a square board: the plain name is mostly enough.
    is_plain = game.rows == game.columns and game.rules == game.rule_names[0]
    return game.name if is_plain else format_game(game), game.format_position(state)


def _verdict(report: Report) -> Message:
    count, failed, missing = len(report.checks), len(report.failed), len(report.not_run)
    advice = len(report.advice)
    if report.passed:
        facts = {"strategy": quoted(report.strategy, 100), "game": report.game}
        if advice:
            return say("contract.passed_with_advice", count=count - advice, advice=advice, **facts)
        return say("contract.all_passed", count=count, **facts)
    if missing:
        return say("contract.not_run", failed=failed, missing=missing)
    reasons = sum(check.same_as is None for check in report.failed)
    if reasons < failed:
        return say("contract.failed_alike", failed=failed, count=count, reasons=reasons)
    return say("contract.some_failed", failed=failed, count=count)
