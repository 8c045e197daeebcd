"""Ways to run the command: in this process, or as a process with real streams."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from fivefold import names
from fivefold.cli import main
from fivefold.cli.support.progress import Ticker
from fivefold.core import State

if TYPE_CHECKING:
    from tests.conftest import WarmCommand

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]


@dataclass(frozen=True)
class Answer:
    """The exit code and the output of a run."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output, without NaN or Infinity."""
        assert self.code == 0, self.err
        assert self.err == ""

        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} is no JSON")

        return json.loads(self.out, parse_constant=refuse)


Fivefold = Callable[..., Answer]


@pytest.fixture
def fivefold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fivefold:
    """Runs `fivefold ARGUMENTS` in this process, without progress notes on a slow machine."""
    monkeypatch.setattr(Ticker, "FIRST", math.inf)

    def run(*arguments: str) -> Answer:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run


def environment(**changes: str) -> dict[str, str]:
    """Returns this environment with those changes and without PYTHONIOENCODING."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    return {**kept, **changes}


Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start() -> Start:
    """Starts `fivefold ARGUMENTS` as a process with its streams in pipes."""

    def run(*arguments: str, **changes: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**changes),
        )

    return run


@pytest.fixture
def warm_start(start: Start, warm_command: WarmCommand) -> Start:
    """Starts it from a preloaded process; signals do not reach it, only the end of its input."""

    def run(*arguments: str, **changes: str) -> subprocess.Popen[bytes]:
        if any(
            name.startswith(("PYTHON", "LC_")) for name in changes
        ):  # only a new Python reads them
            return start(*arguments, **changes)
        return subprocess.Popen(
            [warm_command.folder / "fivefold", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**changes),
        )

    return run


Wander = Callable[..., State]


@pytest.fixture
def wander() -> Wander:
    """Returns a position of a random game, after `plies` or at a random ply."""

    def run(game: str, seed: int, plies: int | None = None) -> State:
        chance = random.Random(f"{game} {seed}")
        state = names.game_from(game).start
        for _ in range(chance.randrange(70) if plies is None else plies):
            if state.outcome:
                break
            state = state.play(chance.choice(state.legal_moves()))
        return state

    return run
