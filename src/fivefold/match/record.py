"""The record of a game as data and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from fivefold.core import Game, Player, State
from fivefold.errors import InvalidNotation, InvalidPosition
from fivefold.games.swap2 import Agreement
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.words import Message, quoted, say

Ending = Literal[
    "normal", "resigned", "time", "illegal", "crashed", "adjudicated", "maximum", "unfinished"
]

LONGEST_MOVE = 1e9
"""Maximum plausible seconds of a move; sums of them stay finite and exact."""


@dataclass(frozen=True)
class MatchRecord:
    """A game, with all values as in the JSON.

    `seconds` is the thinking time of each move, or empty if unknown.
    """

    game: str
    first: str
    second: str
    start: str
    moves: tuple[str, ...]
    winner: Player | None
    ending: Ending
    reason: str
    seconds: tuple[float, ...] = ()
    swap2: Agreement | None = None
    """The choice of colours in a swap2 opening; its stones are part of `moves`."""
    result: str = ""
    """The result as the file has it, such as `B+` or `Void`."""

    def as_json(self) -> dict[str, Any]:
        """Returns the record as plain data."""
        known = {
            name: value for name, value in vars(self).items() if name not in ("swap2", "result")
        }
        return {
            **known,
            "moves": list(self.moves),
            "winner": None if self.winner is None else self.winner.value,
            "seconds": [round(seconds, 6) for seconds in self.seconds],
            **({} if self.swap2 is None else {"swap2": self.swap2.as_json()}),
            **({"result": self.result} if self.result else {}),
        }

    @classmethod
    def from_json(cls, data: object) -> MatchRecord:
        """Returns the record that `as_json` wrote.

        Raises `InvalidNotation` for a missing or invalid key, `IllegalMove` or `InvalidPosition`
        for an impossible game. Unknown keys are ignored.
        """
        if not isinstance(data, dict):
            raise InvalidNotation("record.none", value=_shown(data))
        keys = ("game", "first", "second", "start", "ending", "reason")
        texts = {key: _text(data, key) for key in keys}
        result = _text(data, "result") if "result" in data else ""
        if texts["ending"] not in get_args(Ending):
            raise _refusal("ending", "ending", texts["ending"], names=get_args(Ending))
        winner = _value(data, "winner")
        if winner not in (None, "X", "O"):
            raise _refusal("winner", "winner", winner)
        moves = _value(data, "moves")
        # `fivefold match --numbers` writes the squares of Othello as integers.
        if not isinstance(moves, list) or not all(type(move) in (str, int) for move in moves):
            raise _refusal("moves", "texts", moves)
        seconds = _value(data, "seconds")
        if not isinstance(seconds, list) or not all(map(is_duration, seconds)):
            raise _refusal("seconds", "durations", seconds)
        if len(seconds) not in (0, len(moves)):
            raise _refusal("seconds", "as_many", len(seconds), count=len(moves))
        record = cls(
            moves=_canonical(texts, moves),
            winner=None if winner is None else Player(winner),
            seconds=tuple(map(float, seconds)),
            swap2=None if data.get("swap2") is None else Agreement.from_json(data["swap2"]),
            result=result,
            **texts,  # type: ignore[arg-type]  # `ending` was checked above
        )
        record._check_result()
        return record

    def _check_result(self) -> None:
        """Raises if the ending is normal and the board disagrees with it or with the winner."""
        outcome = self.states()[-1].outcome
        if self.ending == "normal" and (outcome is None or outcome.winner is not self.winner):
            raise InvalidPosition("record.result", ending=self.ending)

    @property
    def rules(self) -> Game:
        """The game of the record."""
        return game_from(self.game)

    @property
    def last_state(self) -> State:
        """The position in which the game ended."""
        return self.states()[-1]

    def __str__(self) -> str:
        """Returns the players, the moves and the reason why the game ended."""
        between = "; " if self.game.startswith("pentomino") else " "
        lines = (f"{self.first} – {self.second}, {self.game}", between.join(self.moves))
        return "\n".join(line for line in (*lines, self.reason) if line)

    def _repr_svg_(self) -> str:
        from fivefold.drawing import board_svg  # only notebooks draw

        return board_svg(self.last_state)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self._repr_svg_()}

    def states(self) -> tuple[State, ...]:
        """Returns all positions of the game, including the first and the last."""
        start = self.rules.parse_position(self.start)
        return play_through(start, read_line(start, self.moves))


def _canonical(texts: dict[str, str], moves: list[str | int]) -> tuple[str, ...]:
    """Returns the moves in our notation, or raises if they are impossible."""
    game = game_from(texts["game"])
    start = game.parse_position(texts["start"])
    return tuple(start.game.format_move(move) for move in read_line(start, map(str, moves)))


def _value(data: dict[str, Any], key: str) -> Any:
    if key not in data:
        raise InvalidNotation("record.missing", field=key)
    return data[key]


def _text(data: dict[str, Any], key: str) -> str:
    value = _value(data, key)
    # JSON can contain lone surrogates, which cannot be printed.
    if not isinstance(value, str) or any("\ud800" <= mark <= "\udfff" for mark in value):
        raise _refusal(key, "text", value)
    return value


def is_duration(value: object) -> bool:
    """Tells whether it is a plausible thinking time."""
    return type(value) in (int, float) and 0 <= value <= LONGEST_MOVE  # type: ignore


def _refusal(key: str, wanted: str, value: object, **facts: Any) -> InvalidNotation:
    what: Message = say(f"record.wanted.{wanted}", **facts)
    return InvalidNotation("record.value", field=key, wanted=what, value=_shown(value))


def _shown(value: object) -> str:
    return quoted(value if isinstance(value, str) else repr(value))
