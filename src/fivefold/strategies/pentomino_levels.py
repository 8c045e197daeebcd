"""The pentomino levels: win at once, do not let the other win, leave few replies, count out.

A placement after which nothing fits wins. One that leaves the other such a placement loses.
"""

from __future__ import annotations

import random

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import PentominoState, board_of
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Proof, Stop
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.chance import Random
from fivefold.strategies.ordering import by_replies
from fivefold.strategies.pentomino_end import end_search
from fivefold.words import Message, say

COUNTED = 300
"""Level 4 counts the end out over at most that many positions; level 5 as far as time allows."""


def choose(
    state: State, level: int, limit: Limit, stop: Stop | None, chance: random.Random
) -> Decision:
    """Returns the move of a level; the rule that decided is named in the text."""
    assert isinstance(state, PentominoState)
    if level == 1:
        return Random(chance.getrandbits(32)).choose(state)
    budget = Budget(limit, stop)
    if level >= 4:
        most = Limit(nodes=COUNTED) if level == 4 else Limit()
        if decision := _counted_out(state, Budget(limit.tightest(most), stop)):
            return decision
    moves = state.legal_moves()
    if level == 2:
        chance.shuffle(moves)
    else:
        moves = by_replies(state, moves)
    return _first_safe(state, moves, budget)


def _counted_out(state: PentominoState, budget: Budget) -> Decision | None:
    """Returns the winning move if the end can be counted out and has one."""
    search = end_search(state, budget)
    try:
        move = search.winning_move(state.live)
        if move is None:
            return None
        line = search.line(state.live)
    except OutOfBudget:
        return None
    text = say("level.counted_out", move=state.game.format_move(move), nodes=budget.nodes)
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
            return _decision(state, move, wins, say("level.places_last", move=name(move)), budget)
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
