"""Position texts of the three games; both cores must agree about each."""

from __future__ import annotations

from fivefold.strategies import native
from fuzz.checking import chosen, text_of, tried


def check(data: bytes) -> None:
    game, rest = chosen(data)
    state = tried(lambda: game.parse_position(text_of(rest)))
    if state is None:
        return
    written = state.game.format_position(state)
    again = state.game.parse_position(written)
    assert again == state
    assert hash(again) == hash(state)
    assert again.outcome == state.outcome
    outcome = state.outcome
    told = None if outcome is None else outcome.winner.value if outcome.winner else "draw"
    assert native.outcome(state) == told
    legal = [state.game.format_move(move) for move in state.legal_moves()]
    assert native.legal_moves(state) == legal
    assert bool(legal) == (outcome is None)
    if legal:
        after = state.play(state.game.parse_move(legal[-1]))
        assert native.play(state, legal[-1]) == state.game.format_position(after)
