"""Adjudication: ends games at a proven win or a long draw, if requested.

Proofs of our own strategies count. A claim by a file or a program counts only against itself: it
may give up a game, but not award itself one.
"""

from __future__ import annotations

from collections.abc import Mapping

from fivefold.core import Player
from fivefold.engines.wire import called
from fivefold.match.play import Ply, Verdict
from fivefold.names import BuiltIn, parse_player
from fivefold.results.tournament import DrawRule
from fivefold.strategies import ALIASES, STRATEGIES
from fivefold.strategies.base import Proof
from fivefold.words import say

OURS = {*STRATEGIES, *(alias for _, alias in ALIASES)}


def is_ours(player: str) -> bool:
    """Tells whether the text names a built-in strategy."""
    parsed = parse_player(player)
    return isinstance(parsed, BuiltIn) and parsed.text.partition("(")[0].strip().lower() in OURS


class Adjudicator:
    """Checks every move of one game and decides when it is over."""

    def __init__(
        self,
        names: Mapping[Player, str],
        trusted: Mapping[Player, bool],
        *,
        proofs: bool = False,
        draws: DrawRule | None = None,
    ) -> None:
        self._names = names
        self._trusted = trusted
        self._proofs = proofs
        self._draws = draws
        self._level = dict.fromkeys(Player, 0)
        """Consecutive scores of each player within the draw rule."""

    def __call__(self, ply: Ply) -> Verdict | None:
        """Returns the verdict after this move, or None if the game continues."""
        proof = ply.decision.proof
        if self._proofs and proof is not None:
            verdict = self._proven(ply.player, proof)
            if verdict is not None:
                return verdict
        return None if self._draws is None else self._drawn(ply, self._draws)

    def _proven(self, player: Player, proof: Proof) -> Verdict | None:
        sign = _sign(proof)
        if sign is None or (sign >= 0 and not self._trusted[player]):
            return None
        if sign == 0:
            return Verdict(None, say("arena.proven_draw", name=called(self._names[player])))
        winner = player if sign > 0 else player.other
        key = "arena.proven_win" if sign > 0 else "arena.proven_loss"
        return Verdict(winner, say(key, name=called(self._names[player])))

    def _drawn(self, ply: Ply, rule: DrawRule) -> Verdict | None:
        score = ply.decision.score
        within = score is not None and abs(score) <= rule.score
        self._level[ply.player] = self._level[ply.player] + 1 if within else 0
        if ply.number < rule.moves or min(self._level.values()) < rule.count:
            return None
        return Verdict(None, say("arena.level_draw", count=rule.count, score=rule.score))


def _sign(proof: Proof) -> int | None:
    """Returns 1 for a proven win of the side to move, 0 for a draw, -1 for a loss."""
    if proof.claim == "exact":
        score = proof.score
        return None if score is None else (score > 0) - (score < 0)
    return {"win": 1, "draw": 0, "loss": -1}[proof.claim]
