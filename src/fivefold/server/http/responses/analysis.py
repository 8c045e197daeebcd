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

    `plies` counts to the forced end that an engine found; `line` begins with the best move.
    """

    ply: int
    value: int
    best: str | None
    exact: bool
    discs: float | None = None
    plies: int | None = None
    line: list[str] | None = None


class JudgeAnswer(Answer):
    judge: Words
    values: list[Judgement]


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
