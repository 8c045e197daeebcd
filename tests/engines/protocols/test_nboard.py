"""NBoard, both ends: the protocol line by line, and whole games."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from fivefold.core import Limit, State
from fivefold.engines.base import Times
from fivefold.engines.local import LocalEngine
from fivefold.engines.protocols.base import Answer, Question, Ready, Reply, Send
from fivefold.engines.protocols.nboard import ProtocolDriver, ProtocolResponder
from fivefold.errors import EngineCrashed, InvalidNotation, ProtocolError
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.match.play import play_match
from fivefold.names import strategy_from
from fivefold.strategies.base import Candidate, Decision, Proof
from fivefold.words import say

GAME = OthelloGame()
START_GGF = (
    "(;GM[Othello]PC[Fivefold]PB[black]PW[white]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *];)"
)
# White has just one disc, on f1, and no move; black then takes it with g1.
PASSING = "XXXXXO.." + "." * 16 + "..." + "XX" + "..." + "..." + "XX" + "..." + "." * 24 + " O"


def cell(text: str) -> int:
    return GAME.parse_move(text)


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "level(2)")])
@pytest.mark.parametrize("seed", [3, 4])
def test_games_through_the_protocol_are_the_games_without_it(
    joined_ends: Any, players: tuple[str, str], seed: int
) -> None:
    one, other = players

    async def play() -> tuple[tuple[str, ...], tuple[str, ...]]:
        looped = await play_match(
            GAME.start,
            joined_ends("nboard", one, GAME, seed),
            joined_ends("nboard", other, GAME, seed + 10),
        )
        first = LocalEngine(strategy_from(one, GAME, seed), one)
        second = LocalEngine(strategy_from(other, GAME, seed + 10), other)
        async with first, second:
            plain = await play_match(GAME.start, first, second)
        assert plain.ending == looped.ending == "normal"
        return looped.moves, plain.moves

    looped, plain = asyncio.run(play())
    assert looped == plain


def test_those_games_have_passes(joined_ends: Any) -> None:
    """Checks the test above: one of its games must have passes."""

    async def moves(seed: int) -> tuple[str, ...]:
        record = await play_match(
            GAME.start,
            joined_ends("nboard", "random", GAME, seed),
            joined_ends("nboard", "random", GAME, seed + 10),
        )
        return record.moves

    assert any("--" in asyncio.run(moves(seed)) for seed in (3, 4))


# the driver


def driver() -> ProtocolDriver:
    """Returns a driver whose program is ready."""
    ready = ProtocolDriver(GAME)
    ready.hello()
    assert ready.hear("pong 1") == Ready("")
    return ready


def test_the_driver_says_hello_and_waits_for_the_pong() -> None:
    new = ProtocolDriver(GAME)
    assert new.hello() == ["nboard 2", "set depth 12", "ping 1"]
    assert new.hear("set myname Edax 21") is None
    assert new.hear("status ready to go") is None
    assert new.hear("") is None
    assert new.hear("pong 9") is None
    assert new.hear("pong 1") == Ready("Edax 21")


def test_options_are_settings_and_depth_is_one() -> None:
    new = ProtocolDriver(GAME, {"contempt": "0", "depth": "20"})
    assert new.hello() == ["nboard 2", "set depth 20", "set contempt 0", "ping 1"]
    new.hear("pong 1")
    assert new.ask(GAME.start, Limit(depth=5), Times())[0] == "set depth 5"
    assert new.ask(GAME.start, Limit(), Times())[0] == "set depth 20"


def test_the_depth_is_told_only_when_it_changes() -> None:
    ready = driver()
    for limit, told in ((Limit(), False), (Limit(depth=6), True), (Limit(depth=6), False)):
        assert any("depth" in line for line in ready.ask(GAME.start, limit, Times())) == told


def test_the_driver_asks_after_the_pong() -> None:
    ready = driver()
    lines = ready.ask(GAME.start, Limit(depth=6), Times())
    assert lines == ["set depth 6", f"set game {START_GGF}", "ping 2"]
    assert ready.hear("pong 2") == Send(("go",))
    assert ready.hear("status thinking") is None
    assert ready.hear("search F5D6C3 -1.5 0 6 depth is 6") is None
    assert ready.hear("search e6f4PA +0.5,-0.5 0 100%W") is None
    assert ready.hear("book d3 2 17 0") is None
    assert ready.hear("nodestats 35805 0.42") is None
    assert ready.hear("=== F5/1.25/0.4") == Answer("f5", 1.25, 6, 35805, ("f5", "d6", "c3"))


def test_the_clock_stands_in_the_game_text() -> None:
    lines = driver().ask(GAME.start, Limit(), Times(mine=75.9))
    assert "TI[1:15]" in lines[0]
    # Two seconds per move are forty-eight for the game: the last moves take no time.
    assert "TI[0:48]" in driver().ask(GAME.start, Limit(2), Times())[0]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("=== F5", Answer("f5")),
        ("===  f5", Answer("f5")),
        ("=== d3 -1.00 0.0", Answer("d3", -1.0)),
        ("=== D3//2.4", Answer("d3")),
        ("=== c4/0", Answer("c4", 0.0)),
        ("=== E6/nan/1", Answer("e6")),
        ("=== PA", Answer("--")),
        ("=== pass/-64.00/0.1", Answer("--", -64.0)),
        ("=== PS", Answer("--")),
        ("=== --", Answer("--")),
    ],
)
def test_the_ways_programs_write_their_move(line: str, answer: Answer) -> None:
    ready = driver()
    ready.ask(GAME.start, Limit(), Times())
    ready.hear("pong 2")
    assert ready.hear(line) == answer


@pytest.mark.parametrize("line", ["===", "=== ", "=== i9", "=== none/1/1", "=== \x00\x1b[31m"])
def test_an_answer_without_a_move_is_an_error(line: str) -> None:
    ready = driver()
    ready.ask(GAME.start, Limit(), Times())
    ready.hear("pong 2")
    with pytest.raises(ProtocolError, match="contains no move"):
        ready.hear(line)


def test_an_answer_to_an_old_question_is_none_to_the_new_one() -> None:
    ready = driver()
    ready.ask(GAME.start, Limit(), Times())
    ready.hear("pong 2")
    later = GAME.start.play(cell("f5"))
    assert ready.ask(later, Limit(), Times())[-1] == "ping 3"
    assert ready.hear("search F5 1 0 9") is None
    assert ready.hear("=== F5/1/1") is None
    assert ready.hear("pong 2") is None
    assert ready.hear("pong 3") == Send(("go",))
    assert ready.hear("=== d6") == Answer("d6")
    assert ready.unasked("=== d6")
    assert not ready.unasked("status waiting")


def test_the_position_is_told_as_a_board() -> None:
    state = GAME.start.play(cell("f5"))
    told = driver().ask(state, Limit(), Times())[0]
    assert "BO[8 ---------------------------O*------***-------------------------- O];)" in told


@pytest.mark.parametrize("game", [OthelloGame(6), OthelloGame(4), GomokuGame(8)])
def test_only_othello_on_8x8_can_be_carried(game: OthelloGame | GomokuGame) -> None:
    for kind in (ProtocolDriver, lambda game: ProtocolResponder(game, "x")):
        with pytest.raises(InvalidNotation, match="NBoard supports only Othello on 8x8"):
            kind(game)


def test_the_mirrored_start_can_be_carried() -> None:
    game = OthelloGame(8, "mirrored")
    mirrored = ProtocolDriver(game)
    mirrored.hello()
    assert "-*O------O*-" in mirrored.ask(game.start, Limit(), Times())[0]


def test_a_warning_is_kept_for_the_case_that_nothing_else_comes() -> None:
    ready = driver()
    ready.ask(GAME.start, Limit(), Times())
    ready.hear("pong 2")
    assert ready.complaint == ""
    assert ready.hear("warning Must pick a depth") is None
    assert ready.complaint == "Must pick a depth"
    ready.ask(GAME.start, Limit(), Times())
    assert ready.complaint == ""


def test_the_driver_says_goodbye() -> None:
    assert driver().bye() == ["quit"]
    assert driver().stop() == []


# the responder


def responder() -> ProtocolResponder:
    new = ProtocolResponder(GAME, "Fivefold")
    new.now = lambda: 10.0
    return new


def asked(reply: Reply) -> Question:
    assert reply.think
    return reply.think


DECISION = Decision(
    cell("d3"),
    score=2.5,
    depth=4,
    nodes=123,
    pv=(cell("d3"), cell("c5")),
    candidates=(
        Candidate(cell("c4"), 1.0),
        Candidate(cell("d3"), 2.5),
        Candidate(cell("f5"), -3),
        Candidate(cell("e6")),
    ),
)
THINKING = "status Fivefold is thinking."


def test_a_conversation_with_the_engine() -> None:
    engine = responder()
    assert engine.hear("nboard 2") == Reply(("set myname Fivefold",))
    assert engine.hear("set depth 4") == Reply()
    assert engine.hear("set contempt 0") == Reply()
    assert engine.hear(f"set game {START_GGF}") == Reply()
    assert engine.hear("ping 1") == Reply(("pong 1",))
    reply = engine.hear("go")
    assert reply.lines == (THINKING,)
    assert (asked(reply).state, asked(reply).limit.depth) == (GAME.start, 4)
    engine.now = lambda: 10.5
    assert engine.answer(asked(reply), DECISION) == [
        "search D3C5 2.50 0 4",
        "nodestats 123 0.50",
        "=== D3/2.50/0.50",
        "status",
    ]
    # The move is not played before `move`.
    assert asked(engine.hear("go")).state == GAME.start
    engine.answer(Question(GAME.start), DECISION)
    assert engine.hear("move D3/2.5/0.5") == Reply()
    assert asked(engine.hear("go")).state == GAME.start.play(cell("d3"))


def test_a_move_without_reasons_is_answered_too() -> None:
    engine = responder()
    question = asked(engine.hear("go"))
    assert engine.answer(question, Decision(cell("d3"))) == ["=== D3//0.00", "status"]


def test_hints_are_the_best_moves_first() -> None:
    engine = responder()
    reply = engine.hear("hint 2")
    assert (asked(reply).purpose, reply.more) == ("hint", ())
    assert engine.answer(asked(reply), DECISION) == [
        "search D3C5 2.50 0 4",
        "search C4 1.00 0 4",
        "nodestats 123 0.00",
        "status",
    ]
    reply = engine.hear("hint many")
    assert engine.answer(asked(reply), Decision(cell("d3"))) == ["search D3 0.00 0 0", "status"]


def test_hints_get_deeper_until_the_depth_that_was_set() -> None:
    engine = responder()
    engine.hear("set depth 14")
    reply = engine.hear("hint 1")
    questions = (asked(reply), *reply.more)
    assert [question.limit.depth for question in questions] == [6, 12, 14]
    for question in questions:
        assert not engine.skips(question)
        decision = Decision(cell("d3"), score=2.5, depth=question.limit.depth)
        lines = engine.answer(question, decision)
        assert lines[0] == f"search D3 2.50 0 {question.limit.depth}"
        assert lines[1:] == (["status"] if question.limit.depth == 14 else [])


EXACTLY = Proof("exact", (cell("d3"),), score=2)


@pytest.mark.parametrize(
    "decision", [Decision(cell("d3"), 2, depth=6, proof=EXACTLY), Decision(cell("d3"), 1, depth=4)]
)
def test_a_hint_that_cannot_get_better_is_the_last(decision: Decision) -> None:
    engine = responder()
    engine.hear("set depth 14")
    reply = engine.hear("hint 1")
    assert engine.answer(asked(reply), decision)[-1] == "status"
    assert all(engine.skips(question) for question in reply.more)
    assert not engine.hear("ping 1").later


def test_a_hint_that_fails_is_the_last() -> None:
    engine = responder()
    engine.hear("set depth 14")
    reply = engine.hear("hint 1")
    assert len(engine.failed(asked(reply), EngineCrashed("engine.crashed", name="x", reason="y")))
    assert all(engine.skips(question) for question in reply.more)
    assert asked(engine.hear("hint 1"))


@pytest.mark.parametrize(
    ("claim", "depth"), [("exact", "100%"), ("win", "100%W"), ("draw", "100%W"), (None, "9")]
)
def test_what_is_proven_is_said_instead_of_a_depth(claim: Any, depth: str) -> None:
    engine = responder()
    proof = Proof(claim, (cell("d3"),)) if claim else None
    notes = [say("discs.note_exact", score="+4"), say("discs.note_end", percent=91)]
    notes += [say("discs.note_depth", depth=7)]
    moves = [cell(text) for text in ("c4", "f5", "e6")]
    candidates = [Candidate(move, 1, note) for move, note in zip(moves, notes, strict=True)]
    decision = Decision(cell("d3"), 2, 9, proof=proof, candidates=tuple(candidates))
    lines = engine.answer(asked(engine.hear("hint 4")), decision)
    depths = [line.split()[-1] for line in lines if line.startswith("search")]
    assert depths == [depth, "100%", "91%", "7"]
    assert engine.answer(asked(engine.hear("go")), decision)[0] == f"search D3 2.00 0 {depth}"


def test_the_move_it_would_play_is_the_first_hint() -> None:
    """A move searched less deeply may have a better score."""
    engine = responder()
    candidates = (Candidate(cell("c4"), 3.0), Candidate(cell("d3"), 1.0), Candidate(cell("f5"), 0))
    decision = Decision(cell("d3"), 1.0, 12, candidates=candidates)
    lines = engine.answer(asked(engine.hear("hint 2")), decision)
    assert lines[:2] == ["search D3 1.00 0 12", "search C4 3.00 0 12"]


def test_a_forced_pass() -> None:
    engine = responder()
    cells = PASSING.split()[0].translate(str.maketrans("X.", "*-"))
    assert engine.hear(f"set game (;GM[Othello]BO[8 {cells} O];)") == Reply()
    question = asked(engine.hear("go"))
    assert question.state.legal_moves() == [-1]
    assert engine.answer(question, Decision(-1))[0] == "=== PA//0.00"
    for word in ("PA", "PASS", "PS", "--", "pa/-64.0/0.1"):
        assert engine.hear(f"move {word}") == Reply(), word
        assert engine.hear(f"set game (;GM[Othello]BO[8 {cells} O];)") == Reply()


def test_a_game_over_is_said() -> None:
    engine = responder()
    cells = "*" * 40 + "-" * 24
    engine.hear(f"set game (;GM[Othello]BO[8 {cells} O];)")
    assert engine.hear("go") == Reply(("=== PA", "status Black wins 40–0."))
    assert engine.hear("hint 3") == Reply(("status Black wins 40–0.",))
    assert engine.hear("analyze") == Reply(("analysis 0 -40.00",))


def test_the_positions_of_the_game_are_analysed_from_its_end() -> None:
    engine = responder()
    engine.hear("move F5")
    reply = engine.hear("analyze")
    after = GAME.start.play(cell("f5"))
    assert [question.state for question in (asked(reply), *reply.more)] == [after, GAME.start]
    assert engine.answer(asked(reply), Decision(cell("d6"), score=3)) == ["analysis 1 3.00"]
    last = engine.answer(reply.more[0], Decision(cell("f5"), score=-3))
    assert last == ["analysis 0 -3.00", "status"]


def test_learn_is_answered() -> None:
    assert responder().hear("learn") == Reply(("learned",))


@pytest.mark.parametrize("line", ["ping 7", "move f5", "hint 1", "go", "set depth 3", "d3"])
def test_a_command_while_thinking_stops_it_and_waits(line: str) -> None:
    engine = responder()
    question = asked(engine.hear("go"))
    assert engine.hear(line) == Reply(stop=True, later=True)
    assert engine.answer(question, DECISION) == []
    assert engine.hear(line) != Reply(stop=True, later=True)


def test_nothing_about_an_old_position_follows_a_pong() -> None:
    engine = responder()
    reply = engine.hear("analyze")
    assert engine.hear("ping 1") == Reply(stop=True, later=True)
    error = EngineCrashed("engine.crashed", name="x", reason="y")
    assert engine.failed(asked(reply), error) == []
    assert engine.hear("ping 1") == Reply(("pong 1",))
    assert asked(engine.hear("go")).purpose == "move"


@pytest.mark.parametrize(
    "line", ["", "   ", "foo", "xboard", "\ufffdgo", "go\x00", "set", "GO", "="]
)
def test_what_nobody_knows_is_ignored(line: str) -> None:
    engine = responder()
    assert engine.hear(line) == Reply()
    question = asked(engine.hear("go"))
    assert engine.hear(line) in (Reply(), Reply(stop=True, later=True))
    assert engine.answer(question, DECISION) or line == "set"


@pytest.mark.parametrize(
    "line",
    [
        "set game",
        "set game (;GM[Othello];)",
        "set game (;GM[Othello]BO[];)",
        "set game (;GM[Othello]BO[8];)",
        "set game (;GM[Othello]BO[6 ------ *];)",
        "set game (;GM[Othello]BO[8 " + "-" * 64 + " *];)",
        "set game (;GM[Othello]BO[8 " + "?" * 64 + " *];)",
        f"set game {START_GGF[:-2]}B[A1];)",
        f"set game {START_GGF[:-2]}W[F5];)",
        f"set game {START_GGF[:-2]}B[];)",
        "set depth",
        "set depth deep",
        "set depth -3",
        "set depth 1000",
        "set contempt much",
        "move a1",
        "move",
        "move \x00",
        "a1",
        "PA",
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(line: str) -> None:
    engine = responder()
    engine.hear("move F5")
    reply = engine.hear(line)
    assert len(reply.lines) == 1
    assert reply.lines[0].startswith("status ")
    assert asked(engine.hear("go")).state == GAME.start.play(cell("f5"))


def test_a_strategy_that_fails_is_said() -> None:
    engine = responder()
    question = asked(engine.hear("go"))
    error = EngineCrashed("engine.crashed", name="“x”", reason="y")
    lines = engine.failed(question, error)
    assert lines == ["status “x” crashed: y.", "error “x” crashed: y."]
    assert asked(engine.hear("go"))


def test_quit_is_urgent() -> None:
    engine = responder()
    assert engine.is_urgent(" quit ")
    assert not engine.is_urgent("ping 1")
    engine.hear("go")
    assert engine.hear("quit") == Reply(quit=True)


# GGF


def share(left: float, empty: int) -> float:
    """Returns a move's share of a clock; the last six moves of each side take no time."""
    return (left / (empty // 2 - 6) - 0.05) / 1.1


def test_the_game_of_the_protocols_document() -> None:
    """The example session of NBoard's documentation."""
    engine = responder()
    engine.hear(
        "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]"
        "TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
    )
    state: State = GAME.start
    for move in ("f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4"):
        state = state.play(cell(move))
    assert asked(engine.hear("go")).state == state


@pytest.mark.parametrize(
    ("clock", "moves", "seconds"),
    [
        ("TI[10:00]", "", share(600, 60)),
        ("TI[10:00//02:00]", "", share(600, 60)),
        ("TI[1:00:00]", "", share(3600, 60)),
        ("TI[10:00]", "B[F5//100]W[D6/1.5/33.3]", share(500, 58)),
        ("TI[10:00]", "B[F5/-64/100]W[D6]", share(500, 58)),
        ("TI[10:00]", "B[F5/0.5]W[D6]", share(600, 58)),
        ("TI[0:01]", "B[F5//100]W[D6]", 0.01),
        ("TI[0:00]", "", None),
        ("TI[soon]", "", None),
        ("", "", None),
    ],
)
def test_the_clock_of_the_game_limits_go_but_not_hints(
    clock: str, moves: str, seconds: float | None
) -> None:
    engine = responder()
    board = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
    assert engine.hear(f"set game (;GM[Othello]{clock}BO[8 {board} *]{moves};)") == Reply()
    question = asked(engine.hear("go"))
    assert question.limit.seconds == (None if seconds is None else pytest.approx(seconds))
    engine.answer(question, Decision(question.state.legal_moves()[0]))
    assert asked(engine.hear("hint 1")).limit == Limit()


def test_the_time_of_a_move_is_taken_off_the_clock() -> None:
    engine = responder()
    engine.hear(f"set game {START_GGF.replace('15:00', '10:00')}")
    engine.hear("move F5/1.5/100")
    engine.hear("move D6//550")
    assert asked(engine.hear("go")).limit.seconds == pytest.approx(share(500, 58))


@pytest.mark.parametrize(
    "text",
    [
        "1 (;GM[Othello]BO[8 {board} *]B[f5//2.4]W[D6/0.5/1.0];)",
        "(;GM[Othello]PB[a\\]b]PW[(;x)]BO[8 {board} *]B[F5]W[d6];) ",
        "(;BO[8  {spaced} *]B[F5]W[D6];)",
    ],
)
def test_ggf_as_others_write_it(text: str) -> None:
    board = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
    spaced = " ".join(board[row : row + 8] for row in range(0, 64, 8))
    engine = responder()
    assert engine.hear("set game " + text.format(board=board, spaced=spaced)) == Reply()
    state = GAME.start.play(cell("f5")).play(cell("d6"))
    assert asked(engine.hear("go")).state == state


def test_a_pass_may_be_left_out_of_ggf() -> None:
    cells = PASSING.split()[0].translate(str.maketrans("X.", "*-"))
    for moves in ("B[G1]", "W[PA]B[G1]"):
        engine = responder()
        assert engine.hear(f"set game (;BO[8 {cells} O]{moves};)") == Reply()
        assert engine.hear("analyze").lines[0] == "analysis 2 -11.00"


def test_whatever_is_said_nothing_raises() -> None:
    chance, engine = random.Random(7), responder()
    commands = ["go", "hint", "move", "set game", "set depth", "ping", "analyze", "learn", "f5"]
    words = ["f5", "D6", "PA", "--", "1", "0", "-3", "9" * 30, "nan", "\x00", "\ufffd", "\u0663"]
    words += ["(;", ";)", "GM[Othello]", "BO[8", "*]", "B[F5//1e9]", "W[D6]", START_GGF, "/", "]"]
    questions: list[Question] = []
    for _ in range(3_000):
        line = " ".join([chance.choice(commands), *chance.choices(words, k=chance.randrange(4))])
        reply = engine.hear(line)
        if reply.later:
            assert questions
            del questions[1:]
        if reply.think:
            assert not questions
            questions = [reply.think, *reply.more]
        lines = [*reply.lines]
        if questions and chance.random() < 0.5:
            question = questions.pop(0)
            move = chance.choice(question.state.legal_moves())
            lines += engine.answer(question, Decision(move, score=chance.choice([None, 1.5])))
        assert not any("\n" in line or "\r" in line for line in lines)
