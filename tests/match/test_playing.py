"""`play`: one game in one call, with and without an event loop."""

from __future__ import annotations

import asyncio

import pytest

from fivefold.engines import open_engine
from fivefold.errors import EngineCrashed, InvalidNotation, UnknownName
from fivefold.games.othello import OthelloGame
from fivefold.match.play import Ply
from fivefold.match.playing import play, play_async
from fivefold.match.record import MatchRecord
from fivefold.names import strategy_from


def test_a_game_is_played_to_its_end_and_repeats_with_its_seed() -> None:
    record = play("othello(size=4)", "random", "random", seed=3)
    assert record.ending == "normal"
    assert record.moves == play("othello(size=4)", "random", "random", seed=3).moves
    assert record.last_state.outcome is not None
    assert record.winner is record.last_state.outcome.winner


def test_a_game_starts_from_a_name_a_game_or_a_position() -> None:
    state = OthelloGame(4).start.play("b1")
    assert play("othello(size=4)", "greedy", "greedy", maximum=1).moves
    assert play(OthelloGame(4), "greedy", "greedy", maximum=1).start == "." * 5 + "OX..XO..... X"
    assert play(state, "greedy", "greedy", maximum=1).start.endswith("O")


def test_strategies_play_beside_names_and_every_move_is_reported() -> None:
    plies: list[Ply] = []
    greedy = strategy_from("greedy", "othello")
    record = play("othello(size=4)", greedy, "random", seed=1, on_move=plies.append)
    assert (record.first, record.second) == ("Greedy", "random")
    assert len(plies) == len(record.moves)
    assert plies[0].decision.state == plies[0].before


@pytest.mark.system
def test_a_player_that_cannot_start_is_refused_before_the_first_move() -> None:
    plies: list[Ply] = []
    with pytest.raises(UnknownName):
        play("othello", "nobody", "greedy", on_move=plies.append)
    with pytest.raises(EngineCrashed):
        play("othello", "greedy", "nboard:./there-is-no-such-program", on_move=plies.append)
    assert plies == []


def test_arguments_of_a_wrong_type_are_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidNotation, match="name a game"):
        play(8, "greedy", "greedy")  # type: ignore[arg-type]
    with pytest.raises(InvalidNotation, match="name a player"):
        play("othello", "greedy", None)  # type: ignore[arg-type]


def test_the_twin_plays_in_the_running_loop_and_leaves_engines_open() -> None:
    async def two_games() -> list[MatchRecord]:
        game = OthelloGame(4)
        async with open_engine("greedy", game) as engine:
            return [await play_async(game, engine, "random", seed=seed) for seed in (1, 2)]

    first, second = asyncio.run(two_games())
    assert first.first == second.first == "greedy"
    assert first.moves != second.moves


def test_a_synchronous_game_works_inside_a_running_loop() -> None:
    async def cell() -> MatchRecord:
        return play("othello(size=4)", "greedy", "greedy")

    assert asyncio.run(cell()).ending == "normal"


def test_a_clock_applies_to_the_game() -> None:
    record = play("othello(size=4)", "greedy", "greedy", time="5+3")
    assert record.ending == "normal"
    with pytest.raises(InvalidNotation):
        play("othello(size=4)", "greedy", "greedy", time="soon")


def test_a_record_prints_its_players_moves_and_reason_and_draws_its_last_position() -> None:
    record = play("othello(size=4)", "greedy", "random", seed=1)
    players, moves, reason = str(record).splitlines()
    assert players == "greedy – random, othello(size=4, rules=standard)"
    assert moves.split() == list(record.moves)
    assert reason == record.reason
    shown = record._repr_mimebundle_()
    assert shown["text/plain"] == str(record)
    assert shown["image/svg+xml"] == record.last_state._repr_svg_()  # type: ignore[attr-defined]
