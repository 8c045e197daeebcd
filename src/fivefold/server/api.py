"""The HTTP API under /api: its routes are in the files beside, what they share is here."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.exceptions import HTTPException
from fastapi.routing import APIRoute
from starlette.responses import Response

from fivefold.errors import FivefoldError, Refused
from fivefold.server.documents import ErrorAnswer
from fivefold.server.house import House, holder_of
from fivefold.server.strict import read_json, write_json
from fivefold.server.table import Table

_BEARER = re.compile(r"Bearer +([A-Za-z0-9_-]{1,128})", re.IGNORECASE)
NO_CLIENT = "?"


class StrictRequest(Request):
    """A request whose JSON is read strictly."""

    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except FivefoldError as error:
            # The only kind of exception that the framework hands on as it is.
            raise HTTPException(400, error) from error


class StrictRoute(APIRoute):
    """A route whose bodies are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strictly


async def not_too_fast(request: Request) -> None:
    """Raises when a client changes things faster than anybody plays."""
    if request.method == "POST" and not house_of(request).quotas.commands.take(client_of(request)):
        raise Refused("request.too_fast")


def new_router(*checks: Callable[[Request], Coroutine[Any, Any, None]]) -> APIRouter:
    """Returns a router for routes below /api, with the errors they share."""
    return APIRouter(
        dependencies=[Depends(check) for check in checks],
        prefix="/api",
        route_class=StrictRoute,
        responses={
            "4XX": {"model": ErrorAnswer, "description": "It may not be, and why"},
            503: {"model": ErrorAnswer, "description": "Not now, and why"},
        },
    )


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Returns the data as a JSON response."""
    return Response(write_json(data), status, headers, "application/json")


def house_of(request: Request) -> House:
    """Returns the house of the application that was asked."""
    house: House = request.app.state.house
    return house


def secret_in(request: Request) -> str | None:
    """Returns the secret the request brings, if any."""
    found = _BEARER.fullmatch(request.headers.get("authorization", "").strip())
    return found[1] if found else None


def client_of(request: Request) -> str:
    """Returns who asks, for the quotas: the address of the other end."""
    return request.client.host if request.client else NO_CLIENT


# What routes ask for. Coroutines, because the framework runs plain functions in other threads.


async def _house(request: Request) -> House:
    return house_of(request)


async def _holder(request: Request) -> str | None:
    return holder_of(secret_in(request))


async def _client(request: Request) -> str:
    return client_of(request)


async def _table(match: str, request: Request) -> Table:
    return await house_of(request).find(match)


TheHouse = Annotated[House, Depends(_house)]
Holder = Annotated[str | None, Depends(_holder)]
Client = Annotated[str, Depends(_client)]
TheTable = Annotated[Table, Depends(_table)]
