"""`report`: evaluates every position of a game and draws the conclusions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fivefold.analysis.game_graph import GraphPoint, graph_point
from fivefold.analysis.game_report.data import GameReport, TimeUse
from fivefold.analysis.game_report.hindsight import with_hindsight
from fivefold.analysis.game_report.losses import move_reports, side_report, unit_of
from fivefold.analysis.game_report.turning_points import turning_points
from fivefold.analysis.values import Progress
from fivefold.core import Limit, Player, State
from fivefold.games.swap2 import FIRST_STONES, MORE_STONES, Agreement
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through
from fivefold.strategies.base import Stop
from fivefold.tree.game_tree import GameTree


def report(
    what: GameTree | MatchRecord,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> GameReport:
    """Returns the report of a game, of the main line if it is a tree.

    The limits are for each position; without any, the number of positions searched is limited, and
    the same game has the same report. After `stop` is set, it is a report of what is known so far.
    """
    record = what.main_line if isinstance(what, GameTree) else what
    states = _states_of(what)
    limit = Limit(seconds, depth, nodes)
    points: list[GraphPoint | None] = [None] * len(states)
    for ply, state in enumerate(states):
        if progress is not None:
            progress(ply, len(states))
        point = None
        if stop is None or not stop.is_set():
            point = graph_point(state, stop, None if limit == Limit() else limit)
        if stop is not None and stop.is_set():
            break  # the last search was cut short
        points[ply] = point
    if progress is not None:
        progress(len(states), len(states))
    return report_from(states, points, set_up=set_up_stones(record.swap2), seconds=record.seconds)


def _states_of(what: GameTree | MatchRecord) -> Sequence[State]:
    return what.states() if isinstance(what, MatchRecord) else play_through(what.start, what.moves)


def report_from(
    states: Sequence[State],
    points: Sequence[GraphPoint | None],
    *,
    set_up: int = 0,
    seconds: Sequence[float] = (),
) -> GameReport:
    """Returns the report of a game whose positions have these values, None if unknown.

    Wins that the later values prove are added to the earlier ones. The first `set_up` stones were
    put before the colours were chosen. `seconds` is the thinking
    time of each move, or empty.
    """
    unit = unit_of(states[0])
    points = with_hindsight(states, points)
    moves = move_reports(states, points, set_up)
    return GameReport(
        states[0],
        tuple(moves),
        unit,
        {side: side_report(moves, side, unit) for side in Player},
        turning_points(states, points, moves, unit),
        time_use([state.to_move for state in states[:-1]], seconds),
        points,
    )


def set_up_stones(agreement: Agreement | None) -> int:
    """Returns the number of stones put before the choice of colours in a swap2 opening."""
    if agreement is None:
        return 0
    return FIRST_STONES + (MORE_STONES if "two" in agreement.choices else 0)


def time_use(sides: Sequence[Player], seconds: Sequence[float]) -> Mapping[Player, TimeUse]:
    """Returns how long each side thought, by the side and the seconds of each move."""
    if not any(seconds):
        return {}
    found = {}
    for side in Player:
        own = [
            (each, -ply)
            for ply, (mover, each) in enumerate(zip(sides, seconds, strict=True), start=1)
            if mover is side
        ]
        if own:
            longest, ply = max(own)
            found[side] = TimeUse(round(sum(each for each, _ in own), 3), longest, -ply)
    return found
