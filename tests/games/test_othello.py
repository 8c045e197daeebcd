"""Othello: rows O1, O2, R1, R2, R5 and R6 of the origins, and the rules against a naive twin."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Player
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.games.othello import PASS, OthelloGame, OthelloState

OTHELLO = OthelloGame()
EIGHT_WAYS = [(d, e) for d in (-1, 0, 1) for e in (-1, 0, 1) if d or e]


class NaiveBoard:
    """Othello by the rule book, on a list, walking in each of the eight directions."""

    def __init__(self, cells: str, size: int) -> None:
        self.cells = list(cells)
        self.size = size

    def flips(self, cell: int, own: str) -> list[int]:
        """Returns the discs that a disc of `own` on the cell flips."""
        other = "O" if own == "X" else "X"
        found = []
        for down, right in EIGHT_WAYS:
            row, column, run = cell // self.size + down, cell % self.size + right, []
            while self.at(row, column) == other:
                run.append(row * self.size + column)
                row, column = row + down, column + right
            if self.at(row, column) == own:
                found += run
        return found

    def at(self, row: int, column: int) -> str:
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.cells[row * self.size + column] if inside else "#"

    def legal_moves(self, own: str) -> list[int]:
        """Returns the moves of `own`: a pass if only the other side can place."""
        free = [cell for cell, disc in enumerate(self.cells) if disc == "."]
        moves = [cell for cell in free if self.flips(cell, own)]
        if moves:
            return moves
        other = "O" if own == "X" else "X"
        return [PASS] if any(self.flips(cell, other) for cell in free) else []

    def play(self, move: int, own: str) -> None:
        if move != PASS:
            for cell in [move, *self.flips(move, own)]:
                self.cells[cell] = own


def perft(state: OthelloState, depth: int) -> int:
    """Returns the number of games of `depth` plies; a game that ends earlier counts once."""
    moves = state.legal_moves()
    if depth <= 1 or not moves:
        return len(moves) if moves and depth else 1
    return sum(perft(state.play(move), depth - 1) for move in moves)


def play(game: OthelloGame, texts: str) -> OthelloState:
    state = game.start
    for text in game.split_moves(texts):
        state = state.play(game.parse_move(text))
    return state


def position(*rows: str, side: str = "X") -> OthelloState:
    return OTHELLO.parse_position(" ".join(rows) + f" {side}")


@given(
    seed=st.integers(0, 2**32),
    size=st.sampled_from([4, 6, 8]),
    rules=st.sampled_from(OthelloGame.rule_names),
)
@settings(max_examples=40, deadline=None)
def test_o2_random_games_agree_with_the_naive_rules(seed: int, size: int, rules: str) -> None:
    rng = random.Random(seed)
    state = OthelloGame(size, rules).start
    naive = NaiveBoard(state.cells, size)
    while True:
        moves = naive.legal_moves(state.to_move.value)
        assert state.legal_moves() == moves
        if not moves:
            break
        move = rng.choice(moves)
        naive.play(move, state.to_move.value)
        state = state.play(move)
        assert state.cells == "".join(naive.cells)
    difference = naive.cells.count("X") - naive.cells.count("O")
    assert state.outcome is not None
    assert state.outcome.margin == abs(difference)
    winner = Player.FIRST if difference > 0 else Player.SECOND if difference < 0 else None
    assert state.outcome.winner is winner


@given(cells=st.lists(st.sampled_from("XO."), min_size=64, max_size=64), side=st.sampled_from("XO"))
@settings(max_examples=100, deadline=None)
def test_o2_any_position_has_the_moves_and_flips_of_the_naive_rules(
    cells: list[str], side: str
) -> None:
    for square in OTHELLO.centre:
        cells[square] = "X" if cells[square] == "." else cells[square]
    state = OTHELLO.parse_position("".join(cells) + side)
    moves = NaiveBoard(state.cells, 8).legal_moves(side)
    assert state.legal_moves() == moves
    for move in moves:
        naive = NaiveBoard(state.cells, 8)
        naive.play(move, side)
        assert state.play(move).cells == "".join(naive.cells)


def test_o2_perft_of_the_standard_start_is_as_published() -> None:
    counts = [perft(OTHELLO.start, depth) for depth in range(7)]
    assert counts == [1, 4, 12, 56, 244, 1396, 8200]


def test_o2_a_disc_flips_discs_in_all_eight_directions() -> None:
    state = position(
        "..X.X.X.",
        "...OOO..",
        "..XO.OX.",
        "...OOO..",
        "..XXX.X.",
        "........",
        "........",
        "........",
    )
    after = state.play(OTHELLO.parse_move("e3"))
    assert after.cells.count("O") == 0
    assert after.cells.count("X") == state.cells.count("X") + 9


def test_o2_a_run_without_an_own_disc_behind_it_does_not_flip() -> None:
    state = position("XOO.OO..", *["........"] * 2, "...OO...", "...OO...", *["........"] * 3)
    after = state.play(OTHELLO.parse_move("d1"))
    assert after.cells[:8] == "XXXXOO.."


def test_o2_runs_do_not_wrap_around_the_edge() -> None:
    rows = ["......XO", "OX......", "........", "...OO...", "...OO...", *["........"] * 3]
    state = position(*rows)
    assert "c2" not in [OTHELLO.format_move(move) for move in state.legal_moves()]
    assert state.legal_moves() == NaiveBoard(state.cells, 8).legal_moves("X")


@pytest.mark.parametrize("size", [(5, 5), (2, 2), (10, 10), (8, 6), (0, 0)])
def test_unsupported_board_sizes_are_rejected(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidNotation, match=r"a square with sides of 4, 6 or 8\."):
        OthelloGame.of(size)


@pytest.mark.parametrize(
    ("text", "move"), [("0", 0), ("63", 63), ("19", 19), (" 44 ", 44), ("005", 5)]
)
def test_o1_a_move_may_be_the_number_row_times_8_plus_column(text: str, move: int) -> None:
    assert OTHELLO.parse_move(text) == move


def test_o1_numbers_and_names_mean_the_same_squares() -> None:
    for number in range(64):
        name = OTHELLO.format_move(number)
        assert OTHELLO.parse_move(name) == OTHELLO.parse_move(str(number)) == number
    assert OTHELLO.format_move(19) == "d3"


@pytest.mark.parametrize("text", ["--", "-1", "pass", "PASS", "PA", "ps", " -- "])
def test_o1_minus_one_and_other_words_are_a_pass(text: str) -> None:
    assert OTHELLO.parse_move(text) == PASS == -1


@pytest.mark.parametrize("text", ["64", "-2", "100", "+64", "0005", "9" * 50])
def test_o1_a_number_off_the_board_is_readable_but_illegal(text: str) -> None:
    with pytest.raises(IllegalMove, match="squares run from 0 to 63"):
        OTHELLO.parse_move(text)


def test_r1_the_board_is_drawn_with_numbered_rows_and_columns() -> None:
    assert OTHELLO.diagram(OTHELLO.start, "numbers").splitlines() == [
        " | 0 1 2 3 4 5 6 7",
        "0| - - - - - - - -",
        "1| - - - - - - - -",
        "2| - - - - - - - -",
        "3| - - - O X - - -",
        "4| - - - X O - - -",
        "5| - - - - - - - -",
        "6| - - - - - - - -",
        "7| - - - - - - - -",
    ]


@pytest.mark.parametrize("text", ["(2, 3)", "(2,3)", "( 2 ,3 )", " (2, 3)\n"])
def test_r1_a_move_may_be_a_row_and_a_column_from_0(text: str) -> None:
    assert OTHELLO.format_move(OTHELLO.parse_move(text)) == "d3"


@pytest.mark.parametrize("text", ["(8, 0)", "(0, 8)", "(99, 99)", "(100, 0)"])
def test_r1_a_pair_off_the_board_is_readable_but_illegal(text: str) -> None:
    with pytest.raises(IllegalMove, match="rows and columns run from 0 to 7"):
        OTHELLO.parse_move(text)


def test_r1_a_line_of_play_may_contain_pairs() -> None:
    assert OTHELLO.split_moves("(2, 3) c3 (2,4),--") == ["(2, 3)", "c3", "(2,4)", "--"]


def test_r2_the_mirrored_start_has_x_on_d4_and_e5_and_x_moves_first() -> None:
    mirrored = OthelloGame.of(rules="mirrored")
    start = mirrored.start
    on = {mirrored.format_cell(cell): disc for cell, disc in enumerate(start.cells) if disc != "."}
    assert on == {"d4": "X", "e4": "O", "d5": "O", "e5": "X"}
    assert start.to_move is Player.FIRST
    assert [mirrored.format_move(move) for move in start.legal_moves()] == ["e3", "f4", "c5", "d6"]


def test_r2_the_standard_start_is_the_default_with_x_on_e4_and_d5() -> None:
    assert OthelloGame.rule_names == ("standard", "mirrored")
    assert OthelloGame() == OthelloGame.of(rules="standard")
    start = OthelloGame.of().start
    on = {OTHELLO.format_cell(cell): disc for cell, disc in enumerate(start.cells) if disc != "."}
    assert on == {"d4": "O", "e4": "X", "d5": "X", "e5": "O"}
    assert [OTHELLO.format_move(move) for move in start.legal_moves()] == ["d3", "c4", "f5", "e6"]


def test_r5_the_utility_is_the_disc_difference_at_the_end() -> None:
    state = play(OTHELLO, WIPE_OUT)
    assert state.outcome is not None
    assert state.outcome.winner is Player.FIRST
    assert state.outcome.margin == state.cells.count("X") == 13
    assert str(state.outcome.reason) == "Black wins 13–0."


def test_r5_equal_discs_are_a_draw_with_margin_0() -> None:
    outcome = position(*["XXXXXXXX"] * 4, *["OOOOOOOO"] * 4).outcome
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.margin == 0
    assert str(outcome.reason) == "A draw, 32–32."


@pytest.mark.parametrize("text", ["a1", "e3", "d6", "h8", "c3"])
def test_r6_a_disc_that_flips_nothing_is_rejected_with_the_reason(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        play(OTHELLO, text)
    assert str(refusal.value) == f"{text} is not legal: it flips no disc."


@pytest.mark.parametrize("text", ["d4", "e4", "d5", "e5"])
def test_r6_an_occupied_square_is_rejected_with_the_reason(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        play(OTHELLO, text)
    assert str(refusal.value) == f"{text} is taken."


@pytest.mark.parametrize("size", [4, 6, 8])
def test_r6_a_position_with_an_empty_centre_square_is_reported_unreachable(size: int) -> None:
    game = OthelloGame(size)
    for square in game.centre:
        cells = game.start.cells[:square] + "." + game.start.cells[square + 1 :]
        with pytest.raises(InvalidPosition) as refusal:
            game.parse_position(f"{cells} X")
        assert str(refusal.value).endswith(
            f"the centre square {game.format_cell(square)} always holds a disc."
        )


# The shortest wipe-out: Black's ninth disc flips the last white ones.
WIPE_OUT = "f5d6c5f4e7f6g5e6e3"
STUCK = ["XO......", *["........"] * 2, "...OO...", "...OO...", *["........"] * 3]


def test_a_game_ends_early_if_only_one_colour_is_left() -> None:
    state = play(OTHELLO, WIPE_OUT)
    assert "O" not in state.cells
    assert "." in state.cells
    assert state.legal_moves() == []


def test_a_side_without_a_placement_has_a_pass_as_its_only_move() -> None:
    state = position(*STUCK, side="O")
    assert state.outcome is None
    assert state.legal_moves() == [PASS]
    after = state.play(PASS)
    assert after.cells == state.cells
    assert after.to_move is Player.FIRST
    assert OTHELLO.move_cells(PASS) == ()
    assert OTHELLO.format_move(PASS) == "--"


def test_a_side_without_a_move_must_pass() -> None:
    with pytest.raises(IllegalMove) as refusal:
        position(*STUCK, side="O").play(OTHELLO.parse_move("c1"))
    assert str(refusal.value) == "c1 is not legal: White has no move and must pass (--)."


def test_a_side_with_a_move_may_not_pass() -> None:
    with pytest.raises(IllegalMove) as refusal:
        OTHELLO.start.play(PASS)
    assert str(refusal.value) == "Black cannot pass while there is a legal move: d3, c4, f5, e6."


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_game_is_over_if_neither_side_can_place_on_the_free_squares(side: str) -> None:
    state = position("X.......", *STUCK[1:], side=side)
    assert state.legal_moves() == []
    assert state.outcome is not None
    assert state.outcome.winner is Player.SECOND
    assert state.outcome.margin == 3
    with pytest.raises(IllegalMove, match=r"The game is already over\. White wins 4–1\."):
        state.play(PASS)


@pytest.mark.parametrize("disc", ["X", "O"])
def test_a_position_of_one_colour_is_over(disc: str) -> None:
    outcome = position(*["........"] * 3, *[f"...{disc}{disc}..."] * 2, *["........"] * 3).outcome
    assert outcome is not None
    assert outcome.winner is Player(disc)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_length_of_a_position_determines_the_size(size: int) -> None:
    small = OthelloGame(size, "mirrored")
    text = small.format_position(small.start)
    assert OthelloGame(rules="mirrored").parse_position(text) == small.start


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No position was given."),
        ("X" * 63 + " X", "The position has 63 cells; othello needs 16, 36 or 64 cells"),
        ("X" * 65 + " X", "The position has 65 cells; othello needs 16, 36 or 64 cells"),
        ("X" * 64, "The side to move is missing: end the position with a space and X or O."),
        ("X" * 64 + " .", "The side to move is missing: end the position with a space and X or O."),
        ("X" * 10 + "B" + "X" * 53 + " X", "Character 11 of the position must be one of X O ."),
    ],
)
def test_an_unreadable_position_is_rejected_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        OTHELLO.parse_position(text)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    "text", ["5f", "f", "ff5", "1 2", "(1,2", "1,2", "(a,b)", "-", "---", "f5d6"]
)
def test_text_that_is_not_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a move: write a column and a row"):
        OTHELLO.parse_move(text)


def test_empty_text_is_not_an_othello_move() -> None:
    with pytest.raises(InvalidNotation, match="No move was given"):
        OTHELLO.parse_move(" ")


@pytest.mark.parametrize("move", [-2, 64])
def test_a_number_outside_the_board_is_not_a_move(move: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        OTHELLO.start.play(move)
    assert refusal.value.code == "move.unknown"


def test_a_message_quotes_the_input() -> None:
    with pytest.raises(IllegalMove, match="“q9” is off the board"):
        OTHELLO.parse_move("q9")


@pytest.mark.parametrize("text", ["f5d6c3", "F5D6C3", "f5 d6 c3", "f5,d6,c3", "f5d6 c3"])
def test_a_line_of_play_may_be_separated_or_run_together(text: str) -> None:
    assert play(OTHELLO, text) == play(OTHELLO, "f5 d6 c3")


def test_a_pass_in_a_run_is_split_off() -> None:
    assert OTHELLO.split_moves("f5--d6") == ["f5", "--", "d6"]
