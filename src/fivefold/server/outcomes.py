"""Which pentomino placements win, lose or are not known: every legal one, in as few bytes as fit.

A decision is sent with its best sixty candidates. Where placements are decided, all of them are
wanted, and 2,308 candidates with notes would be half a megabyte: so these are moves alone, in
three lists in the order of the legal moves.
"""

from __future__ import annotations

from fivefold.core import State
from fivefold.strategies.base import Candidate, Decision
from fivefold.strategies.explain import PROVEN
from fivefold.words import Message

GAME = "pentomino"
WINS = frozenset({"note.wins", "perfect.wins", "perfect.wins_in"})
LOSES = frozenset({"note.loses_to", "perfect.loses", "perfect.loses_in", "perfect.loses_to"})
"""The notes of candidates that are decided; the page reads the same ones."""


def outcomes_as_json(decision: Decision, state: State) -> dict[str, list[str]] | None:
    """Returns the legal moves that win, that lose and that are not known; None in other games.

    A move that the decision does not mention is not known.
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
    """Tells whether the candidate is known to win or to lose."""
    key = candidate.note.key if isinstance(candidate.note, Message) else None
    if key in WINS or key in LOSES:
        return key in WINS
    score = candidate.score
    if score is None or abs(score) <= PROVEN or key == "note.at_most":
        return None
    return score > 0
