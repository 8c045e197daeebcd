"""The lobby over HTTP."""

from __future__ import annotations

from starlette.responses import Response

from fivefold.server.http.dependencies import TheService, answer, new_router
from fivefold.server.http.responses import matches as doc
from fivefold.server.matches.lobby import open_seats

router = new_router()


@router.get("/lobby", response_model=doc.LobbyAnswer)
async def lobby(service: TheService) -> Response:
    """The open seats of public matches whose other player is waiting, the latest first."""
    seats = await open_seats(service.store, service.presence, service.peers)
    return answer({"seats": seats})
