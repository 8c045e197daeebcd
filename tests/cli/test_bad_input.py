"""Wrong usage: the exit code, and one sentence with the reason."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

EMPTY = "." * 64
START = "." * 27 + "OX" + "." * 6 + "XO" + "." * 27
FIVE = "XXXXX...."
TWO_FIVES = FIVE + "." * 9 + "OOOOO...." + "." * 54

Row = tuple[list[str], int, list[str]]

NAMES: list[Row] = [
    (["show", "gomku"], 2, ["gomku", "gomoku"]),
    (["show", "chess"], 2, ["chess", "gomoku", "othello", "pentomino"]),
    (["show", ""], 2, ["name"]),
    (["show", "othello("], 2, ["othello("]),
    (["show", "othello(size=9)"], 2, ["9x9", "4, 6 or 8"]),
    (["show", "othello(colour=red)"], 2, ["colour", "size"]),
    (["show", "othello", "--size", "7"], 2, ["7x7"]),
    (["show", "gomoku", "--size", "23"], 2, ["23x23", "5 to 22"]),
    (["show", "gomoku", "--size", "huge"], 2, ["huge"]),
    (["show", "gomoku", "--rules", "standart"], 2, ["standart", "standard"]),
    (["show", "pentomino", "--size", "2x2"], 2, ["2x2"]),
    (["choose", "othello", "minmax"], 2, ["minmax", "minimax"]),
    (["choose", "othello", "zzz"], 2, ["zzz", "random"]),
    (["choose", "othello", "reactive"], 2, ["reactive", "othello", "greedy"]),
    (["choose", "othello", "minimax(dept=3)"], 2, ["dept", "depth"]),
    (["choose", "othello", "minimax(depth=three)"], 2, ["depth", "whole number", "three"]),
    (["choose", "othello", "minimax(depth=0)"], 2, ["depth"]),
    (["choose", "othello", "minimax(depth=-2)"], 2, ["depth"]),
    (["choose", "othello", "minimax(depth=)"], 2, ["minimax(depth=)"]),
    (["choose", "othello", "methodical(depth=3)"], 2, ["methodical", "no parameters"]),
    (["choose", "othello", "greedy(heuristic=h9)"], 2, ["h9", "discs"]),
    (["choose", "othello", "minimax(evaluate=nothing)"], 2, ["nothing", "discs"]),
    (["choose", "othello", "level(13)"], 2, ["13", "12"]),
    (["match", "othello", "h1", "h9"], 2, ["h9"]),
    (["choose", "othello", "./nowhere.py"], 2, ["nowhere.py"]),
    (["choose", "othello", "./nowhere.py:Bot"], 2, ["nowhere.py"]),
    (["strategies", "gomok"], 2, ["gomok", "gomoku"]),
    (["bench", "gomok"], 2, ["gomoku"]),
    (["perft", "gomok", "1"], 2, ["gomoku"]),
    (["solve", "gomok"], 2, ["gomoku"]),
]

MOVES: list[Row] = [
    (["show", "gomoku", "-m", "h8 h8"], 1, ["h8", "taken"]),
    (["show", "gomoku", "-m", "zz"], 2, ["zz"]),
    (["show", "gomoku", "-m", "p1"], 1, ["p1", "off the board"]),
    (["show", "gomoku", "-m", "h99"], 1, ["h99", "off the board"]),
    (["show", "gomoku", "--size", "5", "-m", "a1a2b1b2c1c2d1d2e1e2"], 1, ["game is already over"]),
    (["show", "othello", "-m", "a1"], 1, ["a1", "flips no disc"]),
    (["show", "othello", "-m", "d4"], 1, ["d4", "taken"]),
    (["show", "othello", "-m", "--"], 1, ["pass", "f5"]),
    (["show", "othello", "-m", "i9"], 1, ["off the board"]),
    (["show", "othello", "-m", "(9,9)"], 1, ["off the board"]),
    (["show", "othello", "-m", "99"], 1, ["99"]),
    (["show", "othello", "-m", "f5 ??"], 2, ["??", "2"]),
    (["show", "pentomino", "-m", "F a1 b1 c1 d1 e1"], 1, ["I"]),
    (["show", "pentomino", "-m", "Q a1 b1 c1 d1 e1"], 2, ["Q"]),
    (["show", "pentomino", "-m", "I a1 b1 c1 d1"], 2, ["five"]),
    (["show", "pentomino", "-m", "a1 b1 c1 d1 h8"], 1, ["do not form a pentomino"]),
    (["show", "pentomino", "-m", "I a1 b1 c1 d1 e1; I a2 b2 c2 d2 e2"], 1, ["already"]),
    (["show", "pentomino", "-m", "I a1 b1 c1 d1 e1; L a1 a2 a3 a4 b4"], 1, ["a1", "covered"]),
    (["show", "pentomino", "-m", "I a1 b1 c1 d1 z1"], 1, ["off the board"]),
]

POSITIONS: list[Row] = [
    (["show", "gomoku", "-p", ""], 2, ["No position"]),
    (["show", "gomoku", "-p", "X.O"], 2, ["cells"]),
    (["show", "gomoku", "-p", "." * 81], 2, ["side to move"]),
    (["show", "gomoku", "-p", "." * 80 + "? X"], 2, ["81"]),
    (["show", "gomoku", "-p", TWO_FIVES + " X"], 1, ["five in a row"]),
    (["show", "othello", "-p", EMPTY + " X"], 1, ["centre"]),
    (["show", "othello", "-p", EMPTY[:60] + " X"], 2, ["60 cells"]),
    (["show", "othello", "-p", "é" * 64 + " X"], 2, ["Character 1"]),
    (["show", "othello", "-p", START], 2, ["side to move"]),
    (["show", "othello", "--size", "6", "-p", START + " X"], 2, ["8x8", "6x6"]),
    (["show", "othello(size=6)", "-p", START + " X"], 2, ["8x8", "6x6"]),
    (["show", "gomoku", "--size", "15", "-p", "." * 81 + " X"], 2, ["9x9", "15x15"]),
    (["show", "pentomino", "-p", "F" * 5 + "." * 59], 1, ["F"]),
    (["show", "pentomino", "-p", "I" * 4 + "." * 60], 1, ["I"]),
    (["show", "pentomino", "-p", "Q" + "." * 63], 2, ["Q"]),
    (["show", "pentomino", "-p", "." * 50], 2, ["50 cells"]),
    (["show", "othello", "-p", START + " X", "-m", "a1"], 1, ["flips no disc"]),
]

USAGE: list[Row] = [
    (["shw"], 2, ["shw", "show"]),
    (["show"], 2, ["GAME", "fivefold show --help"]),
    (["show", "othello", "more"], 2, ["more"]),
    (["show", "othello", "--evalute"], 2, ["--evalute", "--evaluate"]),
    (["show", "othello", "--size"], 2, ["--size"]),
    (["show", "othello", "--style", "fancy"], 2, ["--style", "plain"]),
    (["show", "othello", "-p", START + " X", "-i", "x.txt"], 2, ["--position", "--input"]),
    (["choose", "othello"], 2, ["STRATEGY"]),
    (["choose", "othello", "h1", "--seconds", "soon"], 2, ["--seconds"]),
    (["choose", "othello", "h1", "--seconds", "0"], 2, ["seconds", "greater than 0"]),
    (["choose", "othello", "h1", "--seconds", "-1"], 2, ["seconds", "greater than 0"]),
    (["choose", "othello", "h1", "--seconds", "nan"], 2, ["seconds"]),
    (["choose", "othello", "h1", "--seconds", "inf"], 2, ["seconds"]),
    (["choose", "othello", "h1", "--depth", "0"], 2, ["depth", "greater than 0"]),
    (["choose", "othello", "h1", "--depth", "2.5"], 2, ["--depth"]),
    (["choose", "othello", "h1", "--nodes", "0"], 2, ["nodes", "greater than 0"]),
    (["choose", "gomoku", "reactive", "--numbers"], 2, ["--numbers", "othello"]),
    (["match", "gomoku", "reactive", "random", "--numbers"], 2, ["--numbers", "othello"]),
    (["choose", "othello", "random", "--seed", "-5"], 2, ["seed"]),
    (["match", "othello", "h1", "h2", "--games", "0"], 2, ["games"]),
    (["match", "othello", "h1", "h2", "--games", "many"], 2, ["--games"]),
    (["match", "othello", "h1", "h2", "--games", "9999999"], 2, ["1000000"]),
    (["match", "othello", "h1", "h2", "--plot", "plot.gif"], 2, [".png", "plot.gif"]),
    (["match", "othello", "h1", "h2", "--plot", "no/such/folder/a.png"], 2, ["folder"]),
    (["perft", "othello"], 2, ["DEPTH"]),
    (["perft", "othello", "-1"], 2, ["-1", "negative"]),
    (["perft", "othello", "1000000"], 2, ["100"]),
    (["perft", "othello", "deep"], 2, ["DEPTH"]),
    (["perft", "othello", "2", "--rules-in", "rust"], 2, ["--rules-in"]),
    (["bench", "--suite", "x.txt"], 2, ["--suite"]),
    (["bench", "--size", "8"], 2, ["--size"]),
    (["solve", "othello", "--seconds", "0"], 2, ["seconds"]),
    (["convert", "a.json", "b.xyz"], 2, ["b.xyz"]),
    (["convert", "a.json", "-"], 2, ["--to"]),
    (["convert", "a.json", "b.json", "--size", "8"], 2, ["--game"]),
]


@pytest.mark.system
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    NAMES + MOVES + POSITIONS + USAGE,
    ids=lambda value: str(value)[:60],
)
def test_a_mistake_gets_one_sentence(
    fivefold: Fivefold, arguments: list[str], code: int, words: list[str]
) -> None:
    answer = fivefold(*arguments)
    assert answer.code == code, answer.err
    check_sentence(answer.err, words)
    assert answer.out == ""


def check_sentence(err: str, words: list[str]) -> None:
    """Asserts that stderr is a single line with those words, not a traceback."""
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    assert "bug" not in err, err
    for word in words:
        assert word in err


FILES: list[tuple[str, bytes | None, int, list[str]]] = [
    ("missing.txt", None, 2, ["missing.txt"]),
    ("empty.txt", b"", 2, []),
    ("binary.txt", bytes(range(256)), 2, ["binary.txt"]),
    ("truncated.json", b'{"game": "othello", "moves": ["f5"', 2, []),
    ("other.json", b"[1, 2, 3]", 2, []),
    ("nested.json", b"[" * 100_000, 2, []),
    ("short.txt", b"0\n" + b"-1 " * 60, 2, []),
    ("colours.txt", b"0\n" + b"-1 " * 63 + b"7", 2, []),
    ("side.txt", b"5\n" + b"-1 " * 64, 2, []),
    ("unreachable.txt", b"0\n" + b"-1 " * 64, 1, ["centre"]),
    ("illegal.txt", b"f5 a1", 1, ["a1"]),
    ("words.txt", b"to be or not to be", 2, []),
    ("huge.txt", b"." * 20_000_000, 2, ["huge.txt"]),
]


@pytest.mark.parametrize(("name", "content", "code", "words"), FILES, ids=lambda v: str(v)[:20])
def test_an_unusable_file_gets_one_sentence(
    fivefold: Fivefold,
    tmp_path: Path,
    name: str,
    content: bytes | None,
    code: int,
    words: list[str],
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    for arguments in (
        ("show", "othello", "-i", str(file)),
        ("choose", "othello", "h1", "-i", str(file), "--json"),
        ("match", "othello", "h1", "h2", "-i", str(file), "--json"),
        ("convert", str(file), str(tmp_path / "out.pos"), "--game", "othello"),
    ):
        answer = fivefold(*arguments)
        assert answer.code == code, (arguments, answer)
        check_sentence(answer.err, words)
        assert answer.out == ""
    assert not (tmp_path / "out.pos").exists()


def test_a_folder_is_rejected_as_a_file(fivefold: Fivefold, tmp_path: Path) -> None:
    for arguments in (
        ("show", "othello", "-i", str(tmp_path)),
        ("bench", "othello", "--suite", str(tmp_path)),
        ("match", "othello", "h1", "h2", "--openings", str(tmp_path)),
        ("convert", str(tmp_path), "out.pos", "--game", "othello"),
    ):
        answer = fivefold(*arguments)
        assert answer.code == 2
        check_sentence(answer.err, [tmp_path.name])


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [("", 2, ["no opening"]), ("f5\nf5 a1\n", 1, ["Line 2", "a1"]), ("f5\n??", 2, ["Line 2"])],
)
def test_an_opening_that_cannot_be_played_is_named_by_its_line(
    fivefold: Fivefold, tmp_path: Path, text: str, code: int, words: list[str]
) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(text)
    answer = fivefold("match", "othello", "h1", "h2", "--openings", str(file))
    assert answer.code == code
    check_sentence(answer.err, words)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [("; only a remark", 2, ["no position"]), (f"{START} X\n{EMPTY} X", 1, ["Line 2", "centre"])],
)
def test_a_suite_that_cannot_be_read_is_named_by_its_line(
    fivefold: Fivefold, tmp_path: Path, text: str, code: int, words: list[str]
) -> None:
    file = tmp_path / "suite.txt"
    file.write_text(text)
    answer = fivefold("bench", "othello", "--suite", str(file))
    assert answer.code == code
    check_sentence(answer.err, words)


BOTS = {
    "syntax.py": ("class Bot(", 3, ["syntax.py"]),
    "nothing.py": ("x = 1", 2, ["nothing.py"]),
    "raises.py": ("raise ValueError('not today')", 3, ["not today"]),
    "leaves.py": ("import sys; sys.exit(5)", 3, ["leaves.py"]),
    "illegal.py": ("{}\n        return Decision(0)", 3, ["illegal.py"]),
    "none.py": ("{}\n        return None", 3, ["none.py"]),
    "crash.py": ("{}\n        return 1 / 0", 3, ["ZeroDivisionError"]),
}
HEAD = """from fivefold.strategies.base import Decision, Strategy
class Bot(Strategy):
    def choose(self, state, limit=None, stop=None):"""


@pytest.mark.system
@pytest.mark.parametrize("name", BOTS)
def test_a_strategy_that_does_not_work_gets_one_sentence(
    fivefold: Fivefold, tmp_path: Path, name: str
) -> None:
    source, code, words = BOTS[name]
    file = tmp_path / name
    file.write_text(source.format(HEAD))
    answer = fivefold("choose", "othello", str(file), "--json")
    assert answer.code == code, answer
    # The traceback of its own frames stands behind its name.
    *trace, sentence = answer.err.splitlines(keepends=True)
    assert all(line.startswith(f"[{file}") for line in trace)
    check_sentence(sentence, words)
    assert answer.out == ""
