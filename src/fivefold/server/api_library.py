"""What the server knows without any match: games, opponents, formats, words, its own health."""

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
from fivefold.server import documents as doc
from fivefold.server import messages as body
from fivefold.server.api import Client, TheHouse, answer, new_router
from fivefold.server.lines import line_of, read_game, read_text, reading_as_json
from fivefold.server.metrics import MEDIA_TYPE, text_of
from fivefold.server.opponents import fitting, opponents
from fivefold.server.room_view import game_as_json
from fivefold.server.strict import write_json
from fivefold.strategies.evaluate import evaluations_for
from fivefold.words import CATALOGUES

OFFERED = {
    "gomoku": ("9", "13", "15", "19"),
    "othello": ("4", "6", "8"),
    "pentomino": ("5", "6", "8", "6x10"),
}
"""The sizes a page offers; any other that the game is played on can be named too."""

CHARACTERS_A_READING = 50_000

router = new_router()


@router.get("/games", response_model=doc.GamesAnswer)
async def games() -> Response:
    """The games, with sizes, rules and the opponent that fits somebody new."""
    return answer({"games": [_game(name, kind) for name, kind in names.all_games().items()]})


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
        "fitting": fitting(name),
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
    house: TheHouse, game: Annotated[str, Query(min_length=1, max_length=100)]
) -> Response:
    """Everybody who plays the game, with their parameters."""
    return answer({"strategies": await asyncio.to_thread(opponents, game, house.own)})


@router.post("/read", response_model=doc.ReadAnswer)
async def read(given: body.ReadBody, house: TheHouse, client: Client) -> Response:
    """The game in a text of any known format, or in moves; nothing is kept."""
    # A file of many games takes seconds: it counts for more, and one is read at a time.
    count = 1 + len(given.text or "") // CHARACTERS_A_READING
    if not house.quotas.readings.take(client, count):
        raise Refused("question.quota")
    async with house.reading:
        return answer(await asyncio.to_thread(_read, given))


def _read(given: body.ReadBody) -> dict[str, Any]:
    if given.text is not None:
        if given.moves is not None or given.start is not None:
            raise InvalidNotation("request.which_start")
        game = None if given.game is None else read_game(given.game, given.size, given.rules)
        return reading_as_json(read_text(given.text, game))
    if given.game is None:
        raise InvalidNotation("request.which_game")
    return reading_as_json(line_of(given.game, given.size, given.rules, given.start, given.moves))


@router.get("/words/{language}", response_model=doc.WordsAnswer)
async def words(language: Literal["en", "ko"], request: Request) -> Response:
    """Every sentence in a language."""
    content, tag = _words(language)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


@cache
def _words(language: str) -> tuple[bytes, str]:
    known = CATALOGUES[language]
    content = write_json({"language": language, "words": dict(known)}).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


@router.get("/health", response_model=doc.HealthAnswer)
async def health(house: TheHouse) -> Response:
    """Whether matches can be played: 503 when they cannot be stored."""
    await house.store.ping()
    workers = house.neighbours.workers()
    others = house.neighbours.others()
    return answer(
        {
            "status": "ok",
            "matches": len(house.tables) + sum(worker.matches for worker in others),
            "sockets": len(house.sockets) + sum(worker.sockets for worker in others),
            "workers": len(workers),
        }
    )


@router.get("/alive", response_model=doc.StatusAnswer)
async def alive() -> Response:
    """Whether the process answers at all: who restarts it asks this."""
    return answer({"status": "ok"})


@router.get("/ready", response_model=doc.StatusAnswer)
async def ready(house: TheHouse) -> Response:
    """Whether to send visitors here: 503 when games cannot be kept, when it is full or stops."""
    if house.closing.is_set():
        raise StorageUnavailable("store.closed")
    if house.attendance.is_full:
        raise Refused("request.too_many")
    await house.store.ping()
    return answer({"status": "ok"})


@router.get("/metrics", response_class=Response)
async def metrics(house: TheHouse) -> Response:
    """Numbers for Prometheus."""
    return Response(await text_of(house), media_type=MEDIA_TYPE)
