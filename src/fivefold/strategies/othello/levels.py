"""The Othello levels 1 to 5: random, H2, and search with better and better evaluations."""

from __future__ import annotations

import random
from dataclasses import replace

from fivefold.core import Limit, State
from fivefold.strategies import explain
from fivefold.strategies.base import Decision, Score, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.teaching.evaluate import Evaluation
from fivefold.strategies.teaching.evaluate.moves import mobility
from fivefold.strategies.teaching.evaluate.squares import squares
from fivefold.strategies.teaching.evaluate.stability import stability
from fivefold.strategies.teaching.greedy import Greedy
from fivefold.strategies.teaching.negamax import TABLE_ENTRIES, decide
from fivefold.strategies.teaching.negamax_search import NegamaxSearch, Table, Watch, unwatched
from fivefold.strategies.teaching.random_move import Random
from fivefold.words import say

EXACT_FROM = 8
"""Level 5 solves the game when at most this many squares are empty."""


def freedom(state: State) -> Score:
    """Returns squares and mobility combined."""
    return squares(state) + 2 * mobility(state)


def everything(state: State) -> Score:
    """Returns squares, mobility and stability combined."""
    return squares(state) + 3 * mobility(state) + 4 * stability(state)


SEARCHES: dict[int, tuple[int, Evaluation]] = {3: (2, squares), 4: (4, freedom), 5: (6, everything)}
"""By level: the maximum depth and the evaluation."""


def choose(
    state: State,
    level: int,
    limit: Limit,
    stop: Stop | None,
    rng: random.Random,
    watch: Watch = unwatched,
) -> Decision:
    """Returns the decision of a level; its text names the rule that decided.

    `watch` gets the search, if there is one, before it begins.
    """
    if level == 1:
        return Random(rng.getrandbits(32)).choose(state)
    if level == 2:
        decision = Greedy("weighted").choose(state)
        return replace(decision, text=say("level.weighted", text=decision.text))
    deepest, evaluate = SEARCHES[level]
    if level == 5 and state.cells.count(".") <= EXACT_FROM:
        deepest = 2 * EXACT_FROM
    deepest = min(deepest, limit.depth or deepest)
    search = NegamaxSearch(state, evaluate, Budget(limit, stop), Table(TABLE_ENTRIES))
    search.every_value = False
    watch(search)
    return explain.with_depth_text(decide(search, range(1, deepest + 1), ranked=True))
