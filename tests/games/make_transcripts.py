"""Writes transcripts/*.txt: one random game of each kind, ply by ply, as shown to people.

After changing rules or notation, run `python tests/games/make_transcripts.py` and review the diff;
`test_transcripts.py` fails until files and code agree.
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
    """Returns a random game with the diagram, position, number of legal moves and move per ply."""
    rng = random.Random(SEED)
    state = game.start
    lines = [f"{game.name} {game.rows}x{game.columns} {game.rules}"]
    for ply in range(10_000):
        lines += ["", f"ply {ply}", game.diagram(state), f"position {game.format_position(state)}"]
        if state.outcome:
            break
        moves = state.legal_moves()
        move = moves[rng.randrange(len(moves))]
        side = f"{state.to_move.value}, {game.player_name(state.to_move)}"
        lines.append(f"to move {side}: {len(moves)} legal, plays {game.format_move(move)}")
        state = state.play(move)
    assert state.outcome is not None
    winner = state.outcome.winner
    shown = winner.value if isinstance(winner, Player) else "nobody"
    lines += ["", f"winner {shown}, margin {state.outcome.margin}: {state.outcome.reason}"]
    return "\n".join(lines) + "\n"


def transcripts() -> dict[Path, str]:
    """Returns the expected content of each file."""
    games = [game_from(text) for text in GAMES]
    return {FOLDER / f"{game.name}.txt": transcript(game) for game in games}


if __name__ == "__main__":
    for path, text in transcripts().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
