"""The Othello engine: exact when it says so, honest otherwise, and varied from game to game."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from fivefold.core import Game, Limit, State
from fivefold.errors import InvalidNotation, NativeUnavailable
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.othello.engine import (
    OthelloPlayer,
    default_limit,
    equally_good,
    merged,
)
from fivefold.strategies.othello.search import Line, memory_for
from fivefold.strategies.othello.weights import installed_weights, weights_in

Wander = Callable[[Game, random.Random, int], State]
Margin = Callable[[str, str], int]

PLENTY = Limit(nodes=2_000_000)


def late(wander: Wander, rng: random.Random, empty: int, game: OthelloGame) -> OthelloState:
    """Returns an unfinished position with at most `empty` empty squares."""
    while True:
        state = wander(game, rng, game.size**2 - 4 - empty)
        if state.cells.count(".") <= empty:
            assert isinstance(state, OthelloState)
            return state


def values_by_brute_force(state: State, margin: Margin) -> dict[int, int]:
    other = state.to_move.other.value
    return {move: -margin(state.play(move).cells, other) for move in state.legal_moves()}


def check_exact(state: State, decision: Decision, margin: Margin) -> None:
    """Compares a decision near the end with the brute-force value of every move."""
    values = values_by_brute_force(state, margin)
    best = max(values.values())
    assert decision.proof is not None
    assert (decision.proof.claim, decision.proof.score, decision.score) == ("exact", best, best)
    assert values[decision.move or 0] == best
    assert {each.move: each.score for each in decision.candidates} == values
    assert all(str(each.note).startswith("exact ") for each in decision.candidates)
    assert "Exact: " in str(decision.text)


@pytest.mark.parametrize("size", [8, 6, 4])
def test_near_the_end_every_value_equals_brute_force(
    size: int, wander: Wander, othello_margin: Margin
) -> None:
    rng = random.Random(80 + size)
    engine = NativeEngine(memory=4, seed=1)
    for empty in (7, 6, 6, 5, 4, 3, 2, 1):
        state = late(wander, rng, empty, OthelloGame(size))
        check_exact(state, engine.choose(state, PLENTY), othello_margin)


def test_the_proof_is_a_line_to_the_end_with_that_score(wander: Wander) -> None:
    rng = random.Random(81)
    for empty in (12, 11, 10):
        state = late(wander, rng, empty, OthelloGame())
        decision = NativeEngine(memory=4).choose(state, PLENTY)
        assert decision.proof is not None
        assert decision.proof.line == decision.pv
        at: State = state
        for move in decision.pv:
            at = at.play(move)
        assert at.outcome is not None
        me = state.to_move
        lead = at.cells.count(me.value) - at.cells.count(me.other.value)
        lost = at.cells.count(".") * (1 if lead > 0 else -1 if lead < 0 else 0)
        assert lead + lost == decision.score


def test_in_the_middle_game_nothing_is_claimed(wander: Wander) -> None:
    state = wander(OthelloGame(), random.Random(82), 20)
    decision = NativeEngine(memory=4).choose(state, Limit(nodes=20_000))
    assert decision.proof is None
    assert "Expects " in str(decision.text)
    assert {each.move for each in decision.candidates} <= set(state.legal_moves())
    assert all(str(each.note).startswith("depth ") for each in decision.candidates)


def test_with_every_value_every_move_has_its_value(wander: Wander) -> None:
    rng = random.Random(83)
    for plies in (0, 10, 25, 40):
        state = wander(OthelloGame(), rng, plies)
        engine = strategy_from("engine(every_value=true, depth=4, memory=4)", "othello")
        decision = engine.choose(state)
        moves = state.legal_moves()
        assert {each.move for each in decision.candidates} == set(moves)
        values = next(each.values for each in decision.overlay if each.kind == "values")
        assert values is not None
        assert {cell for cell, value in enumerate(values) if value is not None} == set(moves)
        scores = {each.move: each.score for each in decision.candidates}
        assert all(values[move] == score for move, score in scores.items())


def played(seed: int, variety: float = 1.0) -> list[int]:
    """Returns the moves of a self-play game with tiny limits."""
    engine = NativeEngine(seed=seed, variety=variety, memory=1)
    state: State = OthelloGame().start
    moves = []
    while not state.outcome:
        move = engine.choose(state, Limit(nodes=600)).move
        assert move is not None
        moves.append(move)
        state = state.play(move)
    return moves


def test_seeds_vary_games_and_the_same_seed_repeats_one() -> None:
    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in (1, 2, 3, 4)}) > 2


def line(move: int, score: float, depth: int, exact: bool = False) -> Line:
    return Line(move, score, depth, 100, exact, (move,))


def test_only_moves_known_to_be_equal_are_chosen_at_random() -> None:
    lines = [line(1, 4, 20, True), line(2, 4, 20, True), line(3, 2, 20, True)]
    assert equally_good(lines) == lines[:2]
    guessed = [line(1, 1.0, 12), line(2, 1.0, 12), line(3, 0.6, 12), line(4, 0.9, 8)]
    assert equally_good(guessed) == guessed[:1]
    assert equally_good(guessed, margin=0.5) == guessed[:3]


def test_the_main_search_decides_and_the_others_keep_their_values() -> None:
    deep, shallow = [line(5, 1.0, 20)], [line(7, 3.0, 8), line(5, 2.0, 8)]
    assert merged(deep, shallow) == (deep[0], shallow[0])
    assert merged(deep, []) == tuple(deep)
    exact = [line(5, 2, 9, True), line(6, 2, 9, True)]
    assert merged([line(6, 2, 9, True)], exact) == tuple(exact)


@pytest.mark.parametrize("game", [OthelloGame(6), OthelloGame(8, "mirrored")], ids=repr)
def test_it_plays_whole_games_on_other_boards_and_starts(game: OthelloGame) -> None:
    engine, rng = NativeEngine(seed=1, memory=1), random.Random(84)
    state: State = game.start
    while not state.outcome:
        if state.to_move.value == "X":
            decision = engine.choose(state, Limit(nodes=60))
            assert decision.move in state.legal_moves()
            state = state.play(decision.move)
        else:
            state = state.play(rng.choice(state.legal_moves()))


def test_the_4x4_board_is_solved_from_the_start() -> None:
    decision = NativeEngine().choose(OthelloGame(4).start, PLENTY)
    assert decision.score == -10
    assert "Exact: Black loses 3–13." in str(decision.text)


def test_the_default_limit_is_longer_near_the_end() -> None:
    game = OthelloGame()
    middle, end = (
        default_limit(game.start),
        default_limit(game.parse_position("X" * 44 + "." * 20 + "O")),
    )
    assert middle.seconds is not None
    assert end.seconds is not None
    assert 1 <= middle.seconds < end.seconds <= 10


def test_the_table_grows_with_the_limit_up_to_the_maximum() -> None:
    assert memory_for(Limit(nodes=1)) == 1
    assert memory_for(Limit(nodes=1, seconds=100)) == 1
    assert memory_for(Limit(seconds=0.1)) == 16
    assert memory_for(Limit()) == 65_536
    player = OthelloPlayer(memory=2)
    assert player.search_for(Limit(nodes=10)).memory == 1
    assert player.search_for(Limit()).memory == 2
    assert player.search_for(Limit(nodes=10)).memory == 2


def test_missing_weights_are_one_sentence_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(NativeUnavailable) as refused:
        weights_in(tmp_path)
    assert str(refused.value).endswith(
        "weights.bin: No such file or directory). Reinstall fivefold."
    )


@pytest.mark.parametrize("weights", [b"", b"nothing", bytes(100_000)])
def test_damaged_weights_are_one_sentence_with_the_fix(tmp_path: Path, weights: bytes) -> None:
    file = tmp_path / "data" / "othello" / "weights.bin"
    file.parent.mkdir(parents=True)
    file.write_bytes(weights)
    with pytest.raises(NativeUnavailable) as refused:
        weights_in(tmp_path)
    assert str(refused.value).startswith("The weights of the Othello engine are damaged (")
    assert str(refused.value).endswith("). Reinstall fivefold.")


@pytest.mark.parametrize("name", ["engine", "level(6)", "level(12)"])
def test_the_weights_are_read_before_the_first_move(name: str) -> None:
    installed_weights.cache_clear()
    strategy = strategy_from(name, "othello", seed=1)
    strategy.prepare(OthelloGame(6))
    assert installed_weights.cache_info().misses == 0  # small boards do not use them
    strategy.prepare(OthelloGame())
    assert installed_weights.cache_info().misses == 1
    strategy.choose(OthelloGame().start, Limit(nodes=100))
    strategy_from(name, "othello", seed=2).choose(OthelloGame().start, Limit(nodes=100))
    assert installed_weights.cache_info().misses == 1


@pytest.mark.parametrize("text", ["variety=-1", "variety=x", "variety=65", "seed=-1", "seed=x"])
def test_parameters_out_of_range_are_rejected(text: str) -> None:
    with pytest.raises(InvalidNotation):
        strategy_from(f"engine({text})", "othello")
