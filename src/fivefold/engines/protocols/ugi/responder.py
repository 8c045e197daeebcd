"""The UGI responder."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from fivefold.core import Game, Limit, Player, State
from fivefold.engines.protocols.base import Question, Reply, Responder
from fivefold.engines.protocols.time_management import limit_on_clock, with_reserve
from fivefold.engines.protocols.ugi.text import format_word, parse_word
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.names import format_game, game_from
from fivefold.strategies.base import Decision
from fivefold.words import Message, quoted, say

NONE = "bestmove none"

_NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes")
_NUMBER = re.compile(r"[0-9]{1,12}")
_OPTION = re.compile(r"name\s+(\S+)(?:\s+value(?:\s+(.*))?)?")


class ProtocolResponder(Responder):
    """Plays its initial game until the option `game` sets another.

    `Question.state.game` is the game of a question.
    """

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        self.now: Callable[[], float] = time.monotonic
        self._state: State = game.start
        self._thinking: Question | None = None
        self._began = 0.0
        self._waits_for_stop = False
        self._held_back: list[str] = []
        """The answer of an infinite search that is complete."""
        self._commands: dict[str, Callable[[str], Reply]] = {
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._position,
            "go": self._go,
        }
        self._commands_any_time: dict[str, Callable[[str], Reply]] = {
            "ugi": lambda text: Reply(self._introduction()),
            "isready": lambda text: Reply(("readyok",)),
            "stop": self._stop,
            "query": self._query,
            "quit": lambda text: Reply(quit=True),
        }

    def is_urgent(self, line: str) -> bool:
        return line.split()[:1] in (["stop"], ["quit"], ["isready"])

    def hear(self, line: str) -> Reply:
        word, *rest = line.split(maxsplit=1) or [""]
        text = rest[0].strip() if rest else ""
        if not word:
            return Reply()
        command = self._commands.get(word)
        if command is not None and (self._thinking is not None or self._held_back):
            return Reply(later=True)
        command = command or self._commands_any_time.get(word)
        if command is None:
            return _error(say("ugi.unknown", text=quoted(line.strip())))
        try:
            return command(text)
        except FivefoldError as error:
            return _error(error.message)

    def _introduction(self) -> tuple[str, ...]:
        return (
            f"id name {self.name}",
            "id author Fivefold",
            f"option name game type string default {format_game(self.game)}",
            "ugiok",
        )

    def _set_option(self, text: str) -> Reply:
        match = _OPTION.fullmatch(text)
        if match is None or match[1].lower() != "game":
            shown = quoted(match[1] if match else text)
            return _error(say("ugi.option", name=shown))
        self.game = game_from(match[2] or "")
        self._state = self.game.start
        return Reply()

    def _new_game(self, text: str) -> Reply:
        self._state = self.game.start
        return Reply()

    def _position(self, text: str) -> Reply:
        words = text.split()
        place = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:place], words[place + 1 :]
        if where == ["startpos"]:
            state = self.game.start
        elif where[:1] == ["fen"] and len(where) > 1:
            state = self.game.parse_position(" ".join(where[1:]))
        else:
            raise InvalidNotation("ugi.position", text=quoted(text))
        for word in moves:
            state = state.play(parse_word(word, state.game))
        self._state = state
        return Reply()

    def _go(self, text: str) -> Reply:
        limit, is_infinite = self._read_limit(text.split())
        if self._state.outcome:
            over = say("ugi.over", reason=self._state.outcome.reason)
            return Reply((f"info string {over}", NONE))
        self._waits_for_stop, self._held_back = is_infinite, []
        self._thinking = Question(self._state, limit)
        self._began = self.now()
        return Reply(think=self._thinking)

    def _read_limit(self, words: list[str]) -> tuple[Limit, bool]:
        """Returns the limit, and whether to wait for `stop`."""
        numbers: dict[str, int] = {}
        is_infinite, rest = False, iter(words)
        for word in rest:
            if word == "infinite":
                is_infinite = True
                continue
            value = next(rest, "") if word in _NUMBERS else ""
            if not _NUMBER.fullmatch(value):
                raise InvalidNotation("ugi.go", text=quoted(f"{word} {value}".strip()))
            numbers[word] = int(value)
        seat = "p1" if self._state.to_move is Player.FIRST else "p2"
        limit = Limit(depth=numbers.get("depth") or None, nodes=numbers.get("nodes") or None)
        if "movetime" in numbers:
            limit = limit.tightest(Limit(with_reserve(numbers["movetime"] / 1000)))
        if f"{seat}time" in numbers:
            increment = numbers.get(f"{seat}inc", 0) / 1000
            limit = limit.tightest(limit_on_clock(numbers[f"{seat}time"] / 1000, increment))
        return limit, is_infinite

    def _stop(self, text: str) -> Reply:
        lines, self._held_back = tuple(self._held_back), []
        self._waits_for_stop = False
        return Reply(lines, stop=True)

    def _query(self, text: str) -> Reply:
        outcome = self._state.outcome
        if text == "gameover":
            return _response("false" if outcome is None else "true")
        if text == "p1turn":
            return _response("true" if self._state.to_move is Player.FIRST else "false")
        if text != "result":
            raise InvalidNotation("ugi.query", text=quoted(text))
        if outcome is None:
            return _response("none")
        seats = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}
        return _response(seats[outcome.winner])

    def answer(self, question: Question, decision: Decision) -> list[str]:
        self._thinking = None
        game = question.state.game
        move = NONE if decision.move is None else f"bestmove {format_word(decision.move, game)}"
        return self._held([*self._infos(decision, game), move])

    def _held(self, lines: list[str]) -> list[str]:
        """Returns the lines, or keeps them until `stop` in an infinite search."""
        if not self._waits_for_stop:
            return lines
        self._held_back = lines
        return []

    def _infos(self, decision: Decision, game: Game) -> list[str]:
        facts = {"depth": decision.depth, "score": decision.score, "nodes": decision.nodes}
        parts = [f"{key} {value}" for key, value in facts.items() if value is not None]
        parts.append(f"time {round((self.now() - self._began) * 1000)}")
        if decision.pv:
            parts.append("pv " + " ".join(format_word(move, game) for move in decision.pv))
        lines = ["info " + " ".join(parts)]
        if decision.text:
            lines.append("info string " + quoted(" ".join(str(decision.text).split()), 300)[1:-1])
        return lines

    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        self._thinking = None
        return self._held(list(_error(error.message).lines))


def _response(text: str) -> Reply:
    return Reply((f"response {text}",))


def _error(message: Message) -> Reply:
    return Reply((f"error {' '.join(str(message).split())}",))
