"""Positions and games as JSON for the pages: what a board draws, and no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from fivefold.core import Game, Move, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.games.pentomino import board_of as pentomino_board
from fivefold.names import format_game
from fivefold.words import ENGLISH, plain, say

_CACHED_GAMES = 64
"""Games whose notation is cached: more than are played at a time."""


def view_of(
    states: Sequence[State],
    ply: int,
    *,
    over: bool = False,
    legal: bool = True,
    swap2: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns the position after that many plies; `over` if the match ended by other means.

    `legal` includes the legal moves. `swap2` is the next decision of an unsettled opening.
    """
    state = states[ply]
    is_over = over or state.outcome is not None
    move = state.last_move if ply else None
    passed = move is not None and move == state.game.pass_move
    return {
        "ply": ply,
        "cells": state.cells,
        "to_move": None if is_over else state.to_move.value,
        **({"legal": [] if is_over else legal_moves(state)} if legal else {}),
        "last": list(_last_cells(states, ply)),
        "move": None if move is None else notation(state.game, move),
        "line": _line(state),
        "counts": _counts(state),
        "dead": _dead(state),
        "forbidden": [] if is_over else _forbidden(state),
        "passed": state.to_move.other.value if passed else None,
        "swap2": swap2,
    }


def legal_moves(state: State) -> list[str]:
    """Returns the legal moves in notation."""
    known, moves = _notations(state.game), state.legal_moves()
    try:
        return list(map(known.__getitem__, moves))
    except KeyError:  # a pass, or a game from a plug-in
        return [known.get(move) or state.game.format_move(move) for move in moves]


def notation(game: Game, move: Move) -> str:
    """Returns the text of a move."""
    return _notations(game).get(move) or game.format_move(move)


def moves_in(states: Sequence[State]) -> list[str]:
    """Returns the moves between these positions."""
    return [
        notation(state.game, state.last_move) for state in states[1:] if state.last_move is not None
    ]


@lru_cache(_CACHED_GAMES)
def _notations(game: Game) -> dict[Move, str]:
    """Returns the notation of every move of a board; pentomino needs thousands per position."""
    if isinstance(game, PentominoGame):
        count = len(pentomino_board(game.rows, game.columns).placements)
    elif isinstance(game, GomokuGame | OthelloGame):
        count = game.rows * game.columns
    else:  # a plug-in may number its moves as it likes
        count = 0
    return {move: game.format_move(move) for move in range(count)}


def _last_cells(states: Sequence[State], ply: int) -> tuple[int, ...]:
    """Returns the cells of the last move that filled any; passes are skipped."""
    while ply > 0:
        state = states[ply]
        if state.last_move is not None and (cells := state.game.move_cells(state.last_move)):
            return cells
        ply -= 1
    return ()


def _line(state: State) -> list[int] | None:
    """Returns the winning row of gomoku, through the last move if it is known."""
    if not isinstance(state, GomokuState) or not state.outcome or not state.outcome.winner:
        return None
    stone = state.outcome.winner.value
    if state.last_move is not None:
        places = [state.last_move]
    else:
        places = [cell for cell, mark in enumerate(state.cells) if mark == stone]
    lines = (state.game.five_through(state.cells, place) for place in places)
    return list(next(filter(None, lines), ()))


def _counts(state: State) -> dict[str, int] | None:
    if not isinstance(state, OthelloState):
        return None
    return {"X": state.black.bit_count(), "O": state.white.bit_count()}


def _dead(state: State) -> list[int]:
    """Returns the empty cells of a pentomino board where no piece fits any more."""
    if not isinstance(state, PentominoState) or state.live:
        return []
    return [cell for cell, mark in enumerate(state.cells) if mark == "."]


def _forbidden(state: State) -> list[int]:
    """Returns the empty points where the rules forbid the side to move to play."""
    return list(state.forbidden) if isinstance(state, GomokuState) else []


@lru_cache(_CACHED_GAMES)
def _game_json(game: Game) -> dict[str, Any]:
    key = f"game.title.{game.name}"
    title = say(key) if key in ENGLISH else plain(game.name)
    return {
        "name": game.name,
        "rows": game.rows,
        "columns": game.columns,
        "row_one": "top" if game.format_cell(0) == "a1" else "bottom",
        "rules": game.rules,
        "text": format_game(game),
        "title": title.as_json(),
        "players": {player.value: game.player_name(player).as_json() for player in Player},
    }


def game_as_json(game: Game) -> dict[str, Any]:
    """Returns the game with its rules and names: GAME in the API."""
    return dict(_game_json(game))
