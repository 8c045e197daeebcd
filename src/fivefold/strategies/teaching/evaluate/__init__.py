"""Evaluations: one idea per file, scored for the side to move, registered with one line here."""

from __future__ import annotations

from collections.abc import Callable

from fivefold.core import State
from fivefold.errors import UnknownName
from fivefold.strategies.base import Score
from fivefold.strategies.teaching.evaluate.diffusion import diffusion
from fivefold.strategies.teaching.evaluate.discs import discs
from fivefold.strategies.teaching.evaluate.moves import mobility
from fivefold.strategies.teaching.evaluate.patterns import patterns
from fivefold.strategies.teaching.evaluate.replies import replies
from fivefold.strategies.teaching.evaluate.squares import squares
from fivefold.strategies.teaching.evaluate.stability import stability
from fivefold.strategies.teaching.evaluate.weighted import weighted
from fivefold.words import quoted, say

Evaluation = Callable[[State], Score]


def nothing(state: State) -> Score:
    """Returns 0, for games without an evaluation; a search then only sees how lines end."""
    return 0


EVALUATIONS: dict[str, dict[str, Evaluation]] = {
    "gomoku": {"patterns": patterns},
    "othello": {
        "discs": discs,
        "weighted": weighted,
        "squares": squares,
        "mobility": mobility,
        "stability": stability,
    },
    "pentomino": {"mobility": replies, "diffusion": diffusion},
}
"""By game and name; the first of each game is its default."""


def evaluations_for(game: str) -> dict[str, Evaluation]:
    """Returns the evaluations of a game by name, the default first."""
    return EVALUATIONS.get(game, {"nothing": nothing})


def evaluation_named(name: str | None, game: str) -> Evaluation:
    """Returns the game's evaluation of this name; None is its first one."""
    known = evaluations_for(game)
    if name is not None and name not in known:
        what = say("name.kind.evaluation", owner=game)
        raise UnknownName("name.unknown", what=what, name=quoted(name), names=list(known))
    return known[name or next(iter(known))]
