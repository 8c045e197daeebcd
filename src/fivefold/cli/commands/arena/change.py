"""`fivefold arena change`: pause a running tournament, change its speed, add players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from fivefold.cli.commands.arena.resume import Folder
from fivefold.cli.support.completion import complete_strategy
from fivefold.cli.support.options import Ascii, Json
from fivefold.cli.support.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold arena change league --concurrency 4
  fivefold arena change league --pause
  fivefold arena change league --go-on
  fivefold arena change league --add "level(4)" --add ./my_bot.py:MyBot
"""


def change(
    folder: Folder,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", metavar="N", help="Games at a time.", min=1)
    ] = None,
    pause: Annotated[
        bool | None,
        typer.Option(
            "--pause/--go-on", help="Start no more games; start games again.", show_default=False
        ),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option(
            "--add",
            metavar="PLAYER",
            help="Add a player to a round-robin or gauntlet; may be repeated.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Change a tournament while it runs.

    A running tournament takes over the change within a second, a stopped one when it is resumed.
    Finished games are not affected.
    """
    from fivefold.arena.running.changes import change_tournament
    from fivefold.results.journal import Journal

    if concurrency is None and pause is None and not add:
        raise InvalidNotation("arena.no_change")
    journal = Journal.open(Path(folder))
    line = change_tournament(journal, concurrency=concurrency, paused=pause, added=add or ())
    running = journal.is_running()
    page = Page(ascii)
    if json:
        changes: dict[str, Any] = {key: line[key] for key in line if key not in ("event", "at")}
        page.document({"folder": folder, "running": running, **changes})
        return
    page.line(str(say("arena.changed" if running else "arena.changed_later")))
