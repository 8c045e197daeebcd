"""Gomoku: rows G1 and K7 of the origins, and the rules against a naive twin."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Player
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.games.gomoku import GomokuGame, GomokuState

FREESTYLE, STANDARD = GomokuGame(15), GomokuGame(15, "standard")
AWAY = ["a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1"]
LINES = {
    "→": ["d8", "e8", "f8", "g8", "h8"],
    "↓": ["h12", "h11", "h10", "h9", "h8"],
    "↘": ["d12", "e11", "f10", "g9", "h8"],
    "↙": ["l12", "k11", "j10", "i9", "h8"],
}


def play(game: GomokuGame, texts: list[str]) -> GomokuState:
    state = game.start
    for text in texts:
        state = state.play(game.parse_move(text))
    return state


def alternate(first: list[str], second: list[str]) -> list[str]:
    """Returns the players' moves in turn, until the first player's run out."""
    moves = []
    for index, text in enumerate(first):
        moves += [text, second[index]]
    return moves[:-1]


def position(game: GomokuGame, *rows: str, side: str = "X") -> GomokuState:
    """Returns the position with the drawn rows in its top left corner and nothing else."""
    lines = [row.replace(" ", "").ljust(game.size, ".") for row in rows]
    lines += ["." * game.size] * (game.size - len(lines))
    return game.parse_position("\n".join(lines) + f" {side}")


def naive_winners(cells: str, size: int, rules: str) -> set[str]:
    """Returns who has five in a row, by checking every window of every line."""
    or_more = {"freestyle": "XO", "renju": "O"}.get(rules, "")
    found = set()
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):

                def at(
                    step: int, r: int = row, c: int = column, d: int = down, e: int = right
                ) -> str:
                    y, x = r + step * d, c + step * e
                    return cells[y * size + x] if 0 <= y < size and 0 <= x < size else "#"

                five = {at(step) for step in range(5)}
                if five <= {"X"} or five <= {"O"}:
                    stone = five.pop()
                    ends = at(-1) + at(5)
                    blocked = rules == "caro" and ends in ("XX", "OO")
                    if stone in or_more or (stone not in ends and not blocked):
                        found.add(stone)
    return found


@pytest.mark.parametrize("size", [9, 15, 19])
def test_g1_is_played_on_9_15_and_19(size: int) -> None:
    game = GomokuGame.of((size, size))
    assert len(game.start.legal_moves()) == size * size
    assert game.start.legal_moves() == list(range(size * size))


@pytest.mark.parametrize("size", [(4, 4), (23, 23), (15, 19), (0, 0), (1, 225)])
def test_unsupported_board_sizes_are_rejected(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidNotation, match=r"a square with sides of 5 to 22\."):
        GomokuGame.of(size)


def test_the_default_is_15x15_freestyle() -> None:
    assert GomokuGame.of() == GomokuGame(15, "freestyle")


@pytest.mark.parametrize("game", [FREESTYLE, STANDARD], ids=["freestyle", "standard"])
@pytest.mark.parametrize("line", LINES)
def test_g1_five_in_a_row_wins(game: GomokuGame, line: str) -> None:
    moves = alternate(LINES[line], AWAY)
    assert play(game, moves[:-1]).outcome is None
    outcome = play(game, moves).outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST
    assert str(outcome.reason) == "Black has five in a row."
    assert outcome.margin is None


def test_g1_six_in_a_row_wins_in_freestyle() -> None:
    state = position(FREESTYLE, "XXX.XX")
    assert state.play(3).outcome is not None


def test_g1_six_in_a_row_does_not_win_under_the_standard_rule() -> None:
    state = position(STANDARD, "XXX.XX")
    assert state.play(3).outcome is None


def test_g1_under_the_standard_rule_a_five_wins_despite_a_six() -> None:
    state = position(STANDARD, ".XX.XXX", "...X", "...X", "...X", "...X")
    outcome = state.play(3).outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST


def test_g1_the_second_player_wins_with_white() -> None:
    moves = ["a15", *alternate(LINES["→"], AWAY)]
    outcome = play(FREESTYLE, moves).outcome
    assert outcome is not None
    assert outcome.winner is Player.SECOND
    assert str(outcome.reason) == "White has five in a row."


def test_g1_a_full_board_is_a_draw() -> None:
    rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOO."]
    state = GomokuGame(5).parse_position("".join(rows) + " X")
    assert state.outcome is None
    outcome = state.play(24).outcome
    assert outcome is not None
    assert outcome.winner is None
    assert str(outcome.reason) == "A draw: the board is full."


def test_g1_a_five_on_the_last_free_cell_wins() -> None:
    rows = ["XXXX.", "OOXXO", "XXOOX", "OOXXO", "XXOOX"]
    outcome = GomokuGame(5).parse_position("".join(rows) + " X").play(4).outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("last", range(5))
def test_k7_the_placed_stone_wins_from_any_place_in_the_line(line: str, last: int) -> None:
    cells = LINES[line]
    state = play(FREESTYLE, alternate([*cells[:last], *cells[last + 1 :], cells[last]], AWAY))
    assert state.outcome is not None
    assert FREESTYLE.five_through(state.cells, FREESTYLE.parse_move(cells[last])) == tuple(
        sorted(map(FREESTYLE.parse_move, cells))
    )


@pytest.mark.parametrize("row", ["XXXX.X", "XX.XXX", "X.XXXX", "XXXX.XXXX"])
def test_k7_gaps_do_not_count(row: str) -> None:
    assert position(FREESTYLE, row).outcome is None
    far_away = position(FREESTYLE, row).play(200)
    assert far_away.outcome is None


def test_k7_lines_do_not_wrap_around_the_edge() -> None:
    state = position(FREESTYLE, "............XXX", "X", side="X")
    assert state.play(16).outcome is None
    assert naive_winners(state.play(16).cells, 15, "freestyle") == set()


def test_k7_only_lines_through_the_placed_stone_are_checked() -> None:
    cells = position(FREESTYLE, "XXXX").cells
    five_elsewhere = GomokuState(FREESTYLE, cells[:4] + "X" + cells[5:], Player.FIRST)
    assert five_elsewhere.play(100).outcome is None


def test_the_same_stones_are_the_same_position_in_any_order() -> None:
    here, there = (play(FREESTYLE, moves) for moves in (["a1", "b2", "c3"], ["c3", "b2", "a1"]))
    assert here.last_move != there.last_move
    assert len({here, there}) == 1
    assert here != play(FREESTYLE, ["a1", "b2", "d4"])


def test_positions_and_rules_are_immutable() -> None:
    for thing in (FREESTYLE, FREESTYLE.start):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, fields(thing)[0].name, None)


def test_a_stone_is_shown_where_its_name_says() -> None:
    assert GomokuGame().size == 15
    game = GomokuGame(5)
    move = game.parse_move("b1")
    assert (game.format_cell(move), game.move_cells(move)) == ("b1", (21,))
    board = "  a b c d e\n5 . . . . .\n4 . . . . .\n3 . . . . .\n2 . . . . .\n1 . X . . ."
    assert game.diagram(game.start.play(move)) == board


def test_an_occupied_cell_is_rejected() -> None:
    with pytest.raises(IllegalMove, match=r"h8 is taken\.") as refusal:
        play(FREESTYLE, ["h8", "h8"])
    assert refusal.value.code == "move.occupied"


@pytest.mark.parametrize("move", [-1, 225])
def test_indices_just_outside_the_board_are_rejected(move: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GomokuGame().start.play(move)
    assert refusal.value.code == "move.unknown"


def test_nothing_is_played_after_a_five() -> None:
    with pytest.raises(IllegalMove, match=r"The game is already over\. Black has five in a row\."):
        play(FREESTYLE, alternate(LINES["→"], AWAY)).play(0)


@pytest.mark.parametrize(
    ("text", "cell"),
    [("a1", 210), ("o1", 224), ("a15", 0), ("h8", 112), ("H8", 112), (" h 8 ", 112), ("h08", 112)],
)
def test_columns_are_letters_with_i_and_row_1_is_at_the_bottom(text: str, cell: int) -> None:
    assert FREESTYLE.parse_move(text) == cell


@pytest.mark.parametrize("text", ["h16", "p8", "z1", "a0", "a99", "h100"])
def test_a_cell_off_the_board_is_readable_but_illegal(text: str) -> None:
    with pytest.raises(IllegalMove, match="columns a–o, rows 1–15"):
        FREESTYLE.parse_move(text)


@pytest.mark.parametrize("text", ["8h", "h", "8", "hh8", "h8i9", "h-1", "7,7", "--", "pass", "h8!"])
def test_text_that_is_not_a_cell_is_unreadable(text: str) -> None:
    with pytest.raises(InvalidNotation, match="such as h8"):
        FREESTYLE.parse_move(text)


@pytest.mark.parametrize("text", ["h8 i9 j10", "h8,i9,j10", "h8i9j10", "h8, i9\nj10", "H8 I9 J10"])
def test_a_line_of_play_may_be_separated_or_run_together(text: str) -> None:
    assert [part.lower() for part in FREESTYLE.split_moves(text)] == ["h8", "i9", "j10"]


@pytest.mark.parametrize("text", ["", " "])
def test_empty_text_is_not_a_move(text: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        GomokuGame().parse_move(text)
    assert refusal.value.code == "move.empty"


def test_positions_are_read_on_the_smallest_and_on_the_largest_board() -> None:
    for size in (5, 22):
        assert GomokuGame().parse_position("." * size**2 + " X").game.size == size


def test_the_length_of_a_position_determines_the_size() -> None:
    state = STANDARD.parse_position("." * 81 + " O")
    assert state.game == GomokuGame(9, "standard")
    assert state.to_move is Player.SECOND


def test_positions_may_hold_any_number_of_stones_and_either_side_may_move() -> None:
    assert position(FREESTYLE, "XX.X", side="X").to_move is Player.FIRST
    assert position(FREESTYLE, "O.OO", side="O").to_move is Player.SECOND


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_position_with_a_five_is_over(side: str) -> None:
    state = position(FREESTYLE, "XXXXX", side=side)
    assert state.outcome is not None
    assert state.outcome.winner is Player.FIRST
    assert state.legal_moves() == []


def test_a_position_with_two_fives_of_one_side_is_over() -> None:
    outcome = position(FREESTYLE, "OOOOO", "", "OOOOO").outcome
    assert outcome is not None
    assert outcome.winner is Player.SECOND


def test_a_position_with_fives_of_both_sides_is_impossible() -> None:
    with pytest.raises(InvalidPosition, match="both sides have five in a row"):
        position(FREESTYLE, "XXXXX", "OOOOO")


def test_under_the_standard_rule_a_six_is_not_a_second_winner() -> None:
    outcome = position(STANDARD, "XXXXX", "OOOOOO").outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No position was given."),
        ("." * 225, "The side to move is missing: end the position with a space and X or O."),
        ("." * 226, "The side to move is missing: end the position with a space and X or O."),
        ("." * 224 + " X", "The position has 224 cells; gomoku needs a square of 25 to 484 cells"),
        ("." * 224, "The position has 224 cells; gomoku needs a square of 25 to 484 cells"),
        (" ".join("." * 24 + "X"), "The side to move is missing"),
        (". X", "The position has 1 cell; gomoku"),
        ("X", "The position has 1 cell; gomoku"),
        ("....\n....\n.... X", "The position has 12 cells; gomoku"),
        ("....\n.\n.... X", "The position has 9 cells; gomoku"),
        ("." * 529 + " X", "The position has 529 cells"),
        ("X?" + "." * 223 + " X", "Character 2 of the position must be one of X O ."),
        ("ß" + "." * 224 + " X", "Character 1 of the position must be one of X O ."),
        ("." * 225 + " Z", "Character 226 of the position must be one of X O ."),
    ],
)
def test_an_unreadable_position_is_rejected_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        FREESTYLE.parse_position(text)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.slow
@given(
    seed=st.integers(0, 2**32),
    size=st.sampled_from([5, 6, 7, 9, 15]),
    rules=st.sampled_from(GomokuGame.rule_names),
)
@settings(max_examples=40, deadline=None)
def test_random_games_end_as_the_naive_rules_say(seed: int, size: int, rules: str) -> None:
    rng = random.Random(seed)
    state = GomokuGame(size, rules).start
    while not state.outcome:
        assert not naive_winners(state.cells, size, rules)
        # On a large board random stones rarely meet, so they are restricted to a small window.
        moves = [m for m in state.legal_moves() if m < 7 * size] or state.legal_moves()
        state = state.play(rng.choice(moves))
    winners = naive_winners(state.cells, size, rules)
    assert winners == ({state.outcome.winner.value} if state.outcome.winner else set())
    assert winners or "." not in state.cells or state.outcome.reason.key == "gomoku.stuck"


@given(seed=st.integers(0, 2**32), rules=st.sampled_from(GomokuGame.rule_names))
@settings(max_examples=40, deadline=None)
def test_random_positions_have_the_winners_the_naive_rules_see(seed: int, rules: str) -> None:
    rng = random.Random(seed)
    cells = "".join(rng.choices("XO.", weights=[5, 2, 2], k=49))
    winners = naive_winners(cells, 7, rules)
    game = GomokuGame(7, rules)
    if len(winners) == 2:
        with pytest.raises(InvalidPosition):
            game.parse_position(f"{cells} X")
        return
    outcome = game.parse_position(f"{cells} X").outcome
    assert winners == ({outcome.winner.value} if outcome and outcome.winner else set())
