"""Runs a strategy as an engine for another program: lines in and out, searches in a thread.

    standard input ── lines ──> reader ──┐
                                         ├──> main loop: reacts and prints, never waits
    strategy <── questions ── thinker ───┘

Lines are processed during a search, so that `stop` and `quit` work. When the other side quits or
disappears, the search is stopped; a strategy that does not react is abandoned.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from fivefold.core import Limit, Player
from fivefold.engines.protocols.base import Question, Reply, Responder
from fivefold.engines.swap2 import answer_swap
from fivefold.engines.wire import as_decision, called, reason_of
from fivefold.errors import EngineCrashed, FivefoldError, UnknownName
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.names import strategies_for
from fivefold.strategies.base import Strategy

LONGEST_LINE = 65_536
"""Maximum bytes of a line; a longer one is rejected."""
BEGINNING = 60
FAREWELL = 1.0
"""Seconds that a search may continue after the other side has quit."""

WATCH = 0.1
"""Seconds between checks for Ctrl-C."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"

Read = Callable[[], bytes]
"""Returns input, and an empty value at its end."""
Write = Callable[[bytes], object]


@dataclass(frozen=True)
class _Line:
    text: str


@dataclass(frozen=True)
class _InputEnds:
    pass


@dataclass(frozen=True)
class _Thought:
    question: Question
    answer: object = None
    error: BaseException | None = None


_Event = _Line | _InputEnds | _Thought


@dataclass(frozen=True)
class _Job:
    """A question for the thread, and the flag that stops the search."""

    question: Question
    stop: threading.Event = field(default_factory=threading.Event)


def serve(
    responder: Responder,
    strategy: Strategy,
    read: Read,
    write: Write,
    *,
    name: str = "",
    limit: Limit = Limit(),
) -> None:
    """Answers lines until the other side quits or the input ends.

    `limit` applies to each question in addition to the protocol's; `name` is the strategy's name in
    sentences. Errors of `write` and `KeyboardInterrupt` are passed on.
    """
    _Service(responder, strategy, write, name or responder.name, limit).run(read)


class _Service:
    def __init__(
        self, responder: Responder, strategy: Strategy, write: Write, name: str, limit: Limit
    ) -> None:
        self._responder = responder
        self._strategy = strategy
        self._write = write
        self._name = name
        self._limit = limit
        self._events: SimpleQueue[_Event] = SimpleQueue()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thinking: _Job | None = None
        self._queue: deque[_Job] = deque()
        """Further questions, in order."""
        self._waiting: deque[str] = deque()
        """Lines that wait for the end of the search, each `stop` after the line that it ends."""
        self._goodbye: Reply | None = None
        self._leave_at = 0.0
        thinker = (strategy, limit, self._jobs, self._events)
        self._thinker = threading.Thread(target=_think, args=thinker, daemon=True)
        self._thinker.start()

    def run(self, read: Read) -> None:
        threading.Thread(target=_listen, args=(read, self._events), daemon=True).start()
        try:
            while self._goodbye is None or self._thinking:
                event = self._next_event()
                if event is None:
                    break
                self._handle(event)
            if self._goodbye:
                self._print(self._goodbye.lines)
        finally:
            if self._thinking:
                self._thinking.stop.set()
            self._jobs.put(None)
            if not self._thinking:
                # The thread releases the strategy's resources before the process exits.
                self._thinker.join(FAREWELL)

    def _next_event(self) -> _Event | None:
        """Returns the next event; None when the time after a quit is over."""
        while True:
            left = WATCH if self._goodbye is None else self._leave_at - time.monotonic()
            try:
                # With a timeout, because a Ctrl-C just before the wait does not end it.
                return self._events.get(timeout=min(WATCH, max(0.0, left)))
            except Empty:
                if left <= 0:
                    return None

    def _handle(self, event: _Event) -> None:
        if isinstance(event, _Thought):
            self._thinking = None
            self._print(self._said(event))
            self._think_next()
            self._hear_waiting()
        elif self._goodbye is not None:
            pass  # ignored after a quit
        elif isinstance(event, _InputEnds):
            self._say_goodbye(Reply(quit=True))
            self._hear_waiting()
        elif self._waiting and not self._responder.is_urgent(event.text):
            self._waiting.append(event.text)
        else:
            reply = self._hear(event.text)
            if reply.later or (reply.stop and self._waiting):
                self._waiting.append(event.text)
            if not reply.later:
                self._hear_waiting()

    def _hear(self, line: str) -> Reply:
        """Processes a line, unless it has to wait."""
        reply = self._responder.hear(line)
        if reply.quit:
            self._say_goodbye(reply)
            return reply
        if reply.drop:
            self._print([reply.drop] * len(self._waiting))
            self._waiting.clear()
        if reply.forget and (forget := getattr(self._strategy, "forget", None)):
            forget()
        if reply.resources and (use := getattr(self._strategy, "use", None)):
            use(reply.resources.memory, reply.resources.threads)
        if reply.stop:
            self._stop()
        self._print(reply.lines)
        if reply.think:
            self._queue += [_Job(question) for question in (reply.think, *reply.more)]
            self._think_next()
        return reply

    def _stop(self) -> None:
        """Stops the first job that is not stopped yet, and drops its further questions."""
        if self._thinking and not self._thinking.stop.is_set():
            self._thinking.stop.set()
            self._queue.clear()
        elif self._queue:
            # The running job is already cancelled, so `stop` means this one.
            self._queue[0].stop.set()
            self._queue = deque([self._queue[0]])

    def _hear_waiting(self) -> None:
        while self._waiting:
            if self._thinking and not self._responder.is_urgent(self._waiting[0]):
                return
            line, goodbye = self._waiting.popleft(), self._goodbye
            if self._hear(line).later:
                self._waiting.appendleft(line)
                return
            if self._goodbye is not goodbye:
                self._waiting.clear()

    def _think_next(self) -> None:
        while self._queue and self._responder.skips(self._queue[0].question):
            self._queue.popleft()
        if self._thinking or not self._queue:
            return
        self._thinking = self._queue.popleft()
        if self._goodbye is not None:
            self._hurry()
        self._jobs.put(self._thinking)

    def _say_goodbye(self, reply: Reply) -> None:
        """Stores the final output; stops open questions, whose answers are still printed."""
        self._goodbye = reply
        self._queue.clear()
        if self._thinking:
            self._hurry()

    def _hurry(self) -> None:
        assert self._thinking
        self._thinking.stop.set()
        self._leave_at = time.monotonic() + FAREWELL

    def _said(self, thought: _Thought) -> list[str]:
        """Returns the responder's output for a result or a failure."""
        question, error = thought.question, thought.error
        try:
            if error is not None:
                raise error
            if isinstance(thought.answer, SwapAnswer):
                return self._responder.answer_swap(question, thought.answer)
            decision = as_decision(thought.answer, question.state, self._name)
        except FivefoldError as known:
            return self._responder.failed(question, known)
        except BaseException as unknown:
            facts = {"name": called(self._name), "reason": reason_of(unknown)}
            return self._responder.failed(question, EngineCrashed("engine.crashed", **facts))
        return self._responder.answer(question, decision)

    def _print(self, lines: tuple[str, ...] | list[str]) -> None:
        if lines:
            self._write("".join(f"{line}\n" for line in lines).encode(errors="replace"))


def _listen(read: Read, events: SimpleQueue[_Event]) -> None:
    """Passes on all lines except empty ones."""
    try:
        for line in read_lines(read):
            if line.strip():
                events.put(_Line(line))
    except OSError:
        pass  # treated as the end of the input
    events.put(_InputEnds())


def read_lines(read: Read, longest: int = LONGEST_LINE) -> Iterator[str]:
    """Yields each line without its line end, LF, CR LF or CR.

    Invalid UTF-8 becomes U+FFFD. A line that is too long is cut and starts with U+FFFD: no command
    does, so it is rejected and never executed in part.
    """
    rest, after_return = b"", False
    while data := read():
        if after_return:
            data = data.removeprefix(b"\n")
        after_return = data.endswith(b"\r")
        *lines, rest = _LINE_END.split(rest + data)
        for line in lines:
            yield _as_text(line, longest)
        rest = rest[: longest + 1]
    if rest:
        yield _as_text(rest, longest)


def _as_text(line: bytes, longest: int) -> str:
    if len(line) > longest:
        return _UNREADABLE + line[:BEGINNING].decode(errors="replace")
    return line.decode(errors="replace")


def _think(
    strategy: Strategy,
    limit: Limit,
    jobs: SimpleQueue[_Job | None],
    events: SimpleQueue[_Event],
) -> None:
    """Answers jobs until None."""
    while (job := jobs.get()) is not None:
        question = job.question
        try:
            _check_game(strategy, question.state.game.name)
            tightest = question.limit.tightest(limit)
            answer: object
            if question.swap is not None:
                answer = _answer_in_opening(strategy, question.swap, tightest, job.stop)
            else:
                answer = strategy.choose(question.state, tightest, job.stop)
        except BaseException as error:
            events.put(_Thought(question, error=error))
        else:
            events.put(_Thought(question, answer))


def _answer_in_opening(
    strategy: Strategy, swap: Swap2, limit: Limit, stop: threading.Event
) -> SwapAnswer:
    """Returns the swap2 answer; taking O includes the next move."""
    if not swap.stones:
        return answer_swap(swap, limit, stop)
    half = Limit(None if limit.seconds is None else limit.seconds / 2, limit.depth, limit.nodes)
    answer = answer_swap(swap, half, stop)
    if answer.takes is not Player.SECOND:
        return answer
    move = strategy.choose(swap.state, half, stop).move
    assert move is not None
    return SwapAnswer((move,), answer.takes)


def _check_game(strategy: Strategy, game: str) -> None:
    """Raises if the strategy does not play the selected game."""
    if strategy.games is not None and game not in strategy.games:
        name = type(strategy).__name__.lower()
        names = sorted(strategies_for(game))
        raise UnknownName("name.not_for_game", name=name, game=game, names=names)
