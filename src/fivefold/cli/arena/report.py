"""`fivefold arena report`: where a tournament stands, and its results for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.position import Ascii, Json
from fivefold.cli.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.arena.standing import Standing

EXAMPLES = """\b
Examples:
  fivefold arena report my-tournament
  fivefold arena report my-tournament --anchor "level(1)=1000"
  fivefold arena report my-tournament --json
  fivefold arena report my-tournament --csv games.csv --ratings ratings.csv --pgn games.pgn
  fivefold arena report my-tournament --plots plots --plots-as svg
"""


def report(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="The folder of the tournament, running or not.")
    ],
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor",
            metavar="NAME[=R]",
            help="The player all ratings are seen from, and its rating.",
        ),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="FILE", help="Write the games, one a line, as CSV."),
    ] = None,
    ratings: Annotated[
        str | None,
        typer.Option("--ratings", metavar="FILE", help="Write the rating list as CSV."),
    ] = None,
    pgn: Annotated[
        str | None,
        typer.Option(
            "--pgn", metavar="FILE", help="Write the games for rating tools; White is X, the first."
        ),
    ] = None,
    plots: Annotated[
        str | None,
        typer.Option(
            "--plots",
            metavar="DIR",
            help="Draw a plot each into the folder, or all in one file: .png, .svg, .pdf.",
        ),
    ] = None,
    plots_as: Annotated[
        str,
        typer.Option("--plots-as", metavar="KIND", help="What the folder gets: png, svg or pdf."),
    ] = "png",
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Report on a tournament: results, ratings, who is broken.

    Reads only, so it can be asked while the tournament runs.
    """
    from fivefold.arena.exports import as_json, games_csv, games_pgn, ratings_csv
    from fivefold.arena.report import report as lines_of
    from fivefold.arena.standing import Standing, parse_anchor
    from fivefold.formats.files import write_parts
    from fivefold.results.journal import Journal
    from fivefold.results.table import table_of

    kind = _kind(plots_as)
    page = Page(ascii)
    files = ((csv, games_csv), (ratings, ratings_csv), (pgn, games_pgn))
    to_output = sum(file == "-" for file, _ in files)
    if to_output + json > 1:
        raise InvalidNotation("arena.report.one_document")
    journal = Journal.open(Path(folder))
    name, rating = (None, None) if anchor is None else parse_anchor(anchor)
    standing = Standing.of(journal, table_of(journal), name, rating)
    if plots is not None:
        _draw(page, standing, Path(plots), kind)
    for file, parts in files:
        if file is not None:
            write_parts(file, parts(standing))
            if file != "-":
                page.note(str(say("arena.report.written", file=quoted(file, 200))))
    if json:
        page.document(as_json(standing))
    elif not to_output:
        for line in lines_of(standing):
            page.line(line)


def _draw(page: Page, standing: Standing, target: Path, kind: str) -> None:
    from fivefold.arena.plots import write_plots

    for path in write_plots(standing, target, kind):
        page.note(str(say("cli.plot_written", file=quoted(str(path), 200))))


def _kind(text: str) -> str:
    from fivefold.arena.plots import KINDS

    kind = f".{text.lower().lstrip('.')}"
    if kind not in KINDS:
        raise InvalidNotation("cli.plot_kind", endings=", ".join(KINDS), file=quoted(text))
    return kind
