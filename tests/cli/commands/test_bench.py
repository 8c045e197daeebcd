from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fivefold import names
from fivefold.cli.support.signature import measure, measure_search, position
from fivefold.games.othello import OthelloGame

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Wander


def test_the_same_search_has_the_same_signature(fivefold: Fivefold) -> None:
    arguments = ("bench", "othello", "--size", "6", "--json")
    first, second = (fivefold(*arguments).document["games"][0] for _ in range(2))
    assert re.fullmatch(r"[0-9a-f]{8}", first["signature"])
    assert first["signature"] == second["signature"]
    assert first["nodes"] == second["nodes"]
    assert first["nodes_per_second"] > 0
    assert first["perft"]["leaves_per_second"] > 0


def test_another_search_has_another_signature() -> None:
    states = [position(names.game_from("othello(size=6)"), 6, seed) for seed in range(3)]
    assert measure(states, 2).signature != measure(states, 3).signature
    assert measure(states, 2).signature != measure(states[::-1], 2).signature


def test_bench_is_a_table_for_people(fivefold: Fivefold) -> None:
    lines = fivefold("bench", "pentomino").out.splitlines()
    assert lines[0].split() == ["game", "signature", "nodes", "nodes/s", "native", "leaves/s"]
    assert lines[1].startswith("pentomino  ")
    assert lines[2].startswith("pentomino engine  ")


def test_the_pentomino_solver_has_a_signature_of_its_own(fivefold: Fivefold) -> None:
    first, second = (
        fivefold("bench", "pentomino", "--size", "6x9", "--json").document["games"][0]["engine"]
        for _ in range(2)
    )
    assert re.fullmatch(r"[0-9a-f]{8}", first["signature"])
    assert first["signature"] == second["signature"]
    assert first["nodes"] == second["nodes"] > 0


def test_a_suite_is_positions_with_remarks(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "suite.txt"
    state = position(names.game_from("othello(size=6)"), 6, 1)
    text = state.game.format_position(state)
    file.write_text(f"{text}; a remark\n\n{text}\n")
    data = fivefold("bench", "othello", "--suite", str(file), "--json").document["games"][0]
    assert data["signature"] == measure([state, state]).signature


def suite_of(fivefold: Fivefold, wander: Wander, wrong: int = 0) -> str:
    """Returns endings as OBF with the values of solve, the first changed by `wrong`."""
    lines = ["% made by a test"]
    for seed in range(4):
        state = wander("othello", seed, 50)
        text = state.game.format_position(state)
        data = fivefold("solve", "othello", "-p", text, "--json").document
        lines.append(f"{text.replace('.', '-')}; {data['move'].upper()}:{data['value'] + wrong:+};")
        wrong = 0
    return "\n".join(lines) + "\n"


def test_a_suite_of_othello_endings_is_solved_and_compared(
    fivefold: Fivefold, wander: Wander, tmp_path: Path
) -> None:
    file = tmp_path / "endings.obf"
    file.write_text(suite_of(fivefold, wander))
    answer = fivefold("bench", "othello", "--suite", str(file), "--memory", "1")
    assert answer.code == 0
    lines = answer.out.splitlines()
    heads = ["#", "empty", "score", "published", "move", "nodes", "CPU", "s", "nodes/s"]
    assert lines[0].split() == heads
    assert [line.split()[4] for line in lines[1:5]] == ["ok"] * 4
    assert lines[-1] == "4 positions solved; 4 of 4 published scores matched."
    data = fivefold("bench", "othello", "--suite", str(file), "--json").document["suite"]
    assert (data["given"], data["solved"], data["right"], data["wrong"]) == (4, 4, 4, 0)
    assert data["nodes"] == sum(each["nodes"] for each in data["positions"]) > 0


def test_a_published_score_that_differs_is_reported_with_exit_code_1(
    fivefold: Fivefold, wander: Wander, tmp_path: Path
) -> None:
    file = tmp_path / "endings.obf"
    file.write_text(suite_of(fivefold, wander, wrong=2))
    answer = fivefold("bench", "othello", "--suite", str(file))
    assert answer.code == 1
    assert answer.out.count("WRONG") == 1
    assert answer.out.endswith("3 of 4 published scores matched.\n")


def test_a_suite_that_cannot_be_read_is_refused_with_its_line(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    file = tmp_path / "broken.obf"
    file.write_text(f"{'-' * 27}OX------XO{'-' * 27} X; F5:much;\n")
    answer = fivefold("bench", "othello", "--suite", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert "ine 1" in answer.err
    file.write_text("\n")
    assert fivefold("bench", "othello", "--suite", str(file)).code == 2


def test_memory_and_threads_go_with_a_suite_of_othello(fivefold: Fivefold) -> None:
    for option in ("--memory", "--threads"):
        answer = fivefold("bench", "pentomino", option, "2")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"{option} works only with --suite and Othello on 8x8.\n"


def test_the_othello_search_has_a_signature_of_its_own() -> None:
    game = names.game_from("othello")
    assert isinstance(game, OthelloGame)
    first, second = measure_search(game), measure_search(game)
    assert first.signature == second.signature
    assert first.nodes == second.nodes > 0
