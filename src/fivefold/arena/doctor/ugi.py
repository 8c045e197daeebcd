"""The checks of UGI."""

from __future__ import annotations

import random
import time

from fivefold.arena.doctor.conversation import Failed
from fivefold.arena.doctor.examination import Examination, Rule
from fivefold.arena.doctor.positions import after, line_to_pass, some_moves, whole_game
from fivefold.arena.doctor.shared_checks import (
    GAME_SECONDS,
    in_time,
    input_ends,
    told_to_end,
    unasked,
)
from fivefold.arena.doctor.ugi_conversation import (
    answer,
    begin,
    best_move,
    expect,
    go,
    go_on,
    introduce,
    is_chatter,
    position,
    word_of,
)
from fivefold.core import Game, Move, Player
from fivefold.words import quoted, say

LIVELY = 8
"""Plies after which a position needs thought."""
LONG = 30_000
"""Milliseconds that are never used up, because something else ends the search."""
MOST_PLIES = 80


async def starts(exam: Examination) -> None:
    await introduce(exam, await exam.conversation())


async def answers_once(exam: Examination) -> None:
    conversation = await begin(exam)
    conversation.send("uginewgame", position(exam.game, []))
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)
    await go(exam, conversation, exam.game.start)
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)


async def takes_positions(exam: Examination) -> None:
    """Plays in two positions; the move of the first is illegal in the second."""
    moves = some_moves(exam.game, 3)
    conversation = await begin(exam, moves, fresh=True)
    for _ in range(3):
        moves = await go_on(exam, conversation, moves)
        conversation.send(position(exam.game, moves))
    await go_on(exam, conversation, moves)
    conversation.send(position(exam.game, []))
    await go_on(exam, conversation, [])
    exam.can_start_over = True


async def has_a_name(exam: Examination) -> None:
    lines = await introduce(exam, await exam.conversation())
    if not any(line.split()[:2] == ["id", "name"] and line.split()[2:] for line in lines):
        raise Failed(say("doctor.no_line", line=quoted("ugi"), expected="id name"))


async def is_ready(exam: Examination) -> None:
    conversation = await begin(exam)
    for line in ("uginewgame", position(exam.game, []), ""):
        conversation.send(line, "isready")
        await expect(exam, conversation, "readyok")


async def takes_texts(exam: Examination) -> None:
    """A position as text, alone and followed by moves."""
    game, moves = exam.game, some_moves(exam.game, 6)
    middle = game.parse_position(game.format_position(after(game.start, moves[:4])))
    conversation = await begin(exam)
    for rest in ([], moves[4:]):
        conversation.send(position(game, rest, middle))
        await go(exam, conversation, after(middle, rest))


async def takes_limits(exam: Examination) -> None:
    conversation = await begin(exam)
    clocks = "p1time 2000 p2time 2000 p1inc 100 p2inc 100"
    for limit in ("depth 1", "nodes 10", "movetime 100", clocks, "depth 1 movetime 5000"):
        await go(exam, conversation, exam.game.start, limit)


async def keeps_move_time(exam: Examination) -> None:
    seconds = exam.bounds.move
    await in_time(exam.bounds, seconds, lambda: _timed(exam, f"movetime {seconds * 1000:.0f}"))


async def keeps_clock(exam: Examination) -> None:
    """Either side's clock, whoever is to move."""
    left = f"{exam.bounds.move * 500:.0f}"
    limit = f"p1time {left} p2time {left}"
    await in_time(exam.bounds, exam.bounds.move / 2, lambda: _timed(exam, limit))


async def _timed(exam: Examination, limit: str) -> float:
    moves = some_moves(exam.game, LIVELY)
    conversation = await begin(exam, moves)
    await go(exam, conversation, after(exam.game.start, moves), limit)
    return conversation.waited


async def is_ready_while_thinking(exam: Examination) -> None:
    moves = some_moves(exam.game, LIVELY)
    conversation = await begin(exam, moves)
    conversation.send(f"go movetime {LONG}", "isready")
    has_moved = False
    while word_of(line := await answer(conversation, exam.bounds.answer)) == "bestmove":
        has_moved = True
    if line.split() != ["readyok"]:
        raise Failed(say("doctor.no_line", line=quoted("isready"), expected="readyok"))
    conversation.send("stop")
    if not has_moved:
        await best_move(exam, conversation, after(exam.game.start, moves))


async def stops(exam: Examination) -> None:
    moves = some_moves(exam.game, LIVELY)
    conversation = await begin(exam, moves)
    conversation.send(f"go movetime {LONG}")
    conversation.send("stop")
    await best_move(exam, conversation, after(exam.game.start, moves))


async def thinks_until_stopped(exam: Examination) -> None:
    moves = some_moves(exam.game, LIVELY)
    conversation = await begin(exam, moves)
    conversation.send("go infinite")
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)
    conversation.send("stop")
    await best_move(exam, conversation, after(exam.game.start, moves))


async def answers_queries(exam: Examination) -> None:
    game, moves = exam.game, whole_game(exam.game)
    winner = after(game.start, moves).outcome
    result = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}
    over = result[winner.winner] if winner else "none"
    conversation = await begin(exam)
    for played, answers in (
        ([], {"gameover": "false", "p1turn": "true", "result": "none"}),
        (moves[:1], {"gameover": "false", "p1turn": "false"}),
        (moves, {"gameover": "true", "result": over}),
    ):
        conversation.send(position(game, played))
        for question, expected in answers.items():
            conversation.send(f"query {question}")
            await expect(exam, conversation, f"response {expected}")


async def knows_the_end(exam: Examination) -> None:
    conversation = await begin(exam, whole_game(exam.game))
    conversation.send("go depth 1")
    await expect(exam, conversation, "bestmove none")


async def refuses_positions(exam: Examination) -> None:
    """An invalid position is answered with an error and changes nothing."""
    moves = some_moves(exam.game, 3)
    conversation, state = await begin(exam, moves), after(exam.game.start, moves)
    for line in ("position", "position fen nonsense", "position startpos moves zz99"):
        conversation.send(line)
        await expect(exam, conversation, "error")
    conversation.send("query p1turn")
    await expect(exam, conversation, f"response {str(state.to_move is Player.FIRST).lower()}")
    await go(exam, conversation, state)


async def refuses_unknown(exam: Examination) -> None:
    conversation = await begin(exam)
    for line in ("xyzzy 1 2", "setoption name no_such_option value 3", "query xyzzy"):
        conversation.send(line)
        await expect(exam, conversation, "error")
    await go(exam, conversation, exam.game.start)


async def passes(exam: Examination) -> None:
    moves = list(line_to_pass(exam.game))
    conversation = await begin(exam, moves)
    moves = await go_on(exam, conversation, moves)
    conversation.send(position(exam.game, moves))
    await go_on(exam, conversation, moves)


async def reads_any_line_end(exam: Examination) -> None:
    conversation = await begin(exam, fresh=True)
    conversation.send("", "isready\r")
    await expect(exam, conversation, "readyok")
    conversation.send("\r", f"{position(exam.game, some_moves(exam.game, 1))}\r")
    await go(exam, conversation, after(exam.game.start, some_moves(exam.game, 1)), "depth 1\r")


async def plays_a_game(exam: Examination) -> None:
    """A game with each colour, each position sent with all its moves."""
    for side in Player:
        conversation, state, moves = await begin(exam), exam.game.start, list[Move]()
        chance, end = random.Random(side.value), time.monotonic() + GAME_SECONDS
        while not state.outcome and len(moves) < MOST_PLIES and time.monotonic() < end:
            move: Move | None = chance.choice(state.legal_moves())
            if state.to_move is side:
                conversation.send(position(exam.game, moves))
                move = await go(exam, conversation, state)
            if move is None:
                break
            moves.append(move)
            state = state.play(move)


async def quits(exam: Examination) -> None:
    conversation = await begin(exam)
    await go(exam, conversation, exam.game.start)
    await told_to_end(exam, conversation, "quit", lambda line: False)


async def quits_while_thinking(exam: Examination) -> None:
    conversation = await begin(exam, some_moves(exam.game, LIVELY))
    conversation.send("go infinite")
    await told_to_end(exam, conversation, "quit", lambda line: True)


async def ends_with_input(exam: Examination) -> None:
    await input_ends(exam, await begin(exam))


def rules_for(game: Game) -> tuple[Rule, ...]:
    """Returns the checks, in order; only some games have passes."""
    return tuple(rule for rule in RULES if rule.name != "pass" or line_to_pass(game))


RULES = (
    Rule("start", starts, group="ugi"),
    Rule("once", answers_once),
    Rule("position", takes_positions, group="ugi"),
    Rule("name", has_a_name, "recommended", group="ugi"),
    Rule("isready", is_ready, group="ugi"),
    Rule("fen", takes_texts, group="ugi"),
    Rule("limits", takes_limits, group="ugi"),
    Rule("movetime", keeps_move_time, group="ugi"),
    Rule("clock", keeps_clock, group="ugi"),
    Rule("isready_thinking", is_ready_while_thinking, group="ugi"),
    Rule("stop", stops, group="ugi"),
    Rule("infinite", thinks_until_stopped, group="ugi"),
    Rule("query", answers_queries, group="ugi"),
    Rule("over", knows_the_end, group="ugi"),
    Rule("bad_position", refuses_positions, group="ugi"),
    Rule("unknown", refuses_unknown, group="ugi"),
    Rule("pass", passes, group="ugi"),
    Rule("line_ends", reads_any_line_end),
    Rule("game", plays_a_game),
    Rule("quit", quits, group="ugi"),
    Rule("quit_thinking", quits_while_thinking, group="ugi"),
    Rule("end_of_input", ends_with_input),
)
