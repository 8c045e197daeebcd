"""The tournaments of `fivefold serve --arena`: standings and single games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Request
from starlette.responses import Response

from fivefold.errors import NotFound, Refused
from fivefold.match.record import MatchRecord
from fivefold.results.journal import Finished
from fivefold.server.http.dependencies import Client, TheService, answer, new_router
from fivefold.server.http.parsing import reading_as_json
from fivefold.server.http.responses import arena as doc
from fivefold.server.tournaments.document import game_row, readable
from fivefold.server.tournaments.reader import TournamentReader
from fivefold.words import plain

MAX_NAME = 400
MAX_GAMES = 100

Name = Annotated[str | None, Query(max_length=MAX_NAME)]

router = new_router()


async def tournaments_of(request: Request) -> TournamentReader:
    """Returns the tournaments the server shows. Raises `NotFound` if there are none."""
    shown: TournamentReader | None = request.app.state.tournaments
    if shown is None:
        raise NotFound("tournament.none")
    return shown


TheTournaments = Annotated[TournamentReader, Depends(tournaments_of)]


@router.get("/arena", response_model=doc.TournamentsAnswer)
async def tournaments(shown: TheTournaments) -> Response:
    """The tournaments, the latest change first."""
    return answer({"tournaments": await shown.overview()})


@router.get("/arena/{name}", response_model=doc.TournamentAnswer)
async def tournament(name: str, shown: TheTournaments, request: Request) -> Response:
    """A tournament: standings, running games, charts. Has an ETag, for polling."""
    content, tag = await shown.document(name)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


@router.get("/arena/{name}/games", response_model=doc.ArenaGamesAnswer)
async def games(
    name: str,
    shown: TheTournaments,
    player: Name = None,
    other: Name = None,
    faults: bool = False,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_GAMES)] = 20,
) -> Response:
    """Finished games, the latest first; filtered by one or two players, or by faults."""
    wanted = {each for each in (player, other) if each}

    def matches(game: Finished) -> bool:
        if faults and game.fault is None:
            return False
        return not wanted or wanted <= {readable(game.first), readable(game.second)}

    return answer(await shown.games(name, matches, offset, limit))


@router.get("/arena/{name}/game", response_model=doc.ArenaGameAnswer)
async def game(
    name: str,
    shown: TheTournaments,
    service: TheService,
    client: Client,
    key: Annotated[str, Query(min_length=1, max_length=4 * MAX_NAME)],
) -> Response:
    """One finished game, with a view of every position."""
    if not service.limits.readings.take(client):
        raise Refused("question.quota")
    return answer(await shown.record(name, key, reading))


def reading(finished: Finished, record: MatchRecord) -> dict[str, Any]:
    """Returns a game like `POST /api/read`, with its players and its actual result."""
    read = reading_as_json(record.states())
    reason = plain(readable(record.reason)).as_json()
    decided = {"winner": record.winner and record.winner.value, "ending": record.ending}
    if read["result"] is None or record.ending != "normal":
        read["result"] = {**decided, "reason": reason, "margin": None}
        read["views"][-1] |= {"to_move": None, "legal": []}
    read["seconds"] = list(record.seconds)
    return {**game_row(finished, {finished.key}), **read}
