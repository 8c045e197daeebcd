"""OBF as written by Edax, by other programs and by Fivefold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import State
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.formats import Reading, read_all, read_text, write_text
from fivefold.formats.details import Details
from fivefold.names import game_from

OTHELLO = game_from("othello")
# Position 40 of the French federation's test suite (FFO).
FORTY = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
LINE = f"{FORTY}; A2:+38; C7:+36; D8:+34;"


def test_a_position_with_its_values() -> None:
    reading = read_text(LINE)
    assert OTHELLO.format_position(reading.state) == FORTY.replace("-", ".")
    assert reading.details.scores == (("a2", 38), ("c7", 36), ("d8", 34))
    assert write_text([reading], "obf") == LINE + "\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{FORTY};",
        f"{FORTY} ; ",
        FORTY.replace("X", "*") + ";",
        FORTY.lower().replace("x", "b").replace("o", "w") + ";",
        FORTY.replace("-", ".") + "; % that is all",
        f"\ufeff% remark\r\n\r\n{FORTY};\r\n",
        f"{FORTY}; --:-127;",
        f"{FORTY}; A2:-127;",
    ],
)
def test_other_spellings_of_the_same_position(text: str) -> None:
    reading = read_text(text)
    assert OTHELLO.format_position(reading.state) == FORTY.replace("-", ".")
    assert reading.details.scores == ()


def test_a_file_has_many_positions_and_remarks() -> None:
    text = f"% first\n% of two\n{LINE}\n\n{FORTY};%second\n"
    readings = read_all(text)
    assert [reading.details.comment for reading in readings] == ["first of two", "second"]
    assert write_text(readings, "obf") == f"% first of two\n{LINE}\n% second\n{FORTY};\n"
    again = read_all(write_text(readings, "json"))
    assert [each.details for each in again] == [each.details for each in readings]


def test_positions_need_no_semicolon_if_the_game_is_known() -> None:
    assert len(read_all(f"{FORTY}\n{FORTY}\n", OTHELLO)) == 2
    with pytest.raises(InvalidNotation, match="does not say which game"):
        read_all(f"{FORTY}\n{FORTY}\n")


def test_the_value_of_a_pass_is_kept() -> None:
    passing = "XXXXXO--" + "-" * 16 + "---XX---" * 2 + "-" * 24 + " O"
    assert read_text(f"{passing}; --:-12;").details.scores == (("--", -12),)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (FORTY[:60] + " X; A2:+38;", "The position has 60 cells"),
        (FORTY[:-2] + ";", "side to move"),
        (FORTY.replace("O--", "O-?") + ";", "“\\?”"),
        (f"{FORTY}; A2;", "“A2” is not a move with its value"),
        (f"{FORTY}; A2:much;", "is not a move with its value"),
        (f"{FORTY}; Z9:+3;", "Z9"),
        (f"{FORTY}; A1:+3;", "a1 is taken"),
        ("-" * 64 + " X;", "d4"),
    ],
)
def test_an_error_names_its_line(line: str, reason: str) -> None:
    with pytest.raises(FivefoldError, match=f"^Line 3 of the OBF: .*{reason}"):
        read_all(f"{LINE}\n% remark\n{line}\n")
    assert read_text(f"{LINE}\n{line}\n").details.scores  # the first position is still readable


def test_only_othello_is_written() -> None:
    with pytest.raises(InvalidNotation, match="not of gomoku"):
        write_text([Reading(game_from("gomoku").start)], "obf")


@settings(max_examples=15)
@given(
    length=st.integers(0, 55),
    size=st.sampled_from([4, 6, 8]),
    comment=st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=20),
    data=st.data(),
)
def test_positions_with_values_round_trip(
    length: int, size: int, comment: str, data: st.DataObject
) -> None:
    game = game_from(f"othello(size={size})")
    state: State = game.start
    for _ in range(length):
        if not state.outcome:
            state = state.play(data.draw(st.sampled_from(state.legal_moves())))
    scores = {
        game.format_move(move): float(data.draw(st.integers(-64, 64)))
        for move in state.legal_moves()
    }
    details = Details(comment=comment, scores=tuple(scores.items()))
    readings = (Reading(state, details=details),) * 2
    assert read_all(write_text(readings, "obf"), game) == readings
