"""The native module as seen from Python: its stub, Ctrl-C, and a missing module."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fivefold
from fivefold.errors import NativeUnavailable
from fivefold.games.othello import OthelloGame
from fivefold.strategies import native

pytestmark = pytest.mark.system

STUB = Path(fivefold.__file__).with_name("_native.pyi")

COUNT_FOREVER = """
from fivefold.games import GAMES
from fivefold.strategies import native
start = GAMES["{name}"]().start
native.perft(start, 1)
print("counting", flush=True)
try:
    native.perft(start, 40)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_the_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    generated = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-m", "fivefold._native"]
    subprocess.run([*command, "-o", str(generated)], check=True, capture_output=True)
    assert STUB.read_text() == generated.read_text(), "run `make stubs`"


@pytest.mark.parametrize("name", ["gomoku", "othello", "pentomino"])
def test_ctrl_c_ends_a_count(name: str) -> None:
    command = [sys.executable, "-c", COUNT_FOREVER.format(name=name)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        started = processor_seconds(process.pid)
        while (before := processor_seconds(process.pid)) < started + 0.1:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert processor_seconds(process.pid) - before < 1
        assert process.wait() == 0


def processor_seconds(process: int) -> float:
    """Returns the CPU time used, which other programs do not affect."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_without_the_module_the_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(fivefold, "_native", raising=False)
    monkeypatch.setitem(sys.modules, "fivefold._native", None)
    with pytest.raises(NativeUnavailable) as caught:
        native.legal_moves(OthelloGame().start)
    assert caught.value.code == "native.missing"
    assert caught.value.reason


def test_importing_the_python_layer_does_not_load_the_module() -> None:
    program = "import sys, fivefold.strategies.native; sys.exit('fivefold._native' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
