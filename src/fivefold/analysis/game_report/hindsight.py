"""What the rest of the game proves about a position that was searched before.

A search may miss a win of 17 plies that it proves two plies later. If the played move leads to a
position that is proven lost for the other side, the position before it is proven won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fivefold.analysis.game_graph import MAX_LINE, PROVEN_VALUE, GraphPoint
from fivefold.core import State


def with_hindsight(
    states: Sequence[State], points: Sequence[GraphPoint | None]
) -> tuple[GraphPoint | None, ...]:
    """Returns the points, with the wins that later ones prove. Points in discs stay as they are."""
    found = list(points)
    for ply in range(len(points) - 2, -1, -1):
        point, after, move = found[ply], found[ply + 1], states[ply + 1].last_move
        if point is None or after is None or point.discs is not None:
            continue
        if after.proven == -1 and point.proven is None:
            line = (move, *after.line)[:MAX_LINE] if move is not None else ()
            plies = 1 if states[ply + 1].outcome else after.plies and after.plies + 1
            won = replace(point, best=move, plies=plies, line=line, score=None)
            if after.exact:
                found[ply] = replace(won, value=PROVEN_VALUE, exact=True)
            else:
                found[ply] = replace(won, wins=True)
    return tuple(found)
