"""`fivefold arena doctor`: checks that a program follows its protocol."""

from __future__ import annotations

import contextlib
import shlex
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.caging import CageLimits
from fivefold.cli.support.completion import complete_game, complete_protocol
from fivefold.cli.support.exits import ANSWER_IS_NO
from fivefold.cli.support.interrupt import run_async
from fivefold.cli.support.options import Ascii, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.core import Game, Limit
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.arena.doctor import Bounds, Check, Report

INDENT = " " * 8
TICK = 0.25
MOST_SECONDS = 60.0

EXAMPLES = """\b
Examples:
  fivefold arena doctor "./pbrain-mine --fast" --protocol gomocup
  fivefold arena doctor "gtp:my_engine -gtp" --game gomoku --size 19 --log talk.txt
  fivefold arena doctor "fivefold engine ugi --game othello" --protocol ugi --game othello --json
"""


def doctor(
    command: Annotated[
        str,
        typer.Argument(
            metavar="CMD", help="Command line of the program, in quotes; may start with PROTOCOL:."
        ),
    ],
    protocol: Annotated[
        str | None,
        typer.Option(
            "--protocol",
            metavar="PROTOCOL",
            help="gomocup, nboard, gtp or ugi.",
            autocompletion=complete_protocol,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game to play; default: the protocol's first game.",
            autocompletion=complete_game,
        ),
    ] = None,
    size: Size = None,
    rules: Rules = None,
    folder: Annotated[
        str | None,
        typer.Option("--folder", metavar="DIR", help="Working folder of the program."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="Time per move in seconds, at most 60.")
    ] = 1.0,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help="Make only this check; may be repeated."),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option("--log", metavar="FILE", help="Write the whole conversation to a file."),
    ] = None,
    cage: CageLimits = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check that a program follows its protocol, and show what to fix.

    The program is started, asked for moves, interrupted, sent invalid input and told to quit. A
    failed check shows the conversation and a fix; recommendations of the protocol give advice
    only. Exit code 1 if a check fails, 3 if the program cannot be started.
    """
    language, arguments = _program(command, protocol)
    played = _game(language, game, size, rules)
    bounds = _bounds(seconds)
    if folder is not None:
        if not Path(folder).expanduser().is_dir():
            raise InvalidNotation("doctor.no_folder", folder=quoted(folder, 200))
        folder = str(Path(folder).expanduser())
    page = Page(ascii)
    examinee = Examinee(arguments, language, played, folder, bounds, _names(language, played, only))
    report = _examine(page, examinee, log, quiet=json)
    if json:
        page.document(report.as_json())
    else:
        page.line(str(_verdict(report)))
    if not report.passed:
        raise typer.Exit(ANSWER_IS_NO)


@dataclass(frozen=True)
class Examinee:
    """The program under test and the settings of the test."""

    command: list[str]
    protocol: str
    game: Game
    folder: str | None
    bounds: Bounds
    checks: list[str]


def _program(command: str, protocol: str | None) -> tuple[str, list[str]]:
    """Returns the protocol and the words of the command, which may start with the protocol."""
    from fivefold.engines.protocols import PROTOCOLS, check_protocol
    from fivefold.names import Program, parse_player

    player = parse_player(command)
    usable = PROTOCOLS if protocol is None else [protocol]
    if isinstance(player, Program) and player.protocol in usable:
        protocol, command = player.protocol, player.command
    if protocol is None:
        raise InvalidNotation("doctor.which_protocol", protocols=list(PROTOCOLS))
    check_protocol(protocol)
    try:
        words = shlex.split(command)
    except ValueError:
        raise InvalidNotation("doctor.quotes", command=quoted(command, 200)) from None
    if not words or not words[0]:
        raise InvalidNotation("doctor.no_command")
    if words[0].startswith("~"):
        words[0] = str(Path(words[0]).expanduser())
    return protocol, words


def _game(protocol: str, name: str | None, size: str | None, rules: str | None) -> Game:
    from fivefold import names
    from fivefold.engines.protocols import PROTOCOLS, check_protocol, driver_of

    game = names.game_from(name or PROTOCOLS[protocol][0], size, rules)
    check_protocol(protocol, game.name)
    driver_of(protocol)(game)  # raises if the protocol cannot carry this size or these rules
    return game


def _names(protocol: str, game: Game, only: list[str] | None) -> list[str]:
    """Returns the names of the selected checks."""
    from fivefold.arena.doctor import rules_of

    known = [rule.name for rule in rules_of(protocol, game)]
    for name in only or ():
        if name not in known:
            raise UnknownName("doctor.no_check", name=quoted(name), names=known)
    return [name for name in known if not only or name in only]


def _bounds(seconds: float) -> Bounds:
    from fivefold.arena.doctor import Bounds

    Limit(seconds=seconds)
    if seconds > MOST_SECONDS:
        raise InvalidNotation("doctor.seconds", most=MOST_SECONDS, seconds=seconds)
    usual = Bounds()
    late = max(usual.late, 0.1 * seconds)
    return Bounds(move=seconds, late=late, all=usual.all * max(1.0, seconds))


def _examine(page: Page, examinee: Examinee, log: str | None, *, quiet: bool) -> Report:
    """Returns the report; prints each check as it is made unless `quiet`."""
    import asyncio

    from fivefold.arena.doctor import Log, examine
    from fivefold.cli.support.progress import Ticker

    ticker, begun, done = Ticker(page), time.monotonic(), list[str]()

    def made(check: Check) -> None:
        done.append(check.name)
        if not quiet:
            ticker.close()
            _print(page, check)

    async def tick() -> None:
        while True:
            await asyncio.sleep(TICK)
            progress = say("doctor.checking", done=len(done), all=len(examinee.checks))
            ticker.tick(time.monotonic() - begun, progress)

    async def run(file: Log) -> Report:
        ticking = asyncio.create_task(tick())
        try:
            return await examine(
                examinee.command,
                examinee.protocol,
                examinee.game,
                folder=examinee.folder,
                bounds=examinee.bounds,
                only=examinee.checks,
                log=file,
                on_check=made,
            )
        finally:
            ticking.cancel()

    with contextlib.ExitStack() as stack:
        file = None
        if log is not None:
            file = stack.enter_context(Path(log).open("w", encoding="utf-8"))
        stack.callback(ticker.close)
        return run_async(run(Log(file)))


def _print(page: Page, check: Check) -> None:
    title = check.title
    if check.duty == "recommended":
        title = say("doctor.recommended", title=title)
    kind = "ok" if check.verdict == "passed" else check.verdict
    page.line(str(say(f"contract.{kind}", title=title)))
    if check.reason is not None:
        page.line(f"{INDENT}{check.reason}")
    if check.verdict == "failed":
        for line in check.conversation:
            page.line(f"{INDENT}  {line}")
    if check.hint is not None:
        page.line(INDENT + str(say("contract.fix", hint=check.hint)))


def _verdict(report: Report) -> Message:
    count, failed, missing = len(report.checks), len(report.failed), len(report.not_run)
    if report.passed:
        facts = {"command": quoted(report.command, 100), "protocol": report.protocol}
        if report.advice:
            return say("doctor.some_advice", count=count, advice=len(report.advice), **facts)
        return say("doctor.all_passed", count=count, **facts)
    if missing:
        return say("contract.not_run", failed=failed, missing=missing)
    return say("contract.some_failed", failed=failed, count=count)
