"""The pentomino levels: win at once, do not let the other win, leave few replies, count out.

A placement after which nothing fits wins. One that leaves the other such a placement loses.
"""

from __future__ import annotations

import random
from dataclasses import replace

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import LETTERS, PentominoState, board_of
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Proof, Stop
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.chance import Random
from fivefold.strategies.ordering import by_replies
from fivefold.strategies.pentomino_end import end_search
from fivefold.words import Message, say

PIECES = len(LETTERS)
COUNTED = {3: 25, 4: 300, 5: None}
"""By level: over how many positions it counts the end out at most; None is as time allows."""


def choose(
    state: State, level: int, limit: Limit, stop: Stop | None, chance: random.Random
) -> Decision:
    """Returns the move of a level; the rule that decided is named in the text."""
    assert isinstance(state, PentominoState)
    if level == 1:
        return Random(chance.getrandbits(32)).choose(state)
    budget = Budget(limit, stop)
    moves = state.legal_moves()
    if level == 2:
        chance.shuffle(moves)
    else:
        moves = by_replies(state, moves)
    # The quick rules come first, so that their answer is ready when counting runs out of time.
    decision = _first_safe(state, moves, budget)
    unproven = decision.proof is None
    if level in COUNTED and unproven and plies_left(state) <= (limit.depth or PIECES):
        counting = budget.part(COUNTED[level])
        return _counted_out(state, counting) or replace(decision, nodes=counting.nodes)
    return decision


def plies_left(state: PentominoState) -> int:
    """Returns how many moves the game can still last."""
    used = len(set(state.cells) - {"."})
    return min(PIECES - used, state.cells.count(".") // 5)


def _counted_out(state: PentominoState, budget: Budget) -> Decision | None:
    """Returns the winning move if the end can be counted out and has one."""
    before = budget.nodes
    search = end_search(state, budget)
    try:
        move = search.winning_move(state.live)
        if move is None:
            return None
        line = search.line(state.live)
    except OutOfBudget:
        return None
    counted = budget.nodes - before
    text = say("level.counted_out", move=state.game.format_move(move), nodes=counted)
    return Decision(
        move,
        nodes=budget.nodes,
        pv=line,
        candidates=(Candidate(move, note=say("note.wins")),),
        overlay=explain.move_overlay(state.game, move),
        proof=Proof("win", line),
        text=text,
    )


def _first_safe(state: PentominoState, moves: list[Move], budget: Budget) -> Decision:
    """Returns a move that wins at once, else the first that does not let the other win at once."""
    conflicts = board_of(state.game.rows, state.game.columns).conflicts
    name = state.game.format_move
    for move in moves:
        if not state.live & ~conflicts[move]:
            wins = (Candidate(move, note=say("note.wins")),)
            decision = _decision(
                state, move, wins, say("level.places_last", move=name(move)), budget
            )
            return replace(decision, proof=Proof("win", (move,), plies=1))
    looked_at: list[Candidate] = []
    best, text = moves[0], say("level.all_lose", move=name(moves[0]))
    try:
        for move in moves:
            after = state.live & ~conflicts[move]
            count, reply = after.bit_count(), _winning_reply(after, conflicts, budget)
            if reply is None:
                looked_at.append(Candidate(move, -count, say("note.replies", count=count)))
                best, text = move, say("level.safe", move=name(move), count=count)
                break
            looked_at.append(Candidate(move, -count, say("note.loses_to", reply=name(reply))))
    except OutOfBudget:
        text = say("decision.no_time", move=name(best))
    return _decision(state, best, tuple(looked_at), text, budget)


def _winning_reply(live: int, conflicts: tuple[int, ...], budget: Budget) -> Move | None:
    """Returns a placement that conflicts with all that is left, if there is one."""
    remaining = live
    while remaining:
        budget.spend()
        lowest = remaining & -remaining
        move = lowest.bit_length() - 1
        if not live & ~conflicts[move]:
            return move
        # Only what excludes this placement too can exclude everything.
        remaining &= conflicts[move] & ~lowest
    return None


def _decision(
    state: PentominoState,
    move: Move,
    looked_at: tuple[Candidate, ...],
    text: Message,
    budget: Budget,
) -> Decision:
    return Decision(
        move,
        nodes=budget.nodes,
        pv=(move,),
        candidates=looked_at,
        overlay=explain.move_overlay(state.game, move),
        text=text,
    )
