"""Turning points: the biggest mistakes of each side, with reasons and the better move."""

from __future__ import annotations

from collections.abc import Sequence

from fivefold.analysis.game_graph import MAX_LINE, GraphPoint
from fivefold.analysis.game_report.data import MoveReport, TurningPoint, Unit
from fivefold.analysis.game_report.reasons import Turn, instead_of, reasons_for
from fivefold.core import Player, State

MOST = 3
"""The maximum number of turning points of a side."""
MOST_REASONS = 2


def turning_points(
    states: Sequence[State],
    points: Sequence[GraphPoint | None],
    moves: Sequence[MoveReport],
    unit: Unit,
) -> tuple[TurningPoint, ...]:
    """Returns the biggest mistakes in the order of the game.

    Moves that changed the proven result come first, however little they cost otherwise.
    """
    found = list[MoveReport]()
    for side in Player:
        own = [move for move in moves if move.side is side and move.mistake]
        own.sort(key=lambda move: (-_decides(points, move), -(move.loss or 0), move.ply))
        found += own[:MOST]
    found.sort(key=lambda move: move.ply)
    return tuple(
        _turning_point(number, states, points, move, unit)
        for number, move in enumerate(found, start=1)
    )


def _decides(points: Sequence[GraphPoint | None], move: MoveReport) -> bool:
    had, has = points[move.ply - 1], points[move.ply]
    if not had or not has or had.proven is None or has.proven is None:
        return False
    return had.proven > -has.proven


def _turning_point(
    number: int,
    states: Sequence[State],
    points: Sequence[GraphPoint | None],
    move: MoveReport,
    unit: Unit,
) -> TurningPoint:
    had, has = points[move.ply - 1], points[move.ply]
    assert had is not None
    assert has is not None
    assert move.best is not None
    assert move.loss is not None
    turn = Turn(states[move.ply - 1], move.move, move.best, had, has)
    return TurningPoint(
        number,
        move.ply,
        move.side,
        move.move,
        move.best,
        (had.line or (move.best,))[:MAX_LINE],
        move.loss,
        move.exact,
        reasons_for(turn)[:MOST_REASONS],
        instead_of(turn, unit),
    )
