"""Proofs: a search's claims hold against every reply."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from fivefold.core import WIN, Game, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame
from fivefold.strategies.teaching.minimax import Minimax
from fivefold.strategies.teaching.negamax import Negamax

Wander = Callable[[Game, random.Random, int], State]
Crowded = Callable[[random.Random, int, str], GomokuState]
Late = Callable[[random.Random, int], State]


SURE = WIN - 1_000


@cache
def wins_within(state: GomokuState, plies: int) -> bool:
    """Tells whether the side to move can force a win within `plies`, against every reply."""
    return not state.outcome and any(
        loses_within(state.play(move), plies - 1) for move in state.legal_moves()
    )


@cache
def loses_within(state: GomokuState, plies: int) -> bool:
    if state.outcome:
        return state.outcome.winner is state.to_move.other
    if plies <= 0:
        return False
    return all(wins_within(state.play(move), plies - 1) for move in state.legal_moves())


@pytest.mark.slow
def test_proofs_in_gomoku_hold_against_every_reply_not_only_those_searched(
    crowded_gomoku: Crowded,
) -> None:
    rng, claims = random.Random(12), set()
    for _ in range(60):
        state = crowded_gomoku(rng, rng.choice((5, 6)), rng.choice(("freestyle", "standard")))
        for strategy in (Minimax(depth=2), Negamax(depth=3)):
            decision = strategy.choose(state)
            assert decision.score is not None
            plies = WIN - abs(decision.score)
            if decision.proof is None:
                assert plies > 3 or abs(decision.score) <= SURE
                continue
            claims.add((decision.proof.claim, plies))
            assert decision.proof.plies == plies <= 3
            if decision.proof.claim == "win":
                assert wins_within(state, int(plies))
            else:
                assert decision.proof.claim == "loss"
                assert loses_within(state, int(plies))
        wins_within.cache_clear()
        loses_within.cache_clear()
    assert {("win", 1), ("win", 3), ("loss", 2)} <= claims


def test_a_gomoku_search_that_skips_cells_proves_nothing() -> None:
    # X has a four with one free end, and an open three that wins two plies later.
    drawn = "OXXXX.. ....... ....... ..XXX.. ....... ....... ...O..O"
    state = GomokuGame(7).parse_position(drawn + "O")
    decision = Negamax(depth=4).choose(state)
    assert decision.score == -(WIN - 4)
    assert decision.proof is None
    draw = GomokuGame(5).parse_position("XOXOX XOXOX OXOXO OXOXO XOX.. X")
    played_out = Negamax(depth=9).choose(draw)
    assert played_out.score == 0
    assert played_out.proof is None


def last_piece_wins(state: State) -> bool:
    return any(not last_piece_wins(state.play(move)) for move in state.legal_moves())


def test_proofs_in_pentomino_are_true(late_pentomino: Late) -> None:
    rng, claims = random.Random(12), set()
    for _ in range(60):
        state = late_pentomino(rng, 10)
        proof = Negamax(depth=12).choose(state).proof
        assert proof is not None
        assert (proof.claim == "win") == last_piece_wins(state)
        claims.add(proof.claim)
    assert claims == {"win", "loss"}


def final_lead(state: State, root: Player) -> int:
    if state.outcome:
        lead = state.cells.count("X") - state.cells.count("O")
        return lead if root is Player.FIRST else -lead
    values = [final_lead(state.play(move), root) for move in state.legal_moves()]
    return max(values) if state.to_move is root else min(values)


def test_proofs_in_othello_are_exact_and_their_line_reaches_the_score(wander: Wander) -> None:
    rng = random.Random(13)
    for size, plies in [(4, 8), (6, 30), (8, 58)] * 8:
        state = wander(OthelloGame(size), rng, plies)
        if state.cells.count(".") > 6:
            continue
        decision = Negamax(depth=20).choose(state)
        assert decision.proof is not None
        assert (decision.proof.claim, decision.proof.score) == ("exact", decision.score)
        assert decision.score == final_lead(state, state.to_move)
        last = state
        for move in decision.proof.line:
            last = last.play(move)
        assert last.outcome
        assert final_lead(last, state.to_move) == decision.score


def test_a_search_cut_off_at_its_depth_proves_nothing(wander: Wander) -> None:
    rng = random.Random(14)
    for plies in range(0, 40, 5):
        assert Negamax(depth=2).choose(wander(OthelloGame(), rng, plies)).proof is None
