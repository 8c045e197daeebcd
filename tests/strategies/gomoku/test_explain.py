"""Explanations of Gomoku moves are true on the board, in English and in Korean."""

from __future__ import annotations

import pytest

from fivefold.core import WIN
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.gomoku.explain import describe, note_words, threat_overlays, value_words
from fivefold.strategies.gomoku.search import Line
from fivefold.words import CATALOGUES, say, write


def after(moves: str, rules: str = "freestyle") -> GomokuState:
    state = GomokuGame(15, rules).start
    for move in moves.split():
        state = state.play(state.game.parse_move(move))
    return state


def line(state: GomokuState, moves: str, plies: int | None = None, score: int = 12) -> Line:
    pv = tuple(map(state.game.parse_move, moves.split()))
    if plies is not None:
        score = WIN - plies if plies > 0 else -WIN - plies
    return Line(pv[0], score, 9, None if plies is None else abs(plies), pv)


NEXT = say("lines.won", player="Nobody")
SENTENCES = [
    ("", "h8", "opens the game"),
    ("h8", "i9", "makes no threat"),
    ("h8 a1 i8 a3 j8 a5 k8 a7", "l8", "makes five in a row"),
    ("h8 a1 i8 a3 j8", "k8", "blocks the open three on row 8"),
    ("h8 a1 i8 a3 j8 a5", "k8", "makes an open four on row 8"),
    ("h8 k8 i8 a3 j8 a5", "g8", "makes a four on row 8; White must block at f8"),
    ("h8 k8 i8 a3 j8 a5 g8", "f8", "blocks the four on row 8"),
    ("h8 a1 i8 a3 j8 a5 k8", "l8", "blocks one end of the open four"),
    ("h8 g8 i8 a1 i7 a3 g9 a5 k8 a7", "j8", "makes a four on row 8; White must block at l8"),
    ("h8 a1 i8 a3 j9 a5 j10 a7", "j8", "makes a double three"),
    (
        "h8 g8 i8 a3 k8 a5 j9 a7 j10 a9",
        "j8",
        "makes a four and an open three; White must block at l8",
    ),
    ("h8 a1 i8 a3 j9 a5 j10", "j8", "takes the point where Black would make a double three"),
    (
        "g6 h7 g7 i8 g8 j9",
        "g9",
        "makes an open four on column g",
    ),
    (
        "i8 g6 a1 h7 b4 i9 j8 k11 h8 a9 n1",
        "k8",
        "blocks the open three on row 8",
    ),
    (
        "i8 k6 a1 k7 b4 k10 j8 n15 h8",
        "k8",
        "blocks the open three on row 8 and makes a four on column k; Black must block at k9",
    ),
]


@pytest.mark.parametrize(("moves", "move", "said"), SENTENCES)
def test_the_sentence_says_what_the_move_does(moves: str, move: str, said: str) -> None:
    state = after(moves)
    description = describe(state, state.game.parse_move(move), NEXT)
    assert str(description) == f"{move} {said}. Nobody wins."
    korean = write(description, CATALOGUES["ko"])
    assert korean.startswith(f"{move}에 두어 ")
    assert "(" not in korean  # every particle agrees with the word before it


def test_a_value_is_proven_or_expected() -> None:
    state = after("h8 a1 i8 a3 j8")
    said = {str(value_words(state, line(state, "k8", plies))) for plies in (None, 1, 7, -2)}
    assert said == {
        "Expects White +12 at depth 9.",
        "White wins.",
        "White wins in 7 plies.",
        "Black wins in 2 plies, whatever White plays.",
    }
    assert write(value_words(state, line(state, "k8", 7)), CATALOGUES["ko"]) == (
        "백이 7수 만에 이깁니다."
    )


def test_a_note_tells_what_the_move_does_and_how_reliable_it_is() -> None:
    state = after("h8 a1 i8 a3 j8 a5")
    notes = [
        note_words(state, line(state, move, plies), usual)
        for move, plies, usual in (("k8", 3, 9), ("a7", -4, 9), ("k8", None, 5), ("k8", None, 9))
    ]
    assert [str(note) for note in notes] == [
        "proven, makes an open four",
        "proven",
        "makes an open four, depth 9",
        "makes an open four",
    ]
    assert note_words(state, line(state, "a7"), 9) is None
    assert str(note_words(state, line(state, "a7"), 5)) == "depth 9"


def drawn(state: GomokuState, expected: Line) -> dict[str, str]:
    """Returns the cells and meaning of each overlay, by label."""
    return {
        str(each.label): f"{each.means}: " + " ".join(map(state.game.format_cell, each.cells or ()))
        for each in threat_overlays(state, expected)
    }


def test_rows_points_and_the_end_are_drawn() -> None:
    state = after("h8 k8 i8 a3 j8 a5")
    assert drawn(state, line(state, "g8 f8")) == {
        "Black: a four on row 8": "four: f8 g8 h8 i8 j8",
        "Black would make five in a row": "five: f8",
    }
    state = after("h8 a1 i8 a3 j8 a5")
    assert drawn(state, line(state, "h9 g8")) == {
        "Black: an open three on row 8": "three: g8 h8 i8 j8 k8",
        "Black would make an open four": "open_four: g8 k8",
    }
    state = after("h8 a1 i8 a3 j8")
    assert drawn(state, line(state, "k8")) == {"Black: a blocked three": "sequence: h8 i8 j8"}


def test_the_five_at_the_end_of_a_forced_win_is_drawn() -> None:
    moves = "h8 i8 h9 h7 g6 i7 i6 h6 g5 g7 f7 j7 k7 i5 f8 j4 k3 i10 i9 j9 l11 j8 j6"
    state = after(moves)
    shown = drawn(state, line(state, "j10 j11 l10 k9 k10 h10 m10", 7))
    assert shown["White: a four on column j"] == "four: j11 j10 j9 j8 j7"
    assert shown["White: the final five"] == "sequence: i10 j10 k10 l10 m10"
