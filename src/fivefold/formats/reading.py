"""What a format gives and takes: games, each a start and moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from fivefold.core import Game, Move, State
from fivefold.formats.details import Details
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through


@dataclass(frozen=True)
class Reading:
    """A game that was read: where it began, the moves, and the record if there was one."""

    start: State
    moves: tuple[Move, ...] = ()
    record: MatchRecord | None = None
    details: Details = field(default_factory=Details)

    @property
    def states(self) -> tuple[State, ...]:
        """Every position, the first and the last included."""
        return play_through(self.start, self.moves)

    @property
    def state(self) -> State:
        """The position after all moves."""
        return self.states[-1]


class Format(Protocol):
    """A way to write games or positions down."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """How the names of its files end."""
        ...

    holds_many: ClassVar[bool]
    """Whether a file holds several games."""

    def is_like(self, text: str, game: Game | None) -> bool:
        """Tells whether the text is meant to be in this format, be it readable or not."""
        ...

    def read(self, text: str, game: Game | None) -> Iterable[Reading]:
        """Gives the games in a text that is like this format, at least one.

        Each is read when it is asked for: whoever wants the first does not pay for the others.
        """
        ...

    def write(self, readings: tuple[Reading, ...]) -> str:
        """Returns the games as text that ends with a line break."""
        ...
