"""Response models of the routes without a match."""

from __future__ import annotations

from typing import Any, Literal

from fivefold.server.http.responses.common import Answer, GameDocument, View


class ReadAnswer(Answer):
    game: GameDocument
    start: str
    moves: list[str]
    views: list[View]
    result: dict[str, Any] | None


class GamesAnswer(Answer):
    games: list[dict[str, Any]]


class StrategiesAnswer(Answer):
    strategies: list[dict[str, Any]]


class WordsAnswer(Answer):
    language: str
    words: dict[str, str]


class StatusAnswer(Answer):
    status: Literal["ok"]


class HealthAnswer(Answer):
    status: Literal["ok"]
    matches: int
    sockets: int
    workers: int
