from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fivefold import names
from fivefold.cli.signature import measure, position

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold


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
