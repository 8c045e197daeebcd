"""What UGI asks of a program, point by point."""

from __future__ import annotations

import random
import time

from fivefold.arena.doctor.bench import Bench, Rule
from fivefold.arena.doctor.manners import (
    GAME_SECONDS,
    in_time,
    input_ends,
    told_to_end,
    unasked,
)
from fivefold.arena.doctor.positions import after, line_to_pass, some_moves, whole_game
from fivefold.arena.doctor.talk import Failed
from fivefold.arena.doctor.ugi_talk import (
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
"""Moves after which there is something to think about."""
LONG = 30_000
"""Milliseconds nobody waits for: there is something else to end the thinking."""
MOST_PLIES = 80


async def starts(bench: Bench) -> None:
    await introduce(bench, await bench.talk())


async def answers_once(bench: Bench) -> None:
    talk = await begin(bench)
    talk.send("uginewgame", position(bench.game, []))
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)
    await go(bench, talk, bench.game.start)
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)


async def takes_positions(bench: Bench) -> None:
    """Where it has moved in one position, it cannot move in the next."""
    moves = some_moves(bench.game, 3)
    talk = await begin(bench, moves, fresh=True)
    for _ in range(3):
        moves = await go_on(bench, talk, moves)
        talk.send(position(bench.game, moves))
    await go_on(bench, talk, moves)
    talk.send(position(bench.game, []))
    await go_on(bench, talk, [])
    bench.can_start_over = True


async def has_a_name(bench: Bench) -> None:
    lines = await introduce(bench, await bench.talk())
    if not any(line.split()[:2] == ["id", "name"] and line.split()[2:] for line in lines):
        raise Failed(say("doctor.no_line", line=quoted("ugi"), expected="id name"))


async def is_ready(bench: Bench) -> None:
    talk = await begin(bench)
    for line in ("uginewgame", position(bench.game, []), ""):
        talk.send(line, "isready")
        await expect(bench, talk, "readyok")


async def takes_texts(bench: Bench) -> None:
    """A position as text, alone and with moves behind it."""
    game, moves = bench.game, some_moves(bench.game, 6)
    middle = game.parse_position(game.format_position(after(game.start, moves[:4])))
    talk = await begin(bench)
    for rest in ([], moves[4:]):
        talk.send(position(game, rest, middle))
        await go(bench, talk, after(middle, rest))


async def takes_limits(bench: Bench) -> None:
    talk = await begin(bench)
    clocks = "p1time 2000 p2time 2000 p1inc 100 p2inc 100"
    for limit in ("depth 1", "nodes 10", "movetime 100", clocks, "depth 1 movetime 5000"):
        await go(bench, talk, bench.game.start, limit)


async def keeps_move_time(bench: Bench) -> None:
    seconds = bench.bounds.move
    await in_time(bench.bounds, seconds, lambda: _timed(bench, f"movetime {seconds * 1000:.0f}"))


async def keeps_clock(bench: Bench) -> None:
    """Either side's clock, whoever is to move."""
    left = f"{bench.bounds.move * 500:.0f}"
    limit = f"p1time {left} p2time {left}"
    await in_time(bench.bounds, bench.bounds.move / 2, lambda: _timed(bench, limit))


async def _timed(bench: Bench, limit: str) -> float:
    moves = some_moves(bench.game, LIVELY)
    talk = await begin(bench, moves)
    await go(bench, talk, after(bench.game.start, moves), limit)
    return talk.waited


async def is_ready_while_thinking(bench: Bench) -> None:
    moves = some_moves(bench.game, LIVELY)
    talk = await begin(bench, moves)
    talk.send(f"go movetime {LONG}", "isready")
    has_moved = False
    while word_of(line := await answer(talk, bench.bounds.answer)) == "bestmove":
        has_moved = True
    if line.split() != ["readyok"]:
        raise Failed(say("doctor.no_line", line=quoted("isready"), expected="readyok"))
    talk.send("stop")
    if not has_moved:
        await best_move(bench, talk, after(bench.game.start, moves))


async def stops(bench: Bench) -> None:
    moves = some_moves(bench.game, LIVELY)
    talk = await begin(bench, moves)
    talk.send(f"go movetime {LONG}")
    talk.send("stop")
    await best_move(bench, talk, after(bench.game.start, moves))


async def thinks_until_stopped(bench: Bench) -> None:
    moves = some_moves(bench.game, LIVELY)
    talk = await begin(bench, moves)
    talk.send("go infinite")
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)
    talk.send("stop")
    await best_move(bench, talk, after(bench.game.start, moves))


async def answers_queries(bench: Bench) -> None:
    game, moves = bench.game, whole_game(bench.game)
    winner = after(game.start, moves).outcome
    result = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}
    over = result[winner.winner] if winner else "none"
    talk = await begin(bench)
    for played, answers in (
        ([], {"gameover": "false", "p1turn": "true", "result": "none"}),
        (moves[:1], {"gameover": "false", "p1turn": "false"}),
        (moves, {"gameover": "true", "result": over}),
    ):
        talk.send(position(game, played))
        for question, expected in answers.items():
            talk.send(f"query {question}")
            await expect(bench, talk, f"response {expected}")


async def knows_the_end(bench: Bench) -> None:
    talk = await begin(bench, whole_game(bench.game))
    talk.send("go depth 1")
    await expect(bench, talk, "bestmove none")


async def refuses_positions(bench: Bench) -> None:
    """What makes no sense is answered with an error and changes nothing."""
    moves = some_moves(bench.game, 3)
    talk, state = await begin(bench, moves), after(bench.game.start, moves)
    for line in ("position", "position fen nonsense", "position startpos moves zz99"):
        talk.send(line)
        await expect(bench, talk, "error")
    talk.send("query p1turn")
    await expect(bench, talk, f"response {str(state.to_move is Player.FIRST).lower()}")
    await go(bench, talk, state)


async def refuses_unknown(bench: Bench) -> None:
    talk = await begin(bench)
    for line in ("xyzzy 1 2", "setoption name no_such_option value 3", "query xyzzy"):
        talk.send(line)
        await expect(bench, talk, "error")
    await go(bench, talk, bench.game.start)


async def passes(bench: Bench) -> None:
    moves = list(line_to_pass(bench.game))
    talk = await begin(bench, moves)
    moves = await go_on(bench, talk, moves)
    talk.send(position(bench.game, moves))
    await go_on(bench, talk, moves)


async def reads_any_line_end(bench: Bench) -> None:
    talk = await begin(bench, fresh=True)
    talk.send("", "isready\r")
    await expect(bench, talk, "readyok")
    talk.send("\r", f"{position(bench.game, some_moves(bench.game, 1))}\r")
    await go(bench, talk, after(bench.game.start, some_moves(bench.game, 1)), "depth 1\r")


async def plays_a_game(bench: Bench) -> None:
    """A game as either side, each position told with all its moves."""
    for side in Player:
        talk, state, moves = await begin(bench), bench.game.start, list[Move]()
        chance, end = random.Random(side.value), time.monotonic() + GAME_SECONDS
        while not state.outcome and len(moves) < MOST_PLIES and time.monotonic() < end:
            move: Move | None = chance.choice(state.legal_moves())
            if state.to_move is side:
                talk.send(position(bench.game, moves))
                move = await go(bench, talk, state)
            if move is None:
                break
            moves.append(move)
            state = state.play(move)


async def quits(bench: Bench) -> None:
    talk = await begin(bench)
    await go(bench, talk, bench.game.start)
    await told_to_end(bench, talk, "quit", lambda line: False)


async def quits_while_thinking(bench: Bench) -> None:
    talk = await begin(bench, some_moves(bench.game, LIVELY))
    talk.send("go infinite")
    await told_to_end(bench, talk, "quit", lambda line: True)


async def ends_with_input(bench: Bench) -> None:
    await input_ends(bench, await begin(bench))


def rules_for(game: Game) -> tuple[Rule, ...]:
    """Returns what is tried, in order; only some games have passes."""
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
