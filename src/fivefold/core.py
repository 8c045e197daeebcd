"""The vocabulary that every game shares: players, outcomes, states, games and limits.

A move is an integer inside the process and text outside it. A state is a value: playing a move
returns a new state and leaves the old one unchanged.
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
"""A forced win in n plies scores `WIN - n`, unless the game counts a margin."""


class Player(Enum):
    """The two seats. `X` is the first player, even in games without colours."""

    FIRST = "X"
    SECOND = "O"

    @property
    def other(self) -> Player:
        return Player.SECOND if self is Player.FIRST else Player.FIRST


@dataclass(frozen=True)
class Outcome:
    """The result of a game: `winner` is None for a draw; some games count a `margin`."""

    winner: Player | None
    reason: Message
    margin: int | None = None


class State(Protocol):
    """A position: immutable, hashable and complete.

    Two states are equal if rules, cells and side to move are equal; the moves that led to them do
    not matter.
    """

    @property
    def game(self) -> Game: ...

    @property
    def cells(self) -> str:
        """One character per cell, row by row from the top; `.` is empty."""
        ...

    @property
    def to_move(self) -> Player: ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        ...

    @property
    def last_move(self) -> Move | None:
        """The move that led here, if known; ignored by equality, hash and notation."""
        ...

    def __hash__(self) -> int: ...

    def legal_moves(self) -> list[Move]:
        """Returns the legal moves in reading order; empty only when the game is over."""
        ...

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as text."""
        ...

    def __contains__(self, move: object) -> bool:
        """Tells whether the move, as a number or as text, is legal."""
        ...

    def play(self, move: Move | str) -> State:
        """Returns the position after the move, a number or text.

        Raises `IllegalMove` with the reason, or `InvalidNotation` for what is no move.
        """
        ...


class Game(Protocol):
    """The rules of a game, with parameters, and its notation. Frozen, hashable, cheap to create."""

    name: ClassVar[str]
    rule_names: ClassVar[tuple[str, ...]]
    """The valid values of `rules`; the first is the default.

    A class may also define `switches`: options appended to a rule name with colons. `of` then
    checks them and puts them into canonical order.
    """
    sizes: ClassVar[Message]
    """The supported board sizes, as a sentence."""
    pass_move: ClassVar[Move | None]
    """The move that changes no cell, in games that have one."""

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> Self:
        """Returns the game on a board of rows x columns under these rules; None is the default.

        Raises `InvalidNotation` for an unsupported size. The caller checks the rule name.
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
        """Returns the move.

        Raises `InvalidNotation` for unreadable text and `IllegalMove` for a move that is impossible
        in every position.
        """
        ...

    def format_move(self, move: Move) -> str: ...

    def split_moves(self, text: str) -> list[str]:
        """Returns the texts of the moves in a line of play, whatever separates them."""
        ...

    def parse_position(self, text: str) -> State:
        """Returns the position; the length of the text may determine the board size."""
        ...

    def format_position(self, state: State) -> str: ...

    def format_cell(self, cell: int) -> str: ...

    def move_cells(self, move: Move) -> tuple[int, ...]:
        """Returns the cells that the move fills."""
        ...

    def diagram(self, state: State, style: str = "plain") -> str:
        """Returns the board as lines of text, in style `plain` or `numbers`."""
        ...

    def player_name(self, player: Player) -> Message: ...


@dataclass(frozen=True)
class Limit:
    """How long to think. None means no limit; the tightest of several limits applies.

    Under a clock, `seconds` is the target for an ordinary move, and a strategy may spend up to
    `longest` seconds on a hard one. Without `longest`, `seconds` is the maximum.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    longest: float | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes", "longest"):
            value = getattr(self, name)
            if value is None:
                continue
            if not isinstance(value, int | float) or not 0 < value < math.inf:
                raise InvalidNotation("limit.positive", name=name, value=quoted(str(value)))

    def tightest(self, other: Limit) -> Limit:
        """Returns the limit that satisfies both."""
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
        """The maximum thinking time in seconds; a later answer is late."""
        return self.seconds if self.longest is None else self.longest


def _smaller(a: Number | None, b: Number | None) -> Number | None:
    if a is None or b is None:
        return b if a is None else a
    return min(a, b)
