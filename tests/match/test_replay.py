"""Lines of play from text, and the first invalid move."""

from __future__ import annotations

import pytest

from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from

OTHELLO = game_from("othello(size=4)")
WITH_PASS = ["a2", "a3", "b4", "c1", "a4", "--", "b1", "a1", "d2", "c4", "d4", "--", "d1", "d3"]


def test_a_whole_game_with_passes_is_played_through() -> None:
    moves = read_line(OTHELLO.start, WITH_PASS)
    assert [OTHELLO.format_move(move) for move in moves] == WITH_PASS
    states = play_through(OTHELLO.start, moves)
    assert len(states) == 15
    assert states[-1].outcome is not None


def test_passes_that_were_left_out_are_put_in_when_that_is_allowed() -> None:
    without = [text for text in WITH_PASS if text != "--"]
    moves = read_line(OTHELLO.start, without, passes_left_out=True)
    assert [OTHELLO.format_move(move) for move in moves] == WITH_PASS
    with pytest.raises(IllegalMove, match=r"Move 6: b1 is not legal: White has no move"):
        read_line(OTHELLO.start, without)


def test_passes_that_are_written_are_not_put_in_twice() -> None:
    moves = read_line(OTHELLO.start, WITH_PASS, passes_left_out=True)
    assert [OTHELLO.format_move(move) for move in moves] == WITH_PASS


def test_no_pass_is_put_in_at_the_end() -> None:
    assert len(read_line(OTHELLO.start, WITH_PASS[:5], passes_left_out=True)) == 5


def test_a_move_that_cannot_be_read_is_told_from_one_that_is_not_allowed() -> None:
    with pytest.raises(InvalidNotation, match="Move 2: “z” is not a move"):
        read_line(OTHELLO.start, ["a2", "z"])
    with pytest.raises(IllegalMove, match="Move 2: a2 is taken"):
        read_line(OTHELLO.start, ["a2", "a2"])
    with pytest.raises(IllegalMove, match="Move 15: The game is already over"):
        read_line(OTHELLO.start, [*WITH_PASS, "a1"])
