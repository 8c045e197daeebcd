"""The process a strategy from a file runs in: one JSON line in, one JSON line out.

`python -m fivefold.engines.worker SOCKET STRATEGY GAME SEED` speaks over the socket it inherits;
standard output is nobody's business, so a bot may print what it likes.

    to the parent    {"ready": true, "class": "MyBot", "games": null}  or  {"error": {…}}
    to the worker    {"id": 1, "game": "gomoku(size=15, …)", "position": …, "last": …, "limit": {…}}
    to the parent    {"id": 1, "decision": {…}, "fault": null}  or  {"id": 1, "error": {…}}

A decision whose reasons make no sense is sent as its move alone; `fault` then says why.
"""

from __future__ import annotations

import dataclasses
import json
import os
import select
import signal
import socket
import sys
import threading
from functools import lru_cache
from pathlib import Path
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
    threading.Thread(target=_watch, args=(connection,), daemon=True).start()
    # Modules beside the bot can be imported, after everything else so that none hides another.
    sys.path.append(str(Path(text.rpartition(".py")[0]).parent.resolve()))
    try:
        strategy = strategy_from(text, game, int(seed) if seed else None)
    except BaseException as error:
        _send(connection, {"error": _error_as_json(error, text, (FivefoldError,))})
        return
    _send(connection, {"ready": True, "class": type(strategy).__name__, "games": _games(strategy)})
    with connection.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            _send(connection, _answer(json.loads(line), strategy, text))


def _watch(connection: socket.socket) -> None:
    """Ends this process and all it has started when the parent is gone, in the middle of a move."""
    poll = select.poll()
    poll.register(connection, 0)  # nothing but the end, which is always reported
    poll.poll()
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _games(strategy: Strategy) -> list[str] | None:
    """Returns the games somebody's class says it plays; None, every game, if it says nonsense."""
    games: object = strategy.games
    if isinstance(games, str):
        return [games]
    if isinstance(games, tuple | list) and all(isinstance(name, str) for name in games):
        return list(games)
    return None


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
    data, fault = _decision_as_json(decision, game)
    return {"id": number, "decision": data, "fault": fault}


def _decision_as_json(decision: Decision, game: Game) -> tuple[dict[str, Any], str | None]:
    """Returns the decision as data and None, or its move alone and what is wrong with the rest."""
    try:
        return _proper_data(decision, game), None
    except Exception as error:
        return decision_as_json(Decision(decision.move), game), _fault(decision, game, error)


def _proper_data(decision: Decision, game: Game) -> dict[str, Any]:
    """Returns the decision as data that can be sent and read again, or raises."""
    data = decision_as_json(decision, game)
    json.dumps(data, allow_nan=False)
    decision_from_json(data, game)
    return data


def _fault(decision: Decision, game: Game, error: Exception) -> str:
    """Returns the part of the decision that makes no sense, and why."""
    for part in (field.name for field in dataclasses.fields(Decision)):
        alone = dataclasses.replace(Decision(decision.move), **{part: getattr(decision, part)})
        try:
            _proper_data(alone, game)
        except Exception as reason:
            return f"{part}: {reason_of(reason.with_traceback(None))}"
    return reason_of(error.with_traceback(None))


def _error_as_json(
    error: BaseException, name: str, passed_on: tuple[type[FivefoldError], ...]
) -> dict[str, str]:
    """Returns the error for the parent: those passed on as they are, all others as a crash."""
    if not isinstance(error, passed_on):
        error = EngineCrashed("engine.crashed", name=called(name), reason=reason_of(error))
    return {"kind": type(error).__name__, "text": str(error)}


if __name__ == "__main__":
    main(sys.argv[1:])
