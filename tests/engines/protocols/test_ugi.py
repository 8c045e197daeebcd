"""UGI, both ends: our dialect line by line, and whole games."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fivefold.core import Game, Limit, State
from fivefold.engines.base import Times
from fivefold.engines.local import LocalEngine
from fivefold.engines.protocols.base import Answer, GivesUp, Question, Ready, Reply, Send
from fivefold.engines.protocols.ugi import ProtocolDriver, ProtocolResponder
from fivefold.errors import EngineCrashed, ProtocolError
from fivefold.match.play import play_match
from fivefold.names import format_game, game_from, strategy_from
from fivefold.strategies.base import Decision

GOMOKU, OTHELLO, PENTOMINO = map(game_from, ("gomoku", "othello", "pentomino"))
X_PIECE = "X d3 c4 d4 e4 d5"
INTRODUCTION = """
    > ugi
    < id name Fivefold reactive
    < id author Fivefold
    < option name game type string default gomoku(size=15, rules=freestyle)
    < ugiok
"""


def responder(game: Game = GOMOKU) -> ProtocolResponder:
    engine = ProtocolResponder(game, "Fivefold reactive")
    engine.now = lambda: 0.0
    return engine


def thought(lines: str, game: Game = GOMOKU) -> Question:
    """Returns the question after those lines, the last of which asks."""
    engine, reply = responder(game), Reply()
    for line in lines.strip().splitlines():
        reply = engine.hear(line.strip())
    assert reply.think is not None, reply
    return reply.think


def driver(game: Game = GOMOKU, options: dict[str, str] | None = None) -> ProtocolDriver:
    """Returns a driver whose program is ready."""
    asking = ProtocolDriver(game, options)
    assert asking.hello() == ["ugi"]
    assert asking.hear("id name Deep Thought 2") is None
    assert asking.hear("option name game type string default x") is None
    assert asking.hear("option name Hash Size type spin default 16 min 1 max 99") is None
    sent = asking.hear("ugiok")
    assert isinstance(sent, Send)
    assert sent.lines[0] == f"setoption name game value {format_game(game)}"
    assert sent.lines[-1] == "isready"
    assert asking.hear("readyok") == Ready("Deep Thought 2")
    return asking


def cells(game: Game, *moves: str) -> State:
    state = game.start
    for move in moves:
        state = state.play(game.parse_move(move))
    return state


# The engine


def test_a_game_as_a_program_leads_it(conversation: Any) -> None:
    conversation(
        responder(),
        f"""
        {INTRODUCTION}
        > setoption name game value othello(size=8, rules=standard)
        > isready
        < readyok
        > uginewgame
        > position startpos
        > go movetime 1000
        < info time 0
        < bestmove f5
        > position startpos moves f5 d6
        > query gameover
        < response false
        > query p1turn
        < response true
        > query result
        < response none
        > go depth 3
        < info depth 3 score -2 nodes 77 time 0 pv c3 d3
        < info string c3 it is
        < bestmove c3
        > quit
        """,
        [
            Decision(OTHELLO.parse_move("f5")),
            Decision(
                OTHELLO.parse_move("c3"),
                -2,
                3,
                77,
                (OTHELLO.parse_move("c3"), OTHELLO.parse_move("d3")),
                text="c3\nit is",
            ),
        ],
    )


def test_pentomino_moves_are_one_word(conversation: Any) -> None:
    conversation(
        responder(PENTOMINO),
        """
        > position startpos moves X:d3,c4,d4,e4,d5
        > go nodes 10
        < info time 0
        < bestmove I:a1,a2,a3,a4,a5
        """,
        [Decision(PENTOMINO.parse_move("I a1 a2 a3 a4 a5"))],
    )
    question = thought("position startpos moves x:D3,C4,D4,E4,D5\ngo", PENTOMINO)
    assert question.state == cells(PENTOMINO, X_PIECE)


def test_a_pass_is_two_dashes(conversation: Any) -> None:
    # White has just one disc, on f1, and no move.
    board = "XXXXXO.." + "." * 16 + "...XX..." * 2 + "." * 24
    conversation(
        responder(OTHELLO),
        f"""
        > position fen {board} O
        > go movetime 10
        < info time 0
        < bestmove --
        > position fen {board} O moves -- g1
        > query gameover
        < response true
        > query result
        < response p1win
        > go movetime 10
        < info string The game is over. Black wins 64–0.
        < bestmove none
        """.replace("64–0", "11–0"),
        [Decision(-1)],
    )


def test_a_line_that_makes_no_sense_is_an_error_and_changes_nothing(conversation: Any) -> None:
    conversation(
        responder(),
        """
        > position startpos moves h8
        > fly away
        < error Unknown command “fly away”.
        >
        > position
        < error “” is not a position: write startpos or fen TEXT…
        > position fen
        < error “fen” is not a position: write startpos or fen TEXT…
        > position fen ...
        < error …
        > position startpos moves h8 h8
        < error h8 is taken.
        > position startpos moves z99
        < error …
        > go sideways
        < error “sideways” is not valid after go…
        > go depth
        < error “depth” is not valid after go…
        > go movetime -5
        < error “movetime -5” is not valid after go…
        > query weather
        < error A query must be gameover, p1turn or result, not “weather”.
        > setoption name Hash value 3
        < error There is no option “Hash”; the only one is game.
        > setoption
        < error There is no option…
        > setoption name game value chess
        < error There is no game called “chess”…
        > setoption name game
        < error …
        > query p1turn
        < response false
        > stop
        """,
    )


def test_the_position_and_the_game_reach_the_strategy() -> None:
    assert thought("position startpos moves h8 h9\ngo").state == cells(GOMOKU, "h8", "h9")
    assert thought("position startpos moves h8 h9\ngo").state.last_move == GOMOKU.parse_move("h9")
    assert thought("go").state == GOMOKU.start
    assert thought("position startpos moves h8\nuginewgame\ngo").state == GOMOKU.start
    small = game_from("pentomino", "6x10")
    assert thought("setoption name Game value pentomino(size=6x10)\ngo").state == small.start
    fen = OTHELLO.format_position(cells(OTHELLO, "f5"))
    assert thought(f"position fen {fen} moves d6\ngo", OTHELLO).state == cells(OTHELLO, "f5", "d6")


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("", Limit()),
        ("movetime 1150", Limit(seconds=1)),
        ("movetime 0", Limit(seconds=0.01)),
        ("p1time 60000 p2time 1 p1inc 1000 p2inc 0", Limit((60 / 25 + 0.8 - 0.05) / 1.1)),
        ("p2time 60000", Limit()),
        ("p1time 60000 movetime 600", Limit(seconds=0.5)),
        ("depth 4 nodes 99", Limit(depth=4, nodes=99)),
        ("infinite", Limit()),
    ],
)
def test_go_says_how_long_to_think(words: str, limit: Limit) -> None:
    found = thought(f"go {words}").limit
    assert (found.depth, found.nodes) == (limit.depth, limit.nodes)
    assert found.seconds == (None if limit.seconds is None else pytest.approx(limit.seconds))


def test_the_second_player_has_a_clock_of_its_own() -> None:
    question = thought("position startpos moves h8\ngo p1time 1 p2time 30000")
    assert question.limit.seconds == pytest.approx((30 / 25 - 0.05) / 1.1)


def test_while_it_thinks_it_is_ready_can_be_stopped_and_lets_the_rest_wait() -> None:
    engine = responder()
    question = engine.hear("go movetime 1000").think
    assert question
    assert engine.hear("isready") == Reply(("readyok",))
    assert engine.hear("query p1turn") == Reply(("response true",))
    for waiting in (
        "position startpos moves a1",
        "go",
        "uginewgame",
        "setoption name game value x",
    ):
        assert engine.hear(waiting) == Reply(later=True)
    assert engine.hear("stop") == Reply(stop=True)
    assert engine.hear("quit") == Reply(quit=True)
    assert engine.answer(question, Decision(0)) == ["info time 0", "bestmove a15"]
    assert engine.hear("position startpos moves a1") == Reply()


def test_an_infinite_search_answers_after_stop_only() -> None:
    engine = responder()
    question = engine.hear("go infinite").think
    assert question
    assert engine.answer(question, Decision(0)) == []
    assert engine.hear("go") == Reply(later=True)
    assert engine.hear("stop") == Reply(("info time 0", "bestmove a15"), stop=True)
    question = engine.hear("go infinite").think
    assert question
    assert engine.hear("stop") == Reply(stop=True)
    assert engine.answer(question, Decision(0)) == ["info time 0", "bestmove a15"]


def test_a_strategy_that_fails_says_so() -> None:
    engine = responder()
    question = engine.hear("go").think
    assert question
    error = EngineCrashed("engine.closed", name="x")
    assert engine.failed(question, error) == ["error x is closed."]
    assert engine.hear("go").think is not None


# The asking program


def test_a_game_is_sent_with_all_its_moves() -> None:
    asking = driver()
    assert asking.ask(GOMOKU.start, Limit(2.5), Times()) == [
        "isready",
        "position startpos",
        "go movetime 2500",
    ]
    assert asking.hear("readyok") is None
    assert asking.hear("info depth 3 seldepth 9 score 17 nodes 9000 time 4 pv h8 i9") is None
    assert asking.hear("info string I like it") is None
    assert asking.hear("info depth 4 score -1.5") is None
    assert asking.hear("bestmove h8 ponder i9") == Answer(
        "h8", -1.5, 4, 9000, ("h8", "i9"), "I like it"
    )
    state = cells(GOMOKU, "h8", "g8")
    assert asking.ask(state, Limit(1, depth=5, nodes=7), Times())[1:] == [
        "position startpos moves h8 g8",
        "go movetime 1000 depth 5 nodes 7",
    ]
    assert asking.stop() == ["stop"]
    assert asking.bye() == ["quit"]


def test_another_position_is_a_new_game() -> None:
    asking = driver(PENTOMINO)
    state = PENTOMINO.parse_position(PENTOMINO.format_position(cells(PENTOMINO, X_PIECE)))
    assert asking.ask(state, Limit(1), Times())[:3] == [
        "uginewgame",
        "isready",
        f"position fen {PENTOMINO.format_position(state)}",
    ]
    asking.hear("readyok")
    assert asking.hear("bestmove I:a1,a2,a3,a4,a5") == Answer("I a1 a2 a3 a4 a5")
    state = cells(PENTOMINO, X_PIECE, "I a1 a2 a3 a4 a5", "V h1 g1 f1 h2 h3")
    assert asking.ask(state, Limit(1), Times())[1].endswith(
        "moves I:a1,a2,a3,a4,a5 V:f1,g1,h1,h2,h3"
    )


def test_the_moves_of_an_opening_are_sent_if_known() -> None:
    asking = driver()
    asking.hear_history(GOMOKU.start, [GOMOKU.parse_move("a1"), GOMOKU.parse_move("b2")])
    lines = asking.ask(cells(GOMOKU, "a1", "b2", "c3"), Limit(1), Times())
    assert lines == ["isready", "position startpos moves a1 b2 c3", "go movetime 1000"]


def test_the_clocks_are_sent_by_seat() -> None:
    times = Times(60.0, 55.5, 1.0, 0.5)
    assert driver().ask(GOMOKU.start, Limit(2.85), times)[-1] == (
        "go p1time 60000 p2time 55500 p1inc 1000 p2inc 500"
    )
    assert driver().ask(cells(GOMOKU, "h8"), Limit(2.85), times)[-1] == (
        "go p1time 55500 p2time 60000 p1inc 500 p2inc 1000"
    )
    # The share of a minute plus a second per move is 2.9 s; the limit of one second is extra.
    assert driver().ask(GOMOKU.start, Limit(1), times)[-1].endswith("p2inc 500 movetime 1000")
    per_move = Times(5.0, 5.0, per_move=5.0)
    assert driver().ask(GOMOKU.start, Limit(4.5), per_move)[-1] == "go movetime 4500"
    assert driver().ask(GOMOKU.start, Limit(), Times())[-1] == "go"
    assert driver().ask(GOMOKU.start, Limit(0.28), Times(mine=9.0))[-1] == "go p1time 9000"


def test_an_answer_to_an_old_question_does_not_answer_the_next() -> None:
    asking = driver()
    asking.ask(GOMOKU.start, Limit(1), Times())
    with pytest.raises(ProtocolError, match="“bestmove h8” before being asked"):
        asking.hear("bestmove h8")
    assert [line for line in ("bestmove x", "info x", "readyok", "") if asking.unasked(line)] == [
        "bestmove x"
    ]


def test_options_are_set_as_the_program_calls_them() -> None:
    asking = ProtocolDriver(GOMOKU, {"hash size": "64"})
    asking.hello()
    asking.hear("option name Hash Size type spin default 16")
    assert asking.hear("ugiok") == Send(("setoption name Hash Size value 64", "isready"))


@pytest.mark.parametrize(
    ("listed", "reason"),
    [("option name Hash type spin", "no option “depth”; it has Hash"), ("", "nor any other")],
)
def test_an_option_the_program_lacks_is_an_error(listed: str, reason: str) -> None:
    asking = ProtocolDriver(GOMOKU, {"depth": "64"})
    asking.hello()
    asking.hear(listed)
    with pytest.raises(ProtocolError, match=reason):
        asking.hear("ugiok")


@pytest.mark.parametrize(
    "line", ["bestmove", "bestmove h99", "bestmove none", "bestmove \0", "error no such game"]
)
def test_an_invalid_answer_is_an_error(line: str) -> None:
    asking = driver()
    asking.ask(GOMOKU.start, Limit(1), Times())
    asking.hear("readyok")
    with pytest.raises(ProtocolError):
        asking.hear(line)


def test_a_program_may_give_up() -> None:
    asking = driver()
    asking.ask(GOMOKU.start, Limit(1), Times())
    asking.hear("readyok")
    assert asking.hear("bestmove resign") == GivesUp()


def test_what_a_program_has_found_so_far_is_known_while_it_searches() -> None:
    asking = driver()
    assert asking.found() is None
    asking.ask(GOMOKU.start.play(GOMOKU.parse_move("i9")), Limit(seconds=1), Times())
    asking.hear("readyok")
    for line in ("info depth 3", "info depth 3 score 2 pv z99", "info depth 3 score 2 pv i9"):
        asking.hear(line)
        assert asking.found() is None
    asking.hear("info depth 4 score -2 nodes 9 pv h8 j9")
    assert asking.found() == Answer("h8", -2, 4, 9, ("h8", "j9"))
    asking.hear("bestmove h8")
    assert asking.found() is None


def test_nonsense_about_the_search_is_left_out() -> None:
    asking = driver()
    asking.ask(GOMOKU.start, Limit(1), Times())
    for line in (
        "readyok",
        "info",
        "info depth",
        "info depth x nodes " + "9" * 5000 + " score nan",
        "info score inf pv h8 z99 h9",
        "info \0 string",
        "hello",
        "",
    ):
        assert asking.hear(line) is None
    assert asking.hear("bestmove h8") == Answer("h8", pv=("h8",))


# Both


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("gomoku(size=5)", ("random", "reactive")),
        ("gomoku(size=15, rules=standard)", ("reactive", "random")),
        ("gomoku(size=22)", ("random", "reactive")),
        ("othello(size=4)", ("random", "greedy")),
        ("othello(size=6, rules=mirrored)", ("greedy", "random")),
        ("othello(size=8)", ("random", "level(2)")),
        ("pentomino(size=5x6)", ("random", "openspace")),
        ("pentomino(size=6x10)", ("random", "random")),
        ("pentomino(size=8)", ("openspace", "random")),
    ],
)
def test_games_through_the_protocol_are_the_games_without_it(
    joined_ends: Any, name: str, players: tuple[str, str]
) -> None:
    game = game_from(name)

    async def games() -> list[Any]:
        joined = [joined_ends("ugi", text, game, seed) for seed, text in enumerate(players)]
        ours = [
            LocalEngine(strategy_from(text, game, seed), text) for seed, text in enumerate(players)
        ]
        return [await play_match(game.start, *both) for both in (joined, ours)]

    through, without = asyncio.run(games())
    assert through.moves == without.moves
    assert (through.ending, through.winner) == ("normal", without.winner)


def test_one_program_plays_other_games_after_the_option_is_set(joined_ends: Any) -> None:
    engine = joined_ends("ugi", "random", OTHELLO, 1)
    engine.driver = driver(PENTOMINO)
    engine.responder.hear("setoption name game value pentomino(size=8)")
    record = asyncio.run(play_match(PENTOMINO.start, engine, engine))
    assert record.ending == "normal"
