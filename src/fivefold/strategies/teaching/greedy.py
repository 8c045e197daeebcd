"""Greedy: the move that makes the board look best, one ply ahead.

    heuristic=discs      H1: flip as many discs as possible
    heuristic=weighted   H2: the same, but corners and edges count more

Idea: grab what is on offer, blind to the reply. Cost: one position per legal move. Read next:
`minimax.py`, which sees the reply.
"""

from __future__ import annotations

from dataclasses import dataclass

from fivefold.core import Limit, State
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Decision, Overlay, Stop, Strategy
from fivefold.strategies.parameters import one_of
from fivefold.strategies.teaching.evaluate import Evaluation
from fivefold.strategies.teaching.evaluate.discs import discs
from fivefold.strategies.teaching.evaluate.weighted import corners_and_edges, weighted
from fivefold.words import say

HEURISTICS: dict[str, Evaluation] = {"discs": discs, "weighted": weighted}


@dataclass
class Greedy(Strategy):
    """Plays the move that leads to the best H1 (discs) or H2 (weighted).

    A move scores H of the position after it, from the mover's point of view; ties go to the first
    in reading order.
    """

    heuristic: str = "discs"

    games = ("othello",)

    def __post_init__(self) -> None:
        one_of("heuristic", self.heuristic, list(HEURISTICS), "greedy")

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        game, evaluate = state.game, HEURISTICS[self.heuristic]
        values = {move: -evaluate(state.play(move)) for move in state.legal_moves()}
        best = max(values, key=lambda move: values[move])
        pictures = [
            explain.values_overlay(game, values, say("greedy.overlay", name=self.heuristic))
        ]
        if self.heuristic == "weighted":
            pictures.append(
                Overlay("values", say("greedy.weights"), values=self.weights(game.rows))
            )
        return Decision(
            best,
            values[best],
            depth=1,
            nodes=len(values),
            pv=(best,),
            candidates=explain.compared(values),
            overlay=(*pictures, *explain.move_overlay(game, best)),
            text=explain.reason(state, best, values),
        )

    @staticmethod
    def weights(size: int) -> tuple[int, ...]:
        """Returns the weight of a disc on each square under H2."""
        corners, edges = corners_and_edges(size)
        return tuple(
            1 + 3 * (corners >> square & 1) + (edges >> square & 1) for square in range(size * size)
        )
