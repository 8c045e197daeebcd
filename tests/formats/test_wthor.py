"""WTHOR files, built byte by byte from the format's description, and as Fivefold writes them."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Move
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation
from fivefold.formats import Reading, read_each, read_file, write_file
from fivefold.formats.details import Details
from fivefold.formats.records import record_of
from fivefold.formats.wthor import read_games, replayed
from fivefold.match.record import MatchRecord
from fivefold.match.replay import read_line
from fivefold.names import game_from

OTHELLO = game_from("othello")
PLAYERS = ["???", "Tastet Marc", "Borréz Günter"]
TOURNAMENTS = ["Diverses parties", "Coupe d'été"]
# After eight moves Black has to pass, so d6 is White's.
PASSING = "d3 c3 e6 d2 d1 e1 b2 c1 d6"
# The shortest win: White has no discs left after nine moves.
WIPED_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


def header(games: int = 0, names: int = 0, year: int = 0, *rest: int) -> bytes:
    """Returns the sixteen header bytes of a file created on 2 May 1999."""
    side, kind, depth = rest or (8, 0, 24)
    return struct.pack("<4BIHH4B", 19, 99, 5, 2, games, names, year, side, kind, depth, 0)


def squares(moves: str) -> bytes:
    """Returns moves such as `f5 d6` as bytes: ten times the row plus the column."""
    values = [int(text[1]) * 10 + ord(text[0]) - ord("a") + 1 for text in moves.split()]
    return bytes(values).ljust(60, b"\0")


def game(moves: str, discs: int, best: int = 32, who: tuple[int, int, int] = (1, 1, 2)) -> bytes:
    return struct.pack("<HHHBB", *who, discs, best) + squares(moves)


def names(width: int, texts: list[str]) -> bytes:
    cells = [text.encode("latin-1").ljust(width, b"\0") for text in texts]
    return header(names=len(texts)) + b"".join(cells)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with two games and the names of their players."""
    games = game(PASSING, 20, 30) + game(WIPED_OUT, 64, 64, (0, 2, 1))
    (tmp_path / "WTH_1999.wtb").write_bytes(header(2, 0, 1999) + games)
    (tmp_path / "WTH.JOU").write_bytes(names(20, PLAYERS))
    (tmp_path / "WTH.TRN").write_bytes(names(26, TOURNAMENTS))
    return tmp_path


def test_games_are_returned_as_stored(folder: Path) -> None:
    first, second = read_games(folder / "WTH_1999.wtb")
    assert (first.black, first.white) == ("Tastet Marc", "Borréz Günter")
    assert (first.tournament, first.year, first.offset) == ("Coupe d'été", 1999, 16)
    assert (first.score, first.best_score, first.solved_from) == (-24, -4, 24)
    assert first.notation == PASSING.replace(" ", "")
    assert first.moves[0] == OTHELLO.parse_move("d3")
    assert (second.offset, second.score, second.tournament) == (84, 64, "Diverses parties")


def test_games_are_read_with_passes_and_results(folder: Path) -> None:
    first, second = read_each(str(folder / "WTH_1999.wtb"))
    assert [OTHELLO.format_move(move) for move in first.moves][7:] == ["c1", "--", "d6"]
    assert first.details == Details("Coupe d'été", "1999", "", 20, 30, 24)
    assert first.record
    assert (first.record.ending, first.record.reason) == (
        "adjudicated",
        "According to the file, White won.",
    )
    assert second.record
    assert (second.record.ending, second.record.reason) == ("normal", "Black wins 13–0.")
    assert read_file(str(folder / "WTH_1999.wtb"), OTHELLO) == first


def test_own_name_files_take_precedence_over_the_shared_ones(folder: Path) -> None:
    (folder / "wth_1999.jou").write_bytes(names(20, ["a", "b", "c"]))
    assert next(read_games(folder / "WTH_1999.wtb")).black == "b"


def test_without_names_players_are_numbers(folder: Path) -> None:
    (folder / "WTH.JOU").write_bytes(names(20, PLAYERS[:2]))
    (folder / "WTH.TRN").unlink()
    first = next(read_games(folder / "WTH_1999.wtb"))
    assert (first.black, first.white, first.tournament) == ("Tastet Marc", "#2", "#1")


def test_a_file_of_any_name_is_recognized_by_its_header(folder: Path) -> None:
    other = folder / "games.bin"
    other.write_bytes((folder / "WTH_1999.wtb").read_bytes())
    assert len(list(read_each(str(other)))) == 2


@pytest.mark.parametrize(
    ("content", "offset", "reason"),
    [
        (b"", 0, "shorter than its header of 16 bytes"),
        (header(1)[:9], 9, "shorter than its header"),
        (header(1), 4, "announces 1 game in 84 bytes, but there are 16"),
        (header(2) + game(PASSING, 20), 4, "announces 2 games in 152 bytes, but there are 84"),
        (header(1) + game(PASSING, 20) + b"\0", 4, "but there are 85"),
        (header(2**32 - 1) + game(PASSING, 20), 4, "but there are 84"),
        (header(0), 4, "The text contains no game"),
        (header(1, 0, 1999, 10, 0, 24) + game(PASSING, 20), 12, "10x10, but only games on 8x8"),
        (header(1, 0, 1999, 8, 1, 24) + game(PASSING, 20), 13, "contains problems"),
        (header(1) + game("d3 c9", 20), 25, "Move 2 is 93, which is not a square"),
        (header(1) + game("d3", 20)[:-1] + b"\x0b", 25, "Move 2 is 0, which is not a square"),
        (header(1) + game(PASSING, 65), 22, "65 discs"),
        (header(1) + game(PASSING, 20, 255), 23, "255 discs"),
        (header(1) + game("d3 d3", 20), 16, "Move 2: d3 is taken"),
        (header(1) + game("d3 a1", 20), 16, "Move 2: a1 is not legal: it flips no disc"),
        (header(1) + game("d6", 20), 16, "Move 1: d6"),
    ],
)
def test_an_error_gives_its_byte_offset(
    tmp_path: Path, content: bytes, offset: int, reason: str
) -> None:
    file = tmp_path / "bad.wtb"
    file.write_bytes(content)
    with pytest.raises(
        FivefoldError, match=rf"bad.wtb” cannot be used \(byte {offset}\): .*{reason}"
    ):
        list(read_each(str(file)))


def test_an_impossible_game_does_not_hide_those_before_it(tmp_path: Path) -> None:
    file = tmp_path / "bad.wtb"
    file.write_bytes(header(2) + game(PASSING, 20) + game("d3 a1", 20))
    assert read_file(str(file), OTHELLO).moves
    with pytest.raises(IllegalMove, match="byte 84"):
        list(read_each(str(file)))


def test_truncated_name_files_are_reported(folder: Path) -> None:
    (folder / "WTH.JOU").write_bytes(names(20, PLAYERS)[:-1])
    with pytest.raises(
        InvalidNotation, match=r"WTH.JOU” cannot be used \(byte 8\): .*announces 3 names"
    ):
        read_games(folder / "WTH_1999.wtb")
    with pytest.raises(InvalidNotation, match="contains only names"):
        read_each(str(folder / "WTH.TRN"))


def test_other_games_are_rejected(folder: Path) -> None:
    with pytest.raises(InvalidNotation, match="of othello, not of gomoku"):
        read_file(str(folder / "WTH_1999.wtb"), game_from("gomoku"))


def test_a_file_round_trips(folder: Path, tmp_path: Path) -> None:
    readings = list(read_each(str(folder / "WTH_1999.wtb")))
    copy = tmp_path / "copy.wtb"
    write_file(str(copy), readings, "wthor")
    assert {file.name for file in tmp_path.iterdir()} >= {"copy.wtb", "copy.JOU", "copy.TRN"}
    assert list(read_each(str(copy))) == readings
    original = (folder / "WTH_1999.wtb").read_bytes()
    assert copy.read_bytes()[10:16] == original[10:16]
    assert copy.read_bytes()[22:84] == original[22:84]  # a game without its name indices


def test_long_and_foreign_names_stay_distinct(tmp_path: Path) -> None:
    long = "nboard:/home/ann/engines/ntest"
    people = [f"{long}{end}" for end in ("", "2", "3")] + ["기민", ""]
    readings = []
    for who in people:
        reading = Reading(OTHELLO.start, (19,), details=Details(place="Club", date="May 2001"))
        bare = record_of(reading)
        record = MatchRecord(**{**vars(bare), "first": who, "second": "b\x00 c"})
        readings.append(Reading(reading.start, reading.moves, record, reading.details))
    write_file(str(tmp_path / "x.wtb"), readings, "wthor")
    games = list(read_games(tmp_path / "x.wtb"))
    assert [game.black for game in games] == [
        "nboard:/home/ann/en",
        "nboard:/home/ann/~2",
        "nboard:/home/ann/~3",
        "??",
        "",
    ]
    assert {(game.white, game.tournament, game.year) for game in games} == {("b c", "Club", 2001)}


def test_results_that_the_board_does_not_show(tmp_path: Path) -> None:
    readings = []
    for winner, ending in ((None, "maximum"), ("X", "time"), ("O", "resigned")):
        reading = Reading(OTHELLO.start, (19,))
        data = record_of(reading).as_json() | {"winner": winner, "ending": ending}
        readings.append(Reading(reading.start, reading.moves, MatchRecord.from_json(data)))
    write_file(str(tmp_path / "x.wtb"), readings, "wthor")
    assert [game.score for game in read_games(tmp_path / "x.wtb")] == [0, 64, -64]


@pytest.mark.parametrize(
    ("readings", "reason"),
    [
        (
            [Reading(game_from("othello(size=6)").start)],
            "Game 1 .*does not start from the standard",
        ),
        ([Reading(OTHELLO.start), Reading(OTHELLO.start.play(19))], "Game 2 .*does not start"),
        ([Reading(game_from("gomoku").start)], "Game 1 .*does not start"),
        (
            [Reading(OTHELLO.start, details=Details(date=year)) for year in ("1999", "2000.1.1")],
            "of one year, but these are from 1999, 2000",
        ),
    ],
)
def test_unwritable_games_are_reported_and_nothing_is_written(
    tmp_path: Path, readings: list[Reading], reason: str
) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        write_file(str(tmp_path / "x.wtb"), readings, "wthor")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InvalidNotation, match="WTHOR needs a file"):
        write_file("-", readings, "wthor")


@settings(max_examples=15)
@given(seed=st.integers(0, 1_000_000), length=st.integers(0, 64))
def test_fast_replay_agrees_with_the_rules(seed: int, length: int) -> None:
    rng, state, moves = random.Random(seed), OTHELLO.start, list[Move]()
    while len(moves) < length and not state.outcome:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    while moves and moves[-1] == -1:
        moves.pop()
    stored = [move for move in moves if move != -1]
    found, last = replayed(stored)
    assert (
        found
        == tuple(moves)
        == read_line(OTHELLO.start, map(OTHELLO.format_move, stored), passes_left_out=True)
    )
    assert last == Reading(OTHELLO.start, tuple(moves)).state
