"""The interfaces of a protocol: lines in, lines out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.base import Times
from fivefold.errors import FivefoldError
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.strategies.base import Decision, Finding


@dataclass(frozen=True)
class Send:
    """Lines to send to the program."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Ready:
    """The program is ready; `name` is its own name, if it reported one."""

    name: str = ""


@dataclass(frozen=True)
class Answer:
    """The program's move in our notation, and what it reported about it."""

    move: str
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    pv: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class GivesUp:
    """The program resigns."""


@dataclass(frozen=True)
class Unable:
    """The program does not know the command, but keeps running."""


Heard = Send | Ready | Answer | GivesUp | SwapAnswer | Unable | None


class Driver(ABC):
    """The asking side, for one program and one game.

    driver.hello() -> lines; then `hear` each line, empty ones too, until it returns `Ready`.
    driver.ask(state, limit, times) -> lines; then `hear` until it returns `Answer` or `GivesUp`.

    When `hear` returns `Send`, send those lines. An invalid answer raises `ProtocolError`; other
    output returns None. Pass lines that arrive between questions to `unasked`, which tells whether
    they look like an answer.
    """

    def __init__(self, game: Game, options: Mapping[str, str] | None = None) -> None:
        """Raises `InvalidNotation` if the protocol cannot carry this size or these rules."""
        self.game = game
        self.options = dict(options or {})
        self.complaint = ""
        """The last ignored line that may have been a complaint."""

    @abstractmethod
    def hello(self) -> list[str]: ...

    @abstractmethod
    def ask(self, state: State, limit: Limit, times: Times) -> list[str]: ...

    def ask_swap(self, swap: Swap2, limit: Limit, times: Times) -> list[str] | None:
        """Returns the lines that ask for a swap2 answer; None if the protocol cannot.

        Then `hear` until it returns `SwapAnswer` or `Unable`.
        """
        return None

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        """Receives the moves from `start` to the first position of the next game."""
        return

    @abstractmethod
    def hear(self, line: str) -> Heard: ...

    def finding(self) -> Finding | None:
        """Returns what the program has told of its search so far; None if it has not."""
        return None

    @abstractmethod
    def unasked(self, line: str) -> bool:
        """Tells whether a line between questions looks like an answer."""

    def stop(self) -> list[str]:
        """Returns the lines that stop a search; empty if the protocol has none."""
        return []

    @abstractmethod
    def bye(self) -> list[str]: ...


Purpose = Literal["move", "hint", "analysis", "swap"]


@dataclass(frozen=True)
class Question:
    """A search that a responder requests."""

    state: State
    limit: Limit = field(default_factory=Limit)
    purpose: Purpose = "move"
    player: Player | None = None
    """The side to play for, if it is not the side to move; usually None."""
    swap: Swap2 | None = None
    """The swap2 opening to answer in, if that is the question."""


@dataclass(frozen=True)
class Resources:
    """Resources that the other side grants; None if unspecified."""

    memory: int | None = None
    """Transposition table in MiB."""
    threads: int | None = None


@dataclass(frozen=True)
class Reply:
    """The reaction to a line: output, questions for the strategy, or the end.

    `stop` stops the current search; its answer is still printed if `answer` returns one. `later`
    means that nothing was done: repeat this line and the following ones that are not urgent after
    the search.
    """

    lines: tuple[str, ...] = ()
    think: Question | None = None
    more: tuple[Question, ...] = ()
    """Further questions, in order."""
    later: bool = False
    stop: bool = False
    quit: bool = False
    drop: str = ""
    """The reply to each waiting line, if those are dropped."""
    forget: bool = False
    """Whether the strategy has to clear its memory of positions."""
    resources: Resources | None = None
    """New resource limits from the next question on."""


class Responder(ABC):
    """The answering side: takes lines, returns output and questions for the strategy.

    The caller passes lines to `hear` at once, even during a search, so that `stop` and `quit` work,
    and calls `answer` after the search. Nothing raises: an invalid line gets the error line of the
    protocol.
    """

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name

    @abstractmethod
    def hear(self, line: str) -> Reply: ...

    def is_urgent(self, line: str) -> bool:
        """Tells whether a line overtakes those that wait for the end of the search."""
        return False

    @abstractmethod
    def answer(self, question: Question, decision: Decision) -> list[str]: ...

    def answer_swap(self, question: Question, answer: SwapAnswer) -> list[str]:
        """Returns the output for a swap2 answer, if the protocol has one."""
        return []

    def skips(self, question: Question) -> bool:
        """Tells whether a question of `Reply.more` can be skipped."""
        return False

    @abstractmethod
    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        """Returns the output after a failed search.

        Each question is followed by `answer` or `failed`, unless it is skipped or the process
        ends.
        """


@cache
def own_version() -> str:
    """Returns the version that our engines report."""
    from importlib.metadata import version

    return version("fivefold")
