"""A swap2 opening in a match, one stone at a time.

`fivefold.games.swap2` has the procedure in whole answers. Here the number of stones and the choices
determine everything:

    stones        0  1  2 | 3       | 3  4      | 5      |
    choices               |         | two       | two    | … black or white
    decides       opener  | responder           | opener | by colour
    on            a stone | a choice| a stone   | a side | a move

Until the colours are settled seat X is the opener's and seat O the responder's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.core import Player
from fivefold.games.swap2 import FIRST_STONES, MORE_STONES, Agreement, Choice, Role

SEAT_OF: dict[Role, Player] = {"opener": Player.FIRST, "responder": Player.SECOND}


@dataclass(frozen=True)
class Opening:
    """The progress of an opening; later in the game, `stones` counts all moves."""

    stones: int
    choices: tuple[Choice, ...] = ()

    @property
    def opener(self) -> Player | None:
        """The opener's colour, once it is settled."""
        if not self.choices or self.choices[-1] == "two":
            return None
        taken = Player.FIRST if self.choices[-1] == "black" else Player.SECOND
        return taken.other if len(self.choices) == 1 else taken

    @property
    def agreement(self) -> Agreement | None:
        """The agreement for a game record, once settled."""
        return None if self.opener is None else Agreement(self.opener, self.choices)

    @property
    def is_settled(self) -> bool:
        return self.opener is not None

    @property
    def left(self) -> int:
        """The number of stones to place before the other player decides."""
        if self.is_settled:
            return 0
        return FIRST_STONES + MORE_STONES * len(self.choices) - self.stones

    @property
    def asked(self) -> Role | None:
        """Who decides next, until the colours are settled."""
        if self.is_settled:
            return None
        # A player chooses after the other has placed stones.
        puts_first = not self.choices
        return "opener" if puts_first == (self.left > 0) else "responder"

    @property
    def turn(self) -> Player | None:
        """The seat that decides next, until the colours are settled."""
        return None if self.asked is None else SEAT_OF[self.asked]

    @property
    def may_choose(self) -> tuple[Choice, ...]:
        """The choices that are possible now."""
        if self.is_settled or self.left:
            return ()
        return ("black", "white") if self.choices else ("black", "white", "two")

    def seat_of(self, role: Role) -> Player:
        """Returns the current seat of that role."""
        opener = self.opener or SEAT_OF["opener"]
        return opener if role == "opener" else opener.other

    def as_json(self, *, over: bool) -> dict[str, Any]:
        """Returns the next decision as JSON; none if the match is over."""
        asked = None if over else self.asked
        return {
            "asked": asked,
            "seat": None if asked is None else SEAT_OF[asked].value,
            "stones": 0 if asked is None else self.left,
            "may": [] if asked is None else list(self.may_choose),
        }


def decisions(
    opening: Opening | None,
    plies: Sequence[Mapping[str, Any]],
    choices: Sequence[Mapping[str, Any]],
) -> list[tuple[int, int, str]]:
    """Returns every decision so far: the moves and choices before it, and its seat now.

    Forced passes are not decisions.
    """
    found = []
    for ply in plies:
        role = ply.get("role")
        seat = ply["seat"] if opening is None or role is None else opening.seat_of(role).value
        made = sum(choice["ply"] < ply["ply"] for choice in choices)
        if not ply["forced"]:
            found.append((ply["ply"] - 1, made, seat))
    if opening is not None:
        for made, choice in enumerate(choices):
            chooser = opening.seat_of("opener" if made else "responder")
            found.append((choice["ply"], made, chooser.value))
    return sorted(found)
