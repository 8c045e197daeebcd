"""`fivefold serve`: the web application."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from fivefold.cli.support.bots import bots_on_stderr
from fivefold.cli.support.caging import CageLimits, forget_secrets, tell_cage
from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.options import Ascii
from fivefold.cli.support.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

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
  fivefold serve --keep 90d
"""


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        str | None,
        typer.Option("--port", metavar="N", help=f"Port; default: {PORT} or the next free one."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="FIVEFOLD_DATABASE",
            show_envvar=True,
            help="Database: sqlite:///FILE or postgresql+psycopg://…; "
            "default: a file in your data folder.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", metavar="N", help="Server processes; more than 1 need PostgreSQL."
        ),
    ] = 1,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="PLAYER",
            help="Offer your own strategy, ./my_bot.py:MyBot, or an external program, "
            "gomocup:./pbrain-x (or nboard, gtp, ugi); may be repeated.",
        ),
    ] = None,
    arena: Annotated[
        Path | None,
        typer.Option(
            "--arena",
            metavar="DIR",
            help="Show the tournament in this folder, or all in its subfolders.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Public address of the pages, https://games.example; may be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="Trust X-Forwarded-For from this proxy, 127.0.0.1 or 10.0.0.0/8; may be repeated.",
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep",
            metavar="DAYS",
            help="Delete finished games that nobody touched for this long, 90d; default: keep all.",
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option("--log", metavar="FORMAT", help="Log each request to stderr: text or json."),
    ] = None,
    cage: CageLimits = None,
    open: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    ascii: Ascii = False,
) -> None:
    """Run the web application.

    Play, watch and analyse in a browser. Ctrl-C stops the server; games are kept.
    """
    _check_workers(workers, database)
    number = None if port is None else port_number(port)
    # Imported late: loading FastAPI and SQLAlchemy takes a while.
    from fivefold.server import serve as running
    from fivefold.server.analysis.host_strategies import HostStrategies
    from fivefold.server.http.proxy import network_of, origin_of
    from fivefold.server.logs import checked_format
    from fivefold.server.settings import (
        Settings,
        data_folder,
        default_database,
        keep_seconds_of,
    )
    from fivefold.server.storage.connection import database_files, take_secrets
    from fivefold.server.tournaments.reader import check_folder

    if database is None:
        data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        database = default_database()
    database = take_secrets(database)
    if arena is not None:
        check_folder(arena)
    origins = tuple(origin_of(each) for each in origin or ())
    proxies = tuple(str(network_of(each)) for each in proxy or ())
    kind = checked_format(log)
    keep_seconds = None if keep is None else keep_seconds_of(keep)
    page = Page(ascii)
    with bots_on_stderr(page):
        own = HostStrategies(strategy or (), database_files(database))
    tell_cage(page, strategy or ())
    forget_secrets(own.level)
    listening = running.listen(host, PORT if number is None else number, any_port=number is None)
    with listening:
        settings = Settings(
            database,
            host,
            listening.getsockname()[1],
            host_strategies=tuple(strategy or ()),
            arena=arena,
            origins=origins,
            proxies=proxies,
            log=kind,
            keep_seconds=keep_seconds,
            workers=workers,
            limited=os.environ.get("FIVEFOLD_LIMITS") != "off",
        )
        address = running.address_of(settings)

        def ready() -> None:
            page.line(str(say("serve.address", address=address)))
            if not settings.is_loopback:
                page.note(str(say("serve.reachable")))
            if open and _has_display():
                import threading
                import webbrowser

                # Some browsers block the caller.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        if running.serve(settings, listening, ready, own):
            raise typer.Exit(INTERRUPTED)


def port_number(text: str) -> int:
    """Returns the number of a port; raises `InvalidNotation` if it is none."""
    if re.fullmatch(r"[0-9]{1,5}", text.strip()) and int(text) <= 65_535:
        return int(text)
    raise InvalidNotation("serve.port_number", port=quoted(text))


def _check_workers(workers: int, database: str | None) -> None:
    """Raises if this database does not support that number of server processes."""
    if not 1 <= workers <= MOST_WORKERS:
        raise InvalidNotation("serve.workers", workers=workers, most=MOST_WORKERS)
    if workers > 1 and not (database or "").startswith("postgres"):
        raise InvalidNotation("serve.workers_sqlite", workers=workers)
    if workers > 1 and not hasattr(os, "fork"):
        raise InvalidNotation("serve.workers_fork", workers=workers)


def _has_display() -> bool:
    """Tells whether a browser can open a window here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
