"""Both ends of a protocol without pipes: scripted conversations and whole games."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fivefold.core import Game, Limit, Move, State
from fivefold.engines.base import Engine, Times
from fivefold.engines.protocols import driver_of, responder_of
from fivefold.engines.protocols.base import Answer, Ready, Responder, Send
from fivefold.engines.wire import as_decision
from fivefold.games.swap2 import SwapAnswer
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision

BUILD = Path(__file__).parents[3] / "build" / "python"


@pytest.fixture(scope="session")
def pbrain() -> str:
    """Returns the program, built if missing; FIVEFOLD_PBRAIN selects another."""
    if other := os.environ.get("FIVEFOLD_PBRAIN"):
        return other
    cmake = Path(sys.executable).with_name("cmake")
    with (BUILD / "pbrain.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [str(cmake), "--build", str(BUILD), "--target", "pbrain-fivefold64"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return str(BUILD / "pbrain-fivefold64")


class JoinedEnds(Engine):
    """A strategy behind both ends of a protocol; `lines` are those sent to it."""

    def __init__(self, protocol: str, text: str, game: Game, seed: int | None = None) -> None:
        self.driver = driver_of(protocol)(game)
        self.responder = responder_of(protocol)(game, text)
        self.strategy = strategy_from(text, game, seed)
        self.lines: list[str] = []
        self._name = text
        assert isinstance(self._exchange(self.driver.hello()), Ready)

    @property
    def name(self) -> str:
        return self._name

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        self.driver.hear_history(start, moves)

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        heard = self._exchange(self.driver.ask(state, limit, Times()))
        assert isinstance(heard, Answer)
        return as_decision(heard.move, state, self._name)

    def _exchange(self, lines: list[str]) -> object:
        """Exchanges lines until there are none; returns the driver's last event."""
        waiting, result = deque(lines), None
        while waiting:
            self.lines.append(waiting.popleft())
            for line in self._said(self.lines[-1]):
                if result is not None:
                    assert not self.driver.unasked(line), f"{line} after the answer"
                    continue
                heard = self.driver.hear(line)
                if isinstance(heard, Send):
                    waiting += heard.lines
                else:
                    result = heard
        return result

    def _said(self, line: str) -> list[str]:
        reply = self.responder.hear(line)
        lines = [*reply.lines]
        if reply.think:
            decision = self.strategy.choose(reply.think.state, reply.think.limit)
            lines += self.responder.answer(reply.think, decision)
        return lines


@pytest.fixture
def joined_ends() -> type[JoinedEnds]:
    return JoinedEnds


Script = Callable[[Responder, str, Sequence[Decision | SwapAnswer]], None]


@pytest.fixture
def conversation() -> Script:
    """Plays a conversation: `> ` is sent, `< ` is expected; `…` matches the rest of a line.

    The engine answers with the given decisions, in order.
    """

    def play(
        responder: Responder, text: str, decisions: Sequence[Decision | SwapAnswer] = ()
    ) -> None:
        thoughts, said = deque(decisions), deque[str]()
        for number, line in enumerate(filter(None, map(str.strip, text.splitlines()))):
            where = f"line {number + 1}, {line!r}"
            if line.startswith(">"):
                assert not said, f"before {where}: {list(said)}"
                reply = responder.hear(line[2:])
                said += reply.lines
                if reply.think:
                    thought = thoughts.popleft()
                    if isinstance(thought, SwapAnswer):
                        said += responder.answer_swap(reply.think, thought)
                    else:
                        said += responder.answer(reply.think, thought)
            else:
                assert said, f"nothing at {where}"
                expected, heard = line[2:], said.popleft()
                if expected.endswith("…"):
                    assert heard.startswith(expected[:-1]), f"{heard!r} at {where}"
                else:
                    assert heard == expected, f"{heard!r} at {where}"
        assert not said
        assert not thoughts

    return play
