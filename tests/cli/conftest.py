"""The command as tests run it: in this process where only the answer matters, else in its own."""

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
from fivefold.cli.progress import Ticker
from fivefold.core import State

if TYPE_CHECKING:
    from tests.conftest import WarmCommand

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]


@dataclass(frozen=True)
class Answer:
    """What a run of the command left behind."""

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
    """Runs `fivefold ARGUMENTS` in this process; a slow machine puts no notes into its answers."""
    monkeypatch.setattr(Ticker, "FIRST", math.inf)

    def run(*arguments: str) -> Answer:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run


def environment(**changes: str) -> dict[str, str]:
    """Returns this environment with those variables changed and the encoding not prescribed."""
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
    """Starts it from a process that is loaded already; it hears no signals, only its input ends."""

    def run(*arguments: str, **changes: str) -> subprocess.Popen[bytes]:
        if any(name.startswith(("PYTHON", "LC_")) for name in changes):  # read by a new Python only
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
    """Returns a position of a random game, after so many plies or at a random moment."""

    def run(game: str, seed: int, plies: int | None = None) -> State:
        chance = random.Random(f"{game} {seed}")
        state = names.game_from(game).start
        for _ in range(chance.randrange(70) if plies is None else plies):
            if state.outcome:
                break
            state = state.play(chance.choice(state.legal_moves()))
        return state

    return run
