"""The asking half of a UGI conversation, as raw lines."""

from __future__ import annotations

import time

from fivefold.arena.doctor.bench import Bench
from fivefold.arena.doctor.positions import after, read_move
from fivefold.arena.doctor.talk import SHOWN, Failed, Talk
from fivefold.core import Game, Move, State
from fivefold.names import format_game
from fivefold.words import quoted, say

CHATTER = ("info", "")


def word_of(line: str) -> str:
    """Returns the first word of a line."""
    return (line.split() or [""])[0]


def is_chatter(line: str) -> bool:
    """Tells whether a line answers nothing."""
    return word_of(line) in CHATTER


async def answer(talk: Talk, seconds: float) -> str:
    """Returns the next line that is an answer."""
    end = time.monotonic() + seconds
    while is_chatter(line := await talk.line(end - time.monotonic())):
        pass
    return line


async def expect(bench: Bench, talk: Talk, expected: str, seconds: float | None = None) -> str:
    """Returns the next answer, which has to begin with those words."""
    question = talk.last_sent
    line = await answer(talk, seconds or bench.bounds.answer)
    if line.split()[: len(expected.split())] != expected.split():
        sent, came = quoted(question, SHOWN), quoted(line, SHOWN)
        raise Failed(say("doctor.expected", line=sent, answer=came, expected=expected))
    return line


async def introduce(bench: Bench, talk: Talk) -> list[str]:
    """Returns what the program says about itself; afterwards it knows the game."""
    talk.send("ugi")
    end, lines = time.monotonic() + bench.bounds.start, list[str]()
    while (line := await talk.line(end - time.monotonic())).strip() != "ugiok":
        lines.append(line)
    if any(line.split()[:3] == ["option", "name", "game"] for line in lines):
        talk.send(f"setoption name game value {format_game(bench.game)}")
    talk.is_greeted = True
    return lines


async def begin(bench: Bench, moves: list[Move] | None = None, *, fresh: bool = False) -> Talk:
    """Returns a conversation at the position after the moves."""
    talk = await bench.talk(fresh=fresh)
    if not talk.is_greeted:
        await introduce(bench, talk)
    talk.send(position(bench.game, moves or []))
    return talk


def position(game: Game, moves: list[Move], start: State | None = None) -> str:
    """Returns the line that tells a position and the moves played from there."""
    where = "startpos" if start is None else f"fen {game.format_position(start)}"
    words = [written(game, move) for move in moves]
    return " ".join(["position", where, *(["moves", *words] if words else [])])


def written(game: Game, move: Move) -> str:
    """Returns a move as one word, as the protocol divides words by spaces."""
    letter, *cells = game.format_move(move).split(" ")
    return f"{letter}:{','.join(cells)}" if cells else letter


async def go(
    bench: Bench, talk: Talk, state: State, limit: str = "depth 1", seconds: float | None = None
) -> Move | None:
    """Returns the move a program answers to `go`; None when it resigns."""
    talk.send(f"go {limit}")
    return await best_move(bench, talk, state, seconds)


async def best_move(
    bench: Bench, talk: Talk, state: State, seconds: float | None = None
) -> Move | None:
    """Returns the move the program answers; None when it resigns."""
    patience = (seconds or bench.bounds.move) + bench.bounds.patience
    line = await expect(bench, talk, "bestmove", patience)
    if "once" in bench.failed:  # what comes next may be the same again
        await talk.listen(bench.bounds.quiet)
    word = (line.split()[1:] or [""])[0]
    if word == "resign":
        return None
    return read_move(state, word.replace(":", " ").replace(",", " "), line)


async def go_on(bench: Bench, talk: Talk, moves: list[Move], limit: str = "depth 1") -> list[Move]:
    """Returns the moves with the program's next one; a resignation here is a failure."""
    move = await go(bench, talk, after(bench.game.start, moves), limit)
    if move is None:
        raise Failed(say("doctor.resigned"))
    return [*moves, move]
