"""The Othello levels: chance, H2, and look-ahead with better and better evaluations."""

from __future__ import annotations

import random
from dataclasses import replace

from fivefold.core import Limit, State
from fivefold.strategies import explain
from fivefold.strategies.base import Decision, Score, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.chance import Random
from fivefold.strategies.evaluate import Evaluation
from fivefold.strategies.evaluate.moves import mobility
from fivefold.strategies.evaluate.squares import squares
from fivefold.strategies.evaluate.stability import stability
from fivefold.strategies.greedy import Greedy
from fivefold.strategies.negamax import TABLE_ENTRIES, decide
from fivefold.strategies.negamax_search import NegamaxSearch, Table
from fivefold.words import say

EXACT_FROM = 8
"""Level 5 plays out the end exactly when that many squares are empty."""


def freedom(state: State) -> Score:
    """Returns squares and mobility together: where the discs lie and who runs out of moves."""
    return squares(state) + 2 * mobility(state)


def everything(state: State) -> Score:
    """Returns squares, mobility and stability together."""
    return squares(state) + 3 * mobility(state) + 4 * stability(state)


SEARCHES: dict[int, tuple[int, Evaluation]] = {3: (2, squares), 4: (4, freedom), 5: (6, everything)}
"""By level: the greatest depth, and what it looks at there."""


def choose(
    state: State, level: int, limit: Limit, stop: Stop | None, chance: random.Random
) -> Decision:
    """Returns the move of a level; the rule that decided is named in the text."""
    if level == 1:
        return Random(chance.getrandbits(32)).choose(state)
    if level == 2:
        decision = Greedy("weighted").choose(state)
        return replace(decision, text=say("level.weighted", text=decision.text))
    deepest, evaluate = SEARCHES[level]
    if level == 5 and state.cells.count(".") <= EXACT_FROM:
        deepest = 2 * EXACT_FROM
    deepest = min(deepest, limit.depth or deepest)
    search = NegamaxSearch(state, evaluate, Budget(limit, stop), Table(TABLE_ENTRIES))
    search.every_value = False
    return explain.looked_ahead(decide(search, range(1, deepest + 1)))
