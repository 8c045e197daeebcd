"""`fivefold check-strategy`: checks a strategy against the contract."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
    from fivefold.match.report import Check, Report

INDENT = " " * 8
TICK = 0.25

EXAMPLES = """\b
Examples:
  fivefold check-strategy othello ./my_bot.py:MyBot
  fivefold check-strategy gomoku "./my_bot.py:MyBot" --size 9 --json
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
    report = _examine(page, strategy, rules_of, quiet=json)
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


def _examine(page: Page, text: str, game: Game, *, quiet: bool) -> Report:
    """Returns the report; prints each check as it is made unless `quiet`."""
    import asyncio

    from fivefold.cli.support.progress import Ticker
    from fivefold.match import contract

    ticker, begun = Ticker(page), time.monotonic()
    done: list[Check] = []

    def made(check: Check) -> None:
        if not quiet:
            ticker.close()
            is_new_hint = check.hint not in [before.hint for before in done]
            _print(page, check, with_hint=is_new_hint)
        done.append(check)

    async def tick() -> None:
        while True:
            await asyncio.sleep(TICK)
            ticker.tick(time.monotonic() - begun, say("contract.checking", done=len(done)))

    async def examine() -> Report:
        ticking = asyncio.create_task(tick())
        try:
            return await contract.check_strategy(text, game, made)
        finally:
            ticking.cancel()

    try:
        return run_async(examine())
    finally:
        ticker.close()


def _print(page: Page, check: Check, *, with_hint: bool) -> None:
    kind = "ok" if check.reason is None else "advice" if check.passed else "failed"
    page.line(str(say(f"contract.{kind}", title=check.title)))
    if check.reason is not None:
        page.line(f"{INDENT}{check.reason}")
    if check.position is not None and not check.passed:
        page.line(INDENT + str(say("contract.see", command=show_command(check.position))))
    if check.hint is not None and with_hint:
        page.line(INDENT + str(say("contract.fix", hint=check.hint)))


def show_command(state: State) -> str:
    """Returns the command that shows the position."""
    from fivefold.names import format_game

    game = state.game
    # The length of a position gives the size of a square board: the plain name is mostly enough.
    is_plain = game.rows == game.columns and game.rules == game.rule_names[0]
    name = game.name if is_plain else format_game(game)
    return shlex.join(["fivefold", "show", name, "-p", game.format_position(state)])


def _verdict(report: Report) -> Message:
    count, failed, missing = len(report.checks), len(report.failed), len(report.not_run)
    if report.passed:
        strategy = quoted(report.strategy, 100)
        return say("contract.all_passed", count=count, strategy=strategy, game=report.game)
    if missing:
        return say("contract.not_run", failed=failed, missing=missing)
    return say("contract.some_failed", failed=failed, count=count)
