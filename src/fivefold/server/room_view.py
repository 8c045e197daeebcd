"""Positions and games as the pages get them: everything a board draws, and no rules."""

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

_KEPT = 64
"""How many boards' notations are kept: more than anybody plays on at a time."""


def view_of(
    states: Sequence[State],
    ply: int,
    *,
    over: bool = False,
    legal: bool = True,
    swap2: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns the position after that many plies; `over` when nobody may move though one could.

    Only where somebody may play on are the legal moves worth their length. `swap2` tells who is
    asked for what in an opening that is not settled.
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
    except KeyError:  # a pass, or a game of somebody's own
        return [known.get(move) or state.game.format_move(move) for move in moves]


def notation(game: Game, move: Move) -> str:
    """Returns the text of a move."""
    return _notations(game).get(move) or game.format_move(move)


@lru_cache(_KEPT)
def _notations(game: Game) -> dict[Move, str]:
    """Returns the text of every move of a board: thousands are needed again after each ply."""
    if isinstance(game, PentominoGame):
        count = len(pentomino_board(game.rows, game.columns).placements)
    elif isinstance(game, GomokuGame | OthelloGame):
        count = game.rows * game.columns
    else:  # a game of somebody's own may number its moves as it likes
        count = 0
    return {move: game.format_move(move) for move in range(count)}


def _last_cells(states: Sequence[State], ply: int) -> tuple[int, ...]:
    """Returns the cells of the last move that filled any: a pass leaves the mark where it was."""
    while ply > 0:
        state = states[ply]
        if state.last_move is not None and (cells := state.game.move_cells(state.last_move)):
            return cells
        ply -= 1
    return ()


def _line(state: State) -> list[int] | None:
    """Returns the winning stones of gomoku: the run through the last, or any if it is unknown."""
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
    """Returns the cells nobody can fill any more, once no piece fits."""
    if not isinstance(state, PentominoState) or state.live:
        return []
    return [cell for cell, mark in enumerate(state.cells) if mark == "."]


def _forbidden(state: State) -> list[int]:
    """Returns the free crossings where the rules of gomoku bar the side to move."""
    return list(state.forbidden) if isinstance(state, GomokuState) else []


@lru_cache(_KEPT)
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
    """Returns the rules and their names, as GAME on the wire."""
    return dict(_game_json(game))
