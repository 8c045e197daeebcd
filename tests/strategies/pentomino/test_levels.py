"""The pentomino levels: win at once, stay safe, leave few replies, solve the end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, Limit, State
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.base import Decision
from fivefold.strategies.levels import Level
from fivefold.strategies.native_engine import NativeEngine

Wander = Callable[[Game, random.Random, int], State]

Late = Callable[[random.Random, int], State]

QUICK = Limit(nodes=400)


def play(level: int, state: State, seed: int = 1) -> Decision:
    """Returns the level's decision, checking that its text names the level."""
    decision = Level(level, seed=seed).choose(state, QUICK)
    assert str(decision.text).startswith(f"Level {level}. ")
    assert decision.move in state.legal_moves()
    return decision


def wins_at_once(state: State) -> list[int]:
    return [move for move in state.legal_moves() if state.play(move).outcome]


def safe_moves(state: State) -> list[int]:
    return [move for move in state.legal_moves() if not wins_at_once(state.play(move))]


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_pentomino_levels_win_at_once_and_prevent_an_instant_win(
    level: int, late_pentomino: Late
) -> None:
    rng, seen = random.Random(14), set()
    for most in (12, 25, 60) * 25:
        state = late_pentomino(rng, most)
        decision = play(level, state)
        wins, safe = wins_at_once(state), safe_moves(state)
        if wins:
            assert decision.move in wins
            assert "wins: nothing fits after it" in str(decision.text)
            assert decision.proof is not None
            assert decision.proof.plies == 1
            seen.add("win")
        elif safe:
            assert decision.move in safe
            seen.add("safe")
        else:
            assert "after every move" in str(decision.text)
            seen.add("lost")
    assert seen == {"win", "safe", "lost"}


def test_pentomino_moves_called_safe_are_safe_and_those_that_lose_lose(
    late_pentomino: Late,
) -> None:
    rng, safe, losing = random.Random(19), 0, 0
    for _ in range(150):
        state = late_pentomino(rng, 150)
        decision = Level(3).choose(state)
        if wins_at_once(state):
            continue
        for candidate in decision.candidates:
            after = state.play(candidate.move)
            if str(candidate.note).startswith("loses to "):
                reply = state.game.parse_move(str(candidate.note).removeprefix("loses to "))
                assert after.play(reply).outcome
                losing += 1
            else:
                assert candidate.move == decision.move
                assert not wins_at_once(after)
                safe += 1
    assert safe > 5
    assert losing > 10


def test_pentomino_level_3_leaves_the_fewest_replies_among_the_safe_moves(
    late_pentomino: Late,
) -> None:
    rng, checked = random.Random(15), 0
    while checked < 6:
        state = late_pentomino(rng, 90)
        safe = safe_moves(state)
        if wins_at_once(state) or not safe:
            continue
        replies = {move: len(state.play(move).legal_moves()) for move in safe}
        decision = play(3, state)
        if decision.proof:  # the very end, which is solved
            assert decision.move in safe
            continue
        assert replies[decision.move or 0] == min(replies.values())
        assert f"leaves {min(replies.values())} repl" in str(decision.text)
        checked += 1
    # Level 2 ignores the number of replies.
    start = PentominoGame().start
    counts = {len(start.play(play(2, start, seed).move or 0).legal_moves()) for seed in range(20)}
    assert len(counts) > 5


def last_piece_wins(state: State) -> bool:
    return any(not last_piece_wins(state.play(move)) for move in state.legal_moves())


@pytest.mark.parametrize("level", [3, 4, 5])
def test_pentomino_levels_from_3_on_solve_the_end(level: int, late_pentomino: Late) -> None:
    rng, counted = random.Random(16), 0
    for _ in range(60):
        state = late_pentomino(rng, 14)
        decision = play(level, state)
        wins = last_piece_wins(state)
        # Level 3 searches so little that it may miss a win, but its claims are true.
        assert (decision.proof is not None) == wins or (level == 3 and wins)
        if decision.proof is None:
            continue
        assert not last_piece_wins(state.play(decision.move or 0))
        last = state
        for move in decision.proof.line:
            last = last.play(move)
        assert last.outcome
        assert last.outcome.winner is state.to_move
        counted += "the endgame is solved" in str(decision.text)
    assert counted > 0


def test_pentomino_level_5_stays_safe_if_solving_runs_out_of_nodes(wander: Wander) -> None:
    # The limit is enough for the quick rules but not for solving the end.
    rng, checked = random.Random(17), 0
    while checked < 6:
        state = wander(PentominoGame(), rng, 5)
        if len(state.legal_moves()) > 120 or wins_at_once(state) or not safe_moves(state):
            continue
        decision = Level(5).choose(state, Limit(nodes=500))
        if decision.proof is None:
            assert decision.move in safe_moves(state)
            assert "none of which wins at once" in str(decision.text)
        assert (decision.nodes or 0) <= 500
        checked += 1


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_pentomino_levels_keep_node_and_depth_limits(level: int, wander: Wander) -> None:
    rng = random.Random(18)
    for nodes in (1, 2, 10, 100, 350):
        state = wander(PentominoGame(), rng, rng.randrange(8))
        decision = Level(level, seed=1).choose(state, Limit(nodes=nodes))
        assert decision.move in state.legal_moves()
        assert decision.nodes is not None
        assert decision.nodes <= nodes
    for plies in range(5, 9):
        state = wander(PentominoGame(), rng, plies)
        assert "the endgame is solved" not in str(Level(level).choose(state, Limit(depth=1)).text)


# Levels above 5


@pytest.mark.parametrize("level", [6, 7, 8, 9])
def test_pentomino_levels_above_5_are_reproducible_with_a_seed(level: int, wander: Wander) -> None:
    def moves(seed: int) -> list[int | None]:
        player, rng = Level(level, seed=seed), random.Random(19)
        states = [wander(PentominoGame(6, 7), rng, plies) for plies in range(7)]
        return [player.choose(state, QUICK).move for state in states * 3]

    assert moves(1) == moves(1)


@pytest.mark.parametrize(("level", "pieces", "often"), [(6, 3, 2), (7, 3, 3), (8, 2, 4)])
def test_pentomino_levels_above_5_say_whether_they_solve(
    level: int, pieces: int, often: int, wander: Wander
) -> None:
    player, rng, careless = Level(level, seed=2), random.Random(20), 0
    early = wander(PentominoGame(5, 6), rng, pieces - 1)
    assert f"Solves only from {pieces} pieces on the board. " in str(player.choose(early).text)
    state = wander(PentominoGame(5, 6), rng, 3)
    for _ in range(80):
        decision = player.choose(state, Limit(nodes=10**6))
        if "Does not solve this time" in str(decision.text):
            assert f"{often} of 5 moves. " in str(decision.text)
            careless += 1
        else:
            assert decision.proof is not None
    assert abs(careless - 80 * (5 - often) / 5) < 16
    late = wander(PentominoGame(), rng, 5)
    assert all(player.choose(late, Limit(nodes=10**8)).proof for _ in range(8))


def test_the_highest_pentomino_level_is_the_engine(wander: Wander) -> None:
    rng = random.Random(21)
    for plies in range(4, 9):
        state = wander(PentominoGame(), rng, plies)
        decision = Level(9).choose(state, Limit(nodes=10**8))
        engine = NativeEngine().choose(state, Limit(nodes=10**8))
        assert (decision.move, decision.proof) == (engine.move, engine.proof)
        assert str(decision.text) == f"Level 9. {engine.text}"
