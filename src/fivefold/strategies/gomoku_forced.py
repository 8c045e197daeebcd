"""Forced wins in Gomoku: the native solver finds them, and only what the checker accepts counts.

A win by fours alone is looked for first; it is short to check and to follow. Threes come after,
with all that is left of the limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fivefold.core import Limit, Move
from fivefold.games.gomoku import GomokuState
from fivefold.strategies import native
from fivefold.strategies.base import Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.gomoku_proof import Flaw, ProofTree, check
from fivefold.strategies.gomoku_proof_text import tree_from_texts

if TYPE_CHECKING:
    from fivefold.strategies.native import GomokuThreats

Kind = Literal["vcf", "vct"]
"""By fours alone, or by fours and threes."""

KINDS: tuple[Kind, ...] = ("vcf", "vct")


@dataclass(frozen=True)
class Forced:
    """What a search for a forced win of the side to move has come to."""

    kind: Kind
    tree: ProofTree | None
    """The win, checked; None if there is none or none was found."""
    line: tuple[Move, ...]
    """Its longest line."""
    complete: bool
    """No tree, and it is certain that there is no win of this kind within the plies."""
    nodes: int
    checked: int = 0
    """Positions the checker looked at."""
    flaw: Flaw | None = None
    """Why the checker did not accept what was found."""


def find_forced(
    state: GomokuState,
    kinds: Sequence[Kind] = KINDS,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    most_plies: int | None = None,
    memory: int = 64,
) -> Forced:
    """Returns the first win of these kinds, or how the last search for one ended."""
    solver, budget = native.gomoku_threat_solver(memory), Budget(limit, stop)
    found = Forced(kinds[0], None, (), False, 0)
    for kind in kinds:
        left = budget.left()
        if left is None:
            return Forced(kind, None, (), False, budget.nodes)
        found = _search(solver, state, kind, left, stop, most_plies, budget.nodes)
        budget.charge(found.nodes - budget.nodes)
        if found.tree is not None:
            break
    return found


def _search(
    solver: GomokuThreats,
    state: GomokuState,
    kind: Kind,
    limit: Limit,
    stop: Stop | None,
    most_plies: int | None,
    nodes_before: int,
) -> Forced:
    game = state.game
    text = game.format_position(state)
    proof = solver.solve(text, game.rules, kind, limit.seconds, limit.nodes, stop, most_plies)
    nodes = nodes_before + proof.nodes
    if not proof.found:
        return Forced(kind, None, (), proof.complete, nodes)
    tree = tree_from_texts(proof.tree, game)
    verdict = check(state, tree)
    if verdict.flaw is not None:
        return Forced(kind, None, (), False, nodes, verdict.positions, verdict.flaw)
    line = tuple(map(game.parse_move, proof.line))
    return Forced(kind, tree, line, False, nodes, verdict.positions)
