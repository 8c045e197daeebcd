"""Review of a lost pentomino game: the last missed win.

The review goes backwards from the end, where positions are small and solved at once. The game was
lost in the last position in which the loser had a winning move; earlier mistakes do not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.core import Limit, Move, Player
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.strategies.base import Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.pentomino.analysis import PentominoAnalyser
from fivefold.words import Message, say

USUAL_LIMIT = Limit(seconds=3.0)


@dataclass(frozen=True)
class MissedWin:
    """A missed win: after `ply` moves, `winning` would have won; `played` did not."""

    ply: int
    played: Move | None
    """None if the loser resigned there or ran out of time."""
    winning: Move
    count: int | None
    """The number of winning moves; None if the limit was too short to count them."""

    def words(self, game: PentominoGame, loser: Player) -> Message:
        """Returns the sentence: "… could have won at move 5 with …"."""
        facts = {
            "loser": game.player_name(loser),
            "number": self.ply + 1,
            "winning": game.format_move(self.winning),
        }
        if self.played is None:
            return say("hindsight.gave_up", **facts)
        played = game.format_move(self.played)
        if self.count is None:
            return say("hindsight.could", **facts, played=played)
        return say("hindsight.counted", **facts, played=played, count=self.count)


def missed_win(
    game: PentominoGame,
    moves: Sequence[Move],
    loser: Player,
    limit: Limit = USUAL_LIMIT,
    stop: Stop | None = None,
    start: PentominoState | None = None,
) -> MissedWin | None:
    """Returns the last win that the loser missed; None if there is none, or none is proven.

    `moves` is the game from `start` (default: the empty board). A position that is not decided
    within the limit ends the search, since an earlier miss might not be the last one. Raises
    `NativeUnavailable` without the native core.
    """
    states = [start or game.start]
    for move in moves:
        states.append(states[-1].play(move))
    budget, analyser = Budget(limit, stop), PentominoAnalyser(game)
    for ply in reversed(range(len(states))):
        state = states[ply]
        if state.to_move is not loser or not state.live:
            continue
        known = analyser.verdict(state, budget)
        if known.value is None:
            return None
        if known.move is not None:
            played = moves[ply] if ply < len(moves) else None
            if played is not None and analyser.verdict(states[ply + 1], budget).value != "win":
                return None  # not missed: the game ended before it was decided
            values = analyser.values(state, known, budget)
            count = None if None in values.values() else sum(map(bool, values.values()))
            return MissedWin(ply, played, known.move, count)
    return None
