"""What the Gomocup protocol asks of a program, point by point."""

from __future__ import annotations

import re

from fivefold.arena.doctor.bench import Bench, Rule
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
from fivefold.arena.doctor.gomocup_talk import (
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
from fivefold.arena.doctor.manners import input_ends, told_to_end, unasked
from fivefold.arena.doctor.talk import Advice, Talk
from fivefold.core import Game
from fivefold.words import say

ABOUT = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
LONG = 30.0
"""Seconds nobody waits for: there is something else to end the thinking."""


async def starts(bench: Bench) -> None:
    await begin(bench)


async def plays_20(bench: Bench) -> None:
    talk = await bench.talk(fresh=True)
    talk.send("START 20")
    await expect(talk, "OK", bench.bounds.start)
    await _opens(bench, talk, Stones(20))
    await bench.drop()


async def _opens(bench: Bench, talk: Talk, stones: Stones) -> None:
    """Has it play the first move on a board that it has accepted."""
    await tell(bench, talk, *settings(bench.game, bench.bounds.move))
    talk.send("BEGIN")
    await move(bench, talk, stones)


async def restarts(bench: Bench) -> None:
    """A second game may use every point of the first; the board of it is empty."""
    talk = await begin(bench, fresh=True)
    stones = Stones(bench.game.rows)
    talk.send("BEGIN")
    first = await move(bench, talk, stones)
    turn(talk, stones, stones.free()[0])
    second = await move(bench, talk, stones)
    talk.send("RESTART")
    if word_of(line := await answer(talk, bench.bounds.answer)) == "UNKNOWN":
        raise Advice(say("doctor.not_known", command="RESTART"))
    if word_of(line) != "OK":
        raise not_expected("RESTART", line, "OK")
    again = Stones(bench.game.rows)
    for point in (first, second, stones.theirs[0]):
        if point not in again.taken():
            turn(talk, again, point)
            await move(bench, talk, again)
    bench.can_start_over = True


async def begins(bench: Bench) -> None:
    talk = await begin(bench)
    talk.send("BEGIN")
    await move(bench, talk, Stones(bench.game.rows))


async def takes_turns(bench: Bench) -> None:
    talk, stones = await begin(bench), Stones(bench.game.rows)
    corner = bench.game.rows - 1
    for point in ((0, 0), (corner, 0), (0, corner), (1, corner), (corner, corner)):
        if point not in stones.taken():
            turn(talk, stones, point)
            await move(bench, talk, stones)


async def sets_up(bench: Bench) -> None:
    """Boards of either colour's turn; on the last only the points of the one before are free."""
    talk = await begin(bench)
    full, few = nearly_full(bench.game.rows)
    for stones in (scattered(bench.game.rows, 4, 4), few, full):
        talk.send(*stones.board())
        await move(bench, talk, stones)


async def ignores_unknown_info(bench: Bench) -> None:
    """Whatever INFO says, the next line answers the next question."""
    talk = await begin(bench)
    talk.send(
        "INFO evaluate 3,3",
        "INFO folder /tmp",
        "INFO no_such_key 12",
        "INFO no_such_key_without_value",
        "BEGIN",
    )
    line = await answer(talk, bench.bounds.move + bench.bounds.patience)
    if word_of(line) in ("OK", "ERROR", "UNKNOWN"):
        raise not_expected("INFO", line, str(say("doctor.nothing")))
    placed(line, Stones(bench.game.rows))


async def answers_unknown(bench: Bench) -> None:
    talk = await begin(bench)
    talk.send("XYZZY 1 2 3")
    await expect(talk, "UNKNOWN", bench.bounds.answer)
    talk.send("BEGIN")
    await move(bench, talk, Stones(bench.game.rows))


async def reads_any_line_end(bench: Bench) -> None:
    talk = await bench.talk(fresh=True)
    talk.send("", "\r", f"START {bench.game.rows}\r")
    await expect(talk, "OK", bench.bounds.start)
    await tell(bench, talk, "", "INFO timeout_turn 1000\r", "\r")
    talk.send("BEGIN\r")
    stones = Stones(bench.game.rows)
    await move(bench, talk, stones)
    x, y = stones.free()[0]
    stones.theirs.append((x, y))
    talk.send(f"TURN {x},{y}\r")
    await move(bench, talk, stones)
    await bench.drop()


async def tells_about_itself(bench: Bench) -> None:
    talk = await begin(bench)
    talk.send("ABOUT")
    line = await answer(talk, bench.bounds.answer)
    fields = {key.lower(): value for key, value in ABOUT.findall(line)}
    if not fields.get("name", "").strip():
        raise not_expected("ABOUT", line, 'name="…", version="…", author="…", country="…"')
    if missing := [key for key in ("version", "author", "country") if key not in fields]:
        raise Advice(say("doctor.about_lacks", missing=missing))


async def refuses_sizes(bench: Bench) -> None:
    """A board it cannot play on is refused with ERROR; one that it accepts, it has to play on."""
    for size in (3, 100):
        talk = await bench.talk(fresh=True)
        talk.send(f"START {size}")
        line = await answer(talk, bench.bounds.start)
        if word_of(line) == "OK":
            await _opens(bench, talk, Stones(size))
        elif word_of(line) != "ERROR":
            raise not_expected(f"START {size}", line, "ERROR")
        else:
            talk.send(f"START {bench.game.rows}")
            await expect(talk, "OK", bench.bounds.answer)
    await bench.drop()


async def refuses_moves(bench: Bench) -> None:
    """A stone on a stone or beside the board is known, but impossible: ERROR."""
    for x, y in ((bench.game.rows, 0), (-1, 2)):
        talk = await begin(bench)
        talk.send(f"TURN {x},{y}")
        await expect(talk, "ERROR", bench.bounds.move + bench.bounds.patience)
    talk, stones = await begin(bench), Stones(bench.game.rows)
    turn(talk, stones, (0, 0))
    await move(bench, talk, stones)
    talk.send("TURN 0,0")
    await expect(talk, "ERROR", bench.bounds.move + bench.bounds.patience)


async def plays_rectangles(bench: Bench) -> None:
    talk = await bench.talk(fresh=True)
    talk.send("RECTSTART 12,15")
    line = await answer(talk, bench.bounds.start)
    if word_of(line) == "OK":
        await _opens(bench, talk, Stones(12, 15))
    elif word_of(line) not in ("ERROR", "UNKNOWN"):
        raise not_expected("RECTSTART 12,15", line, "OK, ERROR, UNKNOWN")
    await bench.drop()


async def takes_back(bench: Bench) -> None:
    """After two stones were taken back their points can be used again."""
    talk, stones = await begin(bench), Stones(bench.game.rows)
    talk.send("BEGIN")
    await move(bench, talk, stones)
    turn(talk, stones, stones.free()[0])
    await move(bench, talk, stones)
    for point in (stones.mine.pop(), stones.theirs.pop()):
        talk.send(f"TAKEBACK {point[0]},{point[1]}")
        if word_of(line := await answer(talk, bench.bounds.answer)) == "UNKNOWN":
            raise Advice(say("doctor.not_known", command="TAKEBACK"))
        if word_of(line) != "OK":
            raise not_expected(talk.last_sent, line, "OK")
        last = point
    turn(talk, stones, last)
    await move(bench, talk, stones)


async def answers_once(bench: Bench) -> None:
    talk, stones = await begin(bench), Stones(bench.game.rows)
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)
    talk.send("BEGIN")
    await move(bench, talk, stones)
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)
    turn(talk, stones, stones.free()[0])
    await move(bench, talk, stones)
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)


async def ends(bench: Bench) -> None:
    talk, stones = await begin(bench), Stones(bench.game.rows)
    talk.send("BEGIN")
    await move(bench, talk, stones)
    await told_to_end(bench, talk, "END", lambda line: False)


async def ends_while_thinking(bench: Bench) -> None:
    talk: Talk = await begin(bench)
    quiet = scattered(bench.game.rows, 3, 3, 6)
    talk.send(f"INFO timeout_turn {round(LONG * 1000)}", *quiet.board(in_order=True))
    await told_to_end(bench, talk, "END", lambda line: True)


async def ends_with_input(bench: Bench) -> None:
    await input_ends(bench, await begin(bench))


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
    """Returns what is tried, in order."""
    return RULES
