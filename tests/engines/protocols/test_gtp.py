"""GTP, both ends: transcripts as in the specification, and whole games."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.base import Engine, Times
from fivefold.engines.local import LocalEngine
from fivefold.engines.protocols.base import Answer, GivesUp, Question, Ready, Reply, Send
from fivefold.engines.protocols.gtp import ProtocolDriver, ProtocolResponder
from fivefold.engines.protocols.gtp.text import format_vertex, parse_vertex
from fivefold.engines.protocols.move_sequence import moves_between, stones_in_order
from fivefold.errors import EngineCrashed, InvalidNotation, ProtocolError
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.match.play import play_match
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision

OTHELLO, GOMOKU = OthelloGame(), GomokuGame()
# White has just one disc, on f1, and no move; black then takes it with g1.
PASSING = "XXXXXO.." + "." * 19 + "XX" + "." * 6 + "XX" + "." * 27 + " O"
LONG = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5"
PLAIN = "list_commands name boardsize clear_board play genmove undo quit"


def line_of_play(game: Game, text: str) -> tuple[State, list[Move]]:
    state, moves = game.start, []
    for word in text.split():
        moves.append(game.parse_move(word))
        state = state.play(moves[-1])
    return state, moves


def commands(engine: Any) -> list[str]:
    """Returns the lines sent to the engine, without numbers."""
    return [line.split(maxsplit=1)[1] for line in engine.lines]


def without_set_position(engine: Any) -> Any:
    """Returns the engine without `set_position`, like most engines."""
    del engine.responder._commands["set_position"]
    engine._exchange(engine.driver.hello())
    engine.lines.clear()
    return engine


GAMES: list[tuple[Game, str, str, int]] = [
    (OTHELLO, "random", "random", 3),
    (OTHELLO, "random", "random", 4),
    (OTHELLO, "level(2)", "greedy", 1),
    (OthelloGame(6), "random", "random", 5),
    (GOMOKU, "level(2)", "reactive", 1),
    (GomokuGame(9, "standard"), "random", "level(2)", 2),
    (GomokuGame(22), "random", "level(2)", 3),
]


@pytest.mark.parametrize(("game", "one", "other", "seed"), GAMES)
def test_games_through_the_protocol_are_the_games_without_it(
    joined_ends: Any, game: Game, one: str, other: str, seed: int
) -> None:
    async def play() -> tuple[tuple[str, ...], tuple[str, ...]]:
        engines = joined_ends("gtp", one, game, seed), joined_ends("gtp", other, game, seed + 10)
        looped = await play_match(game.start, *map(without_set_position, engines))
        for engine in engines:
            # The board was updated move by move.
            assert commands(engine).count("clear_board") == 0
        first = LocalEngine(strategy_from(one, game, seed), one)
        second = LocalEngine(strategy_from(other, game, seed + 10), other)
        async with first, second:
            plain = await play_match(game.start, first, second)
        assert plain.ending == looped.ending == "normal"
        return looped.moves, plain.moves

    looped, plain = asyncio.run(play())
    assert looped == plain


def test_those_games_have_passes(joined_ends: Any) -> None:
    """Checks the test above: one of its games must have passes."""

    async def moves(game: Game, seed: int) -> tuple[str, ...]:
        engines = (
            joined_ends("gtp", "random", game, seed),
            joined_ends("gtp", "random", game, seed + 10),
        )
        return (await play_match(game.start, *engines)).moves

    games = [(game, seed) for game, one, other, seed in GAMES if one == other == "random"]
    assert any("--" in asyncio.run(moves(*each)) for each in games)


@pytest.mark.parametrize("seat", [0, 1])
def test_othello_games_from_openings_are_led_to_by_their_moves(joined_ends: Any, seat: int) -> None:
    """An engine without `set_position` plays several games from known openings."""
    engine = without_set_position(joined_ends("gtp", "random", OTHELLO, 1))
    rival = LocalEngine(strategy_from("random", OTHELLO, 2), "random")

    async def play(opening: str) -> None:
        start, moves = line_of_play(OTHELLO, opening)
        engine.hear_history(OTHELLO.start, moves)
        seats: list[Engine] = [engine, rival]
        first, second = seats[seat], seats[1 - seat]
        record = await play_match(start, first, second)
        assert record.ending == "normal"

    async def tournament() -> None:
        for opening in ("f5 d6 c3 d3 c4", "f5 f6 e6 f4", "d3 c5 d6 e3 f4 c3", ""):
            await play(opening)

    asyncio.run(tournament())
    assert commands(engine).count("clear_board") == 3
    assert "play w D6" in commands(engine)
    asyncio.run(rival.close())


def test_a_gomoku_position_without_a_past_is_laid_out(joined_ends: Any) -> None:
    chance, game = random.Random(5), GomokuGame(9)
    for _ in range(20):
        state: State = game.start
        for _ in range(chance.randrange(12, 30)):
            if not state.outcome:
                state = state.play(chance.choice(state.legal_moves()))
        if state.outcome:
            continue
        engine = without_set_position(joined_ends("gtp", "random", game, 1))
        decision = asyncio.run(engine.choose(state))
        assert decision.move is not None
        assert engine.responder._state == state.play(decision.move)
        assert commands(engine)[0] == "clear_board"


def test_a_position_is_set_where_the_program_can(joined_ends: Any) -> None:
    engine = joined_ends("gtp", "random", OTHELLO, 1)
    engine.lines.clear()
    state = OTHELLO.parse_position(PASSING)
    assert asyncio.run(engine.choose(state)).move == -1
    assert commands(engine) == [
        "set_position b A1 b B1 b C1 b D1 b E1 w F1 b D4 b E4 b D5 b E5",
        "genmove w",
    ]
    gomoku = joined_ends("gtp", "random", GomokuGame(5), 1)
    gomoku.lines.clear()
    asyncio.run(gomoku.choose(GomokuGame(5).parse_position("XO" * 6 + "." * 13 + " X")))
    assert commands(gomoku)[0].startswith("set_position b A5 w B5 b C5")


def test_an_othello_position_of_unknown_past_is_refused_in_words(joined_ends: Any) -> None:
    engine = without_set_position(joined_ends("gtp", "random", OTHELLO, 1))
    state, _ = line_of_play(OTHELLO, LONG)
    with pytest.raises(InvalidNotation, match="only through moves, and the moves that led to"):
        asyncio.run(engine.choose(state))
    engine.hear_history(state, [])  # useless: the start is unknown too
    with pytest.raises(InvalidNotation):
        asyncio.run(engine.choose(state))


def test_a_game_may_go_back_to_any_position_it_had(joined_ends: Any) -> None:
    engine = without_set_position(joined_ends("gtp", "random", OTHELLO, 1))
    state, moves = line_of_play(OTHELLO, LONG)
    engine.hear_history(OTHELLO.start, moves)
    early, _ = line_of_play(OTHELLO, "f5 d6 c3")
    for place in (state, early, state, early):
        decision = asyncio.run(engine.choose(place))
        assert decision.move is not None
        assert engine.responder._state == place.play(decision.move)


def test_a_program_that_passes_by_itself_may_refuse_to_be_told(joined_ends: Any) -> None:
    """GRhino continues with the side that can move and rejects `play b PASS`."""
    engine = without_set_position(joined_ends("gtp", "random", OTHELLO, 1))
    state, moves = line_of_play(OTHELLO, "d3 c3 e6 d2 d1 e1 b2 c1 --")
    engine.hear_history(OTHELLO.start, moves)
    hear = engine.responder.hear

    def hear_like_grhino(line: str) -> Reply:
        return Reply(("? syntax error", "")) if line.endswith("PASS") else hear(line)

    engine.responder.hear = hear_like_grhino
    decision = asyncio.run(engine.choose(state))
    assert "play b PASS" in commands(engine)
    assert decision.move in state.legal_moves()
    assert engine.responder._state == state.play(decision.move)


# the driver


def answered(driver: ProtocolDriver, *lines: str) -> object:
    """Returns the driver's event for the last line."""
    heard: object = None
    for line in lines:
        heard = driver.hear(line)
    return heard


def ready(game: Game = OTHELLO, commands: str = PLAIN) -> ProtocolDriver:
    """Returns a driver whose program is ready."""
    driver = ProtocolDriver(game)
    assert driver.hello() == ["1 list_commands"]
    heard = answered(driver, *f"=1 {commands}".split(" "), "")
    while isinstance(heard, Send):
        number = heard.lines[0].split()[0]
        heard = answered(driver, f"={number}", "")
    assert heard == Ready("")
    return driver


def test_the_driver_says_hello() -> None:
    driver = ProtocolDriver(GOMOKU, {"level": "3"})
    assert driver.hello() == ["1 list_commands"]
    assert answered(driver, "Some banner", "", "=1 name", "boardsize", "set_game") is None
    assert driver.hear("") == Send(("2 name",))
    assert answered(driver, "=2 My Engine", "") == Send(("3 set_game Gomoku",))
    assert answered(driver, "=3", "") == Send(("4 boardsize 15",))
    assert answered(driver, "=4", "") == Send(("5 level 3",))
    assert answered(driver, "=5", "") == Send(("6 clear_board",))
    assert answered(driver, "=6", "") == Ready("My Engine")


def test_a_program_without_list_commands_is_asked_the_bare_minimum() -> None:
    driver = ProtocolDriver(OTHELLO)
    driver.hello()
    assert answered(driver, "?1 unknown command", "") == Send(("2 boardsize 8",))
    assert answered(driver, "=2", "") == Send(("3 clear_board",))
    assert answered(driver, "=3", "") == Ready("")
    assert driver.ask(OTHELLO.start, Limit(seconds=5), Times()) == ["4 genmove b"]


def test_the_driver_asks() -> None:
    driver = ready()
    number = 5
    assert driver.ask(OTHELLO.start, Limit(), Times()) == [f"{number} genmove b"]
    assert answered(driver, "thinking…", f"={number} F5", "") == Answer("f5")
    state, _ = line_of_play(OTHELLO, "f5 d6")
    assert driver.ask(state, Limit(), Times()) == ["6 play w D6"]
    assert answered(driver, "=6", "") == Send(("7 genmove b",))
    assert answered(driver, "=7 c3", "") == Answer("c3")


def test_gomoku_columns_have_no_i_and_rows_count_from_the_bottom() -> None:
    driver = ready(GOMOKU)
    state, _ = line_of_play(GOMOKU, "i3")
    assert driver.ask(state, Limit(), Times()) == ["5 play b J3"]
    assert answered(driver, "=5", "") == Send(("6 genmove w",))
    assert answered(driver, "=6 P15", "") == Answer("o15")


@pytest.mark.parametrize(
    ("game", "ours", "theirs"),
    [
        (GOMOKU, "a1", "A1"),
        (GOMOKU, "h8", "H8"),
        (GOMOKU, "i8", "J8"),
        (GOMOKU, "o15", "P15"),
        (GomokuGame(22), "v22", "W22"),
        (OTHELLO, "a1", "A1"),
        (OTHELLO, "h8", "H8"),
        (OTHELLO, "f5", "F5"),
        (OTHELLO, "--", "PASS"),
    ],
)
def test_points(game: Game, ours: str, theirs: str) -> None:
    move = game.parse_move(ours)
    assert format_vertex(move, game) == theirs
    assert parse_vertex(theirs, game) == parse_vertex(theirs.lower(), game) == move


def test_othello_has_a1_at_the_top_and_gomoku_at_the_bottom() -> None:
    assert parse_vertex("A1", OTHELLO) == 0
    assert parse_vertex("A15", GOMOKU) == 0


@pytest.mark.parametrize(
    "text", ["I5", "A0", "A9", "Z1", "AA1", "5A", "", "A", "A١", "f5f6", "PASSES"]
)
def test_what_is_no_point_of_the_board(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_vertex(text, OTHELLO)


@pytest.mark.parametrize(
    ("lines", "heard"),
    [
        (["=5 PASS", ""], Answer("--")),
        (["=5 pass", ""], Answer("--")),
        (["=5 resign", ""], GivesUp()),
        (["=5 Resign", ""], GivesUp()),
        (["= 5 f5", ""], Answer("f5")),  # like Edax
        (["= f5", ""], Answer("f5")),  # a program that does not repeat numbers
        (["\x07=5 f5\r", "\r"], Answer("f5")),
        (["=5", "F5", ""], Answer("f5")),
    ],
)
def test_the_ways_programs_write_their_move(lines: list[str], heard: object) -> None:
    driver = ready()
    driver.ask(OTHELLO.start, Limit(), Times())
    assert answered(driver, *lines) == heard


@pytest.mark.parametrize("text", ["", "I9", "nothing", "F5 D6", "\N{SNOWMAN}"])
def test_an_answer_without_a_move_is_an_error(text: str) -> None:
    driver = ready()
    driver.ask(OTHELLO.start, Limit(), Times())
    with pytest.raises(ProtocolError, match="contains no move"):
        answered(driver, f"=5 {text}", "")


def test_gomoku_has_no_pass() -> None:
    driver = ready(GOMOKU)
    driver.ask(GOMOKU.start, Limit(), Times())
    with pytest.raises(ProtocolError, match="contains no move"):
        answered(driver, "=5 pass", "")


def test_a_refused_command_is_an_error_with_the_programs_reason() -> None:
    driver = ready()
    driver.ask(OTHELLO.start, Limit(), Times())
    with pytest.raises(ProtocolError, match="refused the command “genmove b”: “wrong color”"):
        answered(driver, "? 1 wrong color".replace("1 ", ""), "")


def test_an_answer_to_an_old_question_is_none_to_the_new_one() -> None:
    driver = ready()
    driver.ask(OTHELLO.start, Limit(), Times())
    later, _ = line_of_play(OTHELLO, "d3")
    # The answer to the first question is unknown, so the board is set up again.
    assert driver.ask(later, Limit(), Times()) == ["6 clear_board"]
    assert answered(driver, "=5 F5", "") is None
    assert answered(driver, "=6", "") == Send(("7 play b D3",))
    assert answered(driver, "=7", "") == Send(("8 genmove w",))
    assert answered(driver, "=7 F5", "") is None
    assert answered(driver, "=8 c3", "") == Answer("c3")
    assert driver.unasked("=8 c3")
    assert not driver.unasked("")
    assert not driver.unasked("some words")


def test_after_an_illegal_answer_the_board_is_set_up_anew() -> None:
    driver = ready()
    driver.ask(OTHELLO.start, Limit(), Times())
    assert answered(driver, "=5 A1", "") == Answer("a1")
    state, _ = line_of_play(OTHELLO, "f5")
    assert driver.ask(state, Limit(), Times()) == ["6 clear_board"]


CLOCKS = PLAIN + " time_settings time_left"


def test_the_time_for_a_move_is_told_once_and_what_is_left_each_time() -> None:
    driver = ready(commands=CLOCKS)
    assert driver.ask(OTHELLO.start, Limit(2.5), Times()) == ["5 time_settings 0 2 1"]
    assert answered(driver, "=5", "") == Send(("6 time_left b 2 1",))
    assert answered(driver, "=6", "") == Send(("7 genmove b",))
    assert answered(driver, "=7 f5", "") == Answer("f5")
    state, _ = line_of_play(OTHELLO, "f5 d6")
    assert driver.ask(state, Limit(2.5), Times()) == ["8 play w D6"]
    assert answered(driver, "=8", "") == Send(("9 time_left b 2 1",))


def test_clocks_are_told_in_whole_seconds() -> None:
    driver = ready(commands=CLOCKS)
    times = Times(mine=61.9, theirs=5, my_increment=3, their_increment=3)
    assert driver.ask(OTHELLO.start, Limit(0.2), times) == ["5 time_settings 61 3 1"]
    assert answered(driver, "=5", "") == Send(("6 time_left b 61 0",))
    driver = ready(commands=CLOCKS)
    assert driver.ask(OTHELLO.start, Limit(0.2), Times()) == ["5 time_settings 0 1 1"]


@pytest.mark.parametrize("kind", [ProtocolDriver, lambda game: ProtocolResponder(game, "x")])
def test_pentomino_cannot_be_carried(kind: type[ProtocolDriver]) -> None:
    with pytest.raises(InvalidNotation, match="does not support pentomino"):
        kind(PentominoGame())


def test_the_driver_says_goodbye() -> None:
    assert ready().bye() == ["quit"]
    assert ready().stop() == []


# leading a board


def test_moves_between_positions() -> None:
    early, _ = line_of_play(OTHELLO, "f5 d6")
    late, moves = line_of_play(OTHELLO, "f5 d6 c3 d3 c4")
    assert moves_between(early, late) == moves[2:]
    assert moves_between(late, late) == []
    assert moves_between(late, early) is None
    assert moves_between(early, OthelloGame(6).start) is None
    passing = OTHELLO.parse_position(PASSING)
    after = passing.play(-1).play(OTHELLO.parse_move("g1"))
    assert moves_between(passing, after) == [-1, 6]
    assert moves_between(passing, passing.play(-1)) == [-1]
    late, _ = line_of_play(OTHELLO, "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7")
    found = moves_between(OTHELLO.start, late)
    assert found is not None
    assert line_of_play(OTHELLO, " ".join(map(OTHELLO.format_move, found)))[0] == late
    other_side = GOMOKU.parse_position("." * 225 + " O")
    assert moves_between(GOMOKU.start, other_side) is None
    full = GOMOKU.parse_position("X.O" * 5 + "." * 210 + " O")
    assert moves_between(GOMOKU.start, full) is None
    laid_out = moves_between(GOMOKU.start, GOMOKU.parse_position("X.O" * 5 + "." * 210 + " X"))
    assert laid_out is not None
    assert len(laid_out) == 10


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_stones_are_laid_out_without_a_win_on_the_way(rules: str) -> None:
    game = GomokuGame(9, rules)
    rows = [
        "XXXX.....",
        "OOOO.....",
        "XXXXXX..." if rules == "standard" else "XX.XX....",
        "OOOOO.OOO",
    ]
    rows[3] = "OOO.OOO.O"
    state = game.parse_position("".join(rows) + "." * 45 + " X")
    assert state.outcome is None
    order = stones_in_order(state)
    cells = ["."] * 81
    for player, cell in order:
        cells[cell] = player.value
        assert game.parse_position("".join(cells) + " X").outcome is None
    assert "".join(cells) == state.cells
    assert [player for player, _ in order[:6]] == [Player.FIRST, Player.SECOND] * 3


# the responder


def responder(game: Game = OTHELLO) -> ProtocolResponder:
    return ProtocolResponder(game, "Fivefold")


def said(engine: ProtocolResponder, line: str, move: str = "") -> str:
    """Returns the output of the engine, with that move as its answer."""
    reply = engine.hear(line)
    lines = [*reply.lines]
    if reply.think:
        lines += engine.answer(reply.think, Decision(engine.game.parse_move(move)))
    return "".join(f"{line}\n" for line in lines)


def asked(reply: Reply) -> Question:
    assert reply.think
    return reply.think


def test_a_conversation_about_othello() -> None:
    engine = responder()
    for line, answer in [
        ("protocol_version", "= 2\n\n"),
        ("1 name", "=1 Fivefold\n\n"),
        ("2 known_command genmove", "=2 true\n\n"),
        ("3 known_command quit", "=3 true\n\n"),
        ("4 known_command genmoves", "=4 false\n\n"),
        ("5 known_command", "=5 false\n\n"),
        ("list_games", "= Othello\n\n"),
        ("set_game Othello", "=\n\n"),
        ("set_game Go", "? unsupported game\n\n"),
        ("boardsize 8", "=\n\n"),
        ("boardsize 9", "? unacceptable size\n\n"),
        ("boardsize", "? syntax error\n\n"),
        ("boardsize x", "? syntax error\n\n"),
        ("clear_board", "=\n\n"),
        ("komi 6.5", "=\n\n"),
        ("komi", "? syntax error\n\n"),
        ("komi nan", "? syntax error\n\n"),
        ("undo", "? cannot undo\n\n"),
        ("play b f5", "=\n\n"),
        ("play B F5", "? illegal move\n\n"),
        ("play white D6", "=\n\n"),
        ("play w pass", "? illegal move\n\n"),
        ("play w", "? syntax error\n\n"),
        ("play green f4", "? syntax error\n\n"),
        ("play w i9", "? syntax error\n\n"),
        ("final_score", "? cannot score\n\n"),
        ("genmove", "? syntax error\n\n"),
        ("time_settings 60 10", "? syntax error\n\n"),
        ("time_settings 60 10 1", "=\n\n"),
        ("time_left b 50 0", "=\n\n"),
        ("time_left b", "? syntax error\n\n"),
    ]:
        assert said(engine, line) == answer, line
    assert said(engine, "7 genmove b", "c3") == "=7 C3\n\n"
    assert said(engine, "showboard") == (
        "=\n"
        "   A B C D E F G H\n"
        " 1 . . . . . . . .\n"
        " 2 . . . . . . . .\n"
        " 3 . . X . . . . .\n"
        " 4 . . . X X . . .\n"
        " 5 . . . O X X . .\n"
        " 6 . . . O . . . .\n"
        " 7 . . . . . . . .\n"
        " 8 . . . . . . . .\n"
        "\n"
    )
    assert said(engine, "undo") == "=\n\n"
    assert asked(engine.hear("genmove b")).state == line_of_play(OTHELLO, "f5 d6")[0]


def test_every_command_is_listed_and_known() -> None:
    engine = responder()
    listed = said(engine, "list_commands").removeprefix("= ").split()
    assert {"protocol_version", "genmove", "reg_genmove", "final_score", "quit"} <= set(listed)
    for command in listed:
        assert said(engine, f"known_command {command}") == "= true\n\n"


def test_a_conversation_about_gomoku() -> None:
    engine = responder(GOMOKU)
    assert said(engine, "boardsize 9") == "=\n\n"
    assert said(engine, "boardsize 23") == "? unacceptable size\n\n"
    assert said(engine, "play b pass") == "? illegal move\n\n"
    assert said(engine, "play b J9") == "=\n\n"
    assert said(engine, "genmove w", "i8") == "= J8\n\n"
    for black, white in (("a1", "a9"), ("b1", "b9"), ("c1", "c9"), ("d1", "d9")):
        assert said(engine, f"play b {black}") == said(engine, f"play w {white}") == "=\n\n"
    board = said(engine, "showboard").splitlines()
    assert board[1] == "   A B C D E F G H J"
    assert board[2] == " 9 O O O O . . . . X"
    assert board[10] == " 1 X X X X . . . . ."
    assert said(engine, "genmove b", "e1") == "= E1\n\n"
    assert said(engine, "final_score") == "= B+1\n\n"
    assert said(engine, "genmove w") == "? the game is over\n\n"
    assert said(engine, "play w e9") == "? illegal move\n\n"


def test_reg_genmove_plays_nothing() -> None:
    engine = responder()
    assert said(engine, "reg_genmove b", "f5") == "= F5\n\n"
    assert said(engine, "undo") == "? cannot undo\n\n"
    assert said(engine, "genmove b", "f5") == "= F5\n\n"
    assert said(engine, "undo") == "=\n\n"


def test_numbers_comments_and_control_characters() -> None:
    engine = responder()
    assert said(engine, "# only a comment") == ""
    assert said(engine, " \t ") == ""
    assert said(engine, "12 play\tb  f5 # the usual") == "=12\n\n"
    assert said(engine, "\x00\x07 13 un\x1bdo\x7f\r") == "=13\n\n"
    assert said(engine, "14") == "?14 unknown command\n\n"
    assert said(engine, "15 nothing") == "?15 unknown command\n\n"
    assert said(engine, "GENMOVE b") == "? unknown command\n\n"
    assert said(engine, "\ufffdgenmove b") == "? unknown command\n\n"
    assert said(engine, "1" * 5000) == "? unknown command\n\n"
    assert said(engine, "boardsize " + "8" * 5000) == "? syntax error\n\n"


def test_a_pass_that_the_controller_leaves_out() -> None:
    engine = responder()
    pairs = "b A1 b B1 b C1 b D1 b E1 w F1 b D4 b E4 b D5 b E5"
    assert said(engine, f"set_position {pairs}") == "=\n\n"
    # White can only pass; black is asked at once.
    engine._states = [OTHELLO.parse_position(PASSING)]
    assert asked(engine.hear("genmove b")).state == OTHELLO.parse_position(PASSING).play(-1)
    engine.answer(Question(OTHELLO.parse_position(PASSING).play(-1)), Decision(6))
    assert said(engine, "final_score") == "= B+11\n\n"
    assert said(engine, "genmove w") == "= PASS\n\n"
    assert said(engine, "undo") == "=\n\n"
    assert said(engine, "play w pass") == "=\n\n"


def test_a_draw_scores_nothing() -> None:
    engine = responder(OthelloGame(4))
    engine._states = [engine.game.parse_position("XXXXXXXXOOOOOOOO X")]
    assert said(engine, "final_score") == "= 0\n\n"
    engine._states = [engine.game.parse_position("OOOOOOOOOOOOOOOO X")]
    assert said(engine, "final_score") == "= W+16\n\n"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("b", "? syntax error"),
        ("b z9", "? syntax error"),
        ("x d4", "? syntax error"),
        ("b pass", "? illegal position"),
        ("b d4 w d4", "? illegal position"),
        ("b d4", "? illegal position"),
        ("", "? illegal position"),
    ],
)
def test_a_position_that_cannot_be_changes_nothing(words: str, answer: str) -> None:
    engine = responder()
    said(engine, "play b f5")
    assert said(engine, f"set_position {words}") == f"{answer}\n\n"
    assert said(engine, "undo") == "=\n\n"


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [
        (["time_settings 0 10 1"], 9.95 / 1.1),
        (["time_settings 0 10 5"], 1.95 / 1.1),
        (["time_settings 100 0 0"], (100 / 24 - 0.05) / 1.1),
        (["time_settings 0 0 0"], None),
        (["time_settings 0 10 0"], None),
        (["time_settings 100 0 0", "time_left b 50 0"], (50 / 24 - 0.05) / 1.1),
        (["time_settings 100 10 5", "time_left b 10 2"], 4.95 / 1.1),
        (["time_settings 100 0 0", "time_left w 1 0"], (100 / 24 - 0.05) / 1.1),
        (["time_left b 0 0"], 0.01),
    ],
)
def test_the_clock_decides_how_long_to_think(settings: list[str], seconds: float | None) -> None:
    engine = responder()
    for line in settings:
        assert said(engine, line) == "=\n\n"
    limit = asked(engine.hear("genmove b")).limit
    assert limit.seconds == (None if seconds is None else pytest.approx(seconds))


def test_a_clock_nobody_speaks_of_again_lasts_for_ever() -> None:
    engine = responder()
    said(engine, "time_settings 100 0 0")
    spent = 0.0
    for _ in range(200):
        limit = asked(engine.hear("reg_genmove b")).limit
        spent += limit.seconds or 0
        engine.answer(Question(OTHELLO.start), Decision(OTHELLO.parse_move("f5")))
    assert spent < 100


def test_while_it_thinks_everything_but_quit_waits() -> None:
    engine = responder()
    question = asked(engine.hear("3 genmove b"))
    assert engine.hear("4 name") == Reply(later=True)
    assert engine.hear("5 quit") == Reply(("=5", ""), quit=True)
    assert engine.is_urgent("5 quit")
    assert not engine.is_urgent("5 name")
    assert engine.answer(question, Decision(OTHELLO.parse_move("f5"))) == ["=3 F5", ""]
    assert engine.hear("4 name") == Reply(("=4 Fivefold", ""))


def test_a_strategy_that_fails_is_an_error_line() -> None:
    engine = responder()
    question = asked(engine.hear("3 genmove b"))
    error = EngineCrashed("engine.crashed", name="“x”", reason="a\nb")
    assert engine.failed(question, error) == ["?3 “x” crashed: a b.", ""]
    assert said(engine, "undo") == "? cannot undo\n\n"


@pytest.mark.parametrize("game", [OTHELLO, GomokuGame(5)])
def test_whatever_is_said_gets_one_answer_and_nothing_raises(game: Game) -> None:
    chance, engine = random.Random(7), responder(game)
    commands = said(engine, "list_commands").removeprefix("= ").split()
    commands.remove("quit")
    words = ["b", "w", "black", "a1", "A5", "j3", "f5", "d3", "pass", "resign", "0", "1", "4", "8"]
    words += ["-1", "1e9", "nan", "9" * 30, "\u00e9", "\ufffd", "\x00", "#", "=", "?", "\u0663"]
    for number in range(3_000):
        parts = [chance.choice(commands + words[:1]), *chance.choices(words, k=chance.randrange(5))]
        reply = engine.hear(f"{number} {' '.join(parts)}")
        lines = [*reply.lines]
        if reply.think:
            moves = reply.think.state.legal_moves()
            lines += engine.answer(reply.think, Decision(chance.choice(moves)))
        assert lines[0].split()[0] in (f"={number}", f"?{number}")
        assert lines[-1] == ""
        assert lines.count("") == 1
        assert not any("\n" in line or "\r" in line for line in lines)
