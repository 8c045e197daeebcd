"""The process that thinks for the server: one question at a time, and it can be told to stop.

`python -m fivefold.server.thinker SOCKET` speaks lines of JSON over the socket it inherits:

    to the thinker   {"id": 7, "ask": "think", "strategy": "level(4)", "game": …, "start": …,
                      "moves": […], "limit": {…}, "seed": null, "outcomes": false}
                     {"id": 8, "ask": "judge", "game": …, "start": …, "moves": […], "plies": [3, 4]}
                     {"id": 9, "ask": "hindsight", "game": …, "start": …, "moves": […],
                      "loser": "O", "limit": {…}}
                     {"id": 10, "ask": "settle", "strategy": …, "game": …, "start": …, "moves": […],
                      "stones": 3, "limit": {…}, "seed": null}
                     {"stop": 7}
    to the server    {"id": 7, "answer": …}  or  {"id": 7, "error": {"kind", "key", "facts"}}

It ends when the server is gone, in the middle of a search too. Only named strategies run here;
somebody's file never does.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

from fivefold.core import Player, State
from fivefold.engines.swap2 import weigh_sides, weigh_stones
from fivefold.engines.wire import as_decision, called, limit_from_json, reason_of
from fivefold.errors import EngineCrashed, FivefoldError, Refused
from fivefold.names import game_from, is_path, strategy_from
from fivefold.server.answers import answer_as_json
from fivefold.server.hindsight import hindsight
from fivefold.server.judge import judge
from fivefold.server.outcomes import outcomes_as_json
from fivefold.strategies.base import GAME_OVER
from fivefold.strategies.engine import Engine

POLITE = 5
"""How much it yields to the server, which must answer everybody at once."""


@dataclass
class Stopped:
    """The last question that was told to stop; earlier ones are over anyway."""

    number: int = 0


@dataclass(frozen=True)
class StopFlag:
    """What a strategy looks at: is this question told to stop?"""

    stopped: Stopped
    number: int

    def is_set(self) -> bool:
        return self.stopped.number >= self.number


def main(arguments: list[str]) -> None:
    """Answers questions until the server closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    with contextlib.suppress(OSError):
        os.nice(POLITE)
    connection = socket.socket(fileno=int(arguments[0]))
    connection.set_inheritable(False)
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    stopped = Stopped()
    threading.Thread(target=_listen, args=(connection, questions, stopped), daemon=True).start()
    while True:
        question = questions.get()
        answer = _answer(question, StopFlag(stopped, question["id"]))
        line = json.dumps({"id": question["id"], **answer}, allow_nan=False, default=str)
        connection.sendall(line.encode() + b"\n")


def _listen(
    connection: socket.socket, questions: SimpleQueue[dict[str, Any]], stopped: Stopped
) -> None:
    """Passes on each question; when the server is gone, ends this process and all it started."""
    with connection.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            data = json.loads(line)
            if "stop" in data:
                stopped.number = data["stop"]
            else:
                questions.put(data)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _answer(question: dict[str, Any], stop: StopFlag) -> dict[str, Any]:
    name = str(question.get("strategy", question["ask"]))
    try:
        state = line_of(question["game"], question["start"], question["moves"])
        if question["ask"] == "judge":
            return {"answer": _judged(question, state, stop)}
        if question["ask"] == "hindsight":
            return {"answer": _looked_back(question, state, stop)}
        if question["ask"] == "settle":
            return {"answer": _settled(question, state[-1], stop)}
        return {"answer": _thought(question, state, stop)}
    except FivefoldError as error:
        return {"error": error_as_json(error)}
    except Exception as error:
        crash = EngineCrashed("engine.crashed", name=called(name), reason=reason_of(error))
        return {"error": error_as_json(crash)}


def _thought(question: dict[str, Any], states: list[State], stop: StopFlag) -> dict[str, Any]:
    state, name = states[-1], question["strategy"]
    if is_path(name):
        raise Refused("strategy.path")
    strategy = strategy_from(name, state.game, question["seed"])
    if isinstance(strategy, Engine):
        strategy = _kept(name, state.game)
    limit = limit_from_json(question["limit"])
    started = time.perf_counter()
    decision = GAME_OVER if state.outcome else strategy.choose(state, limit, stop)
    seconds = time.perf_counter() - started
    decision = as_decision(decision, state, name)
    answer = answer_as_json(decision, state.game, name, seconds)
    # Others give reasons for a few moves, and nobody would count those.
    if question["outcomes"] and isinstance(strategy, Engine):
        answer["outcomes"] = outcomes_as_json(decision, state)
    return answer


def _settled(question: dict[str, Any], state: State, stop: StopFlag) -> dict[str, Any]:
    """Returns the answer in an opening by swap2: as many stones as are wanted, or else a side."""
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


def _judged(question: dict[str, Any], states: list[State], stop: StopFlag) -> list[dict[str, Any]]:
    return [
        {"ply": ply, **judge(states[ply], stop).as_json(states[ply])}
        for ply in question["plies"]
        if ply < len(states)
    ]


def _looked_back(question: dict[str, Any], states: list[State], stop: StopFlag) -> dict[str, Any]:
    limit = limit_from_json(question["limit"])
    return hindsight(states, Player(question["loser"]), limit, stop).as_json(states)


_game = lru_cache(game_from)
# An engine goes on with what it learnt. Others begin anew: a seed means the same every time.
_kept = lru_cache(maxsize=2)(strategy_from)


def line_of(game: str, start: str, moves: list[str]) -> list[State]:
    """Returns the positions of a line of play, so that the last move of each is known."""
    states = [_game(game).parse_position(start)]
    for text in moves:
        states.append(states[-1].play(states[-1].game.parse_move(text)))
    return states


def error_as_json(error: FivefoldError) -> dict[str, Any]:
    """Returns the error as data, with everything its sentence mentions."""
    message = error.message.as_json()
    return {"kind": type(error).__name__, "key": message["key"], "facts": message["facts"]}


if __name__ == "__main__":
    main(sys.argv[1:])
