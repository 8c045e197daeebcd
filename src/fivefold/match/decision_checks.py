"""Checks that the reasons of a decision fit its position."""

from __future__ import annotations

from typing import get_args

from fivefold.core import Move, State
from fivefold.errors import IllegalMove
from fivefold.strategies.base import Decision, Kind, Overlay, Tone
from fivefold.words import Message, quoted, say


def nonsense_in(decision: Decision, state: State) -> Message | None:
    """Returns the fault in the candidates, the line or the overlays, or None."""
    game, legal = state.game, set(state.legal_moves())
    for candidate in decision.candidates:
        if candidate.move not in legal:
            return say("contract.candidate", move=game.format_move(candidate.move))
        if fault := _nonsense_in_line(candidate.move, candidate.pv, state):
            return fault
    return _nonsense_in_line(decision.move, decision.pv, state) or next(
        (fault for overlay in decision.overlay if (fault := _nonsense_in_overlay(overlay, state))),
        None,
    )


def _nonsense_in_line(chosen: Move | None, line: tuple[Move, ...], state: State) -> Message | None:
    game = state.game
    if line and chosen is not None and line[0] != chosen:
        texts = {"first": game.format_move(line[0]), "move": game.format_move(chosen)}
        return say("contract.line_begins", **texts)
    for number, move in enumerate(line, start=1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            return say("contract.line", number=number, reason=error.message)
    return None


def _nonsense_in_overlay(overlay: Overlay, state: State) -> Message | None:
    label, count = quoted(str(overlay.label)), len(state.cells)
    if overlay.kind not in get_args(Kind):
        kinds = get_args(Kind)
        return say("contract.kind", label=label, kind=quoted(str(overlay.kind)), kinds=kinds)
    if overlay.tone not in get_args(Tone):
        tones = get_args(Tone)
        return say("contract.tone", label=label, tone=quoted(str(overlay.tone)), tones=tones)
    if overlay.kind == "values" and len(overlay.values or ()) != count:
        return say("contract.values", label=label, given=len(overlay.values or ()), count=count)
    if overlay.kind != "values" and not overlay.cells:
        return say("contract.cells", label=label, kind=overlay.kind)
    return None
