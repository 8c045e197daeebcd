"""The status of a tournament: the arena's report and the server's page agree on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.arena.reports.exports import as_json
from fivefold.results.journal import Journal
from fivefold.results.standings import standings_of
from fivefold.results.tournament_status import TournamentStatus
from fivefold.server.tournaments.document import TournamentDocument

if TYPE_CHECKING:
    from tests.conftest import JournalFile, NewJournal

STATES = {"finished": "over"}
"""Phases that the page names differently."""


def report_of(file: JournalFile) -> dict[str, Any]:
    """Returns the tournament as `fivefold arena report --json` prints it."""
    journal = Journal.open(file.folder)
    return as_json(TournamentStatus.of(journal, standings_of(journal)))


def page_of(file: JournalFile) -> dict[str, Any]:
    """Returns the tournament as `GET /api/arena/{name}` sends it."""
    document = TournamentDocument(Journal.open(file.folder))
    return {**document.document, **document.activity()}


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("runner", [False, True])
def test_the_report_and_the_page_agree_on_the_phase(
    tmp_path: Path, new_journal: NewJournal, over: bool, paused: bool, runner: bool
) -> None:
    file = new_journal(tmp_path, "a", "b")
    file.finished("a – b 1", 1, "a", "b", "X")
    file.started("a – b 1", 2, "b", "a")
    if over:
        file.finished("a – b 1", 2, "b", "a", "O")
    file.write(event="changed", paused=paused)
    if runner:
        file.run()
    report, page = report_of(file), page_of(file)
    assert page["state"] == STATES.get(report["phase"], report["phase"])
    assert len(page["running"]) == report["games"]["under_way"] == int(runner and not over)


def test_a_paused_tournament_without_a_runner_is_stopped(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "a", "b")
    file.write(event="changed", paused=True)
    assert (report_of(file)["phase"], page_of(file)["state"]) == ("stopped", "stopped")
    file.run()
    assert (report_of(file)["phase"], page_of(file)["state"]) == ("paused", "paused")


def test_the_report_and_the_page_give_the_reason_of_the_last_fault(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "a", "b", pairs=2)
    for number, reason in ((1, "It broke early."), (2, "It broke late.")):
        seats = ("a", "b") if number == 1 else ("b", "a")
        winner = "X" if number == 1 else "O"
        facts = {"ending": "crashed", "fault": "b", "reason": reason}
        file.finished("a – b 1", number, *seats, winner, **facts)
    (fault,) = report_of(file)["faults"]
    (shown,) = next(row for row in page_of(file)["rows"] if row["name"] == "b")["faults"]
    assert (fault["reason"], fault["games"]) == ("It broke late.", 2)
    assert (shown["reason"], shown["count"], shown["key"]) == ("It broke late.", 2, "a – b 1.2")
