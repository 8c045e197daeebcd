"""After a pentomino game: the win its loser let go, or that there was none to let go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.core import Limit, Player, State
from fivefold.errors import Refused
from fivefold.games.pentomino import PentominoState
from fivefold.server.outcomes import GAME
from fivefold.server.room import Room
from fivefold.strategies.base import Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.pentomino_analysis import Analyst
from fivefold.strategies.pentomino_hindsight import MissedWin, missed_win

LOOKING = 0.7
"""The share of the limit for finding a win; the rest is for showing that there never was one."""


@dataclass(frozen=True)
class Hindsight:
    """The last win that was let go; without one, whether the loser certainly never had a win."""

    missed: MissedWin | None
    lost_throughout: bool

    def as_json(self, states: Sequence[State]) -> dict[str, Any]:
        """Returns it as it is sent, the moves as notation."""
        if self.missed is None:
            return {"missed": None, "lost_throughout": self.lost_throughout}
        ply, played = self.missed.ply, self.missed.played
        name = states[ply].game.format_move
        missed = {
            "ply": ply,
            "seat": states[ply].to_move.value,
            "played": None if played is None else name(played),
            "winning": name(self.missed.winning),
            "count": self.missed.count,
        }
        return {"missed": missed, "lost_throughout": False}


def hindsight(
    states: Sequence[State], loser: Player, limit: Limit, stop: Stop | None = None
) -> Hindsight:
    """Returns what the loser of the game let go, as far as the limit lets it find out."""
    start = states[0]
    assert isinstance(start, PentominoState)
    budget = Budget(limit, stop)
    moves = [state.last_move for state in states[1:] if state.last_move is not None]
    share = budget.left(LOOKING) or limit
    missed = missed_win(start.game, moves, loser, share, stop, start)
    return Hindsight(missed, missed is None and _never_won(states, loser, budget))


def _never_won(states: Sequence[State], loser: Player, budget: Budget) -> bool:
    """Tells whether the loser had no winning move in any position, and that is proven."""
    start = states[0]
    assert isinstance(start, PentominoState)
    analyst = Analyst(start.game)
    for state in reversed(states):
        assert isinstance(state, PentominoState)
        if state.to_move is loser and analyst.verdict(state, budget).value != "loss":
            return False
    return True


def check_finished(room: Room) -> None:
    """Raises when there is nothing to look back at: another game, or one that is still on."""
    if room.game.name != GAME:
        raise Refused("hindsight.game", game=room.game.name)
    if room.result is None:
        raise Refused("hindsight.live")


def loser_of(room: Room) -> Player:
    """Returns who lost the finished match; a pentomino game has no draw."""
    assert room.result is not None
    return Player(room.result["winner"]).other
