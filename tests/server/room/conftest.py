"""A match for tests: its room, its log, and a clock that the test sets."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from fivefold.core import Player
from fivefold.errors import FivefoldError
from fivefold.names import game_from
from fivefold.server.room.commands import Command, Join, Move
from fivefold.server.room.events import Event
from fivefold.server.room.replay import verified
from fivefold.server.room.room import Order, Room, opening

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
"""Holders as in the log: Ann creates the matches, Bob joins, Eve watches."""


class PlayedMatch:
    """A room, its log, and its clock `now`."""

    def __init__(
        self,
        game: str = "gomoku(size=9)",
        x: str = "me",
        o: str = "level(1)",
        *,
        start: str | None = None,
        moves: tuple[str, ...] = (),
        time: str | None = None,
        name: str | None = None,
        pace: int = 0,
        opening_by: str | None = None,
    ) -> None:
        rules = game_from(game)
        state = rules.start if start is None else rules.parse_position(start)
        seats = {"X": x, "O": o}
        order = Order(
            state.game, state, moves, seats, time=time, name=name, pace=pace, opening=opening_by
        )
        self.now = 1000.0
        self.at = 1_700_000_000.0
        self.away: dict[Player, float] = {}
        self.log = opening(order, ANN, self.at)
        self.room = Room("m1", self.log, lambda: self.now)
        self._ids = 0

    @property
    def version(self) -> int:
        return self.room.version

    def do(self, command: Command, who: str | None = ANN) -> list[Event]:
        """Executes a command, after checking that deciding changes nothing."""
        before = copy.deepcopy(self.room.document())
        events = self.room.decide(command, who, self.at, away=self.away)
        assert self.room.document() == before
        assert [event.version for event in events] == list(
            range(self.version + 1, self.version + 1 + len(events))
        )
        self.log += events
        self.room.apply(events)
        verified("m1", self.log)  # a backup of any match can be restored
        return events

    def refusal(self, command: Command, who: str | None = ANN) -> str:
        """Returns the error code of a rejected command, which must change nothing."""
        before = copy.deepcopy(self.room.document())
        with pytest.raises(FivefoldError) as caught:
            self.room.decide(command, who, self.at, away=self.away)
        assert str(caught.value)
        assert self.room.document() == before
        return caught.value.code

    def move(self, move: str, who: str = ANN, **more: Any) -> list[Event]:
        """Plays a move with a new id."""
        self._ids += 1
        return self.do(Move(move, f"id{self._ids}", self.version, **more), who)

    def play(self, *moves: str) -> None:
        """Plays moves for the side to move."""
        for move in moves:
            seat = self.room.seats[self.room.turn.value]
            self.move(move, seat.holder or "machine")

    def rebuilt(self) -> Room:
        """Returns the match replayed from its stored log."""
        written = json.dumps([event.as_json() for event in self.log])
        events = [Event.from_json(each) for each in json.loads(written)]
        return Room("m1", events, lambda: self.now)

    def clocks(self) -> Mapping[str, Any]:
        """Returns the clocks in the match document."""
        clocks: Mapping[str, Any] = self.room.document()["clocks"]
        return clocks


Sit = Callable[..., PlayedMatch]


@pytest.fixture
def sit() -> Sit:
    """Creates a match. Default: gomoku on 9x9, Ann plays X against a machine."""
    return PlayedMatch


@pytest.fixture
def people(sit: Sit) -> Sit:
    """Creates a match between Ann, who plays X, and Bob, who has joined."""

    def make(*arguments: Any, **options: Any) -> PlayedMatch:
        played = sit(*arguments, **{"o": "open", **options})
        played.do(Join(name="Bob"), BOB)
        return played

    return make
