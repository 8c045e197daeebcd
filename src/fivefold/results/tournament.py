"""What a tournament is: who plays whom, how and from where. Passive data, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fivefold.core import Limit
from fivefold.results.sprt import Sprt

Format = Literal["match", "round-robin", "gauntlet", "knockout", "swiss"]


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part. `name` is unique in the tournament and stands in its records.

    `player` is what `open_engine` reads: `level(3)`, `./my_bot.py:MyBot` or, for a program,
    `gomocup:./pbrain-wine --fast`. A limit or a time of its own replaces the tournament's.
    """

    name: str
    player: str
    folder: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    limit: Limit | None = None
    time: str | None = None


@dataclass(frozen=True)
class DrawRule:
    """After `moves` moves a game is drawn once both have scored within `score` `count` times."""

    moves: int
    count: int
    score: float


@dataclass(frozen=True)
class Tournament:
    """Everything that decides its games; its games depend on nothing else.

    An encounter is `pairs` openings, each played twice with the seats swapped. `openings` are
    moves from the start of the game; without any, every game begins at the start.
    """

    name: str
    game: str
    format: Format
    entrants: tuple[Entrant, ...]
    pairs: int = 1
    rounds: int | None = None
    openings: tuple[str, ...] = ()
    seed: int = 1
    limit: Limit = Limit()
    time: str | None = None
    maximum: int | None = None
    proofs: bool = False
    draws: DrawRule | None = None
    withdraw_after: int | None = None
    sprt: Sprt | None = None
    anchor: str | None = None
    anchor_rating: float = 1500.0

    def as_json(self) -> dict[str, Any]:
        """Returns the tournament as plain data."""
        raise NotImplementedError

    @classmethod
    def from_json(cls, data: object) -> Tournament:
        """Returns the tournament that `as_json` wrote, or raises `InvalidNotation`."""
        raise NotImplementedError
