"""Swap2: an opening procedure for Gomoku that balances the game by a choice of colours.

    opener      puts three stones on the empty board: X, O, X
    responder   takes X, takes O, or puts two more stones, O and X
    opener      after two more stones, takes X or O

O moves next. The stones alternate like moves, so a swap2 game is an ordinary game from the empty
board; only the choice of colours has to be recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.words import quoted, say

PROCEDURES = ("swap2",)
"""The supported opening procedures."""

Role = Literal["opener", "responder"]
Choice = Literal["black", "white", "two"]

FIRST_STONES, MORE_STONES = 3, 2


@dataclass(frozen=True)
class SwapAnswer:
    """A player's answer: stones to put, or a colour to take.

    A player who takes O may add the next move; otherwise it follows as an ordinary turn.
    """

    moves: tuple[Move, ...] = ()
    takes: Player | None = None


@dataclass(frozen=True)
class Swap2:
    """An opening in progress; `asked` is None once it is settled."""

    state: State
    stones: tuple[Move, ...] = ()
    choices: tuple[Choice, ...] = ()
    """The responder's choice and, after two more stones, the opener's."""
    opener: Player | None = None
    """The opener's colour, once settled."""

    @classmethod
    def begin(cls, state: State) -> Swap2:
        """Returns the opening before the first stone; raises `InvalidPosition` otherwise."""
        check_procedure("swap2", state.game)
        if state != state.game.start:
            raise InvalidPosition("swap2.start")
        return cls(state)

    @property
    def asked(self) -> Role | None:
        """The role that has to answer next."""
        if self.opener is not None:
            return None
        return "responder" if len(self.stones) == FIRST_STONES else "opener"

    @property
    def wants(self) -> tuple[int, ...]:
        """The allowed numbers of stones to put; () if only a colour can be taken."""
        return {0: (FIRST_STONES,), FIRST_STONES: (MORE_STONES,)}.get(len(self.stones), ())

    @property
    def may_take(self) -> bool:
        """Whether a colour can be taken."""
        return bool(self.stones) and self.opener is None

    def after(self, answer: SwapAnswer) -> Swap2:
        """Returns the opening after the answer; raises `RulesError` if it is not allowed.

        Plays the move that comes with O, if there is one.
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
    """What a record stores about a swap2 opening: the opener's colour and the choices."""

    opener: Player
    choices: tuple[Choice, ...]

    def as_json(self) -> dict[str, Any]:
        """Returns the agreement as plain data."""
        return {"opener": self.opener.value, "choices": list(self.choices)}

    @classmethod
    def from_json(cls, data: object) -> Agreement:
        """Returns the agreement that `as_json` wrote; raises `InvalidNotation` for bad data."""
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
    """Raises `RulesError` if the procedure cannot open games from this position."""
    check_procedure(procedure, start.game)
    Swap2.begin(start)


def check_procedure(procedure: str, game: Game) -> None:
    """Raises `InvalidNotation` if the procedure is unknown or does not apply to the game."""
    if procedure not in PROCEDURES:
        raise InvalidNotation("swap2.procedure", name=procedure, names=list(PROCEDURES))
    if game.name != "gomoku":
        raise InvalidNotation("swap2.game", game=game.name)
