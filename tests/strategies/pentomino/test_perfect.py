"""Perfect play of the pentomino game: compared with brute force, and no unproven claims."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from fivefold.core import WIN, Game, Limit, State
from fivefold.errors import InvalidNotation
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.names import strategy_from
from fivefold.strategies.base import Candidate, Decision, Strategy
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.pentomino import analysis as pentomino_analysis
from fivefold.strategies.pentomino.book import book, read_book
from fivefold.strategies.teaching.negamax import Negamax
from fivefold.strategies.teaching.random_move import Random
from fivefold.words import Message

Wander = Callable[[Game, random.Random, int], State]
Late = Callable[[random.Random, int], State]
Wins = Callable[[State], bool]

BOARDS = [(5, 5), (4, 6), (3, 8), (5, 6), (2, 10)]
PLENTY = Limit(nodes=10**8)
"""Enough for any of these positions, without a time limit."""
WON_OPENING = "N d4 e4 f4 c5 d5"
"""A first move proven to win on 8x8."""


def small_positions(wander: Wander, seed: int, count: int) -> Iterator[PentominoState]:
    """Yields positions on small boards, from empty to nearly full."""
    rng = random.Random(seed)
    for _ in range(count):
        state = wander(PentominoGame(*rng.choice(BOARDS)), rng, rng.randrange(4))
        assert isinstance(state, PentominoState)
        yield state


def keys(decision: Decision) -> dict[int, str]:
    """Returns the key of each candidate's note."""
    return {
        each.move: each.note.key if isinstance(each.note, Message) else ""
        for each in decision.candidates
    }


def is_decided(candidate: Candidate) -> bool:
    """Tells whether the value of a candidate is known exactly."""
    is_exact = "at most" not in str(candidate.note)
    return is_exact and abs(candidate.score or 0) > WIN - 100


def keeps_every_win(player: Strategy, states: Iterator[PentominoState], wins: Wins) -> bool:
    """Tells whether the player's move keeps every win: the opponent is lost after it."""
    for state in states:
        move = player.choose(state, PLENTY).move
        assert move is not None
        if wins(state) and wins(state.play(move)):
            return False
    return True


def test_it_plays_a_winning_move_if_there_is_one(wander: Wander, pentomino_wins: Wins) -> None:
    assert keeps_every_win(NativeEngine(), small_positions(wander, 1, 60), pentomino_wins)


def test_a_player_that_misses_wins_is_detected(wander: Wander, pentomino_wins: Wins) -> None:
    assert not keeps_every_win(Random(1), small_positions(wander, 1, 60), pentomino_wins)


def test_it_says_of_every_move_whether_it_wins(wander: Wander, pentomino_wins: Wins) -> None:
    values = set()
    for state in small_positions(wander, 2, 50):
        if len(state.legal_moves()) > 300:
            continue
        decision = NativeEngine(every_value=True).choose(state, PLENTY)
        winning = {move for move in state.legal_moves() if not pentomino_wins(state.play(move))}
        assert decision.proof is not None
        assert decision.proof.claim == ("win" if winning else "loss")
        notes = keys(decision)
        assert set(notes) == set(state.legal_moves())
        assert {move for move, key in notes.items() if key.startswith("perfect.wins")} == winning
        if winning:
            said = f"{len(winning)} of {len(notes)} {'moves' if len(notes) > 1 else 'move'}"
            assert said in str(decision.text)
        if winning and len(notes) > 1:
            covered = next(drawn.values for drawn in decision.overlay if drawn.values is not None)
            for cell, count in enumerate(covered):
                cells = [state.game.move_cells(move) for move in winning]
                expected = sum(cell in each for each in cells)
                assert count == (expected if state.cells[cell] == "." else None)
        values.add(decision.proof.claim)
    assert values == {"win", "loss"}


def test_a_lost_position_is_made_hard_to_win(wander: Wander, pentomino_wins: Wins) -> None:
    lost, harder_than_first = 0, 0
    for state in small_positions(wander, 3, 250):
        if pentomino_wins(state):
            continue
        counts = {
            move: sum(
                not pentomino_wins(after.play(reply))
                for after in [state.play(move)]
                for reply in after.legal_moves()
            )
            for move in state.legal_moves()
        }
        decision = NativeEngine().choose(state, PLENTY)
        assert decision.move is not None
        assert counts[decision.move] == min(counts.values())
        left = len(state.play(decision.move).legal_moves())
        if left > 1:
            assert f"only {counts[decision.move]} of {left} replies" in str(decision.text)
        assert "lost against perfect play" in str(decision.text)
        assert decision.proof is not None
        assert decision.proof.claim == "loss"
        lost += 1
        harder_than_first += counts[decision.move] < counts[state.legal_moves()[0]]
    assert lost >= 10
    assert harder_than_first


def test_the_expected_line_runs_to_the_end_and_the_right_side_wins(wander: Wander) -> None:
    for state in small_positions(wander, 4, 40):
        decision = NativeEngine().choose(state, PLENTY)
        assert decision.proof is not None
        assert decision.pv == decision.proof.line
        end: State = state
        for move in decision.pv:
            end = end.play(move)
        assert end.outcome is not None
        won = end.outcome.winner is state.to_move
        assert decision.proof.claim == ("win" if won else "loss")


def test_scores_with_known_length_equal_a_full_search(
    late_pentomino: Late,
) -> None:
    rng, scored = random.Random(5), 0
    for _ in range(40):
        state = late_pentomino(rng, 40)
        decision = NativeEngine().choose(state, PLENTY)
        if decision.score is None:
            continue
        full = Negamax(depth=12).choose(state)
        assert decision.score == full.score
        assert decision.proof is not None
        assert decision.proof.plies == WIN - abs(decision.score)
        decided = {each.move: each.score for each in full.candidates if is_decided(each)}
        for each in decision.candidates:
            assert each.score == decided.get(each.move, each.score)
        scored += 1
    assert scored >= 20


# Limits


@pytest.mark.parametrize("sides", [(6, 10), (7, 9), (8, 8), (5, 12), (3, 20)])
def test_without_time_to_solve_it_claims_nothing(sides: tuple[int, int], wander: Wander) -> None:
    rng = random.Random(6)
    # The book knows 8x8 positions with one piece, as far as it has been computed.
    for plies in (3, 3) if sides == (8, 8) else (1, 3):
        state = wander(PentominoGame(*sides), rng, plies)
        for limit in (Limit(nodes=1), Limit(nodes=40), Limit(depth=1), Limit(depth=5, nodes=10**6)):
            decision = NativeEngine().choose(state, limit)
            assert decision.move in state.legal_moves()
            assert str(decision.text).startswith("Not proven. ")
            assert decision.proof is None
            assert decision.score is None
            assert limit.nodes is None or (decision.nodes or 0) <= limit.nodes


def test_claims_under_any_node_limit_are_true(wander: Wander, pentomino_wins: Wins) -> None:
    claims = set()
    for state in small_positions(wander, 7, 40):
        for nodes in (1, 10, 100, 1_000):
            decision = NativeEngine(nodes=nodes).choose(state)
            assert (decision.nodes or 0) <= nodes
            claim = decision.proof.claim if decision.proof else None
            claims.add(claim)
            assert claim in (None, "win" if pentomino_wins(state) else "loss")
            for move, key in keys(decision).items():
                if key.startswith("perfect.wins"):
                    assert not pentomino_wins(state.play(move))
                if key.startswith(("perfect.loses", "note.loses")):
                    assert pentomino_wins(state.play(move))
    assert claims == {None, "win", "loss"}


def test_the_same_node_limit_gives_the_same_game(wander: Wander) -> None:
    def game() -> list[Decision]:
        player, state, said = (
            NativeEngine(nodes=2_000),
            wander(PentominoGame(), random.Random(8), 3),
            [],
        )
        while not state.outcome:
            said.append(player.choose(state))
            assert said[-1].move is not None
            state = state.play(said[-1].move)
        return said

    assert game() == game()


def test_a_set_stop_flag_ends_it_at_once(wander: Wander) -> None:
    class Raised:
        def is_set(self) -> bool:
            return True

    state = wander(PentominoGame(), random.Random(9), 3)
    decision = NativeEngine().choose(state, stop=Raised())
    assert decision.move in state.legal_moves()
    assert decision.proof is None


@pytest.mark.parametrize("text", ["memory=0", "memory=x", "memory=65537", "every_value=2"])
def test_wrong_parameters_are_rejected_in_one_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        strategy_from(f"perfect({text})", "pentomino")
    assert str(refused.value).endswith(".")


# The book


def test_a_damaged_book_is_mentioned_once_and_it_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wander: Wander
) -> None:
    file = tmp_path / "book.txt"
    file.write_text("fivefold pentomino book 1 8x8\nsha256 0\n", encoding="utf-8")
    monkeypatch.setattr(pentomino_analysis, "book", lambda: read_book(file))
    player, state = NativeEngine(), wander(PentominoGame(), random.Random(10), 5)
    first, second = player.choose(state, PLENTY), player.choose(state, PLENTY)
    assert "book.txt” cannot be used: " in str(first.text)
    assert "book.txt" not in str(second.text)
    assert first.proof is not None
    assert second.proof is not None


def test_prepare_reads_the_book_before_the_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads = Mock(side_effect=book)
    monkeypatch.setattr(pentomino_analysis, "book", reads)
    player = NativeEngine()
    player.prepare(PentominoGame())
    assert reads.call_count == 1
    assert player.choose(PentominoGame().start, Limit(nodes=1)).proof is not None
    assert reads.call_count == 1


@pytest.mark.parametrize("first", ["F a1 b1 b2 c2 b3", WON_OPENING])
def test_lost_by_the_book_it_plays_the_move_with_the_rarest_answer(first: str) -> None:
    game = PentominoGame()
    state = game.start.play(game.parse_move(first))
    answers = book().answers(state)
    served = Counter(answers.values())
    decision = NativeEngine().choose(state, Limit(nodes=1))
    assert decision.proof is not None
    assert decision.proof.claim == "loss"
    assert decision.move is not None
    assert served[answers[decision.move]] == min(served.values()) < max(served.values())


# Whole games


@pytest.mark.parametrize("opponent", ["random", "openspace", "level(4)"])
def test_nobody_survives_a_won_opening(opponent: str) -> None:
    opened = PentominoGame().start.play(PentominoGame().parse_move(WON_OPENING))
    other = strategy_from(opponent, "pentomino", seed=1)
    player, state = NativeEngine(), opened
    while not state.outcome:
        mover = other if state.to_move is opened.to_move else player
        decision = mover.choose(state, PLENTY)
        assert decision.move is not None
        if mover is player:
            assert decision.proof is not None
            assert decision.proof.claim == "win"
        state = state.play(decision.move)
    assert state.outcome.winner is opened.to_move.other
