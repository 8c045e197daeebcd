"""Forced wins in Gomoku: found by the native solver, accepted only if the checker confirms them.

A win by fours alone (VCF) is searched for first: it is quick to check and easy to follow. Wins by
fours and threes (VCT) get the rest of the limit.
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
from fivefold.strategies.gomoku.proof import Flaw, ProofTree, check
from fivefold.strategies.gomoku.proof_text import tree_from_texts

if TYPE_CHECKING:
    from fivefold.strategies.native import GomokuThreats

Kind = Literal["vcf", "vct"]
"""VCF: by fours alone. VCT: by fours and threes."""

KINDS: tuple[Kind, ...] = ("vcf", "vct")


@dataclass(frozen=True)
class Forced:
    """The result of a search for a forced win of the side to move."""

    kind: Kind
    tree: ProofTree | None
    """The checked proof; None if no win was found."""
    line: tuple[Move, ...]
    """The longest line of the proof."""
    complete: bool
    """It is proven that no win of this kind exists within the plies."""
    nodes: int
    checked: int = 0
    """Number of positions visited by the checker."""
    flaw: Flaw | None = None
    """Why the checker rejected the proof that was found."""


def find_forced(
    state: GomokuState,
    kinds: Sequence[Kind] = KINDS,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    most_plies: int | None = None,
    memory: int = 64,
) -> Forced:
    """Returns the first forced win of these kinds, or the result of the last search."""
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
