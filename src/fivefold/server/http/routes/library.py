"""Everything without a match: games, opponents, reading files, sentences, health, metrics."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import Response

from fivefold import names
from fivefold.core import Game, Player
from fivefold.errors import InvalidNotation, Refused, StorageUnavailable
from fivefold.games.pentomino import SHAPES
from fivefold.server.analysis.catalogue import default_opponent, opponents
from fivefold.server.http import requests as body
from fivefold.server.http.dependencies import Client, TheService, answer, new_router
from fivefold.server.http.parsing import positions_of, read_game, read_text, reading_as_json
from fivefold.server.http.responses import library as doc
from fivefold.server.metrics import MEDIA_TYPE, MetricsReport
from fivefold.server.room.view import game_as_json
from fivefold.server.strict_json import write_json
from fivefold.strategies.teaching.evaluate import evaluations_for
from fivefold.words import CATALOGUES

OFFERED = {
    "gomoku": ("9", "13", "15", "19"),
    "othello": ("4", "6", "8"),
    "pentomino": ("5", "6", "8", "6x10"),
}
"""The board sizes the pages offer; requests may name any other size the game allows."""

KEPT = "private, max-age=86400"
CHARACTERS_PER_READING = 50_000

router = new_router()


@router.get("/games", response_model=doc.GamesAnswer)
async def games(v: Annotated[str | None, Query(max_length=16)] = None) -> Response:
    """The games: sizes, rules, and a suitable first opponent.

    A page names its version, `v`, and keeps the answer for a day.
    """
    known = [_game(name, kind) for name, kind in names.all_games().items()]
    return answer({"games": known}, headers=None if v is None else {"Cache-Control": KEPT})


def _game(name: str, kind: type[Game]) -> dict[str, Any]:
    usual = kind.of()
    text = str(usual.rows) if usual.rows == usual.columns else f"{usual.rows}x{usual.columns}"
    shown = {
        "name": name,
        "title": game_as_json(usual)["title"],
        "sizes": [_size(each) for each in OFFERED.get(name, (text,))],
        "size": kind.sizes.as_json(),
        "rules": list(kind.rule_names),
        "default": {"size": text, "rules": usual.rules},
        "players": {player.value: usual.player_name(player).as_json() for player in Player},
        "fitting": default_opponent(name),
        "evaluations": list(evaluations_for(name)),
    }
    if name == "pentomino":
        shown["pieces"] = {letter: sorted(map(list, shape)) for letter, shape in SHAPES.items()}
    return shown


def _size(text: str) -> dict[str, Any]:
    rows, columns = names.parse_size(text)
    return {"rows": rows, "columns": columns, "text": text}


@router.get("/strategies", response_model=doc.StrategiesAnswer)
async def strategies(
    service: TheService, game: Annotated[str, Query(min_length=1, max_length=100)]
) -> Response:
    """The strategies that play the game, with their parameters."""
    return answer({"strategies": await asyncio.to_thread(opponents, game, service.host_strategies)})


@router.post("/read", response_model=doc.ReadAnswer)
async def read(
    given: body.ReadBody, service: TheService, client: Client, request: Request
) -> Response:
    """The game in a text, whose format is detected, or in moves. Nothing is stored."""
    # A file of many games takes seconds: it costs more, and files are read one at a time.
    reading: asyncio.Lock = request.app.state.reading
    count = 1 + len(given.text or "") // CHARACTERS_PER_READING
    if not service.limits.readings.take(client, count):
        raise Refused("question.quota")
    async with reading:
        return answer(await asyncio.to_thread(_read, given))


def _read(given: body.ReadBody) -> dict[str, Any]:
    if given.text is not None:
        if given.moves is not None or given.start is not None:
            raise InvalidNotation("request.which_start")
        game = None if given.game is None else read_game(given.game, given.size, given.rules)
        return reading_as_json(read_text(given.text, game))
    if given.game is None:
        raise InvalidNotation("request.which_game")
    return reading_as_json(
        positions_of(given.game, given.size, given.rules, given.start, given.moves)
    )


@router.get("/words/{language}", response_model=doc.WordsAnswer)
async def words(language: Literal["en", "ko", "ja", "zh"], request: Request) -> Response:
    """Every sentence in one language."""
    content, tag = _words(language)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


@cache
def _words(language: str) -> tuple[bytes, str]:
    known = CATALOGUES[language]
    content = write_json({"language": language, "words": dict(known)}).encode()
    return content, f'W/"{hashlib.sha256(content).hexdigest()[:20]}"'


@router.get("/health", response_model=doc.HealthAnswer)
async def health(service: TheService) -> Response:
    """Whether matches can be played: 503 when they cannot be stored."""
    await service.store.ping()
    workers = service.peers.workers()
    others = service.peers.others()
    return answer(
        {
            "status": "ok",
            "matches": len(service.matches) + sum(worker.matches for worker in others),
            "sockets": len(service.connections) + sum(worker.sockets for worker in others),
            "workers": len(workers),
        }
    )


@router.get("/alive", response_model=doc.StatusAnswer)
async def alive() -> Response:
    """Whether the process responds, for whatever restarts it."""
    return answer({"status": "ok"})


@router.get("/ready", response_model=doc.StatusAnswer)
async def ready(service: TheService) -> Response:
    """Whether to route visitors here: 503 if it cannot store matches, is full, or stops."""
    if service.tasks.closing.is_set():
        raise StorageUnavailable("store.closed")
    if service.connections.is_full:
        raise Refused("request.too_many")
    await service.store.ping()
    return answer({"status": "ok"})


@router.get("/metrics", response_class=Response)
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus."""
    report: MetricsReport = request.app.state.report
    return Response(await report.text(), media_type=MEDIA_TYPE)
