"""Everything that the options `-i` and `-m` read, by example."""

from __future__ import annotations

import json

import pytest

from fivefold.core import Game
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation, InvalidPosition
from fivefold.formats import Reading, format_for, read_all, read_moves, read_text, write_text
from fivefold.formats.tidy import tidy
from fivefold.names import game_from

OTHELLO = game_from("othello")
GOMOKU = game_from("gomoku")
PENTOMINO = game_from("pentomino")
START = "...........................OX......XO........................... X"

# State C of the Reversi document, with its header and spacing.
DOCUMENT = """
̲ ̲|̲ ̲0̲ ̲1̲ ̲2̲ ̲3̲ ̲4̲ ̲5̲ ̲6̲ ̲7̲ 
0| - X X X X X X X
1| O X O - O O - -
2| - X - O O O - -
3| O X O O O - - -
4| - X - O O - - -
5| X X O O O - - -
6| - - O - O O - -
7| - - - - - - o -
"""  # noqa: W291


def position(text: str, game: Game = OTHELLO) -> str:
    """Returns the position of the first reading, as text."""
    state = read_text(text, game).state
    return state.game.format_position(state)


def test_a_position_text_is_read() -> None:
    assert position(START) == START
    assert position(START.lower().replace(".", "-")) == START


def test_a_position_text_may_be_broken_into_lines() -> None:
    rows = [START[row * 8 : row * 8 + 8] for row in range(8)]
    assert position("\n".join([*rows, "X"])) == START
    assert position("\r\n".join(rows) + " x\r\n") == START


def test_the_length_of_a_position_decides_the_size() -> None:
    assert read_text("." * 361 + " O", GOMOKU).state.game.rows == 19


def test_without_labels_and_side_the_stones_are_counted() -> None:
    rows = [START[row * 8 : row * 8 + 8] for row in range(8)]
    assert position("\n".join(rows)) == START


@pytest.mark.parametrize(
    "text",
    [
        "f5 d6 c3",
        "f5d6c3",
        "F5D6C3",
        "f5, d6, c3",
        "f5\nd6\r\nc3\n",
        "37 43 18",
        "(4,5) (5, 3)(2,2)",
    ],
)
def test_moves_are_read_in_every_notation(text: str) -> None:
    reading = read_text(text, OTHELLO)
    assert [OTHELLO.format_move(move) for move in reading.moves] == ["f5", "d6", "c3"]
    assert reading.start == OTHELLO.start
    assert len(reading.states) == 4


def test_moves_of_pentomino_are_separated_by_semicolons_or_lines() -> None:
    for separator in ("; ", ";", "\n", " ;\r\n"):
        text = separator.join(["F c4 d4 d5 e5 d6", "a1 b1 c1 d1 e1"])
        reading = read_text(text, PENTOMINO)
        assert [PENTOMINO.format_move(move)[0] for move in reading.moves] == ["F", "I"]


def test_a_missing_forced_pass_is_inserted() -> None:
    moves = read_moves("d3c3e6d2d1e1b2c1d6", OTHELLO.start)
    assert [OTHELLO.format_move(move) for move in moves][8:] == ["--", "d6"]
    assert read_moves("d3c3e6d2d1e1b2c1--d6", OTHELLO.start) == moves


def test_the_file_of_the_othello_document_is_read() -> None:
    numbers = ["-1"] * 64
    for square, number in ((27, "1"), (28, "0"), (35, "0"), (36, "1")):
        numbers[square] = number
    assert position(" ".join(["0", *numbers])) == START
    assert position("\n".join(["1", *numbers])) == START[:-1] + "O"
    rows = ["\t".join(numbers[row * 8 : row * 8 + 8]) for row in range(8)]
    assert position("\r\n".join(["0", *rows])) == START
    state = read_all("0 " + " ".join(numbers))[0].state
    assert state == OTHELLO.start


def test_the_board_of_the_reversi_document_is_read_with_its_underlined_header() -> None:
    state = read_text(DOCUMENT, OTHELLO).state
    assert (state.cells.count("X"), state.cells.count("O")) == (13, 20)
    assert state.to_move.value == "O"
    assert state.cells[62] == "O"


@pytest.mark.parametrize("style", ["plain", "numbers"])
@pytest.mark.parametrize(
    "game", [OTHELLO, GOMOKU, game_from("gomoku(size=22)")], ids=lambda game: str(game.rows)
)
def test_diagrams_are_read_in_both_styles(game: Game, style: str) -> None:
    state = game.start
    for _ in range(5):
        state = state.play(state.legal_moves()[-1])
        assert read_text(game.diagram(state, style), game).state == state


@pytest.mark.parametrize(
    ("line", "side"),
    [
        ("X to move", "X"),
        ("O to move", "O"),
        ("o to play.", "O"),
        ("White (O) to move.", "O"),
        ("Black to move", "X"),
        ("- Current player: Player 2", "O"),
        ("To move: O", "O"),
        ("4 legal moves: c4, d3, e6, f5", "X"),
        ("", "X"),
    ],
)
def test_the_side_is_read_from_a_line_beside_the_diagram(line: str, side: str) -> None:
    diagram = OTHELLO.diagram(OTHELLO.start)
    assert position(f"A title\n\n{diagram}\n\n{line}\n")[-1] == side


@pytest.mark.parametrize(
    ("stones", "side"), [("", "X"), ("X", "O"), ("XO", "X"), ("XX", "X"), ("OO", "X"), ("O", "X")]
)
def test_without_a_line_the_side_follows_from_the_stones(stones: str, side: str) -> None:
    small = game_from("gomoku(size=5)")
    state = small.parse_position(stones.ljust(25, ".") + " X")
    assert position(small.diagram(state), small)[-1] == side


def test_the_labels_tell_which_row_is_the_top() -> None:
    lines = GOMOKU.diagram(GOMOKU.start.play(0)).split("\n")
    assert read_text("\n".join([lines[0], *lines[:0:-1]]), GOMOKU).state.cells[0] == "X"


def test_a_record_and_a_match_document_are_read() -> None:
    text = write_text([Reading(OTHELLO.start, (19,)), Reading(OTHELLO.start, (26,))], "json")
    assert read_text(text, OTHELLO).moves == (19,)
    assert [reading.moves for reading in read_all(text, OTHELLO)] == [(19,), (26,)]
    document = json.loads(text)
    for record in document["games"]:
        del record["game"]
    with_shared_game = json.dumps({"game": "othello", **document})
    assert [reading.moves for reading in read_all(with_shared_game)] == [(19,), (26,)]
    assert len(read_all(json.dumps(json.loads(text)["games"]))) == 2


def test_a_record_has_its_own_size_and_rules() -> None:
    small = game_from("othello(size=6, rules=mirrored)")
    text = write_text([Reading(small.start)], "json")
    assert read_text(text, OTHELLO).state.game == small


def test_a_record_of_another_game_is_rejected() -> None:
    text = write_text([Reading(OTHELLO.start)], "json")
    with pytest.raises(InvalidNotation, match="This is a record of othello, not of gomoku"):
        read_text(text, GOMOKU)


@pytest.mark.parametrize(
    ("text", "game", "reason"),
    [
        ("", OTHELLO, "The text is empty"),
        (" \n\ufeff\u200b", OTHELLO, "The text is empty"),
        ("hello world", OTHELLO, "is not a position, a list of moves"),
        ("f5 d6 zz", OTHELLO, "Move 3: “zz” is not a move"),
        ("F c4 d4", PENTOMINO, "Move 1: A move is five different cells"),
        ("f5" * 60_000, OTHELLO, "at most 100000 characters"),
        (START[:-2], OTHELLO, "The side to move is missing"),
        (START[5:], OTHELLO, "The position has 59 cells"),
        (START.replace("O", "Q", 1), OTHELLO, "Character 28 of the position .*“Q”"),
        ("0 " + "-1 " * 40, OTHELLO, "The file has 41 numbers"),
        ("0 " + "-1 " * 65, OTHELLO, "The file has 66 numbers"),
        ("2 " + "-1 " * 64, OTHELLO, "Number 1 of the file is “2”"),
        ("-1 " + "-1 " * 64, OTHELLO, "Number 1 of the file is “-1”"),
        ("0 " + "-1 " * 63 + "7", OTHELLO, "Number 65 of the file is “7”"),
        ("0 " + "-1 " * 64, GOMOKU, "for othello only, not for gomoku"),
        (DOCUMENT.replace("7| - - - - - - o -", ""), OTHELLO, "cannot be played on 7x8"),
        (DOCUMENT.replace("3| O X", "3| O"), OTHELLO, "Row 4 of the diagram has 7 cells"),
        (DOCUMENT.replace("3|", "4|"), OTHELLO, "diagram's rows are labelled"),
        (DOCUMENT.replace("3| O", "3| Q"), OTHELLO, "Character 25 of the position .*“Q”"),
        ("{", OTHELLO, "starts like JSON but is not valid"),
        ("{}", OTHELLO, "The record has no game"),
        ("[]", OTHELLO, "The text contains no game"),
        ('{"games": []}', OTHELLO, "The text contains no game"),
        ('{"games": [3]}', OTHELLO, "“3” is not a game record"),
        ("[" * 100_000, OTHELLO, "JSON but is nested too deeply"),
        ('{"game": NaN}', OTHELLO, "starts like JSON but is not valid: “NaN”"),
        ('{"game": "a", "game": "b"}', OTHELLO, "the key “game” twice"),
    ],
)
def test_unreadable_text_is_rejected_with_the_reason(text: str, game: Game, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason) as refusal:
        read_text(text, game)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("f5 f5", IllegalMove, "Move 2: f5 is taken"),
        ("a1", IllegalMove, "Move 1: a1 is not legal: it flips no disc"),
        ("f5 z9", IllegalMove, "Move 2: “z9” is off the board"),
        ("99", IllegalMove, "Move 1: There is no square “99”"),
        ("." * 64 + " X", InvalidPosition, "the centre square d4 always holds a disc"),
        ("0 " + "-1 " * 64, InvalidPosition, "the centre square d4 always holds a disc"),
    ],
)
def test_impossible_input_is_distinguished_from_unreadable_input(
    text: str, kind: type[FivefoldError], reason: str
) -> None:
    with pytest.raises(kind, match=reason):
        read_text(text, OTHELLO)


def test_without_a_game_only_texts_that_name_their_game_are_read() -> None:
    for text in ("f5d6", START, DOCUMENT):
        with pytest.raises(InvalidNotation, match="does not say which game"):
            read_all(text)


def test_the_number_of_the_wrong_move_counts_the_written_moves() -> None:
    with pytest.raises(IllegalMove, match="Move 10: d6 is taken"):
        read_moves("d3c3e6d2d1e1b2c1d6d6", OTHELLO.start)


@pytest.mark.parametrize(
    "text",
    [
        "\ufefff5 d6",
        "ｆ５ ｄ６",
        "f5\u00a0d6",
        "f5\u200bd6",
        "f5\u2028d6",
        "\x07f5\x1b d6\x7f",
        "f\u03325\u0332 d6",
        "f5\x0cd6",
    ],
)
def test_stray_characters_are_ignored(text: str) -> None:
    assert read_text(text, OTHELLO).moves == (37, 43)
    assert read_moves(text, OTHELLO.start) == (37, 43)


def test_dashes_of_all_kinds_are_empty_cells() -> None:
    for dash in "‐‑‒–—−－":
        assert position(START.replace(".", dash)) == START


def test_tidying_twice_changes_nothing_more() -> None:
    assert tidy("\ufeff０\u0332 a\r\nb\rc\x0bd\u2028e\x00f") == "0 a\nb\nc\nd\ne f"
    assert tidy(tidy(DOCUMENT)) == tidy(DOCUMENT)


def test_moves_are_only_written_from_the_start_position() -> None:
    with pytest.raises(InvalidNotation, match="use json"):
        write_text([Reading(OTHELLO.start.play(19), ())], "moves")


def test_single_game_formats_reject_several() -> None:
    with pytest.raises(InvalidNotation, match="holds one game, but there are 2"):
        write_text([Reading(OTHELLO.start)] * 2, "position")


def test_several_games_are_written_one_per_line() -> None:
    text = "f5 d6 c3\nf5 f6\n"
    readings = read_all(text.replace(" ", ""), OTHELLO)
    assert [len(reading.moves) for reading in readings] == [3, 2]
    assert write_text(readings, "moves") == text
    assert len(read_text("f5 d6\nc3 d3\n\nc4", OTHELLO).moves) == 5
    assert len(read_all("f5\nd6\nc3", OTHELLO)) == 1
    with pytest.raises(IllegalMove, match="Line 3: Move 2: a1 is not legal"):
        read_all("f5d6\n\nf5a1\n", OTHELLO)


@pytest.mark.parametrize("word", ["--", "ps", "PA", "pass", "", " -- ", ",ps,"])
def test_passes_may_be_written_in_several_ways(word: str) -> None:
    # After these eight moves black has to pass.
    line = f"d3c3e6d2d1e1b2c1{word}d6"
    for text in (line, line.upper()):
        moves = read_text(text, OTHELLO).moves
        assert len(moves) == 10
        assert moves[8] == -1
        assert read_moves(text, OTHELLO.start) == moves


def test_integers_are_only_written_for_othello() -> None:
    with pytest.raises(InvalidNotation, match="for othello only, not for gomoku"):
        write_text([Reading(GOMOKU.start)], "integers")


def test_an_unfinished_game_is_written_as_unfinished() -> None:
    record = json.loads(write_text([Reading(OTHELLO.start, (19,))], "json"))
    assert (record["winner"], record["ending"], record["seconds"]) == (None, "unfinished", [])
    assert record["reason"] == "The game is not finished."


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.json", "json"),
        ("a.SGF", "sgf"),
        ("a.ggf", "ggf"),
        ("a.obf", "obf"),
        ("a.PSQ", "psq"),
        ("WTH_1999.WTB", "wthor"),
        ("b/c.POS", "position"),
        ("x.txt", "moves"),
        ("x.moves", "moves"),
    ],
)
def test_the_file_extension_selects_the_format(path: str, name: str) -> None:
    assert format_for(path) == name


def test_an_unknown_format_or_extension_lists_the_valid_ones() -> None:
    with pytest.raises(LookupError, match="position, moves"):
        write_text([Reading(OTHELLO.start)], "pgn")
    with pytest.raises(LookupError, match=r"\.json"):
        format_for("game.pgn")
