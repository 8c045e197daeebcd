"""Response models of the match routes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from fivefold.server.http.responses.common import Answer, Decision, GameDocument, View, Words


class Ply(Answer):
    ply: int
    move: str
    seat: Literal["X", "O"]
    seconds: float
    at: float
    forced: bool
    decision: Decision | None
    role: Literal["opener", "responder"] | None = None
    """Who placed the stone in a swap2 opening, whatever its colour."""


class Chosen(Answer):
    """A choice in a swap2 opening, after that many stones."""

    ply: int
    seat: Literal["X", "O"]
    choice: Literal["black", "white", "two"]
    seconds: float
    at: float
    decision: Decision | None


class Agreed(Answer):
    """A swap2 opening: the opener's colour, once settled, and the choices."""

    opener: Literal["X", "O"] | None
    choices: list[Chosen]


class Time(Answer):
    used: float
    left: float | None


class Clocks(Answer):
    running: Literal["X", "O"] | None
    X: Time
    O: Time  # noqa: E741 (the name of a seat)


class Result(Answer):
    winner: Literal["X", "O"] | None
    ending: str
    reason: Words
    margin: int | None


class Snapshot(Answer):
    """A match as anyone with its address may see it."""

    id: str
    version: int
    public: bool
    created: float
    game: GameDocument
    start: str
    swap2: Agreed | None = None
    time: str | None
    pace: int | None
    seats: dict[str, dict[str, Any]]
    between_people: bool
    live: bool
    moves: list[str]
    plies: list[Ply]
    clocks: Clocks
    undo_asked: Literal["X", "O"] | None
    rematch: dict[str, str] | None
    result: Result | None
    view: View


class MatchAnswer(Answer):
    match: Snapshot
    held: list[Literal["X", "O"]]


class SeatAnswer(MatchAnswer):
    secret: str


class VersionAnswer(Answer):
    version: int
    match: str | None = None


class Listed(Answer):
    id: str
    game: str
    moves: int
    ended: float | None
    updated: float


class MatchesAnswer(Answer):
    matches: list[Listed]


class OpenSeat(Answer):
    """A seat that can be taken, and the person who offers it."""

    id: str
    game: GameDocument
    seat: Literal["X", "O"]
    name: str | None
    time: str | None
    opening: Literal["swap2"] | None
    created: float


class LobbyAnswer(Answer):
    seats: list[OpenSeat]


class ReplayAnswer(Answer):
    first: int = Field(alias="from")
    last: int = Field(alias="to")
    views: list[View]
