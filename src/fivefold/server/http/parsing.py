"""The games and positions that requests describe as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fivefold import formats
from fivefold.core import Game, State
from fivefold.errors import InvalidNotation
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.server.room.view import game_as_json, moves_in, view_of


def read_game(game: str, size: int | str | None, rules: str | None) -> Game:
    """Returns the game of a request."""
    return game_from(game, size, rules)


def read_start(game: Game, position: str | None, sized: bool) -> State:
    """Returns the starting position. Raises `InvalidNotation` if it contradicts a named size."""
    if position is None:
        return game.start
    start = game.parse_position(position)
    if sized and (start.game.rows, start.game.columns) != (game.rows, game.columns):
        raise InvalidNotation(
            "position.other_size",
            rows=start.game.rows,
            columns=start.game.columns,
            asked=f"{game.rows}x{game.columns}",
        )
    return start


def positions_of(
    game: str,
    size: int | str | None,
    rules: str | None,
    start: str | None,
    moves: Sequence[str] | None,
) -> tuple[State, ...]:
    """Returns every position of a request's line of play."""
    first = read_start(read_game(game, size, rules), start, sized=size is not None)
    return play_through(first, read_line(first, moves or (), passes_left_out=True))


def reading_as_json(states: Sequence[State]) -> dict[str, Any]:
    """Returns a line of play as JSON: a view of every position, and the result."""
    start, end, last = states[0], states[-1], len(states) - 1
    # Only the last position needs its legal moves.
    views = [view_of(states, ply, legal=ply == last) for ply in range(last + 1)]
    outcome = end.outcome
    return {
        "game": game_as_json(start.game),
        "start": start.game.format_position(start),
        "moves": moves_in(states),
        "views": views,
        "result": None
        if outcome is None
        else {
            "winner": None if outcome.winner is None else outcome.winner.value,
            "ending": "normal",
            "reason": outcome.reason.as_json(),
            "margin": outcome.margin,
        },
    }


def read_text(text: str, game: Game | None) -> tuple[State, ...]:
    """Returns every position of the first game in a text; the format is detected."""
    return formats.read_text(text, game).states
