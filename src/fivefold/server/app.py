"""The web application: routes, pages and services put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.http import sse as stream
from fivefold.server.http.dependencies import answer
from fivefold.server.http.errors import answer_to
from fivefold.server.http.middleware import SecurityMiddleware
from fivefold.server.http.routes import arena as api_arena
from fivefold.server.http.routes import exports as api_exports
from fivefold.server.http.routes import library as api_library
from fivefold.server.http.routes import lobby as api_lobby
from fivefold.server.http.routes import matches as api_matches
from fivefold.server.http.routes import questions as api_questions
from fivefold.server.http.routes import studies as api_studies
from fivefold.server.http.websocket import live
from fivefold.server.matches.gauges import families_of
from fivefold.server.matches.queries import AnalysisQueries
from fivefold.server.matches.service import MatchService
from fivefold.server.metrics import Family, MetricsReport, single
from fivefold.server.settings import Settings
from fivefold.server.storage.connection import database_files
from fivefold.server.storage.store import Store
from fivefold.server.studies.service import StudyService
from fivefold.server.tournaments.reader import TournamentReader
from fivefold.server.web.assets import Assets
from fivefold.server.web.pages import Pages
from fivefold.server.web.static_files import StaticFiles

PARTS = (
    api_matches,
    api_lobby,
    stream,
    api_exports,
    api_questions,
    api_studies,
    api_library,
    api_arena,
)
ROUTERS = tuple(part.router for part in PARTS)


def create_app(
    settings: Settings, host_strategies: HostStrategies | None = None, store: Store | None = None
) -> FastAPI:
    """Returns the application. On startup it opens the store, unless given one."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = await Store.open(settings.database) if store is None else store
        offered = host_strategies or HostStrategies(
            settings.host_strategies, database_files(settings.database)
        )
        service = app.state.service = MatchService(settings, kept, offered)
        app.state.queries = AnalysisQueries(
            service.pool,
            offered,
            service.limits,
            service.peers,
            service.live_positions,
            service.tasks,
        )
        studies = app.state.studies = StudyService(service)

        def families() -> list[Family]:
            in_memory = single("fivefold_studies_in_memory", "gauge", len(studies.studies))
            return [*families_of(service), in_memory]

        app.state.report = MetricsReport(families, settings.shared, settings.worker)
        app.state.reading = asyncio.Lock()
        try:
            yield
        finally:
            studies.close()
            await service.close()

    app = FastAPI(
        title="Fivefold",
        summary="Board games with opponents that show how they think.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.state.settings = settings
    app.add_middleware(SecurityMiddleware, settings=settings)
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes.append(WebSocketRoute("/api/live", live))
    arena = settings.arena
    app.state.tournaments = None if arena is None else TournamentReader(arena)
    assets = Assets()
    pages = Pages(parts=() if arena is None else ("arena", "has_arena"), assets=assets)
    app.state.pages = pages
    app.router.routes.extend(_pages(pages))
    app.router.routes.append(Mount("/static", StaticFiles(assets)))
    for kind in (FivefoldError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _refuse)
    app.openapi = lambda: _describe(app)  # type: ignore[method-assign]
    _make_ready(app)
    return app


def _make_ready(app: FastAPI) -> None:
    """Makes FastAPI build its request parsers now, not during the first request."""
    nowhere = {"type": "http", "method": "GET", "path": "/api", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(dict(nowhere))


def _pages(pages: Pages) -> list[BaseRoute]:
    """Returns the routes of the pages and of the static files."""

    def page(path: str, name: str) -> Route:
        async def show(request: Request) -> Response:
            return pages.answer(request, name)

        return Route(path, show, methods=["GET"], name=name)

    async def play(request: Request) -> Response:
        known = request.path_params["game"] in all_games()
        return pages.answer(request, "game") if known else pages.answer(request, "missing", 404)

    async def rules(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in pages.rules:
            return pages.answer(request, "missing", 404)
        return pages.answer(request, f"rules_{game}")

    async def match(request: Request) -> Response:
        try:
            active = await request.app.state.service.find(request.path_params["match"])
        except NotFound as error:
            return pages.answer(request, "missing", answer_to(error)[0])
        room = active.room
        if not room.public:
            # Chats and crawlers fetch the picture of a link; a private game is not theirs to show.
            return pages.answer(request, "game")
        picture = f"/api/matches/{room.id}/export/card?ply={len(room.plies)}"
        return pages.answer(request, "game", picture=picture)

    async def study(request: Request) -> Response:
        try:
            await request.app.state.studies.find(request.path_params["study"])
        except NotFound as error:
            return pages.answer(request, "missing", answer_to(error)[0])
        return pages.answer(request, "analyse")

    async def embed(request: Request) -> Response:
        try:
            active = await request.app.state.service.find(request.path_params["match"])
        except NotFound as error:
            return pages.answer(request, "missing", answer_to(error)[0])
        if not active.room.public:
            return pages.answer(request, "missing", 404)
        return pages.answer(request, "embed")

    async def arena(request: Request) -> Response:
        shown: TournamentReader | None = request.app.state.tournaments
        if shown is None:
            return pages.answer(request, "missing", 404)
        names = await shown.names()
        if len(names) != 1:
            return pages.answer(request, "arena")
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/arena/{quote(names[0], safe='')}{query}")

    def tournament(path: str, name: str) -> Route:
        async def show(request: Request) -> Response:
            shown: TournamentReader | None = request.app.state.tournaments
            if shown is None or not await shown.has(request.path_params["name"]):
                return pages.answer(request, "missing", 404)
            return pages.answer(request, name)

        return Route(path, show, methods=["GET"])

    return [
        page("/", "landing"),
        page("/open", "open"),
        page("/games", "games"),
        page("/lobby", "lobby"),
        page("/think", "think"),
        page("/write", "write"),
        page("/view", "game"),
        page("/analyse", "analyse"),
        Route("/analyse/{study}", study, methods=["GET"]),
        Route("/rules", lambda _: RedirectResponse("/rules/gomoku"), methods=["GET"]),
        Route("/rules/{game}", rules, methods=["GET"]),
        Route("/play/{game}", play, methods=["GET"]),
        Route("/game/{match}", match, methods=["GET"]),
        Route("/embed/{match}", embed, methods=["GET"]),
        Route("/arena", arena, methods=["GET"]),
        tournament("/arena/{name}", "arena"),
        tournament("/arena/{name}/game", "game"),
    ]


async def _refuse(request: Request, error: Exception) -> Response:
    """Answers an error: with a page for a missing page, otherwise as JSON."""
    status, body = answer_to(error)
    service: MatchService | None = getattr(request.app.state, "service", None)
    if service is not None:
        service.metrics.refused(request.scope, body["error"]["code"])
    if status == 404 and not request.url.path.startswith(("/api/", "/static/")):
        pages: Pages = request.app.state.pages
        return pages.answer(request, "missing", 404)
    headers = {"Allow": ", ".join(sorted(_methods(request)))} if status == 405 else None
    return answer(body, status, headers)


def _methods(request: Request) -> set[str]:
    """Returns the methods that the path allows."""
    found: set[str] = set()
    for route in (each for router in ROUTERS for each in router.routes):
        if isinstance(route, APIRoute) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found or {"GET", "HEAD"}


def _describe(app: FastAPI) -> dict[str, Any]:
    """Returns the OpenAPI description, with the seat secrets as a security scheme."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version="1", summary=app.summary, routes=app.routes)
        parts = schema.setdefault("components", {})
        parts["securitySchemes"] = {"secret": {"type": "http", "scheme": "bearer"}}
        for path, methods in schema["paths"].items():
            if path.startswith(("/api/matches/{match}", "/api/studies/{study}")):
                for operation in methods.values():
                    operation["security"] = [{}, {"secret": []}]
        app.openapi_schema = schema
    return app.openapi_schema
