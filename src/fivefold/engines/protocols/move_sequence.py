"""Finds moves to a position, for programs that accept moves only."""

from __future__ import annotations

from fivefold.core import Move, Player, State
from fivefold.games.gomoku import GomokuGame

MOST = 10
"""Maximum number of new cells between two positions; their order is found by search."""
MOST_TRIED = 5_000
"""Maximum number of positions searched."""


def moves_between(before: State, after: State) -> list[Move] | None:
    """Returns moves that lead from one position to the other, or None if none are found."""
    if before.game != after.game:
        return None
    pairs = list(zip(before.cells, after.cells, strict=True))
    if any(old != "." and new == "." for old, new in pairs):
        return None
    filled = [cell for cell, (old, new) in enumerate(pairs) if old == "." and new != "."]
    if len(filled) > MOST or not _may_take_turns(before, after, filled):
        return None
    return _in_some_order(before, after, filled, set())


def _may_take_turns(before: State, after: State, filled: list[Move]) -> bool:
    """Tells whether alternating moves can have added the stones."""
    if before.game.name != "gomoku":
        return True
    first = sum(after.cells[cell] == before.to_move.value for cell in filled)
    second = len(filled) - first
    return first - second == int(after.to_move is not before.to_move)


def _in_some_order(
    state: State, goal: State, cells: list[Move], tried: set[State]
) -> list[Move] | None:
    if not cells and state == goal:
        return []
    if state in tried or len(tried) >= MOST_TRIED:
        return None
    tried.add(state)
    legal = state.legal_moves()
    has_to_pass = state.game.pass_move is not None and legal == [state.game.pass_move]
    for move in legal if has_to_pass else [cell for cell in cells if cell in legal]:
        after = state.play(move)
        if not has_to_pass and not _may_lead_to(goal, move, state):
            continue
        rest = _in_some_order(after, goal, [cell for cell in cells if cell != move], tried)
        if rest is not None:
            return [move, *rest]
    return None


def _may_lead_to(goal: State, move: Move, state: State) -> bool:
    """Tells whether the cell can become that of the goal; discs can be flipped, stones cannot."""
    return goal.game.name != "gomoku" or goal.cells[move] == state.to_move.value


def stones_in_order(state: State) -> list[tuple[Player, Move]]:
    """Returns the stones of a Gomoku position in an order in which none wins early.

    The colours alternate while both have stones. A row of six that does not win gets a middle stone
    last:  X X X X . X  then  X X X X X X.
    """
    left = {
        player: [cell for cell, stone in enumerate(state.cells) if stone == player.value]
        for player in Player
    }
    cells = ["."] * len(state.cells)
    player, order = Player.FIRST, []
    while left[Player.FIRST] or left[Player.SECOND]:
        if not left[player]:
            player = player.other
        cell = next((c for c in left[player] if not _wins(state, cells, c, player)), None)
        cell = left[player][0] if cell is None else cell
        left[player].remove(cell)
        cells[cell] = player.value
        order.append((player, cell))
        player = player.other
    return order


def _wins(state: State, cells: list[str], cell: Move, player: Player) -> bool:
    assert isinstance(state.game, GomokuGame)
    text = "".join(cells)
    text = text[:cell] + player.value + text[cell + 1 :]
    return bool(state.game.five_through(text, cell))
