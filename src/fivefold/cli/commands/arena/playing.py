"""What `arena run` and `arena resume` share: playing with progress, and the exit code."""

from __future__ import annotations

import shutil
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.exits import ANSWER_IS_NO, BROKEN, INTERRUPTED
from fivefold.cli.support.interrupt import stop_on_interrupt
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.arena.running.runner import OpenExecutor
    from fivefold.results.journal import Finished, Journal
    from fivefold.results.standings import Standings
    from fivefold.results.tournament import Tournament
    from fivefold.results.tournament_status import TournamentStatus

SHOWN = 3
"""Number of players in the progress line."""
LOOK_SECONDS = 0.5

Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency", metavar="N", help="Games at a time; default: one per core.", min=1
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="URL",
        help="Play on the Dask cluster with this scheduler, tcp://HOST:8786.",
    ),
]


def play_on(
    page: Page, folder: Path, concurrency: int | None, cluster: str | None, json: bool
) -> None:
    """Plays the remaining games, prints the report and sets the exit code."""
    from fivefold.arena.running.runner import Runner
    from fivefold.results.tournament_status import TournamentStatus

    progress = Progress(page)
    runner = Runner(
        folder,
        concurrency=concurrency,
        open_executor=None if cluster is None else _on_cluster(cluster),
        on_tick=lambda journal: progress.tick(journal, runner.stop.is_set()),
    )
    with stop_on_interrupt(runner.stop):
        try:
            standings = runner.run()
        finally:
            progress.close()
    status = TournamentStatus.of(runner.journal, standings)
    _print_report(page, folder, status, json)
    if not standings.over:
        page.note(str(say("arena.stopped", command=f"fivefold arena resume {folder}")))
        raise typer.Exit(INTERRUPTED)
    if is_broken(runner.journal, standings):
        page.note(str(say("arena.broken")))
        raise typer.Exit(BROKEN)
    if standings.sprt is not None and standings.sprt.verdict == "H0":
        raise typer.Exit(ANSWER_IS_NO)


def _on_cluster(url: str) -> OpenExecutor:
    from fivefold.arena.running.cluster import open_cluster

    return partial(open_cluster, url)


def _print_report(page: Page, folder: Path, status: TournamentStatus, json: bool) -> None:
    if json:
        from fivefold.arena.reports.exports import as_json

        page.document({"folder": str(folder), **as_json(status)})
        return
    from fivefold.arena.reports.text import report

    for line in report(status):
        page.line(line)


def is_broken(journal: Journal, standings: Standings) -> bool:
    """Tells whether a player crashed, hung or broke its protocol, or a game was given up.

    With a clock, losing on time does not count.
    """
    results = (journal.finished[fixture.key] for fixture in standings.counted)
    return any(_is_breakage(journal.tournament, result) for result in results)


def _is_breakage(tournament: Tournament, result: Finished) -> bool:
    if result.fault is None:
        # Our adjudication ends games after some moves. A game that killed its process has none.
        return result.ending == "adjudicated" and result.plies == 0
    timed = tournament.time or tournament.entrant(result.fault).time
    return result.ending != "time" or timed is None


class Progress:
    """Prints the progress of a tournament to stderr, and each player's first fault at once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._ticker = Ticker(page)
        self._began = self._looked = time.perf_counter()
        self._before: int | None = None
        self._seen = 0
        self._faulty: set[str] = set()
        self._stopping = False

    def tick(self, journal: Journal, stopping: bool) -> None:
        """Prints news, at most twice a second."""
        now = time.perf_counter()
        if self._before is None:
            self._before = self._seen = len(journal.finished)
        if stopping and not self._stopping:
            self._stopping = True
            running = sum(1 for _ in journal.running())
            self._note(say("arena.stopping", count=running))
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        self._tell_faults(journal)
        self._ticker.tick(now - self._began, self._progress(journal, now - self._began))

    def close(self) -> None:
        """Clears the line."""
        self._ticker.close()

    def _note(self, message: Message) -> None:
        self._ticker.close()
        self._page.note(str(message))

    def _tell_faults(self, journal: Journal) -> None:
        for result in islice(journal.finished.values(), self._seen, None):
            if result.fault is not None and result.fault not in self._faulty:
                self._faulty.add(result.fault)
                reason = quoted(result.reason, 300)[1:-1]
                self._note(say("arena.first_fault", game=quoted(result.key, 300), reason=reason))
        self._seen = len(journal.finished)

    def _progress(self, journal: Journal, seconds: float) -> Message:
        from fivefold.results.standings import standings_of

        standings, width = standings_of(journal), shutil.get_terminal_size().columns
        done, left = len(standings.counted), standings.pending
        if standings.total is not None:
            left = max(left, standings.total - standings.void - done)
        if standings.sprt is not None and standings.sprt.games_left is not None:
            left = min(left, standings.sprt.games_left)
        played = len(journal.finished) - (self._before or 0)
        facts: dict[str, int | str] = {"done": done, "all": done + left}
        if journal.paused:
            return say("arena.paused_progress", **facts)
        if not played:
            return say("arena.begun", **facts)
        facts["eta"] = _clock(left * seconds / played)
        best = _best(standings)
        while len(str(message := say("arena.progress", **facts, best=best))) >= width and best:
            best = best[:-1]
        return message


def _best(standings: Standings) -> list[str]:
    """Returns the details of the progress line: the leaders, or the state of the test."""
    best: list[str] = []
    if standings.sprt is not None:
        llr, low, high = standings.sprt.llr, standings.sprt.lower, standings.sprt.upper
        best.append(f"LLR {llr:.2f} [{low:.2f}, {high:.2f}]")
    for row in standings.rows[:SHOWN]:
        if row.games:
            points, name = f"{row.points:g}", quoted(row.name, 30)[1:-1]
            best.append(f"{name} {points}/{row.games}")
    return best


def _clock(seconds: float) -> str:
    """Returns a duration as h:mm:ss, or m:ss."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
