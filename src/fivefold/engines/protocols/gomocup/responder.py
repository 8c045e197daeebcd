"""The Gomocup responder.

During a search, `END`, `INFO`, `ABOUT` and the common extension `YXSTOP` are executed at once,
`START`, `RECTSTART` and `RESTART` cancel the search, and all other commands wait.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Literal

from fivefold.core import Game, Limit, Player
from fivefold.engines.protocols.base import Question, Reply, Resources, Responder, own_version
from fivefold.engines.protocols.gomocup.board import (
    OTHERS,
    OWN,
    Stones,
    check_open,
    read_stones,
    read_swap,
    state_of,
)
from fivefold.engines.protocols.gomocup.text import RULES, UNLIMITED, format_point, parse_point
from fivefold.engines.protocols.time_management import limit_on_clock, with_reserve
from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation, RulesError
from fivefold.games.gomoku import LARGEST, SMALLEST, GomokuGame
from fivefold.games.swap2 import SwapAnswer
from fivefold.strategies.base import Decision
from fivefold.words import Message, quoted, say

MOST_LINES = LARGEST * LARGEST

BYTES_IN_MIB, KIB_IN_MIB = 1 << 20, 1 << 10
BESIDE_TABLE, LARGEST_TABLE = 112, 1024
"""MiB reserved for Python and the package, and the maximum size of the table."""
MOST_THREADS = 64
_RESOURCES = ("hash_size", "max_memory", "thread_num")

_NUMBER = re.compile(r"-?[0-9]{1,18}")
_NEW_GAME = ("START", "RECTSTART", "RESTART")

Block = Literal["BOARD", "YXBOARD", "SWAP2BOARD"]


class ProtocolResponder(Responder):
    """Keeps the board between commands; its colour follows from the stones."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        if not isinstance(game, GomokuGame):
            raise InvalidNotation(
                "protocol.game", protocol="gomocup", game=game.name, games=["gomoku"]
            )
        self._size: int | None = None
        self._rules = game.rules
        self._infos: dict[str, str] = {}
        self._stones: Stones = {}
        self._block: tuple[Block, list[str]] | None = None
        """The open command that ends with `DONE`, and its lines so far."""
        self._thinking: Question | None = None
        self._wanted = 1
        """Number of moves in an analysis."""
        self._commands: dict[str, Callable[[str], Reply]] = {
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": lambda text: self._open("BOARD"),
            "SWAP2BOARD": lambda text: self._open("SWAP2BOARD"),
            "DONE": lambda text: _error(say("gomocup.no_board")),
            "TAKEBACK": self._take_back,
            "PLAY": lambda text: _error(say("gomocup.nothing_suggested")),
            "YXBOARD": lambda text: self._open("YXBOARD"),
            "YXNBEST": self._best,
            "YXSHOWFORBID": self._show_forbidden,
            "YXHASHCLEAR": lambda text: Reply(("OK",), forget=True),
        }
        self._commands_any_time: dict[str, Callable[[str], Reply]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "INFO": self._info,
            "ABOUT": lambda text: Reply((self._about(),)),
            "STOP": lambda text: Reply(stop=True),
            "YXSTOP": lambda text: Reply(stop=True),
            "YXSHOWINFO": lambda text: Reply(("MESSAGE INFO MAX_THREAD_NUM 1",)),
            "END": lambda text: Reply(quit=True),
        }

    def is_urgent(self, line: str) -> bool:
        word, _, rest = line.strip().upper().partition(" ")
        return word in _NEW_GAME or (word in ("END", "STOP", "YXSTOP") and not rest)

    def hear(self, line: str) -> Reply:
        text = line.strip()
        word, _, rest = text.partition(" ")
        word = word.upper()
        if not text:
            return Reply()
        before: tuple[str, ...] = ()
        if self._block is not None and word not in ("END", "INFO"):
            is_command = word in self._commands or word in self._commands_any_time
            if word == "DONE" or not is_command:
                return self._hear_in_block(text)
            self._block, before = None, _error(say("gomocup.unfinished")).lines
        reply = self._obey(word, rest.strip(), text)
        return dataclasses.replace(reply, lines=(*before, *reply.lines)) if before else reply

    def _obey(self, word: str, rest: str, text: str) -> Reply:
        command = self._commands_any_time.get(word)
        if command is None:
            command = self._commands.get(word)
            if command is None:
                return Reply((f"UNKNOWN {say('gomocup.unknown', text=quoted(text))}",))
            if self._thinking is not None:
                return Reply(later=True)
        try:
            return command(rest)
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
        dropped = _error(say("gomocup.dropped")).lines[0] if was_thinking else ""
        return Reply(("OK",), stop=was_thinking, drop=dropped)

    def _info(self, text: str) -> Reply:
        key, _, value = text.partition(" ")
        self._infos[key.lower()] = value.strip()
        return Reply(resources=self._resources() if key.lower() in _RESOURCES else None)

    def _resources(self) -> Resources:
        """Returns the table size and the threads that the manager grants."""
        table, most, threads = (max(0, self._number(key) or 0) for key in _RESOURCES)
        memory = table // KIB_IN_MIB if table else LARGEST_TABLE
        if most:
            memory = min(memory, most // BYTES_IN_MIB - BESIDE_TABLE)
        is_said = table > 0 or most > 0
        return Resources(
            max(1, memory) if is_said else None, min(threads, MOST_THREADS) if threads else None
        )

    def _about(self) -> str:
        name = self.name.replace('"', "'")
        about = {"name": name, "version": own_version(), "author": "Fivefold", "country": "-"}
        return ", ".join(f'{key}="{value}"' for key, value in about.items())

    def _begin(self, text: str) -> Reply:
        if self._stones:
            return _error(say("gomocup.not_empty"))
        return self._think()

    def _turn(self, text: str) -> Reply:
        game = self._game()
        before = check_open(state_of(self._stones, game, OTHERS))
        move = parse_point(text, game)
        if move in self._stones:
            raise IllegalMove("move.occupied", move=text)
        before.play(move)
        self._stones[move] = OTHERS
        try:
            return self._think()
        except RulesError:
            del self._stones[move]
            raise

    def _open(self, block: Block) -> Reply:
        self._block = block, []
        return Reply()

    def _hear_in_block(self, text: str) -> Reply:
        """Collects lines until `DONE` and checks them then."""
        assert self._block is not None
        block, lines = self._block
        if text.upper() != "DONE":
            if len(lines) <= MOST_LINES:
                lines.append(text)
            return Reply()
        self._block, before = None, self._stones
        try:
            game = self._game()
            if block == "SWAP2BOARD":
                return self._think_about_swap(lines, game)
            self._stones = read_stones(lines, game)
            if block == "BOARD":
                return self._think()
            state_of(self._stones, game)
            return Reply(("OK",))
        except RulesError as error:
            self._stones = before
            return _error(error.message)

    def _think_about_swap(self, lines: list[str], game: GomokuGame) -> Reply:
        swap = read_swap(lines, game)
        # Black has one stone more: by default the opponent is Black.
        self._stones = {move: (OTHERS, OWN)[number % 2] for number, move in enumerate(swap.stones)}
        self._thinking = Question(swap.state, self._limit(), "swap", swap=swap)
        return Reply(think=self._thinking)

    def _take_back(self, text: str) -> Reply:
        move = parse_point(text, self._game())
        if move not in self._stones:
            return _error(say("gomocup.no_stone", text=quoted(text)))
        del self._stones[move]
        return Reply(("OK",))

    def _best(self, text: str) -> Reply:
        wanted = int(text) if _NUMBER.fullmatch(text) else 0
        if not 1 <= wanted <= MOST_LINES:
            raise InvalidNotation("gomocup.best", most=MOST_LINES, text=quoted(text))
        state = check_open(state_of(self._stones, self._game()))
        self._wanted = wanted
        self._thinking = Question(state, self._limit(), "analysis")
        return Reply(think=self._thinking)

    def _show_forbidden(self, text: str) -> Reply:
        game = self._game()
        forbidden = getattr(state_of(self._stones, game), "forbidden", {})
        points = ((cell % game.size, cell // game.size) for cell in forbidden)
        return Reply(("FORBID " + "".join(f"{x:02}{y:02}" for x, y in points) + ".",))

    def _game(self) -> GomokuGame:
        """Returns the game with the current settings; raises if it is not supported."""
        if self._size is None:
            raise InvalidNotation("gomocup.not_started")
        rules, told = self._rules, self._infos.get("rule")
        if told is not None:
            rules = RULES.get(int(told), "") if _NUMBER.fullmatch(told) else ""
            if not rules:
                raise InvalidNotation("gomocup.rule", rule=quoted(told, 20)[1:-1])
        return GomokuGame(self._size, rules)

    def _think(self) -> Reply:
        state = check_open(state_of(self._stones, self._game()))
        self._thinking = Question(state, self._limit())
        return Reply(think=self._thinking)

    def _limit(self) -> Limit:
        """Returns the limits of the manager: turn time, match time, depth and nodes."""
        depth, nodes = self._number("max_depth"), self._number("max_node")
        limit = Limit(
            depth=depth if depth and depth > 0 else None,
            nodes=nodes if nodes and nodes > 0 else None,
        )
        turn, match = self._number("timeout_turn"), self._number("timeout_match")
        if turn is not None and turn < UNLIMITED:
            limit = limit.tightest(Limit(with_reserve(turn / 1000)))
        left = self._number("time_left")
        if left is None and match:
            left = match
        if left is not None and left < UNLIMITED and match != 0:
            limit = limit.tightest(limit_on_clock(max(0, left) / 1000))
        return limit

    def _number(self, key: str) -> int | None:
        text = self._infos.get(key, "")
        return int(text) if _NUMBER.fullmatch(text) else None

    def answer(self, question: Question, decision: Decision) -> list[str]:
        if question is not self._thinking or decision.move is None:
            return []
        self._thinking = None
        game, move = question.state.game, format_point(decision.move, question.state.game)
        if question.purpose == "analysis":
            return [*_messages(decision, game), *_lines(decision, game, self._wanted), move]
        self._stones[decision.move] = OWN
        return [*_messages(decision, game), move]

    def answer_swap(self, question: Question, answer: SwapAnswer) -> list[str]:
        if question is not self._thinking:
            return []
        self._thinking = None
        if answer.takes is Player.FIRST:
            self._stones = {move: OWN + OTHERS - whose for move, whose in self._stones.items()}
            return ["SWAP"]
        for number, move in enumerate(answer.moves):
            self._stones[move] = (OWN, OTHERS)[number % 2]
        return [" ".join(format_point(move, question.state.game) for move in answer.moves)]

    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        if question is not self._thinking:
            return []
        self._thinking = None
        return list(_error(error.message).lines)


def _messages(decision: Decision, game: Game) -> list[str]:
    """Returns a `MESSAGE` line with depth, score and the expected line."""
    facts = {"depth": decision.depth, "score": decision.score, "nodes": decision.nodes}
    parts = [f"{key} {value}" for key, value in facts.items() if value is not None]
    if decision.pv:
        parts.append("pv " + " ".join(format_point(move, game) for move in decision.pv))
    if not parts and decision.text:
        parts = [quoted(" ".join(str(decision.text).split()), 300)[1:-1]]
    return ["MESSAGE " + " ".join(parts)] if parts else []


def _lines(decision: Decision, game: Game, wanted: int) -> list[str]:
    """Returns the best candidates, one per line."""
    known = [each for each in decision.candidates if each.score is not None]
    known.sort(key=lambda each: each.score or 0, reverse=True)
    return [f"MESSAGE score {each.score} pv {format_point(each.move, game)}" for each in known][
        :wanted
    ]


def _error(message: Message) -> Reply:
    return Reply((f"ERROR {' '.join(str(message).split())}",))
