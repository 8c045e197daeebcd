"""`fivefold arena resume`: continues a stopped tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fivefold.cli.commands.arena.playing import Cluster, Concurrency, play_on
from fivefold.cli.support.caging import CageLimits, tell_cage
from fivefold.cli.support.options import Ascii, Json
from fivefold.cli.support.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold arena resume arena/othello-20261116-101500
  fivefold arena resume -d league --concurrency 8
  fivefold arena resume league --cluster tcp://scheduler:8786 --json
"""

Folder = Annotated[
    str, typer.Argument(metavar="DIR", help="Folder of the tournament, as printed by arena run.")
]
OptionalFolder = Annotated[
    str | None,
    typer.Argument(metavar="[DIR]", help="Folder of the tournament, as printed by arena run."),
]
Directory = Annotated[
    str | None,
    typer.Option("-d", "--directory", metavar="DIR", help="Folder, as for arena run."),
]


def resume(
    folder: OptionalFolder = None,
    directory: Directory = None,
    concurrency: Concurrency = None,
    cage: CageLimits = None,
    cluster: Cluster = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Continue a tournament, however it was stopped.

    Finished games are kept; interrupted ones are replayed with the same seeds. The final standings
    are those of an uninterrupted run.
    """
    from fivefold.results.journal import Journal

    page = Page(ascii)
    if folder is not None and directory is not None:
        raise InvalidNotation("arena.which_folder")
    place = folder or directory
    if place is None:
        raise InvalidNotation("arena.which_folder")
    page.note(str(say("arena.folder", folder=place)))
    tournament = Journal.open(Path(place)).tournament
    tell_cage(page, [entrant.player for entrant in tournament.entrants])
    play_on(page, Path(place), concurrency, cluster, json)
