"""SGF as written by other programs and by Fivefold."""

from __future__ import annotations

import contextlib
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition, RulesError
from fivefold.formats import Reading, read_all, read_text, write_text
from fivefold.formats.records import record_of
from fivefold.formats.sgf.grammar import as_value, simple, trees_in
from fivefold.match.record import MatchRecord
from fivefold.names import game_from

GOMOKU, OTHELLO, PENTOMINO = map(game_from, ("gomoku", "othello", "pentomino"))
GAMES = [
    game_from(text)
    for text in (
        "gomoku(size=5)",
        "gomoku(size=15, rules=standard)",
        "gomoku(size=22)",
        "othello",
        "othello(size=4, rules=mirrored)",
        "othello(size=6)",
    )
]


def moves_of(reading: Reading) -> str:
    return " ".join(map(reading.start.game.format_move, reading.moves))


def record(text: str, game: Game | None = None) -> MatchRecord:
    found = read_all(text, game)[0].record
    assert found
    return found


def walk(state: State, length: int, rng: Any) -> tuple[Move, ...]:
    """Returns random moves from the state."""
    moves = list[Move]()
    while len(moves) < length and (legal := state.legal_moves()):
        moves.append(rng.choice(legal))
        state = state.play(moves[-1])
    return tuple(moves)


@st.composite
def games(draw: st.DrawFn) -> Reading:
    """Random games, from the start or from another position, with players and any ending."""
    game, rng = draw(st.sampled_from(GAMES)), draw(st.randoms(use_true_random=False))
    start: State = game.start
    if draw(st.booleans()):
        for move in walk(start, draw(st.integers(0, 12)), rng):
            start = start.play(move)
        # A bare position, without the moves that led to it.
        start = start.game.parse_position(start.game.format_position(start))
    bare = Reading(start, walk(start, draw(st.integers(0, 70)), rng))
    names = st.text(st.characters(blacklist_categories=("C", "Z")), min_size=1, max_size=8)
    known = record_of(bare)
    facts: dict[str, Any] = {"first": draw(names), "second": draw(names)}
    if known.ending != "normal":
        endings = ["resigned", "time", "adjudicated", "maximum", "illegal", "crashed", "unfinished"]
        facts["ending"] = draw(st.sampled_from(endings))
        facts["reason"] = draw(st.sampled_from(["", "Ann fell asleep."]))
        if facts["ending"] not in ("maximum", "unfinished"):
            facts["winner"] = draw(st.sampled_from(list(Player)))
    changed = {**vars(known), **facts}
    return Reading(bare.start, bare.moves, MatchRecord(**changed))


@pytest.mark.slow
@settings(max_examples=120)
@given(readings=st.lists(games(), min_size=1, max_size=3))
def test_games_round_trip_with_players_and_result(readings: list[Reading]) -> None:
    text = write_text(readings, "sgf")
    again = read_all(text)
    assert len(again) == len(readings)
    for reading, other in zip(readings, again, strict=True):
        assert (other.start, other.start.game) == (reading.start, reading.start.game)
        assert other.moves == reading.moves
        assert reading.record
        assert other.record
        assert reading.record.reason in ("", other.record.reason)
        for fact in ("game", "first", "second", "start", "moves", "winner", "ending"):
            assert getattr(other.record, fact) == getattr(reading.record, fact)
    assert write_text(again, "sgf") == text


@settings(max_examples=100)
@given(text=st.text(max_size=40))
def test_any_name_is_escaped_and_round_trips_on_one_line(text: str) -> None:
    value = as_value(text)
    assert list(trees_in(f"(;PB[{value}]PW[b])")) == [[(-1, (("PB", (value,)), ("PW", ("b",))))]]
    printable = "".join(mark if mark.isprintable() else " " for mark in text)
    assert simple(value) == " ".join(printable.split())


def test_a_game_is_written_as_the_format_specifies() -> None:
    moves = tuple(map(GOMOKU.parse_move, ["h8", "g9", "i8", "a1"]))
    assert write_text([Reading(GOMOKU.start, moves)], "sgf") == (
        "(;FF[4]GM[4]CA[UTF-8]AP[Fivefold]SZ[15]RU[freestyle]\n;B[hh];W[gg];B[ih];W[ao])\n"
    )
    start = OTHELLO.parse_position(OTHELLO.start.cells + " O")
    assert write_text([Reading(start, ())], "sgf") == (
        "(;FF[4]GM[2]CA[UTF-8]AP[Fivefold]SZ[8]RU[standard]AB[ed][de]AW[dd][ee]PL[W])\n"
    )


def test_a_file_of_another_program_is_read() -> None:
    text = """Found on the web
    (;FF[3] GM [4]SZ[15:15]RU[Freestyle]CoPyright[me]
    PB[Ann \\[9 dan\\]]PW[Bob\\\\C\\
hen]  C[Comments may hold (; B[aa\\] and more]
    ;B[hh]BL[3.5]  ;  W[ii]C[a reply] LB[hh:1]
      (;B[h9];White[jj] (;B[hf]) (;B[aa];W[bb]))
      (;B[ab];W[cd]))
    """
    (reading,) = read_all(text)
    assert moves_of(reading) == "h8 i7 h9 j6 h10"
    assert reading.record
    assert (reading.record.first, reading.record.second) == ("Ann [9 dan]", "Bob\\Chen")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;GM[2];B[fe];W[df];B[cc])", "f5 d6 c3"),
        ("(;GM[2];B[f5];W[D6];B[ｃ３])", "f5 d6 c3"),
        ("(;GM[2]B[fe];W[df]B[cc])", "f5 d6 c3"),
        ("(;GM[2];B[fe]", "f5"),
        ("(;GM[2];B[fe];W[df]))))", "f5 d6"),
        ("\ufeff(\n;GM[2]\r\n;B[fe])", "f5"),
        ("(;GM[2])", ""),
        ("(;GM[2];;;B[fe];;)", "f5"),
    ],
)
def test_othello_is_read_with_letters_or_names_and_an_unclosed_tree(text: str, moves: str) -> None:
    (reading,) = read_all(text)
    assert (reading.start, moves_of(reading)) == (OTHELLO.start, moves)


@pytest.mark.parametrize("written", ["W[]", "W[tt]", "W[PA]", "W[pass]", ""])
def test_a_forced_pass_is_read_in_every_spelling(written: str) -> None:
    moves = ["dc", "cc", "ef", "db", "da", "ea", "bb", "ca"]
    steps = [f";{'BW'[place % 2]}[{move}]" for place, move in enumerate(moves)]
    steps += [f";{written.replace('W', 'B')}" if written else "", ";W[df]"]
    (reading,) = read_all(f"(;GM[2]{''.join(steps)})")
    assert moves_of(reading) == "d3 c3 e6 d2 d1 e1 b2 c1 -- d6"


def test_passes_after_the_end_are_ignored() -> None:
    (reading,) = read_all("(;GM[2]SZ[4]AB[aa:cd]AW[da:dd]PL[B];B[];W[])")
    assert reading.state.outcome
    assert reading.moves == ()


def test_the_old_pass_point_is_a_real_point_on_a_large_board() -> None:
    (reading,) = read_all("(;GM[4]SZ[22];B[tt];W[pa])")
    assert moves_of(reading) == "t3 p22"
    (reading,) = read_all("(;GM[4]SZ[19];B[pa])")
    assert moves_of(reading) == "p19"


@pytest.mark.parametrize(
    ("text", "cells", "side"),
    [
        ("(;GM[4]SZ[5]AB[aa][ba]AW[ca])", "XXO", "O"),
        ("(;GM[4]SZ[5]AB[aa][ba]AW[ca]PL[B])", "XXO", "X"),
        ("(;GM[4]SZ[5]AB[aa][ba]AW[ca]PL[White])", "XXO", "O"),
        ("(;GM[4]SZ[5]AB[aa:ca]AE[ba])", "X.X", "X"),
        ("(;GM[4]SZ[5];AB[aa];AW[ba])", "XO", "X"),
        ("(;GM[4]SZ[5]PL[W])", "", "O"),
        ("(;GM[4]SZ[5]AB[a5][b5]AW[c5])", "XXO", "O"),
    ],
)
def test_a_position_is_set_up(text: str, cells: str, side: str) -> None:
    (reading,) = read_all(text)
    assert reading.start.cells == cells.ljust(25, ".")
    assert reading.start.to_move.value == side
    assert reading.moves == ()


def test_without_a_side_to_move_the_first_move_determines_it() -> None:
    (reading,) = read_all("(;GM[4]SZ[5]AB[aa];B[bb];W[cc])")
    assert reading.start.to_move is Player.FIRST
    assert moves_of(reading) == "b4 c3"


def test_the_four_discs_may_be_set_up_or_not() -> None:
    for set_up in ("", "AB[ed][de]AW[dd][ee]", "AB[ed][de]AW[dd][ee]PL[B]"):
        (reading,) = read_all(f"(;GM[2]{set_up};B[fe])")
        assert (reading.start, moves_of(reading)) == (OTHELLO.start, "f5")


@pytest.mark.parametrize(
    ("result", "winner", "ending"),
    [
        ("B+R", "X", "resigned"),
        ("W+Resign", "O", "resigned"),
        ("B+T", "X", "time"),
        ("w+time", "O", "time"),
        ("B+F", "X", "adjudicated"),
        ("Black + 12", "X", "adjudicated"),
        ("B+", "X", "adjudicated"),
        ("0", None, "adjudicated"),
        ("Draw", None, "adjudicated"),
        ("?", None, "unfinished"),
        ("Void", None, "unfinished"),
        ("", None, "unfinished"),
    ],
)
def test_the_result_is_read(result: str, winner: str | None, ending: str) -> None:
    found = record(f"(;GM[4]RE[{result}];B[hh])")
    assert (found.winner and found.winner.value, found.ending) == (winner, ending)
    assert found.reason.endswith(".")
    assert found.result == result
    assert MatchRecord.from_json(found.as_json()) == found
    written = write_text(read_all(f"(;GM[4]RE[{result}];B[hh])"), "sgf")
    assert f"RE[{result}]" in written


def test_the_board_decides_who_won_but_the_stated_result_stays_in_the_file() -> None:
    won = "(;GM[4]RE[W+R];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])"
    found = record(won)
    assert (found.winner, found.ending) == (Player.FIRST, "normal")
    assert "RE[W+R]" in write_text(read_all(won), "sgf")


def test_a_finished_game_of_othello_has_its_margin() -> None:
    reading = Reading(OTHELLO.start, walk(OTHELLO.start, 99, random.Random(1)))
    outcome = reading.state.outcome
    assert outcome
    assert outcome.winner
    letter = "B" if outcome.winner is Player.FIRST else "W"
    assert f"RE[{letter}+{outcome.margin}]" in write_text([reading], "sgf")


def test_the_named_game_applies_if_the_file_names_none_or_go() -> None:
    for text in ("(;B[aa])", "(;GM[1]B[aa])", "(;GM[]B[aa])"):
        small = game_from("gomoku(size=7, rules=standard)")
        assert read_text(text, small).start.game == small
        reason = "is of Go" if "GM[1]" in text else "does not say which game"
        with pytest.raises(InvalidNotation, match=reason):
            read_all(text)
    assert read_text("(;SZ[19]RU[Japanese];B[aa])", GOMOKU).start.game == game_from(
        "gomoku(size=19)"
    )
    assert read_all("(;GM[4]RU[STANDARD])")[0].start.game.rules == "standard"


@pytest.mark.parametrize(
    ("text", "game", "kind", "reason"),
    [
        ("(;GM[4];B[hh];W[hh])", None, IllegalMove, "Move 2: h8 is taken"),
        ("(;GM[4];B[zz])", None, IllegalMove, "Move 1: “zz” is off the board"),
        ("(;GM[4];B[h99])", None, IllegalMove, "Move 1: “h99” is off the board"),
        ("(;GM[4];B[what])", None, InvalidNotation, "Move 1: “what” is not a move"),
        ("(;GM[4];B[hh];B[ii])", None, IllegalMove, "Move 2: It is White's turn"),
        ("(;GM[4];W[hh])", None, IllegalMove, "Move 1: It is Black's turn"),
        ("(;GM[4];B[])", None, IllegalMove, "Move 1: The SGF contains a pass, but gomoku"),
        ("(;GM[2];B[])", None, IllegalMove, "Black cannot pass"),
        ("(;GM[2];B[aa])", None, IllegalMove, "a1 is not legal"),
        ("(;GM[2]AB[aa])", None, InvalidPosition, "the centre square d4 always holds a disc"),
        ("(;GM[4];B[hh];AW[aa];W[bb])", None, InvalidNotation, "sets up stones after move 1"),
        ("(;GM[4]AB[zz])", None, IllegalMove, "“zz” is off the board"),
        ("(;GM[4]SZ[3])", None, InvalidNotation, "cannot be played on 3x3"),
        ("(;GM[4]SZ[9:15])", None, InvalidNotation, "cannot be played on 15x9"),
        ("(;GM[4]SZ[big])", None, InvalidNotation, "board size “big”"),
        ("(;GM[4]PB[never closed", None, InvalidNotation, "starts at character 10"),
        ("(;GM[3];W[e2e4])", None, InvalidNotation, "for game “3”: only 4 (gomoku)"),
        ("(;GM[3];W[e2e4])", GOMOKU, InvalidNotation, "for game “3”: only 4 (gomoku)"),
        ("(;GM[4];B[hh])", OTHELLO, InvalidNotation, "a record of gomoku, not of othello"),
        ("(;GM[2])", PENTOMINO, InvalidNotation, "a record of othello, not of pentomino"),
        ("(;B[aa])", PENTOMINO, InvalidNotation, "SGF cannot hold pentomino"),
    ],
)
def test_errors_are_reported(
    text: str, game: Game | None, kind: type[RulesError], reason: str
) -> None:
    with pytest.raises(kind, match=re.escape(reason)) as refusal:
        read_all(text, game)
    assert str(refusal.value).isprintable()


def test_pentomino_is_not_written() -> None:
    with pytest.raises(InvalidNotation, match="SGF cannot hold pentomino: use json"):
        write_text([Reading(PENTOMINO.start)], "sgf")


@pytest.mark.slow
@pytest.mark.parametrize("part", ["(", "(;", "[", ")", ";", "(;B[aa]", "\\", "(;C[\\", "B", "b["])
def test_deep_nesting_is_read_or_rejected_at_once(part: str) -> None:
    with contextlib.suppress(RulesError):
        assert read_all("(;GM[4]" + part * 100_000, GOMOKU)
