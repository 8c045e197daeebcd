"""`fivefold play` over a pipe: whole games from scripts, no escape codes, clean exits."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.core import State
from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

pytestmark = pytest.mark.system

PATIENCE = 60
FIVE = "h8 a1 h9 b1 h10 c1 h11 d1 h12"
Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(warm_start: Start, tmp_path: Path) -> Play:
    """Runs `fivefold play ARGUMENTS` with these lines as standard input."""

    def run(*arguments: str, lines: str = "", **changes: str) -> tuple[int, str, str]:
        changes["XDG_STATE_HOME"] = str(tmp_path / "state")
        process = warm_start("play", *arguments, **changes)
        out, err = process.communicate(lines.encode(), timeout=PATIENCE)
        assert b"\x1b" not in out + err
        assert b"Traceback" not in err
        return process.returncode, out.decode(), err.decode()

    return run


def played_out(game: str) -> tuple[list[str], State]:
    """Returns the moves of a random game and its end; in Othello, one with a pass."""
    for seed in range(1000):
        chance, lines = random.Random(seed), list[str]()
        state: State = game_from(game).start
        while not state.outcome:
            move = chance.choice(state.legal_moves())
            lines.append(state.game.format_move(move))
            state = state.play(move)
        if "--" in lines or state.game.name != "othello":
            return lines, state
    raise AssertionError("no game has a pass")


@pytest.mark.parametrize("game", ["gomoku(size=5)", "othello(size=4)", "pentomino(size=5x6)"])
def test_a_whole_game_between_two_people(play: Play, game: str) -> None:
    lines, state = played_out(game)
    typed = [line for line in lines if line != "--"]
    code, out, err = play(game, "--second", "human", lines="\n".join(typed))
    assert (code, err) == (0, "")
    assert state.outcome
    assert str(state.outcome.reason) in out
    assert out.count("has no legal move and passes.") == lines.count("--")
    # The last board precedes the result, with the last move marked.
    board = out.split(str(state.outcome.reason))[0].splitlines()[-state.game.rows :]
    for line, row in zip(board, range(state.game.rows), strict=True):
        marks = [mark for mark in line[1:] if mark not in " ()*"]
        cells = state.cells[row * state.game.columns :][: state.game.columns]
        shown = cells if game.startswith("pent") else cells.replace("X", "●").replace("O", "○")
        assert "".join(marks) == shown


def test_the_loser_of_a_pentomino_game_sees_the_missed_win(play: Play) -> None:
    # In a strip of two rows a first I leaves room for one L; 28 other first moves leave none.
    lines = "I a1 b1 c1 d1 e1\nL f1 c2 d2 e2 f2\n"
    code, out, err = play("pentomino", "--size", "2x6", "--second", "human", lines=lines)
    assert (code, err) == (0, "")
    said = re.search(r"First could have won at move 1 with (.*) instead of (.*); (.*)\n", out)
    assert said is not None
    assert (said[2], said[3]) == ("I a1 b1 c1 d1 e1", "28 moves won there.")
    start = game_from("pentomino(size=2x6)").start
    assert start.play(start.game.parse_move(said[1])).outcome


def test_a_game_against_a_strategy_that_tells_its_reasons(play: Play) -> None:
    lines = "h8\nexplain\nhint random\nmoves\nquit\n"
    code, out, err = play("gomoku", "--second", "reactive", lines=lines)
    assert code == 0
    # quit saves the game and says how to resume it; the end of the input does not.
    assert re.fullmatch(r"Saved\. To resume: fivefold play gomoku -i \S+/gomoku\.json\n", err)
    assert out.startswith("Black is human, White is reactive.\n")
    assert "\nBlack> h8\nWhite (reactive): " in out
    assert "player's longest sequence (PLS): 1: h8" in out
    assert "\nHint: " in out
    assert "223 moves: any cell" in out
    assert out.endswith("Black> quit\n")


def test_two_strategies_play_by_themselves_and_the_program_ends(play: Play) -> None:
    arguments = ("--first", "h1", "--second", "h2", "--delay", "60")
    code, out, err = play("othello(size=4)", *arguments)
    assert (code, err) == (0, "")
    assert out.count("(h1)") > 3
    assert " wins " in out.splitlines()[-1] or "draw" in out.splitlines()[-1]


def test_the_end_of_input_ends_the_game(play: Play) -> None:
    assert play("gomoku")[0] == 0
    code, out, err = play("gomoku", "--second", "human", lines="h8\nh9")
    assert (code, err) == (0, "")
    assert out.endswith("Black> \n")


def test_mistakes_are_answered_in_one_line(play: Play) -> None:
    lines = "z99\n\n\nundo\ncpu perhaps\nhlep\nsave /nowhere/x.json\nload nothing\n\x1b[A\x00ä\n"
    code, out, err = play("gomoku", "--second", "human", lines=lines)
    assert (code, err) == (0, "")
    answers = [line for line in out.splitlines()[18:] if not line.startswith("Black>")]
    assert len(answers) == 7
    assert all(line.endswith((".", "?")) for line in answers)
    assert out.count("   a b c") == 1


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_streams_without_unicode_get_letters(play: Play, variables: dict[str, str]) -> None:
    lines = "h8\n“ä”\nexplain\nhelp\n"
    code, out, err = play("gomoku", "--second", "reactive", lines=lines, **variables)
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "(O)" in out


def test_in_the_c_locale_it_plays_too(play: Play) -> None:
    code, out, err = play("othello(size=4)", "--second", "h1", "--ascii", lines="a2\n", LC_ALL="C")
    assert (code, err) == (0, "")
    assert "(O)" in out or "(X)" in out


def test_moves_positions_and_files_are_where_the_game_begins(play: Play, tmp_path: Path) -> None:
    _, out, _ = play("gomoku", "--second", "human", "-m", FIVE, lines="replay 5\nundo\n")
    assert "Black has five in a row." in out
    assert out.count("   a b c") == 1 + 6 + 1
    assert "Took back 1 move." in out
    position = "X" * 4 + "." * 21 + " X"
    _, out, _ = play("gomoku", "--second", "human", "-p", position, lines="e5\n")
    assert "Black has five in a row." in out
    file = tmp_path / "game.txt"
    file.write_text("f5 d6 c3")
    _, out, _ = play("othello", "--first", "human", "--second", "human", "-i", str(file))
    assert "White> " in out


def test_a_saved_game_goes_on_with_its_players(play: Play, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    arguments = ("othello", "--first", "h1", "--second", "human")
    code, out, _ = play(*arguments, lines=f"save {file}\n")
    assert (code, f"Saved to {file}." in out) == (0, True)
    data = json.loads(Path(file).read_text())
    assert (data["first"], data["second"], len(data["moves"])) == ("h1", "human", 1)
    _, out, _ = play("othello", "-i", file)
    assert out.startswith("Black is h1, White is human.")
    assert "White> " in out
    _, out, _ = play("othello", "-i", file, "--second", "h2", "--first", "human")
    assert out.startswith("Black is human, White is h2.")


def test_with_a_time_control_the_prompt_shows_the_time(play: Play) -> None:
    _, out, _ = play("othello", "--second", "human", "--time", "5+3")
    assert out.endswith("Black 5:00> \n")


def test_time_runs_out_over_a_pipe_as_well(start: Start) -> None:
    process = start("play", "othello", "--second", "human", "--time", "1s")
    assert process.stdin
    assert process.stdout
    out = b""
    while b"ran out of time" not in out:
        line = process.stdout.readline()
        assert line
        out += line
    out, _ = process.communicate(b"quit\n", timeout=PATIENCE)
    assert process.returncode == 0


def test_ctrl_c_saves_the_game_and_says_how_to_go_on(start: Start, tmp_path: Path) -> None:
    process = start("play", "gomoku", "--second", "human", XDG_STATE_HOME=str(tmp_path))
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"h8\n")
    process.stdin.flush()
    out = b""
    while not out.endswith(b"White> "):
        out += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    path = tmp_path / "fivefold" / "gomoku.json"
    assert err.decode() == f"Saved. To resume: fivefold play gomoku -i {path}\n"
    assert json.loads(path.read_text())["moves"] == ["h8"]


def test_quitting_while_input_stays_open_ends_at_once(start: Start) -> None:
    with start("play", "gomoku", "--second", "human") as process:
        assert process.stdin
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr
        assert process.stderr.read() == b""


def test_a_reader_that_closes_the_pipe_ends_it_quietly(start: Start) -> None:
    arguments = ("gomoku(size=22)", "--first", "random", "--second", "random")
    with start("play", *arguments) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 141
        assert process.stderr.read() == b""


def test_endless_input_needs_no_endless_memory(start: Start) -> None:
    process = start("play", "gomoku", "--second", "human")
    flood = subprocess.Popen(
        [sys.executable, "-c", "while True: print('nonsense ' * 1000)"],
        stdout=process.stdin,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.close()
    process.stdin = None
    try:
        heard = b"".join(process.stdout.readline() for _ in range(2000))
        assert heard.count(b"is not a move") > 900
        status = Path(f"/proc/{process.pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        assert int(peak.split()[1]) < 200_000
    finally:
        process.kill()
        flood.kill()
        flood.wait()
        process.communicate()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("chess",), 2, "There is no game called “chess”"),
        (("othello", "--second", "level(3"), 2, "level(3"),
        (("othello", "--second", "nobody"), 2, "There is no strategy called “nobody”"),
        (("othello", "--second", "reactive"), 2, "does not play othello"),
        (("othello", "--second", "minimax(evaluate=beauty)"), 2, "There is no othello evaluation"),
        (("othello", "--first", ""), 2, "is not a valid name"),
        (("othello", "--second", "./nothing.py:Bot"), 2, "There is no file"),
        (("othello", "--time", "soon"), 2, "is not a time"),
        (("othello", "--time", ""), 2, "is not a time"),
        (("othello", "--delay", "-1"), 2, "--delay"),
        (("othello", "-m", "a1"), 1, "a1 is not legal"),
        (("othello", "-i", "nothing.json"), 2, "There is no file"),
        (("othello", "-p", "XO", "-i", "x"), 2, "not both"),
    ],
)
def test_wrong_usage_is_one_sentence(
    fivefold: Fivefold, arguments: tuple[str, ...], code: int, said: str
) -> None:
    answer = fivefold("play", *arguments)
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1


def test_help_with_examples(fivefold: Fivefold) -> None:
    answer = fivefold("play", "--help")
    assert answer.code == 0
    assert "Examples:\n    fivefold play" in answer.out
    assert answer.out.isascii()
