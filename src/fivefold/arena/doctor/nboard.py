"""The checks of the NBoard protocol, for Othello programs."""

from __future__ import annotations

import random
import time

from fivefold.arena.doctor.conversation import SHOWN, Conversation, Failed
from fivefold.arena.doctor.examination import Examination, Rule
from fivefold.arena.doctor.positions import after, line_to_pass, read_move, some_moves
from fivefold.arena.doctor.shared_checks import GAME_SECONDS, in_time, input_ends, unasked
from fivefold.core import Game, Move, Player, State
from fivefold.words import quoted, say

DEPTH = 2
DEEP = 60
"""A depth that no search reaches during a check."""
ANSWERS = ("===", "search", "book", "pong", "analysis", "learned")
LIVELY = 12
"""Plies after which a search takes long."""


async def ping(
    exam: Examination, conversation: Conversation, seconds: float | None = None
) -> list[str]:
    """Returns what came before the answer to a ping, by which all searching has stopped."""
    number = next(exam.numbers)
    conversation.send(f"ping {number}")
    seconds = seconds or exam.bounds.answer
    end, lines = time.monotonic() + seconds, list[str]()
    while (line := await conversation.line(end - time.monotonic())).split() != [
        "pong",
        str(number),
    ]:
        lines.append(line)
    return lines


async def begin(exam: Examination, moves: list[Move], *, fresh: bool = False) -> Conversation:
    """Returns a conversation at the position after the moves."""
    conversation = await greet(exam, fresh=fresh)
    conversation.send(f"set game {ggf(exam.game, moves)}")
    await ping(exam, conversation)
    return conversation


async def greet(exam: Examination, *, fresh: bool = False) -> Conversation:
    """Returns a conversation after the greeting."""
    conversation = await exam.conversation(fresh=fresh)
    if not conversation.is_greeted:
        conversation.send("nboard 2")
        await ping(exam, conversation, exam.bounds.start)
        conversation.is_greeted = True
    conversation.send(f"set depth {DEPTH}")
    return conversation


def ggf(game: Game, moves: list[Move]) -> str:
    """Returns a game in GGF, as the protocol sends it."""
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


async def go(exam: Examination, conversation: Conversation, state: State) -> Move:
    """Returns the program's move in answer to `go`."""
    conversation.send("go")
    end = time.monotonic() + exam.bounds.move + exam.bounds.patience
    while not (line := await conversation.line(end - time.monotonic())).startswith("==="):
        pass
    if "once" in exam.failed:  # the next line may repeat this one
        await conversation.listen(exam.bounds.quiet)
    return read_move(state, line[3:].strip().split("/")[0].strip(), line)


async def starts(exam: Examination) -> None:
    await greet(exam)


async def sets_games(exam: Examination) -> None:
    """Several games: Black and White have different first moves, and the last has a pass."""
    game, lines = exam.game, [some_moves(exam.game, 5), [], some_moves(exam.game, 1), []]
    if to_pass := line_to_pass(game):
        lines.append([*to_pass, game.pass_move or -1])
    conversation = await greet(exam, fresh=True)
    for moves in lines:
        conversation.send(f"set game {ggf(game, moves)}")
        await ping(exam, conversation)
        await go(exam, conversation, after(game.start, moves))
    exam.can_start_over = True


async def has_a_name(exam: Examination) -> None:
    conversation = await exam.conversation(fresh=True)
    conversation.send("nboard 2")
    lines = await ping(exam, conversation, exam.bounds.start)
    if not any(line.startswith("set myname ") and line.split()[2:] for line in lines):
        raise Failed(say("doctor.no_line", line=quoted("nboard 2"), expected="set myname"))


async def goes(exam: Examination) -> None:
    for moves in ([], some_moves(exam.game, 1)):
        conversation = await begin(exam, moves)
        await go(exam, conversation, after(exam.game.start, moves))


async def hears_moves(exam: Examination) -> None:
    """Moves with value and time, with one of them, and with neither."""
    game, moves = exam.game, some_moves(exam.game, 6)
    conversation = await begin(exam, [])
    for move, rest in zip(moves, ("", "/1.5/0.02", "/-3", "//2.5", "/0.00/", ""), strict=True):
        conversation.send(f"move {written(game, move)}{rest}")
    await go(exam, conversation, after(game.start, moves))


async def waits_for_moves(exam: Examination) -> None:
    """After two `go`s the same side is still to move; then a move is sent."""
    start = exam.game.start
    conversation = await begin(exam, [])
    await go(exam, conversation, start)
    move = await go(exam, conversation, start)
    conversation.send(f"move {written(exam.game, move)}")
    await go(exam, conversation, start.play(move))


async def passes(exam: Examination) -> None:
    game, moves = exam.game, list(line_to_pass(exam.game))
    conversation = await begin(exam, moves)
    state = after(game.start, moves)
    move = await go(exam, conversation, state)
    conversation.send(f"move {written(game, move)}")
    await go(exam, conversation, state.play(move))


async def hints(exam: Examination) -> None:
    """Hints are lines about moves, never the answer to `go`."""
    conversation = await begin(exam, some_moves(exam.game, 3))
    state = after(exam.game.start, some_moves(exam.game, 3))
    conversation.send("hint 2")
    end = time.monotonic() + exam.bounds.move + exam.bounds.patience
    while (line := await conversation.line(end - time.monotonic())).split()[:1] not in HINT_WORDS:
        pass
    words = line.split()
    if len(words) < 3 or not _is_number(words[2]):
        form = "search F5D6 1.50 0 12"
        raise Failed(say("doctor.not_like", answer=quoted(line, SHOWN), example=form))
    read_move(state, words[1][:2], line)
    for said in await ping(exam, conversation):
        if said.startswith("==="):
            raise Failed(say("doctor.unasked", answer=quoted(said, SHOWN)))


HINT_WORDS = (["search"], ["book"], ["==="])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


async def ignores_unknown(exam: Examination) -> None:
    conversation = await begin(exam, [])
    conversation.send("xyzzy", "set no_such_thing 12", "set contempt 0", "no such line at all 3")
    unasked(await ping(exam, conversation), is_chatter)
    await go(exam, conversation, exam.game.start)


def is_chatter(line: str) -> bool:
    """Tells whether a line is no answer."""
    return not line.startswith(ANSWERS)


async def answers_pings(exam: Examination) -> None:
    conversation = await begin(exam, [])
    conversation.send("ping 7", "ping 8", "ping 7")
    for number in (7, 8, 7):
        while is_chatter(line := await conversation.line(exam.bounds.answer)):
            pass
        if line.split() != ["pong", str(number)]:
            facts = {"line": quoted(f"ping {number}"), "answer": quoted(line, SHOWN)}
            raise Failed(say("doctor.expected", **facts, expected=f"pong {number}"))
    unasked(await ping(exam, conversation), is_chatter)


async def answers_once(exam: Examination) -> None:
    conversation = await begin(exam, [])
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)
    await go(exam, conversation, exam.game.start)
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)


async def reads_any_line_end(exam: Examination) -> None:
    conversation = await exam.conversation(fresh=True)
    conversation.send("", "nboard 2\r", "\r", f"set game {ggf(exam.game, [])}\r", "")
    await ping(exam, conversation, exam.bounds.start)
    conversation.send(f"set depth {DEPTH}\r", "go\r")
    while not (line := await conversation.line(exam.bounds.move + exam.bounds.patience)).startswith(
        "==="
    ):
        pass
    read_move(exam.game.start, line[3:].strip().split("/")[0], line)
    await exam.drop()


async def stops_thinking(exam: Examination) -> None:
    """All searching stops before a pong, and produces no lines afterwards."""
    conversation = await begin(exam, some_moves(exam.game, LIVELY))
    conversation.send(f"set depth {DEEP}", "go")
    await ping(exam, conversation)
    unasked(await conversation.listen(exam.bounds.quiet), is_chatter)


async def keeps_depth(exam: Examination) -> None:
    async def ask() -> float:
        moves = some_moves(exam.game, LIVELY)
        conversation = await begin(exam, moves)
        conversation.send("set depth 1")
        await go(exam, conversation, after(exam.game.start, moves))
        return conversation.waited

    await in_time(exam.bounds, exam.bounds.move, ask)


async def analyses(exam: Examination) -> None:
    conversation = await begin(exam, some_moves(exam.game, 3))
    conversation.send("set depth 1", "analyze")
    await _hears(exam, conversation, "analysis")


async def learns(exam: Examination) -> None:
    conversation = await begin(exam, [])
    conversation.send("learn")
    await _hears(exam, conversation, "learned")


async def _hears(exam: Examination, conversation: Conversation, word: str) -> None:
    """Waits for a line that starts with the word; the program may also be silent."""
    question = conversation.last_sent
    for line in await conversation.listen(exam.bounds.quiet):
        if line.startswith(word):
            return
    await ping(exam, conversation)
    raise Failed(say("doctor.no_line", line=quoted(question), expected=word))


async def plays_a_game(exam: Examination) -> None:
    """A game with each colour, to the last pass."""
    game = exam.game
    for side in Player:
        conversation, state, chance = await begin(exam, []), game.start, random.Random(side.value)
        conversation.send("set depth 1")
        end = time.monotonic() + GAME_SECONDS
        while not state.outcome and time.monotonic() < end:
            if state.to_move is side:
                move = await go(exam, conversation, state)
            else:
                move = chance.choice(state.legal_moves())
            conversation.send(f"move {written(game, move)}/0.00/0.01")
            state = state.play(move)


async def ends_with_input(exam: Examination) -> None:
    await input_ends(exam, await begin(exam, []))


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
    """Returns the checks, in order."""
    return RULES
