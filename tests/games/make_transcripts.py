"""Writes transcripts/*.txt: one random game of each kind, ply by ply, as a person would see it.

Run `python tests/games/make_transcripts.py` after a change of rules or notation and review the
difference; `test_transcripts.py` fails while the files and the code disagree.
"""

from __future__ import annotations

import random
from pathlib import Path

from fivefold.core import Game, Player
from fivefold.names import game_from

FOLDER = Path(__file__).parent / "transcripts"
GAMES = ["gomoku(size=9)", "othello", "pentomino"]
SEED = 5


def transcript(game: Game) -> str:
    """Returns a random game: each ply's diagram, position, number of legal moves and move."""
    chance = random.Random(SEED)
    state = game.start
    lines = [f"{game.name} {game.rows}x{game.columns} {game.rules}"]
    for ply in range(10_000):
        lines += ["", f"ply {ply}", game.diagram(state), f"position {game.format_position(state)}"]
        if state.outcome:
            break
        moves = state.legal_moves()
        move = moves[chance.randrange(len(moves))]
        side = f"{state.to_move.value}, {game.player_name(state.to_move)}"
        lines.append(f"to move {side}: {len(moves)} legal, plays {game.format_move(move)}")
        state = state.play(move)
    assert state.outcome is not None
    winner = state.outcome.winner
    shown = winner.value if isinstance(winner, Player) else "nobody"
    lines += ["", f"winner {shown}, margin {state.outcome.margin}: {state.outcome.reason}"]
    return "\n".join(lines) + "\n"


def transcripts() -> dict[Path, str]:
    """Returns each file and what belongs in it."""
    games = [game_from(text) for text in GAMES]
    return {FOLDER / f"{game.name}.txt": transcript(game) for game in games}


if __name__ == "__main__":
    for path, text in transcripts().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
