"""The vocabulary all games share: players, outcomes, states, games, limits.

Inside the process a move is an integer; text crosses every boundary. States are values: playing
a move returns a new state and changes nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Protocol, Self, TypeVar

from fivefold.errors import InvalidNotation
from fivefold.words import Message, quoted

Move = int
Number = TypeVar("Number", int, float)

WIN = 1_000_000
"""A forced win in n plies scores `WIN - n` where a game counts only wins."""


class Player(Enum):
    """The two seats. `X` is always the first player, in games without colours too."""

    FIRST = "X"
    SECOND = "O"

    @property
    def other(self) -> Player:
        return Player.SECOND if self is Player.FIRST else Player.FIRST


@dataclass(frozen=True)
class Outcome:
    """How a game ended; `winner` is None for a draw, `margin` the lead where one is counted."""

    winner: Player | None
    reason: Message
    margin: int | None = None


class State(Protocol):
    """A position: immutable, hashable, complete.

    Equal cells and side to move under equal rules are equal states, however they came about.
    """

    @property
    def game(self) -> Game: ...

    @property
    def cells(self) -> str:
        """One character a cell, row by row from the top; `.` is empty."""
        ...

    @property
    def to_move(self) -> Player: ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        ...

    @property
    def last_move(self) -> Move | None:
        """The move that led here, where known; no part of equality, hash or notation."""
        ...

    def __hash__(self) -> int: ...

    def legal_moves(self) -> list[Move]:
        """Returns the moves in reading order: empty only when the game is over."""
        ...

    def play(self, move: Move) -> State:
        """Returns the position after the move, or raises `IllegalMove` with the reason."""
        ...


class Game(Protocol):
    """The rules with their parameters, and the notation. Frozen, hashable, cheap to make."""

    name: ClassVar[str]
    rule_names: ClassVar[tuple[str, ...]]
    """What `rules` can be; the first is the default.

    A class may also have `switches`, choices that are written after such a name with colons; then
    `of` reads and checks them, and writes them in one way.
    """
    sizes: ClassVar[Message]
    """Which boards it is played on, for people."""
    pass_move: ClassVar[Move | None]
    """The move that changes no cell, in games that have one."""

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> Self:
        """Returns the game on rows x columns under those rules; None is the default.

        Raises `InvalidNotation` for a size it is not played on. Rule names are checked before.
        """
        ...

    @property
    def rows(self) -> int: ...

    @property
    def columns(self) -> int: ...

    @property
    def rules(self) -> str: ...

    @property
    def start(self) -> State: ...

    def __hash__(self) -> int: ...

    def parse_move(self, text: str) -> Move:
        """Returns the move; raises `InvalidNotation`, or `IllegalMove` if it is never possible."""
        ...

    def format_move(self, move: Move) -> str: ...

    def split_moves(self, text: str) -> list[str]:
        """Returns the texts of the moves in a line of play, however it is separated."""
        ...

    def parse_position(self, text: str) -> State:
        """Returns the position; its length may decide the size of the board."""
        ...

    def format_position(self, state: State) -> str: ...

    def format_cell(self, cell: int) -> str: ...

    def move_cells(self, move: Move) -> tuple[int, ...]:
        """Returns the cells the move fills."""
        ...

    def diagram(self, state: State, style: str = "plain") -> str:
        """Returns the board as lines of text, in the style `plain` or `numbers`."""
        ...

    def player_name(self, player: Player) -> Message: ...


@dataclass(frozen=True)
class Limit:
    """How long to think. None is no limit; of several the tightest holds.

    On a clock `seconds` are the share of a usual move, and a strategy that can tell a hard one may
    take up to `longest` for it. Else `seconds` are all there is.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    longest: float | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes", "longest"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise InvalidNotation("limit.positive", name=name, value=quoted(str(value)))

    def tightest(self, other: Limit) -> Limit:
        """Returns the limit that holds when both do."""
        seconds = _smaller(self.seconds, other.seconds)
        longest = _smaller(self.most_seconds, other.most_seconds)
        return Limit(
            seconds,
            _smaller(self.depth, other.depth),
            _smaller(self.nodes, other.nodes),
            None if longest == seconds else longest,
        )

    @property
    def most_seconds(self) -> float | None:
        """The seconds after which an answer is late."""
        return self.seconds if self.longest is None else self.longest


def _smaller(a: Number | None, b: Number | None) -> Number | None:
    if a is None or b is None:
        return b if a is None else a
    return min(a, b)
