"""The `Format` interface, and the `Reading` of one game that formats read and write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from fivefold.core import Game, Move, State
from fivefold.formats.details import Details
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through
from fivefold.tree.game_tree import GameTree


@dataclass(frozen=True)
class Reading:
    """A game as read from a file: start, moves, and the record if the file has one."""

    start: State
    moves: tuple[Move, ...] = ()
    record: MatchRecord | None = None
    details: Details = field(default_factory=Details)
    tree: GameTree | None = None
    """The game with its variations and notes, if the file can hold them."""
    read_tree: Callable[[], GameTree] | None = field(default=None, compare=False, repr=False)
    """Reads the tree on demand: those who only need the main line need not wait for it."""

    @property
    def states(self) -> tuple[State, ...]:
        """Every position, from the first to the last."""
        return play_through(self.start, self.moves)

    @property
    def state(self) -> State:
        """The final position."""
        return self.states[-1]


class Format(Protocol):
    """A text format for games or positions."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """The file extensions, with the dot."""
        ...

    holds_many: ClassVar[bool]
    """Whether a file can hold several games."""

    def is_like(self, text: str, game: Game | None) -> bool:
        """Tells whether the text looks like this format, even if it contains errors."""
        ...

    def read(self, text: str, game: Game | None) -> Iterable[Reading]:
        """Yields the games in a text that looks like this format, at least one.

        Games are read on demand, so the first costs no more in a file of thousands.
        """
        ...

    def write(self, readings: tuple[Reading, ...]) -> str:
        """Returns the games as text ending with a line break."""
        ...


class BinaryFormat(Protocol):
    """A binary format for games, of one file or several related ones."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """The file extensions, with the dot."""
        ...

    def is_like(self, content: bytes, path: str) -> bool:
        """Tells whether the file looks like this format, even if it contains errors."""
        ...

    def read(self, content: bytes, path: str, game: Game | None) -> Iterable[Reading]:
        """Yields the games of a file that looks like this format."""
        ...

    def files(self, readings: Sequence[Reading], path: str) -> dict[str, bytes]:
        """Returns the content of each file to write."""
        ...
