"""The state of a match: what its log of events says. No input or output."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from fivefold.core import Move, Player, State
from fivefold.match.clock import Now, TimeControl
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.server.room import seats as seating
from fivefold.server.room.clock import RoomClock
from fivefold.server.room.events import Event
from fivefold.server.room.seats import MACHINE, Seat
from fivefold.server.room.swap2 import Opening
from fivefold.server.room.view import notation

BROKEN_OFF = ("crashed", "illegal")
"""Endings caused by a machine's failure: the match goes on with another one in its seat."""


class RoomState:
    """One match after the events so far."""

    def __init__(self, id: str, events: Iterable[Event], now: Now = time.monotonic) -> None:
        self.id = id
        self.version = 0
        self._now = now
        self._answered: dict[tuple[str | None, str | None], int] = {}
        self._view: dict[str, Any] | None = None
        self.apply(events)

    def answered(self, move_id: str | None, holder: str | None) -> int | None:
        """Returns the version after the holder's move with that id, if there was one."""
        return self._answered.get((holder, move_id))

    def held_by(self, holder: str | None) -> frozenset[str]:
        """Returns the seats that the holder may move."""
        return seating.held_by(self.seats, holder)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def turn(self) -> Player:
        """The seat whose turn it is: the side to move, or who decides next in an opening."""
        opening = self.swap2
        return (opening and opening.turn) or self.state.to_move

    @property
    def swap2(self) -> Opening | None:
        """The progress of the opening, in a match with swap2."""
        if self.choices is None:
            return None
        return Opening(len(self.plies), tuple(each["choice"] for each in self.choices))

    @property
    def live(self) -> bool:
        return self.result is None

    @property
    def between_people(self) -> bool:
        """Whether two people play on separate screens, or one waits for the other to join."""
        kinds = [seat.kind for seat in self.seats.values()]
        return seating.are_two_people(self.seats) or ("open" in kinds and "machine" not in kinds)

    @property
    def is_paused(self) -> bool:
        return self.pace is None and seating.are_machines(self.seats)

    @property
    def machine_to_move(self) -> str | None:
        """The strategy to move now, if it is a machine's turn."""
        if not self.live or self.is_paused or seating.is_open(self.seats):
            return None
        return self.seats[self.turn.value].strategy

    def hold(self) -> None:
        """Stops the clock; `resume` begins the turn again."""
        self.clock.running = None

    def resume(self) -> None:
        """Begins the turn again if the clock is stopped and should run."""
        if self.clock.running is None:
            self._start_clock()

    def flag_due(self) -> float | None:
        """Returns the seconds left on the running clock."""
        return self.clock.due()

    # Events

    def apply(self, events: Iterable[Event]) -> None:
        """Applies events from the log; those already applied are skipped."""
        for event in events:
            if event.version <= self.version:
                continue
            if event.version != self.version + 1:
                raise ValueError(f"event {event.version} does not follow {self.version}")
            getattr(self, f"_on_{event.kind}")(event)
            self.version, self._view = event.version, None

    def _on_created(self, event: Event) -> None:
        data = self._created = event.data
        self.created = event.at
        self.time: str | None = data["time"]
        self.public: bool = data["public"]
        self.pace: int | None = data["pace"]
        self.owner: str = data["owner"]
        self.seats = _seats(data)
        self.choices: list[dict[str, Any]] | None = [] if data.get("opening") else None
        self.clock = RoomClock(TimeControl.parse(self.time) if self.time else None, self._now)
        self.result: dict[str, Any] | None = None
        self.undo_asked: str | None = None
        self.rematch_asked: str | None = None
        self.rematched: str | None = None
        start = game_from(data["game"]).parse_position(data["start"])
        self.game = start.game
        moves = read_line(start, data.get("moves", ()))
        self.states = list(play_through(start, moves))
        self.plies = [
            _ply(ply, move, before, 0.0, event.at)
            for ply, (move, before) in enumerate(zip(moves, self.states, strict=False), start=1)
        ]
        self._start_clock()

    def _on_moved(self, event: Event) -> None:
        data, before = event.data, self.state
        move = self.game.parse_move(data["move"])
        after = before.play(move)
        # A pass takes no time, and a clock that does not run earns no increment.
        if move != self.game.pass_move and self.clock.running is not None:
            self.clock.charge(self.turn, data["seconds"], moved=True)
        seat = self.seats[self.turn.value]
        ply = _ply(len(self.states), move, before, data["seconds"], event.at)
        self.states.append(after)
        role = {"role": data["role"]} if "role" in data else {}
        self.plies.append({**ply, **role, "decision": data.get("decision")})
        if (move_id := data.get("id")) is not None:
            self._answered[seat.holder or MACHINE, move_id] = event.version
        self.undo_asked = None
        self._start_clock()

    def _on_chosen(self, event: Event) -> None:
        data = event.data
        assert self.choices is not None
        if self.clock.running is not None:
            self.clock.charge(self.turn, data["seconds"], moved=True)
        kept = {key: data[key] for key in ("ply", "seat", "choice", "seconds", "decision")}
        self.choices.append({**kept, "at": event.at})
        self._exchange(data)
        self.undo_asked = None
        self._start_clock()

    def _exchange(self, data: Mapping[str, Any]) -> None:
        """Swaps the seats and their clocks if the event says so."""
        if "seats" in data:
            self.seats = _seats(data)
            self.clock.exchange()

    def _on_undo_asked(self, event: Event) -> None:
        self.undo_asked = event.data["seat"]

    def _on_undo_refused(self, event: Event) -> None:
        self.undo_asked = None

    def _on_undone(self, event: Event) -> None:
        self._interrupt(event)
        left: int = event.data["ply"]
        del self.plies[left:], self.states[left + 1 :]
        if self.choices is not None:
            del self.choices[event.data["choices"] :]
        self._exchange(event.data)
        self._reopen()
        self._start_clock()

    def _on_joined(self, event: Event) -> None:
        data = event.data
        seat = Seat("person", data["name"], data["holder"])
        self.seats = {**self.seats, data["seat"]: seat}
        self._start_clock()

    def _on_seated(self, event: Event) -> None:
        self._interrupt(event)
        self.seats = _seats(event.data)
        if self.result is None or self.result["ending"] in BROKEN_OFF:
            self._reopen()
        self._start_clock()

    def _on_paced(self, event: Event) -> None:
        self._interrupt(event)
        self.pace = event.data["pace"]
        self._start_clock()

    def _on_ended(self, event: Event) -> None:
        self._interrupt(event)
        self.result = {key: event.data[key] for key in ("winner", "ending", "reason", "margin")}
        self.undo_asked = None

    def _on_rematch_asked(self, event: Event) -> None:
        self.rematch_asked = event.data["seat"]

    def _on_rematched(self, event: Event) -> None:
        self.rematched = event.data["match"]

    def _reopen(self) -> None:
        """Lets the match go on; its result and any pending question are void."""
        self.result = self.undo_asked = self.rematch_asked = self.rematched = None

    def _interrupt(self, event: Event) -> None:
        """Stops the clock in the middle of a turn: the time counts, without an increment."""
        self.clock.charge(self.turn, event.data.get("seconds", 0.0), moved=False)

    def _start_clock(self) -> None:
        """Begins the turn, if the match is in progress and both seats are taken."""
        if not self.live or self.is_paused or self.state.outcome or seating.is_open(self.seats):
            self.clock.running = None
            return
        between_machines = seating.are_machines(self.seats)
        delay = (self.pace or 0) / 1000 if between_machines else 0.0
        self.clock.begin(self.turn, delay)


def _seats(data: Mapping[str, Any]) -> dict[str, Seat]:
    return {name: Seat.from_json(data["seats"][name]) for name in seating.SEATS}


def _ply(ply: int, move: Move, before: State, seconds: float, at: float) -> dict[str, Any]:
    return {
        "ply": ply,
        "move": notation(before.game, move),
        "seat": before.to_move.value,
        "seconds": seconds,
        "at": at,
        "forced": move == before.game.pass_move,
        "decision": None,
    }
