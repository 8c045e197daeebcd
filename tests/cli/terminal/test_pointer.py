"""The cursor and the selected piece."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.tray import Hand, paint_letters, paint_tray, pieces_left
from fivefold.core import Move, State
from fivefold.errors import IllegalMove
from fivefold.games.pentomino import LETTERS, SHAPES, PentominoGame, orientations
from fivefold.names import game_from

KEYS = ("up", "down", "left", "right", "tab", "backtab", " ", "/")
PENTOMINO = PentominoGame()


def after(state: State, *keys: str) -> Pointer:
    pointer = Pointer.over(state)
    for key in keys:
        pointer = pointer.pressed(key, state) or pointer
    return pointer


def test_arrows_move_the_cursor_and_wrap_around_the_edges() -> None:
    state = game_from("gomoku(size=5)").start
    assert after(state).cell == 12
    assert after(state, "up", "left").cell == 6
    assert after(state, "up", "up", "up").cell == 22
    assert after(state, "right", "right", "right").cell == 10
    assert after(state).pressed("tab", state) is None
    assert after(state).pressed("x", state) is None


def test_the_cursor_stays_where_it_was_and_fits_another_board() -> None:
    large, small = game_from("gomoku").start, game_from("gomoku(size=5)").start
    assert Pointer.over(large, Pointer(7)) == Pointer(7)
    assert Pointer.over(small, Pointer(200)) == Pointer(12)


def test_every_placement_can_be_reached_by_keys() -> None:
    state = PENTOMINO.start
    here = Pointer.over(state)
    seen, queue, moves = {here}, deque([here]), set[Move]()
    while queue:
        here = queue.popleft()
        moves.add(here.move(state))
        for key in KEYS:
            further = here.pressed(key, state)
            if further is not None and further not in seen:
                seen.add(further)
                queue.append(further)
    assert len(moves) == 2308


@given(st.lists(st.sampled_from(KEYS), max_size=40))
def test_a_piece_in_hand_never_sticks_out_of_a_large_board(keys: list[str]) -> None:
    state = PENTOMINO.start
    assert after(state, *keys).move(state) in state.legal_moves()


def test_on_a_board_too_small_for_the_piece_enter_says_so() -> None:
    state = game_from("pentomino(size=2x5)").start
    pointer = after(state, "tab", " ")
    assert pointer.hand
    assert pointer.hand.letter == "I"
    with pytest.raises(IllegalMove, match="I does not fit there"):
        pointer.move(state)


@given(st.integers(0, 2307))
def test_a_pointer_on_a_move_plays_it(move: Move) -> None:
    pointer = Pointer.on_move(move, PENTOMINO.start)
    assert pointer
    assert pointer.move(PENTOMINO.start) == move


def test_a_pass_has_no_pointer() -> None:
    othello = game_from("othello")
    assert Pointer.on_move(-1, othello.start) is None
    assert Pointer.on_move(19, othello.start) == Pointer(19)


@pytest.mark.parametrize("letter", LETTERS)
def test_turning_and_mirroring_go_through_all_orientations(letter: str) -> None:
    hand, seen = Hand.of(letter), set()
    for _ in range(2):
        for _ in range(4):
            seen.add(hand.shape)
            hand = hand.turned()
        assert hand.shape in seen
        hand = hand.flipped()
    assert seen == set(orientations(letter))


def test_next_goes_around_the_pieces_that_are_left() -> None:
    state = PENTOMINO.start.play(PENTOMINO.parse_move("I a1 b1 c1 d1 e1"))
    assert pieces_left(state) == "FLNPTUVWXYZ"
    hand = Hand.of("F")
    letters = []
    for _ in range(11):
        hand = hand.next_in(state, 1)
        letters.append(hand.letter)
    assert "".join(letters) == "LNPTUVWXYZF"
    assert hand.next_in(state, -1).letter == "Z"
    assert Pointer.over(state, Pointer(0, Hand.of("I"))).hand == Hand.of("F")


def test_the_tray_shows_every_piece_that_is_left_with_its_shape() -> None:
    state = PENTOMINO.start
    for look in (Look(), Look(ascii=False), Look(ascii=False, stone_width=2)):
        wide = paint_tray(state, Hand.of("L"), look, 100)
        assert all(letter in wide[0] for letter in LETTERS)
        assert "[L]" in wide[0]
        cells = sum(line.count("#") + line.count("▀") + line.count("▄") for line in wide[1:])
        cells += 2 * sum(line.count("█") for line in wide)
        assert cells == 5 * len(SHAPES)
        narrow = paint_tray(state, Hand.of("L"), look, 30)
        assert len(narrow) > len(wide)
        assert all(look.width(line) <= 30 for line in narrow)
    assert paint_letters(state, Hand.of("L"), Look())[0].startswith(" F  I [L] N ")
