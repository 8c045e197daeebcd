"""`fivefold arena test`: rates a player against the ladder."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.commands.arena.placed import as_json, print_placing, progress_of
from fivefold.cli.commands.arena.playing import Concurrency
from fivefold.cli.support.caging import CageLimits, tell_cage
from fivefold.cli.support.completion import complete_strategy
from fivefold.cli.support.exits import BROKEN, INTERRUPTED
from fivefold.cli.support.interrupt import Work, run_async
from fivefold.cli.support.options import Ascii, GameName, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.arena.ladder.calibration import Calibration, PlayedGame
    from fivefold.core import Game
    from fivefold.results.ladder import Ladder
    from fivefold.results.tournament import Entrant

MOST_GAMES = 10_000
LONGEST_SHOWN = 90
"""Maximum length of a player's name; a longer text is cut at the start."""

EXAMPLES = """\b
Examples:
  fivefold arena test othello ./my_bot.py:MyBot
  fivefold arena test gomoku "gomocup:./pbrain-mine" --games 20 --seconds 1
  fivefold arena test pentomino "minimax(depth=1)" --games 4 --json
"""


def measure(
    game: GameName,
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER",
            help="A file, ./my_bot.py:MyBot, a program, PROTOCOL:COMMAND, or a strategy.",
            autocompletion=complete_strategy,
        ),
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games to play.")] = 40,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            help="Seconds per move of the player; default: those of the ladder.",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", help="Random seed: the same number gives the same moves."
        ),
    ] = 1,
    concurrency: Concurrency = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            "--ladder", metavar="FILE", help="Ladder file written by arena ladder --save."
        ),
    ] = None,
    worst: Annotated[
        str | None,
        typer.Option("--worst", metavar="FILE", help="Write the record of the worst loss."),
    ] = None,
    cage: CageLimits = None,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Measure the strength of your own player.

    It plays against opponents with known ratings, mostly those near its own strength. Ctrl-C
    prints the results so far.
    """
    from fivefold.arena.ladder.calibration import Calibration
    from fivefold.arena.openings.sources import openings_for
    from fivefold.names import game_from

    page = Page(ascii)
    board = game_from(game, size, rules)
    if not 1 <= games <= MOST_GAMES:
        raise InvalidNotation("cli.games", most=MOST_GAMES, games=games)
    rungs = _ladder(board, ladder)
    entrant = _entrant(player, board, rungs, seconds)
    tell_cage(page, [player])
    openings = openings_for(board, seed=seed, tell=lambda message: page.note(str(message)))
    placing = Calibration(entrant, rungs, openings, seed)
    interrupted = _play(page, placing, games, concurrency)
    if worst is not None:
        _write_worst(page, placing, worst)
    if json:
        page.document({**as_json(placing), "interrupted": interrupted})
    elif placing.games:
        print_placing(page, placing)
    if interrupted:
        page.note(str(say("placing.interrupted", done=len(placing.games), all=games)))
        raise typer.Exit(INTERRUPTED)
    if placing.faults:
        raise typer.Exit(BROKEN)


def _ladder(game: Game, file: str | None) -> Ladder:
    from fivefold.formats.files import read_from
    from fivefold.names import format_game
    from fivefold.results.ladder import ladder_from, ladder_of

    name = format_game(game)
    found = ladder_of(game) if file is None else ladder_from(read_from(file), file)
    if found is None:
        raise InvalidNotation("placing.no_ladder", game=name, name=game.name)
    if found.game != name:
        raise InvalidNotation("placing.other_game", game=name, other=found.game)
    if not found.rungs:
        raise InvalidNotation("placing.no_rungs")
    return found


def _entrant(player: str, game: Game, ladder: Ladder, seconds: float | None) -> Entrant:
    """Returns the player with a unique name, after loading it once."""

    from fivefold.arena.players.entrants import check, entrant_from, with_names_apart
    from fivefold.core import Limit
    from fivefold.engines import open_engine
    from fivefold.results.tournament import Entrant

    limit = Limit(seconds=ladder.seconds if seconds is None else seconds)
    text = player.strip()
    name = text if len(text) <= LONGEST_SHOWN else f"…{text[-LONGEST_SHOWN:]}"
    mine = entrant_from(text, Path.cwd(), name=name, limit=limit)
    check(mine, game)
    others = (Entrant(rung.player, rung.player) for rung in ladder.rungs)
    *_, mine = with_names_apart([*others, mine])

    async def load() -> None:
        engine = open_engine(mine.player, game, 1, name=mine.name, folder=mine.folder)
        try:
            await engine.open()
        finally:
            await engine.close()

    run_async(load())
    return mine


def _play(page: Page, placing: Calibration, games: int, concurrency: int | None) -> bool:
    """Plays the games; tells whether Ctrl-C stopped them."""
    from fivefold.arena.ladder.calibration import place
    from fivefold.arena.running.runner import cores

    ticker = Ticker(page)

    def on_game(game: PlayedGame) -> None:
        if game.fault == placing.player.name and len(placing.faults) == 1:
            ticker.close()
            page.note(str(say("placing.first_fault", reason=quoted(game.record.reason, 300)[1:-1])))

    def task(stop: threading.Event) -> None:
        place(placing, games, concurrency or cores(), stop, on_game)

    _, interrupted = Work(task).finish(
        lambda passed: ticker.tick(passed, progress_of(placing, games, passed))
    )
    ticker.close()
    return interrupted


def _write_worst(page: Page, placing: Calibration, file: str) -> None:
    from json import dumps

    from fivefold.formats.files import write_to

    lost = placing.worst_loss
    if lost is None:
        page.note(str(say("placing.no_loss")))
        return
    write_to(file, dumps(lost.record.as_json(), ensure_ascii=False) + "\n")
    page.note(str(say("placing.worst_written", file=quoted(file, 200))))
