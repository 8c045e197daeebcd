"""The commands of the pentomino book, in the order of the help text."""

from __future__ import annotations

import typer

from fivefold.cli.commands.book import build, info, verify

commands = typer.Typer(rich_markup_mode=None)
commands.command("build", epilog=build.EXAMPLES)(build.build)
commands.command("info", epilog=info.EXAMPLES)(info.info)
commands.command("verify", epilog=verify.EXAMPLES)(verify.verify)
