"""The process of a path bot: loads the strategy, then answers one question at a time.

`python -m fivefold.engines.process_main SOCKET STRATEGY GAME SEED` exchanges the messages of
`child_messages.py` over the socket it inherits. What the bot prints goes to standard error.

    loaded      {"id": 0, "answer": {"class": "MyBot", "games": null, "prepares": false}}
    prepare     {"id": 1, "prepare": "gomoku(size=15, …)"}
    prepared    {"id": 1, "answer": {}}
    question    {"id": 1, "game": "gomoku(size=15, …)", "position": …, "last": …, "limit": {…}}
    answer      {"id": 1, "answer": {"decision": {…}, "fault": null}}

If the reasons in a decision make no sense, only its move is sent; `fault` says why. An error
has two further keys: `code`, the key of its message, and `traceback`, the frames of the bot.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sys
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

from fivefold.core import Game
from fivefold.engines.child_connection import ChildConnection
from fivefold.engines.child_messages import foreign_error_as_json
from fivefold.engines.wire import (
    as_decision,
    called,
    decision_from_json,
    limit_from_json,
    own_traceback,
    reason_of,
    state_from_json,
)
from fivefold.errors import EngineCrashed, FivefoldError, NativeUnavailable, ProtocolError
from fivefold.names import FromFile, game_from, parse_player, strategy_from
from fivefold.strategies.base import Decision, Strategy, decision_as_json

LONGEST_TRACEBACK = 20_000


def main(arguments: list[str]) -> None:
    """Answers questions until the parent closes the connection."""
    descriptor, text, game, seed = arguments
    connection = ChildConnection(int(descriptor))
    _print_to_stderr()
    # The bot may import modules from its folder. It comes last, so that none hides a library.
    player = parse_player(text)
    if isinstance(player, FromFile):
        sys.path.append(str(Path(player.file).expanduser().parent.resolve()))
    try:
        strategy = strategy_from(text, game, int(seed) if seed else None)
    except BaseException as error:
        _flush()
        connection.reply(0, error=_error_as_json(error, text, (FivefoldError,)))
        return
    loaded: dict[str, Any] = {"class": type(strategy).__name__, "games": _games(strategy)}
    loaded["prepares"] = type(strategy).prepare is not Strategy.prepare
    _flush()
    connection.reply(0, answer=loaded)
    while True:
        question = connection.next_question()
        reply = _reply(question, strategy, text)
        _flush()
        connection.reply(question["id"], **reply)


def _print_to_stderr() -> None:
    """Sends standard output to standard error, line by line, so that prints keep their order."""
    os.dup2(2, 1)
    sys.stdout = open(1, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115


def _flush() -> None:
    with contextlib.suppress(Exception):
        sys.stdout.flush()


def _games(strategy: Strategy) -> list[str] | None:
    """Returns the games that the class declares; None, all games, if the value is invalid."""
    games: object = strategy.games
    if isinstance(games, str):
        return [games]
    if isinstance(games, tuple | list) and all(isinstance(name, str) for name in games):
        return list(games)
    return None


_game = lru_cache(game_from)


def _reply(question: dict[str, Any], strategy: Strategy, name: str) -> dict[str, Any]:
    try:
        if "prepare" in question:
            strategy.prepare(_game(question["prepare"]))
            return {"answer": {}}
        game = _game(question["game"])
        state = state_from_json(question, game)
        chosen = strategy.choose(state, limit_from_json(question["limit"]), threading.Event())
        decision = as_decision(chosen, state, name)
    except BaseException as error:
        return {"error": _error_as_json(error, name, (ProtocolError, NativeUnavailable))}
    data, fault = _decision_as_json(decision, game)
    return {"answer": {"decision": data, "fault": fault}}


def _decision_as_json(decision: Decision, game: Game) -> tuple[dict[str, Any], str | None]:
    """Returns the decision as data and None, or the move alone and the fault of the rest."""
    try:
        return _proper_data(decision, game), None
    except Exception as error:
        return decision_as_json(Decision(decision.move), game), _fault(decision, game, error)


def _proper_data(decision: Decision, game: Game) -> dict[str, Any]:
    """Returns the decision as data that survives a round trip, or raises."""
    data = decision_as_json(decision, game)
    json.dumps(data, allow_nan=False)
    decision_from_json(data, game)
    return data


def _fault(decision: Decision, game: Game, error: Exception) -> str:
    """Returns the fault: the invalid part of the decision, and why."""
    for part in (field.name for field in dataclasses.fields(Decision)):
        alone = dataclasses.replace(Decision(decision.move), **{part: getattr(decision, part)})
        try:
            _proper_data(alone, game)
        except Exception as reason:
            return f"{part}: {reason_of(reason.with_traceback(None))}"
    return reason_of(error.with_traceback(None))


def _error_as_json(
    error: BaseException, name: str, passed_on: tuple[type[FivefoldError], ...]
) -> dict[str, Any]:
    """Returns the error as data: the given classes unchanged, all others as a crash."""
    crash: BaseException = error
    if not isinstance(error, passed_on):
        crash = EngineCrashed("engine.crashed", name=called(name), reason=reason_of(error))
    code = crash.code if isinstance(crash, FivefoldError) else None
    return {**foreign_error_as_json(crash), "code": code, "traceback": _traceback(error)}


def _traceback(error: BaseException) -> str:
    """Returns the bot's own frames; an error whose parts raise errors has none."""
    try:
        return own_traceback(error)[-LONGEST_TRACEBACK:]
    except Exception:
        return ""


if __name__ == "__main__":
    main(sys.argv[1:])
