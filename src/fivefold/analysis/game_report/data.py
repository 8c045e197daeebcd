"""The passive data of a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fivefold.analysis.game_graph import GraphPoint
from fivefold.core import Move, Player, State
from fivefold.words import Message, say

Unit = Literal["chance", "discs", "result"]
"""What a move can lose: points of winning chance out of 100, discs, or the won game."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What a move lost, in the unit of the report."""

    ply: int
    """The number of the move, from 1."""
    side: Player
    move: Move
    best: Move | None
    """The best move that the engine found instead; None if it knows none."""
    loss: float | None
    """None if it is not known, or if the side did not choose the move."""
    exact: bool
    """Whether the loss is proven."""
    counted: bool
    """Whether it counts for the accuracy: the side had a choice and something to lose."""
    mistake: bool


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that lost much, with what was better and why."""

    number: int
    """From 1, in the order of the game."""
    ply: int
    side: Player
    move: Move
    better: Move
    line: tuple[Move, ...]
    """The expected line of the better move."""
    loss: float
    exact: bool
    reasons: tuple[Message, ...]
    """One or two facts, the most important first."""
    instead: Message
    """What the better move would have achieved."""


@dataclass(frozen=True, slots=True)
class SideReport:
    """How one side played."""

    accuracy: float | None
    """From 0 to 100; None if no move counted."""
    counted: int
    mistakes: int
    lost: float
    """The sum of its losses."""


@dataclass(frozen=True, slots=True)
class TimeUse:
    """How long a side thought, in seconds, and its slowest move."""

    total: float
    longest: float
    ply: int


@dataclass(frozen=True, slots=True)
class GameReport:
    """The report of a game from `start`."""

    start: State
    moves: tuple[MoveReport, ...]
    unit: Unit
    sides: Mapping[Player, SideReport]
    turning_points: tuple[TurningPoint, ...]
    time: Mapping[Player, TimeUse]
    """Empty if the times are not known."""
    points: tuple[GraphPoint | None, ...]
    """The value of each position, from the start to the end; None if it was not evaluated."""

    @property
    def complete(self) -> bool:
        """Whether every position was evaluated."""
        return None not in self.points

    @property
    def definition(self) -> Message:
        """A sentence that says how the accuracy is counted."""
        return say(f"report.accuracy.{self.unit}")
