"""Exact values where they can be proven: search every line to the end, or to a forced win.

Pentomino asks its book and the native solver; without the native core, and in the other games, the
search is in Python and for small cases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fivefold.core import Limit, Move, State
from fivefold.errors import NativeUnavailable
from fivefold.games.pentomino import PentominoState
from fivefold.strategies.base import Score, Stop
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.evaluate import evaluation_named
from fivefold.strategies.negamax import TABLE_ENTRIES
from fivefold.strategies.negamax_search import (
    PROVEN,
    NegamaxSearch,
    Table,
    deepen_until,
    end_score,
)
from fivefold.strategies.pentomino_analysis import Analyst
from fivefold.strategies.pentomino_end import end_search
from fivefold.strategies.pentomino_solver import MEMORY
from fivefold.words import Message

Value = Literal["win", "loss", "draw"] | int


@dataclass(frozen=True)
class Solution:
    """The value for the side to move, or None if unproven; the move and line that reach it."""

    value: Value | None
    exact: bool
    move: Move | None
    pv: tuple[Move, ...]
    nodes: int
    trouble: Message | None = None
    """What is wrong with the book that would have been asked first."""


def solve(
    state: State, limit: Limit = Limit(), stop: Stop | None = None, memory: int = MEMORY
) -> Solution:
    """Returns the exact value of the position, or what is known when the limit is reached.

    `memory` is that of the native solver's table in MiB.
    """
    budget = Budget(limit, stop)
    if state.outcome:
        return Solution(_value(state, final_score(state, 0)), True, None, (), 0)
    if isinstance(state, PentominoState):
        return _solve_pentomino(state, budget, memory)
    evaluate = evaluation_named(None, state.game.name)
    search = NegamaxSearch(
        state, evaluate, budget, Table(10 * TABLE_ENTRIES), moves_of=_legal, end=final_score
    )
    search.every_value = False
    deepest = limit.depth or 2 * len(state.cells)
    finished = deepen_until(search, range(1, deepest + 1))
    if not finished:
        return Solution(None, False, None, (), budget.nodes)
    last = finished[-1]
    score, line = last.values[last.best], search.line(last.best, last.depth)
    exact = last.complete or abs(score) > PROVEN
    value = _value(state, score) if exact else None
    return Solution(value, exact, last.best, line, budget.nodes)


def final_score(state: State, ply: int) -> Score:
    """Returns the end score, with a margin game's empty squares given to the winner."""
    score = end_score(state, ply)
    if state.outcome and state.outcome.margin:
        empty = state.cells.count(".")
        return score + empty if score > 0 else score - empty
    return score


def _legal(state: State) -> list[Move]:
    return state.legal_moves()


def _value(state: State, score: Score) -> Value:
    if state.game.name == "othello":
        return int(score)
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def _solve_pentomino(state: PentominoState, budget: Budget, memory: int) -> Solution:
    try:
        analyst = Analyst(state.game, memory)
    except NativeUnavailable:
        return _count_out(state, budget)
    known = analyst.verdict(state, budget)
    if known.value is None:
        return Solution(None, False, None, (), budget.nodes, analyst.trouble)
    line = analyst.line(state, known, budget)
    return Solution(known.value, True, line[0], line, budget.nodes, analyst.trouble)


def _count_out(state: PentominoState, budget: Budget) -> Solution:
    search = end_search(state, budget)
    try:
        move = search.winning_move(state.live)
        line = search.line(state.live)
    except OutOfBudget:
        return Solution(None, False, None, (), budget.nodes)
    return Solution("loss" if move is None else "win", True, line[0], line, budget.nodes)
