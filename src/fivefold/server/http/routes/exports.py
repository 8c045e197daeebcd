"""Exports: a match, or a game given in the request, as a file."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import Response

from fivefold.errors import Refused
from fivefold.server.analysis.catalogue import title
from fivefold.server.exports.formats import MEDIA_TYPES, Exported
from fivefold.server.http import requests as body
from fivefold.server.http.dependencies import (
    Client,
    TheMatch,
    TheService,
    answer,
    new_router,
    while_connected,
)
from fivefold.server.http.fields import Id
from fivefold.server.http.parsing import positions_of
from fivefold.server.http.responses import exports as doc
from fivefold.server.matches.service import MatchService
from fivefold.server.room.room import Room
from fivefold.server.room.view import moves_in

Format = Literal["sgf", "psq", "moves", "json", "svg", "png", "gif", "card"]
FILE = {"type": "string", "format": "binary"}
FILES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file",
        "content": {
            kind.partition(";")[0]: {"schema": {} if kind == MEDIA_TYPES["json"] else FILE}
            for kind in MEDIA_TYPES.values()
        },
    }
}

router = new_router()


@router.get("/matches/{match}/export/{format}", response_class=Response, responses=FILES)
async def export_match(
    match: str,
    format: Format,
    service: TheService,
    active: TheMatch,
    client: Client,
    request: Request,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    last: Annotated[int, Query(ge=1, le=10_000)] | Literal["all"] = "all",
    speed: Annotated[float | None, Query(gt=0, le=100)] = None,
    id: Annotated[Id | None, Query()] = None,
) -> Response:
    """The match as text, one of its positions as a picture, or its last moves as an animation.

    Disconnecting stops it.
    """
    room = active.room
    options: dict[str, Any] = {
        "names": names_of(room),
        "result": room.result,
        "seconds": [each["seconds"] for each in room.plies],
        "swap2": room.swap2 and room.swap2.agreement,
        "ply": ply,
        "last": None if last == "all" else last,
        "speed": speed,
        "id": id,
    }
    moves = [each["move"] for each in room.plies]
    return await _file(service, client, request, room.states[0], moves, format, options)


def names_of(room: Room) -> dict[str, str | None]:
    """Returns the players' names for a game record."""
    return {
        seat: who.name if who.strategy is None else str(title(who.strategy, room.game))
        for seat, who in room.seats.items()
    }


@router.post("/export/{format}", response_class=Response, responses=FILES)
async def export_line(
    format: Format,
    given: body.ExportBody,
    service: TheService,
    client: Client,
    request: Request,
) -> Response:
    """The same for the game in the request. Disconnecting stops it."""
    states = await asyncio.to_thread(
        positions_of, given.game, given.size, given.rules, given.start, given.moves
    )
    options = {"ply": given.ply, "last": given.last, "speed": given.speed, "id": given.id}
    return await _file(service, client, request, states[0], moves_in(states), format, options)


@router.get("/exports/{id}", response_model=doc.ExportAnswer)
async def waiting_file(id: str, service: TheService, client: Client) -> Response:
    """How many files are created before the one that this client waits for; 0 while it is drawn."""
    return answer({"before": service.exports.before(client, id)})


async def _file(
    service: MatchService,
    client: str,
    request: Request,
    start: Any,
    moves: list[str],
    format: str,
    options: dict[str, Any],
) -> Response:
    if not service.limits.pictures.take(client):
        raise Refused("question.quota")
    work = service.exports.export(start, moves, format, client=client, **options)
    made: Exported = await while_connected(request, work)
    headers = {"Content-Disposition": f'attachment; filename="{made.file_name}"'}
    return Response(made.content, headers=headers, media_type=made.media_type)
