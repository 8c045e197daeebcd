"""A custom evaluation for negamax: few discs early on, for more moves later.

    fivefold match othello ./examples/custom_evaluation.py:Modest "negamax(depth=3)" --games 2

An evaluation returns how good a position is for the side to move. Once registered under a name, it
works in every search.
"""

from fivefold import game
from fivefold.strategies.teaching.evaluate import EVALUATIONS
from fivefold.strategies.teaching.negamax import Negamax

CORNERS = (0, 7, 56, 63)


def modest(state):
    own, other = state.to_move.value, state.to_move.other.value
    corners = sum((state.cells[c] == own) - (state.cells[c] == other) for c in CORNERS)
    discs = state.cells.count(own) - state.cells.count(other)
    early = state.cells.count(".") > 12
    return 8 * corners - discs if early else discs


EVALUATIONS["othello"]["modest"] = modest


class Modest(Negamax):
    games = ("othello",)

    def __init__(self, depth: int = 3):
        super().__init__(depth=depth, evaluate="modest")


if __name__ == "__main__":
    decision = Modest().choose(game("othello").start)
    print(decision.text, f"({decision.nodes} positions)")
