"""Forbidden points: every definition as a picture, published boards, and a naive implementation.

In a picture, `*` is the free point under test; `p` and `q` are other free points of interest. The
rest of the board is empty. By default the picture is a few cells away from the edge.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from fivefold.core import Player
from fivefold.errors import IllegalMove
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.gomoku_fouls import fouls, shapes
from fivefold.games.gomoku_rules import SideRules, side_rules

BOARDS = Path(__file__).parents[1] / "data" / "renju-forbidden-points.jsonl"
RENJU = GomokuGame(15, "renju")
SIX, FOURS, THREES = "an overline", "a double four", "a double three"


def drawn(picture: str, rules: str, side: str, corner: int) -> tuple[GomokuState, int]:
    """Returns the position and the cell of `*`."""
    cells, asked = ["."] * 225, 0
    for row, line in enumerate(picture.strip().splitlines(), start=corner):
        for column, mark in enumerate(line.replace(" ", ""), start=corner):
            cells[row * 15 + column] = mark if mark in "XO" else "."
            asked = row * 15 + column if mark == "*" else asked
    return GomokuGame.of((15, 15), rules).parse_position("".join(cells) + f" {side}"), asked


def reason(picture: str, rules: str = "renju", side: str = "X", corner: int = 3) -> str | None:
    """Returns why `*` is forbidden, or None; three ways of asking have to agree."""
    state, cell = drawn(picture, rules, side, corner)
    listed = state.forbidden.get(cell)
    assert (cell in state.legal_moves()) == (listed is None)
    if listed is None:
        assert state.play(cell).cells[cell] == side
        return None
    with pytest.raises(IllegalMove) as refusal:
        state.play(cell)
    name, player = state.game.format_move(cell), state.game.player_name(Player(side))
    sentence = f"{name} is forbidden: {player} may not make {listed}."
    assert str(refusal.value) == sentence
    assert refusal.value.code == "gomoku.forbidden"
    return str(listed)


@pytest.mark.parametrize("row", ["X X X * X X", "X X * X X X X", "X X X X * X X X X"])
def test_six_or_more_in_a_row_are_an_overline(row: str) -> None:
    assert reason(row) == SIX


@pytest.mark.parametrize(
    "picture",
    [
        """
        X X X *
        . . . X
        . . . X
        . . . X
        """,
        """
        X . . . . . X
        . X . . . X .
        . . X . X . .
        . . . * . . .
        """,
        """
        O X X . * X .
        . . . . X . .
        . . . . X . .
        . . . . . . .
        . . . . X . .
        . . . . O . .
        """,
    ],
)
def test_two_fours_in_two_lines_are_a_double_four(picture: str) -> None:
    assert reason(picture) == FOURS


@pytest.mark.parametrize(
    "row", ["X . X * X . X", "X X . * X . X X", "X X X . * . X X X", "O X . X X * . X O"]
)
def test_two_fours_can_lie_in_one_line(row: str) -> None:
    assert reason(row) == FOURS


@pytest.mark.parametrize("row", [". X X * X .", ". X X X * .", "X . X X * . . X"])
def test_a_straight_four_is_one_four(row: str) -> None:
    assert reason(row) is None


@pytest.mark.parametrize("row", ["X X . X X * . X", "X X . X * . X X X"])
def test_a_way_to_six_is_not_a_four(row: str) -> None:
    assert reason(row) is None


@pytest.mark.parametrize(
    "picture",
    [
        """
        X X *
        . . X
        . . X
        """,
        """
        X . X *
        . . . X
        . . . X
        """,
        """
        X X . *
        . . . .
        . . . X
        . . . X
        """,
        """
        X . . . X
        . X . X .
        . . * . .
        """,
        """
        . X . X .
        . . * . .
        . X . X .
        """,
    ],
)
def test_two_threes_are_a_double_three(picture: str) -> None:
    assert reason(picture) == THREES


def test_a_four_and_a_three_may_be_made_together() -> None:
    picture = """
        O X X X *
        . . . . X
        . . . . X
        """
    assert reason(picture) is None


@pytest.mark.parametrize(
    "row",
    ["O . X X * . O", "O X X * . . .", "O . X X * . . X", "X . X X * . . X", "O . X . X * O"],
)
def test_a_row_that_cannot_become_a_straight_four_is_not_a_three(row: str) -> None:
    below = " ".join("X" if mark == "*" else "." for mark in row.split())
    assert reason(f"{row}\n{below}\n{below}") is None


def test_the_edge_of_the_board_ends_a_three_too() -> None:
    picture = """
        X X *
        . . X
        . . X
        """
    assert reason(picture, corner=0) is None
    assert reason(picture, corner=1) == THREES


# The row has one point for a straight four, p; vertically, * always makes a three. So * is a double
# three if and only if a stone on p is then allowed and makes no five.
P_IS_FREE = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . p X X * . O
    . . . . . X . .
    . . . . . X . .
    """


def with_stones(picture: str, **stones: str) -> str:
    """Returns the picture with more stones: `X="10 32"` is row 1 column 0 and row 3 column 2."""
    rows = [line.split() for line in picture.strip().splitlines()]
    for stone, places in stones.items():
        for place in places.split():
            rows[int(place[0])][int(place[1])] = stone
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize(
    ("stones", "expected"),
    [
        ({}, THREES),
        ({"X": "02 12 22 32"}, None),  # p makes five: a win, not a straight four
        ({"X": "12 22 32 52 62"}, None),  # p makes an overline
        ({"X": "12 22 32", "O": "02"}, None),  # p makes a vertical four too: a double four
        ({"X": "22 32 53 64"}, None),  # p makes a double three next to the straight four
    ],
)
def test_a_three_needs_an_allowed_straight_four(
    stones: dict[str, str], expected: str | None
) -> None:
    assert reason(with_stones(P_IS_FREE, **stones)) == expected


def test_a_three_within_a_three_follows_the_same_definition() -> None:
    # p would be a double three: vertically, and on the diagonal p X X q. With O before the
    # diagonal, its only straight four is by q, which together with * makes a second four below *:
    # a double four. So the diagonal is not a three, p is allowed, and * is a double three after
    # all.
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . X . . . . .
        . . X . . . . .
        . . p X X * . O
        . . . X . X . .
        . . . . X X . .
        . . . . . q . .
        """
    assert reason(picture) is None
    assert reason(with_stones(picture, O="20")) == THREES


@pytest.mark.parametrize(
    "picture",
    [
        """
        . X X * X X .
        . . X . X . .
        . X . . . X .
        """,
        """
        X X X * X X X
        . . . X . . .
        . . . X . . .
        . . . X . . .
        . . . X . . .
        """,
        """
        . . X * X X X
        . . X X X . .
        . X . X . X .
        X . . X . . X
        . . . X . . .
        """,
    ],
)
def test_five_beats_every_foul(picture: str) -> None:
    state, cell = drawn(picture, "renju", "X", 3)
    assert cell in state.legal_moves()
    outcome = state.play(cell).outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST


def test_a_row_as_long_as_the_search_reach_is_an_overline() -> None:
    assert shapes("XXXXX.XXXXX", "X", six_wins=False)[5].six


def test_white_makes_no_fouls_in_renju() -> None:
    picture = """
        O O O * O O
        . . . O . .
        . . . O . .
        . . . O . .
        """
    state, cell = drawn(picture, "renju", "O", 3)
    assert state.forbidden == {}
    outcome = state.play(cell).outcome
    assert outcome is not None
    assert outcome.winner is Player.SECOND  # six in a row wins for White


def test_a_side_with_only_forbidden_points_draws() -> None:
    rows = ["XX.XXX", "OOXXO.", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO"]
    game = GomokuGame(6, "renju")
    before = game.parse_position("".join(rows) + " O")
    assert before.outcome is None
    state = before.play(11)
    assert state.legal_moves() == []
    assert state.outcome is not None
    assert state.outcome.winner is None
    assert str(state.outcome.reason) == "A draw: every empty point is forbidden for Black."
    assert state.forbidden == {}
    assert game.parse_position(game.format_position(state)).outcome == state.outcome
    with pytest.raises(IllegalMove, match="The game is already over"):
        state.play(2)
    assert game.parse_position(state.cells + " O").legal_moves() == [2]


def test_the_published_boards_have_exactly_their_forbidden_points() -> None:
    boards = [json.loads(line) for line in BOARDS.read_text(encoding="utf-8").splitlines()]
    assert len(boards) == 274
    for board in boards:
        cells = ["."] * 225
        for stone, colour in (("X", "black"), ("O", "white")):
            for text in RENJU.split_moves(board[colour]):
                cells[RENJU.parse_move(text)] = stone
        state = RENJU.parse_position("".join(cells) + " X")
        expected = sorted(map(RENJU.parse_move, RENJU.split_moves(board["forbidden"])))
        assert list(state.forbidden) == expected, board


class NaiveBoard:
    """An independent implementation of the definitions, with coordinates and no caches."""

    def __init__(self, cells: str, size: int, stone: str, rules: SideRules) -> None:
        self.size, self.stone, self.rules = size, stone, rules
        self.at = {divmod(cell, size): mark for cell, mark in enumerate(cells)}

    def line(self, row: int, column: int, down: int, right: int) -> list[tuple[int, int]]:
        """Returns every point of the line, from edge to edge."""
        steps = range(-self.size, self.size + 1)
        points = ((row + step * down, column + step * right) for step in steps)
        return [point for point in points if point in self.at]

    def row_of(self, point: tuple[int, int], down: int, right: int) -> set[tuple[int, int]]:
        """Returns the unbroken row through a stone."""
        found = {point}
        for sign in (1, -1):
            row, column = point
            while self.at.get((row := row + sign * down, column := column + sign * right)) == (
                self.stone
            ):
                found.add((row, column))
        return found

    def wins(self, row: set[tuple[int, int]]) -> bool:
        return len(row) >= 5 if self.rules.six_wins else len(row) == 5

    def fives(self, point: tuple[int, int], down: int, right: int) -> list[tuple[int, int]]:
        """Returns the free points of the line where one more stone wins together with `point`."""
        found = []
        for other in self.line(*point, down, right):
            if self.at[other] == ".":
                self.at[other] = self.stone
                row = self.row_of(other, down, right)
                if point in row and self.wins(row):
                    found.append(other)
                self.at[other] = "."
        return found

    def is_three(self, point: tuple[int, int], down: int, right: int) -> bool:
        if self.fives(point, down, right):
            return False
        for other in self.line(*point, down, right):
            if self.at[other] == ".":
                self.at[other] = self.stone
                row = self.row_of(other, down, right)
                straight = (
                    len(row) == 4 and point in row and len(self.fives(other, down, right)) == 2
                )
                self.at[other] = "."
                if straight and self.kind(other) == "allowed":
                    return True
        return False

    def kind(self, point: tuple[int, int]) -> str:
        """Returns five, six, fours, threes or allowed."""
        self.at[point] = self.stone
        try:
            directions = ((0, 1), (1, 0), (1, 1), (1, -1))
            rows = [self.row_of(point, *direction) for direction in directions]
            if any(map(self.wins, rows)):
                return "five"
            if self.rules.no_six and max(map(len, rows)) > 5:
                return "six"
            fours = 0
            for row, direction in zip(rows, directions, strict=True):
                ways = len(self.fives(point, *direction))
                fours += min(ways, 1) if len(row) == 4 else ways
            if self.rules.no_fours and fours > 1:
                return "fours"
            is_double = sum(self.is_three(point, *direction) for direction in directions) > 1
            return "threes" if self.rules.no_threes and is_double else "allowed"
        finally:
            self.at[point] = "."


def agree_on_random_boards(seeds: range) -> int:
    """Returns how many fouls both find on boards crowded with one colour."""
    rules_texts = [
        "renju",
        "omok",
        "omok:fours=black",
        "omok:fours=black:six=win",
        "omok:fours=black:six=forbidden",
        "omok:threes=none:fours=black",
    ]
    count = 0
    for seed in seeds:
        rng = random.Random(seed)
        size = rng.choice([6, 7])
        stone = "X" if seed % 4 else "O"
        rules = side_rules(rules_texts[seed % len(rules_texts)], Player(stone))
        black, white = rng.choice([(3, 1), (2, 1), (4, 0)])
        weights = [black, white, 7] if stone == "X" else [white, black, 7]
        cells = "".join(rng.choices("XO.", weights, k=size * size))
        found = fouls(cells, size, stone, rules)
        naive = NaiveBoard(cells, size, stone, rules)
        kinds = {
            cell: kind
            for cell, mark in enumerate(cells)
            if mark == "." and (kind := naive.kind(divmod(cell, size))) not in ("five", "allowed")
        }
        assert found == kinds, (seed, cells, stone, rules)
        count += len(found)
    return count


def test_random_boards_have_the_forbidden_points_the_naive_rules_see() -> None:
    assert agree_on_random_boards(range(60)) > 15


@pytest.mark.long
def test_thousands_of_random_boards_have_the_forbidden_points_the_naive_rules_see() -> None:
    assert agree_on_random_boards(range(60, 5_000)) > 1_000
