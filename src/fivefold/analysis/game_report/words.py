"""Short sentences about the numbers of a report."""

from __future__ import annotations

from fivefold.analysis.game_report.data import GameReport, TimeUse
from fivefold.core import Player
from fivefold.words import Message, say


def loss_words(report: GameReport, side: Player, loss: float) -> Message:
    """Returns what a side lost, in the unit of the report."""
    player = report.start.game.player_name(side)
    return say(f"report.loss.{report.unit}", player=player, loss=1 if loss == 1 else f"{loss:g}")


def side_words(report: GameReport, side: Player, name: str) -> Message:
    """Returns the accuracy of a side in one sentence."""
    each = report.sides[side]
    facts = {"player": report.start.game.player_name(side), "name": name or "?"}
    mistakes = say("report.mistakes", count=each.mistakes, counted=each.counted)
    if each.accuracy is None:
        return say("report.side.none", **facts)
    return say("report.side", **facts, accuracy=f"{each.accuracy:.1f}", mistakes=mistakes)


def time_words(time: TimeUse) -> Message:
    """Returns how long a side thought."""
    total, longest = _seconds(time.total), _seconds(time.longest)
    return say("report.time", total=total, longest=longest, ply=time.ply)


def _seconds(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes:.0f} min {rest:.0f} s" if minutes else f"{rest:.1f} s"
