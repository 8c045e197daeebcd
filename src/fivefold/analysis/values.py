"""`analyse`: what the engine says about a position or about every position of a tree.

The engine runs in one thread, without variety. With a limit of depth or nodes the same question
has the same answer; with a limit of seconds it depends on the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import overload

from fivefold.core import WIN, Limit, Move, Player, State
from fivefold.strategies.base import Decision, Proof, Score, Stop
from fivefold.strategies.explain import best_candidates
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.solve import final_score
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import Entry, Value, assemble, flatten
from fivefold.tree.walk import walk

ENGINE = "engine"
"""The name by which a tree says where a value comes from."""
NODES = {"gomoku": 100_000, "othello": 400_000, "pentomino": 200_000}
"""Default limit per position, in positions searched."""

Progress = Callable[[int, int], None]
"""Receives how many positions of how many are done."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move with its score for the side to move, and the expected line, which begins with it."""

    move: Move
    score: Score | None
    line: tuple[Move, ...]
    depth: int | None = None
    proof: Proof | None = None


@overload
def analyse(
    what: State,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> tuple[Line, ...]: ...


@overload
def analyse(
    what: GameTree,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> GameTree: ...


def analyse(
    what: State | GameTree,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> tuple[Line, ...] | GameTree:
    """Returns the best lines of a state, or a tree with a value at every node.

    The limits are for each position; without any, the number of positions searched is limited.
    After `stop` is set, the lines or the values found so far are returned.
    """
    limit = Limit(seconds, depth, nodes)
    engine = NativeEngine(lines=lines, variety=0, seed=0)
    if isinstance(what, GameTree):
        return _analysed(what, engine, limit, stop, progress or (lambda done, total: None))
    return lines_of(what, _decision(engine, what, limit, stop), lines)


def lines_of(state: State, decision: Decision, count: int) -> tuple[Line, ...]:
    """Returns the best lines that the decision knows."""
    if state.outcome is not None:
        return ()
    return tuple(
        Line(
            each.move,
            each.score,
            each.pv or (each.move,),
            each.depth,
            decision.proof if each.move == decision.move else None,
        )
        for each in best_candidates(decision, count)
    )


def _decision(engine: NativeEngine, state: State, limit: Limit, stop: Stop | None) -> Decision:
    return engine.choose(state, default_limit(state) if limit == Limit() else limit, stop)


def default_limit(state: State) -> Limit:
    """Returns the default limit per position."""
    return Limit(nodes=NODES.get(state.game.name))


def _analysed(
    tree: GameTree, engine: NativeEngine, limit: Limit, stop: Stop | None, progress: Progress
) -> GameTree:
    """Returns the tree with a value at every node; earlier values of the engine are replaced."""
    steps, values = list(walk(tree)), dict[int, Value]()
    known: dict[State, Value | None] = {}
    # Backwards: what the engine learned of later positions helps in earlier ones.
    for done, place in enumerate(range(len(steps) - 1, -1, -1)):
        progress(done, len(steps))
        state = steps[place].state
        if state is None or (stop is not None and stop.is_set()):
            continue
        if state not in known:
            known[state] = value_of(state, engine, limit, stop)
        if (value := known[state]) is not None:
            values[place] = value
    progress(len(steps), len(steps))
    entries = []
    for place, (parent, node) in enumerate(flatten(tree.root)):
        notes, value = node.notes, values.get(place)
        if value is not None:
            others = tuple(each for each in notes.values if each.by != ENGINE)
            notes = replace(notes, values=(*others, value))
        entries.append(Entry(parent, node.move, notes, node.source, node.refused))
    return replace(tree, root=assemble(entries))


def value_of(state: State, engine: NativeEngine, limit: Limit, stop: Stop | None) -> Value | None:
    """Returns the value of the position for the side to move, or None if nothing is known."""
    if state.outcome is not None:
        return Value(final_score(state, 0), state.to_move, exact=True, by=ENGINE)
    decision = _decision(engine, state, limit, stop)
    score, proof = decision.score, decision.proof
    if score is None and proof is not None and proof.claim != "exact":
        # Pentomino: the winner is proven, not how long it takes.
        score = {"win": WIN, "loss": -WIN, "draw": 0}[proof.claim]
    if score is None or (not decision.depth and proof is None):
        return None
    return Value(score, state.to_move, decision.depth, proof is not None, decision.pv, ENGINE)


def score_for(value: Value, player: Player) -> Score:
    """Returns the score of a value from the point of view of the player."""
    return value.score if value.side is player else -value.score
