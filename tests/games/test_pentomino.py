"""Pentomino: row P1 of the origins, and the rules against a naive twin."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Player
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.games.pentomino import LETTERS, SHAPES, PentominoGame, board_of, orientations

PENTOMINO = PentominoGame()
F_MOVE = "F e4 d5 e5 e6 f6"

# The number of rotations and reflections, written down independently of the game's pictures.
ORIENTATIONS = {
    "F": 8, "I": 2, "L": 8, "N": 8, "P": 8, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 8, "Z": 4,
}  # fmt: skip
# An orientation h high and w wide has (9 - h) * (9 - w) places on 8x8.
PLACEMENTS = {
    "F": 8 * 36, "I": 2 * 32, "L": 8 * 35, "N": 8 * 35, "P": 8 * 42, "T": 4 * 36,
    "U": 4 * 42, "V": 4 * 36, "W": 4 * 36, "X": 36, "Y": 8 * 35, "Z": 4 * 36,
}  # fmt: skip


def canonical(cells: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Returns a canonical form shared by all rotations and reflections of the shape."""
    found = []
    for flip in (1, -1):
        turned = [(r, c * flip) for r, c in cells]
        for _ in range(4):
            turned = [(c, -r) for r, c in turned]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            found.append(sorted((r - top, c - left) for r, c in turned))
    return frozenset(min(found))


def all_fives(rows: int, columns: int) -> set[frozenset[tuple[int, int]]]:
    """Returns every connected set of five cells, by growing sets cell by cell."""
    grown = {frozenset([(r, c)]) for r in range(rows) for c in range(columns)}
    for _ in range(4):
        grown = {
            cells | {(r + d, c + e)}
            for cells in grown
            for r, c in cells
            for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + d, c + e) not in cells and 0 <= r + d < rows and 0 <= c + e < columns
        }
    return grown


NAMES = {canonical(shape): letter for letter, shape in SHAPES.items()}
FIVES_OF_6X5 = sorted(
    (NAMES[canonical(five)], sorted(r * 5 + c for r, c in five)) for five in all_fives(6, 5)
)


def naive_moves(cells: str) -> list[str]:
    """Returns the moves on 6x5 in notation: every free five-cell set of an unused piece."""
    return [
        " ".join([letter, *(f"{'abcde'[cell % 5]}{cell // 5 + 1}" for cell in five)])
        for letter, five in FIVES_OF_6X5
        if letter not in cells and all(cells[cell] == "." for cell in five)
    ]


def rejection_of(text: str, *before: str) -> str:
    """Returns the sentence that rejects the move after the moves `before`."""
    state = PENTOMINO.start
    for earlier in before:
        state = state.play(PENTOMINO.parse_move(earlier))
    with pytest.raises(IllegalMove) as refusal:
        state.play(PENTOMINO.parse_move(text))
    return str(refusal.value)


def test_p1_there_are_12_pieces_that_differ_in_more_than_their_orientation() -> None:
    assert sorted(SHAPES) == sorted(LETTERS)
    assert len(NAMES) == 12


def test_p1_there_are_63_orientations() -> None:
    assert {letter: len(orientations(letter)) for letter in LETTERS} == ORIENTATIONS
    assert sum(ORIENTATIONS.values()) == 63


def test_p1_there_are_2308_placements() -> None:
    placements = board_of(8, 8).placements
    assert Counter(letter for letter, _ in placements) == PLACEMENTS
    assert len(placements) == sum(PLACEMENTS.values()) == 2308
    assert len(PENTOMINO.start.legal_moves()) == 2308


def test_p1_the_placements_are_all_connected_fives_each_with_its_letter() -> None:
    ours = {
        (letter, frozenset(divmod(cell, 8) for cell in cells))
        for letter, cells in board_of(8, 8).placements
    }
    assert ours == {(NAMES[canonical(five)], five) for five in all_fives(8, 8)}


def test_p1_perft_is_2308_and_3418576() -> None:
    start = PENTOMINO.start
    assert len(start.legal_moves()) == 2308
    assert sum(start.play(move).live.bit_count() for move in start.legal_moves()) == 3_418_576


def test_moves_are_sorted_by_letter_and_then_by_cells() -> None:
    placements = [board_of(8, 8).placements[move] for move in PENTOMINO.start.legal_moves()]
    assert placements == sorted(placements)
    assert PENTOMINO.format_move(0) == "F a1 b1 b2 c2 b3"


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_p1_random_games_agree_with_the_naive_rules(seed: int) -> None:
    rng = random.Random(seed)
    game = PentominoGame(6, 5)
    state = game.start
    pieces = 0
    while True:
        moves = naive_moves(state.cells)
        assert [game.format_move(move) for move in state.legal_moves()] == moves
        if not moves:
            break
        state = state.play(game.parse_move(rng.choice(moves)))
        pieces += 1
    assert state.outcome is not None
    assert state.outcome.winner is (Player.FIRST if pieces % 2 else Player.SECOND)


def test_p1_each_piece_is_placed_once() -> None:
    assert rejection_of("F b1 c1 a2 b2 b3", F_MOVE) == (
        "F b1 c1 a2 b2 b3 is not legal: the piece F is already on the board."
    )


@pytest.mark.parametrize(("used", "move"), [("F e4 d5 e5 e6 f6", 0), ("Z a1 b1 b2 b3 c3", 2307)])
def test_the_first_and_the_last_placement_are_rejected_for_their_piece(
    used: str, move: int
) -> None:
    state = PENTOMINO.start.play(PENTOMINO.parse_move(used))
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert refusal.value.code == "pentomino.used"


def test_p1_pieces_do_not_overlap() -> None:
    assert rejection_of("I d4 e4 f4 g4 h4", F_MOVE) == (
        "I d4 e4 f4 g4 h4 is not legal: e4 is already covered."
    )


def test_p1_pieces_stay_inside_the_board() -> None:
    assert rejection_of("I e1 f1 g1 h1 i1") == ("“i1” is off the board (columns a–h, rows 1–8).")


def test_p1_a_player_who_cannot_place_loses() -> None:
    game = PentominoGame(1, 5)
    outcome = game.start.play(0).outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST
    assert str(outcome.reason) == "First wins: Second cannot place a piece."
    with pytest.raises(IllegalMove, match="The game is already over"):
        game.start.play(0).play(0)


ALL_TWELVE = """
    FFVVVUUU
    LFFWVUXU
    LFWWVXXX
    LWW..NXI
    LLZ..NNI
    ZZZPPTNI
    ZYPPPTNI
    YYYYTTTI
"""


def test_p1_placing_the_last_of_all_twelve_pieces_wins() -> None:
    state = PENTOMINO.parse_position(ALL_TWELVE)
    assert state.to_move is Player.FIRST
    assert state.outcome is not None
    assert state.outcome.winner is Player.SECOND


@pytest.mark.parametrize(
    "text",
    [
        "F e4 d5 e5 e6 f6",
        "f e4 d5 e5 e6 f6",
        "e4 d5 e5 e6 f6",
        "f6 e6 e5 d5 e4",
        "F: f6, e6, e5, d5, e4",
        "Fe4d5e5e6f6",
        "e4d5e5e6f6",
        "F\te4  d5 e5\ne6 f6 ",
    ],
)
def test_a_move_is_an_optional_letter_and_five_cells_in_any_order(text: str) -> None:
    assert PENTOMINO.format_move(PENTOMINO.parse_move(text)) == F_MOVE


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("", InvalidNotation, "No move was given."),
        (
            "F",
            InvalidNotation,
            "“F” is not a move: write a piece and its five cells, such as F c4 d4 d5 e5 d6.",
        ),
        (
            "F e4 d5",
            InvalidNotation,
            "A move is five different cells, optionally after the piece's letter",
        ),
        (
            "Q e4 d5 e5 e6 f6",
            InvalidNotation,
            "There is no piece “Q”: the pieces are FILNPTUVWXYZ.",
        ),
        ("ﬁ e4 d5 e5 e6 f6", InvalidNotation, "There is no piece “ﬁ”"),
        ("ı a1 b1 c1 d1 e1", InvalidNotation, "There is no piece “ı”"),
        ("Qa", InvalidNotation, "There is no piece “Q”"),
        ("F e4 d5 e5 e6 ff", InvalidNotation, "“F e4 d5 e5 e6 ff” is not a move"),
        ("F e4 d5 e5 e6 f٦", InvalidNotation, "“F e4 d5 e5 e6 f٦” is not a move"),
        ("I e4 d5 e5 e6 f6", IllegalMove, "e4 d5 e5 e6 f6 form the piece F, not I."),
        ("e4 d5 e5 e6 h8", IllegalMove, "e4 d5 e5 e6 h8 do not form a pentomino."),
        ("I e1 f1 g1 h1 i1", IllegalMove, "“i1” is off the board"),
        ("e4 d5 e5 e6 f9", IllegalMove, "“f9” is off the board"),
    ],
)
def test_a_bad_move_is_rejected_with_the_reason(
    text: str, kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind) as refusal:
        PENTOMINO.parse_move(text)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(("text", "count"), [("a1 b1 c1 d1 e1 e1", 6), ("a1 b1 c1 d1 d1", 4)])
def test_a_cell_named_twice_does_not_count_twice(text: str, count: int) -> None:
    with pytest.raises(InvalidNotation, match=f"this has {count}"):
        PENTOMINO.parse_move(text)


def test_a_line_of_play_is_separated_by_semicolons() -> None:
    assert PENTOMINO.split_moves("F e4 d5 e5 e6 f6; I a1 b1 c1 d1 e1;") == [
        "F e4 d5 e5 e6 f6",
        "I a1 b1 c1 d1 e1",
    ]


def test_the_default_is_8x8() -> None:
    assert PentominoGame.of() == PentominoGame() == PentominoGame(8, 8)


@pytest.mark.parametrize("size", [(8, 8), (6, 10), (5, 12), (3, 20), (1, 5), (22, 2), (2, 3)])
def test_rectangles_of_5_to_64_cells_are_supported(size: tuple[int, int]) -> None:
    game = PentominoGame.of(size)
    assert game.start.legal_moves()
    assert game.parse_position(game.format_position(game.start)) == game.start


@pytest.mark.parametrize(
    "size", [(1, 4), (8, 9), (5, 13), (23, 2), (0, 0), (-5, -5), (1, 64), (100, 100)]
)
def test_other_boards_are_rejected(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidNotation, match="a rectangle of 5 to 64 cells"):
        PentominoGame.of(size)


def test_the_side_to_move_follows_from_the_number_of_pieces() -> None:
    state = PENTOMINO.start.play(0)
    assert PENTOMINO.format_position(state) == state.cells
    assert PENTOMINO.parse_position(state.cells).to_move is Player.SECOND
    assert state.outcome is None


def test_the_length_of_a_position_determines_the_size_of_a_square_board() -> None:
    assert PENTOMINO.parse_position("." * 25).game == PentominoGame(5, 5)
    assert PentominoGame(6, 10).parse_position("." * 60).game == PentominoGame(6, 10)
    assert PentominoGame(6, 10).parse_position("." * 64).game == PENTOMINO


@pytest.mark.parametrize(
    ("cells", "letter"),
    [
        ("I" * 4 + "." * 60, "I"),  # four cells
        ("I" * 6 + "." * 58, "I"),  # six
        ("I" * 4 + "." + "I" + "." * 58, "I"),  # with a gap
        ("L" * 5 + "." * 59, "L"),  # another piece
        ("." * 6 + "IIIII" + "." * 53, "I"),  # around the edge
    ],
)
def test_letters_that_do_not_form_their_pentomino_are_impossible(cells: str, letter: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        PENTOMINO.parse_position(cells)
    assert str(refusal.value) == f"The cells marked {letter} do not form one pentomino {letter}."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No position was given."),
        ("." * 63, "The position has 63 cells; pentomino needs 8x8 cells unless you give a size."),
        ("." * 64 + " X", "The position has 65 cells; pentomino needs 8x8 cells"),
        ("." * 4, "The position has 4 cells; pentomino needs 8x8 cells"),
        ("." * 100, "The position has 100 cells; pentomino needs 8x8 cells"),
        ("." * 10 + "O" + "." * 53, "Character 11 of the position must be one of F I L N P T"),
        ("?" + "." * 63, "Character 1 of the position must be one of F I L N P T"),
        ("ı" * 5 + "." * 59, "Character 1 of the position must be one of F I L N P T"),
    ],
)
def test_an_unreadable_position_is_rejected_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        PENTOMINO.parse_position(text)
    assert str(refusal.value).startswith(sentence)
