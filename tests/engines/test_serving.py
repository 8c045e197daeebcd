"""The loop of `fivefold engine`: input, and searches that stop, fail or never end."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest

from fivefold.core import Limit, State
from fivefold.engines.protocols.base import Responder
from fivefold.engines.protocols.gomocup import ProtocolResponder as Gomocup
from fivefold.engines.protocols.gtp import ProtocolResponder as Gtp
from fivefold.engines.protocols.nboard import ProtocolResponder as NBoard
from fivefold.engines.protocols.ugi import ProtocolResponder as Ugi
from fivefold.engines.serving import LONGEST_LINE, read_lines, serve
from fivefold.errors import NativeUnavailable
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision, Stop, Strategy

GAME = OthelloGame()
PATIENCE = 60


class First(Strategy):
    """Plays the first legal move and stores the questions."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        self.limits.append(limit)
        return Decision(state.legal_moves()[0])


class Patient(First):
    """Searches until stopped."""

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        assert isinstance(stop, threading.Event)
        stop.wait()
        return super().choose(state, limit, stop)


class Held(Patient):
    """Searches until stopped, then waits until the test lets it answer."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        decision = super().choose(state, limit, stop)
        assert self.may_answer.wait(PATIENCE)
        return decision


class Deep(First):
    """Reports the requested depth, at most twelve plies."""

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        self.limits.append(limit)
        return Decision(state.legal_moves()[0], 1.0, min(12, limit.depth or 0))


class Deaf(First):
    """Ignores the stop flag until the test is over."""

    def __init__(self) -> None:
        super().__init__()
        self.over = threading.Event()

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        self.over.wait(PATIENCE)
        return super().choose(state, limit, stop)


class Broken(Strategy):
    """Raises or returns something once, then plays normally."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        answer, self.answer = self.answer, state.legal_moves()[0]
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[return-value]


class Program:
    """A served responder from the point of view of the other side."""

    def __init__(self, responder: Responder, strategy: Strategy, limit: Limit) -> None:
        self._reading, self._writing = os.pipe()
        self._printed: SimpleQueue[str] = SimpleQueue()
        self._ended = threading.Event()
        arguments = (responder, strategy, limit)
        threading.Thread(target=self._run, args=arguments, daemon=True).start()

    def _run(self, responder: Responder, strategy: Strategy, limit: Limit) -> None:
        def read() -> bytes:
            return os.read(self._reading, 65_536)

        serve(responder, strategy, read, self._note, limit=limit)
        self._ended.set()

    def _note(self, data: bytes) -> None:
        for line in data.decode().splitlines():
            self._printed.put(line)

    def send(self, data: str | bytes) -> None:
        data = data.encode() if isinstance(data, str) else data
        while data:
            data = data[os.write(self._writing, data) :]

    def line(self) -> str:
        return self._printed.get(timeout=PATIENCE)

    def lines(self, count: int) -> list[str]:
        return [self.line() for _ in range(count)]

    def hang_up(self) -> None:
        if self._writing >= 0:
            os.close(self._writing)
            self._writing = -1

    def rest(self) -> list[str]:
        """Returns the output up to its own exit."""
        assert self._ended.wait(PATIENCE)
        found = []
        while not self._printed.empty():
            found.append(self._printed.get())
        return found


@contextmanager
def serving(responder: Responder, strategy: Strategy, limit: Limit = Limit()) -> Iterator[Program]:
    program = Program(responder, strategy, limit)
    try:
        yield program
    finally:
        program.hang_up()
        if isinstance(strategy, Deaf):
            strategy.over.set()


def gtp() -> Gtp:
    return Gtp(GAME, "Fivefold")


def test_a_conversation() -> None:
    with serving(gtp(), First()) as program:
        program.send("1 name\n")
        assert program.lines(2) == ["=1 Fivefold", ""]
        program.send("2 genmove b\n3 genmove w\n")
        assert program.lines(4) == ["=2 D3", "", "=3 C3", ""]
        program.send("4 quit\n5 name\n")
        assert program.rest() == ["=4", ""]


def test_the_last_line_may_have_no_end() -> None:
    with serving(gtp(), First()) as program:
        program.send("1 name\n\n\n2 genmove b")
        program.hang_up()
        assert program.rest() == ["=1 Fivefold", "", "=2 D3", ""]


def test_bytes_that_are_no_text_and_endless_lines_get_the_protocols_error_line() -> None:
    with serving(gtp(), First()) as program:
        program.send(b"\xff\xfe\x80\n1 pl\xc3ay b f5\n")
        assert program.lines(4) == ["? unknown command", "", "?1 unknown command", ""]
        program.send(b"name" + b" " * 1_000_000 + b"\n")
        assert program.lines(2) == ["? unknown command", ""]
        program.send(b"\x00\x00na\x00me\n")
        assert program.lines(2) == ["= Fivefold", ""]


def test_commands_wait_in_order_during_a_search() -> None:
    with serving(gtp(), Patient()) as program:
        program.send("1 genmove b\n2 genmove w\n3 name\n")
        program.send("4 quit\n")
        assert program.rest() == ["=1 D3", "", "=2 C3", "", "=3 Fivefold", "", "=4", ""]


def test_the_end_of_input_ends_the_thinking() -> None:
    with serving(gtp(), Patient()) as program:
        program.send("1 genmove b\n")
        program.hang_up()
        assert program.rest() == ["=1 D3", ""]


@pytest.mark.slow
@pytest.mark.parametrize(("goodbye", "last"), [("", []), ("2 quit\n", ["=2", ""])])
def test_a_strategy_that_does_not_stop_is_left(goodbye: str, last: list[str]) -> None:
    with serving(gtp(), Deaf()) as program:
        program.send("1 genmove b\n" + goodbye)
        program.hang_up()
        assert program.rest() == last


def test_a_pong_ends_the_search_before_it() -> None:
    with serving(NBoard(GAME, "Fivefold"), Patient()) as program:
        program.send("go\n")
        assert program.line() == "status Fivefold is thinking."
        program.send("ping 1\nping 2\nset game nonsense\nping 3\n")
        assert program.lines(2) == ["pong 1", "pong 2"]
        assert program.line().startswith("status “nonsense” is not a GGF game")
        assert program.line() == "pong 3"
        program.hang_up()
        assert program.rest() == []


def test_a_new_game_cancels_current_and_waiting_questions() -> None:
    with serving(Gomocup(GomokuGame(), "Fivefold"), Patient()) as program:
        program.send("START 15\nBEGIN\nTURN 1,1\nTAKEBACK 1,1\nSTART 9\n")
        dropped = "ERROR A new game began before this was answered."
        assert [program.line() for _ in range(4)] == ["OK", dropped, dropped, "OK"]
        program.send("TURN 4,4\nSTOP\n")
        assert program.line() == "0,0"


def test_a_stop_is_for_the_new_game_while_the_old_one_is_still_thought_about() -> None:
    strategy = Held()
    with serving(Gomocup(GomokuGame(), "Fivefold"), strategy) as program:
        program.send("START 15\nBEGIN\nSTART 9\nTURN 4,4\nSTOP\nABOUT\n")
        assert program.lines(2) == ["OK", "OK"]
        assert program.line().startswith("name=")
        strategy.may_answer.set()
        assert program.line() == "0,0"


def test_a_stop_also_applies_to_waiting_questions() -> None:
    strategy = Held()
    with serving(Ugi(GAME, "Fivefold"), strategy) as program:
        program.send("go infinite\nstop\ngo infinite\nisready\nstop\nisready\n")
        assert program.lines(2) == ["readyok", "readyok"]
        strategy.may_answer.set()
        assert [line.split()[0] for line in program.lines(4)] == ["info", "bestmove"] * 2
        program.send("go infinite\nisready\n")
        assert program.line() == "readyok"
        program.send("stop\n")
        assert program.lines(2)[1] == "bestmove d3"


def test_a_strategy_clears_its_memory_on_request() -> None:
    class Forgetful(First):
        forgot = 0

        def forget(self) -> None:
            self.forgot += 1

    strategy = Forgetful()
    with serving(Gomocup(GomokuGame(), "Fivefold"), strategy) as program:
        program.send("YXHASHCLEAR\n")
        assert program.line() == "OK"
    assert strategy.forgot == 1
    with serving(Gomocup(GomokuGame(), "Fivefold"), First()) as program:
        program.send("YXHASHCLEAR\n")
        assert program.line() == "OK"


def test_a_strategy_receives_memory_and_threads_if_configurable() -> None:
    class Choosy(First):
        granted: list[tuple[int | None, int | None]]

        def use(self, memory: int | None, threads: int | None) -> None:
            self.granted = [*getattr(self, "granted", []), (memory, threads)]

    infos = "INFO max_memory 367001600\nINFO thread_num 2\nINFO timeout_turn 9000\nSTART 15\n"
    strategy = Choosy()
    with serving(Gomocup(GomokuGame(), "Fivefold"), strategy) as program:
        program.send(infos)
        assert program.line() == "OK"
    assert strategy.granted == [(238, None), (238, 2)]
    with serving(Gomocup(GomokuGame(), "Fivefold"), First()) as program:
        program.send(infos)
        assert program.line() == "OK"


def test_a_stop_drops_further_questions() -> None:
    strategy = Patient()
    with serving(NBoard(GAME, "Fivefold"), strategy) as program:
        program.send("move f5\nmove d6\nanalyze\n")
        assert program.line() == "status Fivefold is thinking."
        program.send("ping 1\n")
        assert program.line() == "pong 1"
        assert len(strategy.limits) == 1
        program.send("go\n")
        assert program.line() == "status Fivefold is thinking."
        program.hang_up()
        answer, status = program.rest()
        assert answer.startswith("=== C3/")
        assert status == "status"


def test_hints_that_cannot_get_better_are_not_asked_for() -> None:
    strategy = Deep()
    with serving(NBoard(GAME, "Fivefold"), strategy) as program:
        program.send("set depth 30\nhint 1\n")
        lines = ["search D3 1.00 0 6", "search D3 1.00 0 12", "search D3 1.00 0 12", "status"]
        assert program.lines(5)[1:] == lines
        program.send("ping 1\n")
        assert program.line() == "pong 1"
    assert [limit.depth for limit in strategy.limits] == [6, 12, 18]


def test_analysis_goes_through_the_whole_game() -> None:
    with serving(NBoard(GAME, "Fivefold"), First()) as program:
        program.send("move f5\nmove d6\nanalyze\n")
        lines = program.lines(5)
        assert lines[1:] == ["analysis 2 0.00", "analysis 1 0.00", "analysis 0 0.00", "status"]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (ValueError("no idea"), "? “me” crashed: ValueError: no idea (test_serving.py, line "),
        (SystemExit(3), "? “me” crashed: SystemExit: 3 (test_serving.py, line "),
        (KeyboardInterrupt(), "? “me” crashed: KeyboardInterrupt (test_serving.py, line "),
        (NativeUnavailable("engine.none_yet", game="othello"), "? othello has no native engine"),
        (Decision(0), "? “me” played an illegal move. a1 is not legal"),
        (Decision(None), "? “me” answered “None”, which is not a move."),
        ("zz", "? “me” answered “'zz'”, which is not a move."),
        (object(), "? “me” answered “<object object at"),
    ],
)
def test_a_strategy_that_fails_is_said_and_goes_on(answer: object, error: str) -> None:
    with serving(Gtp(GAME, "me"), Broken(answer)) as program:
        program.send("genmove b\ngenmove b\n")
        assert program.line().startswith(error)
        assert program.lines(3) == ["", "= D3", ""]


def test_the_tightest_limit_holds() -> None:
    strategy = First()
    with serving(gtp(), strategy, Limit(seconds=3)) as program:
        program.send("genmove b\ntime_settings 0 10 5\ngenmove w\n")
        program.send("time_settings 0 100 1\ngenmove b\n")
        program.lines(10)
    assert [limit.seconds for limit in strategy.limits] == [3, pytest.approx(1.95 / 1.1), 3]


def test_a_goodbye_that_had_to_wait_ends_it_too() -> None:
    with serving(Gomocup(GomokuGame(), "Fivefold"), Patient()) as program:
        program.send("START 15\nBEGIN\nBEGIN\nEND please\nBEGIN\n")
        assert program.line() == "OK"
        program.send("STOP\n")
        move, error = program.rest()
        assert move == "0,0"
        assert error.startswith("ERROR ")


def test_a_game_the_strategy_does_not_play_is_refused() -> None:
    with serving(Ugi(GAME, "Fivefold"), strategy_from("methodical", GAME)) as program:
        program.send("go\nsetoption name game value gomoku\ngo\n")
        assert program.lines(3)[-1] == "bestmove c4"
        assert program.line().startswith("error methodical does not play gomoku")


def test_a_delayed_answer_delays_the_following_ones() -> None:
    with serving(Ugi(GAME, "Fivefold"), First()) as program:
        program.send("go infinite\nposition startpos moves f5\ngo depth 1\nisready\n")
        assert program.line() == "readyok"
        program.send("stop\n")
        assert [line for line in program.lines(4) if "bestmove" in line] == [
            "bestmove d3",
            "bestmove f4",
        ]


def test_a_reader_that_is_gone_ends_it() -> None:
    def write(data: bytes) -> None:
        raise BrokenPipeError

    chunks = iter([b"name\n"])
    with pytest.raises(BrokenPipeError):
        serve(gtp(), First(), lambda: next(chunks, b""), write)


def test_an_input_that_cannot_be_read_has_ended() -> None:
    def read() -> bytes:
        raise OSError

    serve(gtp(), First(), read, lambda data: None)


TEXT = b"one\r\ntwo\rthree\n\n\rfour\r\n\r\nfive"
LINES = ["one", "two", "three", "", "", "four", "", "five"]


@pytest.mark.parametrize("size", range(1, len(TEXT) + 1))
def test_lines_end_with_any_of_three_ends_wherever_they_are_cut(size: int) -> None:
    chunks = iter([TEXT[place : place + size] for place in range(0, len(TEXT), size)])
    assert list(read_lines(lambda: next(chunks, b""))) == LINES


def test_a_line_that_is_too_long_is_refused_by_its_beginning() -> None:
    longest = b"x" * LONGEST_LINE
    text = longest + b"\n" + longest + b"y\n" + b"z" * 2_000_000 + b"\nok\n" + longest + b"yy"
    chunks = iter([text[place : place + 65_536] for place in range(0, len(text), 65_536)])
    lines = list(read_lines(lambda: next(chunks, b"")))
    assert lines[0] == longest.decode()
    assert lines[1:] == ["\ufffd" + "x" * 60, "\ufffd" + "z" * 60, "ok", "\ufffd" + "x" * 60]
