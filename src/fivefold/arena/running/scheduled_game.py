"""One game of a tournament: plain data in, plain data out, on any machine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from fivefold import formats
from fivefold.arena.players.entrant_engine import EntrantEngine
from fivefold.arena.running.adjudication import Adjudicator
from fivefold.core import Limit, Move, Player, State
from fivefold.match.clock import TimeControl
from fivefold.match.play import Ply, play_match
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through
from fivefold.match.swap2 import settle
from fivefold.names import game_from
from fivefold.results.journal import live_file
from fivefold.results.schedules.schedule import Fixture
from fivefold.results.tournament import DrawRule, Tournament

Task = dict[str, Any]
"""A game to be played, as data for any process."""

FAULTS = ("crashed", "illegal", "time")
"""Endings in which a player could not continue."""
LIVE_AFTER = 1.0
PUBLISH_SECONDS = 0.5
"""Seconds before a running game's moves are published, and between updates."""


def task_of(tournament: Tournament, fixture: Fixture, live: Path | None = None) -> Task:
    """Returns everything that determines the game, and nothing else.

    `live` is the tournament's folder, in which slow games publish their moves.
    """
    opening = None if fixture.opening is None else tournament.openings[fixture.opening]
    limit, draws = tournament.limit, tournament.draws
    return {
        "key": fixture.key,
        "game": tournament.game,
        "opening": opening,
        "procedure": tournament.opening,
        "seed": tournament.seed,
        "players": [tournament.entrant(name).as_json() for name in (fixture.first, fixture.second)],
        "limit": [limit.seconds, limit.depth, limit.nodes],
        "time": tournament.time,
        "maximum": tournament.maximum,
        "proofs": tournament.proofs,
        "draws": None if draws is None else [draws.moves, draws.count, draws.score],
        "live": None if live is None else str(live),
    }


def play_fixture(task: Task) -> dict[str, Any]:
    """Plays the game and returns its journal line, without `event` and `at`.

    A player that cannot be opened, crashes, hangs or plays an illegal move loses; no error of a
    player is raised.
    """
    record = asyncio.run(_play(task))
    fault = None
    if record.ending in FAULTS and record.winner is not None:
        fault = record.second if record.winner is Player.FIRST else record.first
    return {"key": task["key"], "fault": fault, **record.as_json()}


async def _play(task: Task) -> MatchRecord:
    history, start = opening_of(task["game"], task["opening"])
    seats = {
        player: EntrantEngine(
            entrant,
            _limit(task, entrant),
            _control(task, entrant),
            seed_of(task["seed"], task["key"], player),
            start,
            history,
        )
        for player, entrant in zip(Player, task["players"], strict=True)
    }
    live = None if task["live"] is None else LiveFile(Path(task["live"]), task["key"])
    try:
        settled = None
        if task["procedure"] is not None:
            opener, responder = seats.values()
            limits = {player: seat.limit for player, seat in seats.items()}
            settled = await settle(task["procedure"], start, opener, responder, limits)
            seats = dict(zip(Player, settled.seated(opener, responder), strict=True))
        return await play_match(
            start,
            *seats.values(),
            opening=settled,
            limit={player: seat.limit for player, seat in seats.items()},
            control={player: seat.control for player, seat in seats.items()},
            maximum=task["maximum"],
            judge=_adjudicator(task, seats),
            on_move=None if live is None else live.show,
        )
    finally:
        for seat in seats.values():
            await seat.close()
        if live is not None:
            live.remove()


def seed_of(seed: int, key: str, player: Player) -> int:
    """Returns the seed of a player in a game, the same on every machine."""
    return random.Random(f"{seed}/{key}/{player.value}").getrandbits(32)


@lru_cache(maxsize=4096)
def opening_of(game: str, opening: str | None) -> tuple[tuple[Move, ...], State]:
    """Returns the moves of an opening and the position they lead to."""
    start = game_from(game).start
    moves = formats.read_moves(opening, start) if opening else ()
    return tuple(moves), play_through(start, moves)[-1]


def _limit(task: Task, entrant: dict[str, Any]) -> Limit:
    own = entrant["limit"]
    return Limit(*task["limit"]) if own is None else Limit(**own)


def _control(task: Task, entrant: dict[str, Any]) -> TimeControl | None:
    text = entrant["time"] or task["time"]
    return None if text is None else TimeControl.parse(text)


def _adjudicator(task: Task, seats: dict[Player, EntrantEngine]) -> Adjudicator | None:
    if not task["proofs"] and task["draws"] is None:
        return None
    return Adjudicator(
        {player: seat.name for player, seat in seats.items()},
        {player: seat.is_ours for player, seat in seats.items()},
        proofs=task["proofs"],
        draws=None if task["draws"] is None else DrawRule(*task["draws"]),
    )


class LiveFile:
    """The file with a running game's moves, for spectators; quick games write none."""

    def __init__(self, folder: Path, key: str, now: Callable[[], float] = time.monotonic) -> None:
        self._file = live_file(folder, key)
        self._key = key
        self._now = now
        self._next = now() + LIVE_AFTER
        self._moves: list[str] = []
        self._drawn = False

    def show(self, ply: Ply) -> None:
        """Records a move and updates the file if it is time."""
        move = ply.decision.move
        assert move is not None
        self._moves.append(ply.before.game.format_move(move))
        if self._now() < self._next:
            return
        self._next = self._now() + PUBLISH_SECONDS
        unfinished = self._file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):  # no game is lost because of this file
            data = {"key": self._key, "moves": self._moves}
            unfinished.write_text(json.dumps(data), encoding="utf-8")
            unfinished.replace(self._file)
            self._drawn = True

    def remove(self) -> None:
        """Removes the file."""
        if self._drawn:
            self._file.unlink(missing_ok=True)
