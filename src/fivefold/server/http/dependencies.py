"""What the routes under /api share: strict bodies, answers, and the parameters of each route."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request
from fastapi.exceptions import HTTPException
from fastapi.routing import APIRoute
from starlette.responses import Response
from starlette.types import Receive

from fivefold.errors import FivefoldError, Refused
from fivefold.server.http.responses import check_answer
from fivefold.server.http.responses.common import ErrorAnswer
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.service import MatchService, holder_of
from fivefold.server.settings import Settings
from fivefold.server.strict_json import read_json, write_json

_BEARER = re.compile(r"Bearer +([A-Za-z0-9_-]{1,128})", re.IGNORECASE)
NO_CLIENT = "?"
Result = TypeVar("Result")


class StrictRequest(Request):
    """A request whose JSON body is read strictly."""

    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except FivefoldError as error:
            # The framework passes on this kind of exception unchanged.
            raise HTTPException(400, error) from error


class StrictRoute(APIRoute):
    """A route that reads JSON bodies strictly, and in tests checks its answers."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            response = await handle(StrictRequest(request.scope, request.receive))
            settings: Settings = request.app.state.settings
            if settings.check_answers and self.response_model and response.status_code < 300:
                check_answer(self.response_model, bytes(response.body))
            return response

        return strictly


async def not_too_fast(request: Request) -> None:
    """Raises `Refused` if the client sends commands too fast."""
    if request.method == "POST" and not service_of(request).limits.commands.take(
        client_of(request)
    ):
        raise Refused("request.too_fast")


def new_router(*checks: Callable[[Request], Coroutine[Any, Any, None]]) -> APIRouter:
    """Returns a router for routes under /api. `checks` run before each of them."""
    return APIRouter(
        dependencies=[Depends(check) for check in checks],
        prefix="/api",
        route_class=StrictRoute,
        responses={
            "4XX": {
                "model": ErrorAnswer,
                "description": "Rejected; `error` says why.",
            },
            503: {
                "model": ErrorAnswer,
                "description": "Unavailable; `error` says why.",
            },
        },
    )


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Returns the data as a JSON response."""
    return Response(write_json(data), status, headers, "application/json")


def service_of(request: Request) -> MatchService:
    """Returns the match service of the application."""
    service: MatchService = request.app.state.service
    return service


def secret_in(request: Request) -> str | None:
    """Returns the secret in the request's Authorization header, if any."""
    found = _BEARER.fullmatch(request.headers.get("authorization", "").strip())
    return found[1] if found else None


def client_of(request: Request) -> str:
    """Returns the client's address, the key of its rate limits."""
    return request.client.host if request.client else NO_CLIENT


@dataclass(frozen=True)
class Sender:
    """Who sends a command: the holder of a secret, and their client."""

    holder: str | None
    client: str


# Parameters of routes. Coroutines, since the framework runs plain functions in other threads.


async def _service(request: Request) -> MatchService:
    return service_of(request)


async def _holder(request: Request) -> str | None:
    return holder_of(secret_in(request))


async def _client(request: Request) -> str:
    return client_of(request)


async def _sender(request: Request) -> Sender:
    return Sender(holder_of(secret_in(request)), client_of(request))


async def _match(match: str, request: Request) -> ActiveMatch:
    return await service_of(request).find(match, client=client_of(request))


async def until_disconnected(receive: Receive) -> None:
    """Returns when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Returns the result of the work, which stops when the client disconnects."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(until_disconnected(request.receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refused("question.cancelled")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


TheService = Annotated[MatchService, Depends(_service)]
Holder = Annotated[str | None, Depends(_holder)]
Client = Annotated[str, Depends(_client)]
TheSender = Annotated[Sender, Depends(_sender)]
TheMatch = Annotated[ActiveMatch, Depends(_match)]
