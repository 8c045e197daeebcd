"""`fivefold convert`: games and positions from one format into another."""

from __future__ import annotations

from typing import Annotated

import typer

from fivefold.cli.completion import complete_format, complete_game
from fivefold.cli.position import Ascii, Rules, Size
from fivefold.cli.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

EXAMPLES = """\b
Examples:
  fivefold convert game.json game.txt
  fivefold convert input.txt position.pos --game othello
  fivefold convert game.json - --to diagram
"""


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="File to read; - is standard input.")],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="File to write; - is standard output.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game, where IN does not say it.",
            autocompletion=complete_game,
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="Format to write, where OUT's ending does not say it.",
            autocompletion=complete_format,
        ),
    ] = None,
    size: Size = None,
    rules: Rules = None,
    ascii: Ascii = False,
) -> None:
    """Convert games and positions between formats.

    IN may be in any known format; OUT's ending or --to says which one is written.
    """
    from fivefold import formats, names

    if game is None and (size is not None or rules is not None):
        raise InvalidNotation("cli.needs_game_option", option="--size" if size else "--rules")
    if target == "-" and to is None:
        raise InvalidNotation("cli.needs_format", names=list(formats.FORMATS))
    known = None if game is None else names.game_from(game, size, rules)
    format = to or formats.format_for(target)
    readings = formats.read_all(formats.read_from(source), known)
    formats.write_to(target, formats.write_text(readings, format))
    if target != "-":
        written = {"count": len(readings), "file": quoted(target, 200), "format": format}
        Page(ascii).note(str(say("cli.converted", **written)))
