"""`fivefold arena run` from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.results.journal import Journal

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
QUICK = ("--openings", "none", "--size", "4", "--concurrency", "2")
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def wait_until(condition: Any) -> None:
    patient_until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < patient_until
        time.sleep(0.01)


def test_three_names_are_enough(fivefold: Fivefold) -> None:
    answer = fivefold("arena", "run", "othello", "random", "h1", "h2", "--pairs", "1", *QUICK)
    assert answer.code == 0, answer.err
    first, *lines = answer.out.splitlines()
    place = first.removeprefix("The tournament is in ")
    assert place.startswith("arena/othello-20")
    journal = Journal.open(Path(place))
    assert journal.tournament.format == "round-robin"
    assert len(journal.finished) == 6
    assert lines[0] == f"{Path(place).name}: finished, 6 games."
    assert all(any(name in line for line in lines) for name in ("random", "h1", "h2"))


@pytest.mark.system
def test_programs_are_given_as_fastchess_writes_them(fivefold: Fivefold) -> None:
    program = Path(__file__).parents[4] / "examples" / "engines" / "ugi_engine.py"
    command = f"{sys.executable} -ES {program}"
    engines = ["-engine", f"cmd={command}", "--engine", f"cmd={command}", "name=Mine", "st=0.5"]
    options = ["-each", "proto=ugi", "tc=8+0.08", "--pairs", "1", "--openings", "none"]
    answer = fivefold("arena", "run", "gomoku", *engines, *options, "--size", "9", "-d", "t")
    assert answer.code == 0, answer.err
    entrants = Journal.open(Path("t")).tournament.entrants
    assert [entrant.name for entrant in entrants] == ["Nearest", "Mine"]
    assert fivefold("arena", "resume", "-d", "t").out.startswith("t: finished, 2 games.")
    assert fivefold("arena", "resume", "t", "-d", "t").code == 2


@pytest.mark.system
def test_a_program_that_cannot_start_is_refused_before_the_first_game(fivefold: Fivefold) -> None:
    answer = fivefold("arena", "run", "gomoku", "gomocup:./nowhere", "random", "-d", "t")
    assert answer.code == 3
    assert "there is no program “./nowhere”" in answer.err
    assert not Path("t").exists()


def test_json_is_one_document(fivefold: Fivefold) -> None:
    options = ("--pairs", "2", "--json", "-d", "t", "--anchor", "h1=1200")
    answer = fivefold("arena", "run", "othello", "random", "h1", *options, *QUICK)
    assert answer.code == 0
    assert answer.err.startswith("The tournament is in t\n")
    document = json.loads(answer.out)
    assert (document["folder"], document["phase"]) == ("t", "finished")
    assert document["games"]["counted"] == 4
    assert document["anchor"] == {"name": "h1", "rating": 1200.0}


def test_a_file_names_the_players_and_options_override_it(fivefold: Fivefold) -> None:
    Path("league.toml").write_text(
        'game = "othello"\nsize = 4\npairs = 5\nopenings = "none"\n'
        '[[player]]\nname = "A"\nplayer = "random"\n[[player]]\nname = "B"\nplayer = "h1"\n'
    )
    answer = fivefold("arena", "run", "-f", "league.toml", "--pairs", "1", "-d", "t")
    assert answer.code == 0, answer.err
    assert set(Journal.open(Path("t")).finished) == {"A – B 1.1", "A – B 1.2"}


@pytest.mark.system
def test_a_broken_player_is_reported_prominently(fivefold: Fivefold) -> None:
    Path("bad.py").write_text(
        "from fivefold import Strategy\n"
        "class Bad(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        raise ValueError('no idea')\n"
    )
    answer = fivefold("arena", "run", "othello", "h1", "./bad.py", "--pairs", "1", *QUICK)
    assert answer.code == 3
    assert "BROKEN: ./bad.py lost 2 games through its own fault" in answer.out
    assert "ValueError: no idea (bad.py, line 4)" in answer.out
    assert "WARNING: some players failed" in answer.err


STRONG, WEAK = "minimax(depth=3)", "random"


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "code"), [(STRONG, WEAK, 0), (WEAK, STRONG, 1)])
def test_a_sequential_test_answers_by_its_exit_code(
    fivefold: Fivefold, first: str, second: str, code: int
) -> None:
    options = ("--format", "match", "--sprt", "0,100", "--openings", "none", "--size", "6")
    answer = fivefold("arena", "run", "othello", first, second, *options, "-d", "t")
    assert answer.code == code, answer.err
    assert "LLR" in answer.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "No game was given"),
        (("othello",), "needs at least two players; this one has 0"),
        (("othello", "h1"), "needs at least two players; this one has 1"),
        (("othelo", "h1", "h2"), "Did you mean othello?"),
        (("othello", "h1", "h3"), "There is no strategy called “h3”"),
        (("othello", "h1", "./no.py"), "There is no file"),
        (("othello", "h1", "h2", "--pairs", "0"), "tournament.pairs must be"),
        (("othello", "h1", "h2", "--format", "cup"), "tournament.format must be one of"),
        (("othello", "h1", "h2", "--openings", "no.txt"), "no.txt"),
        (("othello", "h1", "h2", "--draws", "1"), "not a draw rule"),
        (("othello", "h1", "h2", "--sprt", "x"), "x"),
        (("othello", "h1", "h2", "--alpha", "0.1"), "--alpha is for a sequential test"),
        (("othello", "h1", "h2", "--anchor", "h3"), "The anchor “h3” is not a player"),
        (("othello", "h1", "h2", "--time", "soon"), "is not a time"),
        (("othello", "h1", "h2", "--seconds", "0"), "must be a number greater than 0"),
        (("othello", "h1", "h2", "--rounds", "3"), "Only a Swiss tournament"),
        (("othello", "h1", "h2", "--seed", "-1"), "tournament.seed must be"),
        (("-f", "no.toml"), "no.toml"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_whatever_is_wrong_is_one_sentence_and_nothing_is_written(
    fivefold: Fivefold, arguments: tuple[str, ...], sentence: str
) -> None:
    answer = fivefold("arena", "run", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert not list(Path().iterdir())


def test_a_folder_with_a_tournament_is_left_alone(fivefold: Fivefold) -> None:
    Path("t").mkdir()
    Path("t/journal.jsonl").write_text("precious")
    answer = fivefold("arena", "run", "othello", "h1", "h2", "-d", "t", *QUICK)
    assert answer.code == 2
    assert "already a tournament in “t”" in answer.err
    assert Path("t/journal.jsonl").read_text() == "precious"


@pytest.mark.system
def test_ctrl_c_finishes_the_running_games_and_says_how_to_go_on() -> None:
    arguments = ["arena", "run", "othello", "minimax(depth=2)", "minimax(depth=1)", "-d", "t"]
    options = ["--size", "6", "--openings", "none", "--pairs", "500", "--concurrency", "2"]
    # In its own process group: the terminal sends the signal to all processes of the command.
    run = subprocess.Popen(
        [*COMMAND, *arguments, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: Path("t/journal.jsonl").exists() and Journal.open(Path("t")).finished)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130, err
    assert "To resume: fivefold arena resume t" in err
    assert "Traceback" not in err
    assert "t: not finished" in out
    journal = Journal.open(Path("t"))
    assert set(journal.started) == set(journal.finished)
