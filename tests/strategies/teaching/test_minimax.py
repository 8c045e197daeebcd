"""Minimax compared with an independent one: rows O3, O5, O7 and the option of O6.

The oracle is the recursion of the origin document on a string of cells, with its own move
generation.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from fivefold.core import Game, Limit, State
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import PASS, OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.base import Decision
from fivefold.strategies.teaching.minimax import Minimax

Wander = Callable[[Game, random.Random, int], State]
AfterMoves = Callable[[str, str], dict[int, str]]

OTHER = {"X": "O", "O": "X"}


def lead(cells: str, side: str) -> int:
    return cells.count(side) - cells.count(OTHER[side])


@dataclass
class PlainMinimax:
    """The recursion of the origin document: the score is the root player's lead at depth k."""

    after: AfterMoves
    k: int
    root: str
    pass_uses_ply: bool = True

    def value(self, cells: str, side: str, depth: int) -> int:
        if depth == self.k or "." not in cells:
            return lead(cells, self.root)
        boards = self.after(cells, side)
        if not boards:
            if not self.after(cells, OTHER[side]):
                return lead(cells, self.root)
            return self.value(cells, OTHER[side], depth + self.pass_uses_ply)
        values = [self.value(board, OTHER[side], depth + 1) for board in boards.values()]
        return max(values) if side == self.root else min(values)

    def root_values(self, cells: str) -> dict[int, int]:
        """Returns the value of each root move, by ascending number; a pass is -1."""
        boards = self.after(cells, self.root)
        if not boards:
            return {PASS: self.value(cells, OTHER[self.root], int(self.pass_uses_ply))}
        return {move: self.value(boards[move], OTHER[self.root], 1) for move in sorted(boards)}


def agree(decision: Decision, values: dict[int, int]) -> None:
    best = max(values.values())
    assert {candidate.move: candidate.score for candidate in decision.candidates} == values
    assert decision.score == best
    assert decision.move == min(move for move, value in values.items() if value == best)
    assert decision.pv[0] == decision.move


@pytest.mark.parametrize(
    ("size", "depth", "count"),
    [
        *((4, 1, 20), (4, 2, 20), (4, 3, 20), (4, 4, 15), (4, 6, 5)),
        *((6, 1, 15), (6, 2, 15), (6, 3, 8), (8, 1, 15), (8, 2, 10), (8, 3, 3)),
    ],
)
def test_o3_score_move_and_ties_equal_the_documents_recursion(
    size: int, depth: int, count: int, wander: Wander, othello_after: AfterMoves
) -> None:
    rng = random.Random(size * 10 + depth)
    for _ in range(count):
        state = wander(OthelloGame(size), rng, rng.randrange(size * size))
        oracle = PlainMinimax(othello_after, depth, state.to_move.value)
        agree(Minimax(depth=depth).choose(state), oracle.root_values(state.cells))


def test_o3_ties_go_to_the_smallest_move_number() -> None:
    decision = Minimax(depth=1).choose(OthelloGame().start)
    assert [(candidate.move, candidate.score) for candidate in decision.candidates] == [
        (19, 3),
        (26, 3),
        (37, 3),
        (44, 3),
    ]
    assert decision.move == 19


def positions_where_a_pass_matters(
    wander: Wander, after: AfterMoves, depth: int
) -> list[tuple[State, dict[int, int], dict[int, int]]]:
    """Returns positions with the root values if a pass uses a ply, and if it does not."""
    rng = random.Random(depth)
    found: list[tuple[State, dict[int, int], dict[int, int]]] = []
    while len(found) < 12:
        size = rng.choice((4, 4, 6))
        state = wander(OthelloGame(size), rng, rng.randrange(size * size // 2, size * size))
        if state.cells.count(".") > 10:
            continue
        root = state.to_move.value
        with_ply = PlainMinimax(after, depth, root).root_values(state.cells)
        without = PlainMinimax(after, depth, root, pass_uses_ply=False).root_values(state.cells)
        if with_ply != without:
            found.append((state, with_ply, without))
    return found


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_o3_a_pass_uses_a_ply_unless_o6_says_otherwise(
    depth: int, wander: Wander, othello_after: AfterMoves
) -> None:
    for state, with_ply, without in positions_where_a_pass_matters(wander, othello_after, depth):
        agree(Minimax(depth=depth).choose(state), with_ply)
        agree(Minimax(depth=depth, pass_uses_ply=False).choose(state), without)


def test_o3_a_forced_pass_at_the_root_is_searched_like_a_move() -> None:
    state = OthelloGame(4).parse_position("OOOO XXXO .XXO ..X. X")
    assert state.legal_moves() == [PASS]
    decision = Minimax(depth=1).choose(state)
    assert (decision.move, decision.score, decision.pv) == (PASS, 0, (PASS,))
    free = Minimax(depth=1, pass_uses_ply=False).choose(state)
    assert free.move == PASS
    assert free.score is not None
    assert free.score < 0  # it also sees O's next move
    assert len(free.pv) == 2


def test_o3_scores_are_disc_differences_even_after_the_end(
    wander: Wander, othello_after: AfterMoves
) -> None:
    # One move is left; the empty squares that neither side can fill do not count.
    rng, wiped_out = random.Random(3), 0
    for _ in range(60):
        state = wander(OthelloGame(4), rng, 30)
        decision = Minimax(depth=5).choose(state)
        values = PlainMinimax(othello_after, 5, state.to_move.value).root_values(state.cells)
        agree(decision, values)
        assert decision.move is not None
        ended = state.play(decision.move)
        wiped_out += ended.outcome is not None and "." in ended.cells
    assert wiped_out > 0


def test_o3_the_leaf_at_depth_k_is_not_searched_further() -> None:
    start = OthelloGame().start
    assert Minimax(depth=1).choose(start).nodes == 4
    assert Minimax(depth=2).choose(start).nodes == 4 + 12
    assert Minimax(depth=3).choose(start).nodes == 4 + 12 + 56
    assert Minimax(depth=4).choose(start).nodes == 4 + 12 + 56 + 244


def test_o3_evaluations_other_than_discs_are_used_at_the_leaves(
    wander: Wander, othello_after: AfterMoves
) -> None:
    corners = (0, 7, 56, 63)

    def h2(cells: str, side: str) -> int:
        total = 0
        for cell, disc in enumerate(cells):
            borders = (cell // 8 in (0, 7)) + (cell % 8 in (0, 7))
            worth = 4 if cell in corners else 1 + borders
            total += 0 if disc == "." else worth if disc == side else -worth
        return total

    rng = random.Random(9)
    for _ in range(10):
        state = wander(OthelloGame(), rng, rng.randrange(10, 45))
        root = state.to_move.value
        replies: dict[int, int] = {}
        for move, board in sorted(othello_after(state.cells, root).items()):
            boards = othello_after(board, OTHER[root]) or {PASS: board}
            replies[move] = min(h2(reply, root) for reply in boards.values())
        if replies and all(
            not state.play(move).outcome
            and all(
                not state.play(move).play(reply).outcome for reply in state.play(move).legal_moves()
            )
            for move in replies
        ):
            agree(Minimax(depth=2, evaluate="weighted").choose(state), replies)


def test_o5_every_root_move_has_its_value_and_the_board_shows_it(wander: Wander) -> None:
    rng = random.Random(5)
    for plies in range(0, 50, 7):
        state = wander(OthelloGame(), rng, plies)
        decision = Minimax(depth=2).choose(state)
        assert [candidate.move for candidate in decision.candidates] == state.legal_moves()
        (values,) = [drawn.values for drawn in decision.overlay if drawn.kind == "values"]
        assert values is not None
        shown = {cell: value for cell, value in enumerate(values) if value is not None}
        expected = {each.move: each.score for each in decision.candidates if each.move != PASS}
        assert shown == expected


class Solver:
    """An exhaustive search to the end with alpha-beta, written for row O7."""

    def __init__(self, after: AfterMoves) -> None:
        self.after = after

    def value(self, cells: str, side: str, alpha: int = -99, beta: int = 99) -> int:
        boards = self.after(cells, side)
        if not boards:
            if not self.after(cells, OTHER[side]):
                return lead(cells, side)
            return -self.value(cells, OTHER[side], -beta, -alpha)
        best = -99
        for board in boards.values():
            best = max(best, -self.value(board, OTHER[side], -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


# Plain minimax visits about 10,000 positions from 8 empties and 500 from 6, so most of the 200
# positions have fewer than 7.
EMPTIES = [8] * 2 + [7] * 6 + [6] * 22 + [5] * 65 + [4] * 60 + [3] * 30 + [2] * 15


@pytest.mark.slow
def test_o7_minimax_to_the_end_equals_an_exhaustive_solver_on_200_positions(
    wander: Wander, othello_after: AfterMoves
) -> None:
    assert len(EMPTIES) == 200
    rng, solver = random.Random(7), Solver(othello_after)
    for empties in EMPTIES:
        state: State = OthelloGame().start
        while state.outcome or state.cells.count(".") != empties:
            state = wander(OthelloGame(), rng, 60 - empties)
        decision = Minimax(depth=20).choose(state)
        assert decision.score == solver.value(state.cells, state.to_move.value)
        assert decision.move is not None
        after = state.play(decision.move)
        assert decision.score == -solver.value(after.cells, after.to_move.value)
        assert decision.proof is not None
        assert decision.proof.claim == "exact"
        assert decision.proof.score == decision.score


def test_the_tighter_of_two_depth_limits_applies() -> None:
    start = OthelloGame().start
    assert Minimax(depth=4).choose(start, Limit(depth=2)).nodes == 16
    assert Minimax(depth=2).choose(start, Limit(depth=4)).nodes == 16
    assert Minimax().choose(start, Limit(depth=1)).nodes == 4
    assert Minimax().choose(start).depth == 3


@pytest.mark.parametrize("game", [OthelloGame(), GomokuGame(7), PentominoGame(5, 5)], ids=repr)
def test_under_a_node_limit_it_answers_from_the_last_finished_depth(game: Game) -> None:
    state = game.start.play(game.start.legal_moves()[len(game.start.legal_moves()) // 2])
    for nodes in (1, 2, 3, 10, 100, 1_000):
        decision = Minimax(depth=3).choose(state, Limit(nodes=nodes))
        assert decision.move in state.legal_moves()
        assert decision.nodes is not None
        assert decision.nodes <= nodes
        assert decision.depth is not None
        if decision.depth:
            expected = Minimax(depth=decision.depth).choose(state)
            assert (decision.move, decision.score) == (expected.move, expected.score)
            assert decision.candidates == expected.candidates
        again = Minimax(depth=3).choose(state, Limit(nodes=nodes))
        assert again == decision


class Raised:
    """A flag that is set from the start."""

    def is_set(self) -> bool:
        return True


def test_it_stops_on_request_and_still_has_a_move() -> None:
    state = OthelloGame().start
    decision = Minimax(depth=60).choose(state, stop=Raised())
    assert decision.move in state.legal_moves()
    assert str(decision.text)
