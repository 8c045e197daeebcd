"""Adjudication: whose proofs count, and long draws."""

from __future__ import annotations

import pytest

from fivefold.arena.running.adjudication import Adjudicator, is_ours
from fivefold.core import Player
from fivefold.match.play import Ply
from fivefold.names import game_from
from fivefold.results.tournament import DrawRule
from fivefold.strategies.base import Claim, Decision, Proof

X, O = Player.FIRST, Player.SECOND  # noqa: E741 - the players' marks
STATE = game_from("othello").start
NAMES = {X: "one", O: "two"}


def ply(
    player: Player, number: int = 1, score: float | None = None, proof: Proof | None = None
) -> Ply:
    move = STATE.legal_moves()[0]
    return Ply(number, player, STATE, Decision(move, score, proof=proof), 0.0, STATE.play(move))


def ruling(
    claim: Claim, trusted: bool, score: float | None = None, proofs: bool = True
) -> tuple[Player | None, str] | None:
    """Returns the winner after X's claim, and the reason; None if the game continues."""
    judge = Adjudicator(NAMES, {X: trusted, O: True}, proofs=proofs)
    verdict = judge(ply(X, proof=Proof(claim, (), score=score)))
    return None if verdict is None else (verdict.winner, str(verdict.reason))


@pytest.mark.parametrize(
    ("claim", "score", "winner", "reason"),
    [
        ("win", None, X, "“one” has proven that it wins."),
        ("loss", None, O, "“one” has proven that it loses."),
        ("draw", None, None, "“one” has proven a draw."),
        ("exact", 12, X, "“one” has proven that it wins."),
        ("exact", -2, O, "“one” has proven that it loses."),
        ("exact", 0, None, "“one” has proven a draw."),
    ],
)
def test_a_proof_of_ours_ends_the_game(
    claim: Claim, score: float | None, winner: Player | None, reason: str
) -> None:
    assert ruling(claim, True, score) == (winner, reason)


@pytest.mark.parametrize(
    ("claim", "score", "counts"),
    [
        ("win", None, False),
        ("draw", None, False),
        ("loss", None, True),
        ("exact", 4, False),
        ("exact", -4, True),
    ],
)
def test_a_foreign_claim_counts_only_against_its_player(
    claim: Claim, score: float | None, counts: bool
) -> None:
    assert (ruling(claim, False, score) is not None) == counts


def test_an_exact_claim_without_its_score_says_nothing() -> None:
    assert ruling("exact", True) is None


def test_without_being_asked_for_nothing_is_ended() -> None:
    assert ruling("win", True, proofs=False) is None


@pytest.mark.parametrize(
    ("player", "ours"),
    [
        ("level(3)", True),
        ("h1", True),
        ("Minimax(depth=2)", True),
        ("perfect", True),
        ("./my_bot.py:MyBot", False),
        ("my_bot.py", False),
        ("gomocup:./pbrain-mine", False),
        ("ugi:engine", False),
        ("plugged_in", False),
    ],
)
def test_ours_are_the_strategies_of_this_package(player: str, ours: bool) -> None:
    assert is_ours(player) == ours


def drawn_at(scores: str, rule: DrawRule) -> int | None:
    """Returns the ply at which a game with these alternating scores is drawn."""
    judge = Adjudicator(NAMES, {X: False, O: False}, draws=rule)
    for number, text in enumerate(scores.split(), start=1):
        score = None if text == "-" else float(text)
        verdict = judge(ply(X if number % 2 else O, number, score))
        if verdict is not None:
            assert verdict.winner is None
            return number
    return None


@pytest.mark.parametrize(
    ("scores", "rule", "number"),
    [
        ("1 -1 2 0 0 0", DrawRule(0, 2, 2), 4),
        ("1 -1 2 0 0 0", DrawRule(6, 2, 2), 6),
        ("1 -1 3 0 0 0 1 1", DrawRule(0, 2, 2), 7),
        ("0 9 0 9 0 9 0 9", DrawRule(0, 2, 2), None),
        ("0 - 0 - 0 - 0 -", DrawRule(0, 1, 2), None),
        ("0 0 - 0 0 0 0 0", DrawRule(0, 2, 0), 7),
    ],
)
def test_a_draw_needs_both_to_see_it_several_times_in_a_row(
    scores: str, rule: DrawRule, number: int | None
) -> None:
    assert drawn_at(scores, rule) == number
