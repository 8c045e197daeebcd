"""Gomocup, both ends: the protocol line by line, and whole games.

On 15x15 `7,7` is h8, the centre; `0,0` is the corner a15, for y counts from the top.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fivefold.core import Limit, Player, State
from fivefold.engines.base import Times
from fivefold.engines.local import LocalEngine
from fivefold.engines.protocols.base import (
    Answer,
    Question,
    Ready,
    Reply,
    Resources,
    Send,
    Unable,
)
from fivefold.engines.protocols.gomocup import ProtocolDriver, ProtocolResponder
from fivefold.errors import EngineCrashed, InvalidNotation, ProtocolError
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.match.play import play_match
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Decision

GAME = GomokuGame()


def at(x: int, y: int, size: int = 15) -> int:
    return y * size + x


def after(*moves: str) -> State:
    state: State = GAME.start
    for move in moves:
        state = state.play(GAME.parse_move(move))
    return state


def responder(size: int = 15) -> ProtocolResponder:
    return ProtocolResponder(GomokuGame(size), "Fivefold reactive")


def thought(lines: str) -> Question:
    """Returns the question after those lines, the last of which asks."""
    engine, reply = responder(), Reply()
    for line in lines.strip().splitlines():
        reply = engine.hear(line.strip())
    assert reply.think is not None
    return reply.think


def driver(options: dict[str, str] | None = None) -> ProtocolDriver:
    """Returns a driver whose program has started."""
    asking = ProtocolDriver(GAME, options)
    assert asking.hello() == ["START 15"]
    assert asking.hear("OK") == Ready()
    return asking


def asked(asking: ProtocolDriver, state: State, seconds: float = 5, **times: Any) -> list[str]:
    """Returns the lines of a question without those about rules and time."""
    lines = asking.ask(state, Limit(seconds), Times(**times))
    return [line for line in lines if not line.startswith("INFO")]


# The engine


def test_a_game_as_the_manager_leads_it(conversation: Any) -> None:
    conversation(
        responder(),
        """
        > START 15
        < OK
        > INFO timeout_turn 5000
        > INFO timeout_match 0
        > INFO game_type 1
        > INFO rule 0
        > INFO folder /tmp
        > INFO something_new 7
        > BEGIN
        < 7,7
        > TURN 6,7
        < MESSAGE depth 4 score -12 nodes 99 pv 8,8 9,9
        < 8,8
        > RESTART
        < OK
        > TURN 0,0
        < MESSAGE a corner is no place to begin
        < 7,7
        > END
        """,
        [
            Decision(at(7, 7)),
            Decision(at(8, 8), -12, 4, 99, (at(8, 8), at(9, 9))),
            Decision(at(7, 7), text="a corner\nis no place to begin"),
        ],
    )


def test_other_commands_of_a_manager(conversation: Any) -> None:
    conversation(
        responder(),
        """
        > ABOUT
        < name="Fivefold reactive", version="…
        > start 20
        < OK
        > RECTSTART 15,15
        < OK
        > RECTSTART 15, 20
        < ERROR Size 15x20 is not supported…
        > START 4
        < ERROR Size 4 is not supported: the board must be square, with 5 to 22 points a side.
        > START twenty
        < ERROR Size twenty…
        > START
        < ERROR Size…
        > START 99999999999999999999999
        < ERROR Size…
        >
        > FLY 3
        < UNKNOWN Unknown command “FLY 3”.
        > DONE
        < ERROR DONE ends a board, and there is none.
        > PLAY 7,7
        < ERROR Nothing was suggested.
        > TURN 7,7
        < 0,0
        > TAKEBACK 0,0
        < OK
        > TAKEBACK 7,7
        < OK
        > TAKEBACK 7,7
        < ERROR There is no stone on “7,7”.
        > BEGIN
        < 14,14
        """,
        [Decision(0), Decision(at(14, 14))],
    )


def test_an_impossible_command_is_an_error_and_changes_nothing(conversation: Any) -> None:
    conversation(
        responder(),
        """
        > BEGIN
        < ERROR There is no board yet: send START first.
        > TURN 7,7
        < ERROR There is no board yet: send START first.
        > RESTART
        < ERROR There is no board yet: send START first.
        > START 15
        < OK
        > TURN 15,0
        < ERROR “15,0” is off the board…
        > TURN -1,3
        < ERROR “-1,3” is off the board…
        > TURN seven
        < ERROR “seven” cannot be read.
        > TURN 7,7
        < 8,8
        > TURN 8,8
        < ERROR 8,8 is taken.
        > BEGIN
        < ERROR There are stones on the board: send TURN, BOARD or RESTART.
        > BOARD
        > 7,7,2
        > 7,7,1
        > DONE
        < ERROR 7,7 is taken.
        > BOARD
        > 7,7,3
        > DONE
        < ERROR Continuous games are not supported.
        > BOARD
        > 7
        > DONE
        < ERROR “7” cannot be read.
        > TURN 9,9
        < 7,8
        """,
        [Decision(at(8, 8)), Decision(at(7, 8))],
    )


def test_an_unknown_rule_is_reported_at_the_next_command(conversation: Any) -> None:
    conversation(
        responder(),
        """
        > INFO rule 2
        > START 15
        < OK
        > BEGIN
        < ERROR Rule 2 is not supported.
        > INFO rule nonsense
        > TURN 7,7
        < ERROR Rule nonsense is not supported.
        > INFO rule 1
        > BEGIN
        < 7,7
        """,
        [Decision(at(7, 7))],
    )


def test_swap2_in_the_notation_of_the_protocol(conversation: Any) -> None:
    conversation(
        responder(),
        """
        > START 15
        < OK
        > SWAP2BOARD
        > DONE
        < 0,0 1,0 2,0
        > TURN 3,0
        < 4,0
        > SWAP2BOARD
        > 7,7,1
        > 8,7,2
        > 9,7,1
        > DONE
        < SWAP
        > TURN 5,5
        < 6,6
        > SWAP2BOARD
        > 7,7
        > 8,7
        > 9,7
        > DONE
        < 0,0
        > SWAP2BOARD
        > 7,7
        > DONE
        < ERROR Swap2 asks with no, three or five stones, not with 1.
        > BOARD
        > 7,7,2
        > RESTART
        < ERROR The board was not finished by DONE.
        < OK
        """,
        [
            SwapAnswer((0, 1, 2)),
            Decision(4),
            SwapAnswer(takes=Player.FIRST),
            Decision(at(6, 6)),
            SwapAnswer((0,), Player.SECOND),
        ],
    )


def test_the_manager_asks_in_swap2_and_reads_every_answer() -> None:
    asking, swap = driver(), Swap2.begin(GAME.start)
    lines = asking.ask_swap(swap, Limit(5), Times())
    assert lines[-2:] == ["SWAP2BOARD", "DONE"]
    assert "INFO timeout_turn 5000" in lines
    answer = asking.hear("0,0 1,0 2,0")
    assert answer == SwapAnswer((0, 1, 2))
    swap = swap.after(SwapAnswer((0, 1, 2)))
    for said, expected in [
        ("SWAP", SwapAnswer(takes=Player.FIRST)),
        ("3, 0", SwapAnswer((3,), Player.SECOND)),
        ("3,0 4,0", SwapAnswer((3, 4))),
        ("UNKNOWN command", Unable()),
        ("ERROR no swap2 here", Unable()),
    ]:
        assert asking.ask_swap(swap, Limit(5), Times()) == ["START 15"]
        sent = asking.hear("OK")
        assert isinstance(sent, Send)
        assert sent.lines[-5:] == ("SWAP2BOARD", "0,0", "1,0", "2,0", "DONE")
        assert asking.hear("ERROR unknown key timeout_turn") is None
        assert asking.hear(said) == expected
    asking.ask_swap(swap, Limit(5), Times())
    asking.hear("OK")
    with pytest.raises(ProtocolError, match="not a swap2 answer"):
        asking.hear("perhaps")
    # The game continues with BOARD.
    state = swap.state
    assert asking.ask(state, Limit(5), Times()) == ["START 15"]
    sent = asking.hear("OK")
    assert isinstance(sent, Send)
    assert sent.lines[-5:] == ("BOARD", "0,0,2", "1,0,1", "2,0,2", "DONE")


def test_the_board_is_upside_down_compared_with_our_rows() -> None:
    question = thought("START 15\nTURN 0,0")
    assert question.state == after("a15")
    assert question.state.last_move == 0
    assert thought("START 15\nTURN 14,13").state == after("o2")


@pytest.mark.parametrize(
    ("stones", "expected"),
    [
        ("7,7,1\n6,7,2", after("h8", "g8")),
        ("6,7,2\n7,7,1", after("h8", "g8")),
        ("7,7,2", after("h8")),
        ("7,7,2\n8,8,1\n6,6,2", after("h8", "i7", "g9")),
        ("", GAME.start),
    ],
)
def test_who_is_black_follows_from_the_number_of_stones(stones: str, expected: State) -> None:
    assert thought(f"START 15\nBOARD\n{stones}\nDONE".replace("\n\n", "\n")).state == expected


def test_with_an_unusual_number_of_stones_black_is_the_owner_of_the_first() -> None:
    state = thought("START 15\nBOARD\n0,0,1\n1,0,1\n2,0,1\nDONE").state
    assert state.cells.startswith("XXX.")
    assert state.to_move is Player.FIRST


def test_the_rules_are_those_of_the_last_info() -> None:
    assert thought("START 15\nINFO rule 1\nBEGIN").state.game == GomokuGame(15, "standard")
    assert thought("START 20\nINFO rule 1\nINFO rule 0\nBEGIN").state.game == GomokuGame(20)
    standard = ProtocolResponder(GomokuGame(15, "standard"), "x")
    standard.hear("START 19")
    question = standard.hear("BEGIN").think
    assert question
    assert question.state.game == GomokuGame(19, "standard")


@pytest.mark.parametrize(
    ("infos", "limit"),
    [
        ([], Limit()),
        (["timeout_turn 5550"], Limit(seconds=5)),
        (["timeout_turn 0"], Limit(seconds=0.01)),
        (["timeout_turn 30000", "timeout_match 0", "time_left 2147483647"], Limit(29.95 / 1.1)),
        (["timeout_turn 30000", "timeout_match 180000"], Limit((180 / 25 - 0.05) / 1.1)),
        (["timeout_turn 9000", "timeout_match 180000", "time_left 1000"], Limit(seconds=0.01)),
        (["timeout_match 180000", "time_left -5"], Limit(seconds=0.01)),
        (["timeout_turn 1150", "time_left 300000"], Limit(seconds=1)),
        (["max_depth 4", "max_node 1000"], Limit(depth=4, nodes=1000)),
        (["max_depth 0", "max_node -1", "timeout_turn soon"], Limit()),
    ],
)
def test_infos_become_the_limit_of_a_move(infos: list[str], limit: Limit) -> None:
    found = thought("\n".join(["START 15", *(f"INFO {info}" for info in infos), "BEGIN"])).limit
    assert (found.depth, found.nodes) == (limit.depth, limit.nodes)
    assert found.seconds == (None if limit.seconds is None else pytest.approx(limit.seconds))


def test_on_a_clock_a_hard_move_may_take_longer_but_not_than_the_turn() -> None:
    def longest(*infos: str) -> float | None:
        lines = ["START 15", *(f"INFO {info}" for info in infos), "BEGIN"]
        return thought("\n".join(lines)).limit.longest

    clock = ("timeout_match 180000", "time_left 50000")
    assert longest("timeout_turn 30000") is None
    assert longest(*clock) == pytest.approx((4 * 50 / 25 - 0.05) / 1.1)
    assert longest("timeout_turn 4000", *clock) == pytest.approx(3.95 / 1.1)
    assert longest("timeout_turn 1000", *clock) is None


@pytest.mark.parametrize(
    ("infos", "resources"),
    [
        (["max_memory 367001600"], Resources(238, None)),
        (["max_memory 1"], Resources(1, None)),
        (["max_memory 0"], Resources(None, None)),
        (["hash_size 65536"], Resources(64, None)),
        (["hash_size 1048576", "max_memory 367001600"], Resources(238, None)),
        (["thread_num 2"], Resources(None, 2)),
        (["thread_num 1000"], Resources(None, 64)),
        (["thread_num -1"], Resources(None, None)),
        (["max_memory 99999999999999", "thread_num 3"], Resources(1024, 3)),
    ],
)
def test_memory_and_threads_are_granted_to_the_strategy(
    infos: list[str], resources: Resources
) -> None:
    engine = responder()
    replies = [engine.hear(f"INFO {info}") for info in infos]
    assert replies[-1].resources == resources
    assert engine.hear("INFO timeout_turn 100").resources is None


def test_a_finished_game_is_an_error(conversation: Any) -> None:
    five = "\n".join(f"> {x},0,{whose}\n> {x},1,{3 - whose}" for x in range(5) for whose in [1])
    conversation(
        responder(),
        f"> START 15\n< OK\n> BOARD\n{five}\n> DONE\n< ERROR No game reaches this position…",
    )
    four = "\n".join(f"> {x},0,2\n> {x},1,1" for x in range(4))
    conversation(
        responder(),
        f"""
        > START 15
        < OK
        > BOARD
        {four}
        > DONE
        < 9,9
        > TURN 4,0
        < ERROR The game is over. White has five in a row.
        """,
        [Decision(at(9, 9))],
    )


def test_while_it_thinks_it_can_be_stopped_and_started_anew() -> None:
    engine = responder()
    engine.hear("START 15")
    question = engine.hear("BEGIN").think
    assert question
    assert engine.hear("TURN 0,0") == Reply(later=True)
    assert engine.hear("YXSTOP") == Reply(stop=True)
    assert engine.hear("INFO timeout_turn 1") == Reply()
    assert engine.hear("END") == Reply(quit=True)
    dropped = "ERROR A new game began before this was answered."
    assert engine.hear("RESTART") == Reply(("OK",), stop=True, drop=dropped)
    assert engine.answer(question, Decision(0)) == []
    assert engine.failed(question, EngineCrashed("engine.closed", name="x")) == []
    again = engine.hear("TURN 3,3").think
    assert again
    assert again.state == after("d12")
    assert engine.failed(again, EngineCrashed("engine.closed", name="x")) == ["ERROR x is closed."]
    lines = ("END", "STOP", "TURN 1,1", "START 15", "ABOUT")
    assert [line for line in lines if engine.is_urgent(line)] == ["END", "STOP", "START 15"]


def test_nothing_a_manager_sends_makes_the_engine_raise() -> None:
    engine = responder()
    odd = ["", " ", "\0", "é", "TURN", "TURN ,", "BOARD", "x" * 70_000, "DONE", "INFO", "INFO rule"]
    odd += ["START 15", *odd, "TURN 1,1,1", "TAKEBACK", "RECTSTART", "RECTSTART 9", "TURN ١,٢"]
    for line in odd:
        for said in engine.hear(line).lines:
            assert said.split()[0] in ("OK", "ERROR", "UNKNOWN")
            assert "\n" not in said


# The manager


def test_a_game_is_sent_turn_by_turn() -> None:
    asking = driver()
    lines = asking.ask(GAME.start, Limit(5), Times())
    assert lines[-1] == "BEGIN"
    assert set(lines[:-1]) == {
        "INFO rule 0",
        "INFO game_type 1",
        "INFO timeout_match 0",
        "INFO timeout_turn 5000",
    }
    assert asking.hear("MESSAGE thinking") is None
    assert asking.hear("DEBUG 1,1") is None
    assert asking.hear("7,7") == Answer("h8", text="thinking")
    # Unchanged times are not sent again.
    assert asking.ask(after("h8", "g8"), Limit(5), Times()) == ["TURN 6,7"]
    assert asking.hear("  8 , 6\r") == Answer("i9")
    assert asking.ask(after("h8", "g8", "i9", "a1"), Limit(2), Times()) == [
        "INFO timeout_turn 2000",
        "TURN 0,14",
    ]
    assert asking.bye() == ["END"]


def test_the_second_player_receives_the_first_move_by_turn() -> None:
    assert asked(driver(), after("a15")) == ["TURN 0,0"]


def test_any_other_position_is_sent_by_board_with_the_last_move_last() -> None:
    # Black: h8 = 7,7; a1 = 0,14; b2 = 1,13. White: o15 = 14,0; g8 = 6,7.
    state = after("h8", "g8", "a1", "o15", "b2")
    stones = ["7,7,2", "14,0,1", "0,14,2", "6,7,1", "1,13,2"]
    assert asked(driver(), state) == ["BOARD", *stones, "DONE"]


def test_stones_are_sent_in_the_order_of_the_game_if_known() -> None:
    asking = driver()
    opening = [GAME.parse_move(text) for text in ("a1", "o15", "h8", "g8")]
    asking.hear_history(GAME.start, opening)
    state = after("a1", "o15", "h8", "g8", "b2")
    stones = ["0,14,2", "14,0,1", "7,7,2", "6,7,1", "1,13,2"]
    assert asked(asking, state) == ["BOARD", *stones, "DONE"]


def test_a_handicap_begins_with_the_stones_of_one_side() -> None:
    state = GAME.parse_position("XXXO".ljust(225, ".") + " O")
    assert asked(driver(), state) == ["BOARD", "0,0,2", "1,0,2", "3,0,1", "2,0,2", "DONE"]


def test_a_new_game_starts_the_board_anew() -> None:
    asking = driver()
    asked(asking, GAME.start)
    asking.hear("7,7")
    assert asking.ask(after("a15"), Limit(5), Times()) == ["START 15"]
    sent = asking.hear("OK")
    assert isinstance(sent, Send)
    assert sent.lines[-3:] == ("BOARD", "0,0,2", "DONE")
    assert "INFO rule 0" in sent.lines
    assert asking.hear("1,1") == Answer("b14")


def test_an_answer_before_the_new_board_is_ready_is_an_old_one() -> None:
    asking = driver()
    asked(asking, GAME.start)
    asking.hear("7,7")
    asked(asking, GAME.start)
    with pytest.raises(ProtocolError, match="“8,8” before being asked"):
        asking.hear("8,8")


def test_times_are_sent_in_milliseconds() -> None:
    asking = driver()
    lines = asking.ask(GAME.start, Limit(2.5, depth=3, nodes=70), Times(60.0, 60.0, 1.0, 1.0))
    assert {
        "INFO timeout_turn 2500",
        "INFO timeout_match 60000",
        "INFO time_left 60000",
        "INFO max_depth 3",
        "INFO max_node 70",
    } <= set(lines)
    asking.hear("7,7")
    lines = asking.ask(after("h8", "a1"), Limit(2.5, depth=3, nodes=70), Times(58.25, 60.0, 1, 1))
    assert lines == ["INFO time_left 58250", "TURN 0,14"]
    asking.hear("8,8")
    lines = asking.ask(after("h8", "a1", "i7", "a2"), Limit(0.0001, depth=3, nodes=70), Times())
    assert lines == ["INFO timeout_turn 1", "INFO time_left 2147483647", "TURN 0,13"]


def test_a_time_per_move_is_not_a_time_for_the_match() -> None:
    lines = driver().ask(GAME.start, Limit(4.9), Times(5.0, 5.0, per_move=5.0))
    assert "INFO timeout_match 0" in lines
    assert not any("time_left" in line for line in lines)


def test_options_are_infos_and_win_over_ours() -> None:
    lines = driver({"max_memory": "1000", "game_type": "2"}).ask(GAME.start, Limit(1), Times())
    assert {"INFO max_memory 1000", "INFO game_type 2"} <= set(lines)
    assert "INFO game_type 1" not in lines


def test_the_standard_rule_is_rule_1() -> None:
    asking = ProtocolDriver(GomokuGame(20, "standard"))
    assert asking.hello() == ["START 20"]
    asking.hear("OK")
    assert "INFO rule 1" in asking.ask(GomokuGame(20, "standard").start, Limit(1), Times())


def test_a_suggestion_is_taken() -> None:
    asking = driver()
    asked(asking, GAME.start)
    assert asking.hear("SUGGEST 3,4") == Send(("PLAY 3,4",))
    assert asking.hear("3,4") == Answer("d11")


def test_search_information_of_a_program_is_kept() -> None:
    asking = driver()
    asked(asking, GAME.start)
    asking.hear("MESSAGE Depth 9-15 | Eval 4 | Time 3 ms")
    asking.hear("MESSAGE Depth 10-18 | Eval -36 | Node 51200 | Time 9 ms")
    text = "Depth 10-18 | Eval -36 | Node 51200 | Time 9 ms"
    assert asking.hear("7,7") == Answer("h8", -36.0, 10, 51200, text=text)


@pytest.mark.parametrize(
    "line",
    [
        "ERROR Unknown command: TIME_LEFT",
        "UNKNOWN INFO",
        "ERROR unknown key max_memory",
        "UNKNOWN command",
    ],
)
def test_a_complaint_about_an_info_line_is_chatter(line: str) -> None:
    asking = driver({"max_memory": "0"})
    asking.ask(GAME.start, Limit(1), Times(60.0, 60.0))
    assert asking.hear(line) is None
    assert asking.complaint == line
    assert asking.hear("OK") is None
    assert asking.hear("7,7") == Answer("h8")


@pytest.mark.parametrize("line", ["ERROR bad board", "UNKNOWN command", "unknown TURN"])
def test_a_refusal_of_the_question_is_an_error_with_its_text(line: str) -> None:
    asking = driver()
    asked(asking, GAME.start)
    asking.hear("7,7")
    assert asking.ask(after("h8", "g8"), Limit(5), Times()) == ["TURN 6,7"]
    with pytest.raises(ProtocolError, match=f"It refused: “{line}”"):
        asking.hear(line)


def test_a_refusal_of_the_start_is_an_error_with_its_text() -> None:
    asking = ProtocolDriver(GAME)
    asking.hello()
    assert asking.hear("Wine 1.0, a strong engine") is None
    assert asking.complaint == "Wine 1.0, a strong engine"
    with pytest.raises(ProtocolError, match="It refused: “ERROR only size 20”"):
        asking.hear("ERROR only size 20")


@pytest.mark.parametrize("line", ["h8", "7,7,7", "7;7", "I play 7,7", "\0", "١,٢", "15,0", "-1,0"])
def test_an_invalid_answer_is_an_error(line: str) -> None:
    asking = driver()
    asked(asking, GAME.start)
    with pytest.raises(ProtocolError):
        asking.hear(line)


def test_only_moves_count_as_unexpected_answers() -> None:
    lines = ["7,7", " 99,99 ", "SUGGEST 1,2", "MESSAGE 7,7", "OK", "ERROR x", "", "DEBUG"]
    assert [line for line in lines if driver().unasked(line)] == ["7,7", " 99,99 ", "SUGGEST 1,2"]


def test_other_games_cannot_be_carried() -> None:
    with pytest.raises(InvalidNotation, match="does not support othello"):
        ProtocolDriver(OthelloGame())
    with pytest.raises(InvalidNotation, match="does not support othello"):
        ProtocolResponder(OthelloGame(), "x")


# Both


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
@pytest.mark.parametrize("size", [5, 6, 9, 15, 20, 22])
def test_games_through_the_protocol_are_the_games_without_it(
    joined_ends: Any, size: int, rules: str
) -> None:
    game = game_from("gomoku", size, rules)
    players = ("reactive", "random") if size % 2 else ("random", "reactive")

    async def games() -> list[Any]:
        joined = [joined_ends("gomocup", text, game, seed) for seed, text in enumerate(players)]
        ours = [
            LocalEngine(strategy_from(text, game, seed), text) for seed, text in enumerate(players)
        ]
        return [await play_match(game.start, *both) for both in (joined, ours)]

    through, without = asyncio.run(games())
    assert through.moves == without.moves
    assert (through.ending, through.winner) == ("normal", without.winner)
    assert len(through.moves) >= 9


def test_one_program_plays_game_after_game_from_any_opening(joined_ends: Any) -> None:
    opening = after("a1", "o15", "h8", "g8")

    async def games() -> list[Any]:
        joined = [joined_ends("gomocup", text, GAME, 1) for text in ("reactive", "random")]
        played = [await play_match(start, *joined) for start in (GAME.start, opening, opening)]
        ours = [LocalEngine(strategy_from(text, GAME, 1), text) for text in ("reactive", "random")]
        return [
            played,
            [await play_match(start, *ours) for start in (GAME.start, opening, opening)],
        ]

    played, without = asyncio.run(games())
    assert [record.moves for record in played] == [record.moves for record in without]
