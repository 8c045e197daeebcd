"""Negamax: the same answers as plain minimax in every game, and the errata of the Gomoku plan.

Rows G3, O6 and P6. The oracle is `minimax`, which test_minimax.py compares with its own oracle.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import WIN, Game, Limit, Move, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.base import Decision
from fivefold.strategies.teaching.evaluate import evaluation_named, evaluations_for
from fivefold.strategies.teaching.minimax import Minimax
from fivefold.strategies.teaching.negamax import Negamax
from fivefold.strategies.teaching.negamax_search import (
    end_score,
)

Wander = Callable[[Game, random.Random, int], State]
Crowded = Callable[[random.Random, int, str], GomokuState]
Late = Callable[[random.Random, int], State]


SURE = WIN - 1_000


def assert_equal(state: State, depth: int, evaluate: str | None = None) -> Decision:
    plain = Minimax(depth=depth, evaluate=evaluate).choose(state)
    quick = Negamax(depth=depth, evaluate=evaluate).choose(state)
    assert (quick.move, quick.score) == (plain.move, plain.score), state.cells
    assert quick.depth is not None
    if quick.depth < depth:  # it proved a win or loss earlier
        plain = Minimax(depth=quick.depth, evaluate=evaluate).choose(state)
    assert [(each.move, each.score) for each in quick.candidates] == [
        (each.move, each.score) for each in plain.candidates
    ]
    assert value_after(state, quick.pv, evaluate) == quick.score
    return quick


def value_after(state: State, line: tuple[Move, ...], evaluate: str | None) -> float:
    """Returns the value at the end of the expected line, for the side that starts it."""
    last = state
    for move in line:
        last = last.play(move)
    if last.outcome:
        value = end_score(last, len(line))
    else:
        value = evaluation_named(evaluate, state.game.name)(last)
    return value if last.to_move is state.to_move else -value


@pytest.mark.parametrize("evaluate", list(evaluations_for("othello")))
@pytest.mark.parametrize("size", [4, 6, 8])
def test_errata_5_it_equals_minimax_in_othello(size: int, evaluate: str, wander: Wander) -> None:
    rng = random.Random(size)
    for depth, count in ((1, 6), (2, 6), (3, 3), (4, 1 if size == 8 else 2)):
        for _ in range(count):
            plies = rng.randrange(size * size)
            if size == 8 and depth == 4:
                plies = rng.choice((0, 1, 2, 52, 54, 56))
            assert_equal(wander(OthelloGame(size), rng, plies), depth, evaluate)


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
@pytest.mark.parametrize("size", [5, 6, 7, 8, 9])
def test_errata_5_it_equals_minimax_in_gomoku(
    size: int, rules: str, wander: Wander, crowded_gomoku: Crowded
) -> None:
    rng = random.Random(size)
    for depth, count in ((1, 8), (2, 4), (3, 1 if size < 7 else 0)):
        for _ in range(count):
            assert_equal(crowded_gomoku(rng, size, rules), depth)
    for depth in (1, 2, 3):
        assert_equal(wander(GomokuGame(size, rules), rng, rng.randrange(1, 3)), min(depth, 2))
    nearly_full = wander(GomokuGame(size, rules), rng, size * size - 6)
    if nearly_full.cells.count(".") <= 8:
        assert_equal(nearly_full, 4)


@pytest.mark.parametrize("evaluate", list(evaluations_for("pentomino")))
def test_errata_5_it_equals_minimax_in_pentomino(evaluate: str, late_pentomino: Late) -> None:
    rng = random.Random(2)
    for depth, most, count in ((1, 400, 8), (2, 60, 8), (3, 20, 6), (4, 15, 6)):
        for _ in range(count):
            assert_equal(late_pentomino(rng, most), depth, evaluate)
    assert_equal(PentominoGame().start, 1, evaluate)


def test_errata_1_scores_are_from_the_side_to_move(crowded_gomoku: Crowded) -> None:
    rng = random.Random(5)
    for _ in range(10):
        state = crowded_gomoku(rng, 6, "freestyle")
        swapped = state.game.parse_position(
            state.cells.translate(str.maketrans("XO", "OX")) + state.to_move.other.value
        )
        mine, yours = Negamax(depth=2).choose(state), Negamax(depth=2).choose(swapped)
        assert (mine.move, mine.score) == (yours.move, yours.score)
    for colour in "XO":
        text = "." * 15 + colour * 4 + "." * 6
        for side in "XO":
            decision = Negamax(depth=2).choose(GomokuGame(5).parse_position(text + side))
            assert decision.score is not None
            assert (decision.score > SURE) == (side == colour)


# X is to move. At a5 it makes five; the open three in the second row would win later.
QUICK_WIN = """
    . X X X X . .
    . . . . . . .
    . . X X X . .
    . . . . . . .
    . . . . . . .
    O O . O . . .
    O . . O . . O
"""
# O is to move. X has a four with one free end, and an open three that wins two plies later.
SLOW_LOSS = """
    O X X X X . .
    . . . . . . .
    . . . . . . .
    . . X X X . .
    . . . . . . .
    . . . . . . .
    . . . O . . O
"""


def test_errata_4_the_quicker_win_is_preferred() -> None:
    state = GomokuGame(7).parse_position(QUICK_WIN + "X")
    for depth in (1, 2, 3):
        decision = Negamax(depth=depth).choose(state)
        assert decision.score == WIN - 1
        assert state.game.format_move(decision.move or 0) == "a7"
    plain = Minimax(depth=3).choose(state)
    slower = {each.move: each.score for each in plain.candidates}
    assert slower[state.game.parse_move("b5")] == WIN - 3


def test_errata_4_the_slower_loss_is_preferred() -> None:
    state = GomokuGame(7).parse_position(SLOW_LOSS + "O")
    decision = Negamax(depth=4).choose(state)
    assert decision.score == -(WIN - 4)
    assert state.game.format_move(decision.move or 0) == "f7"
    others = {each.score for each in decision.candidates if each.move != decision.move}
    assert others == {-(WIN - 2)}


def test_a_forced_win_scores_win_minus_the_plies_to_it(late_pentomino: Late) -> None:
    rng, wins, losses = random.Random(10), 0, 0
    for _ in range(60):
        state = late_pentomino(rng, 10)
        decision = Negamax(depth=12).choose(state)
        assert decision.score is not None
        plies = WIN - abs(decision.score)
        assert decision.proof is not None
        assert decision.proof.plies == plies
        assert plies % 2 == (decision.score > 0)
        wins, losses = wins + (decision.score > 0), losses + (decision.score < 0)
        # The expected line is best play, so it ends the game after exactly this many plies.
        assert len(decision.pv) == plies
        last = state
        for move in decision.pv:
            last = last.play(move)
        assert last.outcome
    assert wins > 0
    assert losses > 0


@pytest.mark.parametrize(
    "game", [GomokuGame(9), GomokuGame(5), OthelloGame(), PentominoGame()], ids=repr
)
def test_g3_iterative_deepening_always_has_a_move_ready(game: Game, wander: Wander) -> None:
    rng = random.Random(15)
    for plies in (0, 1, 4, 9):
        state = wander(game, rng, plies)
        for nodes in (1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 60, 300, 1_000):
            decision = Negamax().choose(state, Limit(nodes=nodes))
            assert decision.move in state.legal_moves()
            assert str(decision.text)
            assert decision.nodes is not None
            assert decision.nodes <= nodes


@pytest.mark.parametrize("game", [GomokuGame(7), OthelloGame(6), PentominoGame(5, 5)], ids=repr)
def test_runs_limited_by_nodes_or_depth_are_reproducible(game: Game, wander: Wander) -> None:
    state = wander(game, random.Random(16), 4)
    for limit in (Limit(nodes=37), Limit(nodes=700), Limit(depth=2), Limit(depth=3, nodes=999)):
        assert Negamax().choose(state, limit) == Negamax().choose(state, limit)
        shallower = Negamax(depth=1).choose(state, limit)
        assert shallower.depth is not None
        assert shallower.depth <= 1


def test_the_tightest_depth_applies() -> None:
    start = OthelloGame().start
    assert Negamax(depth=5).choose(start, Limit(depth=2)).depth == 2
    assert Negamax(depth=2).choose(start, Limit(depth=5)).depth == 2
    assert Negamax().choose(start).depth == 3


class RaisedAfter:
    """A stop flag that is set after it has been read `looks` times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("looks", [0, 1, 5, 50])
def test_it_stops_soon_after_the_request(looks: int) -> None:
    for game in (GomokuGame(), OthelloGame(), PentominoGame()):
        state: State = game.start
        decision = Negamax(depth=60).choose(state, stop=RaisedAfter(looks))
        assert decision.move in state.legal_moves()
        assert decision.nodes is not None
        assert decision.nodes <= 16 * (looks + 1)
