"""Exact values: search every line to the end of the game or to a forced win.

Pentomino uses its book and the native solver, Othello the native search, Gomoku the native search
for forced wins. The rest of Gomoku, and every game without the native core, is searched in Python,
which only suits small cases.
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
from fivefold.strategies.gomoku.forced_wins import KINDS, Forced, Kind, find_forced
from fivefold.strategies.othello.search import (
    OthelloSearch,
    SearchResult,
    memory_for,
    memory_to_solve,
    nodes_for_the_end,
)
from fivefold.strategies.pentomino.analysis import PentominoAnalyser
from fivefold.strategies.pentomino.endgame import end_search
from fivefold.strategies.pentomino.solver import MEMORY
from fivefold.strategies.teaching.evaluate import evaluation_named
from fivefold.strategies.teaching.negamax import TABLE_ENTRIES
from fivefold.strategies.teaching.negamax_search import (
    PROVEN,
    NegamaxSearch,
    Table,
    deepen_until,
    end_score,
)
from fivefold.words import Message

Value = Literal["win", "loss", "draw"] | int

LARGEST_UNLIMITED = 16
"""Gomoku: maximum number of free points for a Python search without a limit."""


@dataclass(frozen=True)
class Solution:
    """The value for the side to move, None if unproven, with the move and line that reach it."""

    value: Value | None
    exact: bool
    move: Move | None
    pv: tuple[Move, ...]
    nodes: int
    trouble: Message | None = None
    """Why the book could not be used, if it could not."""
    expected: Progress | None = None
    """The estimate for an unproven position."""
    forced: Forced | None = None
    """Gomoku: the forced win, or the result of the search for one."""


@dataclass(frozen=True)
class Progress:
    """The progress of a search to the end of the game; the score is None until there is one."""

    nodes: int
    depth: int
    percent: int
    """Confidence of selective search, in percent; the last pass has 100 and skips nothing."""
    score: Score | None = None


class ProgressProbe:
    """Lets another thread query the progress of a search."""

    def __init__(self) -> None:
        self._ask: Callable[[], Progress | None] | None = None

    def attach(self, ask: Callable[[], Progress | None]) -> None:
        """Sets the function that reports the progress."""
        self._ask = ask

    def progress(self) -> Progress | None:
        """Returns the current progress, or None if the search cannot report any."""
        return None if self._ask is None else self._ask()


@dataclass(frozen=True)
class SolveOptions:
    """Options of `solve`: table memory in MiB, threads, and whether the winner alone is enough.

    `journal` is a file that stores the results of a long search on a small Othello board. In
    Gomoku, `kinds` restricts the search to forced wins of these kinds, and `plies` to wins of at
    most this length.
    """

    memory: int = MEMORY
    threads: int = 1
    win_only: bool = False
    journal: str | None = None
    kinds: tuple[Kind, ...] | None = None
    plies: int | None = None


DEFAULTS = SolveOptions()


def solve(
    state: State,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    options: SolveOptions = DEFAULTS,
    probe: ProgressProbe | None = None,
) -> Solution:
    """Returns the exact value of the position, or the best knowledge when the limit is reached."""
    if state.outcome:
        return Solution(_value(state, final_score(state, 0), options), True, None, (), 0)
    if isinstance(state, PentominoState):
        return _solve_pentomino(state, Budget(limit, stop), options.memory)
    if isinstance(state, OthelloState):
        try:
            return _solve_othello(state, limit, stop, options, probe or ProgressProbe())
        except NativeUnavailable as error:
            if error.code != "native.missing":
                raise
    if isinstance(state, GomokuState) and limit.depth is None:  # forced wins have no depth
        try:
            return _solve_gomoku(state, limit, stop, options)
        except NativeUnavailable:
            if options.kinds is not None:
                raise
    return _search(state, limit, stop, options)


def _solve_gomoku(
    state: GomokuState, limit: Limit, stop: Stop | None, options: SolveOptions
) -> Solution:
    budget = Budget(limit, stop)
    kinds = options.kinds or KINDS
    forced = find_forced(state, kinds, limit, stop, options.plies, options.memory)
    budget.charge(forced.nodes)
    if forced.tree is not None:
        line = forced.line
        return Solution("win", True, line[0], line, forced.nodes, forced=forced)
    left = budget.left()
    is_small = state.cells.count(".") <= LARGEST_UNLIMITED
    if options.kinds is not None or left is None or (left == Limit() and not is_small):
        return Solution(None, False, None, (), forced.nodes, forced=forced)
    rest = _search(state, left, stop, options)
    return replace(rest, nodes=rest.nodes + forced.nodes, forced=forced)


def _search(state: State, limit: Limit, stop: Stop | None, options: SolveOptions) -> Solution:
    """Searches in Python with iterative deepening."""
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
    value = _value(state, score, options) if exact else None
    return Solution(value, exact, last.best, line, budget.nodes)


def final_score(state: State, ply: int) -> Score:
    """Returns the end score; in games with a margin, empty squares go to the winner."""
    score = end_score(state, ply)
    if state.outcome and state.outcome.margin:
        empty = state.cells.count(".")
        return score + empty if score > 0 else score - empty
    return score


def _legal(state: State) -> list[Move]:
    return state.legal_moves()


def _value(state: State, score: Score, options: SolveOptions) -> Value:
    if state.game.name == "othello" and not options.win_only:
        return int(score)
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def _solve_othello(
    state: OthelloState,
    limit: Limit,
    stop: Stop | None,
    options: SolveOptions,
    probe: ProgressProbe,
) -> Solution:
    if stop is not None and stop.is_set():
        return Solution(None, False, None, (), 0)
    if state.game.size != 8:
        return _solve_small(state, limit, stop, options)
    memory = min(options.memory, memory_to_solve(state), memory_for(limit))
    search = OthelloSearch(memory, options.threads)
    probe.attach(lambda: _progress(search.progress(state.game)))
    result = search.solve(state, limit, stop, options.win_only)
    best = result.lines[0] if result.lines else None
    if best is None:
        return Solution(None, False, None, (), result.nodes)
    if result.exact:
        line, nodes = _to_the_end(search, state, best.pv, stop)
        value = _value(state, best.score, options)
        return Solution(value, True, best.move, line, result.nodes + nodes)
    return Solution(None, False, best.move, best.pv, result.nodes, expected=_progress(result))


def _to_the_end(
    search: OthelloSearch, state: OthelloState, line: tuple[Move, ...], stop: Stop | None
) -> tuple[tuple[Move, ...], int]:
    """Extends a line to the end of the game; returns it with the nodes searched for that.

    The table may have overwritten the last part of the line.
    """
    moves, nodes = list(line), 0
    for move in line:
        state = state.play(move)
    while not state.outcome:
        result = search.solve(state, stop=stop)
        nodes += result.nodes
        if not result.exact:
            break
        for move in result.lines[0].pv:
            moves.append(move)
            state = state.play(move)
    return tuple(moves), nodes


def _progress(result: SearchResult | None) -> Progress | None:
    if result is None:
        return None
    score = result.lines[0].score if result.lines else None
    return Progress(result.nodes, result.depth, result.percent, score)


def _solve_small(
    state: OthelloState, limit: Limit, stop: Stop | None, options: SolveOptions
) -> Solution:
    if limit.nodes is not None and limit.nodes < nodes_for_the_end(state):
        return _search(state, limit, stop, options)  # this one checks its limit at every position
    try:
        score, _, texts, nodes = native.othello_small_solve(
            state, limit, stop, min(options.memory, memory_to_solve(state)), options.journal
        )
    except ValueError as error:  # the journal is damaged or belongs to another position
        raise InvalidNotation("solve.journal", reason=str(error)) from error
    line = tuple(map(state.game.parse_move, texts))
    if score is None:
        return Solution(None, False, line[0] if line else None, line, nodes)
    return Solution(_value(state, score, options), True, line[0], line, nodes)


def _solve_pentomino(state: PentominoState, budget: Budget, memory: int) -> Solution:
    try:
        analyser = PentominoAnalyser(state.game, memory)
    except NativeUnavailable:
        return _count_out(state, budget)
    known = analyser.verdict(state, budget)
    if known.value is None:
        return Solution(None, False, None, (), budget.nodes, analyser.trouble)
    line = analyser.line(state, known, budget)
    return Solution(known.value, True, line[0], line, budget.nodes, analyser.trouble)


def _count_out(state: PentominoState, budget: Budget) -> Solution:
    search = end_search(state, budget)
    try:
        move = search.winning_move(state.live)
        line = search.line(state.live)
    except OutOfBudget:
        return Solution(None, False, None, (), budget.nodes)
    return Solution("loss" if move is None else "win", True, line[0], line, budget.nodes)
