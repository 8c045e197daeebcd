"""What the NBoard protocol asks of an Othello program, point by point."""

from __future__ import annotations

import random
import time

from fivefold.arena.doctor.bench import Bench, Rule
from fivefold.arena.doctor.manners import GAME_SECONDS, in_time, input_ends, unasked
from fivefold.arena.doctor.positions import after, line_to_pass, read_move, some_moves
from fivefold.arena.doctor.talk import SHOWN, Failed, Talk
from fivefold.core import Game, Move, Player, State
from fivefold.words import quoted, say

DEPTH = 2
DEEP = 60
"""Deeper than anybody searches in the time of a check."""
ANSWERS = ("===", "search", "book", "pong", "analysis", "learned")
LIVELY = 12
"""Moves after which a search has much to do."""


async def ping(bench: Bench, talk: Talk, seconds: float | None = None) -> list[str]:
    """Returns what came before the answer to a ping: then all thinking has stopped."""
    number = next(bench.numbers)
    talk.send(f"ping {number}")
    seconds = seconds or bench.bounds.answer
    end, lines = time.monotonic() + seconds, list[str]()
    while (line := await talk.line(end - time.monotonic())).split() != ["pong", str(number)]:
        lines.append(line)
    return lines


async def begin(bench: Bench, moves: list[Move], *, fresh: bool = False) -> Talk:
    """Returns a conversation at the position after the moves."""
    talk = await greet(bench, fresh=fresh)
    talk.send(f"set game {ggf(bench.game, moves)}")
    await ping(bench, talk)
    return talk


async def greet(bench: Bench, *, fresh: bool = False) -> Talk:
    """Returns a conversation that can begin."""
    talk = await bench.talk(fresh=fresh)
    if not talk.is_greeted:
        talk.send("nboard 2")
        await ping(bench, talk, bench.bounds.start)
        talk.is_greeted = True
    talk.send(f"set depth {DEPTH}")
    return talk


def ggf(game: Game, moves: list[Move]) -> str:
    """Returns a game as the protocol carries it."""
    discs = game.start.cells.translate(str.maketrans("X.", "*-"))
    board = " ".join(discs[at : at + 8] for at in range(0, 64, 8))
    text, state = f"(;GM[Othello]PC[Doctor]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 {board} *]", game.start
    for move in moves:
        seat = "B" if state.to_move is Player.FIRST else "W"
        text += f"{seat}[{written(game, move)}]"
        state = state.play(move)
    return f"{text};)"


def written(game: Game, move: Move) -> str:
    return "PA" if move == game.pass_move else game.format_move(move).upper()


async def go(bench: Bench, talk: Talk, state: State) -> Move:
    """Returns the move the program answers to `go`."""
    talk.send("go")
    end = time.monotonic() + bench.bounds.move + bench.bounds.patience
    while not (line := await talk.line(end - time.monotonic())).startswith("==="):
        pass
    if "once" in bench.failed:  # what comes next may be the same again
        await talk.listen(bench.bounds.quiet)
    return read_move(state, line[3:].strip().split("/")[0].strip(), line)


async def starts(bench: Bench) -> None:
    await greet(bench)


async def sets_games(bench: Bench) -> None:
    """One game after the other. Black and White have different first moves; the last has a pass."""
    game, lines = bench.game, [some_moves(bench.game, 5), [], some_moves(bench.game, 1), []]
    if to_pass := line_to_pass(game):
        lines.append([*to_pass, game.pass_move or -1])
    talk = await greet(bench, fresh=True)
    for moves in lines:
        talk.send(f"set game {ggf(game, moves)}")
        await ping(bench, talk)
        await go(bench, talk, after(game.start, moves))
    bench.can_start_over = True


async def has_a_name(bench: Bench) -> None:
    talk = await bench.talk(fresh=True)
    talk.send("nboard 2")
    lines = await ping(bench, talk, bench.bounds.start)
    if not any(line.startswith("set myname ") and line.split()[2:] for line in lines):
        raise Failed(say("doctor.no_line", line=quoted("nboard 2"), expected="set myname"))


async def goes(bench: Bench) -> None:
    for moves in ([], some_moves(bench.game, 1)):
        talk = await begin(bench, moves)
        await go(bench, talk, after(bench.game.start, moves))


async def hears_moves(bench: Bench) -> None:
    """Moves with value and time, with one of them, and alone."""
    game, moves = bench.game, some_moves(bench.game, 6)
    talk = await begin(bench, [])
    for move, rest in zip(moves, ("", "/1.5/0.02", "/-3", "//2.5", "/0.00/", ""), strict=True):
        talk.send(f"move {written(game, move)}{rest}")
    await go(bench, talk, after(game.start, moves))


async def waits_for_moves(bench: Bench) -> None:
    """Asked twice, it is still the same side's turn; then it is told what was played."""
    start = bench.game.start
    talk = await begin(bench, [])
    await go(bench, talk, start)
    move = await go(bench, talk, start)
    talk.send(f"move {written(bench.game, move)}")
    await go(bench, talk, start.play(move))


async def passes(bench: Bench) -> None:
    game, moves = bench.game, list(line_to_pass(bench.game))
    talk = await begin(bench, moves)
    state = after(game.start, moves)
    move = await go(bench, talk, state)
    talk.send(f"move {written(game, move)}")
    await go(bench, talk, state.play(move))


async def hints(bench: Bench) -> None:
    """A hint is lines about moves, never the answer to `go`."""
    talk = await begin(bench, some_moves(bench.game, 3))
    state = after(bench.game.start, some_moves(bench.game, 3))
    talk.send("hint 2")
    end = time.monotonic() + bench.bounds.move + bench.bounds.patience
    while (line := await talk.line(end - time.monotonic())).split()[:1] not in HINT_WORDS:
        pass
    words = line.split()
    if len(words) < 3 or not _is_number(words[2]):
        form = "search F5D6 1.50 0 12"
        raise Failed(say("doctor.not_like", answer=quoted(line, SHOWN), example=form))
    read_move(state, words[1][:2], line)
    for said in await ping(bench, talk):
        if said.startswith("==="):
            raise Failed(say("doctor.unasked", answer=quoted(said, SHOWN)))


HINT_WORDS = (["search"], ["book"], ["==="])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


async def ignores_unknown(bench: Bench) -> None:
    talk = await begin(bench, [])
    talk.send("xyzzy", "set no_such_thing 12", "set contempt 0", "no such line at all 3")
    unasked(await ping(bench, talk), is_chatter)
    await go(bench, talk, bench.game.start)


def is_chatter(line: str) -> bool:
    """Tells whether a line answers nothing."""
    return not line.startswith(ANSWERS)


async def answers_pings(bench: Bench) -> None:
    talk = await begin(bench, [])
    talk.send("ping 7", "ping 8", "ping 7")
    for number in (7, 8, 7):
        while is_chatter(line := await talk.line(bench.bounds.answer)):
            pass
        if line.split() != ["pong", str(number)]:
            facts = {"line": quoted(f"ping {number}"), "answer": quoted(line, SHOWN)}
            raise Failed(say("doctor.expected", **facts, expected=f"pong {number}"))
    unasked(await ping(bench, talk), is_chatter)


async def answers_once(bench: Bench) -> None:
    talk = await begin(bench, [])
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)
    await go(bench, talk, bench.game.start)
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)


async def reads_any_line_end(bench: Bench) -> None:
    talk = await bench.talk(fresh=True)
    talk.send("", "nboard 2\r", "\r", f"set game {ggf(bench.game, [])}\r", "")
    await ping(bench, talk, bench.bounds.start)
    talk.send(f"set depth {DEPTH}\r", "go\r")
    while not (line := await talk.line(bench.bounds.move + bench.bounds.patience)).startswith(
        "==="
    ):
        pass
    read_move(bench.game.start, line[3:].strip().split("/")[0], line)
    await bench.drop()


async def stops_thinking(bench: Bench) -> None:
    """Before a pong all thinking has stopped; nothing of it comes afterwards."""
    talk = await begin(bench, some_moves(bench.game, LIVELY))
    talk.send(f"set depth {DEEP}", "go")
    await ping(bench, talk)
    unasked(await talk.listen(bench.bounds.quiet), is_chatter)


async def keeps_depth(bench: Bench) -> None:
    async def ask() -> float:
        moves = some_moves(bench.game, LIVELY)
        talk = await begin(bench, moves)
        talk.send("set depth 1")
        await go(bench, talk, after(bench.game.start, moves))
        return talk.waited

    await in_time(bench.bounds, bench.bounds.move, ask)


async def analyses(bench: Bench) -> None:
    talk = await begin(bench, some_moves(bench.game, 3))
    talk.send("set depth 1", "analyze")
    await _hears(bench, talk, "analysis")


async def learns(bench: Bench) -> None:
    talk = await begin(bench, [])
    talk.send("learn")
    await _hears(bench, talk, "learned")


async def _hears(bench: Bench, talk: Talk, word: str) -> None:
    """Waits for a line that begins with the word; one that knows nothing of it is silent."""
    question = talk.last_sent
    for line in await talk.listen(bench.bounds.quiet):
        if line.startswith(word):
            return
    await ping(bench, talk)
    raise Failed(say("doctor.no_line", line=quoted(question), expected=word))


async def plays_a_game(bench: Bench) -> None:
    """A game as either side, to the last pass."""
    game = bench.game
    for side in Player:
        talk, state, chance = await begin(bench, []), game.start, random.Random(side.value)
        talk.send("set depth 1")
        end = time.monotonic() + GAME_SECONDS
        while not state.outcome and time.monotonic() < end:
            if state.to_move is side:
                move = await go(bench, talk, state)
            else:
                move = chance.choice(state.legal_moves())
            talk.send(f"move {written(game, move)}/0.00/0.01")
            state = state.play(move)


async def ends_with_input(bench: Bench) -> None:
    await input_ends(bench, await begin(bench, []))


RULES = (
    Rule("start", starts, group="nboard"),
    Rule("once", answers_once),
    Rule("set_game", sets_games, group="nboard"),
    Rule("myname", has_a_name, "recommended", group="nboard"),
    Rule("ping", answers_pings, group="nboard"),
    Rule("go", goes, group="nboard"),
    Rule("move", hears_moves, group="nboard"),
    Rule("own_move", waits_for_moves, group="nboard"),
    Rule("pass", passes, group="nboard"),
    Rule("hint", hints, group="nboard"),
    Rule("unknown", ignores_unknown, group="nboard"),
    Rule("line_ends", reads_any_line_end),
    Rule("stop", stops_thinking, group="nboard"),
    Rule("depth", keeps_depth, "recommended", group="nboard"),
    Rule("analyze", analyses, "recommended", group="nboard"),
    Rule("learn", learns, "recommended", group="nboard"),
    Rule("game", plays_a_game),
    Rule("end_of_input", ends_with_input),
)


def rules_for(game: Game) -> tuple[Rule, ...]:
    """Returns what is tried, in order."""
    return RULES
