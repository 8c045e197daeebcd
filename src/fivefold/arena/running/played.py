"""`tournament`: a whole tournament in one call."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivefold.arena.players.entrants import entrant_from
from fivefold.arena.players.trial import tried
from fivefold.arena.reports.text import report
from fivefold.arena.running.config import config_of
from fivefold.arena.running.runner import Runner
from fivefold.core import Game
from fivefold.drawing.tables import standings_svg
from fivefold.engines.loop_thread import run
from fivefold.errors import InvalidNotation
from fivefold.match.record import MatchRecord
from fivefold.names import format_game
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import create
from fivefold.results.standings import Row
from fivefold.results.tournament import Format
from fivefold.results.tournament_status import TournamentStatus
from fivefold.words import quoted


@dataclass(frozen=True)
class PlayedTournament:
    """A tournament that was played: its standings, best first, and its games."""

    status: TournamentStatus
    records: tuple[MatchRecord, ...]
    """The games that count, in the order of the schedule."""

    @property
    def standings(self) -> tuple[Row, ...]:
        """The players, best first, with points and results."""
        return self.status.standings.rows

    def __str__(self) -> str:
        """Returns the report that `fivefold arena run` prints."""
        return "\n".join(report(self.status))

    def _repr_svg_(self) -> str:
        return standings_svg([(row.name, row.points, row.games) for row in self.standings])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self._repr_svg_()}


def tournament(
    game: str | Game,
    players: Iterable[str] | Mapping[str, str],
    *,
    format: Format = "round-robin",
    pairs: int = 1,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: str | None = None,
    openings: str | None = None,
    seed: int = 1,
    maximum: int | None = None,
    concurrency: int | None = None,
    folder: str | Path | None = None,
    on_tick: Callable[[Journal], None] | None = None,
) -> PlayedTournament:
    """Plays a tournament and returns its standings and games.

    Players are texts as `open_engine` reads them, or names with such texts. Each pairing plays
    `pairs` openings, each from both seats. The games run in processes of their own, `concurrency`
    at a time; default: one per core. With a `folder` every game is stored at once and
    `fivefold arena resume` can continue. `on_tick` is called with the journal several times a
    second. Raises if a player cannot start. Ctrl-C ends all games.
    """
    job = _Job(
        game,
        players,
        {
            "format": format,
            "pairs": pairs,
            "seconds": seconds,
            "depth": depth,
            "nodes": nodes,
            "time": time,
            "openings": openings,
            "seed": seed,
            "maximum": maximum,
            "concurrency": concurrency,
        },
        on_tick,
    )
    if folder is not None:
        return job.run(Path(folder))
    with tempfile.TemporaryDirectory(prefix="fivefold-") as temporary:
        return job.run(Path(temporary, "tournament"))


async def tournament_async(
    game: str | Game, players: Iterable[str] | Mapping[str, str], **settings: Any
) -> PlayedTournament:
    """Plays a tournament as `tournament` does, beside the running event loop.

    Cancelling the task lets the running games finish and plays no more.
    """
    stop = threading.Event()
    told: Callable[[Journal], None] | None = settings.pop("on_tick", None)

    def tick(journal: Journal) -> None:
        if stop.is_set():
            raise asyncio.CancelledError
        if told is not None:
            told(journal)

    try:
        return await asyncio.to_thread(tournament, game, players, on_tick=tick, **settings)
    finally:
        stop.set()


class _Job:
    """The settings of a tournament that is about to be played."""

    def __init__(
        self,
        game: str | Game,
        players: Iterable[str] | Mapping[str, str],
        settings: Mapping[str, Any],
        on_tick: Callable[[Journal], None] | None,
    ) -> None:
        if isinstance(players, str):
            raise InvalidNotation("players.type", kind="str", value=quoted(players))
        pairs = players.items() if isinstance(players, Mapping) else ((None, p) for p in players)
        entrants = []
        for name, text in pairs:
            if not isinstance(text, str):
                raise InvalidNotation(
                    "players.type", kind=type(text).__name__, value=quoted(repr(text))
                )
            entrants.append(entrant_from(text, Path.cwd(), name=name))
        given = {key: value for key, value in settings.items() if value is not None}
        given["game"] = game if isinstance(game, str) else format_game(game)
        self._config = config_of(given, entrants, "tournament")
        self._on_tick = on_tick

    def run(self, folder: Path) -> PlayedTournament:
        create(folder, run(tried(self._config.tournament)))
        runner = Runner(folder, concurrency=self._config.concurrency, on_tick=self._on_tick)
        standings = runner.run()
        records = tuple(runner.journal.record(fixture.key) for fixture in standings.counted)
        return PlayedTournament(TournamentStatus.of(runner.journal, standings), records)
