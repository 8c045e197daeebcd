"""The Gomocup driver.

A position that continues the last one is sent with `TURN`, any other with `BOARD`, in the order of
the game if known: some programs rely on the order. A new game starts with `START`, which all
programs know, unlike `RESTART`.

Some programs lose the start of a line sent right after their move, and complain about the rest. The
driver therefore sends few `INFO` lines and ignores complaints about them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.base import Times
from fivefold.engines.protocols.base import Answer, Driver, Heard, Ready, Send, Unable
from fivefold.engines.protocols.gomocup.text import (
    RULES,
    UNLIMITED,
    format_point,
    is_point,
    parse_point,
)
from fivefold.engines.protocols.known_game import Following
from fivefold.errors import IllegalMove, InvalidNotation, ProtocolError, RulesError
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.words import quoted

_COMMANDS = re.compile(r"\b(START|BEGIN|TURN|BOARD|DONE)\b", re.IGNORECASE)
_DEPTH = re.compile(r"\bdepth\W{1,3}([0-9]{1,4})\b", re.IGNORECASE)
_SCORE = re.compile(r"\b(?:score|eval)\W{0,2}\s([+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?)\b", re.IGNORECASE)
_NODES = re.compile(r"\bnodes?\W{1,3}([0-9]{1,15})\b", re.IGNORECASE)


class ProtocolDriver(Driver):
    """Asks a Gomoku program. Options are sent as `INFO NAME VALUE`."""

    def __init__(self, game: Game, options: Mapping[str, str] | None = None) -> None:
        super().__init__(game, options)
        rules = {name: number for number, name in reversed(RULES.items())}
        if game.name != "gomoku" or game.rules not in rules:
            raise InvalidNotation(
                "protocol.game", protocol="gomocup", game=game.name, games=["gomoku"]
            )
        self._rule = rules[game.rules]
        self._is_starting = True
        self._asked: State | None = None
        self._asks_swap = False
        self._question: tuple[str, ...] = ()
        """Lines to send once a new board is ready."""
        self._known = Following(game)
        """The position on the program's board."""
        self._past = Following(game)
        """The moves to the first position of the game."""
        self._has_played = False
        self._told: dict[str, str] = {}
        """The current values of the `INFO` lines sent."""
        self._infos = 0
        """The number of `INFO` lines sent with this question, less complaints received."""
        self._messages: list[str] = []

    def hello(self) -> list[str]:
        return [f"START {self.game.rows}"]

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        self._past.begin(start, moves)

    def ask_swap(self, swap: Swap2, limit: Limit, times: Times) -> list[str]:
        # The program's board does not include the opening: send it again afterwards.
        self._asked, self._messages, self.complaint = swap.state, [], ""
        self._asks_swap, self._is_starting = True, self._has_played
        if self._is_starting:
            self._told = {}
        infos = self._new_infos(limit, times)
        self._infos, self._has_played = len(infos), True
        self._known.begin(self.game.start)
        points = (format_point(move, self.game) for move in swap.stones)
        self._question = (*infos, "SWAP2BOARD", *points, "DONE")
        return [f"START {self.game.rows}"] if self._is_starting else [*self._question]

    def ask(self, state: State, limit: Limit, times: Times) -> list[str]:
        self._asked, self._messages, self.complaint = state, [], ""
        self._asks_swap = False
        reply = self._known.goes_on_to(state)
        self._is_starting = reply is None and self._has_played
        if self._is_starting:
            self._told = {}
        infos = self._new_infos(limit, times)
        self._infos, self._has_played = len(infos), True
        if reply is not None:
            self._known.play(reply)
            return [*infos, f"TURN {format_point(reply, self.game)}"]
        self._question = (*infos, *self._position(state))
        return [f"START {self.game.rows}"] if self._is_starting else [*self._question]

    def _position(self, state: State) -> list[str]:
        stones = self._stones_in_order(state)
        self._known.begin(state)
        if not stones:
            return ["BEGIN"]
        lines = [
            f"{format_point(cell, self.game)},{1 if player is state.to_move else 2}"
            for player, cell in stones
        ]
        return ["BOARD", *lines, "DONE"]

    def _stones_in_order(self, state: State) -> list[tuple[Player, Move]]:
        """Returns the stones in the order of play or, if unknown, in a possible order."""
        move = self._past.goes_on_to(state)
        if move is not None:
            self._past.play(move)
        if self._past.now != state or self._past.start != self.game.start:
            return _in_turn(state)
        return list(zip(itertools.cycle(Player), self._past.moves, strict=False))

    def _new_infos(self, limit: Limit, times: Times) -> list[str]:
        """Returns the `INFO` lines that changed."""
        infos = {
            "rule": str(self._rule),
            "game_type": "1",
            "timeout_match": str(_match_time(times)),
            "timeout_turn": str(_milliseconds(limit.seconds)),
            **({"max_depth": str(limit.depth)} if limit.depth else {}),
            **({"max_node": str(limit.nodes)} if limit.nodes else {}),
            **self.options,
        }
        if "timeout_match" in self._told:  # fixed for the game; the remaining time is `time_left`
            infos["timeout_match"] = self._told["timeout_match"]
        if times.mine is not None and times.per_move is None:
            infos["time_left"] = str(_milliseconds(times.mine))
        elif "time_left" in self._told:
            infos["time_left"] = str(UNLIMITED)
        new = {key: value for key, value in infos.items() if self._told.get(key) != value}
        self._told |= new
        return [f"INFO {key} {value}" for key, value in new.items()]

    def hear(self, line: str) -> Heard:
        text = line.strip()
        word, _, rest = text.partition(" ")
        word = word.upper()
        if word in ("MESSAGE", "DEBUG"):
            if word == "MESSAGE":
                self._messages = [*self._messages[-20:], rest]
            return None
        if word in ("ERROR", "UNKNOWN"):
            return self._hear_refusal(text)
        if self._is_starting:
            return self._hear_start(word, text)
        if self._asked is None or not text or word == "OK":
            return None
        if self._asks_swap:
            return self._swap_answer(text)
        if word == "SUGGEST" and is_point(rest):
            return Send((f"PLAY {rest.strip()}",))
        if not is_point(text):
            raise ProtocolError("protocol.garbage", text=quoted(text))
        return self._answer(text)

    def _hear_start(self, word: str, text: str) -> Heard:
        if is_point(text):
            raise ProtocolError("protocol.old_answer", text=quoted(text))
        if word != "OK":
            # Programs may print a banner; it is reported if nothing else follows.
            self.complaint = text or self.complaint
            return None
        self._is_starting, self.complaint = False, ""
        return Send(self._question) if self._asked else Ready()

    def _hear_refusal(self, text: str) -> Heard:
        """Ignores a complaint that may be about an `INFO` line; raises any other."""
        if self._asks_swap and not self._is_starting and not self._names_info(text):
            self._asked, self._asks_swap, self.complaint = None, False, ""
            return Unable()
        if not self._is_starting and (self._asked is None or self._may_be_about_info(text)):
            self._infos -= 1
            self.complaint = text
            return None
        raise ProtocolError("protocol.refused", text=quoted(text, 200))

    def _may_be_about_info(self, text: str) -> bool:
        return self._names_info(text) or (self._infos > 0 and not _COMMANDS.search(text))

    def _names_info(self, text: str) -> bool:
        words = ("INFO", *(key.upper() for key in self._told))
        return any(word in text.upper() for word in words)

    def _swap_answer(self, text: str) -> SwapAnswer:
        """Returns the program's swap2 answer: SWAP takes Black, a single move is White's."""
        points = re.sub(r"\s*,\s*", ",", text).split()
        takes = Player.FIRST if text.upper() == "SWAP" else None
        try:
            moves = () if takes else tuple(parse_point(point, self.game) for point in points)
        except RulesError as error:
            raise ProtocolError("protocol.no_swap", text=quoted(text)) from error
        self._asked, self._asks_swap = None, False
        return SwapAnswer(moves, Player.SECOND if len(moves) == 1 else takes)

    def _answer(self, text: str) -> Answer:
        try:
            move = parse_point(text, self.game)
        except IllegalMove as error:
            raise ProtocolError("protocol.no_move", text=quoted(text)) from error
        self._asked = None
        self._known.play(move)
        said = " | ".join(self._messages)
        score, depth, nodes = (_last(pattern, said) for pattern in (_SCORE, _DEPTH, _NODES))
        return Answer(
            self.game.format_move(move),
            float(score) if score else None,
            int(depth) if depth else None,
            int(nodes) if nodes else None,
            text=self._messages[-1] if self._messages else "",
        )

    def unasked(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        return is_point(line) or (word.upper() == "SUGGEST" and is_point(rest))

    def bye(self) -> list[str]:
        return ["END"]


def _in_turn(state: State) -> list[tuple[Player, Move]]:
    """Returns the stones in alternating order, the last move last."""
    left = {
        player: [cell for cell, stone in enumerate(state.cells) if stone == player.value]
        for player in Player
    }
    last, player = state.last_move, state.to_move.other
    if last in left[player]:
        left[player].remove(last)
        left[player].append(last)
    backwards = []
    while left[player] or left[player.other]:
        if left[player]:
            backwards.append((player, left[player].pop()))
        player = player.other
    return backwards[::-1]


def _milliseconds(seconds: float | None) -> int:
    """Returns at least 1: 0 means as fast as possible."""
    return UNLIMITED if seconds is None else min(UNLIMITED, max(1, round(seconds * 1000)))


def _match_time(times: Times) -> int:
    if times.mine is None or times.per_move is not None:
        return 0
    return _milliseconds(times.mine)


def _last(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.findall(text)
    return found[-1] if found else None
