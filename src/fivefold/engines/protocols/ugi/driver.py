"""The UGI driver.

Each question starts with `isready`: a `bestmove` before the `readyok` is an old answer. A position
that continues the last one is sent with all moves of the game.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.base import Times
from fivefold.engines.protocols.base import Answer, Driver, GivesUp, Heard, Ready, Send
from fivefold.engines.protocols.known_game import Following
from fivefold.engines.protocols.time_management import has_match_clock, is_limited_beside_clock
from fivefold.engines.protocols.ugi.options import Option
from fivefold.engines.protocols.ugi.text import format_word, parse_word
from fivefold.errors import ProtocolError, RulesError
from fivefold.names import format_game
from fivefold.words import quoted

MOST_MOVES = 1_000
"""Maximum number of moves kept of a line."""
_WHOLE = re.compile(r"[0-9]{1,18}")


class ProtocolDriver(Driver):
    """Asks a program for moves in any game. Options are sent with `setoption`."""

    def __init__(self, game: Game, options: Mapping[str, str] | None = None) -> None:
        super().__init__(game, options)
        self._name = ""
        self._known_options: dict[str, Option] = {}
        """The program's options, by lower-case name."""
        self._is_introduced = False
        self._is_synchronous = False
        self._asked: State | None = None
        self._known = Following(game)
        self._info: dict[str, str] = {}
        self._text = ""

    def hello(self) -> list[str]:
        return ["ugi"]

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        self._known.begin(start, moves)

    def ask(self, state: State, limit: Limit, times: Times) -> list[str]:
        self._asked, self._is_synchronous, self._info, self._text = state, False, {}, ""
        lines = ["isready"]
        move = self._known.goes_on_to(state)
        if move is not None:
            self._known.play(move)
        elif self._known.now != state:
            self._known.begin(state)
            lines = ["uginewgame", *lines]
        return [*lines, self._position(), _go(state.to_move, limit, times)]

    def _position(self) -> str:
        start, moves = self._known.start, self._known.moves
        text = "startpos"
        if start != self.game.start:
            text = f"fen {self.game.format_position(start)}"
        words = [format_word(move, self.game) for move in moves]
        return " ".join(["position", text, *(["moves", *words] if words else [])])

    def hear(self, line: str) -> Heard:
        word, *rest = line.split(maxsplit=1) or [""]
        text = rest[0].strip() if rest else ""
        if word == "error":
            raise ProtocolError("protocol.refused", text=quoted(text, 200))
        if not self._is_introduced:
            return self._hear_introduction(word, text)
        if word == "readyok" and not self._is_synchronous:
            self._is_synchronous = True
            return None if self._asked else Ready(self._name)
        if word == "bestmove" and self._asked is not None:
            if not self._is_synchronous:
                raise ProtocolError("protocol.old_answer", text=quoted(line.strip()))
            return self._answer(text, self._asked)
        if word == "info" and self._asked is not None:
            self._hear_info(text)
        return None

    def _hear_introduction(self, word: str, text: str) -> Heard:
        if word == "id" and text.startswith("name "):
            self._name = text.removeprefix("name ").strip()
        elif word == "option" and (option := Option.parse(text)) is not None:
            self._known_options[option.name.lower()] = option
        elif word == "ugiok":
            self._is_introduced = True
            return Send((*self._settings(), "isready"))
        return None

    def _settings(self) -> list[str]:
        """Returns the options to set, including `game` if the program has it."""
        lines = []
        if "game" in self._known_options:
            lines.append(f"setoption name game value {format_game(self.game)}")
        names = [option.name for option in self._known_options.values()]
        for key, value in self.options.items():
            option = self._known_options.get(key.lower())
            if option is None and names:
                raise ProtocolError("ugi.no_option", name=quoted(key), names=names)
            if option is None:
                raise ProtocolError("ugi.no_options", name=quoted(key))
            lines.append(option.setting(value))
        return lines

    def _hear_info(self, text: str) -> None:
        """Stores the contents of an `info` line; unknown words are skipped."""
        words = text.split()
        if words[:1] == ["string"]:
            self._text = text.partition("string")[2].strip()
            return
        for key, value in itertools.pairwise(words):
            if key == "pv":
                break
            if key in ("depth", "nodes", "score"):
                self._info[key] = value
        if "pv" in words:
            self._info["pv"] = " ".join(words[words.index("pv") + 1 :][:MOST_MOVES])

    def _answer(self, text: str, state: State) -> Heard:
        self._asked = None
        word = text.split()[0] if text else ""
        if word == "resign":
            return GivesUp()
        try:
            move = parse_word(word, self.game)
        except RulesError as error:
            raise ProtocolError("protocol.no_move", text=quoted(f"bestmove {text}")) from error
        self._known.play(move)
        return self._reported(self.game.format_move(move), self._line(self._info.get("pv", "")))

    def found(self) -> Answer | None:
        line = self._line(self._info.get("pv", ""))
        if self._asked is None or not line:
            return None
        try:
            self._asked.play(self.game.parse_move(line[0]))
        except RulesError:
            return None
        return self._reported(line[0], line)

    def _reported(self, move: str, line: tuple[str, ...]) -> Answer:
        """Returns the move with the contents of the `info` lines."""
        score, info = _decimal(self._info.get("score", "")), self._info
        depth, nodes = (_whole(info.get(name, "")) for name in ("depth", "nodes"))
        return Answer(move, score, depth, nodes, line, self._text)

    def _line(self, text: str) -> tuple[str, ...]:
        moves = []
        for word in text.split():
            try:
                moves.append(self.game.format_move(parse_word(word, self.game)))
            except RulesError:
                break
        return tuple(moves)

    def unasked(self, line: str) -> bool:
        return line.split()[:1] == ["bestmove"]

    def stop(self) -> list[str]:
        return ["stop"]

    def bye(self) -> list[str]:
        return ["quit"]


def _go(player: Player, limit: Limit, times: Times) -> str:
    """Returns the `go` command: the clocks, if any, and the limits of the move."""
    words = ["go"]
    if times.mine is not None and has_match_clock(times):
        clocks = [(times.mine, times.my_increment), (times.theirs, times.their_increment)]
        if player is Player.SECOND:
            clocks.reverse()
        for seat, (left, _) in zip(("p1", "p2"), clocks, strict=True):
            if left is not None:
                words += [f"{seat}time", str(_milliseconds(left))]
        for seat, (_, increment) in zip(("p1", "p2"), clocks, strict=True):
            if increment:
                words += [f"{seat}inc", str(_milliseconds(increment))]
    if limit.seconds and (not has_match_clock(times) or is_limited_beside_clock(limit, times)):
        words += ["movetime", str(_milliseconds(limit.seconds))]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    return " ".join(words)


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def _decimal(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None
