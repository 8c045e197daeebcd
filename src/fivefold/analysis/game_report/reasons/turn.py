"""A move that is compared with a better one, and what the numbers alone say about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fivefold.analysis.game_graph import GraphPoint
from fivefold.core import Move, State
from fivefold.words import Message, say

CLEAR = 15
"""A lead of more than this, out of 100, is clear."""
CLEAR_DISCS = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """A position, the move that was played there, and the one that was better."""

    before: State
    played: Move
    better: Move
    had: GraphPoint
    """The value before the move."""
    has: GraphPoint
    """The value after it, for the other side."""

    @property
    def player(self) -> Message:
        """The name of the side that moved."""
        return self.before.game.player_name(self.before.to_move)

    @property
    def other(self) -> Message:
        """The name of the other side."""
        return self.before.game.player_name(self.before.to_move.other)

    def named(self, move: Move) -> str:
        """Returns the notation of a move."""
        return self.before.game.format_move(move)


def proven_reason(turn: Turn) -> Iterator[Message]:
    """Yields how the proven result changed, if it did."""
    if turn.had.proven is None or turn.has.proven is None:
        return
    change = {(1, 1): "win_lost", (1, 0): "win_drawn", (0, 1): "draw_lost"}
    key = change.get((turn.had.proven, turn.has.proven))
    if key is not None:
        yield say(f"report.why.{key}")


def number_reason(turn: Turn) -> Message:
    """Returns who was ahead and who is now, which can always be said."""
    was, now, clear = turn.had.value, -turn.has.value, CLEAR
    if turn.had.discs is not None and turn.has.discs is not None:
        was, now, clear = round(turn.had.discs), -round(turn.has.discs), CLEAR_DISCS
    facts = {"player": turn.player, "other": turn.other}
    if was > clear and now < -clear:
        return say("report.why.ahead_behind", **facts)
    if was > clear and now <= clear:
        return say("report.why.lead_gone", **facts)
    if was >= -clear and now < -clear:
        return say("report.why.behind", **facts)
    if was < -clear:
        return say("report.why.further_behind", **facts)
    return say("report.why.ground", **facts)
