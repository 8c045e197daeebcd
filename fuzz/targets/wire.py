"""The replies of a strategy in a separate process, line by line."""

from __future__ import annotations

import json

from fivefold.engines.process import ProcessEngine
from fivefold.strategies.base import decision_as_json
from fuzz.checking import chosen, tried


def check(data: bytes) -> None:
    game, line = chosen(data)
    state = game.start
    engine = ProcessEngine.__new__(ProcessEngine)
    engine._name = "fuzz"
    decision = tried(lambda: engine._decision(line, 1, state))
    if decision is not None:
        assert decision.move in state.legal_moves()
        json.dumps(decision_as_json(decision, game), allow_nan=False)
