"""The first answer of an engine in a process: loading is not charged to the move."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.system

ATTEMPTS = 8
"""A busy machine may take the whole tenth of a second away from a search, but not every time."""
ASK = """
import json, sys
import fivefold
from fivefold.core import Limit
from fivefold.formats import read_moves
from fivefold.names import strategy_from

text, name, moves = sys.argv[1:]
state = fivefold.game(name).start
for move in read_moves(moves, state):
    state = state.play(move)
decision = strategy_from(text, name, 1).choose(state, Limit(seconds=0.1))
print(json.dumps([decision.depth or 0, decision.nodes, decision.proof is not None]))
"""


@pytest.mark.parametrize("player", ["engine", "level(9)"])
@pytest.mark.parametrize(
    ("game", "moves", "depth", "nodes"),
    [
        ("gomoku", "h8 i9 h9 i10 j8 k8", 4, 1_000),
        ("othello", "f5d6c3d3c4", 7, 5_000),
        ("pentomino", "F c4 d4 d5 e5 d6; Z e3 f3 f4 f5 g5", 0, 500),
    ],
)
def test_an_engine_in_a_fresh_process_searches_from_the_first_move(
    player: str, game: str, moves: str, depth: int, nodes: int
) -> None:
    answers = []
    for _ in range(ATTEMPTS):
        done = subprocess.run(
            [sys.executable, "-c", ASK, player, game, moves],
            capture_output=True,
            text=True,
            check=True,
        )
        found_depth, found_nodes, is_proven = json.loads(done.stdout)
        # What was searched was counted, however little it was.
        assert found_nodes > 0 or (found_depth == 0 and is_proven)
        answers.append((found_depth, found_nodes))
        if found_depth >= depth and found_nodes >= nodes:
            return
    pytest.fail(f"no answer was more than a glance: {answers}")
