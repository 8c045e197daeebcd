"""Games and positions that requests describe in words: from texts to states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fivefold import formats
from fivefold.core import Game, State
from fivefold.errors import InvalidNotation, Refused
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.server.house import House
from fivefold.server.room_view import game_as_json, notation, view_of
from fivefold.server.table import is_hidden, position_key


def read_game(game: str, size: int | str | None, rules: str | None) -> Game:
    """Returns the game of a request."""
    return game_from(game, size, rules)


def read_start(game: Game, position: str | None, sized: bool) -> State:
    """Returns where the game starts; a position decides the size unless one was named."""
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


def line_of(
    game: str,
    size: int | str | None,
    rules: str | None,
    start: str | None,
    moves: Sequence[str] | None,
) -> tuple[State, ...]:
    """Returns every position of the line of play that a request describes."""
    first = read_start(read_game(game, size, rules), start, sized=size is not None)
    return play_through(first, read_line(first, moves or (), passes_left_out=True))


def moves_in(states: Sequence[State]) -> list[str]:
    """Returns the moves that led from each position to the next."""
    return [
        notation(state.game, state.last_move) for state in states[1:] if state.last_move is not None
    ]


def reading_as_json(states: Sequence[State]) -> dict[str, Any]:
    """Returns a line of play with a view of every position, and how it ended."""
    start, end, last = states[0], states[-1], len(states) - 1
    # Nobody plays on from the middle without asking again.
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
    """Returns every position of the first game in a text of any known format."""
    return formats.read_text(text, game).states


def check_nobody_plays(house: House, states: Sequence[State]) -> None:
    """Raises when one of the positions is on the board of two people at this moment."""
    wanted = set(states)
    rooms = (table.room for table in house.tables.values())
    if any(room.state in wanted for room in rooms if is_hidden(room)):
        raise Refused("question.live")
    elsewhere = house.neighbours.hidden()
    if elsewhere and any(position_key(state) in elsewhere for state in wanted):
        raise Refused("question.live")
