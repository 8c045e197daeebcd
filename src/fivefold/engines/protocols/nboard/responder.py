"""The NBoard responder.

During a search, any valid command stops the search, drops its answer and is executed afterwards, so
no line about an old position follows a `pong`. Hints improve over time: the position is searched a
few plies deep, then deeper, up to the set depth.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines.protocols.base import Question, Reply, Responder
from fivefold.engines.protocols.ggf import read_ggf, read_move, write_move
from fivefold.engines.protocols.nboard.text import check_game
from fivefold.engines.protocols.time_management import with_reserve
from fivefold.errors import FivefoldError, InvalidNotation, RulesError
from fivefold.strategies.base import Candidate, Decision, Score
from fivefold.strategies.time_management import moves_to_go
from fivefold.words import Message, quoted, say

_BARE_MOVE = re.compile(r"[A-Ha-h][1-8]|PA")
_COUNT = re.compile(r"[1-9][0-9]{0,2}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?")
HINT_STEP = 6
"""Plies by which each hint is deeper than the previous one."""
EXACT, WIN_OR_LOSS = "100%", "100%W"
"""Depths that mark an exact score, or a certain winner."""


class ProtocolResponder(Responder):
    """Keeps the game and requests searches; it does not play its own moves."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        check_game(game)
        self.now: Callable[[], float] = time.monotonic
        self._states: list[State] = [game.start]
        """The positions of the game so far."""
        self._clocks: dict[Player, float] = {}
        """Remaining seconds of each side, if the game text has them."""
        self._depth: int | None = None
        self._hints = 1
        self._moves_made: list[int] = []
        """The positions still to be analysed."""
        self._open = 0
        """Number of open questions."""
        self._is_stale = False
        self._hint_is_final = False
        """Whether a deeper search would add nothing."""
        self._began = 0.0
        self._commands: dict[str, Callable[[str], Reply]] = {
            "nboard": lambda text: Reply((f"set myname {self.name}",)),
            "ping": lambda text: Reply((f"pong {' '.join(text.split())}",)),
            "learn": lambda text: Reply(("learned",)),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "analyze": self._analyze,
        }

    def is_urgent(self, line: str) -> bool:
        return line.split()[:1] == ["quit"]

    def hear(self, line: str) -> Reply:
        word, *rest = line.split(maxsplit=1) or [""]
        if word == "quit":
            return Reply(quit=True)
        if _BARE_MOVE.fullmatch(word) and not rest:  # NBoard 1 sends moves without `move`
            word, rest = "move", [word]
        command = self._commands.get(word)
        if command is None:
            return Reply()
        if self._open:
            self._is_stale, self._open = True, 1
            return Reply(stop=True, later=True)
        try:
            return command(rest[0].strip() if rest else "")
        except RulesError as error:
            return Reply((f"status {error}",))

    def _set(self, text: str) -> Reply:
        name, _, value = text.partition(" ")
        if name == "game":
            read = read_ggf(value, self.game)
            states = [read.start]
            for move in read.moves:
                states.append(states[-1].play(move))
            self._states, self._clocks = states, read.clocks
        elif name == "depth":
            depth = value.strip()  # strips more characters than `int` does
            if not _COUNT.fullmatch(depth):
                raise InvalidNotation("nboard.depth", text=quoted(value))
            self._depth = int(depth)
        elif name == "contempt" and not _NUMBER.fullmatch(value.strip()):
            raise InvalidNotation("nboard.contempt", text=quoted(value))
        return Reply()

    def _move(self, text: str) -> Reply:
        before = self._states[-1]
        played = read_move(text, self.game)
        self._states.append(before.play(played.move))
        if self._clocks:
            self._clocks[before.to_move] -= played.seconds
        return Reply()

    def _go(self, text: str) -> Reply:
        over = self._states[-1].outcome
        if over:
            return Reply((f"=== {self._write(self.game.pass_move)}", f"status {over.reason}"))
        state = self._states[-1]
        left = self._clocks.get(state.to_move)
        seconds = None if left is None else with_reserve(left / max(2, moves_to_go(state)))
        return self._think([Question(state, Limit(seconds, self._depth))])

    def _hint(self, text: str) -> Reply:
        self._hints = int(text) if _COUNT.fullmatch(text) else 1
        over = self._states[-1].outcome
        if over:
            return Reply((f"status {over.reason}",))
        depths: list[int | None] = [self._depth]
        if self._depth is not None:
            depths = [*range(HINT_STEP, self._depth, HINT_STEP), self._depth]
        state = self._states[-1]
        return self._think([Question(state, Limit(depth=depth), "hint") for depth in depths])

    def _analyze(self, text: str) -> Reply:
        """Analyses all positions of the game, from the last; finished ones are scored directly."""
        counted, questions = [], []
        self._moves_made = []
        for made, state in reversed(list(enumerate(self._states))):
            if state.outcome:
                margin = state.outcome.margin or 0
                score = margin if state.outcome.winner is state.to_move else -margin
                counted.append(f"analysis {made} {_value(score)}")
            else:
                questions.append(Question(state, Limit(depth=self._depth), "analysis"))
                self._moves_made.append(made)
        if not questions:
            return Reply(tuple(counted))
        return self._think(questions, counted)

    def _think(self, questions: list[Question], before: list[str] | None = None) -> Reply:
        self._open, self._is_stale, self._began = len(questions), False, self.now()
        self._hint_is_final = False
        status = f"status {say('nboard.thinking', name=self.name)}"
        return Reply((*(before or ()), status), questions[0], tuple(questions[1:]))

    def answer(self, question: Question, decision: Decision) -> list[str]:
        if not self._is_answered():
            return []
        if question.purpose == "analysis":
            return [f"analysis {self._moves_made.pop(0)} {_value(decision.score)}", *self._done()]
        if question.purpose == "hint":
            self._hint_is_final = _is_final(question, decision)
            if self._hint_is_final:
                self._open = 0
            return [*self._hint_lines(decision), *self._node_stats(decision), *self._done()]
        lines = [] if decision.score is None else [self._line(decision)]
        score = "" if decision.score is None else _value(decision.score)
        move = f"=== {self._write(decision.move)}/{score}/{self._passed():.2f}"
        return [*lines, *self._node_stats(decision), move, *self._done()]

    def skips(self, question: Question) -> bool:
        return question.purpose == "hint" and self._hint_is_final

    def failed(self, question: Question, error: FivefoldError) -> list[str]:
        if not self._is_answered():
            return []
        if question.purpose == "analysis":
            self._moves_made.pop(0)
        if question.purpose == "hint":
            self._hint_is_final, self._open = True, 0
        return [f"status {error}", f"error {error}"]

    def _is_answered(self) -> bool:
        """Closes a question; returns whether its answer is still wanted."""
        self._open -= 1
        return not self._is_stale

    def _done(self) -> list[str]:
        return [] if self._open else ["status"]

    def _hint_lines(self, decision: Decision) -> list[str]:
        """Returns a line for each of the best moves: the chosen one, then by score."""
        others = [each for each in decision.candidates if each.score is not None]
        others = [each for each in others if each.move != decision.move]
        others.sort(key=lambda each: -(each.score or 0))
        lines = [self._candidate_line(each, decision) for each in others[: self._hints - 1]]
        return [self._line(decision), *lines]

    def _line(self, decision: Decision) -> str:
        moves = decision.pv if decision.move in decision.pv[:1] else (decision.move,)
        text = "".join(self._write(each) for each in moves)
        return f"search {text} {_value(decision.score)} 0 {_depth(decision)}"

    def _candidate_line(self, each: Candidate, decision: Decision) -> str:
        depth = _depth_of(each, decision)
        return f"search {self._write(each.move)} {_value(each.score)} 0 {depth}"

    def _node_stats(self, decision: Decision) -> list[str]:
        if decision.nodes is None:
            return []
        return [f"nodestats {decision.nodes} {self._passed():.2f}"]

    def _passed(self) -> float:
        return self.now() - self._began

    def _write(self, move: Move | None) -> str:
        assert move is not None
        return write_move(self.game, move)


def _is_final(question: Question, decision: Decision) -> bool:
    """Tells whether a hint is final: proven, or at the requested depth."""
    asked = question.limit.depth
    return decision.proof is not None or asked is None or (decision.depth or 0) < asked


def _depth(decision: Decision) -> str:
    if decision.proof is None:
        return str(decision.depth or 0)
    return EXACT if decision.proof.claim == "exact" else WIN_OR_LOSS


def _depth_of(candidate: Candidate, decision: Decision) -> str:
    """Returns the search depth of a candidate, read from its note."""
    note = candidate.note
    if isinstance(note, Message):
        if note.key == "discs.note_exact":
            return EXACT
        if note.key == "discs.note_end":
            return f"{note.facts['percent']}%"
        if note.key == "discs.note_depth":
            return str(note.facts["depth"])
    return str(decision.depth or 0)


def _value(score: Score | None) -> str:
    return f"{score if score is not None and math.isfinite(score) else 0:.2f}"
