"""The option `--cage`, and the sentence on the cage in which foreign code runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

import typer

from fivefold.cli.support.printing import Page


def _set(text: str | None) -> str | None:
    """Checks the limits and passes them on to every process that is started."""
    if text is not None:
        from fivefold.cage.settings import VARIABLE, Cage

        Cage.parse(text)
        os.environ[VARIABLE] = text
    return text


CageLimits = Annotated[
    str | None,
    typer.Option(
        "--cage",
        metavar="LIMITS",
        callback=_set,
        help="Limits of bots from files and of programs, such as memory=8G,network=no; "
        "off lifts all.",
    ),
]


def tell_cage(page: Page, players: Iterable[str]) -> None:
    """Prints in which kind of cage foreign code runs, if there is any."""
    from fivefold.cage.settings import VARIABLE, default_cage
    from fivefold.cage.start import describe, level_of
    from fivefold.engines import is_foreign

    if not any(map(is_foreign, players)):
        return
    cage = default_cage()
    level = level_of(cage)
    page.note(str(describe(level)))
    # So that the processes that play do not try a better one again.
    os.environ[VARIABLE] = str(replace(cage, level=level))


def forget_secrets(level: str | None) -> None:
    """Removes what no server needs from the environment, if foreign code could read it there."""
    from fivefold.cage.settings import default_cage, forget_environment

    cage = default_cage()
    if level not in (None, "namespaces") and not cage.whole_environment:
        forget_environment(cage)
