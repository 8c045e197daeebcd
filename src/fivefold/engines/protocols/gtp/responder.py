"""The GTP responder: one board, commands answered in order.

Our reading of the rules of Go for these games: a colour that is not to move may play; in Othello
its opponent has then passed, in Gomoku it moves twice. `genmove` in a finished Othello game is a
pass. `set_position COLOUR POINT…` sets up a position with Black to move, as in KataGo. `komi` has
no effect.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from fivefold.core import Game, Limit, Player, State
from fivefold.engines.protocols.base import Question, Reply, Responder, own_version
from fivefold.engines.protocols.gtp.text import (
    GAMES,
    PASS,
    board_lines,
    clean_command,
    format_vertex,
    parse_colour,
    parse_vertex,
)
from fivefold.engines.protocols.time_management import limit_on_clock, with_reserve
from fivefold.errors import FivefoldError, InvalidNotation, RulesError
from fivefold.strategies.base import Decision
from fivefold.strategies.time_management import moves_to_go
from fivefold.words import say

_COMMAND = re.compile(r"(?:([0-9]{1,18})(?:\s+|$))?(.*)")
_WHOLE = re.compile(r"[0-9]{1,9}")

# Error lines defined by the protocol.
SYNTAX, ILLEGAL, UNKNOWN = "syntax error", "illegal move", "unknown command"
BAD_SIZE, NO_UNDO, NO_SCORE = "unacceptable size", "cannot undo", "cannot score"
BAD_GAME, BAD_POSITION = "unsupported game", "illegal position"


class _Refusal(Exception):
    """The error line for a command."""


@dataclass
class _Clock:
    """Remaining seconds of a side for `stones` moves, or for the game if 0."""

    seconds: float
    stones: int = 0

    def budget(self, state: State) -> Limit:
        """Returns the time for the next move and deducts it until the next update."""
        if self.stones:
            return Limit(with_reserve(self.seconds / self.stones))
        moves = max(2, moves_to_go(state))
        limit = limit_on_clock(self.seconds, moves_to_go=moves)
        self.seconds -= self.seconds / moves
        return limit


class ProtocolResponder(Responder):
    """Keeps the board and the clocks; the caller runs the strategy."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        if game.name not in GAMES:
            raise InvalidNotation("protocol.game", protocol="gtp", game=game.name, games=[*GAMES])
        self._states: list[State] = [game.start]
        self._clocks: dict[Player, _Clock] = {}
        self._thinks_for: str | None = None
        """The number of the command being searched for, or an empty text."""
        self._plays_it = False
        self._commands: dict[str, Callable[[list[str]], str | Question]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: self.name,
            "version": lambda words: own_version(),
            "known_command": self._known_command,
            "list_commands": lambda words: "\n".join([*self._commands, "quit"]),
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": lambda words: "\n" + "\n".join(board_lines(self._state)),
            "set_game": self._set_game,
            "list_games": lambda words: GAMES[self.game.name],
            "final_score": self._final_score,
            "set_position": self._set_position,
        }

    @property
    def _state(self) -> State:
        return self._states[-1]

    def is_urgent(self, line: str) -> bool:
        return _numbered(line)[1][:1] == ["quit"]

    def hear(self, line: str) -> Reply:
        number, words = _numbered(line)
        if not words and not number:
            return Reply()
        if words[:1] == ["quit"]:
            return Reply(_success(number, ""), quit=True)
        if self._thinks_for is not None:
            return Reply(later=True)
        command = self._commands.get(words[0]) if words else None
        try:
            if command is None:
                raise _Refusal(UNKNOWN)
            answer = command(words[1:])
        except _Refusal as refusal:
            return Reply(_failure(number, str(refusal)))
        except RulesError:
            return Reply(_failure(number, SYNTAX))
        if isinstance(answer, Question):
            self._thinks_for = number
            return Reply(think=answer)
        return Reply(_success(number, answer))

    def answer(self, question: Question, decision: Decision) -> list[str]:
        number, self._thinks_for = self._thinks_for or "", None
        assert decision.move is not None
        if self._plays_it:
            self._states.append(question.state.play(decision.move))
        return [*_success(number, format_vertex(decision.move, self.game))]

    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        number, self._thinks_for = self._thinks_for or "", None
        return [*_failure(number, str(error))]

    def _known_command(self, words: list[str]) -> str:
        known = words[:1] == ["quit"] or (bool(words) and words[0] in self._commands)
        return "true" if known else "false"

    def _boardsize(self, words: list[str]) -> str:
        size = _whole(words, 0)
        try:
            self.game = type(self.game).of((size, size), self.game.rules)
        except InvalidNotation:
            raise _Refusal(BAD_SIZE) from None
        return self._clear_board(words)

    def _clear_board(self, words: list[str]) -> str:
        self._states = [self.game.start]
        return ""

    def _komi(self, words: list[str]) -> str:
        try:
            komi = float(words[0])
        except (IndexError, ValueError):
            raise _Refusal(SYNTAX) from None
        if not math.isfinite(komi):
            raise _Refusal(SYNTAX)
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise _Refusal(SYNTAX)
        player = parse_colour(words[0])
        if words[1].upper() == PASS and self.game.pass_move is None:
            raise _Refusal(ILLEGAL)
        move = parse_vertex(words[1], self.game)
        try:
            self._states.append(_turned(self._state, player).play(move))
        except RulesError:
            raise _Refusal(ILLEGAL) from None
        return ""

    def _genmove(self, words: list[str]) -> str | Question:
        return self._question(words, plays_it=True)

    def _reg_genmove(self, words: list[str]) -> str | Question:
        return self._question(words, plays_it=False)

    def _question(self, words: list[str], plays_it: bool) -> str | Question:
        player = parse_colour(words[0] if words else "")
        state = _turned(self._state, player)
        if state.outcome:
            if self.game.pass_move is None:
                raise _Refusal(str(say("gtp.over")))
            return PASS
        self._plays_it = plays_it
        clock = self._clocks.get(player)
        return Question(state, clock.budget(state) if clock else Limit())

    def _undo(self, words: list[str]) -> str:
        if len(self._states) == 1:
            raise _Refusal(NO_UNDO)
        self._states.pop()
        return ""

    def _time_settings(self, words: list[str]) -> str:
        main, extra, stones = (_whole(words, place) for place in range(3))
        if (extra and not stones) or not (main or extra):
            self._clocks = {}  # by the protocol: no time limit
        elif main:
            self._clocks = {player: _Clock(main) for player in Player}
        else:
            self._clocks = {player: _Clock(extra, stones) for player in Player}
        return ""

    def _time_left(self, words: list[str]) -> str:
        player = parse_colour(words[0] if words else "")
        self._clocks[player] = _Clock(_whole(words, 1), _whole(words, 2))
        return ""

    def _set_game(self, words: list[str]) -> str:
        if " ".join(words).lower() != self.game.name:
            raise _Refusal(BAD_GAME)
        return ""

    def _final_score(self, words: list[str]) -> str:
        outcome = self._state.outcome
        if outcome is None:
            raise _Refusal(NO_SCORE)
        if outcome.winner is None:
            return "0"
        return f"{'B' if outcome.winner is Player.FIRST else 'W'}+{outcome.margin or 1}"

    def _set_position(self, words: list[str]) -> str:
        if len(words) % 2:
            raise _Refusal(SYNTAX)
        cells = ["."] * (self.game.rows * self.game.columns)
        for colour, point in zip(words[::2], words[1::2], strict=True):
            cell = parse_vertex(point, self.game)
            if cell == self.game.pass_move or cells[cell] != ".":
                raise _Refusal(BAD_POSITION)
            cells[cell] = parse_colour(colour).value
        try:
            position = self.game.parse_position("".join(cells) + f" {Player.FIRST.value}")
        except RulesError:
            raise _Refusal(BAD_POSITION) from None
        self._states = [position]
        return ""


def _turned(state: State, player: Player) -> State:
    """Returns the position with that player to move."""
    if state.to_move is player:
        return state
    forced = state.game.pass_move
    if forced is not None and state.legal_moves() == [forced]:
        return state.play(forced)
    return state.game.parse_position(f"{state.cells} {player.value}")


def _numbered(line: str) -> tuple[str, list[str]]:
    """Returns the optional number of a command, and its words."""
    found = _COMMAND.fullmatch(clean_command(line))
    assert found
    return found[1] or "", found[2].split()


def _whole(words: list[str], place: int) -> int:
    if place >= len(words) or not _WHOLE.fullmatch(words[place]):
        raise _Refusal(SYNTAX)
    return int(words[place])


def _success(number: str, text: str) -> tuple[str, ...]:
    lines = f"={number} {text}".split("\n")
    return (*(line.rstrip() for line in lines), "")


def _failure(number: str, text: str) -> tuple[str, ...]:
    return (f"?{number} {' '.join(text.split())}", "")
