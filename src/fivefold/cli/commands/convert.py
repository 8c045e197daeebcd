"""`fivefold convert`: games and positions from one format into another."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.completion import complete_format, complete_game
from fivefold.cli.support.exits import ANSWER_IS_NO
from fivefold.cli.support.options import Ascii, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.formats import Reading

EXAMPLES = """\b
Examples:
  fivefold convert game.json game.txt
  fivefold convert input.txt position.pos --game othello
  fivefold convert game.json - --to diagram
  fivefold convert game.json game.ggf
  fivefold convert game.json - --to obf --number 1
  fivefold convert study.sgf study.lib --strict
"""


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="File to read; - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="File to write; - for standard output.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game, if IN does not name it.",
            autocompletion=complete_game,
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="Format to write; default: by the ending of OUT.",
            autocompletion=complete_format,
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--number", metavar="N", min=1, help="Only the Nth game or position of IN."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Write nothing and exit with 1 if OUT cannot hold all of IN."
        ),
    ] = False,
    size: Size = None,
    rules: Rules = None,
    ascii: Ascii = False,
) -> None:
    """Convert games and positions between formats.

    The format of IN is detected; the format of OUT follows from its ending or from --to. A note
    says what the format of OUT cannot hold.
    """
    from fivefold import formats, names
    from fivefold.formats.losses import losses, losses_text

    if game is None and (size is not None or rules is not None):
        raise InvalidNotation("cli.needs_game_option", option="--size" if size else "--rules")
    if target == "-" and to is None:
        raise InvalidNotation("cli.needs_format", names=list(formats.NAMES))
    known = None if game is None else names.game_from(game, size, rules)
    format = to or formats.format_for(target)
    if format in formats.BINARY and target == "-":
        raise InvalidNotation(f"{format}.no_stream")
    page = Page(ascii)
    readings = _read(page, formats.read_each(source, known), number)
    if number is not None:
        if len(readings) < number:
            facts = {"count": len(readings), "file": quoted(source, 200), "number": number}
            raise InvalidNotation("cli.no_such_game", **facts)
        readings = readings[-1:]
    lost = losses(readings, format)
    if lost and strict:
        page.note(str(say("losses.strict", format=format, parts=losses_text(lost))))
        raise typer.Exit(ANSWER_IS_NO)
    formats.write_file(target, readings, format)
    if lost:
        facts = {"parts": losses_text(lost), "total": sum(lost.values()), "format": format}
        page.note(str(say("losses.found", **facts)))
    if target != "-":
        written = {"count": len(readings), "file": quoted(target, 200), "format": format}
        page.note(str(say("cli.converted", **written)))


def _read(page: Page, games: Iterable[Reading], most: int | None) -> list[Reading]:
    """Returns the first `most` games, or all; shows progress once reading takes a while."""
    ticker, started = Ticker(page), time.perf_counter()
    readings: list[Reading] = []
    for reading in games:
        readings.append(reading)
        if len(readings) == most:
            break
        ticker.tick(time.perf_counter() - started, say("cli.reading", count=len(readings)))
    ticker.close()
    return readings
