"""The Gomoku levels 1 to 5: win, block, fork, stay near the last move, look ahead.

. X X X X *   win: * makes five                . X X . .   fork: after *, the next stone
. O O O O *   block: O would make five on *    . . . * .   wins on either of two cells
"""

from __future__ import annotations

import random

from fivefold.core import Limit, Move, Player, State
from fivefold.games import grid
from fivefold.games.gomoku import GomokuState
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Meaning, Overlay, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.teaching.evaluate.patterns import patterns
from fivefold.strategies.teaching.negamax import TABLE_ENTRIES, decide
from fivefold.strategies.teaching.negamax_search import NegamaxSearch, Table, Watch, unwatched
from fivefold.strategies.teaching.ordering import by_threats, near_stones
from fivefold.strategies.teaching.random_move import Random
from fivefold.words import say

BEST_CELLS = 10
"""Level 5 searches only the ten most urgent cells of each position."""


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
    assert isinstance(state, GomokuState)
    budget = Budget(limit, stop)  # starts the clock: the rules below take time too
    if "X" not in state.cells and "O" not in state.cells:
        return _by_rule(state, "centre", [centre(state)])
    if level == 1:
        return Random(rng.getrandbits(32)).choose(state)
    if wins := winning_cells(state, state.to_move):
        return _by_rule(state, "win", wins)
    if blocks := winning_cells(state, state.to_move.other):
        return _by_rule(state, "block", blocks)
    if level == 2:
        return _near(state, rng)
    if forks := fork_cells(state, state.to_move):
        return _by_rule(state, "fork", forks)
    if level == 3:
        return _near(state, rng)
    search = NegamaxSearch(state, patterns, budget, Table(TABLE_ENTRIES))
    search.every_value = False
    if level == 5:
        search.moves_of, search.proves = most_urgent, False
    deepest = min(level + 1, limit.depth or level + 1)
    watch(search)
    return explain.with_depth_text(decide(search, range(1, deepest + 1), ranked=True))


def centre(state: State) -> Move:
    """Returns the middle cell, or the lower right of the middle four on an even board."""
    return state.game.rows // 2 * state.game.columns + state.game.columns // 2


def winning_cells(state: GomokuState, player: Player) -> list[Move]:
    """Returns the free cells where the player makes five, in reading order."""
    game, cells, stone = state.game, state.cells, player.value
    return [
        cell
        for cell in near_stones(state)
        if game.five_through(cells[:cell] + stone + cells[cell + 1 :], cell)
    ]


def fork_cells(state: GomokuState, player: Player) -> list[Move]:
    """Returns the cells that give the player two different winning cells on the next turn."""
    game, cells, stone = state.game, state.cells, player.value
    forks = []
    for cell in near_stones(state):
        after = cells[:cell] + stone + cells[cell + 1 :]
        reach = {
            other
            for line in grid.rays(game.size, game.size)[cell]
            for ray in line
            for other in ray[:4]
        }
        wins = 0
        for next_cell in reach:
            if after[next_cell] == ".":
                wins += bool(
                    game.five_through(after[:next_cell] + stone + after[next_cell + 1 :], next_cell)
                )
        if wins >= 2:
            forks.append(cell)
    return forks


def most_urgent(state: State) -> list[Move]:
    """Returns the most urgent cells, in reading order."""
    return sorted(by_threats(state, near_stones(state))[:BEST_CELLS])


_DRAWN: dict[str, Meaning] = {"win": "four", "block": "four", "fork": "three"}


def _by_rule(state: GomokuState, rule: str, moves: list[Move]) -> Decision:
    """Returns a decision for the first of the moves that a rule found; draws all of them."""
    game, best = state.game, moves[0]
    others = [game.format_move(move) for move in moves[1:]]
    key = f"level.{rule}_also" if others else f"level.{rule}"
    label = say(f"level.{rule}_cells")
    means = _DRAWN.get(rule)
    return Decision(
        best,
        candidates=tuple(Candidate(move, note=label) for move in moves),
        overlay=(
            Overlay(
                "cells",
                label,
                "bad" if rule == "block" else "good",
                cells=tuple(moves),
                means=means,
            ),
            *explain.move_overlay(game, best),
        ),
        text=say(key, move=game.format_move(best), others=others),
    )


def _near(state: GomokuState, rng: random.Random) -> Decision:
    """Returns a random free cell next to the last move, or next to any stone."""
    game, rule = state.game, "level.near_any"
    moves = near_stones(state)
    if state.last_move is not None:
        beside = grid.neighbours(game.size, game.size)[state.last_move]
        barred = state.forbidden
        free = [cell for cell in beside if state.cells[cell] == "." and cell not in barred]
        if free:
            moves, rule = free, "level.near"
    best = rng.choice(moves)
    label = say(f"{rule}_cells")
    return Decision(
        best,
        candidates=tuple(Candidate(move, note=label) for move in moves),
        overlay=(Overlay("cells", label, cells=tuple(moves)), *explain.move_overlay(game, best)),
        text=say(rule, move=game.format_move(best), count=len(moves)),
    )
