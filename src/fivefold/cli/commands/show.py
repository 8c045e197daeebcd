"""`fivefold show`: a position as a board."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

import typer

from fivefold.cli.support.options import (
    Ascii,
    GameName,
    Input,
    Json,
    Moves,
    MoveWriter,
    Position,
    Rules,
    Size,
    read_state,
)
from fivefold.cli.support.printing import Page, score_text
from fivefold.cli.terminal.board import FORBIDDEN
from fivefold.core import State
from fivefold.games.gomoku import GomokuState
from fivefold.words import say

MOST_MOVES = 80
"""Maximum number of legal moves in text output; JSON has all of them."""

EXAMPLES = """\b
Examples:
  fivefold show othello -m f5d6c3
  fivefold show othello -i game.txt --evaluate
  fivefold show gomoku --size 19 -m "k10 l11" --json
  fivefold show gomoku --rules renju -m "h8 a1 i8 c1 j7 e1 j6 g1"
  fivefold show pentomino -m "F c4 d4 d5 e5 d6"
"""

_ORIGIN_NAMES = {("othello", "discs"): "H1", ("othello", "weighted"): "H2"}


def show(
    game: GameName,
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    evaluate: Annotated[
        bool, typer.Option("--evaluate", help="Add all evaluations, from the side to move.")
    ] = False,
    style: Annotated[
        Literal["plain", "numbers"],
        typer.Option("--style", help="Label rows and columns as in moves, or number them from 0."),
    ] = "plain",
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Show a position.

    Prints the board, the side to move, its legal moves and, if the game is over, the result.
    """
    state = read_state(game, size, rules, position, moves, input)
    page = Page(ascii)
    values = evaluations(state) if evaluate else None
    if json:
        page.document(state_as_json(state, values))
        return
    page.line(_diagram(state, style))
    page.line()
    if state.outcome:
        page.line(str(state.outcome.reason))
    else:
        name = state.game.player_name(state.to_move)
        page.line(str(say("cli.to_move", player=name, mark=state.to_move.value)))
        page.line(_legal_moves(state))
        if fouls := forbidden(state):
            shown = [f"{fault['move']} ({fault['reason']})" for fault in fouls]
            page.line(str(say("cli.forbidden", player=name, moves=", ".join(shown))))
    if values is not None:
        page.line()
        labels = {name: _ORIGIN_NAMES.get((state.game.name, name), "") for name in values}
        rows = [
            (f"{name} ({labels[name]})" if labels[name] else name, score_text(value))
            for name, value in values.items()
        ]
        page.table(("evaluation", "value"), rows, numbers=("value",))


def evaluations(state: State) -> dict[str, int | float]:
    """Returns all evaluations of the position, from the side to move."""
    from fivefold.strategies.teaching.evaluate import evaluations_for

    return {name: value(state) for name, value in evaluations_for(state.game.name).items()}


def state_as_json(state: State, values: dict[str, int | float] | None) -> dict[str, Any]:
    """Returns the position as `show --json` prints it."""
    game, outcome = state.game, state.outcome
    data: dict[str, Any] = {
        "game": game.name,
        "size": f"{game.rows}x{game.columns}",
        "rules": game.rules,
        "position": game.format_position(state),
        "to_move": None if outcome else state.to_move.value,
        "legal_moves": [game.format_move(move) for move in state.legal_moves()],
        "outcome": None
        if outcome is None
        else {
            "winner": outcome.winner and outcome.winner.value,
            "reason": str(outcome.reason),
            "margin": outcome.margin,
        },
    }
    fouls = forbidden(state)
    if fouls is not None:
        data["forbidden"] = fouls
    return data if values is None else {**data, "evaluations": values}


def forbidden(state: State) -> list[dict[str, str]] | None:
    """Returns the forbidden points with the reason; None if the rules have no forbidden points."""
    if not isinstance(state, GomokuState) or not state.game.has_fouls:
        return None
    format_move = state.game.format_move
    return [
        {"move": format_move(move), "reason": str(reason)}
        for move, reason in state.forbidden.items()
    ]


def _diagram(state: State, style: str) -> str:
    """Returns the board with forbidden points marked; with numbers a plain one that can be read."""
    if style == "plain" and isinstance(state, GomokuState) and state.forbidden:
        marks = (FORBIDDEN if cell in state.forbidden else c for cell, c in enumerate(state.cells))
        return state.game.diagram(replace(state, cells="".join(marks)), style)
    return state.game.diagram(state, style)


def _legal_moves(state: State) -> str:
    moves = state.legal_moves()
    shown = MoveWriter(state.game).line(moves[:MOST_MOVES])
    if len(moves) <= MOST_MOVES:
        return str(say("cli.legal_moves", count=len(moves), moves=shown))
    more = len(moves) - MOST_MOVES
    return str(say("cli.legal_moves_more", count=len(moves), moves=shown, more=more))
