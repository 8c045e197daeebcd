"""Games, strategies, sizes, time controls and tests as named on the command line."""

from __future__ import annotations

from fivefold.arena.running.config import parse_draws
from fivefold.engines.protocols import check_protocol
from fivefold.match.clock import TimeControl
from fivefold.names import FromFile, format_game, game_from, parse_player, parse_size, strategy_from
from fivefold.names.arguments import parse_call
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
    # `strategy_from` would run a file.
    is_file = isinstance(parse_player(text), FromFile)
    call = None if is_file else tried(lambda: parse_call(text))
    if call is not None:
        name = ("gomoku", "othello", "pentomino")[len(data) % 3]
        tried(lambda: strategy_from(text, name, seed=1))
