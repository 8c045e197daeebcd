"""Response models of the analysis routes."""

from __future__ import annotations

from typing import Literal

from fivefold.server.http.responses.common import Answer, Decision, Words


class Outcomes(Answer):
    """The legal placements of a pentomino position, by their proven result."""

    wins: list[str]
    loses: list[str]
    unknown: list[str]


class Opinion(Decision):
    """A decision, with the results of all placements where some are proven."""

    outcomes: Outcomes | None = None


class DecisionAnswer(Answer):
    decision: Opinion


class Judgement(Answer):
    """The value of a position; `discs` is X's expected lead, only for Othello on 8x8.

    `plies` counts to the forced end that an engine found; `line` begins with the best move. `wins`
    is the side with a proven win that `value` does not show.
    """

    ply: int
    value: int
    best: str | None
    exact: bool
    discs: float | None = None
    plies: int | None = None
    line: list[str] | None = None
    wins: Literal["X", "O"] | None = None


class JudgeAnswer(Answer):
    judge: Words
    values: list[Judgement]


class SideReport(Answer):
    """How a side played; `accuracy` is null if none of its moves counts."""

    accuracy: float | None
    counted: int
    mistakes: int
    lost: float


class MoveReport(Answer):
    """What a move lost, in the unit of the report; null if unknown or not chosen."""

    ply: int
    side: Literal["X", "O"]
    move: str
    best: str | None
    loss: float | None
    exact: bool
    counted: bool
    mistake: bool


class TurningPoint(Answer):
    """One of the biggest mistakes, with the better line and the reasons."""

    number: int
    ply: int
    side: Literal["X", "O"]
    move: str
    better: str
    line: list[str]
    loss: float
    exact: bool
    reasons: list[Words]
    instead: Words


class TimeUse(Answer):
    """Seconds, and the slowest move."""

    total: float
    longest: float
    ply: int


class ReportAnswer(Answer):
    start: str
    unit: Literal["chance", "discs", "result"]
    complete: bool
    definition: Words
    sides: dict[Literal["X", "O"], SideReport]
    moves: list[MoveReport]
    values: list[Judgement]
    turning_points: list[TurningPoint]
    time: dict[Literal["X", "O"], TimeUse]


class MissedWin(Answer):
    """The loser could have won after that many moves; `played` is null if they resigned there."""

    ply: int
    seat: Literal["X", "O"]
    played: str | None
    winning: str
    count: int | None


class HindsightAnswer(Answer):
    missed: MissedWin | None
    lost_throughout: bool
