"""Faults found by the fuzzers and their fixes. The inputs themselves are in `fuzz/faults`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fivefold.arena.openings.sources import read_openings
from fivefold.arena.running.config import read_file
from fivefold.engines.protocols.base import Reply
from fivefold.engines.protocols.nboard import ProtocolResponder
from fivefold.errors import InvalidNotation
from fivefold.formats import read_all, read_text, write_text
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.match.clock import TimeControl
from fivefold.match.record import MatchRecord
from fivefold.results.journal import Journal
from fivefold.results.tournament import Tournament
from fivefold.strategies.gomoku.proof_text import read_proof

HUGE = 10**400
"""Valid JSON, but an integer too large for a float."""
RECORD: dict[str, Any] = {
    "game": "othello(size=4)",
    "first": "a",
    "second": "b",
    "start": ".....OX..XO..... X",
    "moves": ["b1"],
    "winner": None,
    "ending": "maximum",
    "reason": "left",
    "seconds": [0.5],
}
TOURNAMENT: dict[str, Any] = {
    "name": "t",
    "game": "othello(size=4)",
    "format": "match",
    "entrants": [{"name": name, "player": "random"} for name in ("a", "b")],
}


def test_a_psq_header_on_two_lines_is_rejected() -> None:
    game = GomokuGame(7)
    for text in ("Piskvorky\x1c7x7, 11:11, 0\n5,5,0\n", "Piskvorky 7x7, 11:11, 0\n5,5,0\n"):
        (reading,) = read_all(text, game)
        assert reading.moves == (32,)
    with pytest.raises(InvalidNotation):
        read_all("Piskvorky\n7x7, 11:11, 0\n5,5,0\n", game)


@pytest.mark.parametrize(
    "text", ["(;GM[4]SZ[15]PB[\0\x10]PW[A\x1bB];B[hh])", "Piskvorky 15x15\n8,8,0\n\0\nA\x1bB\n0\n"]
)
def test_names_in_files_are_printable(text: str) -> None:
    record = read_text(text, GomokuGame()).record
    assert record is not None
    assert (record.first, record.second) == ("?", "A B")


def test_a_written_game_with_an_unprintable_name_is_written_the_same_again() -> None:
    text = write_text([read_text("(;GM[4]SZ[15]PB[\0\x10];B[hh])")], "sgf")
    assert write_text([read_text(text)], "sgf") == text


@pytest.mark.parametrize("line", ["\0\0", ",", " \x1c "])
def test_a_line_of_openings_without_a_move_is_rejected(line: str) -> None:
    with pytest.raises(InvalidNotation):
        read_openings(f"h8 i9\n{line}\n" if line.strip() else line, GomokuGame(), "openings.txt")


def test_nboard_answers_a_ping_on_one_line() -> None:
    assert ProtocolResponder(OthelloGame(), "x").hear("ping 1\r2") == Reply(("pong 1 2",))


def test_nboard_takes_a_depth_with_odd_spaces() -> None:
    responder = ProtocolResponder(OthelloGame(), "x")
    assert responder.hear("set depth \x1c2") == Reply()
    question = responder.hear("go").think
    assert question is not None
    assert question.limit.depth == 2


@pytest.mark.parametrize("seconds", [HUGE, 1e300, -1, True])
def test_a_record_has_no_impossible_seconds(seconds: object) -> None:
    with pytest.raises(InvalidNotation, match="seconds"):
        MatchRecord.from_json({**RECORD, "seconds": [seconds]})


@pytest.mark.parametrize("details", [{"scores": {"b1": HUGE}}, {"evaluations": [HUGE]}])
def test_details_have_no_number_too_large_for_a_float(details: dict[str, Any]) -> None:
    with pytest.raises(InvalidNotation, match="details"):
        read_all(json.dumps({**RECORD, "details": details}))


def test_a_tournament_has_no_number_too_large_for_a_float() -> None:
    with pytest.raises(InvalidNotation, match="anchor_rating"):
        Tournament.from_json({**TOURNAMENT, "anchor_rating": HUGE})


def test_a_journal_has_no_number_too_large_for_a_float(tmp_path: Path) -> None:
    now = "2026-11-16T04:00:00Z"
    first = {"event": "tournament", "version": 1, "at": now, "tournament": TOURNAMENT}
    result = {**RECORD, "event": "finished", "key": "k", "at": now, "seconds": [HUGE, 0.5, 0.5]}
    lines = "".join(json.dumps(line) + "\n" for line in (first, result))
    (tmp_path / "journal.jsonl").write_text(lines)
    with pytest.raises(InvalidNotation, match="seconds"):
        Journal.open(tmp_path)


def test_a_number_of_thousands_of_digits_in_settings_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'game = "gomoku"\nseed = {"9" * 5_000}\n')
    with pytest.raises(InvalidNotation, match="digits"):
        read_file(str(file))


def proof(*nodes: Any) -> str:
    """Returns a proof about a board on which X wins with e5."""
    position = "XXXX" + "." * 21 + " X"
    return json.dumps({"rules": "freestyle", "position": position, "proof": nodes})


@pytest.mark.parametrize("node", [[5, {}, None], [None, {}, None], ["e5", {"a1": "b"}, None], 5])
def test_an_invalid_proof_node_is_rejected(node: Any) -> None:
    with pytest.raises(InvalidNotation, match="0"):
        read_proof(proof(node))


def test_a_proof_is_no_deeper_than_the_board_has_cells() -> None:
    assert read_proof(proof(["e5", {}, None], *(["e5", {}, each] for each in range(24))))
    with pytest.raises(InvalidNotation, match="25"):
        read_proof(proof(["e5", {}, None], *(["e5", {}, each] for each in range(5_000))))


@pytest.mark.parametrize("text", ["1234.567+0.001", "9999.999s", "0.001"])
def test_a_time_survives_formatting_and_parsing(text: str) -> None:
    time = TimeControl.parse(text)
    assert TimeControl.parse(str(time)) == time


def test_a_line_of_commas_between_games_is_not_a_game() -> None:
    readings = read_all("f5 d6\n,,\nf5 f6\n", OthelloGame())
    assert [len(reading.moves) for reading in readings] == [2, 2]
