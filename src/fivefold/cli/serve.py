"""`fivefold serve`: the web application."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from fivefold.cli.exits import INTERRUPTED
from fivefold.cli.position import Ascii
from fivefold.cli.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import say

PORT = 8000
MOST_WORKERS = 64

EXAMPLES = """\b
Examples:
  fivefold serve --open
  fivefold serve --port 9000 --database sqlite:///games.db
  fivefold serve --strategy ./my_bot.py:MyBot
  fivefold serve --arena tournaments
  fivefold serve --workers 4 --database postgresql://me@localhost/games
  fivefold serve --origin https://games.example --proxy 127.0.0.1 --log json
"""


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", help=f"Port; by default {PORT} or the next free one."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="FIVEFOLD_DATABASE",
            show_envvar=True,
            help="Where games are kept: sqlite:///FILE or postgresql+psycopg://…; "
            "by default a file in your data folder.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", metavar="N", help="Processes that serve; more than 1 need PostgreSQL."
        ),
    ] = 1,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="PATH",
            help="A strategy of your own to offer, ./my_bot.py:MyBot; may be repeated.",
        ),
    ] = None,
    arena: Annotated[
        Path | None,
        typer.Option(
            "--arena",
            metavar="DIR",
            help="Show the tournament in this folder, or all tournaments in its folders.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Address the pages are also reached at, https://games.example; may be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="Proxy whose X-Forwarded-For is believed, 127.0.0.1 or 10.0.0.0/8; "
            "may be repeated.",
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option("--log", metavar="FORMAT", help="Log each request to stderr: text or json."),
    ] = None,
    open: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser, if there is one.")
    ] = False,
    ascii: Ascii = False,
) -> None:
    """Serve the web application: play, watch and understand in a browser.

    Ctrl-C ends it; games are kept.
    """
    _check_workers(workers, database)
    if port is not None and not 0 <= port <= 65_535:
        raise InvalidNotation("serve.port_number", port=port)
    # From here on it takes a while: FastAPI and SQLAlchemy are loaded.
    from fivefold.server import running
    from fivefold.server.logs import checked_format
    from fivefold.server.own import OwnStrategies
    from fivefold.server.proxy import network_of, origin_of
    from fivefold.server.settings import Settings, data_folder, default_database
    from fivefold.server.tournaments import check_folder

    if database is None:
        data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        database = default_database()
    if arena is not None:
        check_folder(arena)
    origins = tuple(origin_of(each) for each in origin or ())
    proxies = tuple(str(network_of(each)) for each in proxy or ())
    kind = checked_format(log)
    own = OwnStrategies(strategy or ())
    listening = running.listen(host, PORT if port is None else port, any_port=port is None)
    with listening:
        settings = Settings(
            database,
            host,
            listening.getsockname()[1],
            own=tuple(strategy or ()),
            arena=arena,
            origins=origins,
            proxies=proxies,
            log=kind,
            workers=workers,
            limited=os.environ.get("FIVEFOLD_LIMITS") != "off",
        )
        address = running.address_of(settings)
        page = Page(ascii)

        def ready() -> None:
            page.line(str(say("serve.address", address=address)))
            if not settings.is_loopback:
                page.note(str(say("serve.reachable")))
            if open and _has_display():
                import threading
                import webbrowser

                # Some browsers keep whoever opens them waiting.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        if running.serve(settings, listening, ready, own):
            raise typer.Exit(INTERRUPTED)


def _check_workers(workers: int, database: str | None) -> None:
    """Raises unless as many processes can serve from that database."""
    if not 1 <= workers <= MOST_WORKERS:
        raise InvalidNotation("serve.workers", workers=workers, most=MOST_WORKERS)
    if workers > 1 and not (database or "").startswith("postgres"):
        raise InvalidNotation("serve.workers_sqlite", workers=workers)
    if workers > 1 and not hasattr(os, "fork"):
        raise InvalidNotation("serve.workers_fork", workers=workers)


def _has_display() -> bool:
    """Tells whether a browser could open a window here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
