"""Exact values compared with brute force: Othello endgames, small pentomino boards, late Gomoku."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from fivefold.core import Game, Limit, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame, board_of
from fivefold.strategies.solve import Solution, solve

Wander = Callable[[Game, random.Random, int], State]
Margin = Callable[[str, str], int]

OTHER = {"X": "O", "O": "X"}


def margin(cells: str, side: str) -> int:
    """Returns the final margin, with empty squares given to the winner."""
    lead = cells.count(side) - cells.count(OTHER[side])
    empty = cells.count(".")
    return lead + empty if lead > 0 else lead - empty if lead < 0 else 0


def ended(state: State, solution: Solution) -> State:
    """Returns the end of the solution's line, checking that it starts with its move."""
    assert solution.pv[0] == solution.move
    for move in solution.pv:
        state = state.play(move)
    assert state.outcome
    return state


@pytest.mark.parametrize(
    ("size", "empties", "count"),
    [(8, 8, 6), (8, 6, 12), (8, 4, 15), (8, 1, 10), (6, 7, 10), (6, 4, 15), (4, 7, 15), (4, 5, 15)],
)
def test_othello_ends_equal_brute_force_with_the_empty_squares_to_the_winner(
    size: int, empties: int, count: int, wander: Wander, othello_margin: Margin
) -> None:
    rng = random.Random(size * 10 + empties)
    for _ in range(count):
        state = wander(OthelloGame(size), rng, size * size - 4 - empties)
        if state.cells.count(".") > 8:
            continue
        solution = solve(state)
        expected = othello_margin(state.cells, state.to_move.value)
        assert (solution.value, solution.exact) == (expected, True)
        last = ended(state, solution)
        assert margin(last.cells, state.to_move.value) == expected


def test_othello_empty_squares_go_to_the_winner_and_are_ignored_in_a_draw() -> None:
    # The only move wipes O out and leaves one square empty: 15 discs count as 16.
    state = OthelloGame(4).parse_position(".OXX XXXX XXXX XXX. X")
    assert (solve(state).value, solve(state).pv) == (16, (0,))
    finished = OthelloGame(4).parse_position(".XXX XXXX XXXX XXXX O")
    assert solve(finished) == Solution(-16, True, None, (), 0)
    drawn = OthelloGame(4).parse_position("XXXX OOOO OOOO XXXX X")
    assert solve(drawn) == Solution(0, True, None, (), 0)


@cache
def first_wins(free: frozenset[int], pieces: str, rows: int, columns: int) -> bool:
    """Tells whether the side to move wins, using only the free cells and the pieces left."""
    return any(
        not first_wins(free - frozenset(cells), pieces.replace(letter, ""), rows, columns)
        for letter, cells in board_of(rows, columns).placements
        if letter in pieces and free.issuperset(cells)
    )


def wins(state: State) -> bool:
    free = frozenset(cell for cell, mark in enumerate(state.cells) if mark == ".")
    pieces = "".join(letter for letter in "FILNPTUVWXYZ" if letter not in state.cells)
    return first_wins(free, pieces, state.game.rows, state.game.columns)


def check_pentomino(state: State) -> None:
    solution = solve(state)
    assert (solution.value, solution.exact) == ("win" if wins(state) else "loss", True)
    if not state.outcome:
        winner = state.to_move if solution.value == "win" else state.to_move.other
        outcome = ended(state, solution).outcome
        assert outcome is not None
        assert outcome.winner is winner


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (2, 5), (2, 6), (3, 3), (3, 4), (3, 5)])
def test_pentomino_every_position_of_a_small_board_equals_naive_recursion(
    rows: int, columns: int
) -> None:
    seen: set[State] = set()
    waiting: list[State] = [PentominoGame(rows, columns).start]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        check_pentomino(state)
        waiting += [state.play(move) for move in state.legal_moves()]


@pytest.mark.parametrize(
    ("rows", "columns", "value"), [(3, 3, "win"), (4, 4, "loss"), (3, 6, None), (4, 5, None)]
)
def test_pentomino_small_boards_from_the_start(rows: int, columns: int, value: str | None) -> None:
    start = PentominoGame(rows, columns).start
    check_pentomino(start)
    assert value in (None, solve(start).value)


def test_pentomino_late_positions_equal_naive_recursion(wander: Wander) -> None:
    rng, values = random.Random(51), []
    for _ in range(40):
        game = PentominoGame(*rng.choice(((4, 4), (4, 5), (5, 5), (8, 8), (6, 10))))
        state = wander(game, rng, rng.randrange(1, 12))
        if len(state.legal_moves()) > 80:
            continue
        check_pentomino(state)
        values.append(solve(state).value)
    assert {"win", "loss"} == set(values)


@cache
def gomoku_value(state: GomokuState) -> int:
    """Returns 1, 0 or -1 for the side to move, by trying every legal move."""
    if state.outcome:
        return 0 if state.outcome.winner is None else -1
    return max(-gomoku_value(state.play(move)) for move in state.legal_moves())


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_gomoku_late_positions_equal_naive_recursion(rules: str) -> None:
    rng = random.Random(52)
    values: list[int] = []
    while len(values) < 24:
        free = rng.randrange(1, 8)
        cells = ["."] * free + [rng.choice("XO") for _ in range(25 - free)]
        rng.shuffle(cells)
        try:
            state = GomokuGame(5, rules).parse_position("".join(cells) + rng.choice("XO"))
        except ValueError:
            continue  # fives of both sides
        if state.outcome:
            continue
        solution = solve(state)
        expected = gomoku_value(state)
        assert solution.exact
        assert solution.value == {1: "win", 0: "draw", -1: "loss"}[expected]
        outcome = ended(state, solution).outcome
        assert outcome is not None
        winners = {1: state.to_move, 0: None, -1: state.to_move.other}
        assert outcome.winner is winners[expected]
        values.append(expected)
    assert {0, 1} <= set(values)


def test_gomoku_cells_far_from_all_stones_are_searched_too() -> None:
    corner = GomokuGame(5).parse_position("X" + "." * 24 + "O")
    assert solve(corner, Limit(depth=1)).nodes == 24


@pytest.mark.parametrize("game", [OthelloGame(), GomokuGame(), PentominoGame(6, 10)], ids=repr)
def test_under_tiny_limits_nothing_is_proven(game: Game) -> None:
    for limit in (Limit(nodes=1), Limit(nodes=50), Limit(seconds=0.02), Limit(nodes=9, depth=1)):
        solution = solve(game.start, limit)
        assert (solution.value, solution.exact) == (None, False)
        assert solution.move is None or solution.move in game.start.legal_moves()
        assert limit.nodes is None or solution.nodes <= limit.nodes


def test_results_within_a_limit_are_correct(wander: Wander, othello_margin: Margin) -> None:
    rng, proven = random.Random(53), []
    for _ in range(20):
        state = wander(OthelloGame(4), rng, 6)
        for nodes in (5, 50, 500):
            solution = solve(state, Limit(nodes=nodes))
            proven.append(solution.exact)
            if solution.exact:
                expected = othello_margin(state.cells, state.to_move.value)
                assert solution.value == expected
    assert set(proven) == {False, True}


class Raised:
    """A flag that is set from the start."""

    def is_set(self) -> bool:
        return True


@pytest.mark.parametrize("game", [OthelloGame(), GomokuGame(), PentominoGame(6, 10)], ids=repr)
def test_it_stops_on_request(game: Game) -> None:
    solution = solve(game.start, stop=Raised())
    assert (solution.value, solution.exact) == (None, False)
    assert solution.nodes <= 16


def test_finished_games_have_their_value_and_no_move() -> None:
    five = GomokuGame(5).parse_position("XXXXX" + "." * 20 + "O")
    assert solve(five) == Solution("loss", True, None, (), 0)
    mine = GomokuGame(5).parse_position("XXXXX" + "." * 20 + "X")
    assert solve(mine) == Solution("win", True, None, (), 0)
    full = GomokuGame(5).parse_position("XOXOX XOXOX OXOXO OXOXO XOXOX O")
    assert solve(full) == Solution("draw", True, None, (), 0)
    stuck = PentominoGame(1, 5).start.play(0)
    assert stuck.to_move is Player.SECOND
    assert solve(stuck) == Solution("loss", True, None, (), 0)
    nothing_fits = PentominoGame(5, 1).parse_position("IIIII")
    assert solve(nothing_fits) == Solution("loss", True, None, (), 0)
