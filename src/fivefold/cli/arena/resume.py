"""`fivefold arena resume`: a tournament that was stopped goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fivefold.cli.arena.playing import Cluster, Concurrency, play_on
from fivefold.cli.position import Ascii, Json
from fivefold.cli.printing import Page
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold arena resume arena/othello-20261116-101500
  fivefold arena resume league --concurrency 8
  fivefold arena resume league --cluster tcp://scheduler:8786 --json
"""

Folder = Annotated[
    str, typer.Argument(metavar="DIR", help="The folder of the tournament, as arena run named it.")
]


def resume(
    folder: Folder,
    concurrency: Concurrency = None,
    cluster: Cluster = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Go on with a tournament, however it was stopped.

    Games that were finished stay; those that were being played are played again, with the same
    seeds. The final table is the one of an undisturbed run.
    """
    page = Page(ascii)
    page.note(str(say("arena.folder", folder=folder)))
    play_on(page, Path(folder), concurrency, cluster, json)
