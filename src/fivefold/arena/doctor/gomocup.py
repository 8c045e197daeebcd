"""The checks of the Gomocup protocol."""

from __future__ import annotations

import re

from fivefold.arena.doctor.conversation import Advice, Conversation
from fivefold.arena.doctor.examination import Examination, Rule
from fivefold.arena.doctor.gomocup_conversation import (
    Stones,
    answer,
    begin,
    expect,
    is_chatter,
    move,
    nearly_full,
    not_expected,
    placed,
    scattered,
    settings,
    tell,
    turn,
    word_of,
)
from fivefold.arena.doctor.gomocup_play import (
    blocks_four,
    completes_five,
    hears_at_once,
    heeds_colours,
    keeps_match_time,
    keeps_turn_time,
    plays_a_game,
    plays_at_once,
)
from fivefold.arena.doctor.shared_checks import input_ends, told_to_end, unasked
from fivefold.core import Game
from fivefold.words import say

ABOUT = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
LONG = 30.0
"""A time limit that is never used up, because something else ends the search."""


async def starts(exam: Examination) -> None:
    await begin(exam)


async def plays_20(exam: Examination) -> None:
    conversation = await exam.conversation(fresh=True)
    conversation.send("START 20")
    await expect(conversation, "OK", exam.bounds.start)
    await _opens(exam, conversation, Stones(20))
    await exam.drop()


async def _opens(exam: Examination, conversation: Conversation, stones: Stones) -> None:
    """Requires a first move on a board that the program has accepted."""
    await tell(exam, conversation, *settings(exam.game, exam.bounds.move))
    conversation.send("BEGIN")
    await move(exam, conversation, stones)


async def restarts(exam: Examination) -> None:
    """A second game starts on an empty board: every point of the first is free again."""
    conversation = await begin(exam, fresh=True)
    stones = Stones(exam.game.rows)
    conversation.send("BEGIN")
    first = await move(exam, conversation, stones)
    turn(conversation, stones, stones.free()[0])
    second = await move(exam, conversation, stones)
    conversation.send("RESTART")
    if word_of(line := await answer(conversation, exam.bounds.answer)) == "UNKNOWN":
        raise Advice(say("doctor.not_known", command="RESTART"))
    if word_of(line) != "OK":
        raise not_expected("RESTART", line, "OK")
    again = Stones(exam.game.rows)
    for point in (first, second, stones.theirs[0]):
        if point not in again.taken():
            turn(conversation, again, point)
            await move(exam, conversation, again)
    exam.can_start_over = True


async def begins(exam: Examination) -> None:
    conversation = await begin(exam)
    conversation.send("BEGIN")
    await move(exam, conversation, Stones(exam.game.rows))


async def takes_turns(exam: Examination) -> None:
    conversation, stones = await begin(exam), Stones(exam.game.rows)
    corner = exam.game.rows - 1
    for point in ((0, 0), (corner, 0), (0, corner), (1, corner), (corner, corner)):
        if point not in stones.taken():
            turn(conversation, stones, point)
            await move(exam, conversation, stones)


async def sets_up(exam: Examination) -> None:
    """Boards with either side to move; on the last, only the previous one's points are free."""
    conversation = await begin(exam)
    full, few = nearly_full(exam.game.rows)
    for stones in (scattered(exam.game.rows, 4, 4), few, full):
        conversation.send(*stones.board())
        await move(exam, conversation, stones)


async def ignores_unknown_info(exam: Examination) -> None:
    """Whatever INFO says, the next line answers the next question."""
    conversation = await begin(exam)
    conversation.send(
        "INFO evaluate 3,3",
        "INFO folder /tmp",
        "INFO no_such_key 12",
        "INFO no_such_key_without_value",
        "BEGIN",
    )
    line = await answer(conversation, exam.bounds.move + exam.bounds.patience)
    if word_of(line) in ("OK", "ERROR", "UNKNOWN"):
        raise not_expected("INFO", line, str(say("doctor.nothing")))
    placed(line, Stones(exam.game.rows))


async def answers_unknown(exam: Examination) -> None:
    conversation = await begin(exam)
    conversation.send("XYZZY 1 2 3")
    await expect(conversation, "UNKNOWN", exam.bounds.answer)
    conversation.send("BEGIN")
    await move(exam, conversation, Stones(exam.game.rows))


async def reads_any_line_end(exam: Examination) -> None:
    conversation = await exam.conversation(fresh=True)
    conversation.send("", "\r", f"START {exam.game.rows}\r")
    await expect(conversation, "OK", exam.bounds.start)
    await tell(exam, conversation, "", "INFO timeout_turn 1000\r", "\r")
    conversation.send("BEGIN\r")
    stones = Stones(exam.game.rows)
    await move(exam, conversation, stones)
    x, y = stones.free()[0]
    stones.theirs.append((x, y))
    conversation.send(f"TURN {x},{y}\r")
    await move(exam, conversation, stones)
    await exam.drop()


async def tells_about_itself(exam: Examination) -> None:
    conversation = await begin(exam)
    conversation.send("ABOUT")
    line = await answer(conversation, exam.bounds.answer)
    fields = {key.lower(): value for key, value in ABOUT.findall(line)}
    if not fields.get("name", "").strip():
        raise not_expected("ABOUT", line, 'name="…", version="…", author="…", country="…"')
    if missing := [key for key in ("version", "author", "country") if key not in fields]:
        raise Advice(say("doctor.about_lacks", missing=missing))


async def refuses_sizes(exam: Examination) -> None:
    """An unsupported board size is refused with ERROR; an accepted one must be playable."""
    for size in (3, 100):
        conversation = await exam.conversation(fresh=True)
        conversation.send(f"START {size}")
        line = await answer(conversation, exam.bounds.start)
        if word_of(line) == "OK":
            await _opens(exam, conversation, Stones(size))
        elif word_of(line) != "ERROR":
            raise not_expected(f"START {size}", line, "ERROR")
        else:
            conversation.send(f"START {exam.game.rows}")
            await expect(conversation, "OK", exam.bounds.answer)
    await exam.drop()


async def refuses_moves(exam: Examination) -> None:
    """A stone on a stone or off the board is a known but impossible move: ERROR."""
    for x, y in ((exam.game.rows, 0), (-1, 2)):
        conversation = await begin(exam)
        conversation.send(f"TURN {x},{y}")
        await expect(conversation, "ERROR", exam.bounds.move + exam.bounds.patience)
    conversation, stones = await begin(exam), Stones(exam.game.rows)
    turn(conversation, stones, (0, 0))
    await move(exam, conversation, stones)
    conversation.send("TURN 0,0")
    await expect(conversation, "ERROR", exam.bounds.move + exam.bounds.patience)


async def plays_rectangles(exam: Examination) -> None:
    conversation = await exam.conversation(fresh=True)
    conversation.send("RECTSTART 12,15")
    line = await answer(conversation, exam.bounds.start)
    if word_of(line) == "OK":
        await _opens(exam, conversation, Stones(12, 15))
    elif word_of(line) not in ("ERROR", "UNKNOWN"):
        raise not_expected("RECTSTART 12,15", line, "OK, ERROR, UNKNOWN")
    await exam.drop()


async def takes_back(exam: Examination) -> None:
    """Points of stones that were taken back are free again."""
    conversation, stones = await begin(exam), Stones(exam.game.rows)
    conversation.send("BEGIN")
    await move(exam, conversation, stones)
    turn(conversation, stones, stones.free()[0])
    await move(exam, conversation, stones)
    for point in (stones.mine.pop(), stones.theirs.pop()):
        conversation.send(f"TAKEBACK {point[0]},{point[1]}")
        if word_of(line := await answer(conversation, exam.bounds.answer)) == "UNKNOWN":
            raise Advice(say("doctor.not_known", command="TAKEBACK"))
        if word_of(line) != "OK":
            raise not_expected(conversation.last_sent, line, "OK")
        last = point
    turn(conversation, stones, last)
    await move(exam, conversation, stones)


async def answers_once(exam: Examination) -> None:
    conversation, stones = await begin(exam), Stones(exam.game.rows)
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)
    conversation.send("BEGIN")
    await move(exam, conversation, stones)
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)
    turn(conversation, stones, stones.free()[0])
    await move(exam, conversation, stones)
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)


async def ends(exam: Examination) -> None:
    conversation, stones = await begin(exam), Stones(exam.game.rows)
    conversation.send("BEGIN")
    await move(exam, conversation, stones)
    await told_to_end(exam, conversation, "END", lambda line: False)


async def ends_while_thinking(exam: Examination) -> None:
    conversation: Conversation = await begin(exam)
    quiet = scattered(exam.game.rows, 3, 3, 6)
    conversation.send(f"INFO timeout_turn {round(LONG * 1000)}", *quiet.board(in_order=True))
    await told_to_end(exam, conversation, "END", lambda line: True)


async def ends_with_input(exam: Examination) -> None:
    await input_ends(exam, await begin(exam))


RULES = tuple(
    Rule(name, check, "recommended" if is_optional else "mandatory", group)
    for name, check, is_optional, group in (
        ("start", starts, False, "gomocup"),
        ("info", ignores_unknown_info, False, "gomocup"),
        ("once", answers_once, False, "any"),
        ("at_once", hears_at_once, False, "gomocup"),
        ("start_20", plays_20, False, "gomocup"),
        ("restart", restarts, False, "gomocup"),
        ("begin", begins, False, "gomocup"),
        ("turn", takes_turns, False, "gomocup"),
        ("board", sets_up, False, "gomocup"),
        ("board_order", heeds_colours, False, "gomocup"),
        ("unknown", answers_unknown, False, "gomocup"),
        ("line_ends", reads_any_line_end, False, "any"),
        ("about", tells_about_itself, False, "gomocup"),
        ("bad_size", refuses_sizes, False, "gomocup"),
        ("bad_move", refuses_moves, True, "gomocup"),
        ("rectangle", plays_rectangles, False, "gomocup"),
        ("takeback", takes_back, False, "gomocup"),
        ("turn_time", keeps_turn_time, False, "gomocup"),
        ("match_time", keeps_match_time, False, "gomocup"),
        ("no_time", plays_at_once, True, "gomocup"),
        ("five", completes_five, True, "gomocup"),
        ("four", blocks_four, True, "gomocup"),
        ("game", plays_a_game, False, "any"),
        ("end", ends, False, "gomocup"),
        ("end_thinking", ends_while_thinking, True, "gomocup"),
        ("end_of_input", ends_with_input, False, "any"),
    )
)


def rules_for(game: Game) -> tuple[Rule, ...]:
    """Returns the checks, in order."""
    return RULES
