"""Changes to a running tournament, made through its journal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fivefold.arena.players import entrants
from fivefold.names import game_from
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import append, event
from fivefold.results.schedules.schedule import check


def change_tournament(
    journal: Journal,
    *,
    concurrency: int | None = None,
    paused: bool | None = None,
    added: Iterable[str] = (),
) -> dict[str, Any]:
    """Appends the change to the journal and returns its line; raises if it is not possible.

    `added` are players as typed by the user, with paths relative to the current folder.
    """
    changes: dict[str, Any] = {}
    if concurrency is not None:
        changes["concurrency"] = concurrency
    if paused is not None:
        changes["paused"] = paused
    joining = [entrants.entrant_from(text, Path.cwd()) for text in added]
    for entrant in joining:
        entrants.check(entrant, game_from(journal.tournament.game))
    if joining:
        changes["added"] = [entrant.as_json() for entrant in joining]

    def still_possible() -> None:
        # Another process may just have added a player of the same name.
        journal.refresh()
        if joining:
            check(journal.tournament.joined_by(*joining))

    line = event("changed", **changes)
    append(journal.folder, [line], still_possible)
    journal.refresh()
    return line
