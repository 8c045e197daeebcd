"""`fivefold check-strategy`: does somebody's own strategy keep the contract?"""

from __future__ import annotations

import re
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.completion import complete_strategy
from fivefold.cli.exits import ANSWER_IS_NO
from fivefold.cli.position import Ascii, GameName, Json, Rules, Size
from fivefold.cli.printing import Page
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
            help="The strategy: ./my_bot.py, ./my_bot.py:MyBot, or a name.",
            autocompletion=complete_strategy,
        ),
    ],
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check a strategy of your own, and say what to mend.

    It runs in a process of its own and is asked about many positions: does it load, move by the
    rules, pass when it must, keep the time, repeat itself under a seed, give reasons that make
    sense? Exit code 1 when it fails a check.
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
    """Raises when there is nothing to check: no such file, no such name."""
    from fivefold import names

    if not names.is_path(text):
        names.strategy_from(text, game)
        return
    file = re.match(r".+?\.py(?=$|[:(])", text.strip(), re.DOTALL)
    if file is None or not Path(file[0]).expanduser().is_file():
        raise UnknownName("name.no_file", path=quoted(file[0] if file else text, 200))


def _examine(page: Page, text: str, game: Game, *, quiet: bool) -> Report:
    """Returns the report; each check is printed as it is made unless `quiet`."""
    import asyncio

    from fivefold.cli.progress import Ticker
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
        return asyncio.run(examine())
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
    # The length of a position tells the size of a square board, so a plain name is mostly enough.
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
