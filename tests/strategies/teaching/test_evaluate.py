"""The evaluations compared with plain re-implementations, and their symmetries.

Rows R4 (H1, H2, with the origin's states A, B and C), O6 (weights, mobility, stability), P3 and P6.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, State
from fivefold.errors import UnknownName
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoGame, board_of
from fivefold.strategies.teaching.evaluate import EVALUATIONS, evaluation_named, evaluations_for
from fivefold.strategies.teaching.evaluate.stability import stable_discs

Wander = Callable[[Game, random.Random, int], State]
AfterMoves = Callable[[str, str], dict[int, str]]

STATE_A = """
    - - - - - - - -
    - - - - - - - -
    - - - - X O - -
    - - - X O - - -
    - - - O X - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - - X
"""
STATE_B = """
    O O X X - - - -
    O X X X O - - -
    O X O X X - - -
    X X O O X - - -
    X O X O X - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - - X
"""
STATE_C = """
    - X X X X X X X
    O X O - O O - -
    - X - O O O - -
    O X O O O - - -
    - X - O O - - -
    X X O O O - - -
    - - O - O O - -
    - - - - - - O - O
"""


def evaluate(name: str, state: State) -> float:
    return evaluation_named(name, state.game.name)(state)


def turned(state: State) -> list[State]:
    """Returns the position under the eight symmetries of a square board."""
    size, cells = state.game.rows, state.cells
    found = []
    for _ in range(4):
        cells = "".join(
            cells[(size - 1 - column) * size + row] for row in range(size) for column in range(size)
        )
        mirrored = "".join(cells[row * size : (row + 1) * size][::-1] for row in range(size))
        for shown in (cells, mirrored):
            found.append(state.game.parse_position(_position(state, shown)))
    return found


def _position(state: State, cells: str) -> str:
    return cells if state.game.name == "pentomino" else f"{cells} {state.to_move.value}"


def with_colours_swapped(state: State) -> State:
    cells = state.cells.translate(str.maketrans("XO", "OX"))
    return state.game.parse_position(f"{cells} {state.to_move.other.value}")


def with_the_other_to_move(state: State) -> State:
    return state.game.parse_position(f"{state.cells} {state.to_move.other.value}")


def othello_positions(wander: Wander, sizes: tuple[int, ...] = (4, 6, 8)) -> list[State]:
    """Returns reachable positions, and randomly filled boards, which are denser at the edges."""
    rng = random.Random(41)
    found = []
    for size in sizes:
        game = OthelloGame(size)
        for _ in range(12):
            found.append(wander(game, rng, rng.randrange(size * size)))
        for share in (0.3, 0.6, 0.9, 1.0):
            cells = [rng.choice("XO") if rng.random() < share else "." for _ in range(size**2)]
            for square in game.centre:
                cells[square] = rng.choice("XO")
            found.append(game.parse_position("".join(cells) + rng.choice("XO")))
    return found


def gomoku_positions() -> list[State]:
    rng = random.Random(42)
    found: list[State] = []
    while len(found) < 40:
        size = rng.choice((5, 6, 9, 15))
        share = rng.random()
        cells = "".join(
            rng.choice("XO") if rng.random() < share else "." for _ in range(size * size)
        )
        try:
            state = GomokuGame(size).parse_position(cells + rng.choice("XO"))
        except ValueError:
            continue  # fives of both sides
        found.append(state)
    return found


def pentomino_positions(wander: Wander) -> list[State]:
    rng = random.Random(43)
    games = [PentominoGame(), PentominoGame(6, 10), PentominoGame(4, 5), PentominoGame(3, 20)]
    return [wander(game, rng, plies) for game in games for plies in range(9)]


@pytest.mark.parametrize(
    ("drawn", "h1", "h2"), [(STATE_A, 0, 0), (STATE_B, 4, 2), (STATE_C, 7, 0)], ids="ABC"
)
def test_r4_the_origins_states_have_the_values_of_the_formulas(
    drawn: str, h1: int, h2: int
) -> None:
    state = OthelloGame().parse_position(drawn)
    assert evaluate("discs", state) == h1
    assert evaluate("weighted", state) == h2


def test_r4_h1_is_own_discs_minus_the_opponents(wander: Wander) -> None:
    for state in othello_positions(wander):
        own, other = state.to_move.value, state.to_move.other.value
        assert evaluate("discs", state) == state.cells.count(own) - state.cells.count(other)


def test_r4_h2_adds_three_per_corner_and_one_per_edge_square(wander: Wander) -> None:
    for state in othello_positions(wander):
        last, total = state.game.rows - 1, 0
        for cell, disc in enumerate(state.cells):
            row, column = divmod(cell, state.game.rows)
            borders = (row in (0, last)) + (column in (0, last))
            worth = 1 + (3 if borders == 2 else 1 if borders == 1 else 0)
            total += 0 if disc == "." else worth if disc == state.to_move.value else -worth
        assert evaluate("weighted", state) == total


PRICES = {
    4: ["20 -4 -4 20", "-4 -8 -8 -4"],
    6: ["20 -4 6 6 -4 20", "-4 -8 -1 -1 -8 -4", "6 -1 2 2 -1 6"],
    8: [
        "20 -4  6  4  4  6 -4 20",
        "-4 -8 -1 -1 -1 -1 -8 -4",
        " 6 -1  2  1  1  2 -1  6",
        " 4 -1  1  1  1  1 -1  4",
    ],
}


def test_o6_squares_sums_the_prices_and_forgives_neighbours_of_a_taken_corner(
    wander: Wander,
) -> None:
    for state in othello_positions(wander):
        size, total = state.game.rows, 0
        table = [[int(price) for price in row.split()] for row in PRICES[size]]
        table += table[::-1]
        for cell, disc in enumerate(state.cells):
            if disc == ".":
                continue
            row, column = divmod(cell, size)
            price = table[row][column]
            for corner_row in (0, size - 1):
                for corner_column in (0, size - 1):
                    away = max(abs(row - corner_row), abs(column - corner_column))
                    if away == 1 and state.cells[corner_row * size + corner_column] != ".":
                        price = 2
            total += price if disc == state.to_move.value else -price
        assert evaluate("squares", state) == total


def test_o6_mobility_is_the_difference_of_possible_placements(
    wander: Wander, othello_after: AfterMoves
) -> None:
    for state in othello_positions(wander):
        own = othello_after(state.cells, state.to_move.value)
        other = othello_after(state.cells, state.to_move.other.value)
        assert evaluate("mobility", state) == len(own) - len(other)


def stable(state: State, colour: str) -> set[int]:
    assert isinstance(state, OthelloState)
    discs = state.black if colour == "X" else state.white
    found = stable_discs(discs, state.black | state.white, state.game.size)
    return {cell for cell in range(len(state.cells)) if found >> cell & 1}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_o6_stable_discs_never_change_colour(size: int, wander: Wander) -> None:
    rng = random.Random(44)
    seen = 0
    for start in othello_positions(wander, (size,)):
        for state in (start, with_the_other_to_move(start)):
            safe = {colour: stable(state, colour) for colour in "XO"}
            seen += sum(map(len, safe.values()))
            assert all(state.cells[cell] == colour for colour in "XO" for cell in safe[colour])
            for _ in range(6 if size == 8 else 20):
                later = state
                while not later.outcome:
                    later = later.play(rng.choice(later.legal_moves()))
                    for colour in "XO":
                        assert all(later.cells[cell] == colour for cell in safe[colour])
                        assert safe[colour] <= stable(later, colour)
    assert seen > 50


def test_o6_stability_counts_stable_discs_of_both_sides(wander: Wander) -> None:
    for state in othello_positions(wander):
        own, other = state.to_move.value, state.to_move.other.value
        assert evaluate("stability", state) == len(stable(state, own)) - len(stable(state, other))


def test_o6_corners_and_what_grows_from_them_are_stable_and_so_is_a_full_board() -> None:
    drawn = OthelloGame(4).parse_position("XXX. XXO. XOX. .... X")
    assert stable(drawn, "X") == {0, 1, 2, 4, 5, 8}
    corners = OthelloGame(6).parse_position("X....O ...... ..XO.. ..OX.. ...... O....X X")
    assert stable(corners, "X") == {0, 35}
    assert stable(corners, "O") == {5, 30}
    full = OthelloGame(4).parse_position("XOXO OXOX XXOO OOXX X")
    assert len(stable(full, "X")) + len(stable(full, "O")) == 16


def test_o6_a_disc_at_the_right_edge_does_not_support_one_at_the_left_edge() -> None:
    wrapped = OthelloGame(6).parse_position(".....X X..... ..XO.. ..OX.. ...... ...... X")
    assert stable(wrapped, "X") == {5}


def test_patterns_scan_every_five_cells_in_a_line() -> None:
    worth = (0, 1, 8, 60, 600, 0)
    for state in gomoku_positions():
        size, total, four = state.game.rows, 0, False
        for row in range(size):
            for column in range(size):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    window = [(row + down * i, column + right * i) for i in range(5)]
                    if not all(0 <= r < size and 0 <= c < size for r, c in window):
                        continue
                    stones = [state.cells[r * size + c] for r, c in window]
                    own = stones.count(state.to_move.value)
                    other = stones.count(state.to_move.other.value)
                    total += worth[own] if not other else -worth[other] if not own else 0
                    four = four or (own == 4 and not other)
        assert evaluate("patterns", state) == total + (10_000 if four else 0)


def test_p6_pentomino_mobility_counts_the_placements_that_fit(wander: Wander) -> None:
    for state in pentomino_positions(wander):
        fitting = [
            letter
            for letter, cells in board_of(state.game.rows, state.game.columns).placements
            if letter not in state.cells and all(state.cells[cell] == "." for cell in cells)
        ]
        assert evaluate("mobility", state) == len(fitting)


def test_p6_pentomino_diffusion_sums_three_steps_over_the_free_cells(wander: Wander) -> None:
    for state in pentomino_positions(wander):
        rows, columns = state.game.rows, state.game.columns
        values = [
            [int(state.cells[r * columns + c] == ".") for c in range(columns)] for r in range(rows)
        ]
        for _ in range(3):
            after = [[0] * columns for _ in range(rows)]
            for r in range(rows):
                for c in range(columns):
                    for d in (-1, 0, 1):
                        for e in (-1, 0, 1):
                            inside = 0 <= r + d < rows and 0 <= c + e < columns
                            if (d, e) != (0, 0) and inside:
                                after[r][c] += values[r + d][c + e]
            values = after
        total = sum(
            values[cell // columns][cell % columns]
            for cell, mark in enumerate(state.cells)
            if mark == "."
        )
        assert evaluate("diffusion", state) == total


def test_othello_evaluations_change_sign_with_the_side_to_move(wander: Wander) -> None:
    for state in othello_positions(wander):
        for name in evaluations_for("othello"):
            assert evaluate(name, with_the_other_to_move(state)) == -evaluate(name, state), name


def test_patterns_change_sign_with_the_side_to_move_except_for_the_winning_bonus() -> None:
    for state in gomoku_positions():
        flipped = with_the_other_to_move(state)
        both = evaluate("patterns", state) + evaluate("patterns", flipped)
        assert both in (0, 10_000, 20_000)


@pytest.mark.parametrize("game", ["gomoku", "othello"])
def test_swapping_colours_changes_no_evaluation(game: str, wander: Wander) -> None:
    for state in gomoku_positions() if game == "gomoku" else othello_positions(wander):
        for name in evaluations_for(game):
            assert evaluate(name, with_colours_swapped(state)) == evaluate(name, state), name


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_rotating_the_board_changes_no_evaluation(game: str, wander: Wander) -> None:
    positions = {
        "gomoku": gomoku_positions(),
        "othello": othello_positions(wander),
        "pentomino": pentomino_positions(wander)[:9],  # those on a square board
    }
    for state in positions[game][::2]:
        boards = turned(state)
        assert len({board.cells for board in boards}) in (1, 2, 4, 8)
        for board in boards:
            for name in evaluations_for(game):
                assert evaluate(name, board) == evaluate(name, state), name


def test_the_first_evaluation_of_each_game_is_the_default_of_the_design() -> None:
    assert {game: next(iter(known)) for game, known in EVALUATIONS.items()} == {
        "gomoku": "patterns",
        "othello": "discs",
        "pentomino": "mobility",
    }
    assert set(EVALUATIONS["othello"]) == {"discs", "weighted", "squares", "mobility", "stability"}
    assert set(EVALUATIONS["pentomino"]) == {"mobility", "diffusion"}
    assert evaluation_named(None, "othello") is EVALUATIONS["othello"]["discs"]


def test_an_unknown_evaluation_is_rejected_with_the_valid_names() -> None:
    with pytest.raises(UnknownName, match=r"patterns") as refused:
        evaluation_named("weighted", "gomoku")
    assert "\n" not in str(refused.value)
    assert evaluation_named(None, "some game of yours")(GomokuGame().start) == 0
