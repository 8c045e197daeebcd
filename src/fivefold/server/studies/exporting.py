"""A study as a file: its tree as text, the line to a node as pictures."""

from __future__ import annotations

import asyncio
from typing import Any

from fivefold.formats import write_text
from fivefold.formats.reading import Reading
from fivefold.server.exports.formats import MEDIA_TYPES, Exported
from fivefold.server.exports.process import ExportProcess
from fivefold.server.study.study import Study
from fivefold.tree.game_tree import GameTree

TEXTS = ("sgf", "json", "psq", "moves")
_ENDINGS = {"moves": "txt"}


async def export_study(
    process: ExportProcess,
    study: Study,
    node: int | None,
    format: str,
    client: str,
    options: dict[str, Any],
) -> Exported:
    """Returns the file; pictures show the line to `node` (default: the end of the main line)."""
    if format in TEXTS:
        return await asyncio.to_thread(_as_text, study.tree(), format)
    if node is None:
        node = next((each.id for each in reversed(list(study.nodes.main_line()))), 0)
    study.nodes.live(node)
    states = study.nodes.positions(node)
    game = states[0].game
    moves = [
        game.format_move(state.last_move) for state in states[1:] if state.last_move is not None
    ]
    return await process.export(states[0], moves, format, client=client, **options)


def _as_text(tree: GameTree, format: str) -> Exported:
    reading = Reading(tree.start, tree.moves, tree.main_line, tree=tree)
    content = write_text([reading], format).encode()
    name = f"{tree.start.game.name}-study.{_ENDINGS.get(format, format)}"
    return Exported(content, MEDIA_TYPES[format], name)
