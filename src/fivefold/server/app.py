"""The web application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute

from fivefold.errors import FivefoldError, NotFound
from fivefold.names import all_games
from fivefold.server import (
    api_arena,
    api_exports,
    api_library,
    api_matches,
    api_questions,
    stream,
)
from fivefold.server.api import answer
from fivefold.server.files import Files
from fivefold.server.house import House
from fivefold.server.live import live
from fivefold.server.own import OwnStrategies
from fivefold.server.pages import Pages
from fivefold.server.questions import Questions
from fivefold.server.refusals import answer_to
from fivefold.server.settings import Settings
from fivefold.server.shield import Shield
from fivefold.server.store import Store
from fivefold.server.tournaments import Tournaments

STATIC = Path(__file__).parent / "static"
PARTS = (api_matches, stream, api_exports, api_questions, api_library, api_arena)
ROUTERS = tuple(part.router for part in PARTS)


def create_app(
    settings: Settings, own: OwnStrategies | None = None, store: Store | None = None
) -> FastAPI:
    """Returns the application; when it starts it opens what it was not given."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = await Store.open(settings.database) if store is None else store
        offered = OwnStrategies(settings.own) if own is None else own
        app.state.house = House(settings, kept, offered)
        app.state.questions = Questions(app.state.house)
        try:
            yield
        finally:
            await app.state.house.close()

    app = FastAPI(
        title="Fivefold",
        summary="Board games with opponents that show how they think.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.add_middleware(Shield, settings=settings)
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes.append(WebSocketRoute("/api/live", live))
    arena = settings.arena
    app.state.tournaments = None if arena is None else Tournaments(arena)
    pages = app.state.pages = Pages(parts=() if arena is None else ("arena", "has_arena"))
    app.router.routes.extend(_pages(pages))
    for kind in (FivefoldError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _refuse)
    app.openapi = lambda: _describe(app)  # type: ignore[method-assign]
    _make_ready(app)
    return app


def _make_ready(app: FastAPI) -> None:
    """Has FastAPI prepare what reads each request now; else the first visitor waits for it."""
    nowhere = {"type": "http", "method": "GET", "path": "/api", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(dict(nowhere))


def _pages(pages: Pages) -> list[BaseRoute]:
    """Returns the routes of the pages and their files."""

    def page(path: str, name: str) -> Route:
        async def show(request: Request) -> Response:
            return pages.answer(request, name)

        return Route(path, show, methods=["GET"], name=name)

    async def play(request: Request) -> Response:
        known = request.path_params["game"] in all_games()
        return pages.answer(request, "game") if known else pages.answer(request, "missing", 404)

    async def match(request: Request) -> Response:
        try:
            await request.app.state.house.find(request.path_params["match"])
        except NotFound:
            return pages.answer(request, "missing", 404)
        return pages.answer(request, "game")

    async def arena(request: Request) -> Response:
        shown: Tournaments | None = request.app.state.tournaments
        if shown is None:
            return pages.answer(request, "missing", 404)
        names = await shown.names()
        if len(names) != 1:
            return pages.answer(request, "arena")
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/arena/{quote(names[0], safe='')}{query}")

    def tournament(path: str, name: str) -> Route:
        async def show(request: Request) -> Response:
            shown: Tournaments | None = request.app.state.tournaments
            if shown is None or not await shown.has(request.path_params["name"]):
                return pages.answer(request, "missing", 404)
            return pages.answer(request, name)

        return Route(path, show, methods=["GET"])

    return [
        page("/", "landing"),
        page("/open", "open"),
        page("/think", "think"),
        page("/write", "write"),
        page("/view", "game"),
        Route("/play/{game}", play, methods=["GET"]),
        Route("/game/{match}", match, methods=["GET"]),
        Route("/arena", arena, methods=["GET"]),
        tournament("/arena/{name}", "arena"),
        tournament("/arena/{name}/game", "game"),
        Mount("/static", Files(STATIC)),
    ]


async def _refuse(request: Request, error: Exception) -> Response:
    """Answers what went wrong: with a page where a person looks for one, else as JSON."""
    status, body = answer_to(error)
    house: House | None = getattr(request.app.state, "house", None)
    if house is not None:
        house.metrics.refused(request.scope, body["error"]["code"])
    if status == 404 and not request.url.path.startswith(("/api/", "/static/")):
        pages: Pages = request.app.state.pages
        return pages.answer(request, "missing", 404)
    headers = {"Allow": ", ".join(sorted(_methods(request)))} if status == 405 else None
    return answer(body, status, headers)


def _methods(request: Request) -> set[str]:
    """Returns the methods that the address knows."""
    found: set[str] = set()
    for route in (each for router in ROUTERS for each in router.routes):
        if isinstance(route, APIRoute) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found or {"GET", "HEAD"}


def _describe(app: FastAPI) -> dict[str, Any]:
    """Returns the description of the API, with the secrets that hold seats."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version="1", summary=app.summary, routes=app.routes)
        parts = schema.setdefault("components", {})
        parts["securitySchemes"] = {"secret": {"type": "http", "scheme": "bearer"}}
        for path, methods in schema["paths"].items():
            if path.startswith("/api/matches/{match}"):
                for operation in methods.values():
                    operation["security"] = [{}, {"secret": []}]
        app.openapi_schema = schema
    return app.openapi_schema
