"""A series of games between two players, who swap seats after each game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from fivefold.core import Game, Limit, Player, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine
from fivefold.match.clock import Now, TimeControl
from fivefold.match.play import Ply, play_match
from fivefold.match.record import MatchRecord
from fivefold.match.swap2 import settle

Opener = Callable[[str, Game, int | None], Engine]


@dataclass(frozen=True)
class Score:
    """Results from A's point of view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def plus(self, seat: Player, winner: Player | None) -> Score:
        """Returns the score with one more game, in which A had that seat."""
        if winner is None:
            return Score(self.wins, self.draws + 1, self.losses)
        if winner is seat:
            return Score(self.wins + 1, self.draws, self.losses)
        return Score(self.wins, self.draws, self.losses + 1)

    def as_json(self) -> dict[str, int | float]:
        """Returns the score as plain data."""
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
        }


@dataclass(frozen=True)
class Series:
    """The games played so far and their score. A is X in the first, third, fifth … game."""

    records: tuple[MatchRecord, ...] = ()
    score: Score = Score()

    def plus(self, record: MatchRecord) -> Series:
        """Returns the series with one more game."""
        seat = seat_of_a(len(self.records), record)
        return Series((*self.records, record), self.score.plus(seat, record.winner))


def seat_of_a(index: int, record: MatchRecord | None = None) -> Player:
    """Returns A's seat in the game with that index, counted from 0.

    With swap2 this is the initial seat, X for the opener; the record has the final colours.
    """
    seat = Player.SECOND if index % 2 else Player.FIRST
    agreement = None if record is None else record.swap2
    return seat.other if agreement and agreement.opener is Player.SECOND else seat


def seed_of(seed: int | None, index: int, who: str) -> int | None:
    """Returns the seed of A or B in one game, the same on every machine; None stays None."""
    if seed is None:
        return None
    return random.Random(f"{seed}/{index}/{who}").getrandbits(32)


async def play_series(
    start: State,
    a: str,
    b: str,
    *,
    games: int = 1,
    openings: Sequence[State] = (),
    seed: int | None = None,
    limit: Limit = Limit(),
    control: TimeControl | None = None,
    maximum: int | None = None,
    procedure: str | None = None,
    on_move: Callable[[Ply], None] | None = None,
    on_game: Callable[[Series], None] | None = None,
    now: Now = time.monotonic,
    opener: Opener = open_engine,
) -> Series:
    """Plays games of A against B and returns them with the score; calls `on_game` after each.

    Each of the `openings` is played twice, once with each seat, before the next; without openings,
    all games start from `start`. Each game gets new engines and its own seeds, so that it can be
    repeated alone and a crash does not affect the others. With the `procedure` `swap2`, the
    players agree on opening and colours before each game; X is the opener. Raises if an engine
    cannot be opened for the first game.
    """
    series = Series()
    for index in range(games):
        opening = openings[index // 2 % len(openings)] if openings else start
        async with AsyncExitStack() as stack:
            players = []
            for who, text in (("A", a), ("B", b)):
                engine = opener(text, opening.game, seed_of(seed, index, who))
                stack.push_async_callback(engine.close)
                if index == 0:
                    await engine.open()
                players.append(engine)
            if seat_of_a(index) is Player.SECOND:
                players.reverse()
            settled = None
            if procedure is not None:
                chance = seed_of(seed, index, "opening")
                settled = await settle(procedure, opening, players[0], players[1], limit, chance)
                players = list(settled.seated(*players))
            record = await play_match(
                opening,
                *players,
                opening=settled,
                limit=limit,
                control=control,
                maximum=maximum,
                on_move=on_move,
                now=now,
            )
        series = series.plus(record)
        if on_game is not None:
            on_game(series)
    return series
