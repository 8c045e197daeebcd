"""Facts about a mistake in Gomoku: threats that were missed, not blocked or allowed."""

from __future__ import annotations

from collections.abc import Iterator

from fivefold.analysis.game_report.reasons.turn import Turn
from fivefold.core import Move, Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.gomoku.threats import (
    KINDS,
    WINNING,
    Kind,
    Threat,
    kind_of,
    threats,
    where,
    with_stone,
)
from fivefold.words import Message, say


def facts(turn: Turn, state: GomokuState) -> Iterator[Message]:
    """Yields what the better move did and the played one did not."""
    game, cells, me = state.game, state.cells, state.to_move
    better = kind_of(game, cells, turn.better, me)
    played = kind_of(game, cells, turn.played, me)
    if better == "five":
        yield say("report.why.missed_five", player=turn.player, better=turn.named(turn.better))
        return
    yield from _unblocked_four(turn, game, cells, me.other)
    if better in WINNING and not _as_strong(played, better):
        kind = say(f"lines.kind.{better}")
        yield say(
            "report.why.missed_kind", player=turn.player, kind=kind, better=turn.named(turn.better)
        )
    if played not in KINDS[: KINDS.index("four") + 1]:
        yield from _unblocked_three(turn, game, cells, me.other)
    yield from _allowed(turn, game, cells, me)
    if turn.has.exact and turn.has.value > 0 and turn.has.plies:
        yield say("report.why.forced", other=turn.other, plies=turn.has.plies)
    if better == "three" and played is None:
        kind = say("lines.kind.three")
        yield say(
            "report.why.missed_kind", player=turn.player, kind=kind, better=turn.named(turn.better)
        )


def kind_made(turn: Turn, state: GomokuState) -> Message | None:
    """Returns what the better move makes, if it is a threat."""
    kind = kind_of(state.game, state.cells, turn.better, state.to_move)
    return None if kind is None else say(f"lines.kind.{kind}")


def _as_strong(kind: Kind | None, as_kind: Kind) -> bool:
    return kind is not None and KINDS.index(kind) <= KINDS.index(as_kind)


def _unblocked_four(turn: Turn, game: GomokuGame, cells: str, other: Player) -> Iterator[Message]:
    """Yields the other side's four that the better move blocks and the played one does not."""
    for four in threats(game, cells, other):
        if four.kind == "three" or turn.played in four.gains or turn.better not in four.gains:
            continue
        yield say("report.why.unblocked_four", player=turn.player, where=where(game, four))
        return


def _unblocked_three(turn: Turn, game: GomokuGame, cells: str, other: Player) -> Iterator[Message]:
    """Yields the other side's open three that only the better move stops."""
    me = other.other
    after_played = _threes(game, with_stone(cells, turn.played, me), other)
    after_better = _threes(game, with_stone(cells, turn.better, me), other)
    for stones, three in _threes(game, cells, other).items():
        if stones in after_played and stones not in after_better:
            yield say("report.why.unblocked_three", player=turn.player, where=where(game, three))
            return


def _threes(game: GomokuGame, cells: str, player: Player) -> dict[tuple[Move, ...], Threat]:
    found = threats(game, cells, player)
    return {each.stones: each for each in found if each.kind == "three"}


def _allowed(turn: Turn, game: GomokuGame, cells: str, me: Player) -> Iterator[Message]:
    """Yields the winning shape of the best reply, which the better move would have prevented."""
    reply = turn.has.best
    if reply is None or kind_of(game, cells, turn.played, me) == "five":
        return
    kind = kind_of(game, with_stone(cells, turn.played, me), reply, me.other)
    if kind not in WINNING or kind == "five":
        return
    if reply != turn.better:
        instead = kind_of(game, with_stone(cells, turn.better, me), reply, me.other)
        if _as_strong(instead, kind):
            return
    cell, shape = turn.named(reply), say(f"lines.kind.{kind}")
    yield say("report.why.allowed", other=turn.other, kind=shape, cell=cell)
