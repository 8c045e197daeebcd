"""Pentomino analysis: the loser's last missed win, and which placements win or lose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.core import Limit, Player, State
from fivefold.errors import Refused
from fivefold.games.pentomino import PentominoState
from fivefold.server.room.room import Room
from fivefold.strategies.base import Candidate, Decision, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.explain import PROVEN
from fivefold.strategies.pentomino.analysis import PentominoAnalyser
from fivefold.strategies.pentomino.review import MissedWin, missed_win
from fivefold.words import Message

GAME = "pentomino"
WINS = frozenset({"note.wins", "perfect.wins", "perfect.wins_in"})
LOSES = frozenset({"note.loses_to", "perfect.loses", "perfect.loses_in", "perfect.loses_to"})
"""Notes of solved candidates; the page uses the same lists."""
SEARCH_SHARE = 0.7
"""Share of the limit for finding a missed win; the rest is for proving there was none."""


@dataclass(frozen=True)
class PentominoReview:
    """The last missed win, or else whether it is proven that the loser never had one."""

    missed: MissedWin | None
    lost_throughout: bool

    def as_json(self, states: Sequence[State]) -> dict[str, Any]:
        """Returns the review as JSON, moves in notation."""
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


def review_game(
    states: Sequence[State], loser: Player, limit: Limit, stop: Stop | None = None
) -> PentominoReview:
    """Returns the loser's last missed win, as far as the limit allows."""
    start = states[0]
    assert isinstance(start, PentominoState)
    budget = Budget(limit, stop)
    moves = [state.last_move for state in states[1:] if state.last_move is not None]
    share = budget.left(SEARCH_SHARE) or limit
    missed = missed_win(start.game, moves, loser, share, stop, start)
    return PentominoReview(missed, missed is None and _never_won(states, loser, budget))


def _never_won(states: Sequence[State], loser: Player, budget: Budget) -> bool:
    """Tells whether it is proven that the loser never had a winning move."""
    start = states[0]
    assert isinstance(start, PentominoState)
    analyser = PentominoAnalyser(start.game)
    for state in reversed(states):
        assert isinstance(state, PentominoState)
        if state.to_move is loser and analyser.verdict(state, budget).value != "loss":
            return False
    return True


def check_reviewable(room: Room) -> None:
    """Raises unless the match is a finished pentomino game."""
    if room.game.name != GAME:
        raise Refused("hindsight.game", game=room.game.name)
    if room.result is None:
        raise Refused("hindsight.live")


def loser_of(room: Room) -> Player:
    """Returns the loser of a finished match; pentomino games have no draws."""
    assert room.result is not None
    return Player(room.result["winner"]).other


def outcomes_as_json(decision: Decision, state: State) -> dict[str, list[str]] | None:
    """Returns the legal moves that win, lose and are unsolved; None in other games.

    A decision carries at most 60 candidates. Here every legal move is listed, as bare notation in
    the order of the legal moves: with notes, 2,308 candidates would take half a megabyte.
    """
    if state.game.name != GAME or state.outcome:
        return None
    known = {each.move: _wins(each) for each in decision.candidates}
    if decision.proof is not None and decision.proof.claim == "win" and decision.move is not None:
        known[decision.move] = True
    found: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for move in state.legal_moves():
        found[known.get(move)].append(state.game.format_move(move))
    return {"wins": found[True], "loses": found[False], "unknown": found[None]}


def _wins(candidate: Candidate) -> bool | None:
    """Returns whether the candidate wins, or None if it is unsolved."""
    key = candidate.note.key if isinstance(candidate.note, Message) else None
    if key in WINS or key in LOSES:
        return key in WINS
    score = candidate.score
    if score is None or abs(score) <= PROVEN or key == "note.at_most":
        return None
    return score > 0
