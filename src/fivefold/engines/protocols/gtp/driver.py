"""The GTP driver: one numbered command at a time.

The program's board is moved from its position to the one in question, by the moves between them or
by a new game with known moves. A Gomoku position without history is set up stone by stone. Othello
positions need `hear_history` or a program with KataGo's extension
`set_position COLOUR POINT COLOUR POINT…`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.base import Times
from fivefold.engines.protocols.base import Answer, Driver, GivesUp, Heard, Ready, Send
from fivefold.engines.protocols.gtp.text import (
    GAMES,
    PASS,
    clean,
    format_colour,
    format_vertex,
    parse_vertex,
)
from fivefold.engines.protocols.move_sequence import moves_between, stones_in_order
from fivefold.errors import IllegalMove, InvalidNotation, ProtocolError
from fivefold.words import quoted

REMEMBERED = 1_000
"""Maximum number of positions whose moves from the start are stored."""

# Some programs, such as Edax, separate the number from the sign.
_HEAD = re.compile(r"([=?])([0-9]*)\s*(.*)")


@dataclass(frozen=True)
class _Command:
    """A command and the handler of its answer; without `then` only success matters."""

    text: str
    then: Callable[[str], Heard] | None = None
    may_fail: bool = False


class ProtocolDriver(Driver):
    """Asks an Othello or Gomoku program. Options are sent as commands, `NAME VALUE`."""

    def __init__(self, game: Game, options: Mapping[str, str] | None = None) -> None:
        super().__init__(game, options)
        if game.name not in GAMES:
            raise InvalidNotation("protocol.game", protocol="gtp", game=game.name, games=[*GAMES])
        self._name = ""
        self._known: set[str] = set()
        self._number = 0
        self._waiting: deque[_Command] = deque()
        self._sent: _Command | None = None
        self._answer: list[str] = []
        self._board: State | None = None
        """The position on the program's board; None if unknown."""
        self._ways: dict[State, tuple[Move, ...]] = {game.start: ()}
        """Known positions, with the moves from the start."""
        self._timing: tuple[int, ...] = ()

    def hello(self) -> list[str]:
        self._waiting.clear()
        self._board, self._answer, self._timing = None, [], ()
        self._waiting.append(_Command("list_commands", self._hear_commands, may_fail=True))
        return [self._next_line()]

    def _hear_commands(self, text: str) -> Heard:
        self._known = set(text.split())
        if "name" in self._known:
            self._waiting.append(_Command("name", self._hear_name, may_fail=True))
        if "set_game" in self._known:
            self._waiting.append(_Command(f"set_game {GAMES[self.game.name]}"))
        self._waiting.append(_Command(f"boardsize {self.game.rows}"))
        self._waiting += [_Command(f"{key} {value}") for key, value in self.options.items()]
        self._waiting.append(_Command("clear_board", self._hear_cleared))
        return None

    def _hear_name(self, text: str) -> Heard:
        self._name = " ".join(text.split())
        return None

    def _hear_cleared(self, text: str) -> Heard:
        self._board = self.game.start
        return Ready(self._name)

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        way = self._ways.get(start)
        if way is not None:
            self._ways = {self.game.start: (), start: way}
            self._remember(start, way, moves)

    def _remember(self, state: State, way: tuple[Move, ...], moves: Sequence[Move]) -> State:
        """Stores the moves to each position along the line; returns the last position."""
        if len(self._ways) > REMEMBERED:
            self._ways = {self.game.start: ()}
        for move in moves:
            state, way = state.play(move), (*way, move)
            self._ways[state] = way
        return state

    def ask(self, state: State, limit: Limit, times: Times) -> list[str]:
        if self._sent is not None:
            # The answer belongs to a cancelled question.
            self._board = None
        self._waiting.clear()
        commands = [*self._commands_to(state), *self._commands_about_time(state, limit, times)]
        self._board = None  # unknown until it answers
        colour = format_colour(state.to_move)
        # Some Othello programs, such as GRhino, pass on their own and reject a pass.
        self._waiting += [_Command(text, may_fail=text.endswith(PASS)) for text in commands]
        self._waiting.append(
            _Command(f"genmove {colour}", lambda text: self._hear_move(text, state))
        )
        return [self._next_line()]

    def _commands_to(self, state: State) -> list[str]:
        """Returns the commands that set the program's board to the position."""
        board = self._board
        if board is not None:
            between = self._moves_from(board, state)
            if between is not None:
                if board in self._ways:
                    self._remember(board, self._ways[board], between)
                return self._plays(board, between)
        self._timing = ()  # a new game has new clocks
        way = self._way_to(state)
        if way is not None:
            self._remember(self.game.start, (), way)
            return ["clear_board", *self._plays(self.game.start, way)]
        stones = stones_in_order(state) if self.game.name == "gomoku" else _discs(state)
        points = [f"{format_colour(who)} {format_vertex(cell, self.game)}" for who, cell in stones]
        if "set_position" in self._known:
            return [" ".join(["set_position", *points])]
        if self.game.name == "gomoku":
            return ["clear_board", *(f"play {point}" for point in points)]
        raise InvalidNotation("gtp.no_way", position=quoted(self.game.format_position(state), 70))

    def _moves_from(self, board: State, state: State) -> Sequence[Move] | None:
        """Returns moves from one position to the other, the known ones if possible."""
        way, known = self._ways.get(board), self._ways.get(state)
        if way is not None and known is not None and known[: len(way)] == way:
            return known[len(way) :]
        return moves_between(board, state)

    def _way_to(self, state: State) -> tuple[Move, ...] | None:
        """Returns moves from the start to the position, through any known position."""
        if state in self._ways:
            return self._ways[state]
        for known, way in reversed(self._ways.items()):
            between = moves_between(known, state)
            if between is not None:
                return (*way, *between)
        return None

    def _plays(self, state: State, moves: Sequence[Move]) -> list[str]:
        commands = []
        for move in moves:
            point = format_vertex(move, self.game)
            commands.append(f"play {format_colour(state.to_move)} {point}")
            state = state.play(move)
        return commands

    def _commands_about_time(self, state: State, limit: Limit, times: Times) -> list[str]:
        """Returns the time commands that the program supports, in whole seconds."""
        if times.mine is not None:
            settings = (int(times.mine), int(times.my_increment), int(times.my_increment >= 1))
            kind, left = settings[1:], (max(1, int(times.mine)), 0)
        elif limit.seconds is not None:
            seconds = max(1, int(limit.seconds))
            kind, settings, left = (seconds, 1), (0, seconds, 1), (seconds, 1)
        else:
            return []
        commands = []
        if kind != self._timing and "time_settings" in self._known:
            commands.append("time_settings {} {} {}".format(*settings))
            self._timing = kind
        if "time_left" in self._known:
            commands.append(f"time_left {format_colour(state.to_move)} {left[0]} {left[1]}")
        return commands

    def _next_line(self) -> str:
        self._sent = self._waiting.popleft()
        self._number += 1
        return f"{self._number} {self._sent.text}"

    def hear(self, line: str) -> Heard:
        text = clean(line)
        if not self._answer:
            if text[:1] in ("=", "?"):
                self._answer = [text]
            return None
        if text:
            self._answer.append(text)
            return None
        answer, self._answer = self._answer, []
        return self._take(answer)

    def _take(self, answer: list[str]) -> Heard:
        head = _HEAD.fullmatch(answer[0])
        assert head
        sign, number, text = head.groups()
        if not number and text.split()[:1] == [str(self._number)]:
            number, text = str(self._number), text.removeprefix(str(self._number)).strip()
        command = self._sent
        if command is None or number not in ("", str(self._number)):
            return None  # the answer to a cancelled command
        self._sent = None
        text = "\n".join([text, *answer[1:]]).strip()
        if sign == "?" and not command.may_fail:
            facts = {"command": quoted(command.text), "reason": quoted(text, 100)}
            raise ProtocolError("gtp.refused", **facts)
        heard = command.then(text if sign == "=" else "") if command.then else None
        return heard or Send((self._next_line(),))

    def _hear_move(self, text: str, state: State) -> Heard:
        if text.lower() == "resign":
            return GivesUp()
        try:
            move = parse_vertex(text, self.game)
        except InvalidNotation as error:
            raise ProtocolError("protocol.no_move", text=quoted(text)) from error
        try:
            self._board = state.play(move)
        except IllegalMove:
            self._board = None
        if self._board is not None and state in self._ways:
            self._remember(state, self._ways[state], [move])
        return Answer(self.game.format_move(move))

    def unasked(self, line: str) -> bool:
        return line.lstrip().startswith("=")

    def bye(self) -> list[str]:
        return ["quit"]


def _discs(state: State) -> list[tuple[Player, Move]]:
    return [(Player(disc), cell) for cell, disc in enumerate(state.cells) if disc != "."]
