"""Matches over HTTP: create, join, read, play and replay."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import Response

from fivefold.errors import InvalidNotation, Refused
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.http import requests as body
from fivefold.server.http.commands import checked_player, command_for
from fivefold.server.http.dependencies import (
    Client,
    Holder,
    Sender,
    TheMatch,
    TheSender,
    TheService,
    answer,
    new_router,
    not_too_fast,
    secret_in,
)
from fivefold.server.http.parsing import read_game, read_start, read_text
from fivefold.server.http.responses import matches as doc
from fivefold.server.matches.frames import match_for
from fivefold.server.matches.service import MatchService, holder_of, new_secret
from fivefold.server.room import commands as do
from fivefold.server.room.view import moves_in

DEFAULT_PACE = 1_000

router = new_router(not_too_fast)


@router.get("/matches", response_model=doc.MatchesAnswer)
async def public_matches(service: TheService) -> Response:
    """The public matches in progress, the latest first."""
    return answer({"matches": await service.store.public(live=True)})


@router.post("/matches", status_code=201, response_model=doc.SeatAnswer)
async def make_match(
    order: body.NewMatch, service: TheService, client: Client, legal: bool = True
) -> Response:
    """Creates a match. Only this answer has the secret of the seats that are `me`.

    With `legal=false` the view has no legal moves: in Pentomino these are 46 kB, and an answer with
    a secret is not compressed.
    """
    wanted = await asyncio.to_thread(_order, order, service.host_strategies)
    if not service.limits.matches.take(client):
        raise Refused("match.quota")
    active, secret = await service.create(wanted, client)
    created = match_for(active.room, holder_of(secret))
    if not legal:
        created["match"]["view"] = active.room.view(legal=False)
    return answer({**created, "secret": secret}, 201)


def _order(order: body.NewMatch, own: HostStrategies) -> do.Order:
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
        "X": checked_player(order.first, start.game.name, own),
        "O": checked_player(order.second, start.game.name, own),
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


@router.get("/matches/{match}", response_model=doc.MatchAnswer)
async def read_match(match: str, active: TheMatch, holder: Holder) -> Response:
    """The match now, and the seats that the secret in the request may move."""
    return answer(match_for(active.room, holder))


@router.post("/matches/{match}/join", response_model=doc.SeatAnswer)
async def join(
    match: str, wanted: body.JoinBody, service: TheService, client: Client, request: Request
) -> Response:
    """Takes an open seat. The answer has its secret."""
    active = await service.find(match, client=client)
    secret = secret_in(request)
    if secret is None or not active.room.held_by(holder_of(secret)):
        secret = new_secret()
    holder = holder_of(secret)
    await service.execute(match, do.Join(wanted.seat, wanted.name), holder, client)
    return answer({**match_for(active.room, holder), "secret": secret})


@router.post("/matches/{match}/move", response_model=doc.VersionAnswer)
async def move(
    match: str, wanted: body.MoveBody, service: TheService, sender: TheSender
) -> Response:
    """Plays a move. Repeating the request with the same id gives the same answer."""
    return await _execute(service, match, "move", wanted, sender)


@router.post("/matches/{match}/choose", response_model=doc.VersionAnswer)
async def choose(
    match: str, wanted: body.ChooseBody, service: TheService, sender: TheSender
) -> Response:
    """In a swap2 opening: takes black or white, or chooses to place two more stones."""
    return await _execute(service, match, "choose", wanted, sender)


@router.post("/matches/{match}/undo", response_model=doc.VersionAnswer)
async def undo(
    match: str, wanted: body.VersionBody, service: TheService, sender: TheSender
) -> Response:
    """Takes back the last own move; between two people, asks the other for it."""
    return await _execute(service, match, "undo", wanted, sender)


@router.post("/matches/{match}/undo/answer", response_model=doc.VersionAnswer)
async def answer_undo(
    match: str, wanted: body.AnswerBody, service: TheService, sender: TheSender
) -> Response:
    """Accepts or declines the undo that the other person asked for."""
    return await _execute(service, match, "undo_answer", wanted, sender)


@router.post("/matches/{match}/resign", response_model=doc.VersionAnswer)
async def resign(
    match: str, wanted: body.VersionBody, service: TheService, sender: TheSender
) -> Response:
    """Resigns."""
    return await _execute(service, match, "resign", wanted, sender)


@router.post("/matches/{match}/seats", response_model=doc.VersionAnswer)
async def seats(
    match: str, wanted: body.SeatsBody, service: TheService, sender: TheSender
) -> Response:
    """Changes who sits in one seat or both."""
    return await _execute(service, match, "seats", wanted, sender)


@router.post("/matches/{match}/swap", response_model=doc.VersionAnswer)
async def swap(
    match: str, wanted: body.VersionBody, service: TheService, sender: TheSender
) -> Response:
    """Swaps the two seats."""
    return await _execute(service, match, "swap", wanted, sender)


@router.post("/matches/{match}/pace", response_model=doc.VersionAnswer)
async def pace(
    match: str, wanted: body.PaceBody, service: TheService, sender: TheSender
) -> Response:
    """Sets the milliseconds between the moves of two machines; null pauses them."""
    return await _execute(service, match, "pace", wanted, sender)


@router.post("/matches/{match}/rematch", response_model=doc.VersionAnswer)
async def rematch(
    match: str, wanted: body.VersionBody, service: TheService, sender: TheSender
) -> Response:
    """Starts a rematch with the seats swapped. Between two people, both must ask for it."""
    return await _execute(service, match, "rematch", wanted, sender)


@router.post("/matches/{match}/claim", response_model=doc.VersionAnswer)
async def claim(
    match: str, wanted: body.VersionBody, service: TheService, sender: TheSender
) -> Response:
    """Claims the win against a person who has left."""
    return await _execute(service, match, "claim", wanted, sender)


async def _execute(
    service: MatchService, match: str, kind: str, wanted: Any, sender: Sender
) -> Response:
    command = await command_for(kind, wanted, service, match)
    result = await service.execute(match, command, sender.holder, sender.client)
    return answer(result.as_json())


@router.get("/matches/{match}/replay", response_model=doc.ReplayAnswer)
async def replay(
    match: str,
    active: TheMatch,
    last: Annotated[Literal["5", "10", "15", "all"], Query()] = "all",
) -> Response:
    """The positions of the last moves, and the one before them."""
    room = active.room
    plies = len(room.plies)
    first = 0 if last == "all" else max(0, plies - int(last))
    views = [room.view(ply, legal=False) for ply in range(first, plies + 1)]
    return answer({"from": first, "to": plies, "views": views})
