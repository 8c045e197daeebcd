"""The controller's side of a GTP conversation, as raw lines."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from fivefold.arena.doctor.conversation import SHOWN, Conversation, Failed
from fivefold.arena.doctor.examination import Examination
from fivefold.arena.doctor.positions import check_legal, read_move
from fivefold.core import Game, Move, Player, State
from fivefold.words import quoted, say

FIRST_LINE = re.compile(r"([=?])(\d*)(?:\s+(.*))?")
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Without the letter I, as in Go."""
COLOURS = {Player.FIRST: "b", Player.SECOND: "w"}


@dataclass(frozen=True)
class Response:
    """The response to a command: whether it succeeded, its number and its text."""

    worked: bool
    number: str
    text: str
    line: str
    """The first line as received."""


async def respond(
    exam: Examination, conversation: Conversation, command: str, seconds: float | None = None
) -> Response:
    """Returns the response to a command, from its sign to its final empty line."""
    conversation.send(command)
    return await response(exam, conversation, seconds or exam.bounds.answer)


async def response(exam: Examination, conversation: Conversation, seconds: float) -> Response:
    """Returns the next response; skips other lines before it once they were reported."""
    end, lines = time.monotonic() + seconds, list[str]()
    while True:
        line = await conversation.line(end - time.monotonic())
        if "framing" in exam.failed and not lines and not line.startswith(("=", "?")):
            continue
        if line.strip():
            lines.append(line)
        elif lines:
            break
    found = FIRST_LINE.fullmatch(lines[0].rstrip())
    if found is None:
        raise Failed(say("doctor.not_like", answer=quoted(lines[0], SHOWN), example="= text"))
    text = "\n".join([found[3] or "", *lines[1:]]).strip()
    return Response(found[1] == "=", found[2], text, lines[0])


async def obeyed(
    exam: Examination, conversation: Conversation, command: str, seconds: float | None = None
) -> str:
    """Returns the text of a response; raises unless it is a success."""
    answer = await respond(exam, conversation, command, seconds)
    if not answer.worked:
        raise not_expected(command, answer, "=")
    return answer.text


async def refused(exam: Examination, conversation: Conversation, command: str) -> str:
    """Returns the text of a response; raises unless it is a failure."""
    answer = await respond(exam, conversation, command)
    if answer.worked:
        raise not_expected(command, answer, "?")
    return answer.text


def not_expected(command: str, answer: Response, expected: str) -> Failed:
    """Returns the failure for an unexpected response."""
    sent, came = quoted(command, SHOWN), quoted(answer.line, SHOWN)
    return Failed(say("doctor.expected", line=sent, answer=came, expected=expected))


async def begin(
    exam: Examination, moves: list[Move] | None = None, *, fresh: bool = False
) -> Conversation:
    """Returns a conversation at the position after the moves."""
    conversation = await exam.conversation(fresh=fresh)
    if not conversation.is_greeted:
        await obeyed(exam, conversation, f"boardsize {exam.game.rows}", exam.bounds.start)
        conversation.is_greeted = True
    await start_over(exam, conversation, moves or [])
    return conversation


async def start_over(exam: Examination, conversation: Conversation, moves: list[Move]) -> None:
    """Clears the board and plays the moves."""
    await obeyed(exam, conversation, "clear_board")
    state = exam.game.start
    for move in moves:
        await play(exam, conversation, state, move)
        state = state.play(move)


async def play(exam: Examination, conversation: Conversation, state: State, move: Move) -> None:
    """Requires a legal move from the program."""
    await obeyed(exam, conversation, f"play {COLOURS[state.to_move]} {written(exam.game, move)}")


async def generate(
    exam: Examination, conversation: Conversation, state: State, seconds: float | None = None
) -> Move | None:
    """Returns the program's move; None if it resigns."""
    command = f"genmove {COLOURS[state.to_move]}"
    patience = (seconds or exam.bounds.move) + exam.bounds.patience
    text = (await obeyed(exam, conversation, command, patience)).lower()
    if text == "resign":
        return None
    return read_vertex(state, text)


def written(game: Game, move: Move) -> str:
    """Returns the vertex of a move: Othello's own notation, for other games as in Go."""
    if move == game.pass_move:
        return "pass"
    if game.name == "othello":
        return game.format_move(move)
    return f"{COLUMNS[move % game.columns]}{game.rows - move // game.columns}"


def read_vertex(state: State, text: str) -> Move:
    """Returns the legal move that a vertex names."""
    game = state.game
    if game.name == "othello":
        return read_move(state, text, text)
    found = re.fullmatch(r"([a-hj-z])([1-9]\d?)", text)
    if found is None:
        raise Failed(say("doctor.not_move", answer=quoted(text, SHOWN), example="H8"))
    column, row = COLUMNS.index(found[1].upper()), game.rows - int(found[2])
    if not (column < game.columns and 0 <= row < game.rows):
        size = f"{game.columns}x{game.rows}"
        raise Failed(say("doctor.off_board", answer=quoted(text), size=size))
    move = row * game.columns + column
    check_legal(state, move, text)
    return move
