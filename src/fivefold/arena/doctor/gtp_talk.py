"""The controller's half of a GTP conversation, as raw lines."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from fivefold.arena.doctor.bench import Bench
from fivefold.arena.doctor.positions import check_legal, read_move
from fivefold.arena.doctor.talk import SHOWN, Failed, Talk
from fivefold.core import Game, Move, Player, State
from fivefold.words import quoted, say

FIRST_LINE = re.compile(r"([=?])(\d*)(?:\s+(.*))?")
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The letter I is left out, as in Go."""
COLOURS = {Player.FIRST: "b", Player.SECOND: "w"}


@dataclass(frozen=True)
class Response:
    """What a command was answered: whether it worked, with which number, and the text."""

    worked: bool
    number: str
    text: str
    line: str
    """The first line as it came."""


async def respond(bench: Bench, talk: Talk, command: str, seconds: float | None = None) -> Response:
    """Returns the response to a command, from its sign to the empty line behind it."""
    talk.send(command)
    return await response(bench, talk, seconds or bench.bounds.answer)


async def response(bench: Bench, talk: Talk, seconds: float) -> Response:
    """Returns the next response. Other lines before it are skipped once they were found."""
    end, lines = time.monotonic() + seconds, list[str]()
    while True:
        line = await talk.line(end - time.monotonic())
        if "framing" in bench.failed and not lines and not line.startswith(("=", "?")):
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


async def obeyed(bench: Bench, talk: Talk, command: str, seconds: float | None = None) -> str:
    """Returns the text of a response, which has to say that it worked."""
    answer = await respond(bench, talk, command, seconds)
    if not answer.worked:
        raise not_expected(command, answer, "=")
    return answer.text


async def refused(bench: Bench, talk: Talk, command: str) -> str:
    """Returns the text of a response, which has to be a refusal."""
    answer = await respond(bench, talk, command)
    if answer.worked:
        raise not_expected(command, answer, "?")
    return answer.text


def not_expected(command: str, answer: Response, expected: str) -> Failed:
    """Returns the failure of a command that got another answer than it should."""
    sent, came = quoted(command, SHOWN), quoted(answer.line, SHOWN)
    return Failed(say("doctor.expected", line=sent, answer=came, expected=expected))


async def begin(bench: Bench, moves: list[Move] | None = None, *, fresh: bool = False) -> Talk:
    """Returns a conversation at the position after the moves."""
    talk = await bench.talk(fresh=fresh)
    if not talk.is_greeted:
        await obeyed(bench, talk, f"boardsize {bench.game.rows}", bench.bounds.start)
        talk.is_greeted = True
    await start_over(bench, talk, moves or [])
    return talk


async def start_over(bench: Bench, talk: Talk, moves: list[Move]) -> None:
    """Clears the board and plays the moves."""
    await obeyed(bench, talk, "clear_board")
    state = bench.game.start
    for move in moves:
        await play(bench, talk, state, move)
        state = state.play(move)


async def play(bench: Bench, talk: Talk, state: State, move: Move) -> None:
    """Has the program play a legal move."""
    await obeyed(bench, talk, f"play {COLOURS[state.to_move]} {written(bench.game, move)}")


async def generate(
    bench: Bench, talk: Talk, state: State, seconds: float | None = None
) -> Move | None:
    """Returns the move the program plays; None when it resigns."""
    command = f"genmove {COLOURS[state.to_move]}"
    patience = (seconds or bench.bounds.move) + bench.bounds.patience
    text = (await obeyed(bench, talk, command, patience)).lower()
    if text == "resign":
        return None
    return read_vertex(state, text)


def written(game: Game, move: Move) -> str:
    """Returns the vertex of a move: Othello's squares as ever, elsewhere as in Go."""
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
