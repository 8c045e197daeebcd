"""What each move lost, and the accuracy of a side.

    unit     game           loss of a move                      accuracy
    chance   Gomoku, other  winning chance, in points of 100    100 minus the mean loss
    discs    Othello 8x8    expected final lead, in discs       100 minus ten times the mean loss
    result   Pentomino      1 if it gave a proven win away      the share that kept the win

The winning chance is the value of the graph, −100 to 100, mapped to 0 to 100. A move that the
engine likes best loses nothing; a loss is never negative: a later search may only know more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fivefold.analysis.game_graph import GraphPoint
from fivefold.analysis.game_report.data import MoveReport, SideReport, Unit
from fivefold.core import Player, State

LEAST: dict[Unit, float] = {"chance": 10, "discs": 4, "result": 1}
"""The least loss of a mistake; smaller ones may be errors of the engine."""
PER_DISC = 10
"""How much of the accuracy a disc a move costs."""

Points = Sequence[GraphPoint | None]


def unit_of(state: State) -> Unit:
    """Returns the unit in which the moves of the game lose."""
    if state.game.name == "pentomino":
        return "result"
    return "discs" if state.game.name == "othello" and state.game.rows == 8 else "chance"


def move_reports(states: Sequence[State], points: Points, set_up: int = 0) -> list[MoveReport]:
    """Returns the report of each move. The first `set_up` stones belong to neither side."""
    unit = unit_of(states[0])
    return [
        _move_report(states[ply - 1 : ply + 1], points[ply - 1 : ply + 1], ply, unit, ply > set_up)
        for ply in range(1, len(states))
    ]


def _move_report(
    states: Sequence[State], points: Points, ply: int, unit: Unit, chosen: bool
) -> MoveReport:
    (state, after), (had, has) = states, points
    move = after.last_move
    assert move is not None
    best = None if had is None else had.best
    loss, exact, decides = None, False, False
    if had is not None and has is not None and chosen:
        before, now = worth(had, unit), worth_after(has, unit)
        if best == move:
            now = before
        if before is not None and now is not None:
            loss = round(max(0.0, before - now), 1)
            exact = had.proven is not None and has.proven is not None
            decides = exact and best not in (move, None) and had.proven > -has.proven  # type: ignore
    has_choice = len(state.legal_moves()) > 1
    counted = loss is not None and has_choice and _may_lose(had, unit)
    mistake = counted and best is not None and loss is not None and (decides or loss >= LEAST[unit])
    return MoveReport(ply, state.to_move, move, best, loss, exact, counted, mistake)


def worth(point: GraphPoint, unit: Unit) -> float | None:
    """Returns the value of a position for the side to move, in the unit; None if unknown."""
    if unit == "discs":
        return point.discs
    if unit == "result":
        return None if point.proven is None else float(point.proven > 0)
    return (100 + point.value) / 2


def worth_after(point: GraphPoint, unit: Unit) -> float | None:
    """Returns the value of a position for the side that has just moved."""
    value = worth(point, unit)
    if value is None:
        return None
    return {"chance": 100 - value, "discs": -value, "result": 1 - value}[unit]


def _may_lose(point: GraphPoint | None, unit: Unit) -> bool:
    """Tells whether the side to move has something to lose."""
    if point is None or unit == "discs":
        return point is not None
    return point.proven == 1 if unit == "result" else point.proven != -1


def side_report(moves: Iterable[MoveReport], side: Player, unit: Unit) -> SideReport:
    """Returns the accuracy of a side and its mistakes."""
    own = [move for move in moves if move.side is side and move.counted]
    losses = [move.loss for move in own if move.loss is not None]
    lost = round(sum(losses), 1)
    mistakes = sum(move.mistake for move in own)
    return SideReport(accuracy(losses, unit), len(own), mistakes, lost)


def accuracy(losses: Sequence[float], unit: Unit) -> float | None:
    """Returns the accuracy for the losses of the counted moves."""
    if not losses:
        return None
    mean = sum(losses) / len(losses)
    points = {"chance": mean, "discs": PER_DISC * mean, "result": 100 * mean}[unit]
    return round(max(0.0, 100 - points), 1)
