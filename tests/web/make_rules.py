"""Writes the boards of the rules pages, `site/rules.json`.

Every board is a position that its moves reach under the rules of the game; what a board claims,
such as a forbidden point or a game that is over, comes from the rules themselves.

Run `python tests/web/make_rules.py` after a change of rules or notation and review the diff;
`test_rules_pages.py` fails while the file and the code disagree.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fivefold
from fivefold.core import State
from fivefold.match.replay import play_through, read_line
from fivefold.server import __file__ as server
from fivefold.server.room.view import game_as_json, view_of

FILE = Path(server).parent / "web" / "static" / "site" / "rules.json"
KEPT = ("ply", "cells", "to_move", "line", "counts", "dead", "forbidden", "passed")

OTHELLO_GAME = (
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2"
    "b8g7c8h5g6h2h7h8g1b2f2b1a1"
)
PENTOMINO_GAME = (
    "P e4 e5 f5 e6 f6; T c3 d3 e3 d4 d5; F c5 b6 c6 d6 d7; U g1 h1 g2 g3 h3; L a4 b4 a5 a6 a7; "
    "N g5 g6 h6 h7 h8; Y b7 a8 b8 c8 d8; I b2 c2 d2 e2 f2; Z f3 f4 g4 h4 h5; V a1 b1 c1 a2 a3"
)
DOUBLE_THREE = "c5 a1 d5 c1 e4 g1 e3 i1"

# Name: game, moves, and what is drawn besides the position.
BOARDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "gomoku.turns": (
        "gomoku(size=9)",
        "e5 f6 d6 f4",
        {"overlay": {"ghosts": [{"cells": ["f5"], "n": "", "seat": "X"}]}},
    ),
    "gomoku.five": ("gomoku(size=9)", "c3 c4 d4 e3 e5 d6 f6 f4 g7", {}),
    "gomoku.three": (
        "gomoku(size=9)",
        "d5 d7 e5 g3 f5",
        {
            "overlay": {
                "lines": [{"cells": ["c5", "g5"], "style": "three"}],
                "ghosts": [
                    {"cells": ["c5"], "n": "", "seat": "O"},
                    {"cells": ["g5"], "n": "", "seat": "O"},
                ],
            }
        },
    ),
    "gomoku.two": (
        "gomoku(size=9)",
        "c5 b5 d5 e8 e5 g3 f6 h5 f7 h3 f5",
        {
            "overlay": {
                "lines": [
                    {"cells": ["c5", "g5"], "style": "four"},
                    {"cells": ["f4", "f8"], "style": "three"},
                ]
            },
            "sealed": True,
        },
    ),
    "gomoku.standard": ("gomoku(size=9, rules=standard)", "b5 c3 c5 d7 d5 f3 f5 g7 g5 h3 e5", {}),
    "gomoku.renju": ("gomoku(size=9, rules=renju)", DOUBLE_THREE, {}),
    "gomoku.caro": ("gomoku(size=9, rules=caro)", "c5 b5 d5 h5 e5 a1 f5 c1 g5", {}),
    "gomoku.omok": ("gomoku(size=9, rules=omok)", f"i9 {DOUBLE_THREE}", {}),
    "gomoku.swap2": (
        "gomoku(size=9)",
        "e5 f7 g4",
        {"numbers": [["e5", 1], ["f7", 2], ["g4", 3]]},
    ),
    "othello.begin": ("othello", "", {"interactive": True}),
    "othello.trap": ("othello", "c4 e3 f6 e6 f4 b3 d2 d3", {"turning": "d6"}),
    "othello.turn": ("othello", "c4 e3 f6 e6 f4 b3 d2 d3 d6", {"sealed": True}),
    "othello.end": ("othello", OTHELLO_GAME, {}),
    "othello.mirrored": ("othello(rules=mirrored)", "", {"interactive": True}),
    "othello.small": ("othello(size=6)", "", {"interactive": True}),
    "pentomino.once": ("pentomino", PENTOMINO_GAME.rsplit(";", 5)[0], {}),
    "pentomino.place": (
        "pentomino",
        "I a4 a5 a6 a7 a8; V b6 b7 b8 c8 d8",
        {"held": {"letter": "N", "cells": ["f2", "f3", "g3", "g4", "g5"], "fits": True, "bad": []}},
    ),
    "pentomino.overlap": (
        "pentomino",
        "I a4 a5 a6 a7 a8; V b6 b7 b8 c8 d8; T d4 e4 f4 e5 e6",
        {
            "held": {
                "letter": "X",
                "cells": ["f4", "e5", "f5", "g5", "f6"],
                "fits": False,
                "bad": ["f4", "e5"],
            }
        },
    ),
    "pentomino.end": ("pentomino", PENTOMINO_GAME, {}),
    "pentomino.boards": ("pentomino(size=6x10)", "X b2 c1 c2 c3 d2", {}),
}


def board_json(game_text: str, moves: str, drawn: dict[str, Any]) -> dict[str, Any]:
    """Returns a board as the page draws it: the game, the position and the marks."""
    game = fivefold.game(game_text)
    line = read_line(game.start, game.split_moves(moves), passes_left_out=True)
    states = play_through(game.start, line)
    view = view_of(states, len(states) - 1)
    kept = {key: view[key] for key in KEPT}
    kept["last"] = view["last"] if drawn.get("sealed") else []
    if drawn.get("interactive"):
        kept["legal"] = view["legal"]
    known = game_as_json(game)
    drawn = {key: value for key, value in drawn.items() if key != "sealed"}
    if move := drawn.pop("turning", None):
        drawn["overlay"] = turning(states[-1], move)
    board = {key: known[key] for key in ("name", "rows", "columns", "row_one")}
    return {"game": board, "view": kept, **drawn}


def turning(state: State, move: str) -> dict[str, Any]:
    """Returns the overlay of an Othello move: the new disc, and those that it turns."""
    after = state.play(state.game.parse_move(move))
    pairs = zip(state.cells, after.cells, strict=True)
    cells = [cell for cell, (old, new) in enumerate(pairs) if old not in (".", new)]
    ghost = {"cells": [move], "n": "", "seat": state.to_move.value}
    return {"ghosts": [ghost], "cells": [{"cells": cells, "tone": "turning"}]}


def boards() -> dict[str, Any]:
    """Returns every board by its name."""
    return {name: board_json(*made) for name, made in BOARDS.items()}


def written() -> str:
    return json.dumps(boards(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
