"""`fivefold arena`: matches, tournaments, ratings; one file a sub-command."""

from __future__ import annotations

import typer

from fivefold.cli.arena import change, doctor, ladder, openings, report, resume, run, test
from fivefold.cli.printing import Page

arena = typer.Typer(
    help="Find out who is stronger: tournaments that can be killed and resumed, honest ratings.",
    rich_markup_mode=None,
)
arena.command("run", epilog=run.EXAMPLES)(run.run)
arena.command("resume", epilog=resume.EXAMPLES)(resume.resume)
arena.command("change", epilog=change.EXAMPLES)(change.change)
arena.command("report", epilog=report.EXAMPLES)(report.report)
arena.command("ladder", epilog=ladder.EXAMPLES)(ladder.ladder)
arena.command("test", epilog=test.EXAMPLES)(test.measure)
arena.command("openings", epilog=openings.EXAMPLES)(openings.openings)
arena.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)


@arena.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        Page().line(context.get_help())
