"""Swap2: how two players of Gomoku agree on an opening and on the colours.

    opener      puts three stones on the empty board: X, O, X
    responder   takes X, or takes O, or puts two more stones, O and X
    opener      takes X or O, if there are two more stones

Whoever has O then goes on. The stones alternate like moves, so a game of swap2 is an ordinary game
from the empty board; what has to be remembered is who has which colour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.words import quoted, say

PROCEDURES = ("swap2",)
"""The opening procedures there are."""

Role = Literal["opener", "responder"]
Choice = Literal["black", "white", "two"]

FIRST_STONES, MORE_STONES = 3, 2


@dataclass(frozen=True)
class SwapAnswer:
    """What a player says: stones to put, or the colour to take.

    Who takes O may say the next move with it; without, it is asked for like any other.
    """

    moves: tuple[Move, ...] = ()
    takes: Player | None = None


@dataclass(frozen=True)
class Swap2:
    """An opening as far as it has come; `asked` is None when it is settled."""

    state: State
    stones: tuple[Move, ...] = ()
    choices: tuple[Choice, ...] = ()
    """What the responder chose, and after two more stones the opener."""
    opener: Player | None = None
    """The opener's colour, once it is settled."""

    @classmethod
    def begin(cls, state: State) -> Swap2:
        """Returns the opening before any stone; raises `InvalidPosition` if there are some."""
        check_procedure("swap2", state.game)
        if state != state.game.start:
            raise InvalidPosition("swap2.start")
        return cls(state)

    @property
    def asked(self) -> Role | None:
        """Who has to answer."""
        if self.opener is not None:
            return None
        return "responder" if len(self.stones) == FIRST_STONES else "opener"

    @property
    def wants(self) -> tuple[int, ...]:
        """How many stones may be put; () when only a colour can be taken."""
        return {0: (FIRST_STONES,), FIRST_STONES: (MORE_STONES,)}.get(len(self.stones), ())

    @property
    def may_take(self) -> bool:
        """Whether a colour can be taken."""
        return bool(self.stones) and self.opener is None

    def after(self, answer: SwapAnswer) -> Swap2:
        """Returns the opening after the answer; raises `RulesError` for one that is not allowed.

        A move that comes with O is played too.
        """
        if self.asked is None:
            raise IllegalMove("swap2.settled")
        if answer.takes is None:
            if len(answer.moves) not in self.wants:
                raise InvalidNotation("swap2.stones", count=len(answer.moves), wanted=self._wanted)
            choices: tuple[Choice, ...] = (*self.choices, "two") if self.stones else ()
            return replace(self._put(answer.moves), choices=choices)
        if not self.may_take:
            raise InvalidNotation("swap2.too_early")
        if len(answer.moves) > int(answer.takes is Player.SECOND):
            raise InvalidNotation("swap2.stones", count=len(answer.moves), wanted=[0])
        colour = answer.takes if self.asked == "opener" else answer.takes.other
        choice: Choice = "black" if answer.takes is Player.FIRST else "white"
        return replace(self._put(answer.moves), choices=(*self.choices, choice), opener=colour)

    @property
    def _wanted(self) -> list[int]:
        return list(self.wants) or [0]

    def _put(self, moves: tuple[Move, ...]) -> Swap2:
        state = self.state
        for move in moves:
            state = state.play(move)
        return replace(self, state=state, stones=(*self.stones, *moves))


@dataclass(frozen=True)
class Agreement:
    """What a record keeps of an opening by swap2: the opener's colour, and what was chosen."""

    opener: Player
    choices: tuple[Choice, ...]

    def as_json(self) -> dict[str, Any]:
        """Returns it as plain data."""
        return {"opener": self.opener.value, "choices": list(self.choices)}

    @classmethod
    def from_json(cls, data: object) -> Agreement:
        """Returns what `as_json` wrote; raises `InvalidNotation` for anything else."""
        choices = data.get("choices") if isinstance(data, dict) else None
        if (
            not isinstance(data, dict)
            or data.get("opener") not in ("X", "O")
            or not isinstance(choices, list)
            or not all(choice in get_args(Choice) for choice in choices)
        ):
            wanted = say("record.wanted.swap2")
            shown = quoted(repr(data))
            raise InvalidNotation("record.value", field="swap2", wanted=wanted, value=shown)
        return cls(Player(data["opener"]), tuple(choices))


def check_opening(procedure: str, start: State) -> None:
    """Raises `RulesError` when games cannot be opened by the procedure from that position."""
    check_procedure(procedure, start.game)
    Swap2.begin(start)


def check_procedure(procedure: str, game: Game) -> None:
    """Raises `InvalidNotation` for an opening procedure that does not exist in the game."""
    if procedure not in PROCEDURES:
        raise InvalidNotation("swap2.procedure", name=procedure, names=list(PROCEDURES))
    if game.name != "gomoku":
        raise InvalidNotation("swap2.game", game=game.name)
