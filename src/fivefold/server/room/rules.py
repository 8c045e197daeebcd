"""The rules of each command: which events it leads to, or why it is rejected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fivefold.core import Player
from fivefold.errors import InvalidNotation, Refused, StaleWrite
from fivefold.games.swap2 import Choice
from fivefold.server.room import commands as do
from fivefold.server.room import seats as seating
from fivefold.server.room.creation import (
    Change,
    checked_pace,
    consequences,
    moved,
    seats_as_json,
)
from fivefold.server.room.names import checked_name
from fivefold.server.room.permissions import (
    check_in_charge,
    check_live,
    check_may_seat,
    check_server,
    interrupted,
    machines,
    name_of,
    seats_of,
)
from fivefold.server.room.seats import MACHINE, Seat
from fivefold.server.room.state import RoomState
from fivefold.server.room.swap2 import Opening, decisions
from fivefold.words import say

AWAY_BEFORE_CLAIM = 60.0
MAX_EVENTS = 10_000
"""Maximum events per match."""


def decide(
    room: RoomState, command: do.Command, holder: str | None, away: Mapping[Player, float]
) -> list[Change]:
    """Returns the changes of a command. Raises the reason if it is rejected."""
    if isinstance(command, do.Move) and room.answered(command.id, holder) is not None:
        return []
    # Checked before the turn: a late command is stale, not out of turn.
    if getattr(command, "version", room.version) != room.version:
        raise StaleWrite("match.stale", version=room.version)
    if room.version >= MAX_EVENTS and holder != MACHINE and isinstance(command, _PLAY):
        raise Refused("match.too_long", most=MAX_EVENTS)
    if isinstance(command, do.Claim):
        return _claim(room, holder, away)
    return _RULES[type(command)](room, command, holder)


# Moves


def _move(room: RoomState, command: do.Move, holder: str | None) -> list[Change]:
    held = machines(room) if holder == MACHINE else seats_of(room, holder)
    check_live(room)
    state = room.state
    _check_turn(room, held)
    move = room.game.parse_move(command.move)
    after = state.play(move)
    ply = len(room.plies) + 1
    decision = command.decision if holder == MACHINE else None
    more: dict[str, Any] = {"id": command.id, "decision": decision}
    if command.id is not None:
        more["holder"] = holder  # two players may use the same ids
    opening, before = room.swap2, []
    if opening is not None and opening.left:
        more["role"] = opening.asked
    elif opening is not None and opening.may_choose:
        # Placing a stone instead of choosing means playing O, whose turn it is.
        before = [_chosen(room, "white", 0.0)]
    first = moved(state, ply, move, room.clock.turn(), **more)
    return [*before, first, *consequences(after, ply)]


def _check_turn(room: RoomState, held: frozenset[str]) -> None:
    """Raises `Refused` unless one of these seats is to move and has time left."""
    seat = room.turn.value
    if seat not in held:
        raise Refused("match.not_your_turn", player=name_of(room, seat))
    if room.clock.is_out:
        raise Refused("match.time_over", player=name_of(room, seat))


def _choose(room: RoomState, command: do.Choose, holder: str | None) -> list[Change]:
    held = seats_of(room, holder)
    check_live(room)
    _check_may_choose(room, command.choice, held)
    return [_chosen(room, command.choice, room.clock.turn())]


def _check_may_choose(room: RoomState, choice: Choice, held: frozenset[str]) -> None:
    opening = room.swap2
    if opening is None or opening.is_settled:
        raise Refused("swap2.no_choice", word=choice)
    _check_turn(room, held)
    if opening.left:
        raise Refused("swap2.stones_first", count=opening.left)
    if choice not in opening.may_choose:
        raise Refused("swap2.no_more")


def _answer(room: RoomState, command: do.Answer, holder: str | None) -> list[Change]:
    check_server(holder)
    check_live(room)
    opening = room.swap2
    if opening is None or opening.is_settled:
        raise Refused("swap2.settled")
    if command.choice is not None:
        _check_may_choose(room, command.choice, machines(room))
        seconds = room.clock.turn()
        return [_chosen(room, command.choice, seconds, decision=command.decision)]
    _check_turn(room, machines(room))
    count = len(command.moves)
    if count != opening.left:
        raise InvalidNotation("swap2.stones", count=count, wanted=[opening.left])
    state = room.state
    changes: list[Change] = []
    for ply, text in enumerate(command.moves, start=len(room.plies) + 1):
        move = room.game.parse_move(text)
        seconds = 0.0 if changes else room.clock.turn()
        changes.append(moved(state, ply, move, seconds, role=opening.asked))
        state = state.play(move)
    changes[-1][1]["decision"] = command.decision
    return changes


def _chosen(
    room: RoomState, choice: Choice, seconds: float, decision: Mapping[str, Any] | None = None
) -> Change:
    """Returns the event of a choice, with the new seats if the players swap them."""
    opening = room.swap2
    assert opening is not None
    after = replace(opening, choices=(*opening.choices, choice))
    data = {
        "ply": len(room.plies),
        "seat": room.turn.value,
        "choice": choice,
        "seconds": seconds,
        "decision": decision,
    }
    return "chosen", {**data, **_exchanged(room, after)}


def _exchanged(room: RoomState, after: Opening) -> dict[str, Any]:
    """Returns the new seats if the players swap them, as a field of the event."""
    opening = room.swap2
    assert opening is not None
    if opening.seat_of("opener") is after.seat_of("opener"):
        return {}
    return {"seats": seats_as_json(seating.swapped(room.seats))}


def _undo(room: RoomState, command: do.Undo, holder: str | None) -> list[Change]:
    held = check_in_charge(room, holder)
    if not seating.are_two_people(room.seats):
        if room.result is not None and room.result["ending"] == "time":
            raise Refused("match.no_undo_on_time")
        return [_undone(room, held or frozenset(seating.SEATS))]
    check_live(room)
    if room.undo_asked is not None:
        raise Refused("match.undo_pending")
    (seat,) = held
    _undone(room, held)  # raises if there is nothing to take back
    return [("undo_asked", {"seat": seat})]


def _answer_undo(room: RoomState, command: do.AnswerUndo, holder: str | None) -> list[Change]:
    held = seats_of(room, holder)
    check_live(room)
    if room.undo_asked is None:
        raise Refused("match.no_undo_asked")
    if room.undo_asked in held:
        raise Refused("match.undo_is_yours")
    if not command.accept:
        return [("undo_refused", {"seat": seating.other(room.undo_asked)})]
    return [_undone(room, frozenset({room.undo_asked}))]


def _undone(room: RoomState, seats: frozenset[str]) -> Change:
    """Returns the event that undoes the last decision of these seats."""
    opening = room.swap2
    for ply, made, seat in reversed(decisions(opening, room.plies, room.choices or ())):
        if seat not in seats:
            continue
        if opening is None:
            return "undone", {"ply": ply, **interrupted(room)}
        before = Opening(ply, opening.choices[:made])
        data = {"ply": ply, "choices": made, **_exchanged(room, before)}
        return "undone", {**data, **interrupted(room)}
    raise Refused("match.nothing_to_undo")


# Ends


def _resign(room: RoomState, command: do.Resign, holder: str | None) -> list[Change]:
    held = seats_of(room, holder)
    check_live(room)
    turn = room.turn.value
    seat = command.seat or (turn if turn in held else min(held))
    seating.checked([seat])
    if seat not in held:
        raise Refused("match.not_yours")
    return [_ended(room, "resigned", seat, "play.resigned")]


def _claim(room: RoomState, holder: str | None, away: Mapping[Player, float]) -> list[Change]:
    held = seats_of(room, holder)
    check_live(room)
    if not seating.are_two_people(room.seats):
        raise Refused("match.nobody_to_leave")
    if room.clock.in_days:
        raise Refused("match.days")
    (seat,) = held
    loser = seating.other(seat)
    gone = away.get(Player(loser), 0.0)
    if not gone > AWAY_BEFORE_CLAIM:
        raise Refused("match.not_away", seconds=AWAY_BEFORE_CLAIM)
    return [_ended(room, "abandoned", loser, "match.ended.abandoned")]


def _flag(room: RoomState, command: do.Flag, holder: str | None) -> list[Change]:
    check_server(holder)
    if not room.live or not room.clock.is_out:
        return []
    return [_ended(room, "time", room.turn.value, "play.out_of_time")]


def _crash(room: RoomState, command: do.Crash, holder: str | None) -> list[Change]:
    check_server(holder)
    check_live(room)
    if command.seat not in machines(room) or command.seat != room.turn.value:
        raise Refused("match.not_its_turn")
    return [_ended(room, command.ending, command.seat, "play.broken", reason=command.reason)]


def _ended(room: RoomState, ending: str, loser: str, key: str, **facts: Any) -> Change:
    winner = seating.other(loser)
    reason = say(key, loser=name_of(room, loser), winner=name_of(room, winner), **facts)
    data = {"winner": winner, "ending": ending, "reason": reason.as_json(), "margin": None}
    return "ended", {**data, **interrupted(room)}


# Seats


def _join(room: RoomState, command: do.Join, holder: str | None) -> list[Change]:
    name = checked_name(command.name)
    seating.checked([command.seat] if command.seat else [])
    if holder is None:
        raise Refused("match.not_yours")
    if room.held_by(holder):
        return []
    check_live(room)
    free = [place for place, seat in room.seats.items() if seat.kind == "open"]
    if not free:
        raise Refused("match.no_open_seat")
    if command.seat and command.seat not in free:
        raise Refused("match.seat_taken", player=name_of(room, command.seat))
    return [("joined", {"seat": command.seat or free[0], "name": name, "holder": holder})]


def _reseat(room: RoomState, command: do.Reseat, holder: str | None) -> list[Change]:
    seating.checked(command.seats)
    asker = check_may_seat(room, holder)
    seats = dict(room.seats)
    for place, who in command.seats.items():
        if who != seating.ME or seats[place].holder != asker:
            seats[place] = Seat.of(who, asker, None)
    return _seated(room, _with_name(seats, asker, room.seats))


def _with_name(seats: dict[str, Seat], asker: str, before: seating.Seats) -> dict[str, Seat]:
    """Returns the seats with the asker's name moved to their only seat."""
    name = next((seat.name for seat in before.values() if seat.holder == asker), None)
    held = seating.held_by(seats, asker)
    if len(held) == 1:
        (place,) = held
        seats[place] = replace(seats[place], name=name)
    return seats


def _swap(room: RoomState, command: do.Swap, holder: str | None) -> list[Change]:
    check_may_seat(room, holder)
    return _seated(room, seating.swapped(room.seats))


def _seated(room: RoomState, seats: Mapping[str, Seat]) -> list[Change]:
    if seats == room.seats:
        return []
    return [("seated", {"seats": seats_as_json(seats), **interrupted(room)})]


def _pace(room: RoomState, command: do.Pace, holder: str | None) -> list[Change]:
    checked_pace(command.pace)
    check_in_charge(room, holder)
    if not seating.are_machines(room.seats):
        raise Refused("match.not_machines")
    if command.pace == room.pace:
        return []
    return [("paced", {"pace": command.pace, **interrupted(room)})]


def _rematch(room: RoomState, command: do.Rematch, holder: str | None) -> list[Change]:
    held = check_in_charge(room, holder)
    if room.rematched is not None:
        return []
    if room.live:
        raise Refused("match.not_over")
    if seating.are_two_people(room.seats):
        (seat,) = held
        if room.rematch_asked is None:
            return [("rematch_asked", {"seat": seat})]
        if room.rematch_asked == seat:
            return []
    return [("rematched", {"match": command.match})]


_RULES: dict[type, Callable[..., list[Change]]] = {
    do.Move: _move,
    do.Choose: _choose,
    do.Answer: _answer,
    do.Undo: _undo,
    do.AnswerUndo: _answer_undo,
    do.Resign: _resign,
    do.Reseat: _reseat,
    do.Swap: _swap,
    do.Join: _join,
    do.Pace: _pace,
    do.Rematch: _rematch,
    do.Flag: _flag,
    do.Crash: _crash,
}
_PLAY = (do.Move, do.Choose, do.Undo, do.Reseat, do.Swap, do.Pace)
