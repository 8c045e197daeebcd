"""A match: decides what may happen, and is nothing but what its log says. No input, no output.

decide(command) -> events      looks only; raises the reason when it may not be
(the events are written down)
apply(events)                  the match has changed
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from fivefold.core import Move, Player, State
from fivefold.errors import InvalidNotation
from fivefold.match.clock import Now, TimeControl
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.server import seats as seating
from fivefold.server.commands import Command, Order
from fivefold.server.events import Event
from fivefold.server.room_checks import MACHINE
from fivefold.server.room_clock import RoomClock
from fivefold.server.room_opening import opening, opening_again
from fivefold.server.room_rules import decide
from fivefold.server.room_swap2 import Opening
from fivefold.server.room_view import game_as_json, notation, view_of
from fivefold.server.seats import Seat

__all__ = ["MACHINE", "Order", "Room", "opening"]

BROKEN_OFF = ("crashed", "illegal")
"""Endings that only a machine's failure brought about: with another in its seat it goes on."""


class Room:
    """One match as its events left it."""

    def __init__(self, id: str, events: Iterable[Event], now: Now = time.monotonic) -> None:
        self.id = id
        self.version = 0
        self._now = now
        self._answered: dict[tuple[str | None, str | None], int] = {}
        self._view: dict[str, Any] | None = None
        self.apply(events)

    # What is asked of it

    def decide(
        self,
        command: Command,
        holder: str | None,
        at: float,
        *,
        away: Mapping[Player, float] = MappingProxyType({}),
    ) -> list[Event]:
        """Returns the events the command leads to, none if all is done already; changes nothing.

        Raises `StaleWrite`, `Refused` or the rules' reason. `away` tells for how many seconds
        nobody has been there who holds that seat.
        """
        changes = decide(self, command, holder, away)
        return [
            Event(version, kind, at, data)
            for version, (kind, data) in enumerate(changes, start=self.version + 1)
        ]

    def answered(self, move_id: str | None, holder: str | None) -> int | None:
        """Returns the version the holder's move with that id got, however long ago."""
        return self._answered.get((holder, move_id))

    def held_by(self, holder: str | None) -> frozenset[str]:
        """Returns the seats whose secret that is."""
        return seating.held_by(self.seats, holder)

    def rematch(self, at: float) -> list[Event]:
        """Returns the first events of the same match again, with the seats exchanged.

        In an opening by swap2 the other player is the opener, whoever has which colour now.
        """
        opening = self.swap2
        again = opening is not None and opening.opener is Player.SECOND
        seats = self.seats if again else seating.swapped(self.seats)
        return opening_again(self._created, self.states[0], seats, at)

    # What it is

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def turn(self) -> Player:
        """The seat whose turn it is: of the side to move, unless they agree on an opening."""
        opening = self.swap2
        return (opening and opening.turn) or self.state.to_move

    @property
    def swap2(self) -> Opening | None:
        """How far the opening has come, where it is agreed on by swap2."""
        if self.choices is None:
            return None
        return Opening(len(self.plies), tuple(each["choice"] for each in self.choices))

    @property
    def live(self) -> bool:
        return self.result is None

    @property
    def between_people(self) -> bool:
        """Tells whether two people play who do not share a screen, or one waits for the other."""
        kinds = [seat.kind for seat in self.seats.values()]
        return seating.are_two_people(self.seats) or ("open" in kinds and "machine" not in kinds)

    @property
    def is_paused(self) -> bool:
        return self.pace is None and seating.are_machines(self.seats)

    @property
    def machine_to_move(self) -> str | None:
        """The strategy that has to move now."""
        if not self.live or self.is_paused or seating.is_open(self.seats):
            return None
        return self.seats[self.turn.value].strategy

    def hold(self) -> None:
        """Stops the clock in the middle of a turn that is to be begun anew, as after loading."""
        self.clock.running = None

    def resume(self) -> None:
        """Begins the turn anew where the clock was stopped and should run."""
        if self.clock.running is None:
            self._start_clock()

    def flag_due(self) -> float | None:
        """Returns the seconds until the running clock is out."""
        return self.clock.due()

    # What happened

    def apply(self, events: Iterable[Event]) -> None:
        """Takes in events that are written down; those it has already are left out."""
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
        # Nobody thinks about a pass, and nobody earns time before the clock runs.
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
        """Lets the players exchange their seats, if they do, and their time with them."""
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
        """Lets the match go on; what was asked or agreed about it is no longer."""
        self.result = self.undo_asked = self.rematch_asked = self.rematched = None

    def _interrupt(self, event: Event) -> None:
        """Stops the clock in the middle of a turn: the time is spent, but no move was made."""
        self.clock.charge(self.turn, event.data.get("seconds", 0.0), moved=False)

    def _start_clock(self) -> None:
        """Starts the turn anew, if the match is on and nobody is waited for."""
        if not self.live or self.is_paused or self.state.outcome or seating.is_open(self.seats):
            self.clock.running = None
            return
        between_machines = seating.are_machines(self.seats)
        delay = (self.pace or 0) / 1000 if between_machines else 0.0
        self.clock.begin(self.turn, delay)

    # How it is shown

    def view(self, ply: int | None = None, *, legal: bool = True) -> dict[str, Any]:
        """Returns the position after that many plies, by default all; not to be changed."""
        last = len(self.plies)
        if ply is not None and not 0 <= ply <= last:
            raise InvalidNotation("match.no_ply", ply=ply, last=last)
        is_last = ply is None or ply == last
        if not (is_last and legal):
            over = is_last and not self.live
            swap2 = self._asked() if is_last else None
            shown = last if ply is None else ply
            return view_of(self.states, shown, over=over, legal=legal, swap2=swap2)
        if self._view is None:
            self._view = view_of(self.states, last, over=not self.live, swap2=self._asked())
        return self._view

    def _asked(self) -> dict[str, Any] | None:
        """Returns who is asked for what in the opening, until it is settled."""
        opening = self.swap2
        if opening is None or opening.is_settled:
            return None
        return opening.as_json(over=not self.live)

    def _agreed(self) -> dict[str, Any] | None:
        """Returns what was chosen in the opening so far, and the opener's colour."""
        opening = self.swap2
        if opening is None:
            return None
        opener = opening.opener
        return {"opener": opener and opener.value, "choices": list(self.choices or ())}

    def document(self) -> dict[str, Any]:
        """Returns the match as everybody may see it, with the times as they are now."""
        rematch: dict[str, str] | None = None
        if self.rematched is not None:
            rematch = {"match": self.rematched}
        elif self.rematch_asked is not None:
            rematch = {"asked": self.rematch_asked}
        return {
            "id": self.id,
            "version": self.version,
            "public": self.public,
            "created": self.created,
            "game": game_as_json(self.game),
            "start": self._created["start"],
            "swap2": self._agreed(),
            "time": self.time,
            "pace": self.pace,
            "seats": {name: seat.public_json() for name, seat in self.seats.items()},
            "between_people": self.between_people,
            "live": self.live,
            "moves": [ply["move"] for ply in self.plies],
            "plies": list(self.plies),
            "clocks": self.clock.as_json(),
            "undo_asked": self.undo_asked,
            "rematch": rematch,
            "result": self.result,
            "view": self.view(),
        }


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
