"""Moves and lines of play of the three games; the native core has to agree."""

from __future__ import annotations

from fivefold.arena.openings.sources import read_openings
from fivefold.core import Game
from fivefold.formats import read_moves, read_opening
from fivefold.match.replay import play_through
from fivefold.strategies import native
from fuzz.checking import chosen, text_of, tried


def check(data: bytes) -> None:
    """The length of the input selects the parser: all of them would take three times as long."""
    game, rest = chosen(data)
    text = text_of(rest)
    (_check_one, _check_line, _check_openings)[len(data) % 3](text, game)


def _check_line(text: str, game: Game) -> None:
    """A line of play survives writing and reading."""
    line = tried(lambda: read_moves(text, game.start))
    if line is not None:
        joint = "; " if game.name == "pentomino" else " "
        written = joint.join(game.format_move(move) for move in line)
        assert read_moves(written, game.start) == line
        assert play_through(game.start, line)[-1].game == game


def _check_openings(text: str, game: Game) -> None:
    """A list of openings, and its first line as a single opening."""
    openings = tried(lambda: read_openings(text, game, "openings.txt"))
    if openings is not None:
        assert read_openings("\n".join(openings), game, "openings.txt") == openings
    tried(lambda: read_opening(text.partition("\n")[0], game.start))


def _check_one(text: str, game: Game) -> None:
    """A move survives writing and reading, and both cores agree whether it is legal."""
    move = tried(lambda: game.parse_move(text))
    if move is None:
        return
    written = game.format_move(move)
    assert game.parse_move(written) == move
    after = tried(lambda: game.start.play(move))
    try:
        played: str | None = native.play(game.start, written)
    except ValueError:
        played = None
    assert played == (None if after is None else game.format_position(after))
