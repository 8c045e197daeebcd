"""The analysis process: answers one question at a time, and can be stopped.

`python -m fivefold.server.analysis.process_main SOCKET` exchanges the messages of
`engines/child_messages.py`. The questions:

    {"id": 7, "ask": "think", "strategy": "level(4)", "game": …, "start": …, "moves": […],
     "limit": {…}, "seed": null, "outcomes": false, "progress": false, "lines": 0}
    {"id": 8, "ask": "graph", "game": …, "start": …, "moves": […], "plies": [3, 4]}
    {"id": 9, "ask": "review", "game": …, "start": …, "moves": […], "loser": "O", "limit": {…}}
    {"id": 10, "ask": "settle", "strategy": …, "game": …, "start": …, "moves": […], "stones": 3,
     "limit": {…}, "seed": null}

It ends with the server, even during a search. Only named strategies run here, never files.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fivefold.core import Player, State
from fivefold.engines.child_connection import ChildConnection
from fivefold.engines.child_messages import error_as_json
from fivefold.engines.swap2 import weigh_sides, weigh_stones
from fivefold.engines.wire import as_decision, called, limit_from_json, reason_of
from fivefold.errors import EngineCrashed, FivefoldError, Refused
from fivefold.names import FromFile, game_from, parse_player, strategy_from
from fivefold.server.analysis.decision_json import answer_as_json, finding_as_json
from fivefold.server.analysis.game_graph import graph_point
from fivefold.server.analysis.pentomino_review import outcomes_as_json, review_game
from fivefold.strategies.base import GAME_OVER, Strategy
from fivefold.strategies.native_engine import NativeEngine

REPORT_SECONDS = 0.3
"""Pause between two reports of what a search has found so far."""
NICENESS = 5
"""Added to the process priority, so that searches yield to the server."""


@dataclass(frozen=True)
class StopFlag:
    """The stop flag of one question, as strategies read it."""

    connection: ChildConnection
    number: int

    def is_set(self) -> bool:
        return self.connection.is_stopped(self.number)

    def report(self, progress: dict[str, Any]) -> None:
        self.connection.report(self.number, progress)


def main(arguments: list[str]) -> None:
    """Answers questions until the server closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    connection = ChildConnection(int(arguments[0]))
    while True:
        question = connection.next_question()
        number = question["id"]
        connection.reply(number, **_reply(question, StopFlag(connection, number)))


def _reply(question: dict[str, Any], stop: StopFlag) -> dict[str, Any]:
    name = str(question.get("strategy", question["ask"]))
    try:
        state = line_of(question["game"], question["start"], question["moves"])
        if question["ask"] == "graph":
            return {"answer": _graph(question, state, stop)}
        if question["ask"] == "review":
            return {"answer": _review(question, state, stop)}
        if question["ask"] == "settle":
            return {"answer": _settle(question, state[-1], stop)}
        return {"answer": _choose(question, state, stop)}
    except FivefoldError as error:
        return {"error": error_as_json(error)}
    except Exception as error:
        crash = EngineCrashed("engine.crashed", name=called(name), reason=reason_of(error))
        return {"error": error_as_json(crash)}


@contextlib.contextmanager
def _reporting(strategy: Strategy, state: State, stop: StopFlag, lines: int) -> Iterator[None]:
    """Reports what the search inside the block has found, whenever it is something new.

    With `lines`, that many of the best moves with their lines are part of it.
    """
    ended = threading.Event()

    def report() -> None:
        told = None
        while not ended.wait(REPORT_SECONDS):
            found = strategy.progress(state)
            if found is not None and found != told:
                told = found
                stop.report(finding_as_json(found, state.game, lines))

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()  # the reply must not be sent in the middle of a report


def _choose(question: dict[str, Any], states: list[State], stop: StopFlag) -> dict[str, Any]:
    state, name = states[-1], question["strategy"]
    if isinstance(parse_player(name), FromFile):
        raise Refused("strategy.path")
    strategy = strategy_from(name, state.game, question["seed"])
    if isinstance(strategy, NativeEngine):
        strategy = _kept(name, state.game)
    limit = limit_from_json(question["limit"])
    started = time.perf_counter()
    decision = GAME_OVER
    if not state.outcome:
        lines = question.get("lines", 0)
        tells = _reporting(strategy, state, stop, lines) if question["progress"] else None
        with tells or contextlib.nullcontext():
            decision = strategy.choose(state, limit, stop)
    seconds = time.perf_counter() - started
    decision = as_decision(decision, state, name)
    answer = answer_as_json(decision, state.game, name, seconds)
    # Other strategies explain only a few moves, so their outcomes would be mostly unknown.
    if question["outcomes"] and isinstance(strategy, NativeEngine):
        answer["outcomes"] = outcomes_as_json(decision, state)
    return answer


def _settle(question: dict[str, Any], state: State, stop: StopFlag) -> dict[str, Any]:
    """Returns the answer in a swap2 opening: `stones` moves, or a side if `stones` is 0."""
    limit, count = limit_from_json(question["limit"]), question["stones"]
    started = time.perf_counter()
    if count:
        weighed = weigh_stones(state, count, limit, stop, seed=question["seed"])
    else:
        weighed = weigh_sides(state, limit, stop)
    seconds = time.perf_counter() - started
    takes = weighed.answer.takes
    return {
        "moves": [state.game.format_move(move) for move in weighed.answer.moves],
        "choice": None if takes is None else "black" if takes is Player.FIRST else "white",
        "decision": answer_as_json(weighed.decision, state.game, question["strategy"], seconds),
    }


def _graph(question: dict[str, Any], states: list[State], stop: StopFlag) -> list[dict[str, Any]]:
    return [
        {"ply": ply, **graph_point(states[ply], stop).as_json(states[ply])}
        for ply in question["plies"]
        if ply < len(states)
    ]


def _review(question: dict[str, Any], states: list[State], stop: StopFlag) -> dict[str, Any]:
    limit = limit_from_json(question["limit"])
    return review_game(states, Player(question["loser"]), limit, stop).as_json(states)


_game = lru_cache(game_from)
# An engine keeps what it learned. Other strategies start afresh, so that seeds reproduce.
_kept = lru_cache(maxsize=2)(strategy_from)


def line_of(game: str, start: str, moves: list[str]) -> list[State]:
    """Returns every position of a line; each knows its last move."""
    states = [_game(game).parse_position(start)]
    for text in moves:
        states.append(states[-1].play(states[-1].game.parse_move(text)))
    return states


if __name__ == "__main__":
    main(sys.argv[1:])
