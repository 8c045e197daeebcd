"""The commands of the arena, in the order of the help text."""

from __future__ import annotations

import typer

from fivefold.cli.commands.arena import change, doctor, ladder, openings, report, resume, run, test
from fivefold.cli.support.engine_option import EngineCommand

commands = typer.Typer(rich_markup_mode=None)
commands.command("run", cls=EngineCommand, epilog=run.EXAMPLES)(run.run)
commands.command("resume", epilog=resume.EXAMPLES)(resume.resume)
commands.command("change", epilog=change.EXAMPLES)(change.change)
commands.command("report", epilog=report.EXAMPLES)(report.report)
commands.command("ladder", epilog=ladder.EXAMPLES)(ladder.ladder)
commands.command("test", epilog=test.EXAMPLES)(test.measure)
commands.command("openings", epilog=openings.EXAMPLES)(openings.openings)
commands.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)
