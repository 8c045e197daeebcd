"""`fivefold arena ladder`: rates the built-in opponents of a game."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.commands.arena.playing import Concurrency, Progress, is_broken
from fivefold.cli.support.exits import BROKEN, INTERRUPTED
from fivefold.cli.support.interrupt import stop_on_interrupt
from fivefold.cli.support.options import Ascii, GameName, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.errors import InvalidNotation, Refused
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.arena.running.runner import Runner
    from fivefold.core import Game
    from fivefold.results.ladder import Ladder
    from fivefold.results.tournament import Tournament

EXAMPLES = """\b
Examples:
  fivefold arena ladder othello --show
  fivefold arena ladder pentomino --pairs 20 --seconds 0.1
  fivefold arena ladder gomoku --pairs 10 -d gomoku-ladder --save gomoku.json
  fivefold arena ladder othello --show --markdown
"""


def ladder(
    game: GameName,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs", metavar="N", help="Openings per pairing, each played with both seats."
        ),
    ] = 10,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="Time limit per move in seconds.")
    ] = 0.2,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", help="Random seed: the same number gives the same moves."
        ),
    ] = 1,
    folder: Annotated[
        str | None,
        typer.Option(
            "-d",
            "--directory",
            metavar="DIR",
            help="Folder for the games; the same command resumes after a stop.",
        ),
    ] = None,
    concurrency: Concurrency = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save", metavar="FILE", help="Write the ladder to FILE, for arena test --ladder."
        ),
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Print the installed ladder; play nothing.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the list as a table in Markdown.")
    ] = False,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Play the built-in opponents of a game into a rating list.

    level(1) is rated 1000. Each player meets the three above and the three below: players farther
    apart learn little, because one side wins nearly every game.
    """
    from fivefold.names import game_from

    page = Page(ascii)
    board = game_from(game, size, rules)
    if show:
        _print(page, _installed(board), json, markdown)
        return
    found = _play(page, board, pairs, seconds, seed, folder, concurrency)
    if save is not None:
        from json import dumps

        from fivefold.formats.files import write_to

        write_to(save, dumps(found.as_json(), indent=1, ensure_ascii=False) + "\n")
        page.note(str(say("ladder.saved", file=quoted(save, 200))))
    _print(page, found, json, markdown)


def _installed(game: Game) -> Ladder:
    from fivefold.names import format_game
    from fivefold.results.ladder import ladder_of

    found = ladder_of(game)
    if found is None:
        raise InvalidNotation("ladder.none", game=format_game(game), name=game.name)
    return found


def _play(
    page: Page,
    game: Game,
    pairs: int,
    seconds: float,
    seed: int,
    folder: str | None,
    concurrency: int | None,
) -> Ladder:
    """Returns the ladder; on Ctrl-C prints the ratings so far and exits."""
    from fivefold.arena.ladder.tournament import ladder_from_journal, ladder_tournament
    from fivefold.arena.openings.sources import openings_for
    from fivefold.arena.running.runner import Runner
    from fivefold.names import format_game
    from fivefold.results.schedules.schedule import check

    options = {"pairs": pairs, "seconds": seconds, "seed": seed}
    check(ladder_tournament(game, (), pairs=pairs, seconds=seconds, seed=seed))
    openings = openings_for(game, seed=seed, tell=lambda message: page.note(str(message)))
    tournament = ladder_tournament(game, openings, pairs=pairs, seconds=seconds, seed=seed)
    given = " ".join(f"--{name} {value:g}" for name, value in options.items())
    command = f'fivefold arena ladder "{format_game(game)}" {given}'
    progress = Progress(page)
    with _folder(folder) as place:
        _prepare(place, tournament)
        runner = Runner(
            place,
            concurrency=concurrency,
            on_tick=lambda journal: progress.tick(journal, runner.stop.is_set()),
        )
        with stop_on_interrupt(runner.stop):
            try:
                table = runner.run()
            finally:
                progress.close()
        found = ladder_from_journal(runner.journal, time.strftime("%Y-%m-%d"), command)
    if not table.over:
        _stop(page, runner, found, folder)
    if is_broken(runner.journal, table):
        page.note(str(say("ladder.broken")))
        raise typer.Exit(BROKEN)
    return found


@contextlib.contextmanager
def _folder(given: str | None) -> Iterator[Path]:
    if given is not None:
        yield Path(given)
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="fivefold-ladder-") as temporary:
        yield Path(temporary)


def _prepare(folder: Path, tournament: Tournament) -> None:
    """Creates the journal, or checks that the existing one is of the same ladder."""
    from fivefold.results.journal import FILE, Journal
    from fivefold.results.journal_writer import create

    if not (folder / FILE).exists():
        create(folder, tournament)
    elif Journal.open(folder).tournament != tournament:
        raise Refused("ladder.other", folder=quoted(str(folder), 200))


def _stop(page: Page, runner: Runner, found: Ladder, folder: str | None) -> None:
    if found.rungs:
        _print(page, found, json=False, markdown=False)
    games = len(runner.journal.finished)
    if folder is None:
        page.note(str(say("ladder.stopped", games=games)))
    else:
        page.note(str(say("ladder.paused", games=games, folder=quoted(folder, 200))))
    raise typer.Exit(INTERRUPTED)


def _print(page: Page, found: Ladder, json: bool, markdown: bool) -> None:
    if json:
        page.document(found.as_json())
        return
    heads = [
        str(say("ladder.head.player")),
        str(say("ladder.head.rating")),
        str(say("ladder.head.error")),
        str(say("ladder.head.games")),
        str(say("ladder.head.score")),
    ]
    rows = [
        (
            f"`{rung.player}`" if markdown else rung.player,
            f"{rung.rating:.0f}{'*' if rung.apart else ''}",
            "–" if rung.player == found.anchor else f"± {rung.error95:.0f}",
            str(rung.score.games),
            f"{100 * rung.score.points / rung.score.games:.0f} %",
        )
        for rung in found.rungs
    ]
    if markdown:
        for row in (heads, ["---"] * len(heads), *rows):
            page.line(f"| {' | '.join(row)} |")
        page.line()
    else:
        page.table(heads, rows, numbers=heads[1:])
    if any(rung.apart for rung in found.rungs):
        note = str(say("ladder.apart", anchor=found.anchor))
        page.line(f"\\{note}\n" if markdown else note)
    command = f"`{found.command}`" if markdown else found.command
    page.line(str(say("ladder.made", command=command, date=found.made)))
