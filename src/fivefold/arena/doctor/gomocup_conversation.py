"""The manager's side of a Gomocup conversation, as raw lines."""

from __future__ import annotations

import random
import re
import time

from fivefold.arena.doctor.conversation import SHOWN, Conversation, Failed
from fivefold.arena.doctor.examination import Examination
from fivefold.core import Game
from fivefold.words import quoted, say

Point = tuple[int, int]
"""Column and row, from 0."""

POINT = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*")
CHATTER = ("MESSAGE", "DEBUG")
OTHER_ANSWERS = ("OK", "ERROR", "UNKNOWN")
RULE_CODES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}
UNLIMITED = 2_147_483_647


def word_of(line: str) -> str:
    """Returns the first word of a line, in capitals."""
    return (line.split() or [""])[0].upper()


def is_chatter(line: str) -> bool:
    """Tells whether a line is no answer: a message, a comment or empty."""
    return word_of(line) in ("", *CHATTER)


async def answer(conversation: Conversation, seconds: float) -> str:
    """Returns the next line that is an answer."""
    end = time.monotonic() + seconds
    while is_chatter(line := await conversation.line(end - time.monotonic())):
        pass
    return line


async def expect(conversation: Conversation, word: str, seconds: float) -> str:
    """Returns the next answer; raises unless it starts with that word."""
    question, line = conversation.last_sent, await answer(conversation, seconds)
    if word_of(line) != word:
        raise not_expected(question, line, word)
    return line


def not_expected(question: str, line: str, expected: str) -> Failed:
    """Returns the failure for an unexpected answer."""
    sent, came = quoted(question, SHOWN), quoted(line, SHOWN)
    return Failed(say("doctor.expected", line=sent, answer=came, expected=expected))


def settings(game: Game, seconds: float) -> list[str]:
    """Returns the lines a manager sends before a game."""
    return [
        f"INFO timeout_turn {round(seconds * 1000)}",
        "INFO timeout_match 0",
        f"INFO time_left {UNLIMITED}",
        "INFO max_memory 0",
        "INFO game_type 1",
        f"INFO rule {RULE_CODES.get(game.rules, 0)}",
    ]


async def begin(
    exam: Examination, *, fresh: bool = False, seconds: float | None = None
) -> Conversation:
    """Returns a conversation at an empty board, with `seconds` per move."""
    conversation = await exam.conversation(fresh=fresh)
    if conversation.is_greeted:
        conversation.send("RESTART")
        await expect(conversation, "OK", exam.bounds.answer)
    else:
        conversation.send(f"START {exam.game.rows}")
        await expect(conversation, "OK", exam.bounds.start)
        conversation.is_greeted = True
    await tell(exam, conversation, *settings(exam.game, seconds or exam.bounds.move))
    return conversation


async def tell(exam: Examination, conversation: Conversation, *lines: str) -> None:
    """Sends lines that have no answer; waits only if the program was found to answer them."""
    conversation.send(*lines)
    if "info" in exam.failed:
        await conversation.listen(exam.bounds.quiet)


class Stones:
    """The stones on a board, and its size."""

    def __init__(self, width: int, height: int | None = None) -> None:
        self.width, self.height = width, height or width
        self.mine: list[Point] = []
        """The program's stones."""
        self.theirs: list[Point] = []

    def taken(self) -> set[Point]:
        return {*self.mine, *self.theirs}

    def free(self) -> list[Point]:
        """Returns the empty points, central ones first."""
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        taken, middle = self.taken(), (self.width // 2, self.height // 2)
        return sorted(
            (point for point in every if point not in taken),
            key=lambda point: max(abs(point[0] - middle[0]), abs(point[1] - middle[1])),
        )

    def board(self, *, in_order: bool = False) -> list[str]:
        """Returns the lines that set up the position, theirs first or in order of play."""
        mine = [f"{x},{y},1" for x, y in self.mine]
        theirs = [f"{x},{y},2" for x, y in self.theirs]
        if in_order:
            pairs = zip(mine, theirs, strict=True)
            return ["BOARD", *(line for pair in pairs for line in pair), "DONE"]
        return ["BOARD", *reversed(theirs), *reversed(mine), "DONE"]


def scattered(size: int, mine: int, theirs: int, seed: int = 1) -> Stones:
    """Returns random stones near the centre, none of them in the first row."""
    stones = Stones(size)
    cells = [(x, y) for x, y in stones.free() if y][: max(3 * (mine + theirs), 25)]
    points = random.Random(seed).sample(cells, mine + theirs)
    stones.mine, stones.theirs = points[:mine], points[mine:]
    return stones


def nearly_full(size: int) -> tuple[Stones, Stones]:
    """Returns a board with four or five free points and no five, and one with those points filled.

    X X O O X X O     Rows of pairs, every second row inverted: no line has more than two alike,
    O O X X O O X     and a free point completes no five.
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


async def move(
    exam: Examination, conversation: Conversation, stones: Stones, seconds: float | None = None
) -> Point:
    """Returns the program's move and puts it on the board."""
    patience = (seconds or exam.bounds.move) + exam.bounds.patience
    question, line = conversation.last_sent, await answer(conversation, patience)
    if word_of(line) == "SUGGEST":
        conversation.send(f"PLAY {line.split(maxsplit=1)[-1]}")
        line = await answer(conversation, exam.bounds.answer)
    if word_of(line) in OTHER_ANSWERS:
        raise not_expected(question, line, "x,y")
    if {"once", "at_once"} & exam.failed:  # it may repeat itself or miss a command
        await conversation.listen(exam.bounds.quiet)
    return placed(line, stones)


def placed(line: str, stones: Stones) -> Point:
    """Returns the point named by a line, after putting the program's stone there."""
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


def turn(conversation: Conversation, stones: Stones, point: Point) -> None:
    """Plays a move for the opponent."""
    stones.theirs.append(point)
    conversation.send(f"TURN {point[0]},{point[1]}")
