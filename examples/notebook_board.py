"""A board for notebooks: a Board on the last line of a cell is displayed as a picture.

Board("othello").play("f5 d6 c3").ask("minimax(depth=3)")

Outside a notebook, `python examples/notebook_board.py board.svg` writes the picture to a file.
"""

import sys
from pathlib import Path

from fivefold import game, strategy
from fivefold.drawing import board_svg


class Board:
    def __init__(self, name, state=None, decision=None):
        self.game = game(name) if isinstance(name, str) else name
        self.state = state or self.game.start
        self.decision = decision

    def play(self, moves):
        state = self.state
        for move in self.game.split_moves(moves):
            state = state.play(self.game.parse_move(move))
        return Board(self.game, state)

    def ask(self, player):
        return Board(self.game, self.state, strategy(player, self.game).choose(self.state))

    def _repr_svg_(self):
        return board_svg(self.state, self.decision)


if __name__ == "__main__":
    board = Board("othello").play("f5 d6 c3").ask("minimax(depth=3)")
    Path(sys.argv[1] if len(sys.argv) > 1 else "board.svg").write_text(board._repr_svg_(), "utf-8")
