"""What the drawing needs of a decision: `fivefold.strategies.base.Decision` has this shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fivefold.core import Move

Score = int | float


class Overlay(Protocol):
    """Something to draw on the board."""

    @property
    def kind(self) -> str: ...

    @property
    def tone(self) -> str: ...

    @property
    def values(self) -> Sequence[Score | None] | None: ...

    @property
    def cells(self) -> Sequence[int] | None: ...

    @property
    def means(self) -> str | None: ...


class Candidate(Protocol):
    """A move that was considered."""

    @property
    def move(self) -> Move: ...

    @property
    def score(self) -> Score | None: ...


class Decision(Protocol):
    """The chosen move, the moves it was compared with, and what to draw."""

    @property
    def move(self) -> Move | None: ...

    @property
    def candidates(self) -> Sequence[Candidate]: ...

    @property
    def overlay(self) -> Sequence[Overlay]: ...

    @property
    def text(self) -> object: ...
