"""`fivefold backup` and `fivefold restore`: all games of a server in one file, and back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from fivefold.cli.support.options import Ascii
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.words import quoted, say

BACKUP_EXAMPLES = """\b
Examples:
  fivefold backup games-today.db
  fivefold backup games-today.db --database sqlite:////var/lib/fivefold/games.db
  fivefold backup games-today.db --database postgresql://fivefold@/fivefold
"""
RESTORE_EXAMPLES = """\b
Examples:
  fivefold restore games-today.db --database sqlite:///games.db
  fivefold restore games-today.db --replace
  fivefold restore games-today.db --salvage
  fivefold restore games-today.db --database postgresql://fivefold@/fivefold
"""

LISTED = 20
"""Games left out that are listed; --json has all of them."""

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="FIVEFOLD_DATABASE",
        help="Database of the server; default: a file in your data folder.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def backup(
    file: File,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Overwrite FILE if it exists.")
    ] = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Write all games of a server to one file.

    The server may be running. The file appears once it is complete and checked. It can be
    restored to SQLite and to PostgreSQL, whichever of them it came from.
    """
    from fivefold.server.settings import default_database
    from fivefold.server.storage.backup import back_up

    page = Page(ascii)
    with _showing(page) as progress:
        done = back_up(database or default_database(), file, progress, replace=replace)
    facts = {"matches": done.matches, "events": done.events}
    if json:
        page.document({"file": str(file), **facts, "bytes": done.bytes, "studies": done.studies})
    else:
        page.line(str(say("backup.done", file=quoted(str(file), 200), **facts)))
        _say_studies(page, done.studies)


def restore(
    file: File,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace all games in the database.")
    ] = False,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Leave out damaged games and restore the others.")
    ] = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Restore all games of a backup to a database.

    The server must not be running. The backup is checked first, and every game is replayed by the
    rules; a damaged one is named. Without --replace, a database that holds games is left unchanged.
    """
    from fivefold.server.settings import default_database
    from fivefold.server.storage.backup import restore as put_back
    from fivefold.server.storage.backup import shown_url
    from fivefold.server.storage.connection import checked_url

    page = Page(ascii)
    url = database or default_database()
    with _showing(page, "backup.checking") as checking, _showing(page) as progress:
        done = put_back(file, url, progress, replace=replace, salvage=salvage, checking=checking)
    facts = {"matches": done.matches, "events": done.events}
    if json:
        left_out = [
            {"match": each.match, "event": each.event, "reason": each.reason.as_json()}
            for each in done.left_out
        ]
        counts = {**facts, "bytes": done.bytes, "studies": done.studies}
        page.document({**counts, "left_out": left_out})
    else:
        for each in done.left_out[:LISTED]:
            page.line(str(say("backup.left_out", **each.facts)))
        if len(done.left_out) > LISTED:
            page.line(str(say("backup.left_out_more", count=len(done.left_out) - LISTED)))
        page.line(str(say("backup.restored", url=shown_url(checked_url(url)), **facts)))
        _say_studies(page, done.studies)


def _say_studies(page: Page, count: int) -> None:
    if count:
        page.line(str(say("backup.studies", count=count)))


@contextmanager
def _showing(page: Page, key: str = "backup.progress") -> Iterator[Callable[[int, int], None]]:
    """Gives a callback that shows progress once the work takes a while."""
    ticker, started = Ticker(page), time.perf_counter()

    def tell(done: int, total: int) -> None:
        percent = 100 * done // max(1, total)
        ticker.tick(time.perf_counter() - started, say(key, percent=percent))

    try:
        yield tell
    finally:
        ticker.close()
