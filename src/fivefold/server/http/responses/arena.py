"""Response models of the arena routes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from fivefold.server.http.responses.common import Answer, GameDocument, View, Words
from fivefold.server.http.responses.library import ReadAnswer

Seat = Literal["X", "O"]


class Progress(Answer):
    played: int
    total: int | None
    void: int
    began: float
    latest: float
    seconds_left: float | None


class ListedTournament(Answer):
    """A tournament in the list; an unreadable one has only `name` and `trouble`."""

    name: str
    title: str | None = None
    game: GameDocument | None = None
    format: str | None = None
    players: int | None = None
    leader: str | None = None
    over: bool | None = None
    progress: Progress | None = None
    trouble: Words | None


class TournamentsAnswer(Answer):
    tournaments: list[ListedTournament]


class Fault(Answer):
    """A kind of fault of a player, its count, and the latest game with it."""

    ending: str
    count: int
    reason: str
    key: str


class Standing(Answer):
    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    rating: float | None
    error95: float | None
    swept: bool = Field(description="Won or lost every game: the rating is unbounded.")
    withdrawn: bool
    faults: list[Fault]


class RunningGame(Answer):
    key: str
    first: str
    second: str
    at: float
    view: View


class ArenaGame(Answer):
    key: str
    first: str
    second: str
    winner: Seat | None
    ending: str
    reason: str
    fault: str | None
    plies: int
    at: float
    counts: bool


class TournamentAnswer(Answer):
    name: str
    title: str
    game: GameDocument
    format: str
    players: int
    leader: str | None
    over: bool
    progress: Progress
    settings: dict[str, Any]
    rows: list[Standing]
    cross: list[list[list[int] | None]]
    anchor: str | None
    anchor_rating: float
    match: dict[str, Any] | None
    sprt: dict[str, Any] | None
    recent: list[ArenaGame]
    charts: dict[str, Any]
    state: Literal["running", "paused", "stopped", "over"]
    concurrency: int | None
    running: list[RunningGame]
    more_running: int


class ArenaGamesAnswer(Answer):
    games: list[ArenaGame]
    total: int


class ArenaGameAnswer(ReadAnswer):
    key: str
    first: str
    second: str
    winner: Seat | None
    ending: str
    reason: str
    fault: str | None
    plies: int
    at: float
    counts: bool
    seconds: list[float] = Field(description="Seconds of each move; empty if unknown.")
