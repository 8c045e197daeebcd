"""Questions and answers as plain data, with moves as notation."""

from __future__ import annotations

import dataclasses
import operator
import os
import traceback
from functools import lru_cache
from pathlib import Path
from typing import Any

from fivefold.core import Game, Limit, Move, State
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation, ProtocolError
from fivefold.strategies.base import Candidate, Decision, Overlay, Proof
from fivefold.words import quoted

LARGEST_MOVE = 1_000_000
_OURS = f"{Path(__file__).parents[1]}{os.sep}"
_LIBRARIES = (str(Path(traceback.__file__).parent), _OURS)


def as_decision(answer: object, state: State, name: str) -> Decision:
    """Returns the answer of a strategy as a decision with a legal move, or raises `ProtocolError`.

    A bare move or its notation is accepted too, which makes a first bot easier.
    """
    decision = answer if isinstance(answer, Decision) else Decision(None)
    chosen: object = decision.move if isinstance(answer, Decision) else answer
    if chosen is None and state.outcome:
        return dataclasses.replace(decision, state=state)
    try:
        move = _as_move(chosen, state.game)
        state.play(move)
    except (InvalidNotation, TypeError, OverflowError) as error:
        raise ProtocolError("engine.no_move", name=called(name), answer=shown(chosen)) from error
    except IllegalMove as error:
        raise ProtocolError("engine.illegal", name=called(name), reason=error.message) from error
    return dataclasses.replace(decision, move=move, state=state)


def _as_move(chosen: object, game: Game) -> Move:
    if isinstance(chosen, str):
        return game.parse_move(chosen)
    if isinstance(chosen, bool):
        raise TypeError
    move = operator.index(chosen)  # type: ignore[arg-type]  # raises TypeError for other types
    if abs(move) > LARGEST_MOVE:
        raise OverflowError
    return move


def called(name: str) -> str:
    """Returns the name of an engine, quoted and shortened for a sentence."""
    return quoted(name, 100)


def shown(answer: object) -> str:
    """Returns the repr of a foreign value, quoted for a sentence; never raises."""
    try:
        return quoted(repr(answer))
    except Exception:
        return quoted(type(answer).__name__)


def reason_of(error: BaseException) -> str:
    """Returns an error and its place, such as `ValueError: no move (my_bot.py, line 12)`.

    The place is in the bot's own file if possible, not in a library that it called.
    """
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    raised = list(traceback.extract_tb(error.__traceback__))
    frames = [frame for frame in raised if not frame.filename.startswith(_LIBRARIES)] or raised
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    kind = type(error).__name__
    return readable(f"{kind}: {said}" if said else kind) + place


def own_traceback(error: BaseException) -> str:
    """Returns the traceback of an error without our own frames; empty if none are left.

    It begins with the first frame that is neither ours nor of Python's machinery. An error that a
    message of ours wraps is shown instead of it.
    """
    if isinstance(error, FivefoldError) and error.__cause__ is not None:
        error = error.__cause__
    whole = traceback.TracebackException.from_exception(error)
    each: traceback.TracebackException | None = whole
    has_own = isinstance(error, SyntaxError)
    while each is not None:
        frames = [frame for frame in each.stack if not frame.filename.startswith(_OURS)]
        while frames and frames[0].filename.startswith((*_LIBRARIES, "<frozen")):
            del frames[0]
        has_own = has_own or bool(frames)
        each.stack = traceback.StackSummary.from_list(frames)
        each = each.__cause__ or each.__context__
    return "".join(whole.format()) if has_own else ""


def readable(text: str, longest: int = 300) -> str:
    """Returns the text as one short printable line."""
    return quoted(" ".join(text.split()), longest)[1:-1]


def state_as_json(state: State) -> dict[str, Any]:
    """Returns the position as plain data, with the last move if known."""
    last = state.last_move
    return {
        "position": state.game.format_position(state),
        "last": None if last is None else state.game.format_move(last),
    }


def state_from_json(data: dict[str, Any], game: Game) -> State:
    """Returns the position that `state_as_json` wrote."""
    state = game.parse_position(data["position"])
    # Strategies play better with `last_move`, which a position text does not contain.
    if data["last"] is not None and dataclasses.is_dataclass(state):
        return dataclasses.replace(state, last_move=game.parse_move(data["last"]))
    return state


def limit_as_json(limit: Limit) -> dict[str, Any]:
    """Returns the limit as plain data."""
    return {
        "seconds": limit.seconds,
        "depth": limit.depth,
        "nodes": limit.nodes,
        "longest": limit.longest,
    }


def limit_from_json(data: dict[str, Any]) -> Limit:
    """Returns the limit that `limit_as_json` wrote."""
    return Limit(data["seconds"], data["depth"], data["nodes"], data.get("longest"))


def decision_from_json(data: dict[str, Any], game: Game) -> Decision:
    """Returns the decision that `decision_as_json` wrote, with sentences as plain text.

    Raises `KeyError`, `TypeError` or `ValueError` for invalid data.
    """
    proof, cells_by_name = data["proof"], _cell_of_name(game)
    return Decision(
        None if data["move"] is None else game.parse_move(data["move"]),
        _number(data["score"]),
        _number(data["depth"]),
        _number(data["nodes"]),
        _moves(data["pv"], game),
        tuple(
            Candidate(
                game.parse_move(each["move"]),
                _number(each["score"]),
                each["note"],
                _moves(each.get("pv", []), game),
                _number(each.get("depth")),
            )
            for each in data["candidates"]
        ),
        tuple(_overlay(each, cells_by_name) for each in data["overlay"]),
        proof
        and Proof(
            proof["claim"],
            _moves(proof["line"], game),
            proof["by"],
            _number(proof.get("score")),
            proof.get("plies"),
        ),
        str(data["text"]),
    )


def _moves(texts: list[str], game: Game) -> tuple[Move, ...]:
    return tuple(game.parse_move(text) for text in texts)


def _number(value: Any) -> Any:
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise TypeError(f"{value!r} is no number")


def _overlay(data: dict[str, Any], cells_by_name: dict[str, int]) -> Overlay:
    values, cells = data.get("values"), data.get("cells")
    return Overlay(
        data["kind"],
        str(data["label"]),
        data["tone"],
        None if values is None else tuple(_number(value) for value in values),
        None if cells is None else tuple(cells_by_name[name] for name in cells),
        data.get("means"),
    )


@lru_cache(maxsize=64)
def _cell_of_name(game: Game) -> dict[str, int]:
    return {game.format_cell(cell): cell for cell in range(game.rows * game.columns)}
