"""Writes the site's stored samples: the boards of the landing page, and one
decision of every opponent for “How they think”.

Run `python tests/web/make_samples.py` after a change of rules, notation or strategies and review
the diff; `test_landing.py` fails while the files and the code disagree.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fivefold
from fivefold.core import Game, Move, State
from fivefold.server import __file__ as server
from fivefold.server.analysis.decision_json import answer_as_json, best_first
from fivefold.server.room.view import game_as_json, view_of
from fivefold.strategies.teaching.evaluate.diffusion import diffuse

SITE = Path(server).parent / "web" / "static" / "site"
PARTS = Path(server).parent / "web" / "templates" / "parts"

# For each game: the moves, and the ply at which the landing page starts.
STORED = {
    "gomoku(size=9)": ("e5 e6 d6 f4 f5 d5 g5 d7 f7 g6 f6 e7 d4 c5 g7 h8 c3", 8),
    "othello": ("f5d6c5f4e3c6d3f3f2e2f1c3c4d2c1b5c2g3e6g6f6g4h5h4h3g5", 12),
    "pentomino": (
        "P c4 d4 e4 d5 e5; L f3 g3 f4 f5 f6; N b5 c5 c6 d6 e6; Y b2 c2 d2 e2 c3; "
        "V g5 g6 e7 f7 g7; I a8 b8 c8 d8 e8; U a4 b4 a5 a6 b6; F g1 f2 g2 h2 h3",
        4,
    ),
}
FIRST_SHOWN = {"gomoku": 4, "othello": 8, "pentomino": 1}
HEAT_STEPS = 3
MOST_NUMBERS = 4

# The decisions of “How they think”: game, opponent, moves before it.
THINKING = {
    "random": ("othello", "random(seed=1)", "f5d6c3d3c4"),
    "minimax": ("othello", "minimax(depth=3)", "f5d6c3d3c4"),
    "negamax": ("gomoku(size=9)", "negamax(depth=3)", "e5 e6 d6 f4 f5 d5 g5 d7"),
    "level": ("gomoku(size=9)", "level(3)", "e5 a1 f5 b2 g5 i9"),
    "reactive": ("gomoku(size=9)", "reactive", "e5 d4 e6 d5 e7"),
    "greedy": ("othello", "h2", "f5f6e6f4e3d6c6b6"),
    "methodical": ("othello", "methodical", "f5d6c3d3c4"),
    "openspace": ("pentomino", "openspace(seed=1)", "I e3 e4 e5 e6 e7; L b3 c3 c4 c5 c6"),
    "counting": ("pentomino", "level(4, seed=1)", STORED["pentomino"][0].rsplit(";", 4)[0]),
}


def states_of(game: Game, moves: str) -> list[State]:
    """Returns the positions of a game, the start first."""
    states = [game.start]
    for text in game.split_moves(moves):
        states.append(states[-1].play(game.parse_move(text)))
    return states


def board_json(game_text: str) -> dict[str, Any]:
    """Returns a stored game: its board, its positions with their marks, and the first one shown."""
    game = fivefold.game(game_text)
    moves, first = STORED[game_text]
    states, start = states_of(game, moves), FIRST_SHOWN[game.name]
    frames = []
    for ply in range(start, len(states)):
        view = view_of(states, ply)
        kept = ("cells", "to_move", "last", "move", "line", "dead")
        frames.append({key: view[key] for key in kept} | {"overlay": marks(states[ply])})
    known = game_as_json(game)
    board = {key: known[key] for key in ("name", "rows", "columns", "row_one")}
    return {"game": board, "first": first - start, "frames": frames}


def marks(state: State) -> dict[str, Any] | None:
    """Returns the overlay: a line of play, the scores of the moves, or the heat map."""
    if state.outcome:
        return None
    game = state.game
    if game.name == "pentomino":
        heat = diffuse(state.cells, game.rows, game.columns, HEAT_STEPS, 1)
        most = max(heat)
        values = [
            round(99 * openness / most) if mark == "." else None
            for openness, mark in zip(heat, state.cells, strict=True)
        ]
        return {"heat": {"values": values, "low": "", "high": ""}}
    if game.name == "othello":
        decision = fivefold.strategy("negamax(depth=3)", game.name).choose(state)
        # One square for each score: four equal numbers would show less.
        scores = {c.score: c for c in reversed(best_first(decision)) if c.score is not None}
        shown = sorted(scores.values(), key=lambda c: -(c.score or 0))[:MOST_NUMBERS]
        return {
            "numbers": [
                {
                    "cell": candidate.move,
                    "text": f"{candidate.score:+}".replace("-", "−"),
                    "kind": "score" if place else "best",
                }
                for place, candidate in enumerate(shown)
            ]
        }
    line = fivefold.strategy("negamax(depth=3)", game.name).choose(state).pv[:3]
    return {"ghosts": ghosts(state, line)}


def ghosts(state: State, line: tuple[Move, ...]) -> list[dict[str, Any]]:
    found = []
    for number, move in enumerate(line, start=1):
        found.append({"cells": [move], "n": number, "seat": state.to_move.value})
        state = state.play(move)
    return found


def thought_json(game_text: str, strategy: str, moves: str) -> dict[str, Any]:
    """Returns the position, and the opponent's decision as a browser gets it."""
    game = fivefold.game(game_text)
    states = states_of(game, moves)
    decision = fivefold.strategy(strategy, game.name).choose(states[-1])
    view = view_of(states, len(states) - 1)
    del view["legal"]
    return {
        "game": game_as_json(game),
        "view": view,
        "decision": answer_as_json(decision, game, strategy, 0),
    }


STONE = {"X": "b", "O": "w"}


def picture(game_text: str) -> str:
    """Returns the first position as plain SVG, shown until the script runs."""
    game = fivefold.game(game_text)
    moves, first = STORED[game_text]
    state = states_of(game, moves)[first]
    size, pad = (372, 26) if game.name == "gomoku" else (344, 12)
    step = f"M{pad} {{}}h{size - 2 * pad}M{{}} {pad}v{size - 2 * pad}"
    at = range(pad, size - pad + 1, 40)
    lines = "".join(step.format(place, place) for place in at)
    parts = [f'<rect class="p-{game.name}" width="{size}" height="{size}" rx="13"/>']
    if game.name == "othello":
        parts.append(f'<path class="p-felt" d="M{pad} {pad}h320v320h-320z"/>')
    if game.name != "pentomino":
        parts.append(f'<path class="p-line" d="{lines}"/>')
    half, radius = (0, 18.6) if game.name == "gomoku" else (20, 16)
    squares: dict[str, str] = {}
    for cell, mark in enumerate(state.cells):
        x, y = pad + 40 * (cell % game.columns), pad + 40 * (cell // game.columns)
        if game.name == "pentomino":
            squares[mark] = squares.get(mark, "") + f"M{x + 1} {y + 1}h38v38h-38z"
        elif mark != ".":
            place = f'cx="{x + half}" cy="{y + half}" r="{radius}"'
            parts.append(f'<circle class="p-{STONE[mark]}" {place}/>')
    for mark, d in sorted(squares.items()):
        kind = "cell" if mark == "." else mark
        parts.append(f'<path class="p-{kind}" d="{d}"/>')
    return f'<svg viewBox="0 0 {size} {size}">{"".join(parts)}</svg>\n'


def samples() -> dict[Path, str]:
    """Returns each file with its content."""
    boards = {fivefold.game(text).name: board_json(text) for text in STORED}
    thoughts = {name: thought_json(*position) for name, position in THINKING.items()}
    files = {SITE / "boards.json": written(boards), SITE / "thinking.json": written(thoughts)}
    return files | {PARTS / f"{fivefold.game(text).name}.html": picture(text) for text in STORED}


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    for path, text in samples().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
