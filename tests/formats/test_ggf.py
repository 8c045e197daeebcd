"""GGF as written by servers, by NBoard and by Fivefold."""

from __future__ import annotations

import json
import random
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Move, State
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.formats import Reading, read_all, read_file, read_text, write_file, write_text
from fivefold.formats.details import Details
from fivefold.formats.records import record_of
from fivefold.match.record import MatchRecord
from fivefold.names import game_from

OTHELLO = game_from("othello")
BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GAME = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.37]RW[2200.35]"
    f"TI[05:00//02:00]TY[8]RE[?]BO[{BOARD}]B[d3//0.01]W[c5/-2.39/1.5]B[f6/+0.5];)"
)
# White has a single disc, on f1, and no move; Black then flips it with g1.
PASSING = "8 *****O-- " + "-" * 16 + "---**---" * 2 + "-" * 24 + " O"


def record(text: str) -> MatchRecord:
    found = read_text(text).record
    assert found
    return found


def test_a_server_game_is_read_with_all_its_details() -> None:
    reading = read_text(f"1 {GAME}\n")
    assert [OTHELLO.format_move(move) for move in reading.moves] == ["d3", "c5", "f6"]
    assert reading.details == Details(
        place="GGS/os",
        date="2003.12.15_12:33:18.MST",
        evaluations=(None, -2.39, 0.5),
        tags=(
            ("RB", "2196.37"),
            ("RW", "2200.35"),
            ("TI", "05:00//02:00"),
            ("TY", "8"),
            ("RE", "?"),
        ),
    )
    assert reading.record
    assert (reading.record.first, reading.record.second) == ("Ann", "Bob")
    assert reading.record.seconds == (0.01, 1.5, 0.0)
    assert reading.record.ending == "unfinished"
    written = write_text([reading], "ggf")
    assert written == (
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.37]"
        "RW[2200.35]TI[05:00//02:00]TY[8]RE[?]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[D3//0.01]W[C5/-2.39/1.5]B[F6/0.5];)\n"
    )
    assert read_text(written) == reading


def test_json_keeps_the_details_of_ggf() -> None:
    reading = read_text(GAME)
    assert read_text(write_text([reading], "json")) == reading


@pytest.mark.parametrize(
    "text",
    [
        GAME * 2,
        f"2 {GAME}{GAME}\n",
        f"2{GAME} {GAME}",
        f"1 {GAME}\n1 {GAME}\n",
        f"a log\n{GAME}\n\n{GAME.replace(';)', ')')}",
        GAME.lower().replace("[othello]", "[Othello]") * 2,
        GAME.replace("]", "]\n") * 2,
    ],
)
def test_two_games_in_any_layout(text: str) -> None:
    readings = read_all(text)
    assert len(readings) == 2
    assert readings[0].moves == readings[1].moves == read_text(GAME).moves


def test_names_and_comments_may_contain_brackets() -> None:
    text = f"(;GM[Othello]PB[a\\]b]PW[(;x)]CO[good; 1 (;fun)\\]]BO[{BOARD}]B[F5];)"
    reading = read_text(text)
    assert reading.record
    assert (reading.record.first, reading.record.second) == ("a]b", "(;x)")
    assert reading.details.comment == "good; 1 (;fun)]"
    assert read_text(write_text([reading], "ggf")).record == reading.record


def test_old_files_are_latin_1(tmp_path: Path) -> None:
    file = tmp_path / "old.ggf"
    file.write_bytes(GAME.replace("[Ann]", "[André]").encode("latin-1"))
    reading = read_file(str(file), OTHELLO)
    assert reading.record
    assert reading.record.first == "André"
    write_file(str(file), [reading], "ggf")
    assert "PB[André]" in file.read_text(encoding="utf-8")
    assert read_file(str(file), OTHELLO) == reading


def test_a_pass_is_read_inserted_and_written() -> None:
    for moves in ("B[G1]", "W[PA]B[G1]", "W[pass//1]B[g1]"):
        reading = read_text(f"(;GM[Othello]BO[{PASSING}]{moves};)")
        assert reading.moves == (-1, 6)
        assert "]W[PA" in write_text([reading], "ggf")


def test_other_boards_are_recognized_by_bo() -> None:
    small = "(;GM[Othello]TY[6]BO[6 ------------" + "--O*--" + "--*O--" + "------------ *]B[C2];)"
    reading = read_text(small)
    assert reading.start.game.rows == 6
    assert read_text(write_text([reading], "ggf")).moves == reading.moves


@pytest.mark.parametrize(
    ("result", "winner", "ending"),
    [
        ("+2.000", "X", "adjudicated"),
        ("-64.000:t", "O", "time"),
        ("64:r", "X", "resigned"),
        ("-8.000:l", "O", "adjudicated"),
        ("0.000", None, "adjudicated"),
        ("?", None, "unfinished"),
        ("", None, "unfinished"),
    ],
)
def test_the_result_of_an_unfinished_game(result: str, winner: str, ending: str) -> None:
    said = record(GAME.replace("RE[?]", f"RE[{result}]"))
    assert (said.winner and said.winner.value, said.ending) == (winner, ending)
    again = record(write_text([read_text(GAME.replace("RE[?]", f"RE[{result}]"))], "ggf"))
    assert again == said


def test_the_result_of_our_own_games() -> None:
    won = read_text(f"(;GM[Othello]BO[{PASSING}]B[G1];)")
    assert "RE[+64.000]" in write_text([Reading(won.start, won.moves)], "ggf")
    resigned = json.loads(write_text([read_text(GAME)], "json")) | {
        "winner": "O",
        "ending": "resigned",
        "details": {},
    }
    assert "RE[-64.000:r]" in write_text([read_text(json.dumps(resigned))], "ggf")


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (GAME.replace("BO[8", "BX[8"), "has no board"),
        (GAME.replace("---O*---", "---O*--"), "is not a GGF board of size 8"),
        (GAME.replace("---O*---", "--------"), "The GGF board is not valid"),
        (f"(;GM[Othello]BO[10 {'-' * 100} *];)", "10x10"),
        (GAME.replace("[Othello]", "[Amazons]"), "This is a game of “Amazons”"),
        (GAME.replace("c5", "a1"), "Move 2: a1 is not legal"),
        (GAME.replace("c5", "z9"), "Move 2: .*z9"),
        (GAME.replace("W[c5", "B[c5"), "Move 2 of the GGF game is by Black"),
        (GAME[:-2], "After the last tag comes “”"),
        (GAME.replace("]B[f6", "]B f6"), "After the last tag comes “B f6/"),
        (GAME[:-10], "After the last tag comes “B"),
    ],
)
def test_an_error_names_game_and_line(game: str, reason: str) -> None:
    with pytest.raises(FivefoldError, match=f"^Game 2 of the GGF, line 3: .*{reason}"):
        read_all(f"1 {GAME}\n\n{game}\n")


@pytest.mark.parametrize("text", [f"2 {GAME}\n", f"1 {GAME}{GAME}", f"3 {GAME}\n1 {GAME}"])
def test_a_wrong_number_of_games_is_reported(text: str) -> None:
    with pytest.raises(
        InvalidNotation, match=r"Before line \d the GGF announces \d games?, but there (is|are) \d"
    ):
        read_all(text)


def test_only_othello_is_read_and_written() -> None:
    gomoku = game_from("gomoku")
    with pytest.raises(InvalidNotation, match="of othello, not of gomoku"):
        read_all(GAME, gomoku)
    with pytest.raises(InvalidNotation, match="games of Othello only, not of gomoku"):
        write_text([Reading(gomoku.start)], "ggf")


def test_foreign_tags_cannot_break_the_text() -> None:
    tags = (("RB", "a]B[F5"), ("no tag", "x"), ("CO2", "y"), ("KM", "2.5"))
    written = write_text([Reading(OTHELLO.start, details=Details(tags=tags))], "ggf")
    assert read_text(written).moves == ()
    assert "KM[2.5]" in written


@settings(max_examples=20)
@given(
    size=st.sampled_from([4, 6, 8]),
    rules=st.sampled_from(["standard", "mirrored"]),
    length=st.integers(0, 64),
    seed=st.integers(0, 1_000_000),
    first=st.text(string.printable, max_size=12),
)
def test_games_round_trip(size: int, rules: str, length: int, seed: int, first: str) -> None:
    game, rng = game_from(f"othello(size={size}, rules={rules})"), random.Random(seed)
    state, moves = game.start, list[Move]()
    steps: list[State] = [state]
    while len(moves) < length and not state.outcome:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
        steps.append(state)
    values = tuple(rng.choice([None, round(rng.uniform(-64, 64), 2)]) for _ in moves)
    reading = Reading(game.start, tuple(moves), details=Details(evaluations=values))
    bare = record_of(reading)
    named = MatchRecord(**{**vars(bare), "first": first})
    again = read_text(
        write_text([Reading(reading.start, reading.moves, named, reading.details)] * 2, "ggf")
    )
    assert again.start.cells == game.start.cells
    assert again.moves == reading.moves
    assert again.details.evaluations == (values if any(v is not None for v in values) else ())
    assert again.record
    assert again.record.winner == bare.winner
