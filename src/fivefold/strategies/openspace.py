"""Open space: place the piece where the board is most open.

    the diffusion grid of an empty 8x8 board after one step, and a piece on it

    3 5 5 5 5 5 5 3
    5 8 8 8 8 8 8 5      8 + 8 + 8 + 8 + 8 = 40, as good as it gets
    5 8[8 8]8 8 8 5
    5[8 8]8 8 8 8 5
    5 8[8]8 8 8 8 5

Idea: keep to the open middle, so that room remains. Cost: a grid and five additions a move. It does
not beat random play (we measured it): room is not what decides, being the one to place last is.
Read next: `evaluate/replies.py`, and `negamax.py`, which counts out the end.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import PentominoState, board_of
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Decision, Overlay, Score, Stop, Strategy
from fivefold.strategies.chance import LARGEST_SEED
from fivefold.strategies.checks import number, whole_number
from fivefold.strategies.evaluate.diffusion import diffuse
from fivefold.words import say

MOST_ITERATIONS = 20
CELLS_A_STEP = 16
"""Adaptive: one more step of diffusion for every so many cells covered."""


@dataclass
class OpenSpace(Strategy):
    """Plays where the diffusion grid sums highest over the piece; ties are broken by chance.

    `diagonal` weighs diagonal neighbours, `adaptive` diffuses further as the board fills up,
    `pieces` adds a point for every placement that would remain of the other pieces.
    """

    iterations: int = 3
    diagonal: int | float = 1
    adaptive: bool = False
    pieces: bool = False
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)

    games = ("pentomino",)

    def __post_init__(self) -> None:
        whole_number("iterations", self.iterations, 1, MOST_ITERATIONS)
        number("diagonal", self.diagonal, 0, 10)
        whole_number("seed", self.seed, 0, LARGEST_SEED)
        self._random = random.Random(self.seed)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        game, steps = state.game, self.steps(state)
        openness = diffuse(state.cells, game.rows, game.columns, steps, self.diagonal)
        values = self.scores(state, openness)
        highest = max(values.values())
        best = self._random.choice([move for move, score in values.items() if score == highest])
        grid = Overlay("values", say("openspace.overlay", steps=steps), values=openness)
        return Decision(
            best,
            highest,
            depth=1,
            nodes=len(values),
            pv=(best,),
            candidates=explain.compared(values, words=explain.number_words),
            overlay=(grid, *explain.move_overlay(game, best)),
            text=explain.reason(game, best, values, words=explain.number_words),
        )

    def steps(self, state: State) -> int:
        """Returns how often to diffuse."""
        if not self.adaptive:
            return self.iterations
        covered = len(state.cells) - state.cells.count(".")
        return min(MOST_ITERATIONS, self.iterations + covered // CELLS_A_STEP)

    def scores(self, state: State, openness: tuple[Score, ...]) -> dict[Move, Score]:
        """Returns the score of every legal move: the grid summed over its five cells."""
        board = board_of(state.game.rows, state.game.columns)
        scores: dict[Move, Score] = {}
        # Fractions are added without rounding on the way, so that mirrored moves stay equal.
        total = sum if isinstance(self.diagonal, int) else math.fsum
        for move in state.legal_moves():
            a, b, c, d, e = board.placements[move].cells
            scores[move] = total((openness[a], openness[b], openness[c], openness[d], openness[e]))
        if self.pieces:
            assert isinstance(state, PentominoState)
            for move in scores:
                scores[move] += (state.live & ~board.conflicts[move]).bit_count()
        return scores
