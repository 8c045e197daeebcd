"""What every protocol has in common: lines in, lines out."""

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
from fivefold.strategies.base import Decision


@dataclass(frozen=True)
class Send:
    """Lines the program is to be sent next."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Ready:
    """The program has taken in what it was told; `name` is what it calls itself, if it said."""

    name: str = ""


@dataclass(frozen=True)
class Answer:
    """The move a program plays, as our notation, with what it said about it."""

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
    """The program does not know what it was asked for; it goes on all the same."""


Heard = Send | Ready | Answer | GivesUp | SwapAnswer | Unable | None


class Driver(ABC):
    """Asks one program for moves in one game.

    driver.hello() -> lines; then `hear` each line, empty ones too, until it returns `Ready`.
    driver.ask(state, limit, times) -> lines; then `hear` until it returns `Answer` or `GivesUp`.
    Whenever `hear` returns `Send`, those lines go out. A line that is no answer raises
    `ProtocolError`; chatter returns None. Between questions nothing may come that answers one:
    `unasked` says whether such a line is an answer to an old question.
    """

    def __init__(self, game: Game, options: Mapping[str, str] | None = None) -> None:
        """Raises `InvalidNotation` when the protocol cannot carry the game as it is set up."""
        self.game = game
        self.options = dict(options or {})
        self.complaint = ""
        """What the program said last that may have been a refusal, and was let pass."""

    @abstractmethod
    def hello(self) -> list[str]: ...

    @abstractmethod
    def ask(self, state: State, limit: Limit, times: Times) -> list[str]: ...

    def ask_swap(self, swap: Swap2, limit: Limit, times: Times) -> list[str] | None:
        """Returns what asks for an answer in swap2; None where a protocol has no words for it.

        Then `hear` until it returns `SwapAnswer` or `Unable`.
        """
        return None

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        """Is told the moves from `start` to where the next game begins; few protocols care."""
        return

    @abstractmethod
    def hear(self, line: str) -> Heard: ...

    @abstractmethod
    def unasked(self, line: str) -> bool:
        """Tells whether a line that came while nothing was asked looks like an answer."""

    def stop(self) -> list[str]:
        """Returns what tells the program to answer now; nothing where a protocol cannot."""
        return []

    @abstractmethod
    def bye(self) -> list[str]: ...


Purpose = Literal["move", "hint", "analysis", "swap"]


@dataclass(frozen=True)
class Question:
    """What a responder wants to have thought about."""

    state: State
    limit: Limit = field(default_factory=Limit)
    purpose: Purpose = "move"
    player: Player | None = None
    """For whom, where a protocol asks for a side that is not to move; usually None."""
    swap: Swap2 | None = None
    """The opening in which something is to be said, where that is the purpose."""


@dataclass(frozen=True)
class Resources:
    """What the other side grants a strategy; None where it has said nothing."""

    memory: int | None = None
    """MiB for its table."""
    threads: int | None = None


@dataclass(frozen=True)
class Reply:
    """What a line leads to: lines to print at once, something to think about, or the end.

    `stop` ends the thinking that goes on, whose answer is still printed if `answer` returns one.
    `later` says that nothing was done yet: the line, and those behind it that are not urgent, are
    to be heard again when the thinking is over.
    """

    lines: tuple[str, ...] = ()
    think: Question | None = None
    more: tuple[Question, ...] = ()
    """What to think about after that, one after the other."""
    later: bool = False
    stop: bool = False
    quit: bool = False
    drop: str = ""
    """What is said to each line that waits, when those are given up."""
    forget: bool = False
    """Whether the strategy is to forget what it knows of positions, where it can."""
    resources: Resources | None = None
    """What the strategy is to keep to from the next question on, where it can choose."""


class Responder(ABC):
    """Is an engine: hears a line, says what to print and what to think about.

    While a question is open the next lines may come; whoever owns the pipes gives them to `hear`
    at once, so that `stop` and `quit` work, and calls `answer` when the thinking is over.
    Nothing raises: a line that makes no sense gets the protocol's own error line.
    """

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name

    @abstractmethod
    def hear(self, line: str) -> Reply: ...

    def is_urgent(self, line: str) -> bool:
        """Tells whether a line is heard before those that wait until the thinking is over."""
        return False

    @abstractmethod
    def answer(self, question: Question, decision: Decision) -> list[str]: ...

    def answer_swap(self, question: Question, answer: SwapAnswer) -> list[str]:
        """Returns what to say in an opening by swap2, where a protocol has it."""
        return []

    def skips(self, question: Question) -> bool:
        """Tells whether a question of `Reply.more` need not be asked after all."""
        return False

    @abstractmethod
    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        """Returns what to say when the strategy could not answer.

        Every question is followed by `answer` or `failed`, unless it is skipped or the process
        ends.
        """


@cache
def own_version() -> str:
    """Returns the version that an engine of ours says it has; it is read from a file once."""
    from importlib.metadata import version

    return version("fivefold")
