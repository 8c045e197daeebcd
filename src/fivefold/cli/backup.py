"""`fivefold backup` and `fivefold restore`: every game of a server in one file, and back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from fivefold.cli.position import Ascii
from fivefold.cli.printing import Page
from fivefold.cli.progress import Ticker
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
  fivefold restore games-today.db --database postgresql://fivefold@/fivefold
"""

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="FIVEFOLD_DATABASE",
        help="Where the server keeps its games; by default the file in your data folder.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def backup(
    file: File,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace FILE if it is there.")
    ] = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Write every game of a server to one file, also while it serves.

    The file is checked, and appears when it is complete. It can be restored to SQLite and to
    PostgreSQL, whichever it came from.
    """
    from fivefold.server.backup import back_up
    from fivefold.server.settings import default_database

    page = Page(ascii)
    with _showing(page) as progress:
        done = back_up(database or default_database(), file, progress, replace=replace)
    facts = {"matches": done.matches, "events": done.events}
    if json:
        page.document({"file": str(file), **facts, "bytes": done.bytes})
    else:
        page.line(str(say("backup.done", file=quoted(str(file), 200), **facts)))


def restore(
    file: File,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the games that the database holds.")
    ] = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Put every game of a backup into the database of a server that is not running.

    The backup is checked first. Games that are there are kept, and nothing is done, unless
    --replace is said.
    """
    from fivefold.server.backup import restore as put_back
    from fivefold.server.backup import shown_url
    from fivefold.server.database import checked_url
    from fivefold.server.settings import default_database

    page = Page(ascii)
    url = database or default_database()
    with _showing(page) as progress:
        done = put_back(file, url, progress, replace=replace)
    facts = {"matches": done.matches, "events": done.events}
    if json:
        page.document({**facts, "bytes": done.bytes})
    else:
        page.line(str(say("backup.restored", url=shown_url(checked_url(url)), **facts)))


@contextmanager
def _showing(page: Page) -> Iterator[Callable[[int, int], None]]:
    """Gives what tells how far it is, where that takes long."""
    ticker, started = Ticker(page), time.perf_counter()

    def tell(done: int, total: int) -> None:
        percent = 100 * done // max(1, total)
        ticker.tick(time.perf_counter() - started, say("backup.progress", percent=percent))

    try:
        yield tell
    finally:
        ticker.close()
