"""The Gomoku engine: proofs are true, overlays match the board, and moves follow the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from fivefold.core import WIN, Limit, Player, State
from fivefold.errors import InvalidNotation, NativeUnavailable
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.names import strategy_from
from fivefold.strategies.gomoku import engine as gomoku_engine
from fivefold.strategies.gomoku.engine import (
    EVERY_VALUE_MOVES,
    PREVIEW_MOVES,
    SHORT_LIST,
    SHORT_MOVE,
    equally_good,
    merged,
    shortened,
)
from fivefold.strategies.gomoku.search import GomokuSearch, Line, threat_cells
from fivefold.strategies.gomoku.threats import KINDS, kind_of
from fivefold.strategies.gomoku.weights import weights_in
from fivefold.strategies.native_engine import NativeEngine

Crowded = Callable[[random.Random, int, str], GomokuState]
RULES = ("freestyle", "standard", "renju", "caro", "omok", "omok:threes=black:six=win")
PLENTY = Limit(nodes=4_000)


def winning(state: State) -> bool:
    """Tells whether some legal stone makes five."""
    ends = (state.play(move).outcome for move in state.legal_moves())
    return any(end is not None and end.winner is state.to_move for end in ends)


def plies_to_the_end(state: State) -> int | None:
    """Returns 1 or 3 for a win of the side to move, -2 for a loss, by trying every legal move."""
    if winning(state):
        return 1
    stopped = False
    for move in state.legal_moves():
        after = state.play(move)
        if after.outcome or not winning(after):
            stopped = True
            if not after.outcome and all(
                not end.outcome and winning(end) for end in map(after.play, after.legal_moves())
            ):
                return 3
    return None if stopped else -2


@pytest.mark.parametrize("rules", RULES)
def test_short_wins_and_losses_match_brute_force(rules: str, crowded_gomoku: Crowded) -> None:
    rng, engine = random.Random(72), NativeEngine(memory=1, seed=1)
    seen = set()
    for _ in range(7):
        state = crowded_gomoku(rng, 6, rules)
        expected = plies_to_the_end(state)
        decision = engine.choose(state, PLENTY)
        assert decision.move in state.legal_moves()
        if expected is not None:
            assert decision.proof is not None
            signed = decision.proof.plies if decision.proof.claim == "win" else -2
            assert signed == expected
            assert decision.score == (WIN - expected if expected > 0 else -WIN + 2)
            seen.add(expected)
        elif decision.proof is not None:
            assert (decision.proof.plies or 0) > 3
    assert seen


@pytest.mark.parametrize("rules", RULES)
def test_native_and_python_rules_agree_on_what_a_stone_makes(
    rules: str, crowded_gomoku: Crowded
) -> None:
    rng = random.Random(73)
    for _ in range(3):
        state = crowded_gomoku(rng, 9, rules)
        found = {
            (player, cell): kind
            for (player, kind), cells in threat_cells(state).items()
            for cell in cells
        }
        for player in Player:
            # The engine also lists threes that end on forbidden points; its search notices those.
            sure = KINDS if not state.game.rules_for(player).no_fours else KINDS[:3]
            for cell in (cell for cell, mark in enumerate(state.cells) if mark == "."):
                kind = kind_of(state.game, state.cells, cell, player)
                seen = found.get((player, cell))
                assert kind == seen or not {kind, seen} & set(sure)


def test_a_long_win_is_proven_and_its_line_ends_in_five() -> None:
    state: State = GomokuGame().start
    moves = "h8 i8 h9 h7 g6 i7 i6 h6 g5 g7 f7 j7 k7 i5 f8 j4 k3 i10 i9 j9 l11 j8 j6"
    for text in moves.split():
        state = state.play(state.game.parse_move(text))
    decision = NativeEngine(memory=4).choose(state, Limit(nodes=40_000))
    assert decision.proof is not None
    assert decision.proof.claim == "win"
    plies = decision.proof.plies or 0
    assert decision.score == WIN - plies
    assert f"White wins in {plies} plies." in str(decision.text)
    for move in decision.proof.line:
        assert not state.outcome
        state = state.play(move)
    assert state.outcome is not None
    assert state.outcome.winner is Player.SECOND
    assert len(decision.proof.line) == plies


@pytest.mark.parametrize("rules", RULES)
def test_whole_games_are_played_by_the_rules(rules: str) -> None:
    rng, engine = random.Random(74), NativeEngine(seed=1, memory=1)
    state: State = GomokuGame(rng.choice((5, 8, 15, 22)), rules).start
    for ply in range(24):
        if state.outcome:
            break
        if ply % 2:
            move = rng.choice(state.legal_moves())
        else:
            found = engine.choose(state, Limit(nodes=300)).move
            assert found in state.legal_moves()
            assert found is not None
            move = found
        state = state.play(move)


def test_with_every_value_the_best_moves_are_searched_equally_deep() -> None:
    game = GomokuGame()
    state = game.start.play(game.parse_move("h8")).play(game.parse_move("i9"))
    engine = strategy_from("engine(every_value=true, variety=0, depth=4, memory=1)", "gomoku")
    decision = engine.choose(state)
    assert len(decision.candidates) == EVERY_VALUE_MOVES
    scores = [each.score or 0 for each in decision.candidates]
    assert scores == sorted(scores, reverse=True)
    assert decision.move == decision.candidates[0].move
    assert not any("depth" in str(each.note) for each in decision.candidates)


def opening(seed: int, variety: float = 1.0) -> list[int]:
    """Returns the first moves of a self-play game."""
    engine = NativeEngine(seed=seed, variety=variety, memory=1)
    state: State = GomokuGame().start
    moves = []
    for _ in range(8):
        move = engine.choose(state, Limit(nodes=400)).move
        assert move is not None
        moves.append(move)
        state = state.play(move)
    return moves


def test_seeds_vary_games_and_the_same_seed_repeats_one() -> None:
    assert opening(1) == opening(1)
    assert len({tuple(opening(seed)) for seed in (1, 2, 3, 4)}) > 1
    assert opening(1, 0) == opening(2, 0)


def line(move: int, score: int, depth: int, plies: int | None = None) -> Line:
    return Line(move, score, depth, plies, (move,))


def test_only_near_equal_moves_are_chosen_at_random() -> None:
    lines = [line(1, 30, 8), line(2, 15, 8), line(3, 9, 8), line(4, 29, 5)]
    assert equally_good(lines, 20) == lines[:2]
    assert equally_good(lines, 0) == lines[:1]
    won = [line(1, WIN - 5, 8, 5), line(2, WIN - 7, 8, 7)]
    assert equally_good(won, 20) == won[:1]


def test_the_main_search_decides_and_caps_the_other_values() -> None:
    deep, preview = [line(5, 10, 14)], [line(7, 30, 8), line(5, 20, 8), line(6, -4, 8)]
    assert merged(deep, preview) == (deep[0], line(7, 10, 8), line(6, -4, 8))
    assert merged([], preview) == tuple(preview)
    won = [line(7, WIN - 3, 8, 3), line(5, 20, 8)]
    assert merged(deep, won) == tuple(won)


def test_a_short_limit_explains_fewer_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line(move, 10 - move, 8) for move in range(6)]
    assert shortened(lines, lines[1]) == tuple(lines[:3])
    assert shortened(lines, lines[5]) == (lines[0], lines[1], lines[5])
    assert shortened(lines[:1], lines[0]) == (lines[0],)
    state = GomokuGame(15).start.play(112).play(113).play(97).play(98).play(128)
    assert SHORT_MOVE < 1
    hurry = 60.0  # long enough that even a busy machine stops at the node limit
    monkeypatch.setattr(gomoku_engine, "SHORT_MOVE", hurry)
    for seconds, most in ((hurry, SHORT_LIST), (2 * hurry, PREVIEW_MOVES)):
        decision = NativeEngine(variety=0, seed=1).choose(
            state, Limit(seconds=seconds, nodes=20_000)
        )
        assert decision.move in [candidate.move for candidate in decision.candidates]
        assert len(decision.candidates) == most


def test_missing_weights_fall_back_and_bad_ones_raise(tmp_path: Path) -> None:
    assert weights_in(tmp_path) is None
    (tmp_path / "data" / "gomoku" / "weights.bin").mkdir(parents=True)
    with pytest.raises(NativeUnavailable) as refused:
        weights_in(tmp_path)
    assert str(refused.value).endswith("weights.bin: Is a directory). Reinstall fivefold.")


@pytest.mark.parametrize("weights", [b"", b"nothing", bytes(100_000)])
def test_damaged_weights_are_one_sentence_with_the_fix(weights: bytes) -> None:
    with pytest.raises(NativeUnavailable) as refused:
        GomokuSearch(memory=1, weights=weights)
    assert str(refused.value).startswith("The weights of the Gomoku engine are damaged (")
    assert str(refused.value).endswith("). Reinstall fivefold.")


@pytest.mark.parametrize("text", ["variety=-1", "memory=0", "threads=65", "depth=0", "seed=x"])
def test_parameters_out_of_range_are_rejected(text: str) -> None:
    with pytest.raises(InvalidNotation):
        strategy_from(f"engine({text})", "gomoku")


def test_forget_clears_the_table_and_memory_and_threads_may_change() -> None:
    state = GomokuGame(9).start.play(40).play(41)
    limit = Limit(nodes=3_000)
    engine = NativeEngine(variety=0, seed=1)
    engine.forget()  # nothing yet
    first = engine.choose(state, limit)
    assert engine.choose(state, limit) != first  # the table now knows the position
    engine.forget()
    assert engine.choose(state, limit) == first
    search = engine.gomoku.search_for(limit)
    engine.use(threads=2)
    wider = engine.gomoku.search_for(limit)
    assert wider is not search
    assert wider.threads == 2
    engine.use(memory=7)
    assert engine.gomoku.search_for(Limit(seconds=60)).memory == 7
    assert engine.choose(state, limit).move in state.legal_moves()


def test_preparing_for_a_game_does_not_affect_the_first_move() -> None:
    state = GomokuGame(9, "renju").start.play(40).play(41)
    fresh, ready = NativeEngine(variety=0, seed=1), NativeEngine(variety=0, seed=1)
    ready.prepare(state.game)
    assert ready.choose(state, PLENTY) == fresh.choose(state, PLENTY)
