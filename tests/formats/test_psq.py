"""Gomoku formats: Piskvork's PSQ, Gomocup openings, moves run together, and swap2 in records."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from fivefold.core import Move, Player
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation
from fivefold.formats import Reading, read_all, read_opening, read_text, write_text
from fivefold.formats.records import record_of
from fivefold.games.swap2 import Agreement
from fivefold.names import game_from

GAME = game_from("gomoku")

# h8 is column 8 from the left and row 8 from the top; i9 is one to the right and one up.
FILE = """\
Piskvorky 15x15, 11:11, 0
8,8,0
9,7,1203
1,15,20
pbrain-black.exe
Brain of White
0
"""


def random_reading(game_text: str, seed: int) -> Reading:
    game, rng = game_from(game_text), random.Random(seed)
    state, moves = game.start, list[Move]()
    while len(moves) < 60 and (legal := state.legal_moves()):
        moves.append(rng.choice(legal))
        state = state.play(moves[-1])
    return Reading(game.start, tuple(moves))


def test_a_piskvork_file_has_moves_players_and_times() -> None:
    reading = read_text(FILE)
    assert [GAME.format_move(move) for move in reading.moves] == ["h8", "i9", "a1"]
    assert reading.record
    assert (reading.record.first, reading.record.second) == ("pbrain-black.exe", "Brain of White")
    assert reading.record.seconds == (0.0, 1.203, 0.02)
    assert write_text([reading], "psq") == FILE


@pytest.mark.parametrize(
    "text",
    [
        FILE.replace("\n", "\r\n"),
        "\ufeff" + FILE,
        FILE.replace(",1203", ""),
        FILE.replace("pbrain-black.exe\nBrain of White\n0\n", ""),
        FILE + "-1, Freestyle\n1,2,3\n",
        FILE.replace("Piskvorky 15x15, 11:11, 0", "piskvorky 15x15"),
        FILE.replace("8,8,0", " 8 , 8 , 0 "),
    ],
)
def test_variations_by_versions_and_editors_are_read(text: str) -> None:
    assert read_text(text).moves == read_text(FILE).moves


def test_the_rules_come_from_the_named_game() -> None:
    assert read_text(FILE, game_from("gomoku(rules=renju)")).start.game.rules == "renju"
    # The board size comes from the file.
    assert read_text(FILE, game_from("gomoku(size=20)")).start.game == GAME


@pytest.mark.parametrize(
    ("old", "new", "error", "sentence"),
    [
        ("9,7,1203", "16,7,1203", IllegalMove, "Line 3: “16,7,1203” is off the board: columns"),
        ("9,7,1203", "0,7,1203", IllegalMove, "Line 3: “0,7,1203” is off the board"),
        ("9,7,1203", "8,8,1203", IllegalMove, "Line 3: h8 is taken"),
        ("9,7,1203", "9,-7,1203", InvalidNotation, "Line 3: “9,-7,1203” is not a stone"),
        ("9,7,1203", "9,,7", InvalidNotation, "Line 3: “9,,7” is not a stone"),
        ("15x15", "15x16", InvalidNotation, "Line 1: gomoku cannot be played on 16x15"),
        ("15x15", "99x99", InvalidNotation, "Line 1: gomoku cannot be played on 99x99"),
    ],
)
def test_a_wrong_file_is_rejected_with_the_line(
    old: str, new: str, error: type[FivefoldError], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        read_text(FILE.replace(old, new))
    assert sentence in str(refused.value)


def test_only_gomoku_from_the_empty_board_is_written() -> None:
    with pytest.raises(InvalidNotation, match="for Gomoku only"):
        write_text([Reading(game_from("othello").start)], "psq")
    with pytest.raises(InvalidNotation, match="for Gomoku only"):
        write_text([Reading(game_from("othello").start)], "offsets")
    with pytest.raises(InvalidNotation, match="a record of gomoku, not of othello"):
        read_text(FILE, game_from("othello"))
    start = GAME.parse_position("X".ljust(225, ".") + " O")
    with pytest.raises(InvalidNotation, match="start position"):
        write_text([Reading(start)], "psq")


@pytest.mark.parametrize("name", ["psq", "offsets", "together", "sgf"])
@pytest.mark.parametrize("game", ["gomoku", "gomoku(size=20)", "gomoku(size=5)"])
def test_random_games_round_trip(name: str, game: str) -> None:
    for seed in range(5):
        reading = random_reading(game, seed)
        again = read_text(write_text([reading], name), reading.start.game)
        assert (again.start, again.moves) == (reading.start, reading.moves)


def test_names_that_look_like_stones_are_omitted() -> None:
    reading = random_reading("gomoku", 1)
    record = replace(record_of(reading), first="1,2,3", second="a\nb")
    text = write_text([replace(reading, record=record)], "psq")
    assert text.splitlines()[-3:] == ["?", "a b", "0"]


def test_moves_run_together_are_written_as_one_word() -> None:
    reading = read_text("h8i9 g7", GAME)
    assert write_text([reading], "together") == "h8i9g7\n"
    with pytest.raises(InvalidNotation, match="without separators"):
        write_text([Reading(game_from("pentomino").start)], "together")


def test_gomocup_openings_are_relative_to_the_centre() -> None:
    readings = read_all("# two\n4,6, 1,5, 0,3\n-1 6 -1 3\n", GAME)
    moves = [[GAME.format_move(move) for move in reading.moves] for reading in readings]
    assert moves == [["l2", "i3", "h5"], ["g2", "g5"]]
    assert write_text(readings, "offsets") == "4,6, 1,5, 0,3\n-1,6, -1,3\n"
    twenty = game_from("gomoku(size=20)")
    assert read_opening("0,0", twenty.start) == (twenty.parse_move("k10"),)
    assert read_opening("h8 i9", GAME.start) == (112, 98)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0,0\n1,2,3\n", "Line 2: "),
        ("0,0\n8,0\n", "Line 2: The stone at 8,0 from the centre is off the 15x15 board"),
        ("0,0\n1,1, 1,1\n", "Line 2: Move 2: "),
    ],
)
def test_a_wrong_opening_is_rejected_with_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FivefoldError) as refused:
        read_all(text, GAME)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", ["json", "sgf"])
def test_records_keep_the_swap2_choices(name: str) -> None:
    reading = random_reading("gomoku", 2)
    agreement = Agreement(Player.SECOND, ("two", "black"))
    record = replace(record_of(reading), first="Ann", second="Bob", swap2=agreement)
    again = read_text(write_text([replace(reading, record=record)], name))
    assert again.record
    assert again.record.swap2 == agreement
    assert (again.record.first, again.record.second) == ("Ann", "Bob")


def test_an_unknown_opening_name_is_ignored() -> None:
    for name in ("swap2", "swap2 X yes", "swap2 Z", "Kosumi 5"):
        reading = read_text(f"(;GM[4]ON[{name}];B[hh])")
        assert reading.record
        assert reading.record.swap2 is None
