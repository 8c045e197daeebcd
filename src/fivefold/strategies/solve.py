"""Exact values where they can be proven: search every line to the end, or to a forced win.

Pentomino asks its book and the native solver, Othello the native search of its board, Gomoku the
native search for forced wins. What is left of Gomoku, and whatever is asked without the native
core, is searched in Python, which is for small cases.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from fivefold.core import Limit, Move, State
from fivefold.errors import InvalidNotation, NativeUnavailable
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.games.pentomino import PentominoState
from fivefold.strategies import native
from fivefold.strategies.base import Score, Stop
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.evaluate import evaluation_named
from fivefold.strategies.gomoku_forced import KINDS, Forced, Kind, find_forced
from fivefold.strategies.negamax import TABLE_ENTRIES
from fivefold.strategies.negamax_search import (
    PROVEN,
    NegamaxSearch,
    Table,
    deepen_until,
    end_score,
)
from fivefold.strategies.othello_search import (
    OthelloSearch,
    Report,
    memory_for,
    memory_to_solve,
    nodes_for_the_end,
)
from fivefold.strategies.pentomino_analysis import Analyst
from fivefold.strategies.pentomino_end import end_search
from fivefold.strategies.pentomino_solver import MEMORY
from fivefold.words import Message

Value = Literal["win", "loss", "draw"] | int

MOST_TO_SEARCH = 16
"""Free points of Gomoku with which a search in Python is begun that nothing limits."""


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
    expected: Progress | None = None
    """What an unproven position seems to be worth."""
    forced: Forced | None = None
    """Gomoku: the forced win, or how the search for one ended."""


@dataclass(frozen=True)
class Progress:
    """How far a search to the end has come; the score is None before it has any."""

    nodes: int
    depth: int
    percent: int
    """How surely nothing was left out: 100 in the last pass."""
    score: Score | None = None


class Watch:
    """Lets another thread ask how far a search has come."""

    def __init__(self) -> None:
        self._ask: Callable[[], Progress | None] | None = None

    def begin(self, ask: Callable[[], Progress | None]) -> None:
        """Tells whom to ask."""
        self._ask = ask

    def progress(self) -> Progress | None:
        """Returns what is known by now; None where nobody can tell."""
        return None if self._ask is None else self._ask()


@dataclass(frozen=True)
class Ways:
    """How to solve: the table in MiB, threads, whether it is enough to know who wins.

    `journal` is a file in which a long search on a small Othello board keeps what it has learnt.
    With `kinds` of forced wins in Gomoku nothing else is searched; `plies` is how long they may be.
    """

    memory: int = MEMORY
    threads: int = 1
    win_only: bool = False
    journal: str | None = None
    kinds: tuple[Kind, ...] | None = None
    plies: int | None = None


USUAL = Ways()


def solve(
    state: State,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    ways: Ways = USUAL,
    watch: Watch | None = None,
) -> Solution:
    """Returns the exact value of the position, or what is known when the limit is reached."""
    if state.outcome:
        return Solution(_value(state, final_score(state, 0), ways), True, None, (), 0)
    if isinstance(state, PentominoState):
        return _solve_pentomino(state, Budget(limit, stop), ways.memory)
    if isinstance(state, OthelloState):
        try:
            return _solve_othello(state, limit, stop, ways, watch or Watch())
        except NativeUnavailable as error:
            if error.code != "native.missing":
                raise
    if isinstance(state, GomokuState) and limit.depth is None:  # forced wins have no depth
        try:
            return _solve_gomoku(state, limit, stop, ways)
        except NativeUnavailable:
            if ways.kinds is not None:
                raise
    return _search(state, limit, stop, ways)


def _solve_gomoku(state: GomokuState, limit: Limit, stop: Stop | None, ways: Ways) -> Solution:
    budget = Budget(limit, stop)
    kinds = ways.kinds or KINDS
    forced = find_forced(state, kinds, limit, stop, ways.plies, ways.memory)
    budget.charge(forced.nodes)
    if forced.tree is not None:
        line = forced.line
        return Solution("win", True, line[0], line, forced.nodes, forced=forced)
    left = budget.left()
    is_small = state.cells.count(".") <= MOST_TO_SEARCH
    if ways.kinds is not None or left is None or (left == Limit() and not is_small):
        return Solution(None, False, None, (), forced.nodes, forced=forced)
    rest = _search(state, left, stop, ways)
    return replace(rest, nodes=rest.nodes + forced.nodes, forced=forced)


def _search(state: State, limit: Limit, stop: Stop | None, ways: Ways) -> Solution:
    """Searches in Python, deeper and deeper."""
    budget = Budget(limit, stop)
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
    value = _value(state, score, ways) if exact else None
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


def _value(state: State, score: Score, ways: Ways) -> Value:
    if state.game.name == "othello" and not ways.win_only:
        return int(score)
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def _solve_othello(
    state: OthelloState, limit: Limit, stop: Stop | None, ways: Ways, watch: Watch
) -> Solution:
    if stop is not None and stop.is_set():
        return Solution(None, False, None, (), 0)
    if state.game.size != 8:
        return _solve_small(state, limit, stop, ways)
    memory = min(ways.memory, memory_to_solve(state), memory_for(limit))
    search = OthelloSearch(memory, ways.threads)
    watch.begin(lambda: _progress(search.progress(state.game)))
    report = search.solve(state, limit, stop, ways.win_only)
    best = report.lines[0] if report.lines else None
    if best is None:
        return Solution(None, False, None, (), report.nodes)
    if report.exact:
        line, nodes = _to_the_end(search, state, best.pv, stop)
        value = _value(state, best.score, ways)
        return Solution(value, True, best.move, line, report.nodes + nodes)
    return Solution(None, False, best.move, best.pv, report.nodes, expected=_progress(report))


def _to_the_end(
    search: OthelloSearch, state: OthelloState, line: tuple[Move, ...], stop: Stop | None
) -> tuple[tuple[Move, ...], int]:
    """Returns the line with what the table has forgotten of it, and the nodes that took."""
    moves, nodes = list(line), 0
    for move in line:
        state = state.play(move)
    while not state.outcome:
        report = search.solve(state, stop=stop)
        nodes += report.nodes
        if not report.exact:
            break
        for move in report.lines[0].pv:
            moves.append(move)
            state = state.play(move)
    return tuple(moves), nodes


def _progress(report: Report | None) -> Progress | None:
    if report is None:
        return None
    score = report.lines[0].score if report.lines else None
    return Progress(report.nodes, report.depth, report.percent, score)


def _solve_small(state: OthelloState, limit: Limit, stop: Stop | None, ways: Ways) -> Solution:
    if limit.nodes is not None and limit.nodes < nodes_for_the_end(state):
        return _search(state, limit, stop, ways)  # which looks at its limit at every position
    try:
        score, _, texts, nodes = native.othello_small_solve(
            state, limit, stop, min(ways.memory, memory_to_solve(state)), ways.journal
        )
    except ValueError as error:  # the journal is that of another position, or damaged
        raise InvalidNotation("solve.journal", reason=str(error)) from error
    line = tuple(map(state.game.parse_move, texts))
    if score is None:
        return Solution(None, False, line[0] if line else None, line, nodes)
    return Solution(_value(state, score, ways), True, line[0], line, nodes)


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
