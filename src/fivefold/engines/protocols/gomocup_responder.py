"""Is a Gomoku engine for managers that speak Gomocup.

While it thinks, `END`, `INFO`, `ABOUT` and the common extension `YXSTOP` are obeyed at once,
`START`, `RECTSTART` and `RESTART` drop the question, and everything else waits.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.protocols.base import Question, Reply, Responder
from fivefold.engines.protocols.gomocup_text import RULES, UNLIMITED, format_point, parse_point
from fivefold.engines.protocols.pace import seconds_for_move, with_reserve
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation, InvalidPosition, RulesError
from fivefold.games.gomoku import LARGEST, SMALLEST, GomokuGame
from fivefold.strategies.base import Decision
from fivefold.words import Message, quoted, say

OWN, OTHERS = 1, 2

_STONE = re.compile(r"(.*),\s*([0-9])\s*")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class ProtocolResponder(Responder):
    """Keeps the board between commands; plays Black or White as the stones demand."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        if not isinstance(game, GomokuGame):
            raise InvalidNotation(
                "protocol.game", protocol="gomocup", game=game.name, games=["gomoku"]
            )
        self._size: int | None = None
        self._rules = game.rules
        self._infos: dict[str, str] = {}
        self._stones: dict[Move, int] = {}
        """The stones in the order they came, and whose they are."""
        self._lines: list[str] | None = None
        """The lines since `BOARD`, while they come."""
        self._is_swap = False
        self._thinking: Question | None = None
        self._commands: dict[str, Callable[[str], Reply]] = {
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._board,
            "SWAP2BOARD": self._swap_board,
            "TAKEBACK": self._take_back,
            "PLAY": lambda text: _error(say("gomocup.nothing_suggested")),
        }
        self._commands_any_time: dict[str, Callable[[str], Reply]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "INFO": self._info,
            "ABOUT": lambda text: Reply((self._about(),)),
            "STOP": lambda text: Reply(stop=True),
            "YXSTOP": lambda text: Reply(stop=True),
            "END": lambda text: Reply(quit=True),
        }

    def is_urgent(self, line: str) -> bool:
        return line.strip().upper() in ("END", "STOP", "YXSTOP")

    def hear(self, line: str) -> Reply:
        text = line.strip()
        word, _, rest = text.partition(" ")
        word = word.upper()
        if not text:
            return Reply()
        if self._lines is not None and word != "END":
            return self._hear_stone(text)
        if command := self._commands_any_time.get(word):
            return command(rest.strip())
        command = self._commands.get(word)
        if command is None:
            return Reply((f"UNKNOWN {say('gomocup.unknown', text=quoted(text))}",))
        if self._thinking is not None:
            return Reply(later=True)
        try:
            return command(rest.strip())
        except RulesError as error:
            return _error(error.message)

    def _start(self, text: str) -> Reply:
        size = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
        if size is None or not SMALLEST <= size <= LARGEST:
            return _error(
                say("gomocup.size", size=quoted(text, 20)[1:-1], least=SMALLEST, most=LARGEST)
            )
        return self._new_board(size)

    def _start_rectangle(self, text: str) -> Reply:
        width, _, height = (part.strip() for part in text.partition(","))
        return self._start(width if width == height else f"{width}x{height}")

    def _restart(self, text: str) -> Reply:
        if self._size is None:
            return _error(say("gomocup.not_started"))
        return self._new_board(self._size)

    def _new_board(self, size: int) -> Reply:
        was_thinking, self._thinking = self._thinking is not None, None
        self._size, self._stones = size, {}
        return Reply(("OK",), stop=was_thinking)

    def _info(self, text: str) -> Reply:
        key, _, value = text.partition(" ")
        self._infos[key.lower()] = value.strip()
        return Reply()

    def _about(self) -> str:
        from importlib.metadata import version

        name = self.name.replace('"', "'")
        about = {"name": name, "version": version("fivefold"), "author": "Fivefold", "country": "-"}
        return ", ".join(f'{key}="{value}"' for key, value in about.items())

    def _begin(self, text: str) -> Reply:
        if self._stones:
            return _error(say("gomocup.not_empty"))
        return self._think()

    def _turn(self, text: str) -> Reply:
        before = self._state()
        if before.outcome:
            return _error(say("gomocup.over", reason=before.outcome.reason))
        move = parse_point(text, before.game)
        if move in self._stones:
            raise IllegalMove("move.occupied", move=text)
        self._stones[move] = OTHERS
        try:
            return self._think()
        except RulesError:
            del self._stones[move]
            raise

    def _board(self, text: str) -> Reply:
        self._lines, self._is_swap = [], False
        return Reply()

    def _swap_board(self, text: str) -> Reply:
        self._lines, self._is_swap = [], True
        return Reply()

    def _hear_stone(self, text: str) -> Reply:
        """Collects lines until `DONE`, and only then says what is wrong with them."""
        assert self._lines is not None
        if text.upper() != "DONE":
            if len(self._lines) <= LARGEST * LARGEST:
                self._lines.append(text)
            return Reply()
        lines, self._lines = self._lines, None
        if self._is_swap:
            return Reply((f"UNKNOWN {say('gomocup.unknown', text=quoted('SWAP2BOARD'))}",))
        before = self._stones
        try:
            self._stones = self._read_stones(lines)
            return self._think()
        except RulesError as error:
            self._stones = before
            return _error(error.message)

    def _read_stones(self, lines: list[str]) -> dict[Move, int]:
        game = self._game()
        stones: dict[Move, int] = {}
        for line in lines:
            match = _STONE.fullmatch(line)
            if not match:
                raise InvalidNotation("gomocup.unreadable", text=quoted(line))
            move, whose = parse_point(match[1], game), int(match[2])
            if whose not in (OWN, OTHERS):
                raise InvalidNotation("gomocup.continuous")
            if move in stones:
                raise IllegalMove("move.occupied", move=match[1])
            stones[move] = whose
        return stones

    def _take_back(self, text: str) -> Reply:
        move = parse_point(text, self._game())
        if move not in self._stones:
            return _error(say("gomocup.no_stone", text=quoted(text)))
        del self._stones[move]
        return Reply(("OK",))

    def _game(self) -> GomokuGame:
        """Returns the game as it is set up; raises what cannot be played."""
        if self._size is None:
            raise InvalidNotation("gomocup.not_started")
        rules, told = self._rules, self._infos.get("rule")
        if told is not None:
            rules = RULES.get(int(told), "") if _NUMBER.fullmatch(told) else ""
            if rules not in GomokuGame.rule_names:
                raise InvalidNotation("gomocup.rule", rule=quoted(told, 20)[1:-1])
        return GomokuGame(self._size, rules)

    def _state(self) -> State:
        """Returns the position: we are Black when there are as many stones of either side."""
        game = self._game()
        counts = [list(self._stones.values()).count(whose) for whose in (OWN, OTHERS)]
        black = OWN if counts[0] == counts[1] else OTHERS
        if not 0 <= counts[1] - counts[0] <= 1 and self._stones:
            black = next(iter(self._stones.values()))
        cells = ["."] * (game.size * game.size)
        for move, whose in self._stones.items():
            cells[move] = "X" if whose == black else "O"
        side = Player.FIRST if black == OWN else Player.SECOND
        state = game.parse_position(f"{''.join(cells)} {side.value}")
        last = next(reversed(self._stones.items()), None)
        if last is not None and last[1] == OTHERS:
            state = dataclasses.replace(state, last_move=last[0])
        return state

    def _think(self) -> Reply:
        state = self._state()
        if state.outcome:
            raise InvalidPosition("gomocup.over", reason=state.outcome.reason)
        self._thinking = Question(state, self._limit())
        return Reply(think=self._thinking)

    def _limit(self) -> Limit:
        """Returns what the manager allows: turn and match time, and how far to search."""
        seconds = []
        turn, match = self._number("timeout_turn"), self._number("timeout_match")
        if turn is not None and turn < UNLIMITED:
            seconds.append(with_reserve(turn / 1000))
        left = self._number("time_left")
        if left is None and match:
            left = match
        if left is not None and left < UNLIMITED and match != 0:
            seconds.append(seconds_for_move(max(0, left) / 1000))
        depth, nodes = self._number("max_depth"), self._number("max_node")
        return Limit(
            min(seconds, default=None),
            depth if depth and depth > 0 else None,
            nodes if nodes and nodes > 0 else None,
        )

    def _number(self, key: str) -> int | None:
        text = self._infos.get(key, "")
        return int(text) if _NUMBER.fullmatch(text) else None

    def answer(self, question: Question, decision: Decision) -> list[str]:
        if question is not self._thinking or decision.move is None:
            return []
        self._thinking = None
        self._stones[decision.move] = OWN
        game = question.state.game
        return [*_messages(decision, game), format_point(decision.move, game)]

    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        if question is not self._thinking:
            return []
        self._thinking = None
        return list(_error(error.message).lines)


def _messages(decision: Decision, game: Game) -> list[str]:
    """Returns a line for people: how far it looked and what it expects."""
    facts = {"depth": decision.depth, "score": decision.score, "nodes": decision.nodes}
    parts = [f"{key} {value}" for key, value in facts.items() if value is not None]
    if decision.pv:
        parts.append("pv " + " ".join(format_point(move, game) for move in decision.pv))
    if not parts and decision.text:
        parts = [quoted(" ".join(str(decision.text).split()), 300)[1:-1]]
    return ["MESSAGE " + " ".join(parts)] if parts else []


def _error(message: Message) -> Reply:
    return Reply((f"ERROR {' '.join(str(message).split())}",))
