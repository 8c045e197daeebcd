"""`fivefold arena report`: the standings of a tournament, also as CSV, PGN and plots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.options import Ascii, Json
from fivefold.cli.support.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.results.tournament_status import TournamentStatus

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
        str, typer.Argument(metavar="DIR", help="Folder of the tournament, which may be running.")
    ],
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor",
            metavar="NAME[=R]",
            help="The player whose rating is fixed, at 1500 or R.",
        ),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="FILE", help="Write the games as CSV, one per line."),
    ] = None,
    ratings: Annotated[
        str | None,
        typer.Option("--ratings", metavar="FILE", help="Write the rating list as CSV."),
    ] = None,
    pgn: Annotated[
        str | None,
        typer.Option(
            "--pgn",
            metavar="FILE",
            help="Write the games as PGN for rating tools; White is the first player.",
        ),
    ] = None,
    plots: Annotated[
        str | None,
        typer.Option(
            "--plots",
            metavar="DIR",
            help="Write plots to a folder, or all to one file: .png, .svg or .pdf.",
        ),
    ] = None,
    plots_as: Annotated[
        str,
        typer.Option(
            "--plots-as", metavar="KIND", help="Format of the plots in the folder: png, svg or pdf."
        ),
    ] = "png",
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Report on a tournament: results, ratings and faults.

    The tournament may be running: the report only reads.
    """
    from fivefold.arena.reports.exports import as_json, games_csv, games_pgn, ratings_csv
    from fivefold.arena.reports.text import report as lines_of
    from fivefold.formats.files import write_parts
    from fivefold.results.journal import Journal
    from fivefold.results.standings import standings_of
    from fivefold.results.tournament_status import TournamentStatus, parse_anchor

    kind = _kind(plots_as)
    page = Page(ascii)
    files = ((csv, games_csv), (ratings, ratings_csv), (pgn, games_pgn))
    to_output = sum(file == "-" for file, _ in files)
    if to_output + json > 1:
        raise InvalidNotation("arena.report.one_document")
    journal = Journal.open(Path(folder))
    name, rating = (None, None) if anchor is None else parse_anchor(anchor)
    status = TournamentStatus.of(journal, standings_of(journal), name, rating)
    if plots is not None:
        _draw(page, status, Path(plots), kind)
    for file, parts in files:
        if file is not None:
            write_parts(file, parts(status))
            if file != "-":
                page.note(str(say("arena.report.written", file=quoted(file, 200))))
    if json:
        page.document(as_json(status))
    elif not to_output:
        for line in lines_of(status):
            page.line(line)


def _draw(page: Page, status: TournamentStatus, target: Path, kind: str) -> None:
    from fivefold.arena.reports.plots import write_plots

    for path in write_plots(status, target, kind):
        page.note(str(say("cli.plot_written", file=quoted(str(path), 200))))


def _kind(text: str) -> str:
    from fivefold.arena.reports.plots import KINDS

    kind = f".{text.lower().lstrip('.')}"
    if kind not in KINDS:
        raise InvalidNotation("cli.plot_kind", endings=", ".join(KINDS), file=quoted(text))
    return kind
