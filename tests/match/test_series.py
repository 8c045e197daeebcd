"""Series: seats, openings, seeds, scores."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from fivefold.core import Game, Limit, Player, State
from fivefold.engines.base import Engine
from fivefold.engines.local import LocalEngine
from fivefold.errors import EngineCrashed, UnknownName
from fivefold.match.series import Score, Series, play_series, seed_of
from fivefold.names import game_from
from fivefold.strategies.base import Decision, Stop, Strategy

GOMOKU = game_from("gomoku(size=5)")
OTHELLO = game_from("othello(size=4)")


def series(start: State, a: str, b: str, **options: Any) -> Series:
    return asyncio.run(play_series(start, a, b, **options))


def test_a_is_x_first_and_the_seats_change_every_game() -> None:
    records = series(OTHELLO.start, "greedy", "random", games=4, seed=1).records
    assert [record.first for record in records] == ["greedy", "random", "greedy", "random"]
    assert [record.second for record in records] == ["random", "greedy", "random", "greedy"]


def test_the_score_is_as_a_sees_it() -> None:
    result = series(OTHELLO.start, "greedy", "random", games=6, seed=3)
    score = Score()
    for index, record in enumerate(result.records):
        score = score.plus(Player.SECOND if index % 2 else Player.FIRST, record.winner)
    assert result.score == score
    assert score.games == 6


def test_points_are_wins_and_half_the_draws() -> None:
    score = Score(3, 1, 2)
    assert score.as_json() == {"wins": 3, "draws": 1, "losses": 2, "points": 3.5}


def test_the_same_seed_plays_the_same_games() -> None:
    def moves(seed: int) -> list[tuple[str, ...]]:
        result = series(GOMOKU.start, "random", "random", games=3, seed=seed)
        return [record.moves for record in result.records]

    assert moves(7) == moves(7)
    assert moves(7) != moves(8)
    assert len(set(moves(7))) == 3


def test_the_seeds_of_games_are_different_and_never_change() -> None:
    seeds = [seed_of(1, index, who) for index in range(50) for who in "AB"]
    assert len(set(seeds)) == 100
    assert seeds[:2] == [1938703143, 681919753]
    assert seed_of(None, 3, "A") is None


def test_each_opening_is_played_from_both_seats() -> None:
    openings = [GOMOKU.start.play(0), GOMOKU.start.play(12)]
    result = series(GOMOKU.start, "random", "random", games=6, openings=openings, seed=1)
    starts = [record.start for record in result.records]
    pair = [GOMOKU.format_position(opening) for opening in openings]
    assert starts == [pair[0], pair[0], pair[1], pair[1], pair[0], pair[0]]


def test_every_finished_game_is_told() -> None:
    told: list[int] = []
    series(
        OTHELLO.start,
        "random",
        "random",
        games=3,
        on_game=lambda so_far: told.append(so_far.score.games),
    )
    assert told == [1, 2, 3]


def test_unknown_players_raise_before_anything_is_played() -> None:
    with pytest.raises(UnknownName, match="Did you mean random"):
        series(OTHELLO.start, "greedy", "randm", games=3)


class Second(Strategy):
    """Fails in its second game."""

    def __init__(self, breaks: bool) -> None:
        self.breaks = breaks

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if self.breaks:
            raise RuntimeError("enough")
        return Decision(state.legal_moves()[0])


def test_an_engine_that_crashes_loses_that_game_and_plays_the_next() -> None:
    opened = itertools.count()

    def opener(text: str, game: Game, seed: int | None) -> Engine:
        return LocalEngine(Second(text == "b" and next(opened) == 1), text)

    result = series(OTHELLO.start, "a", "b", games=3, opener=opener)
    assert [record.ending for record in result.records] == ["normal", "crashed", "normal"]
    assert result.records[1].winner is Player.SECOND
    assert "RuntimeError: enough" in result.records[1].reason


class Shy(LocalEngine):
    """Cannot be opened."""

    async def open(self) -> None:
        raise EngineCrashed("engine.not_started", name=self.name, reason="shyness")


def test_an_engine_that_does_not_open_raises_in_the_first_game_and_loses_later_ones() -> None:
    def opener_from(game_number: int) -> Any:
        opened = itertools.count()

        def opener(text: str, game: Game, seed: int | None) -> Engine:
            shy = text == "b" and next(opened) == game_number
            return (Shy if shy else LocalEngine)(Second(False), text)

        return opener

    with pytest.raises(EngineCrashed, match="shyness"):
        series(OTHELLO.start, "a", "b", games=3, opener=opener_from(0))
    result = series(OTHELLO.start, "a", "b", games=3, opener=opener_from(1))
    assert [record.ending for record in result.records] == ["normal", "crashed", "normal"]
