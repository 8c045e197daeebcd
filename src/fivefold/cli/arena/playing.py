"""What `arena run` and `arena resume` share: playing on with signs of life, and how it ended."""

from __future__ import annotations

import shutil
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.exits import ANSWER_IS_NO, BROKEN, INTERRUPTED
from fivefold.cli.interrupt import listening
from fivefold.cli.printing import Page
from fivefold.cli.progress import Ticker
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.arena.runner import OpenExecutor
    from fivefold.arena.standing import Standing
    from fivefold.results.journal import Finished, Journal
    from fivefold.results.table import Table
    from fivefold.results.tournament import Tournament

SHOWN = 3
"""Players in the line of progress."""
LOOK_SECONDS = 0.5

Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency", metavar="N", help="Games at a time; unless said one for each core.", min=1
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="URL",
        help="Play on the Dask cluster of that scheduler, tcp://HOST:8786.",
    ),
]


def play_on(
    page: Page, folder: Path, concurrency: int | None, cluster: str | None, json: bool
) -> None:
    """Plays what is left of the tournament, prints the report and ends with its exit code."""
    from fivefold.arena.runner import Runner
    from fivefold.arena.standing import Standing

    progress = Progress(page)
    runner = Runner(
        folder,
        concurrency=concurrency,
        open_executor=None if cluster is None else _on_cluster(cluster),
        on_tick=lambda journal: progress.tick(journal, runner.stop.is_set()),
    )
    with listening(runner.stop):
        try:
            table = runner.run()
        finally:
            progress.close()
    standing = Standing.of(runner.journal, table)
    _print_report(page, folder, standing, json)
    if not table.over:
        page.note(str(say("arena.stopped", command=f"fivefold arena resume {folder}")))
        raise typer.Exit(INTERRUPTED)
    if is_broken(runner.journal, table):
        page.note(str(say("arena.broken")))
        raise typer.Exit(BROKEN)
    if table.sprt is not None and table.sprt.verdict == "H0":
        raise typer.Exit(ANSWER_IS_NO)


def _on_cluster(url: str) -> OpenExecutor:
    from fivefold.arena.cluster import open_cluster

    return partial(open_cluster, url)


def _print_report(page: Page, folder: Path, standing: Standing, json: bool) -> None:
    if json:
        from fivefold.arena.exports import as_json

        page.document({"folder": str(folder), **as_json(standing)})
        return
    from fivefold.arena.report import report

    for line in report(standing):
        page.line(line)


def is_broken(journal: Journal, table: Table) -> bool:
    """Tells whether a player crashed, hung or broke its protocol, or a game had to be given up.

    Losing on time is no such thing where a clock was agreed on.
    """
    results = (journal.finished[fixture.key] for fixture in table.counted)
    return any(_is_breakage(journal.tournament, result) for result in results)


def _is_breakage(tournament: Tournament, result: Finished) -> bool:
    if result.fault is None:
        # What our own judge ends has moves; what no process survived has none.
        return result.ending == "adjudicated" and result.plies == 0
    timed = tournament.time or tournament.entrant(result.fault).time
    return result.ending != "time" or timed is None


class Progress:
    """Tells on stderr how far a tournament has come, and at once when a player breaks."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._ticker = Ticker(page)
        self._began = self._looked = time.perf_counter()
        self._before: int | None = None
        self._seen = 0
        self._faulty: set[str] = set()
        self._stopping = False

    def tick(self, journal: Journal, stopping: bool) -> None:
        """Prints what is new; cheap when it is too early for that."""
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
        self._ticker.tick(now - self._began, self._standing(journal, now - self._began))

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

    def _standing(self, journal: Journal, seconds: float) -> Message:
        from fivefold.results.table import table_of

        table, width = table_of(journal), shutil.get_terminal_size().columns
        done, left = len(table.counted), table.pending
        if table.total is not None:
            left = max(left, table.total - table.void - done)
        if table.sprt is not None and table.sprt.games_left is not None:
            left = min(left, table.sprt.games_left)
        played = len(journal.finished) - (self._before or 0)
        facts: dict[str, int | str] = {"done": done, "all": done + left}
        if journal.paused:
            return say("arena.paused_progress", **facts)
        if not played:
            return say("arena.begun", **facts)
        facts["eta"] = _clock(left * seconds / played)
        best = _best(table)
        while len(str(message := say("arena.progress", **facts, best=best))) >= width and best:
            best = best[:-1]
        return message


def _best(table: Table) -> list[str]:
    """Returns what the line of progress shows: the leaders, or how far a test has come."""
    best: list[str] = []
    if table.sprt is not None:
        llr, low, high = table.sprt.llr, table.sprt.lower, table.sprt.upper
        best.append(f"LLR {llr:.2f} [{low:.2f}, {high:.2f}]")
    for row in table.rows[:SHOWN]:
        if row.games:
            points, name = f"{row.points:g}", quoted(row.name, 30)[1:-1]
            best.append(f"{name} {points}/{row.games}")
    return best


def _clock(seconds: float) -> str:
    """Returns a duration as h:mm:ss, or m:ss."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
