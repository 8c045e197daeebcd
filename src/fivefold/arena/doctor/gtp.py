"""What GTP, version 2, asks of a program, point by point."""

from __future__ import annotations

import random
import time

from fivefold.arena.doctor.bench import Bench, Rule
from fivefold.arena.doctor.gtp_talk import (
    COLOURS,
    begin,
    generate,
    not_expected,
    obeyed,
    play,
    refused,
    respond,
    response,
    start_over,
    written,
)
from fivefold.arena.doctor.manners import GAME_SECONDS, in_time, input_ends, unasked
from fivefold.arena.doctor.positions import after, line_to_pass, some_moves
from fivefold.arena.doctor.talk import SHOWN, Advice, Failed, Talk
from fivefold.core import Game, Move, Player, State
from fivefold.words import quoted, say

REQUIRED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
)
MOST_PLIES = 120
LIVELY = 8
"""Moves after which there is something to think about."""


async def starts(bench: Bench) -> None:
    talk = await bench.talk()
    answer = await respond(bench, talk, "protocol_version", bench.bounds.start)
    if not answer.worked or answer.text != "2":
        raise not_expected("protocol_version", answer, "= 2")


async def clears_board(bench: Bench) -> None:
    """What was played before the board was cleared can be played again."""
    moves = some_moves(bench.game, 3)
    talk = await begin(bench, moves, fresh=True)
    await generate(bench, talk, after(bench.game.start, moves))
    await start_over(bench, talk, moves)
    bench.can_start_over = True


async def names_itself(bench: Bench) -> None:
    talk = await begin(bench)
    if not await obeyed(bench, talk, "name"):
        raise Failed(say("doctor.empty", line=quoted("name")))
    await obeyed(bench, talk, "version")


async def repeats_numbers(bench: Bench) -> None:
    talk = await begin(bench)
    for command, number in (("42 name", "42"), ("7 xyzzy", "7"), ("0 komi 0", "0"), ("name", "")):
        answer = await respond(bench, talk, command)
        if answer.number != number:
            sign = "?" if "xyzzy" in command else "="
            raise not_expected(command, answer, f"{sign}{number}")


async def frames_responses(bench: Bench) -> None:
    """A sign, the text, one empty line; nothing before and nothing behind."""
    talk = await begin(bench)
    unasked(await talk.listen(bench.bounds.quiet), lambda line: False)
    for command in ("name", "xyzzy", f"genmove {COLOURS[Player.FIRST]}"):
        talk.send(command)
        first = await talk.line(bench.bounds.move + bench.bounds.patience)
        if not first.startswith(("=", "?")) or first[1:2].strip():
            raise Failed(say("doctor.not_like", answer=quoted(first, SHOWN), example="= text"))
        if await talk.line(bench.bounds.answer):
            raise Failed(say("doctor.no_empty_line", line=quoted(command)))
        unasked(await talk.listen(bench.bounds.quiet), lambda line: False)


async def lists_commands(bench: Bench) -> None:
    talk = await begin(bench)
    known = (await obeyed(bench, talk, "list_commands")).split()
    if missing := [command for command in REQUIRED if command not in known]:
        raise Failed(say("doctor.gtp_lacks", missing=missing))


async def knows_what_it_knows(bench: Bench) -> None:
    talk = await begin(bench)
    for command, expected in (("genmove", "true"), ("xyzzy", "false"), ("quit", "true")):
        question = f"known_command {command}"
        answer = await respond(bench, talk, question)
        if not answer.worked or answer.text != expected:
            raise not_expected(question, answer, f"= {expected}")


async def refuses_unknown(bench: Bench) -> None:
    talk = await begin(bench)
    text = await refused(bench, talk, "xyzzy 1 2 3")
    await generate(bench, talk, bench.game.start)
    if text != "unknown command":
        raise Advice(say("doctor.other_words", answer=quoted(text), usual="? unknown command"))


async def refuses_sizes(bench: Bench) -> None:
    talk = await begin(bench, fresh=True)
    for size in ("99", "0", "none"):
        await refused(bench, talk, f"boardsize {size}")
    await obeyed(bench, talk, f"boardsize {bench.game.rows}")
    await bench.drop()


async def takes_komi(bench: Bench) -> None:
    talk = await begin(bench)
    await obeyed(bench, talk, "komi 6.5")
    await generate(bench, talk, bench.game.start)


async def plays_moves(bench: Bench) -> None:
    """Colours and points in every spelling the protocol allows."""
    game, moves = bench.game, some_moves(bench.game, 4)
    talk, state = await begin(bench), bench.game.start
    spellings = ("b", "W", "BLACK", "white")
    for move, colour, write in zip(moves, spellings, (str.upper, str.lower) * 2, strict=True):
        await obeyed(bench, talk, f"play {colour} {write(written(game, move))}")
        state = state.play(move)
    await generate(bench, talk, state)


async def refuses_moves(bench: Bench) -> None:
    """An illegal move is refused and changes nothing."""
    moves = some_moves(bench.game, 3)
    talk, state = await begin(bench, moves), after(bench.game.start, moves)
    text = await refused(
        bench, talk, f"play {COLOURS[state.to_move]} {written(bench.game, moves[-1])}"
    )
    await play(bench, talk, state, state.legal_moves()[0])
    if text != "illegal move":
        raise Advice(say("doctor.other_words", answer=quoted(text), usual="? illegal move"))


async def refuses_nonsense(bench: Bench) -> None:
    talk = await begin(bench)
    for command in ("play b zz99", "play purple d4", "play", "genmove", "genmove purple"):
        await refused(bench, talk, command)
    await generate(bench, talk, bench.game.start)


async def plays_its_move(bench: Bench) -> None:
    """A generated move is on the board: nobody can play there, and the other side goes on."""
    talk, state = await begin(bench), bench.game.start
    move = await _move(bench, talk, state)
    state = state.play(move)
    await refused(bench, talk, f"play {COLOURS[state.to_move]} {written(bench.game, move)}")
    second = await _move(bench, talk, state)
    await play(bench, talk, state.play(second), state.play(second).legal_moves()[0])


async def _move(bench: Bench, talk: Talk, state: State) -> Move:
    move = await generate(bench, talk, state)
    if move is None:
        raise Failed(say("doctor.resigned"))
    return move


async def passes(bench: Bench) -> None:
    game, moves = bench.game, list(line_to_pass(bench.game))
    talk, state = await begin(bench, moves), after(bench.game.start, moves)
    await _move(bench, talk, state)
    await _move(bench, talk, state.play(game.pass_move or -1))
    talk = await begin(bench, moves)
    await play(bench, talk, state, game.pass_move or -1)


async def undoes(bench: Bench) -> None:
    """What was undone can be played again; at the beginning there is nothing to undo."""
    talk, moves = await begin(bench, some_moves(bench.game, 3)), some_moves(bench.game, 3)
    if await obeyed(bench, talk, "known_command undo") != "true":
        raise Advice(say("doctor.not_known", command="undo"))
    for count in (2, 1, 0):
        await obeyed(bench, talk, "undo")
        state = after(bench.game.start, moves[:count])
        await play(bench, talk, state, moves[count])
        await obeyed(bench, talk, "undo")
    await refused(bench, talk, "undo")
    await play(bench, talk, bench.game.start, moves[0])


async def reads_loosely(bench: Bench) -> None:
    """Comments, tabs, control characters and empty lines are no part of a command."""
    talk = await begin(bench)
    talk.send("", "# a remark", "   ", "\t name  # another", "11\tname\r", "na\x01me", "12 name#x")
    for number in ("", "11", "", "12"):
        answer = await response(bench, talk, bench.bounds.answer)
        if not answer.worked or answer.number != number:
            raise not_expected(f"{number} name".strip(), answer, f"={number}")
    unasked(await talk.listen(bench.bounds.quiet), lambda line: False)


async def keeps_time(bench: Bench) -> None:
    """So many seconds for each move."""
    seconds = max(1, round(bench.bounds.move))
    talk = await begin(bench)
    if await obeyed(bench, talk, "known_command time_settings") != "true":
        raise Advice(say("doctor.not_known", command="time_settings"))
    moves = some_moves(bench.game, LIVELY)

    async def ask() -> float:
        talk = await begin(bench, moves)
        await obeyed(bench, talk, f"time_settings 0 {seconds} 1")
        await generate(bench, talk, after(bench.game.start, moves), seconds)
        return talk.waited

    await in_time(bench.bounds, seconds, ask)


async def plays_a_game(bench: Bench) -> None:
    """A game as either side; an early resignation is a pity, not a fault."""
    for side in Player:
        talk, state, chance = await begin(bench), bench.game.start, random.Random(side.value)
        end = time.monotonic() + GAME_SECONDS
        for _ in range(MOST_PLIES):
            if state.outcome or time.monotonic() > end:
                break
            if state.to_move is side:
                answer = await generate(bench, talk, state)
                if answer is None:
                    break
                move = answer
            else:
                move = chance.choice(state.legal_moves())
                await play(bench, talk, state, move)
            state = state.play(move)


async def quits(bench: Bench) -> None:
    talk = await begin(bench)
    await generate(bench, talk, bench.game.start)
    answer = await respond(bench, talk, "quit")
    if not answer.worked:
        raise not_expected("quit", answer, "=")
    unasked(await talk.ends(bench.bounds.exit), lambda line: not line.strip())
    await bench.drop()


async def ends_with_input(bench: Bench) -> None:
    await input_ends(bench, await begin(bench))


def rules_for(game: Game) -> tuple[Rule, ...]:
    """Returns what is tried, in order; only some games have passes."""
    return tuple(rule for rule in RULES if rule.name != "pass" or line_to_pass(game))


RULES = (
    Rule("start", starts, group="gtp"),
    Rule("framing", frames_responses, group="gtp"),
    Rule("clear_board", clears_board, group="gtp"),
    Rule("names", names_itself, group="gtp"),
    Rule("numbers", repeats_numbers, group="gtp"),
    Rule("list_commands", lists_commands, group="gtp"),
    Rule("known_command", knows_what_it_knows, group="gtp"),
    Rule("unknown", refuses_unknown, group="gtp"),
    Rule("boardsize", refuses_sizes, group="gtp"),
    Rule("komi", takes_komi, group="gtp"),
    Rule("play", plays_moves, group="gtp"),
    Rule("illegal", refuses_moves, group="gtp"),
    Rule("nonsense", refuses_nonsense, group="gtp"),
    Rule("genmove", plays_its_move, group="gtp"),
    Rule("pass", passes, group="gtp"),
    Rule("undo", undoes, "recommended", group="gtp"),
    Rule("loose", reads_loosely, group="gtp"),
    Rule("time", keeps_time, "recommended", group="gtp"),
    Rule("game", plays_a_game),
    Rule("quit", quits, group="gtp"),
    Rule("end_of_input", ends_with_input),
)
