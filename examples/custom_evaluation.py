"""An evaluation of our own inside negamax: it wants few discs now, to have more moves later.

    fivefold match othello ./examples/custom_evaluation.py:Modest "negamax(depth=3)" --games 2

An evaluation looks at a position and says how good it is for the side to move. Once it has a name,
every search can use it.
"""

from fivefold import game
from fivefold.strategies.evaluate import EVALUATIONS
from fivefold.strategies.negamax import Negamax

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
