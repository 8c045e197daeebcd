"""What can be asked of a match. A command with a version is meant for the match as it was then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fivefold.core import Game, State
from fivefold.games.swap2 import Choice
from fivefold.words import Message


@dataclass(frozen=True)
class Order:
    """A match somebody wants: who sits where is `me`, `open` or the text of a strategy."""

    game: Game
    start: State
    moves: tuple[str, ...]
    seats: Mapping[str, str]
    time: str | None = None
    public: bool = False
    name: str | None = None
    pace: int = 0
    opening: str | None = None
    """How the players agree on an opening and colours, `swap2`, if not by the first move."""


@dataclass(frozen=True)
class Move:
    """A move by whoever is to move; `id` is the client's, so that it can be sent twice."""

    move: str
    id: str | None
    version: int
    decision: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Choose:
    """In an opening by swap2: take black or white, or put two more stones."""

    choice: Choice
    version: int


@dataclass(frozen=True)
class Answer:
    """What a machine says in an opening: stones, or a choice; only the house says so."""

    moves: tuple[str, ...]
    choice: Choice | None
    version: int
    decision: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Undo:
    """Take moves back, or ask the other person whether they may be."""

    version: int


@dataclass(frozen=True)
class AnswerUndo:
    """Agree to the undo the other person asked for, or not."""

    version: int
    accept: bool


@dataclass(frozen=True)
class Resign:
    """Give up; `seat` is for whoever holds both, and then the side to move unless given."""

    version: int
    seat: str | None = None


@dataclass(frozen=True)
class Reseat:
    """Put somebody else into one seat or both: `me`, `open` or a strategy."""

    version: int
    seats: Mapping[str, str]


@dataclass(frozen=True)
class Swap:
    """Exchange the two seats."""

    version: int


@dataclass(frozen=True)
class Join:
    """Take an open seat, any if none is named."""

    seat: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Pace:
    """Milliseconds between the moves of two machines; None stops them."""

    pace: int | None


@dataclass(frozen=True)
class Rematch:
    """Play again with the seats exchanged; `match` is the id the new match would have."""

    version: int
    match: str


@dataclass(frozen=True)
class Claim:
    """Win against a person who has left."""

    version: int


@dataclass(frozen=True)
class Flag:
    """End the match if time is over; only the house asks."""


@dataclass(frozen=True)
class Crash:
    """A machine failed in its turn; only the house says so."""

    seat: str
    reason: Message
    ending: str = "crashed"


Command = (
    Move
    | Choose
    | Answer
    | Undo
    | AnswerUndo
    | Resign
    | Reseat
    | Swap
    | Join
    | Pace
    | Rematch
    | Claim
    | Flag
    | Crash
)
