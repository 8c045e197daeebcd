"""The Gomoku levels: win, block, fork, near the last move, look ahead.

. X X X X *   win: this stone makes five       . X X . .   fork: after * its next stone
. O O O O *   block: it would make five        . . . * .   would win at two different cells
"""

from __future__ import annotations

import random

from fivefold.core import Limit, Move, Player, State
from fivefold.games import grid
from fivefold.games.gomoku import GomokuState
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Meaning, Overlay, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.chance import Random
from fivefold.strategies.evaluate.patterns import patterns
from fivefold.strategies.negamax import TABLE_ENTRIES, decide
from fivefold.strategies.negamax_search import NegamaxSearch, Table
from fivefold.strategies.ordering import by_threats, near_stones
from fivefold.words import say

BEST_CELLS = 10
"""Level 5 searches only that many cells a position, the most urgent ones."""


def choose(
    state: State, level: int, limit: Limit, stop: Stop | None, chance: random.Random
) -> Decision:
    """Returns the move of a level; the rule that decided is named in the text."""
    assert isinstance(state, GomokuState)
    budget = Budget(limit, stop)  # the rules take time too
    if "X" not in state.cells and "O" not in state.cells:
        return _by_rule(state, "centre", [centre(state)])
    if level == 1:
        return Random(chance.getrandbits(32)).choose(state)
    if wins := winning_cells(state, state.to_move):
        return _by_rule(state, "win", wins)
    if blocks := winning_cells(state, state.to_move.other):
        return _by_rule(state, "block", blocks)
    if level == 2:
        return _near(state, chance)
    if forks := fork_cells(state, state.to_move):
        return _by_rule(state, "fork", forks)
    if level == 3:
        return _near(state, chance)
    search = NegamaxSearch(state, patterns, budget, Table(TABLE_ENTRIES))
    search.every_value = False
    if level == 5:
        search.moves_of, search.proves = most_urgent, False
    deepest = min(level + 1, limit.depth or level + 1)
    return explain.looked_ahead(decide(search, range(1, deepest + 1)))


def centre(state: State) -> Move:
    """Returns the middle cell, the lower right one of four on an even board."""
    return state.game.rows // 2 * state.game.columns + state.game.columns // 2


def winning_cells(state: GomokuState, player: Player) -> list[Move]:
    """Returns the free cells where a stone of that player makes five, in reading order."""
    game, cells, stone = state.game, state.cells, player.value
    return [
        cell
        for cell in near_stones(state)
        if game.five_through(cells[:cell] + stone + cells[cell + 1 :], cell)
    ]


def fork_cells(state: GomokuState, player: Player) -> list[Move]:
    """Returns the cells after which that player's next stone would win at two different cells."""
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
    """Returns the few most urgent cells, in reading order."""
    return sorted(by_threats(state, near_stones(state))[:BEST_CELLS])


_DRAWN: dict[str, Meaning] = {"win": "four", "block": "four", "fork": "three"}


def _by_rule(state: GomokuState, rule: str, moves: list[Move]) -> Decision:
    """Returns the first of the moves a rule found, and draws them all."""
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


def _near(state: GomokuState, chance: random.Random) -> Decision:
    """Returns a free cell beside the last move, or beside any stone."""
    game, rule = state.game, "level.near_any"
    moves = near_stones(state)
    if state.last_move is not None:
        beside = grid.neighbours(game.size, game.size)[state.last_move]
        barred = state.forbidden
        free = [cell for cell in beside if state.cells[cell] == "." and cell not in barred]
        if free:
            moves, rule = free, "level.near"
    best = chance.choice(moves)
    label = say(f"{rule}_cells")
    return Decision(
        best,
        candidates=tuple(Candidate(move, note=label) for move in moves),
        overlay=(Overlay("cells", label, cells=tuple(moves)), *explain.move_overlay(game, best)),
        text=say(rule, move=game.format_move(best), count=len(moves)),
    )
