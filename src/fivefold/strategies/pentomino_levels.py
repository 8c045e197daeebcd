"""The pentomino levels: win at once, do not let the other win, leave few replies, count out.

A placement after which nothing fits wins. One that leaves the other such a placement loses.
The levels above the fifth solve, always once four pieces are down. Who finds the few winning moves
before that mostly wins, so they differ by how often they look for them; each says if it does not.
"""

from __future__ import annotations

import random
from dataclasses import replace

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import LETTERS, PentominoState, board_of
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Proof, Stop, Strategy
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.chance import Random
from fivefold.strategies.ordering import by_replies
from fivefold.strategies.pentomino_end import end_search
from fivefold.words import Message, say

PIECES = len(LETTERS)
COUNTED = {3: 25, 4: 300, 5: None}
"""By level: over how many positions it counts the end out at most; None is as time allows."""
HIGHEST = 9
SURE = 4
"""With so many pieces down every level above the fifth solves."""
EARLY = {6: (3, 2), 7: (3, 3), 8: (2, 4)}
"""By level: with how many pieces down it begins to solve, and in how many of 5 moves it does."""
OF = 5
WHEN_NOT = 3
"""The level whose move it plays when it does not solve."""


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
    decision = first_safe(state, moves, budget)
    unproven = decision.proof is None
    if level in COUNTED and unproven and plies_left(state) <= (limit.depth or PIECES):
        counting = budget.part(COUNTED[level])
        return _counted_out(state, counting) or replace(decision, nodes=counting.nodes)
    return decision


def above(
    state: PentominoState,
    level: int,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Strategy,
) -> Decision:
    """Returns the move of a level above the fifth; the highest is the engine itself."""
    if level == HIGHEST:
        return engine.choose(state, limit, stop)
    first, often = EARLY[level]
    looks = chance.randrange(OF) < often
    down = len(set(state.cells) - {"."})
    if down >= SURE or (down >= first and looks):
        return engine.choose(state, limit, stop)
    decision = choose(state, WHEN_NOT, limit, stop, chance)
    if down < first:
        text = say("level.too_early", pieces=first, text=decision.text)
    else:
        text = say("level.errs", pieces=SURE, often=often, of=OF, text=decision.text)
    return replace(decision, text=text)


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


def first_safe(state: PentominoState, moves: list[Move], budget: Budget) -> Decision:
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
