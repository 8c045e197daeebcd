"""Draws the decision of each strategy in one position: docs/pictures/<name>.svg.

.venv/bin/python tools/pictures/make_boards.py
"""

from __future__ import annotations

from pathlib import Path

import fivefold
from fivefold.drawing import board_svg

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

POSITIONS = {
    "random": ("othello", "random(seed=1)", "f5d6c3d3c4"),
    "methodical": ("othello", "methodical", "f5d6c3d3c4"),
    "greedy": ("othello", "h2", "f5d6c3d3c4"),
    "reactive": ("gomoku(size=9)", "reactive", "e5 a1 e6 b1 e7"),
    "openspace": ("pentomino", "openspace(seed=1)", "I e3 e4 e5 e6 e7; L b3 c3 c4 c5 c6"),
    "minimax": ("othello", "minimax(depth=3)", "f5d6c3d3c4"),
    "negamax": ("gomoku(size=9)", "negamax(depth=3)", "e5 d4 e6 d6 f5 g5"),
    "level": ("gomoku(size=9)", "level(3)", "e5 a1 f5 b2 g5 i9"),
}


def draw(game_text: str, strategy: str, moves: str) -> str:
    """Returns the picture of a strategy's decision after the moves."""
    game = fivefold.game(game_text)
    state = game.start
    for text in game.split_moves(moves):
        state = state.play(game.parse_move(text))
    decision = fivefold.strategy(strategy, game.name).choose(state)
    return board_svg(state, decision, width=360)


if __name__ == "__main__":
    for name, position in POSITIONS.items():
        path = PICTURES / f"{name}.svg"
        path.write_text(draw(*position), encoding="utf-8")
