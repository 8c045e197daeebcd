"""The manager's half of a Gomocup conversation, as raw lines."""

from __future__ import annotations

import random
import re
import time

from fivefold.arena.doctor.bench import Bench
from fivefold.arena.doctor.talk import SHOWN, Failed, Talk
from fivefold.core import Game
from fivefold.words import quoted, say

Point = tuple[int, int]
"""Column and row from 0, as the protocol counts."""

POINT = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*")
CHATTER = ("MESSAGE", "DEBUG")
OTHER_ANSWERS = ("OK", "ERROR", "UNKNOWN")
RULE_CODES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}
UNLIMITED = 2_147_483_647


def word_of(line: str) -> str:
    """Returns the first word of a line, in capitals."""
    return (line.split() or [""])[0].upper()


def is_chatter(line: str) -> bool:
    """Tells whether a line answers nothing: a message, a remark, an empty line."""
    return word_of(line) in ("", *CHATTER)


async def answer(talk: Talk, seconds: float) -> str:
    """Returns the next line that is an answer."""
    end = time.monotonic() + seconds
    while is_chatter(line := await talk.line(end - time.monotonic())):
        pass
    return line


async def expect(talk: Talk, word: str, seconds: float) -> str:
    """Returns the next answer, which has to begin with that word."""
    question, line = talk.last_sent, await answer(talk, seconds)
    if word_of(line) != word:
        raise not_expected(question, line, word)
    return line


def not_expected(question: str, line: str, expected: str) -> Failed:
    """Returns the failure of a question that got another answer than it should."""
    sent, came = quoted(question, SHOWN), quoted(line, SHOWN)
    return Failed(say("doctor.expected", line=sent, answer=came, expected=expected))


def settings(game: Game, seconds: float) -> list[str]:
    """Returns what a manager tells before a game."""
    return [
        f"INFO timeout_turn {round(seconds * 1000)}",
        "INFO timeout_match 0",
        f"INFO time_left {UNLIMITED}",
        "INFO max_memory 0",
        "INFO game_type 1",
        f"INFO rule {RULE_CODES.get(game.rules, 0)}",
    ]


async def begin(bench: Bench, *, fresh: bool = False, seconds: float | None = None) -> Talk:
    """Returns a conversation at an empty board, with so many seconds for a move."""
    talk = await bench.talk(fresh=fresh)
    if talk.is_greeted:
        talk.send("RESTART")
        await expect(talk, "OK", bench.bounds.answer)
    else:
        talk.send(f"START {bench.game.rows}")
        await expect(talk, "OK", bench.bounds.start)
        talk.is_greeted = True
    await tell(bench, talk, *settings(bench.game, seconds or bench.bounds.move))
    return talk


async def tell(bench: Bench, talk: Talk, *lines: str) -> None:
    """Sends lines that have no answer; one is waited for only where it was found to come."""
    talk.send(*lines)
    if "info" in bench.failed:
        await talk.listen(bench.bounds.quiet)


class Stones:
    """Where stones lie, and how far the board goes."""

    def __init__(self, width: int, height: int | None = None) -> None:
        self.width, self.height = width, height or width
        self.mine: list[Point] = []
        """The program's."""
        self.theirs: list[Point] = []

    def taken(self) -> set[Point]:
        return {*self.mine, *self.theirs}

    def free(self) -> list[Point]:
        """Returns the empty points, those around the middle first."""
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        taken, middle = self.taken(), (self.width // 2, self.height // 2)
        return sorted(
            (point for point in every if point not in taken),
            key=lambda point: max(abs(point[0] - middle[0]), abs(point[1] - middle[1])),
        )

    def board(self, *, in_order: bool = False) -> list[str]:
        """Returns the lines that set the position up: theirs first, or as if it was played."""
        mine = [f"{x},{y},1" for x, y in self.mine]
        theirs = [f"{x},{y},2" for x, y in self.theirs]
        if in_order:
            pairs = zip(mine, theirs, strict=True)
            return ["BOARD", *(line for pair in pairs for line in pair), "DONE"]
        return ["BOARD", *reversed(theirs), *reversed(mine), "DONE"]


def scattered(size: int, mine: int, theirs: int, seed: int = 1) -> Stones:
    """Returns stones around the middle of a board, none of them in the row at its edge."""
    stones = Stones(size)
    cells = [(x, y) for x, y in stones.free() if y][: max(3 * (mine + theirs), 25)]
    points = random.Random(seed).sample(cells, mine + theirs)
    stones.mine, stones.theirs = points[:mine], points[mine:]
    return stones


def nearly_full(size: int) -> tuple[Stones, Stones]:
    """Returns a board with four or five free points and no five, and one with stones just there.

    X X O O X X O     Rows of two, and every second row turned round: no line has more than
    O O X X O O X     two alike, and a free point joins no five.
    """
    full, few = Stones(size), Stones(size)
    kinds: tuple[list[Point], list[Point]] = ([], [])
    for x, y in full.free():
        kinds[(x // 2 + y) % 2].append((x, y))
    rare, common = sorted(kinds, key=len)
    surplus = len(common) - len(rare)
    few.mine, full.mine = rare[:2], rare[2:]
    few.theirs, full.theirs = common[: 2 + surplus], common[2 + surplus :]
    return full, few


async def move(bench: Bench, talk: Talk, stones: Stones, seconds: float | None = None) -> Point:
    """Returns the program's move, which is put on the board."""
    patience = (seconds or bench.bounds.move) + bench.bounds.patience
    question, line = talk.last_sent, await answer(talk, patience)
    if word_of(line) == "SUGGEST":
        talk.send(f"PLAY {line.split(maxsplit=1)[-1]}")
        line = await answer(talk, bench.bounds.answer)
    if word_of(line) in OTHER_ANSWERS:
        raise not_expected(question, line, "x,y")
    if {"once", "at_once"} & bench.failed:  # it may say the same again, or be deaf for a moment
        await talk.listen(bench.bounds.quiet)
    return placed(line, stones)


def placed(line: str, stones: Stones) -> Point:
    """Returns the point a line names, put on the board as the program's stone."""
    found = POINT.fullmatch(line)
    if found is None:
        raise Failed(say("doctor.not_move", answer=quoted(line, SHOWN), example="7,7"))
    point = int(found[1]), int(found[2])
    if not (point[0] < stones.width and point[1] < stones.height):
        size = f"{stones.width}x{stones.height}"
        raise Failed(say("doctor.off_board", answer=quoted(line), size=size))
    if point in stones.taken():
        raise Failed(say("doctor.occupied", answer=quoted(line)))
    stones.mine.append(point)
    return point


def turn(talk: Talk, stones: Stones, point: Point) -> None:
    """Plays the other side's stone."""
    stones.theirs.append(point)
    talk.send(f"TURN {point[0]},{point[1]}")
