"""A match: decides which events a command leads to. No input or output.

events = room.decide(command, …)    changes nothing; raises the reason for a rejection
…                                   the events are written to disk
room.apply(events)                  changes the match
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.server.room import seats as seating
from fivefold.server.room.commands import Command, Order
from fivefold.server.room.creation import opening, opening_again
from fivefold.server.room.events import Event
from fivefold.server.room.rules import decide
from fivefold.server.room.seats import MACHINE
from fivefold.server.room.state import RoomState
from fivefold.server.room.view import game_as_json, view_of

__all__ = ["MACHINE", "Order", "Room", "opening"]


class Room(RoomState):
    """One match: its state, its decisions, and its document."""

    def decide(
        self,
        command: Command,
        holder: str | None,
        at: float,
        *,
        away: Mapping[Player, float] = MappingProxyType({}),
    ) -> list[Event]:
        """Returns the events of the command, none if there is nothing to do. Changes nothing.

        `away` has the seconds that each absent player has been away. Raises `StaleWrite`,
        `Refused`, or the rules' reason.
        """
        changes = decide(self, command, holder, away)
        return [
            Event(version, kind, at, data)
            for version, (kind, data) in enumerate(changes, start=self.version + 1)
        ]

    def rematch(self, at: float) -> list[Event]:
        """Returns the first events of a rematch: the same match with the seats swapped.

        After a swap2 opening the other player opens, whatever the colours were.
        """
        opening = self.swap2
        again = opening is not None and opening.opener is Player.SECOND
        seats = self.seats if again else seating.swapped(self.seats)
        return opening_again(self._created, self.states[0], seats, at)

    # JSON

    def view(self, ply: int | None = None, *, legal: bool = True) -> dict[str, Any]:
        """Returns the position after that many plies (default: all). Callers must not change it."""
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
        """Returns the next decision of the opening, until it is settled."""
        opening = self.swap2
        if opening is None or opening.is_settled:
            return None
        return opening.as_json(over=not self.live)

    def _agreed(self) -> dict[str, Any] | None:
        """Returns the choices of the opening so far, and the opener's colour."""
        opening = self.swap2
        if opening is None:
            return None
        opener = opening.opener
        return {"opener": opener and opener.value, "choices": list(self.choices or ())}

    def facts(self) -> dict[str, Any]:
        """Returns the match without version, moves, clocks and position."""
        rematch: dict[str, str] | None = None
        if self.rematched is not None:
            rematch = {"match": self.rematched}
        elif self.rematch_asked is not None:
            rematch = {"asked": self.rematch_asked}
        return {
            "id": self.id,
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
            "undo_asked": self.undo_asked,
            "rematch": rematch,
            "result": self.result,
        }

    def document(self) -> dict[str, Any]:
        """Returns the whole match as anyone may see it, with the clocks as they are now."""
        return {
            **self.facts(),
            "version": self.version,
            "moves": [ply["move"] for ply in self.plies],
            "plies": list(self.plies),
            "clocks": self.clock.as_json(),
            "view": self.view(),
        }
