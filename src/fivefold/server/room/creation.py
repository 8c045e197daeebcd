"""The first events of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fivefold.core import State
from fivefold.errors import InvalidNotation, InvalidPosition
from fivefold.games.swap2 import check_opening
from fivefold.match.clock import TimeControl
from fivefold.match.replay import play_through, read_line
from fivefold.names import format_game
from fivefold.server.room import seats as seating
from fivefold.server.room.commands import Order
from fivefold.server.room.events import Event
from fivefold.server.room.names import checked_name
from fivefold.server.room.seats import ME, Seat, Seats
from fivefold.server.room.view import notation

MAX_MOVES = 1000
MAX_PACE = 60_000

Change = tuple[str, dict[str, Any]]
"""An event without its version and time."""


def opening(order: Order, holder: str, at: float) -> list[Event]:
    """Returns the first events of the match; `holder` identifies its creator."""
    if len(order.moves) > MAX_MOVES:
        raise InvalidNotation("match.too_many_moves", count=len(order.moves), most=MAX_MOVES)
    seating.checked(order.seats)
    checked_pace(order.pace)
    name = checked_name(order.name)
    if list(order.seats.values()).count(ME) > 1:
        name = None  # both seats would have the same name
    seats = {
        seat: Seat.of(order.seats.get(seat, seating.OPEN), holder, name) for seat in seating.SEATS
    }
    moves = read_line(order.start, order.moves, passes_left_out=True)
    if order.opening is not None:
        check_opening(order.opening, order.start)
        if moves:
            raise InvalidPosition("swap2.start")
    data: dict[str, Any] = {
        "time": None if order.time is None else str(TimeControl.parse(order.time)),
        "public": order.public,
        "pace": order.pace,
        "owner": holder,
    }
    if order.opening is not None:
        data["opening"] = order.opening
    if moves:
        data["moves"] = [notation(order.start.game, move) for move in moves]
    return _events(order.start, play_through(order.start, moves)[-1], seats, data, at)


def opening_again(created: Mapping[str, Any], start: State, seats: Seats, at: float) -> list[Event]:
    """Returns the first events of a match like an earlier one, with new seats."""
    kept = ("time", "public", "pace", "owner", "opening")
    data = {key: created[key] for key in kept if key in created}
    return _events(start, start, seats, data, at)


def _events(
    start: State, state: State, seats: Seats, data: dict[str, Any], at: float
) -> list[Event]:
    created = {
        "game": format_game(start.game),
        "start": start.game.format_position(start),
        "seats": seats_as_json(seats),
        **data,
    }
    changes: list[Change] = [("created", created)]
    changes += consequences(state, len(data.get("moves", ())))
    return [Event(version, kind, at, each) for version, (kind, each) in enumerate(changes, 1)]


def consequences(state: State, plies: int) -> list[Change]:
    """Returns what follows from a position by itself: forced passes, the end."""
    changes: list[Change] = []
    game = state.game
    # Legal moves cost time, and only Othello has passes.
    while game.pass_move is not None and state.legal_moves() == [game.pass_move]:
        plies += 1
        changes.append(moved(state, plies, game.pass_move, forced=True))
        state = state.play(game.pass_move)
    outcome = state.outcome
    if outcome is not None:
        end = {
            "winner": None if outcome.winner is None else outcome.winner.value,
            "ending": "normal",
            "reason": outcome.reason.as_json(),
            "margin": outcome.margin,
        }
        changes.append(("ended", end))
    return changes


def moved(before: State, ply: int, move: int, seconds: float = 0.0, **more: Any) -> Change:
    """Returns the event of a move."""
    return "moved", {
        "ply": ply,
        "move": notation(before.game, move),
        "seat": before.to_move.value,
        "seconds": seconds,
        "id": None,
        "decision": None,
        **more,
    }


def seats_as_json(seats: Seats) -> dict[str, Any]:
    """Returns the seats as stored in the log."""
    return {name: seat.as_json() for name, seat in seats.items()}


def checked_pace(pace: int | None) -> None:
    """Raises `InvalidNotation` unless the pace is None or a number of milliseconds in range."""
    if pace is not None and not 0 <= pace <= MAX_PACE:
        raise InvalidNotation("match.pace", value=pace, most=MAX_PACE)
