"""Why a move was a mistake: facts read from the board, the most important first.

A fact is checked on the board, never concluded from the engine's numbers, except that the numbers
say who was ahead when nothing else can be said.
"""

from __future__ import annotations

from fivefold.analysis.game_report.data import Unit
from fivefold.analysis.game_report.reasons import gomoku, othello, pentomino
from fivefold.analysis.game_report.reasons.turn import Turn as Turn
from fivefold.analysis.game_report.reasons.turn import number_reason, proven_reason
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.games.pentomino import PentominoState
from fivefold.words import Message, say


def reasons_for(turn: Turn) -> tuple[Message, ...]:
    """Returns what is wrong with the played move, at least one sentence."""
    found = list[Message]()
    if isinstance(turn.before, GomokuState):
        found += gomoku.facts(turn, turn.before)
    elif isinstance(turn.before, OthelloState):
        # How the result changed is more than a square can say.
        found += [*proven_reason(turn), *othello.facts(turn, turn.before)]
    elif isinstance(turn.before, PentominoState):
        found += pentomino.facts(turn, turn.before)
    return tuple(found or proven_reason(turn)) or (number_reason(turn),)


def instead_of(turn: Turn, unit: Unit) -> Message:
    """Returns what the better move achieves."""
    better, had = turn.named(turn.better), turn.had
    if unit == "discs" and had.discs is not None:
        key = "report.instead.exact" if had.exact else "report.instead.about"
        score = int(had.discs) if float(had.discs).is_integer() else had.discs
        return say(key, better=better, player=turn.player, score=score)
    if had.proven == 1:
        if had.plies:
            return say("report.instead.wins_in", better=better, plies=had.plies)
        return say("report.instead.wins", better=better)
    if isinstance(turn.before, GomokuState):
        kind = gomoku.kind_made(turn, turn.before)
        if kind is not None:
            return say("report.instead.makes", better=better, kind=kind)
    return say("report.instead.plain", better=better)
