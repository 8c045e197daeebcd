"""The example engines pass the doctor's examination of their protocol, on a board of any size."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fivefold.arena.doctor import Bounds, examine, rules_of
from fivefold.names import game_from

pytestmark = pytest.mark.system

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "examples" / "engines"
GAMES = {
    "gomocup": "gomoku(size=9)",
    "nboard": "othello",
    "gtp": "gomoku(size=9)",
    "ugi": "gomoku(size=9)",
}
PATIENT = Bounds(start=60.0, answer=30.0, move=0.2, late=30.0, patience=30.0, quiet=0.1, exit=30.0)
"""For programs that follow every rule, on a busy machine."""


def failed(protocol: str, command: list[str]) -> list[str]:
    game = game_from(GAMES[protocol])
    report = asyncio.run(examine(command, protocol, game, bounds=PATIENT))
    assert len(report.checks) == len(rules_of(protocol, game))
    return [check.name for check in report.checks if check.verdict == "failed"]


@pytest.mark.parametrize("protocol", GAMES)
def test_the_example_engine_of_each_protocol_passes_the_doctor(protocol: str) -> None:
    command = [sys.executable, "-ES", str(ENGINES / f"{protocol}_engine.py")]
    assert failed(protocol, command) == []


def test_the_example_engine_in_c_plus_plus_passes_the_doctor(tmp_path: Path) -> None:
    compiler = shutil.which("c++") or shutil.which("clang++") or shutil.which("g++")
    assert compiler is not None, "the native core needs a C++ compiler too"
    program = tmp_path / "engine"
    source = ENGINES / "ugi_engine.cpp"
    subprocess.run(
        [compiler, "-std=c++20", "-O1", "-o", str(program), str(source)], check=True, timeout=300
    )
    assert failed("ugi", [str(program)]) == []


def test_the_example_engines_need_nothing_but_python() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in ENGINES.glob("*.py")}
    assert set(sources) == {f"{protocol}_engine.py" for protocol in GAMES}
    assert not any("fivefold" in source for source in sources.values())
    assert all(len(source.splitlines()) < 70 for source in sources.values())
