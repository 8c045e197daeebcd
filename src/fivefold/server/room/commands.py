"""The commands of a match. One with a version is rejected if the match has a newer one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fivefold.core import Game, State
from fivefold.games.swap2 import Choice
from fivefold.words import Message


@dataclass(frozen=True)
class Order:
    """A match to create. Each seat is `me`, `open` or the text of a strategy."""

    game: Game
    start: State
    moves: tuple[str, ...]
    seats: Mapping[str, str]
    time: str | None = None
    public: bool = False
    name: str | None = None
    pace: int = 0
    opening: str | None = None
    """`swap2`, or None to start with the first move."""


@dataclass(frozen=True)
class Move:
    """A move of the side to move. The client's `id` makes it safe to send twice."""

    move: str
    id: str | None
    version: int
    decision: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Choose:
    """In a swap2 opening: take black or white, or place two more stones."""

    choice: Choice
    version: int


@dataclass(frozen=True)
class Answer:
    """A machine's decision in a swap2 opening: stones or a choice. Only the server sends it."""

    moves: tuple[str, ...]
    choice: Choice | None
    version: int
    decision: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Undo:
    """Take back the last own move, or ask the other person to agree to it."""

    version: int


@dataclass(frozen=True)
class AnswerUndo:
    """Accept or decline the undo that the other person asked for."""

    version: int
    accept: bool


@dataclass(frozen=True)
class Resign:
    """Resign. A player who holds both seats resigns `seat` (default: the side to move)."""

    version: int
    seat: str | None = None


@dataclass(frozen=True)
class Reseat:
    """Change one seat or both to `me`, `open` or a strategy."""

    version: int
    seats: Mapping[str, str]


@dataclass(frozen=True)
class Swap:
    """Swap the two seats."""

    version: int


@dataclass(frozen=True)
class Join:
    """Take an open seat (default: the first)."""

    seat: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Pace:
    """Set the milliseconds between the moves of two machines; None pauses them."""

    pace: int | None


@dataclass(frozen=True)
class Rematch:
    """Play again with the seats swapped; `match` is the id of the new match."""

    version: int
    match: str


@dataclass(frozen=True)
class Claim:
    """Claim the win against a person who has left."""

    version: int


@dataclass(frozen=True)
class Flag:
    """End the match if time is over. Only the server sends it."""


@dataclass(frozen=True)
class Crash:
    """End the match because a machine failed. Only the server sends it."""

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
