"""Prints one game, or a summary of many."""

from __future__ import annotations

from fivefold.cli.support.options import MoveWriter
from fivefold.cli.support.printing import Page
from fivefold.cli.support.summary import Summary
from fivefold.core import Player
from fivefold.match.record import MatchRecord
from fivefold.words import say

MOST_FAILURES = 3
"""Maximum number of reasons in the text summary; JSON has all of them."""


def print_game(page: Page, record: MatchRecord, write: MoveWriter) -> None:
    """Prints the moves, the final board and the result."""
    game = record.rules
    moves = [game.parse_move(move) for move in record.moves]
    last = record.states()[-1]
    page.line(str(say("cli.moves", moves=write.line(moves))))
    page.line()
    page.line(game.diagram(last))
    page.line()
    if game.name == "othello":
        discs = {"black": last.cells.count("X"), "white": last.cells.count("O")}
        page.line(str(say("cli.discs", **discs)))
    if record.winner is None:
        page.line(str(say("cli.no_winner", reason=record.reason)))
        return
    name = record.first if record.winner is Player.FIRST else record.second
    winner = {"name": name, "mark": record.winner.value, "reason": record.reason}
    page.line(str(say("cli.winner", **winner)))


def print_summary(page: Page, summary: Summary) -> None:
    """Prints the results of both players side by side, and statistics of the games."""
    score, elo = summary.score, summary.elo
    page.table(
        ("", *summary.names),
        [
            (str(say("cli.row.won")), str(score.wins), str(score.losses)),
            (str(say("cli.row.drawn")), str(score.draws), str(score.draws)),
            (str(say("cli.row.lost")), str(score.losses), str(score.wins)),
            (
                str(say("cli.row.points")),
                f"{score.points:g}",
                f"{score.games - score.points:g}",
            ),
            (
                str(say("cli.row.rate")),
                f"{100 * summary.rate:.1f} % ± {100 * summary.rate_error:.1f}",
                f"{100 * (1 - summary.rate):.1f} %",
            ),
            (str(say("cli.row.elo")), _elo(elo.difference, elo.error95), ""),
            (str(say("cli.row.pace")), *map(_milliseconds, summary.seconds_per_move)),
        ],
    )
    shortest, longest = min(summary.lengths), max(summary.lengths)
    mean = f"{summary.moves_per_game:.1f}"
    page.line()
    page.line(str(say("cli.lengths", mean=mean, shortest=shortest, longest=longest)))
    parts = [
        say("cli.ending", ending=say(f"cli.ending.{ending}"), count=count)
        for ending, count in summary.endings.most_common()
    ]
    page.line(str(say("cli.endings", parts=parts)))
    for reason in summary.failures[:MOST_FAILURES]:
        page.line(reason)


def _elo(difference: float | None, error: float | None) -> str:
    if difference is None:
        return "–"
    return f"{difference:+.0f} ± {'–' if error is None else f'{error:.0f}'}"


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:.2f} ms"
