"""Matches over HTTP: make one, join, read, play, replay."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import Response

from fivefold.errors import InvalidNotation, Refused
from fivefold.server import commands as do
from fivefold.server import documents as doc
from fivefold.server import messages as body
from fivefold.server.api import (
    Client,
    Holder,
    TheHouse,
    TheTable,
    answer,
    new_router,
    not_too_fast,
    secret_in,
)
from fivefold.server.house import House, holder_of, new_secret
from fivefold.server.lines import moves_in, read_game, read_start, read_text
from fivefold.server.opponents import checked
from fivefold.server.seats import ME, OPEN
from fivefold.server.table import Table

DEFAULT_PACE = 1_000

router = new_router(not_too_fast)


@router.get("/matches", response_model=doc.MatchesAnswer)
async def public_matches(house: TheHouse) -> Response:
    """The public matches that are being played, the latest first."""
    return answer({"matches": await house.store.public(live=True)})


@router.post("/matches", status_code=201, response_model=doc.SeatAnswer)
async def make_match(order: body.NewMatch, house: TheHouse, client: Client) -> Response:
    """Makes a match. The answer's secret holds the seats that are `me`; it is shown only here."""
    wanted = await asyncio.to_thread(_order, order, house)
    if not house.quotas.matches.take(client):
        raise Refused("match.quota")
    table, secret = await house.create(wanted)
    return answer({**_shown(table, holder_of(secret)), "secret": secret}, 201)


def _order(order: body.NewMatch, house: House) -> do.Order:
    if order.text is not None and (order.position is not None or order.moves is not None):
        raise InvalidNotation("request.which_start")
    game = read_game(order.game, order.size, order.rules)
    moves = tuple(order.moves or ())
    if order.text is not None:
        states = read_text(order.text, game)
        start, moves = states[0], tuple(moves_in(states))
    else:
        start = read_start(game, order.position, sized=order.size is not None)
    seats = {
        "X": _who(order.first, start.game.name, house),
        "O": _who(order.second, start.game.name, house),
    }
    pace = DEFAULT_PACE if order.pace is None else order.pace
    return do.Order(
        start.game,
        start,
        moves,
        seats,
        order.time,
        order.public,
        order.name,
        pace,
        order.opening,
    )


def _who(text: str, game: str, house: House) -> str:
    return text if text in (ME, OPEN) else checked(text, game, house.own)


def _shown(table: Table, holder: str | None) -> dict[str, Any]:
    held = [seat for seat in ("X", "O") if seat in table.room.held_by(holder)]
    return {"match": table.room.document(), "held": held}


@router.get("/matches/{match}", response_model=doc.MatchAnswer)
async def read_match(match: str, table: TheTable, holder: Holder) -> Response:
    """The match as it stands, and the seats that the secret of the request holds."""
    return answer(_shown(table, holder))


@router.post("/matches/{match}/join", response_model=doc.SeatAnswer)
async def join(match: str, wanted: body.JoinBody, house: TheHouse, request: Request) -> Response:
    """Takes an open seat; the answer's secret holds it."""
    table = await house.find(match)
    secret = secret_in(request)
    if secret is None or not table.room.held_by(holder_of(secret)):
        secret = new_secret()
    holder = holder_of(secret)
    await house.do(match, do.Join(wanted.seat, wanted.name), holder)
    return answer({**_shown(table, holder), "secret": secret})


@router.post("/matches/{match}/move", response_model=doc.VersionAnswer)
async def move(match: str, wanted: body.MoveBody, house: TheHouse, holder: Holder) -> Response:
    """Plays a move. The same id again gets the same answer and plays nothing."""
    return await _do(house, match, do.Move(wanted.move, wanted.id, wanted.version), holder)


@router.post("/matches/{match}/choose", response_model=doc.VersionAnswer)
async def choose(match: str, wanted: body.ChooseBody, house: TheHouse, holder: Holder) -> Response:
    """Takes a side in an opening by swap2, or puts two more stones."""
    return await _do(house, match, do.Choose(wanted.choice, wanted.version), holder)


@router.post("/matches/{match}/undo", response_model=doc.VersionAnswer)
async def undo(match: str, wanted: body.VersionBody, house: TheHouse, holder: Holder) -> Response:
    """Takes the last choice back; between two people it asks the other."""
    return await _do(house, match, do.Undo(wanted.version), holder)


@router.post("/matches/{match}/undo/answer", response_model=doc.VersionAnswer)
async def answer_undo(
    match: str, wanted: body.AnswerBody, house: TheHouse, holder: Holder
) -> Response:
    """Agrees to an undo that the other person asked for, or not."""
    return await _do(house, match, do.AnswerUndo(wanted.version, wanted.accept), holder)


@router.post("/matches/{match}/resign", response_model=doc.VersionAnswer)
async def resign(match: str, wanted: body.VersionBody, house: TheHouse, holder: Holder) -> Response:
    """Gives the game up."""
    return await _do(house, match, do.Resign(wanted.version), holder)


@router.post("/matches/{match}/seats", response_model=doc.VersionAnswer)
async def seats(match: str, wanted: body.SeatsBody, house: TheHouse, holder: Holder) -> Response:
    """Puts somebody else into one seat or both."""
    command = await reseat(await house.find(match), wanted, house)
    return await _do(house, match, command, holder)


async def reseat(table: Table, wanted: body.SeatsBody, house: House) -> do.Reseat:
    """Returns the command for new people in the seats, their strategies checked."""
    game = table.room.game.name
    chosen = {
        seat: await asyncio.to_thread(_who, who, game, house)
        for seat, who in (("X", wanted.X), ("O", wanted.O))
        if who is not None
    }
    return do.Reseat(wanted.version, chosen)


@router.post("/matches/{match}/swap", response_model=doc.VersionAnswer)
async def swap(match: str, wanted: body.VersionBody, house: TheHouse, holder: Holder) -> Response:
    """Exchanges the two seats."""
    return await _do(house, match, do.Swap(wanted.version), holder)


@router.post("/matches/{match}/pace", response_model=doc.VersionAnswer)
async def pace(match: str, wanted: body.PaceBody, house: TheHouse, holder: Holder) -> Response:
    """Sets the milliseconds between the moves of two machines; null stops them."""
    return await _do(house, match, do.Pace(wanted.pace), holder)


@router.post("/matches/{match}/rematch", response_model=doc.VersionAnswer)
async def rematch(
    match: str, wanted: body.VersionBody, house: TheHouse, holder: Holder
) -> Response:
    """Plays again with the seats exchanged; between two people both have to ask."""
    return await _do(house, match, do.Rematch(wanted.version, new_secret()), holder)


@router.post("/matches/{match}/claim", response_model=doc.VersionAnswer)
async def claim(match: str, wanted: body.VersionBody, house: TheHouse, holder: Holder) -> Response:
    """Wins against a person who has left."""
    return await _do(house, match, do.Claim(wanted.version), holder)


async def _do(house: House, match: str, command: do.Command, holder: str | None) -> Response:
    return answer((await house.do(match, command, holder)).as_json())


@router.get("/matches/{match}/replay", response_model=doc.ReplayAnswer)
async def replay(
    match: str,
    table: TheTable,
    last: Annotated[Literal["5", "10", "15", "all"], Query()] = "all",
) -> Response:
    """The positions of the last moves, the one before the first of them included."""
    room = table.room
    plies = len(room.plies)
    first = 0 if last == "all" else max(0, plies - int(last))
    views = [room.view(ply, legal=False) for ply in range(first, plies + 1)]
    return answer({"from": first, "to": plies, "views": views})
