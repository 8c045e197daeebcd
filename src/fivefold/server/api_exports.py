"""Games and positions as files: of a match, or of a game that the request brings."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Query
from starlette.responses import Response

from fivefold.errors import Refused
from fivefold.server import messages as body
from fivefold.server.api import Client, TheHouse, TheTable, new_router
from fivefold.server.exporter import Exporter
from fivefold.server.exports import MEDIA_TYPES, Exported
from fivefold.server.house import House
from fivefold.server.lines import line_of, moves_in
from fivefold.server.opponents import title
from fivefold.server.room import Room

Format = Literal["sgf", "psq", "moves", "json", "svg", "png", "gif"]
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
    house: TheHouse,
    table: TheTable,
    client: Client,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    last: Annotated[int, Query(ge=1, le=10_000)] | Literal["all"] = "all",
    speed: Annotated[float | None, Query(gt=0, le=100)] = None,
) -> Response:
    """The match as a text, a position of it as a picture, or its last moves as a film."""
    room = table.room
    options = {
        "names": _names(room),
        "result": room.result,
        "seconds": [each["seconds"] for each in room.plies],
        "swap2": room.swap2 and room.swap2.agreement,
        "ply": ply,
        "last": None if last == "all" else last,
        "speed": speed,
    }
    moves = [each["move"] for each in room.plies]
    return await _file(house, client, room.states[0], moves, format, options)


def _names(room: Room) -> dict[str, str | None]:
    """Returns what the two are called in a record."""
    return {
        seat: who.name if who.strategy is None else str(title(who.strategy, room.game))
        for seat, who in room.seats.items()
    }


@router.post("/export/{format}", response_class=Response, responses=FILES)
async def export_line(
    format: Format, given: body.ExportBody, house: TheHouse, client: Client
) -> Response:
    """The same for a game that no match holds."""
    states = await asyncio.to_thread(
        line_of, given.game, given.size, given.rules, given.start, given.moves
    )
    options = {"ply": given.ply, "last": given.last, "speed": given.speed}
    return await _file(house, client, states[0], moves_in(states), format, options)


async def _file(
    house: House, client: str, start: Any, moves: list[str], format: str, options: dict[str, Any]
) -> Response:
    if not house.quotas.pictures.take(client):
        raise Refused("question.quota")
    exporter: Exporter = house.exporter
    made: Exported = await exporter.export(start, moves, format, **options)
    headers = {"Content-Disposition": f'attachment; filename="{made.file_name}"'}
    return Response(made.content, headers=headers, media_type=made.media_type)
