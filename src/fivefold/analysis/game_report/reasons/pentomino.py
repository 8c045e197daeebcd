"""Facts about a mistake in Pentomino: the last piece, odd regions, and how many moves won."""

from __future__ import annotations

from collections.abc import Iterator

from fivefold.analysis.game_report.reasons.turn import Turn
from fivefold.core import Limit, Move
from fivefold.games.pentomino import PentominoState, board_of, members
from fivefold.strategies.budget import Budget
from fivefold.strategies.pentomino.analysis import PentominoAnalyser
from fivefold.words import Message, say

COUNTED_NODES = 2_000_000
"""Limit for counting the winning moves."""
COUNTED_MEMORY = 16


def facts(turn: Turn, state: PentominoState) -> Iterator[Message]:
    """Yields what decides the game after the played move, and how many moves won before it."""
    if turn.had.proven != 1 or turn.has.proven != 1:
        return
    after = state.play(turn.played)
    last = _last_piece(after)
    if last is not None:
        yield say("report.why.last_piece", other=turn.other, move=turn.named(last))
    else:
        regions = single_regions(after)
        if regions is not None and regions > 1:
            yield say("report.why.odd_regions", other=turn.other, count=regions)
    count = winning_moves(state)
    if count is not None:
        key = "only_win" if count == 1 else "few_wins"
        better, moves = turn.named(turn.better), len(state.legal_moves())
        yield say(f"report.why.{key}", better=better, count=count, moves=moves)
    if last is None and turn.has.best is not None:
        yield say("report.why.now_wins", other=turn.other, move=turn.named(turn.has.best))


def _last_piece(state: PentominoState) -> Move | None:
    """Returns a move after which no piece fits, or None."""
    conflicts = board_of(state.game.rows, state.game.columns).conflicts
    return next((move for move in members(state.live) if not state.live & ~conflicts[move]), None)


def single_regions(state: PentominoState) -> int | None:
    """Returns the number of places left if each has room for exactly one piece, or else None.

    Two placements belong together if only one of them can be played. If all placements that are
    connected in this way exclude each other, every place takes one more piece whatever is played.
    """
    conflicts = board_of(state.game.rows, state.game.columns).conflicts
    live, count = state.live, 0
    while live:
        group = live & conflicts[members(live)[0]]
        if any(live & conflicts[move] != group for move in members(group)):
            return None
        live &= ~group
        count += 1
    return count


def winning_moves(state: PentominoState) -> int | None:
    """Returns how many moves win; None if that is not solved within the limit."""
    analyser = PentominoAnalyser(state.game, COUNTED_MEMORY)
    budget = Budget(Limit(nodes=COUNTED_NODES))
    values = analyser.values(state, analyser.verdict(state, budget), budget)
    return None if None in values.values() else sum(map(bool, values.values()))
