"""The NBoard driver.

Each question is a whole board and a `ping`; `go` follows the `pong`, so anything before it is an
old answer. The protocol has no time per move: the driver sets the clock in the game text to the
time that the rest of the game would take. Programs expect a depth. It is sent only when it changes,
because NTest clears its table each time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from fivefold.core import Game, Limit, State
from fivefold.engines.base import Times
from fivefold.engines.protocols.base import Answer, Driver, Heard, Ready, Send
from fivefold.engines.protocols.ggf import write_ggf
from fivefold.engines.protocols.nboard.text import check_game
from fivefold.errors import ProtocolError, RulesError
from fivefold.strategies.time_management import moves_to_go
from fivefold.words import quoted

DEPTH = 12
"""Search depth if none is given."""

_PARTS = re.compile(r"\s*/\s*|\s+")
_MOVE_IN_LINE = re.compile(r"[A-Ha-h][1-8]|PA|pa|--")
_LEADING_NUMBER = re.compile(r"[0-9]{1,3}(?![0-9%])")


@dataclass(frozen=True)
class _Line:
    """What a program reported about a move during a search."""

    score: float | None
    depth: int | None
    moves: tuple[str, ...]


class ProtocolDriver(Driver):
    """Asks an Othello program. Options are sent as `set NAME VALUE`; `depth` is one of them."""

    def __init__(self, game: Game, options: Mapping[str, str] | None = None) -> None:
        super().__init__(game, options)
        check_game(game)
        self._name = ""
        self._depth = ""
        """The last settings sent."""
        self._pings = 0
        self._is_synchronous = False
        self._asked: State | None = None
        self._lines: dict[str, _Line] = {}
        self._nodes: int | None = None

    def hello(self) -> list[str]:
        self._asked = None
        options = {"depth": str(DEPTH), **self.options}
        self._depth = options["depth"]
        settings = [f"set {name} {value}" for name, value in options.items()]
        return ["nboard 2", *settings, self._ping()]

    def ask(self, state: State, limit: Limit, times: Times) -> list[str]:
        self._asked, self._lines, self._nodes, self.complaint = state, {}, None, ""
        depth = str(limit.depth) if limit.depth else self.options.get("depth", str(DEPTH))
        seconds = times.mine
        if seconds is None and limit.seconds is not None:
            seconds = limit.seconds * moves_to_go(state)
        settings = [] if depth == self._depth else [f"set depth {depth}"]
        self._depth = depth
        return [*settings, f"set game {write_ggf(state, seconds=seconds)}", self._ping()]

    def _ping(self) -> str:
        self._pings += 1
        self._is_synchronous = False
        return f"ping {self._pings}"

    def hear(self, line: str) -> Heard:
        word, *rest = line.split(maxsplit=1) or [""]
        text = rest[0] if rest else ""
        if word == "pong" and text.strip() == str(self._pings) and not self._is_synchronous:
            self._is_synchronous = True
            return Send(("go",)) if self._asked else Ready(self._name)
        if word == "set" and text.startswith("myname "):
            self._name = text.removeprefix("myname ").strip()
        elif self._asked and self._is_synchronous:
            return self._hear_thought(word, text, line)
        return None

    def _hear_thought(self, word: str, text: str, line: str) -> Heard:
        if word.startswith("==="):
            return self._answer(line)
        if word in ("search", "book"):
            self._note_line(text.split())
        elif word == "nodestats":
            self._nodes = _whole(text.partition(" ")[0])
        elif word in ("warning", "error"):  # not in the protocol, but in use
            self.complaint = text
        return None

    def _note_line(self, words: list[str]) -> None:
        """Stores `F5D6 1.5 0 12`, the latest for each first move."""
        if len(words) < 2:
            return
        moves = tuple(self._notation(move) for move in _MOVE_IN_LINE.findall(words[0]))
        depth = _LEADING_NUMBER.match(words[3]) if len(words) > 3 else None
        if moves:
            # A score may be a pair: with a draw as a win for Black, and for White.
            score = _decimal(words[1].partition(",")[0])
            self._lines[moves[0]] = _Line(score, depth and int(depth[0]), moves)

    def _answer(self, line: str) -> Answer:
        move, *values = _PARTS.split(line.strip()[3:].strip())
        try:
            notation = self._notation(move)
        except RulesError as error:
            raise ProtocolError("protocol.no_move", text=quoted(line)) from error
        self._asked = None
        said = self._lines.get(notation, _Line(None, None, ()))
        score = _decimal(values[0]) if values else None
        score = said.score if score is None else score
        return Answer(notation, score, said.depth, self._nodes, said.moves)

    def found(self) -> Answer | None:
        lines = self._lines.values() if self._asked is not None else ()
        scored = [(line.score, line) for line in lines if line.score is not None]
        if not scored:
            return None
        score, best = max(scored, key=lambda each: each[0])
        return Answer(best.moves[0], score, best.depth, self._nodes, best.moves)

    def _notation(self, text: str) -> str:
        return self.game.format_move(self.game.parse_move(text))

    def unasked(self, line: str) -> bool:
        return line.lstrip().startswith("===")

    def bye(self) -> list[str]:
        return ["quit"]


def _decimal(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _whole(text: str) -> int | None:
    value = _decimal(text)
    return None if value is None else int(value)
