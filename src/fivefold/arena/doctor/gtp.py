"""The checks of GTP, version 2."""

from __future__ import annotations

import random
import time

from fivefold.arena.doctor.conversation import SHOWN, Advice, Conversation, Failed
from fivefold.arena.doctor.examination import Examination, Rule
from fivefold.arena.doctor.gtp_conversation import (
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
from fivefold.arena.doctor.positions import after, line_to_pass, some_moves
from fivefold.arena.doctor.shared_checks import GAME_SECONDS, in_time, input_ends, unasked
from fivefold.core import Game, Move, Player, State
from fivefold.words import quoted, say

REQUIRED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
)
MOST_PLIES = 120
LIVELY = 8
"""Plies after which a position needs thought."""


async def starts(exam: Examination) -> None:
    conversation = await exam.conversation()
    answer = await respond(exam, conversation, "protocol_version", exam.bounds.start)
    if not answer.worked or answer.text != "2":
        raise not_expected("protocol_version", answer, "= 2")


async def clears_board(exam: Examination) -> None:
    """After clear_board, earlier points can be played again."""
    moves = some_moves(exam.game, 3)
    conversation = await begin(exam, moves, fresh=True)
    await generate(exam, conversation, after(exam.game.start, moves))
    await start_over(exam, conversation, moves)
    exam.can_start_over = True


async def names_itself(exam: Examination) -> None:
    conversation = await begin(exam)
    if not await obeyed(exam, conversation, "name"):
        raise Failed(say("doctor.empty", line=quoted("name")))
    await obeyed(exam, conversation, "version")


async def repeats_numbers(exam: Examination) -> None:
    conversation = await begin(exam)
    for command, number in (("42 name", "42"), ("7 xyzzy", "7"), ("0 komi 0", "0"), ("name", "")):
        answer = await respond(exam, conversation, command)
        if answer.number != number:
            sign = "?" if "xyzzy" in command else "="
            raise not_expected(command, answer, f"{sign}{number}")


async def frames_responses(exam: Examination) -> None:
    """A sign, the text, one empty line; nothing before or after."""
    conversation = await begin(exam)
    unasked(await conversation.listen(exam.bounds.quiet), lambda line: False)
    for command in ("name", "xyzzy", f"genmove {COLOURS[Player.FIRST]}"):
        conversation.send(command)
        first = await conversation.line(exam.bounds.move + exam.bounds.patience)
        if not first.startswith(("=", "?")) or first[1:2].strip():
            raise Failed(say("doctor.not_like", answer=quoted(first, SHOWN), example="= text"))
        if await conversation.line(exam.bounds.answer):
            raise Failed(say("doctor.no_empty_line", line=quoted(command)))
        unasked(await conversation.listen(exam.bounds.quiet), lambda line: False)


async def lists_commands(exam: Examination) -> None:
    conversation = await begin(exam)
    known = (await obeyed(exam, conversation, "list_commands")).split()
    if missing := [command for command in REQUIRED if command not in known]:
        raise Failed(say("doctor.gtp_lacks", missing=missing))


async def knows_what_it_knows(exam: Examination) -> None:
    conversation = await begin(exam)
    for command, expected in (("genmove", "true"), ("xyzzy", "false"), ("quit", "true")):
        question = f"known_command {command}"
        answer = await respond(exam, conversation, question)
        if not answer.worked or answer.text != expected:
            raise not_expected(question, answer, f"= {expected}")


async def refuses_unknown(exam: Examination) -> None:
    conversation = await begin(exam)
    text = await refused(exam, conversation, "xyzzy 1 2 3")
    await generate(exam, conversation, exam.game.start)
    if text != "unknown command":
        raise Advice(say("doctor.other_words", answer=quoted(text), usual="? unknown command"))


async def refuses_sizes(exam: Examination) -> None:
    conversation = await begin(exam, fresh=True)
    for size in ("99", "0", "none"):
        await refused(exam, conversation, f"boardsize {size}")
    await obeyed(exam, conversation, f"boardsize {exam.game.rows}")
    await exam.drop()


async def takes_komi(exam: Examination) -> None:
    conversation = await begin(exam)
    await obeyed(exam, conversation, "komi 6.5")
    await generate(exam, conversation, exam.game.start)


async def plays_moves(exam: Examination) -> None:
    """Colours and points in every spelling that the protocol allows."""
    game, moves = exam.game, some_moves(exam.game, 4)
    conversation, state = await begin(exam), exam.game.start
    spellings = ("b", "W", "BLACK", "white")
    for move, colour, write in zip(moves, spellings, (str.upper, str.lower) * 2, strict=True):
        await obeyed(exam, conversation, f"play {colour} {write(written(game, move))}")
        state = state.play(move)
    await generate(exam, conversation, state)


async def refuses_moves(exam: Examination) -> None:
    """An illegal move is refused and changes nothing."""
    moves = some_moves(exam.game, 3)
    conversation, state = await begin(exam, moves), after(exam.game.start, moves)
    text = await refused(
        exam, conversation, f"play {COLOURS[state.to_move]} {written(exam.game, moves[-1])}"
    )
    await play(exam, conversation, state, state.legal_moves()[0])
    if text != "illegal move":
        raise Advice(say("doctor.other_words", answer=quoted(text), usual="? illegal move"))


async def refuses_nonsense(exam: Examination) -> None:
    conversation = await begin(exam)
    for command in ("play b zz99", "play purple d4", "play", "genmove", "genmove purple"):
        await refused(exam, conversation, command)
    await generate(exam, conversation, exam.game.start)


async def plays_its_move(exam: Examination) -> None:
    """A generated move is on the board: its point is taken, and the other side is to move."""
    conversation, state = await begin(exam), exam.game.start
    move = await _move(exam, conversation, state)
    state = state.play(move)
    await refused(exam, conversation, f"play {COLOURS[state.to_move]} {written(exam.game, move)}")
    second = await _move(exam, conversation, state)
    await play(exam, conversation, state.play(second), state.play(second).legal_moves()[0])


async def _move(exam: Examination, conversation: Conversation, state: State) -> Move:
    move = await generate(exam, conversation, state)
    if move is None:
        raise Failed(say("doctor.resigned"))
    return move


async def passes(exam: Examination) -> None:
    game, moves = exam.game, list(line_to_pass(exam.game))
    conversation, state = await begin(exam, moves), after(exam.game.start, moves)
    await _move(exam, conversation, state)
    await _move(exam, conversation, state.play(game.pass_move or -1))
    conversation = await begin(exam, moves)
    await play(exam, conversation, state, game.pass_move or -1)


async def undoes(exam: Examination) -> None:
    """An undone move can be played again; at the start there is nothing to undo."""
    conversation, moves = await begin(exam, some_moves(exam.game, 3)), some_moves(exam.game, 3)
    if await obeyed(exam, conversation, "known_command undo") != "true":
        raise Advice(say("doctor.not_known", command="undo"))
    for count in (2, 1, 0):
        await obeyed(exam, conversation, "undo")
        state = after(exam.game.start, moves[:count])
        await play(exam, conversation, state, moves[count])
        await obeyed(exam, conversation, "undo")
    await refused(exam, conversation, "undo")
    await play(exam, conversation, exam.game.start, moves[0])


async def reads_loosely(exam: Examination) -> None:
    """Comments, tabs, control characters and empty lines are not part of a command."""
    conversation = await begin(exam)
    conversation.send(
        "", "# a remark", "   ", "\t name  # another", "11\tname\r", "na\x01me", "12 name#x"
    )
    for number in ("", "11", "", "12"):
        answer = await response(exam, conversation, exam.bounds.answer)
        if not answer.worked or answer.number != number:
            raise not_expected(f"{number} name".strip(), answer, f"={number}")
    unasked(await conversation.listen(exam.bounds.quiet), lambda line: False)


async def keeps_time(exam: Examination) -> None:
    """Seconds per move."""
    seconds = max(1, round(exam.bounds.move))
    conversation = await begin(exam)
    if await obeyed(exam, conversation, "known_command time_settings") != "true":
        raise Advice(say("doctor.not_known", command="time_settings"))
    moves = some_moves(exam.game, LIVELY)

    async def ask() -> float:
        conversation = await begin(exam, moves)
        await obeyed(exam, conversation, f"time_settings 0 {seconds} 1")
        await generate(exam, conversation, after(exam.game.start, moves), seconds)
        return conversation.waited

    await in_time(exam.bounds, seconds, ask)


async def plays_a_game(exam: Examination) -> None:
    """A game with each colour; an early resignation gets advice, not a failure."""
    for side in Player:
        conversation, state, chance = await begin(exam), exam.game.start, random.Random(side.value)
        end = time.monotonic() + GAME_SECONDS
        for _ in range(MOST_PLIES):
            if state.outcome or time.monotonic() > end:
                break
            if state.to_move is side:
                answer = await generate(exam, conversation, state)
                if answer is None:
                    break
                move = answer
            else:
                move = chance.choice(state.legal_moves())
                await play(exam, conversation, state, move)
            state = state.play(move)


async def quits(exam: Examination) -> None:
    conversation = await begin(exam)
    await generate(exam, conversation, exam.game.start)
    answer = await respond(exam, conversation, "quit")
    if not answer.worked:
        raise not_expected("quit", answer, "=")
    unasked(await conversation.ends(exam.bounds.exit), lambda line: not line.strip())
    await exam.drop()


async def ends_with_input(exam: Examination) -> None:
    await input_ends(exam, await begin(exam))


def rules_for(game: Game) -> tuple[Rule, ...]:
    """Returns the checks, in order; only some games have passes."""
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
