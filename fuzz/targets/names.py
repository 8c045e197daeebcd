"""Games, strategies, sizes, time controls and tests as people name them on the command line."""

from __future__ import annotations

from fivefold.arena.config import parse_draws
from fivefold.engines.protocols import check_protocol
from fivefold.match.clock import TimeControl
from fivefold.names import _parse_call, format_game, game_from, is_path, parse_size, strategy_from
from fivefold.results.sprt import Sprt
from fuzz.checking import text_of, tried


def check(data: bytes) -> None:
    text = text_of(data)
    game = tried(lambda: game_from(text))
    if game is not None:
        assert game_from(format_game(game)) == game
    size = tried(lambda: parse_size(text))
    if size is not None:
        assert parse_size(f"{size[0]}x{size[1]}") == size
    time = tried(lambda: TimeControl.parse(text))
    if time is not None:
        assert TimeControl.parse(str(time)) == time
    tried(lambda: Sprt.parse(text))
    tried(lambda: parse_draws(text))
    tried(lambda: check_protocol(text, "gomoku"))
    # A path would be run as a program, which is what it is for.
    call = None if is_path(text) else tried(lambda: _parse_call(text))
    if call is not None:
        name = ("gomoku", "othello", "pentomino")[len(data) % 3]
        tried(lambda: strategy_from(text, name, seed=1))
