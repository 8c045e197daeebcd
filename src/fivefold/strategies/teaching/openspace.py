"""Open space: place the piece where the board is most open.

    the diffusion grid of an empty 8x8 board after one step, and a piece on it

    3 5 5 5 5 5 5 3
    5 8 8 8 8 8 8 5      8 + 8 + 8 + 8 + 8 = 40, the maximum
    5 8[8 8]8 8 8 5
    5[8 8]8 8 8 8 5
    5 8[8]8 8 8 8 5

Idea: take the open middle. Cost: one grid, and five additions per move. It does not beat random
play (measured by `bench/openspace.py`): space decides nothing, placing the last piece does. Read
next: `evaluate/replies.py`, then `negamax.py`, which solves the endgame.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import PentominoState, board_of
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Decision, Overlay, Score, Stop, Strategy
from fivefold.strategies.parameters import number, whole_number
from fivefold.strategies.teaching.evaluate.diffusion import diffuse
from fivefold.strategies.teaching.random_move import LARGEST_SEED
from fivefold.words import say

MOST_ITERATIONS = 20
CELLS_A_STEP = 16
"""With `adaptive`, one more diffusion step for every 16 covered cells."""


@dataclass
class OpenSpace(Strategy):
    """Plays where the diffusion grid sums highest over the piece; breaks ties at random.

    `diagonal` is the weight of diagonal neighbours, `adaptive` diffuses further as the board fills
    up, and `pieces` adds a point for every placement of another piece that stays possible.
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
            text=explain.reason(state, best, values, words=explain.number_words),
        )

    def steps(self, state: State) -> int:
        """Returns the number of diffusion steps."""
        if not self.adaptive:
            return self.iterations
        covered = len(state.cells) - state.cells.count(".")
        return min(MOST_ITERATIONS, self.iterations + covered // CELLS_A_STEP)

    def scores(self, state: State, openness: tuple[Score, ...]) -> dict[Move, Score]:
        """Returns the score of every legal move: the sum of the grid over its five cells."""
        board = board_of(state.game.rows, state.game.columns)
        scores: dict[Move, Score] = {}
        # `fsum` has no intermediate rounding, so mirrored moves get exactly equal scores.
        total = sum if isinstance(self.diagonal, int) else math.fsum
        for move in state.legal_moves():
            a, b, c, d, e = board.placements[move].cells
            scores[move] = total((openness[a], openness[b], openness[c], openness[d], openness[e]))
        if self.pieces:
            assert isinstance(state, PentominoState)
            for move in scores:
                scores[move] += (state.live & ~board.conflicts[move]).bit_count()
        return scores
