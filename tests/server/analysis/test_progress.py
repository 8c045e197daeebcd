"""What an engine has found so far reaches the server before its answer does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fivefold.core import Limit
from fivefold.engines.child_messages import decode_progress, encode
from fivefold.names import game_from
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool


@pytest.mark.system
def test_an_engine_reports_legal_moves_of_growing_depth_before_it_answers() -> None:
    game = game_from("gomoku")
    start, moves = game.format_position(game.start), ["h8", "i9", "g9", "h9"]
    found: list[dict[str, Any]] = []

    async def run() -> tuple[dict[str, Any], dict[str, Any]]:
        pool = AnalysisPool(1, HostStrategies())
        ask: dict[str, Any] = {"urgent": True, "client": "me"}
        try:
            limit = Limit(seconds=3)
            told = await pool.think("engine", game, start, moves, limit, **ask, found=found.append)
            # An answer without reports follows on the same process.
            quiet = await pool.think("level(2)", game, start, moves, limit, **ask)
        finally:
            await pool.close()
        return told, quiet

    told, quiet = asyncio.run(run())
    state = game.start
    for move in moves:
        state = state.play(game.parse_move(move))
    legal = {game.format_move(move) for move in state.legal_moves()}
    assert told["move"] in legal
    assert quiet["move"] in legal
    assert found
    assert all(each.keys() == {"move", "depth", "score"} for each in found)
    assert {each["move"] for each in found} <= legal
    depths = [each["depth"] for each in found]
    assert max(depths) <= told["depth"] + 1


def test_only_reports_to_the_question_count() -> None:
    report = {"move": "h8", "depth": 3, "score": 12}
    line = encode({"id": 7, "progress": report}).encode()
    assert decode_progress(line, 7) == report
    assert decode_progress(line, 8) is None
    assert decode_progress(encode({"id": 7, "answer": {"progress": 1}}).encode(), 7) is None
