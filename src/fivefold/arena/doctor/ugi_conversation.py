"""The controller's side of a UGI conversation, as raw lines."""

from __future__ import annotations

import time

from fivefold.arena.doctor.conversation import SHOWN, Conversation, Failed
from fivefold.arena.doctor.examination import Examination
from fivefold.arena.doctor.positions import after, read_move
from fivefold.core import Game, Move, State
from fivefold.names import format_game
from fivefold.words import quoted, say

CHATTER = ("info", "")


def word_of(line: str) -> str:
    """Returns the first word of a line."""
    return (line.split() or [""])[0]


def is_chatter(line: str) -> bool:
    """Tells whether a line is no answer."""
    return word_of(line) in CHATTER


async def answer(conversation: Conversation, seconds: float) -> str:
    """Returns the next line that is an answer."""
    end = time.monotonic() + seconds
    while is_chatter(line := await conversation.line(end - time.monotonic())):
        pass
    return line


async def expect(
    exam: Examination, conversation: Conversation, expected: str, seconds: float | None = None
) -> str:
    """Returns the next answer; raises unless it starts with those words."""
    question = conversation.last_sent
    line = await answer(conversation, seconds or exam.bounds.answer)
    if line.split()[: len(expected.split())] != expected.split():
        sent, came = quoted(question, SHOWN), quoted(line, SHOWN)
        raise Failed(say("doctor.expected", line=sent, answer=came, expected=expected))
    return line


async def introduce(exam: Examination, conversation: Conversation) -> list[str]:
    """Returns the program's introduction; afterwards it knows the game."""
    conversation.send("ugi")
    end, lines = time.monotonic() + exam.bounds.start, list[str]()
    while (line := await conversation.line(end - time.monotonic())).strip() != "ugiok":
        lines.append(line)
    if any(line.split()[:3] == ["option", "name", "game"] for line in lines):
        conversation.send(f"setoption name game value {format_game(exam.game)}")
    conversation.is_greeted = True
    return lines


async def begin(
    exam: Examination, moves: list[Move] | None = None, *, fresh: bool = False
) -> Conversation:
    """Returns a conversation at the position after the moves."""
    conversation = await exam.conversation(fresh=fresh)
    if not conversation.is_greeted:
        await introduce(exam, conversation)
    conversation.send(position(exam.game, moves or []))
    return conversation


def position(game: Game, moves: list[Move], start: State | None = None) -> str:
    """Returns the line that sets a position and the moves played from it."""
    where = "startpos" if start is None else f"fen {game.format_position(start)}"
    words = [written(game, move) for move in moves]
    return " ".join(["position", where, *(["moves", *words] if words else [])])


def written(game: Game, move: Move) -> str:
    """Returns a move as one word, because the protocol splits at spaces."""
    letter, *cells = game.format_move(move).split(" ")
    return f"{letter}:{','.join(cells)}" if cells else letter


async def go(
    exam: Examination,
    conversation: Conversation,
    state: State,
    limit: str = "depth 1",
    seconds: float | None = None,
) -> Move | None:
    """Returns the program's move in answer to `go`; None if it resigns."""
    conversation.send(f"go {limit}")
    return await best_move(exam, conversation, state, seconds)


async def best_move(
    exam: Examination, conversation: Conversation, state: State, seconds: float | None = None
) -> Move | None:
    """Returns the program's move; None if it resigns."""
    patience = (seconds or exam.bounds.move) + exam.bounds.patience
    line = await expect(exam, conversation, "bestmove", patience)
    if "once" in exam.failed:  # the next line may repeat this one
        await conversation.listen(exam.bounds.quiet)
    word = (line.split()[1:] or [""])[0]
    if word == "resign":
        return None
    return read_move(state, word.replace(":", " ").replace(",", " "), line)


async def go_on(
    exam: Examination, conversation: Conversation, moves: list[Move], limit: str = "depth 1"
) -> list[Move]:
    """Returns the moves with the program's next one; a resignation is a failure here."""
    move = await go(exam, conversation, after(exam.game.start, moves), limit)
    if move is None:
        raise Failed(say("doctor.resigned"))
    return [*moves, move]
