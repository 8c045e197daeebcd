"""Text forms of forced-win proofs: the native solver's output, and the proof file.

A file is one JSON document. The nodes of the tree form a list with children first, so the last node
is the first move. A node is [the attacker's move, {reply: index of its answer}, index of the answer
to every other reply, or null].

    {"game": "gomoku", "rules": "freestyle", "position": "……XXX…… X", "kind": "vcf", "plies": 3,
     "line": ["f4", "b4", "g4"],
     "proof": [["g4", {}, null], ["b4", {}, null], ["f4", {"b4": 0}, 1]]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.core import Move
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.gomoku_rules import RULE_NAMES
from fivefold.strategies.gomoku.proof import ProofTree
from fivefold.words import quoted


@dataclass(frozen=True)
class WrittenProof:
    """The content of a proof file: by this tree, the side to move wins from the position."""

    state: GomokuState
    kind: str
    tree: ProofTree
    line: tuple[Move, ...] = ()


def tree_from_texts(data: Any, game: GomokuGame) -> ProofTree:
    """Returns the tree of (move, {reply: tree}, otherwise); shared subtrees stay shared."""
    made: dict[int, ProofTree] = {}

    def read(part: Any) -> ProofTree:
        known = made.get(id(part))
        if known is None:
            move, replies, otherwise = part
            known = made[id(part)] = ProofTree(
                game.parse_move(move),
                {game.parse_move(reply): read(answer) for reply, answer in replies.items()},
                None if otherwise is None else read(otherwise),
            )
        return known

    return read(data)


def write_proof(proof: WrittenProof) -> str:
    """Returns the document, with one node of the tree per line."""
    game = proof.state.game
    nodes: dict[str, int] = {}
    numbers: dict[int, int] = {}

    def number_of(tree: ProofTree) -> int:
        if id(tree) not in numbers:
            replies = {
                game.format_move(reply): number_of(answer) for reply, answer in tree.replies.items()
            }
            otherwise = None if tree.otherwise is None else number_of(tree.otherwise)
            node = json.dumps([game.format_move(tree.move), replies, otherwise])
            numbers[id(tree)] = nodes.setdefault(node, len(nodes))
        return numbers[id(tree)]

    number_of(proof.tree)
    head = {
        "game": game.name,
        "rules": game.rules,
        "position": game.format_position(proof.state),
        "kind": proof.kind,
        "plies": proof.tree.plies,
        "line": [game.format_move(move) for move in proof.line],
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    lines.append('"proof": [\n' + ",\n".join(nodes) + "\n]")
    return "{" + ",\n".join(lines) + "}\n"


def read_proof(text: str) -> WrittenProof:
    """Returns the unchecked proof in a document; raises `InvalidNotation` if it is unreadable."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation("gomoku.proof.unreadable", reason=quoted(str(error))) from error
    if not isinstance(document, Mapping) or not isinstance(document.get("position"), str):
        raise InvalidNotation("gomoku.proof.no_position")
    rules = str(document.get("rules"))
    if rules.partition(":")[0] not in RULE_NAMES:
        raise InvalidNotation("gomoku.proof.no_rules", rules=quoted(rules))
    state = GomokuGame.of(None, rules).parse_position(document["position"])
    nodes = document.get("proof")
    if not isinstance(nodes, Sequence) or isinstance(nodes, str) or not nodes:
        raise InvalidNotation("gomoku.proof.no_nodes")
    made: list[ProofTree] = []
    heights: dict[int, int] = {}
    for number, node in enumerate(nodes):
        try:
            made.append(_node(node, state.game, made))
            heights[id(made[-1])] = height = 1 + _highest(made[-1], heights)
            # Each move fills a cell, so a deeper tree is invalid and would overflow the recursion.
            if height > len(state.cells):
                raise IndexError(number)
        except (TypeError, ValueError, IndexError, AttributeError, FivefoldError) as error:
            raise InvalidNotation("gomoku.proof.bad_node", number=number) from error
    return WrittenProof(state, str(document.get("kind")), made[-1])


def _highest(tree: ProofTree, heights: Mapping[int, int]) -> int:
    """Returns the greatest height among a tree's answers."""
    answers = [*tree.replies.values(), *([] if tree.otherwise is None else [tree.otherwise])]
    return max((heights[id(answer)] for answer in answers), default=0)


def _node(node: Any, game: GomokuGame, made: Sequence[ProofTree]) -> ProofTree:
    def answer(number: Any) -> ProofTree:
        if type(number) is not int or not 0 <= number < len(made):
            raise IndexError(number)
        return made[number]

    move, replies, otherwise = node
    return ProofTree(
        game.parse_move(move),
        {game.parse_move(reply): answer(number) for reply, number in dict(replies).items()},
        None if otherwise is None else answer(otherwise),
    )
