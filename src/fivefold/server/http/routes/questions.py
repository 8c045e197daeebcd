"""Analysis over HTTP: what a strategy would play, who is ahead, the report, missed wins."""

from __future__ import annotations

import asyncio
from math import ceil
from typing import Any

from fastapi import Request
from starlette.responses import Response

from fivefold.analysis.game_graph import graph_method
from fivefold.analysis.game_report import time_as_json, time_use
from fivefold.core import State
from fivefold.errors import InvalidNotation, NotFound, Refused
from fivefold.server.analysis.pentomino_review import check_reviewable, loser_of
from fivefold.server.http import requests as body
from fivefold.server.http.dependencies import (
    Client,
    TheMatch,
    TheService,
    answer,
    new_router,
    while_connected,
)
from fivefold.server.http.parsing import positions_of
from fivefold.server.http.responses import analysis as doc
from fivefold.server.matches.queries import MAX_PLIES, AnalysisQueries, states_of
from fivefold.server.matches.service import MatchService
from fivefold.server.room.view import moves_in

router = new_router()


def _queries(request: Request) -> AnalysisQueries:
    queries: AnalysisQueries = request.app.state.queries
    return queries


@router.post("/questions", response_model=doc.DecisionAnswer)
async def ask(
    asked: body.QuestionBody, service: TheService, client: Client, request: Request
) -> Response:
    """What a strategy would play in a match or a position, and why. Disconnecting stops it."""
    states = await _states(service, client, asked, asked.position, asked.ply)
    work = _queries(request).ask(
        client, asked.id, asked.strategy, states, asked.seconds, asked.depth
    )
    return answer({"decision": await while_connected(request, work)})


@router.delete("/questions/{id}", status_code=204)
async def withdraw(id: str, client: Client, request: Request) -> Response:
    """Stops a question in progress."""
    _queries(request).cancel(client, id)
    return Response(status_code=204)


@router.post("/judge", response_model=doc.JudgeAnswer)
async def judge(
    asked: body.JudgeBody, service: TheService, client: Client, request: Request
) -> Response:
    """Who is ahead in each position of a line, from X's side: -100 to 100."""
    if not asked.first <= asked.last < asked.first + MAX_PLIES:
        raise InvalidNotation("question.plies", most=MAX_PLIES, field="to")
    states = await _states(service, client, asked, asked.start, None)
    if asked.last >= len(states):
        raise NotFound("match.ply", ply=asked.last, plies=len(states) - 1)
    service.live_positions.check(states[asked.first : asked.last + 1])
    if not service.limits.judgements.take(client):
        raise Refused("question.quota")
    game, start = states[0].game, states[0].game.format_position(states[0])
    line = moves_in(states)
    work = service.pool.graph(game, start, line, asked.first, asked.last, client=client)
    return answer(
        {"judge": graph_method(game).as_json(), "values": await while_connected(request, work)}
    )


@router.post("/report", response_model=doc.ReportAnswer)
async def report(
    asked: body.ReportBody, service: TheService, client: Client, request: Request
) -> Response:
    """What each move of a game lost, the accuracy of both sides, and where it turned."""
    states, plies = await _line_of(service, client, asked)
    service.live_positions.check(states)
    if not service.limits.judgements.take(client, ceil(len(states) / MAX_PLIES)):
        raise Refused("question.quota")
    game, start = states[0].game, states[0].game.format_position(states[0])
    set_up = sum("role" in ply for ply in plies)
    work = service.pool.report(game, start, moves_in(states), set_up, client=client)
    found = await while_connected(request, work)
    sides = [state.to_move for state in states[: len(plies)]]
    time = time_as_json(time_use(sides, [ply["seconds"] for ply in plies]))
    return answer({**found, "time": time})


@router.get("/matches/{match}/hindsight", response_model=doc.HindsightAnswer)
async def look_back(
    match: str, service: TheService, active: TheMatch, client: Client, request: Request
) -> Response:
    """The last win that the loser of a finished pentomino match missed."""
    room = active.room
    check_reviewable(room)
    service.live_positions.check(room.states)
    if not service.limits.judgements.take(client):
        raise Refused("question.quota")
    start, moves = room.game.format_position(room.states[0]), moves_in(room.states)
    work = service.pool.review(room.game, start, moves, loser_of(room), client=client)
    return answer(await while_connected(request, work))


async def _line_of(
    service: MatchService, client: str, asked: body.ReportBody
) -> tuple[list[State], list[dict[str, Any]]]:
    """Returns the positions of a match or of the given line, and the plies of a match."""
    states = await _states(service, client, asked, asked.start, None)
    if asked.match is None:
        return states, []
    room = (await service.find(asked.match, client=client)).room
    return states, room.plies[: len(states) - 1]


async def _states(
    service: MatchService,
    client: str,
    asked: body.QuestionBody | body.JudgeBody | body.ReportBody,
    start: str | None,
    ply: int | None,
) -> list[State]:
    """Returns the positions in question: those of a match, or those of the given line."""
    if (asked.match is None) == (asked.game is None):
        raise InvalidNotation("request.which_game")
    if asked.match is not None:
        return states_of(await service.find(asked.match, client=client), ply)
    assert asked.game is not None
    line = await asyncio.to_thread(
        positions_of, asked.game, asked.size, asked.rules, start, asked.moves
    )
    if ply is not None and ply >= len(line):
        raise NotFound("match.ply", ply=ply, plies=len(line) - 1)
    return list(line if ply is None else line[: ply + 1])
