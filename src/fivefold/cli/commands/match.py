"""`fivefold match`: games between two strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.bots import Debugger, bots_on_stderr, opener_of
from fivefold.cli.support.caging import CageLimits
from fivefold.cli.support.completion import complete_strategy
from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.interrupt import run_async
from fivefold.cli.support.options import (
    Ascii,
    Depth,
    GameName,
    Input,
    Json,
    Moves,
    MoveWriter,
    Nodes,
    Numbers,
    Position,
    Rules,
    Seconds,
    Seed,
    Size,
    read_state,
)
from fivefold.cli.support.printing import Page
from fivefold.core import Limit, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.match.record import MatchRecord
    from fivefold.match.series import Opener, Series

MOST_GAMES = 1_000_000

EXAMPLES = """\b
Examples:
  fivefold match othello h2 random --games 20 --seed 1
  fivefold match othello "minimax(depth=3)" "minimax(depth=3)" -i input.txt
  fivefold match pentomino random openspace --games 100 --plot match.png
  fivefold match gomoku reactive "level(2)" --openings openings.txt --json
  fivefold match gomoku reactive "level(2)" --opening swap2 --games 10
  fivefold match othello ./my_bot.py:MyBot h1 --debugger
"""


def match(
    game: GameName,
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="The strategy that plays X in the first game.",
            autocompletion=complete_strategy,
        ),
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="Its opponent.", autocompletion=complete_strategy)
    ],
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", help="Number of games; default: 1, or two for each opening."
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            metavar="FILE",
            help="File with one opening per line; each is played with both colours.",
        ),
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening",
            metavar="NAME",
            help="Gomoku: swap2, where the players agree on opening and colours.",
        ),
    ] = None,
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seed: Seed = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Plot win rate, moves per game and time per move: .png, .svg or .pdf.",
        ),
    ] = None,
    numbers: Numbers = False,
    size: Size = None,
    rules: Rules = None,
    cage: CageLimits = None,
    debugger: Debugger = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Play games between two strategies.

    A plays X in the first game; the players swap seats after each game. A single game is printed
    move by move, several as a summary.
    """
    limit = Limit(seconds, depth, nodes)
    state = read_state(game, size, rules, position, moves, input)
    write = MoveWriter(state.game, numbers)
    if opening is not None:
        from fivefold.games.swap2 import check_opening

        check_opening(opening, state)
        if openings is not None:
            raise InvalidNotation("swap2.no_openings")
    starts = () if openings is None else read_openings(openings, state)
    if games is None:
        games = 2 * len(starts) or 1
    if not 1 <= games <= MOST_GAMES:
        raise InvalidNotation("cli.games", most=MOST_GAMES, games=games)
    picture = None
    if plot is not None:
        from fivefold.arena.reports.plots import check_plot

        picture = check_plot(plot)
    page = Page(ascii)
    opener = opener_of(debugger, json=json)
    with bots_on_stderr(page, redirects=not debugger):
        series = _play(page, state, (a, b), games, starts, seed, limit, opening, opener)

    from fivefold.cli.support.summary import Summary

    summary = Summary.of(a, b, series)
    if picture is not None:
        from fivefold.cli.support.plot import write_plot

        write_plot(picture, summary, f"{state.game.name}: {a} – {b}")
    if json:
        page.document(
            {
                "game": state.game.name,
                "games": [_record_as_json(record, write) for record in series.records],
                "score": series.score.as_json(),
                "elo": summary.elo.as_json(),
                "statistics": summary.as_json(),
            }
        )
        return
    if games == 1:
        from fivefold.cli.support.result import print_game

        print_game(page, series.records[0], write)
    else:
        from fivefold.cli.support.result import print_summary

        print_summary(page, summary)
    if picture is not None:
        page.note(str(say("cli.plot_written", file=picture)))


def read_openings(file: str, start: State) -> tuple[State, ...]:
    """Returns the positions after the openings of a file, one per line; `#` starts a comment."""
    from fivefold import formats

    found = []
    for number, line in enumerate(formats.read_from(file).splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            state = start
            for move in formats.read_opening(text, start):
                state = state.play(move)
        except RulesError as error:
            place = {"number": number, "file": quoted(file, 200), "reason": error.message}
            raise type(error)("cli.line", **place) from error
        found.append(state)
    if not found:
        raise InvalidNotation("cli.no_openings", file=quoted(file, 200))
    return tuple(found)


def _play(
    page: Page,
    start: State,
    players: tuple[str, str],
    games: int,
    openings: Sequence[State],
    seed: int | None,
    limit: Limit,
    procedure: str | None,
    opener: Opener,
) -> Series:
    """Returns the games; on Ctrl-C prints the score so far and exits."""

    from fivefold.cli.support.progress import match_progress
    from fivefold.match.series import Series, play_series

    so_far = Series()

    def remember(series: Series) -> None:
        nonlocal so_far
        so_far = series
        progress.game_over(series.score)

    with match_progress(page, games) as progress:
        playing = play_series(
            start,
            *players,
            games=games,
            openings=openings,
            seed=seed,
            limit=limit,
            procedure=procedure,
            opener=opener,
            on_move=lambda ply: progress.tick(),
            on_game=remember,
        )
        try:
            return run_async(playing)
        except KeyboardInterrupt:
            interrupted = say(
                "cli.interrupted",
                done=so_far.score.games,
                all=games,
                wins=so_far.score.wins,
                draws=so_far.score.draws,
                losses=so_far.score.losses,
                name=players[0],
            )
    page.note(str(interrupted))
    raise typer.Exit(INTERRUPTED)


def _record_as_json(record: MatchRecord, write: MoveWriter) -> dict[str, Any]:
    game = record.rules
    return {**record.as_json(), "moves": [write(game.parse_move(move)) for move in record.moves]}
