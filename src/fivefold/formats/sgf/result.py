"""The result of a game in SGF, `RE`.

    B+   W+R   B+T   W+F   B+12   0 or Draw   Void   ?

A record keeps the text in `result`, so that a file is written with the result it was read with.
Endings that SGF does not know are in properties of ours, `FVENDING` and `FVREASON`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from fivefold.core import Game, Player, State
from fivefold.formats.sgf.grammar import as_value
from fivefold.formats.sgf.header import Properties, first_text
from fivefold.formats.sgf.notes import LETTER, SIDES
from fivefold.match.record import Ending, MatchRecord
from fivefold.words import say

_RESULT = re.compile(r"([BW])\w*\s*\+\s*(\w?).*|(0|D(?:raw)?)", re.IGNORECASE)
_ENDINGS: dict[str, Ending] = {"R": "resigned", "T": "time"}
_SUFFIXES = {"resigned": "R", "time": "T", "illegal": "F", "crashed": "F"}
_FINER: dict[str, tuple[Ending, ...]] = {
    "adjudicated": ("illegal", "crashed"),
    "unfinished": ("maximum",),
}
"""The endings that only `FVENDING` can tell apart from what `RE` says."""


def stated_result(text: str) -> tuple[Player | None, Ending]:
    """Returns the winner and the ending that the text of a result says."""
    found = _RESULT.fullmatch(text)
    if found is None:
        return None, "unfinished"
    if found[3]:
        return None, "adjudicated"
    return SIDES[found[1].upper()], _ENDINGS.get(found[2].upper(), "adjudicated")


def with_result(record: MatchRecord, root: Properties, game: Game) -> MatchRecord:
    """Returns the record with the result in the root, unless the board shows another one."""
    record = replace(record, result=first_text(root, "RE"))
    if record.ending == "normal":
        return record
    winner, ending = stated_result(record.result)
    finer = first_text(root, "FVENDING")
    ending = next((each for each in _FINER.get(ending, ()) if each == finer), ending)
    reason = first_text(root, "FVREASON") or _reason(winner, ending, game)
    return replace(record, winner=winner, ending=ending, reason=reason)


def result_properties(record: MatchRecord, state: State) -> dict[str, str]:
    """Returns the properties that hold the result; '' where there is nothing to say."""
    text = record.result
    if record.ending != "normal":
        winner, ending = stated_result(text)
        is_finer = record.ending in _FINER.get(ending, ())
        if winner is not record.winner or not (ending == record.ending or is_finer):
            text = ""
    text = as_value(text or _result(record, state))
    shown = stated_result(text)
    finer = record.ending if record.ending in _FINER.get(shown[1], ()) else ""
    said = _reason(record.winner, record.ending, state.game)
    is_known = record.ending == "normal" or record.reason in (said, "")
    return {"RE": text, "FVENDING": finer, "FVREASON": "" if is_known else as_value(record.reason)}


def _result(record: MatchRecord, state: State) -> str:
    """Returns the result in SGF notation; '' for an unfinished game."""
    if record.winner is None:
        return {"maximum": "Void", "unfinished": ""}.get(record.ending, "0")
    won = f"{LETTER[record.winner]}+"
    if record.ending == "normal":
        margin = state.outcome.margin if state.outcome else None
        return won if margin is None else f"{won}{margin}"
    return won + _SUFFIXES.get(record.ending, "")


def _reason(winner: Player | None, ending: Ending, game: Game) -> str:
    """Returns the sentence for a result that the board does not show."""
    if winner is None:
        return str(say("sgf.says_draw" if ending == "adjudicated" else "record.unfinished"))
    names = {"winner": game.player_name(winner), "loser": game.player_name(winner.other)}
    key = {"resigned": "play.resigned", "time": "play.out_of_time"}.get(ending, "sgf.says_won")
    return str(say(key, **names))
