"""Studies over HTTP: create, read, edit and export."""

from __future__ import annotations

import asyncio
import base64
import binascii
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import Response

from fivefold.core import Game
from fivefold.errors import InvalidNotation, Refused
from fivefold.match.replay import read_line
from fivefold.server.http.dependencies import (
    Client,
    Holder,
    TheSender,
    TheService,
    answer,
    new_router,
    not_too_fast,
    while_connected,
)
from fivefold.server.http.fields import Id
from fivefold.server.http.parsing import read_game, read_start
from fivefold.server.http.responses import studies as doc
from fivefold.server.http.routes.exports import FILES, Format, names_of
from fivefold.server.http.routes.library import CHARACTERS_PER_READING
from fivefold.server.http.study_requests import EditBody, NewStudyBody, edit_of
from fivefold.server.matches.service import MatchService
from fivefold.server.strict_json import write_json
from fivefold.server.studies import sources
from fivefold.server.studies.active_study import ActiveStudy
from fivefold.server.studies.exporting import export_study
from fivefold.server.studies.frames import position_at
from fivefold.server.studies.service import StudyService
from fivefold.tree.game_tree import GameTree
from fivefold.words import say

router = new_router(not_too_fast)


def studies_of(request: Request) -> StudyService:
    """Returns the study service of the application."""
    studies: StudyService = request.app.state.studies
    return studies


@router.post("/studies", status_code=201, response_model=doc.NewStudyAnswer)
async def make_study(
    given: NewStudyBody, service: TheService, client: Client, request: Request
) -> Response:
    """Creates a study. Only this answer has the secret of its editors."""
    studies = studies_of(request)
    tree = await _tree(given, service, studies, client, request)
    if not service.limits.matches.take(client):
        raise Refused("match.quota")
    active, secret = await studies.create(tree, client, given.title)
    more = f',"can_edit":true,"secret":{write_json(secret)}'
    return await _whole(active, more, 201)


async def _whole(active: ActiveStudy, more: str, status: int = 200) -> Response:
    """Returns the whole study as a response, with more fields."""
    async with active.lock:
        content = f'{{"study":{await active.text()}{more}}}'
    return Response(content, status, media_type="application/json")


async def _tree(
    given: NewStudyBody,
    service: MatchService,
    studies: StudyService,
    client: str,
    request: Request,
) -> GameTree:
    """Returns the tree of the one source that the request names."""
    named = [
        name for name in ("text", "file", "match", "study") if getattr(given, name) is not None
    ]
    is_line = given.position is not None or given.moves is not None
    if len(named) + is_line > 1 or (not named and given.game is None):
        raise InvalidNotation("study.source")
    link = None if given.text is None else sources.link_in(given.text)
    if link is not None:
        kind, id = link
        given = NewStudyBody(title=given.title, **{kind: id})  # type: ignore[arg-type]
    if given.match is not None:
        room = (await service.find(given.match, client=client)).room
        return await asyncio.to_thread(sources.tree_of_match, room, names_of(room))
    if given.study is not None:
        study = (await studies.find(given.study)).study
        return study.tree()
    # A large file takes seconds: it costs more, and files are read one at a time.
    reading: asyncio.Lock = request.app.state.reading
    length = len(given.text or given.file or "")
    if not service.limits.readings.take(client, 1 + length // CHARACTERS_PER_READING):
        raise Refused("question.quota")
    async with reading:
        return await asyncio.to_thread(_read, given)


def _read(given: NewStudyBody) -> GameTree:
    game: Game | None = None
    if given.game is not None:
        game = read_game(given.game, given.size, given.rules)
    if given.text is not None:
        return sources.tree_of_text(given.text, game)
    if given.file is not None:
        return sources.tree_of_file(_decoded(given.file), given.name or "", game)
    assert game is not None
    start = read_start(game, given.position, sized=given.size is not None)
    moves = read_line(start, given.moves or (), passes_left_out=True)
    return sources.tree_of_line(start, moves)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        wanted = say("request.wanted.base64")
        raise InvalidNotation("request.invalid", field="file", wanted=wanted) from error


@router.get("/studies/{study}", response_model=doc.StudyAnswer)
async def read_study(study: str, request: Request, holder: Holder) -> Response:
    """The study now, and whether the secret in the request may edit it."""
    active = await studies_of(request).find(study)
    can_edit = write_json(active.study.is_editor(holder))
    return await _whole(active, f',"can_edit":{can_edit}')


@router.get("/studies/{study}/nodes/{node}", response_model=doc.NodeAnswer)
async def look(study: str, node: int, request: Request, legal: bool = True) -> Response:
    """The position at a node, with its legal moves unless `legal=false`."""
    active = await studies_of(request).find(study)
    active.study.nodes.live(node)
    return answer(position_at(active.study, node, legal=legal))


@router.post("/studies/{study}/edits", response_model=doc.EditAnswer)
async def edit(study: str, given: EditBody, request: Request, sender: TheSender) -> Response:
    """Executes an edit. Repeating the request with the same id gives the same answer."""
    studies = studies_of(request)
    done = await studies.execute(study, edit_of(given), sender.holder, sender.client)
    return answer({"version": done.version, "node": done.node})


@router.get("/studies/{study}/export/{format}", response_class=Response, responses=FILES)
async def export(
    study: str,
    format: Format,
    service: TheService,
    client: Client,
    request: Request,
    node: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    last: Annotated[int, Query(ge=1, le=10_000)] | Literal["all"] = "all",
    speed: Annotated[float | None, Query(gt=0, le=100)] = None,
    id: Annotated[Id | None, Query()] = None,
) -> Response:
    """The tree as text, one of its positions as a picture, or the line to it as an animation.

    Disconnecting stops it.
    """
    active = await studies_of(request).find(study)
    if not service.limits.pictures.take(client):
        raise Refused("question.quota")
    options: dict[str, Any] = {
        "last": None if last == "all" else last,
        "speed": speed,
        "id": id,
    }
    work = export_study(service.exports, active.study, node, format, client, options)
    made = await while_connected(request, work)
    headers = {"Content-Disposition": f'attachment; filename="{made.file_name}"'}
    return Response(made.content, headers=headers, media_type=made.media_type)
