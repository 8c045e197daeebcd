"""The pentomino levels: win at once, prevent an instant win, leave few replies, solve the end.

A placement after which nothing fits wins. One that leaves the opponent such a placement loses. The
levels above 5 always solve once four pieces are on the board. Before that, winning moves are rare
and decisive, so these levels differ in how often they look for them; a decision says if it did not.
"""

from __future__ import annotations

import random
from dataclasses import replace

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import LETTERS, PentominoState, board_of
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Proof, Stop, Strategy
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.pentomino.endgame import end_search
from fivefold.strategies.teaching.negamax_search import Watch, unwatched
from fivefold.strategies.teaching.ordering import by_replies
from fivefold.strategies.teaching.random_move import Random
from fivefold.words import Message, say

PIECES = len(LETTERS)
NODES_BY_LEVEL = {3: 25, 4: 300, 5: None}
"""By level: the maximum number of positions for solving the end; None is as time allows."""
HIGHEST = 9
ALWAYS_SOLVES_FROM = 4
"""With at least this many pieces on the board, every level above 5 solves."""
EARLY_SOLVING = {6: (3, 2), 7: (3, 3), 8: (2, 4)}
"""By level: the pieces needed before it may solve, and in how many moves out of 5 it then does."""
OUT_OF = 5
FALLBACK_LEVEL = 3
"""The level that chooses the move when it does not solve."""


def choose(
    state: State,
    level: int,
    limit: Limit,
    stop: Stop | None,
    rng: random.Random,
    watch: Watch = unwatched,
) -> Decision:
    """Returns the decision of a level; its text names the rule that decided.

    It searches nothing that could be watched.
    """
    assert isinstance(state, PentominoState)
    if level == 1:
        return Random(rng.getrandbits(32)).choose(state)
    budget = Budget(limit, stop)
    moves = state.legal_moves()
    if level == 2:
        rng.shuffle(moves)
    else:
        moves = by_replies(state, moves)
    # The quick rules come first, so that their move is ready if solving runs out of time.
    decision = first_safe(state, moves, budget)
    unproven = decision.proof is None
    if level in NODES_BY_LEVEL and unproven and plies_left(state) <= (limit.depth or PIECES):
        counting = budget.part(NODES_BY_LEVEL[level])
        return _counted_out(state, counting) or replace(decision, nodes=counting.nodes)
    return decision


def choose_with_engine(
    state: PentominoState,
    level: int,
    limit: Limit,
    stop: Stop | None,
    rng: random.Random,
    engine: Strategy,
) -> Decision:
    """Returns the decision of a level above 5; the highest is the engine itself."""
    if level == HIGHEST:
        return engine.choose(state, limit, stop)
    first, often = EARLY_SOLVING[level]
    looks = rng.randrange(OUT_OF) < often
    down = len(set(state.cells) - {"."})
    if down >= ALWAYS_SOLVES_FROM or (down >= first and looks):
        return engine.choose(state, limit, stop)
    decision = choose(state, FALLBACK_LEVEL, limit, stop, rng)
    if down < first:
        text = say("level.too_early", pieces=first, text=decision.text)
    else:
        text = say(
            "level.errs", pieces=ALWAYS_SOLVES_FROM, often=often, of=OUT_OF, text=decision.text
        )
    return replace(decision, text=text)


def plies_left(state: PentominoState) -> int:
    """Returns the maximum number of moves left."""
    used = len(set(state.cells) - {"."})
    return min(PIECES - used, state.cells.count(".") // 5)


def _counted_out(state: PentominoState, budget: Budget) -> Decision | None:
    """Returns the winning decision if the end can be solved and is won."""
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
    """Returns a move that wins at once, or the first that does not allow an instant win."""
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
    """Returns a placement that conflicts with everything left, if there is one."""
    remaining = live
    while remaining:
        budget.spend()
        lowest = remaining & -remaining
        move = lowest.bit_length() - 1
        if not live & ~conflicts[move]:
            return move
        # Whatever excludes everything also excludes this placement.
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
