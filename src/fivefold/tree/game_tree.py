"""`GameTree`: a game with its variations; `MatchRecord` is its main line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fivefold.core import Move, State
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through
from fivefold.tree.node import Node, main_nodes
from fivefold.words import say

Path = tuple[int, ...]
"""The way from the root to a node: the index among the children at each step."""


@dataclass(frozen=True, slots=True, eq=False)
class Variation:
    """A line beside another one: where it branches off, and its moves."""

    node: Node
    """The first node of the variation."""
    ply: int
    """The number of moves before it."""
    moves: tuple[Move, ...]
    _above: Variation | None
    _steps: int
    _place: int

    @property
    def path(self) -> Path:
        """The way from the root to the first node of the variation."""
        parts = list[Path]()
        line: Variation | None = self
        while line is not None:
            parts.append((*(0,) * line._steps, line._place))
            line = line._above
        return tuple(step for part in reversed(parts) for step in part)


@dataclass(frozen=True, slots=True, eq=False)
class GameTree:
    """A game from `start` with all its lines. `record` has the players and the result.

    The moves of `record` are those the file had; `main_line` has those of the tree.
    """

    start: State
    root: Node
    record: MatchRecord

    @property
    def main_line(self) -> MatchRecord:
        """The record of the main line."""
        game = self.start.game
        moves, seconds, nodes = list[str](), list[float](), main_nodes(self.root)
        for node in nodes:
            if node.move is not None:
                moves.append(game.format_move(node.move))
                seconds.append(node.notes.seconds or 0.0)
        record = self.record
        if moves != list(record.moves):
            record = _with_moves(record, self, tuple(moves))
        return replace(record, seconds=tuple(seconds) if any(seconds) else ())

    @property
    def last_state(self) -> State:
        """The position at the end of the main line."""
        return play_through(self.start, self.moves)[-1]

    def __str__(self) -> str:
        """Returns the players, the moves of the main line and the result."""
        return str(self.main_line)

    def _repr_svg_(self) -> str:
        from fivefold.drawing import board_svg  # only notebooks draw

        return board_svg(self.last_state)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self._repr_svg_()}

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in main_nodes(self.root) if node.move is not None)

    @property
    def variations(self) -> tuple[Variation, ...]:
        """Every line that branches off another one, the main line or a variation, in file order."""
        return tuple(_variations(self.root))

    @property
    def size(self) -> int:
        """The number of nodes besides the root."""
        count, waiting = -1, [self.root]
        while waiting:
            node = waiting.pop()
            count += 1
            waiting.extend(node.children)
        return count

    def at(self, path: Path) -> Node:
        """Returns the node; raises `InvalidNotation` if the tree has none there."""
        node = self.root
        for step in path:
            if not 0 <= step < len(node.children):
                raise InvalidNotation("tree.no_node")
            node = node.children[step]
        return node

    def state(self, path: Path) -> State:
        """Returns the position at the node; raises `IllegalMove` below a move the rules refuse."""
        state, node = self.start, self.root
        for step in path:
            if not 0 <= step < len(node.children):
                raise InvalidNotation("tree.no_node")
            node = node.children[step]
            if node.refused:
                raise IllegalMove("tree.not_played")
            if node.move is not None:
                state = state.play(node.move)
        return state


def _with_moves(record: MatchRecord, tree: GameTree, moves: tuple[str, ...]) -> MatchRecord:
    """Returns the record with other moves: the board, if it shows one, decides the result."""
    state = tree.start
    for move in tree.moves:
        state = state.play(move)
    changed = replace(record, moves=moves)
    if state.outcome is not None:
        reason = str(state.outcome.reason)
        winner = state.outcome.winner
        return replace(changed, winner=winner, ending="normal", reason=reason, result="")
    if record.ending == "normal":
        reason = str(say("record.unfinished"))
        return replace(changed, winner=None, ending="unfinished", reason=reason, result="")
    return changed


def _variations(root: Node) -> Iterator[Variation]:
    waiting: list[tuple[Node, int, Variation | None, int, int]] = [(root, 0, None, 0, 0)]
    while waiting:
        node, ply, above, steps, place = waiting.pop()
        line, first, moves = [node], node, list[Move]()
        while node.children:
            node = node.children[0]
            line.append(node)
        moves = [each.move for each in line if each.move is not None]
        variation = None
        if first is not root:
            variation = Variation(first, ply, tuple(moves), above, steps, place)
            yield variation
        branches = list[tuple[Node, int, Variation | None, int, int]]()
        for depth, each in enumerate(line):
            ply += each.move is not None
            for number, child in enumerate(each.children[1:], start=1):
                branches.append((child, ply, variation, depth, number))
        waiting.extend(reversed(branches))
