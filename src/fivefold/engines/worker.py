"""The process a strategy from a file runs in: one JSON line in, one JSON line out.

`python -m fivefold.engines.worker SOCKET STRATEGY GAME SEED` speaks over the socket it inherits;
standard output is nobody's business, so a bot may print what it likes.

    to the parent    {"ready": true}  or  {"error": {"kind": …, "text": …}}
    to the worker    {"id": 1, "game": "gomoku(size=15, …)", "position": …, "last": …, "limit": {…}}
    to the parent    {"id": 1, "decision": {…}}  or  {"id": 1, "error": {…}}
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from fivefold.core import Game
from fivefold.engines.wire import (
    as_decision,
    called,
    decision_from_json,
    limit_from_json,
    reason_of,
    state_from_json,
)
from fivefold.errors import EngineCrashed, FivefoldError, NativeUnavailable, ProtocolError
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Decision, Strategy, decision_as_json


def main(arguments: list[str]) -> None:
    """Answers questions until the parent closes the connection."""
    number, text, game, seed = arguments
    connection = socket.socket(fileno=int(number))
    connection.set_inheritable(False)
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, requests), daemon=True).start()
    # Modules beside the bot can be imported, after everything else so that none hides another.
    sys.path.append(str(Path(text.rpartition(".py")[0]).parent.resolve()))
    try:
        strategy = strategy_from(text, game, int(seed) if seed else None)
    except BaseException as error:
        _send(connection, {"error": _error_as_json(error, text, (FivefoldError,))})
        return
    _send(connection, {"ready": True})
    while True:
        _send(connection, _answer(json.loads(requests.get()), strategy, text))


def _listen(connection: socket.socket, requests: SimpleQueue[str]) -> None:
    """Passes on each line; when the parent is gone, ends this process and all it has started."""
    with connection.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            requests.put(line)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _send(connection: socket.socket, data: dict[str, Any]) -> None:
    connection.sendall(json.dumps(data, allow_nan=False).encode() + b"\n")


_game = lru_cache(game_from)


def _answer(request: dict[str, Any], strategy: Strategy, name: str) -> dict[str, Any]:
    number = request["id"]
    try:
        game = _game(request["game"])
        state = state_from_json(request, game)
        chosen = strategy.choose(state, limit_from_json(request["limit"]), threading.Event())
        decision = as_decision(chosen, state, name)
    except BaseException as error:
        passed_on = (ProtocolError, NativeUnavailable)
        return {"id": number, "error": _error_as_json(error, name, passed_on)}
    return {"id": number, "decision": _decision_as_json(decision, game)}


def _decision_as_json(decision: Decision, game: Game) -> dict[str, Any]:
    """Returns the decision as data; the move alone if what stands beside it makes no sense."""
    try:
        data = decision_as_json(decision, game)
        json.dumps(data, allow_nan=False)
        decision_from_json(data, game)
    except Exception:
        return decision_as_json(Decision(decision.move), game)
    return data


def _error_as_json(
    error: BaseException, name: str, passed_on: tuple[type[FivefoldError], ...]
) -> dict[str, str]:
    """Returns the error for the parent: those passed on as they are, all others as a crash."""
    if not isinstance(error, passed_on):
        error = EngineCrashed("engine.crashed", name=called(name), reason=reason_of(error))
    return {"kind": type(error).__name__, "text": str(error)}


if __name__ == "__main__":
    main(sys.argv[1:])
