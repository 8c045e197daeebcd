"""Questions over HTTP: what would a strategy play, who is ahead, what was let go."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request
from starlette.responses import Response

from fivefold.core import State
from fivefold.errors import InvalidNotation, NotFound, Refused
from fivefold.server import documents as doc
from fivefold.server import messages as body
from fivefold.server.api import Client, TheHouse, TheTable, answer, new_router
from fivefold.server.hindsight import check_finished, loser_of
from fivefold.server.house import House
from fivefold.server.judge import judge_of
from fivefold.server.lines import line_of, moves_in
from fivefold.server.questions import MOST_PLIES, Questions, states_of

router = new_router()


def _questions(request: Request) -> Questions:
    questions: Questions = request.app.state.questions
    return questions


@router.post("/questions", response_model=doc.DecisionAnswer)
async def ask(
    asked: body.QuestionBody, house: TheHouse, client: Client, request: Request
) -> Response:
    """What a strategy would play in a match or a position, and why. Leaving stops it."""
    states = await _states(house, asked, asked.position, asked.ply)
    questions = _questions(request)
    if asked.match is None:
        questions.check(states)
    work = questions.ask(client, asked.id, asked.strategy, states, asked.seconds, asked.depth)
    return answer({"decision": await _while_there(request, work)})


@router.delete("/questions/{id}", status_code=204)
async def withdraw(id: str, client: Client, request: Request) -> Response:
    """Withdraws a question that is waiting or being thought about."""
    _questions(request).cancel(client, id)
    return Response(status_code=204)


@router.post("/judge", response_model=doc.JudgeAnswer)
async def judge(
    asked: body.JudgeBody, house: TheHouse, client: Client, request: Request
) -> Response:
    """Who is ahead in each position of a line, from X's side: -100 to 100."""
    if not asked.first <= asked.last < asked.first + MOST_PLIES:
        raise InvalidNotation("question.plies", most=MOST_PLIES, field="to")
    states = await _states(house, asked, asked.start, None)
    if asked.last >= len(states):
        raise NotFound("match.ply", ply=asked.last, plies=len(states) - 1)
    if asked.match is None:
        _questions(request).check(states[asked.first : asked.last + 1])
    if not house.quotas.judgements.take(client):
        raise Refused("question.quota")
    game, start = states[0].game, states[0].game.format_position(states[0])
    work = house.thinkers.judge(game, start, moves_in(states), asked.first, asked.last)
    return answer({"judge": judge_of(game).as_json(), "values": await _while_there(request, work)})


@router.get("/matches/{match}/hindsight", response_model=doc.HindsightAnswer)
async def look_back(
    match: str, house: TheHouse, table: TheTable, client: Client, request: Request
) -> Response:
    """The last win that the loser of a finished pentomino match let go."""
    room = table.room
    check_finished(room)
    if not house.quotas.judgements.take(client):
        raise Refused("question.quota")
    start, moves = room.game.format_position(room.states[0]), moves_in(room.states)
    work = house.thinkers.hindsight(room.game, start, moves, loser_of(room))
    return answer(await _while_there(request, work))


async def _states(
    house: House, asked: body.QuestionBody | body.JudgeBody, start: str | None, ply: int | None
) -> list[State]:
    """Returns the positions a question is about: of a match, or of the line it brings."""
    if (asked.match is None) == (asked.game is None):
        raise InvalidNotation("request.which_game")
    if asked.match is not None:
        return states_of(await house.find(asked.match), ply)
    assert asked.game is not None
    line = await asyncio.to_thread(line_of, asked.game, asked.size, asked.rules, start, asked.moves)
    if ply is not None and ply >= len(line):
        raise NotFound("match.ply", ply=ply, plies=len(line) - 1)
    return list(line if ply is None else line[: ply + 1])


async def _while_there(request: Request, work: Any) -> Any:
    """Returns the result of the work, which is stopped when whoever asked has left."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refused("question.cancelled")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
