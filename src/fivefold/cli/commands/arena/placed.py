"""The report of `arena test`: the rating, the ladder around it and the worst loss."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from fivefold.cli.support.printing import Page
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.arena.ladder.calibration import Calibration, Estimate, PlayedGame


def progress_of(placing: Calibration, games: int, seconds: float) -> Message:
    """Returns the progress line: the estimate so far and the remaining time."""
    done = len(placing.games)
    if not done:
        return say("placing.starting", all=games)
    left = round(seconds / done * (games - done))
    eta = f"{left // 60}:{left % 60:02}"
    return say("placing.progress", done=done, all=games, rating=rating_text(placing), eta=eta)


def rating_text(placing: Calibration) -> Message:
    """Returns the estimate as text: 1234 ± 56, or a bound if all games were won or lost."""
    found: Estimate = placing.estimate
    rating = f"{found.rating:.0f}"
    if found.bound is not None:
        return say(f"placing.{found.bound}", rating=rating)
    return say("placing.rating", rating=rating, error=f"{found.error95:.0f}")


def by_result(placing: Calibration) -> dict[str, list[str]]:
    """Returns the opponents by result: beaten, even and lost to, strongest first."""
    found: dict[str, list[str]] = {"beats": [], "even_with": [], "loses_to": []}
    for rung, score in placing.scores():
        lead = score.wins - score.losses
        key = "beats" if lead > 0 else "loses_to" if lead < 0 else "even_with"
        found[key].append(rung.player)
    return found


def as_json(placing: Calibration) -> dict[str, Any]:
    """Returns the results as plain data."""
    found, lost = placing.estimate, placing.worst_loss
    return {
        "game": placing.ladder.game,
        "player": placing.player.name,
        "rating": round(found.rating, 1),
        "error95": round(found.error95, 1),
        "bound": found.bound,
        "games": len(placing.games),
        "opponents": [
            {"player": rung.player, "rating": rung.rating, **score.as_json()}
            for rung, score in placing.scores()
        ],
        **by_result(placing),
        "worst_loss": None if lost is None else lost.record.as_json(),
        "faults": [
            {"opponent": game.opponent.player, "reason": game.record.reason}
            for game in placing.faults
        ],
    }


def print_placing(page: Page, placing: Calibration) -> None:
    """Prints the rating, the ladder with the player in it, and the worst loss."""
    name, game = quoted(placing.player.name, 200), placing.ladder.game
    page.line(
        str(
            say(
                "placing.result",
                name=name,
                game=game,
                rating=rating_text(placing),
                games=len(placing.games),
            )
        )
    )
    page.line()
    _print_ladder(page, placing)
    page.line()
    for key, names in by_result(placing).items():
        if names:
            page.line(str(say(f"placing.{key}", names=names)))
    if placing.worst_loss is not None:
        _print_loss(page, placing.worst_loss)
    if placing.faults:
        first = quoted(placing.faults[0].record.reason, 300)[1:-1]
        count = len(placing.faults)
        page.line(str(say("placing.faults", count=count, games=len(placing.games), reason=first)))


def _print_ladder(page: Page, placing: Calibration) -> None:
    scores = {rung.player: score for rung, score in placing.scores()}
    heads = [str(say(f"placing.head.{head}")) for head in ("player", "rating", "won", "drawn")]
    heads.append(str(say("placing.head.lost")))
    rows: list[tuple[float, tuple[str, ...]]] = []
    for rung in placing.ladder.rungs:
        score = scores.get(rung.player)
        results = ("", "", "") if score is None else (score.wins, score.draws, score.losses)
        rows.append((rung.rating, (rung.player, f"{rung.rating:.0f}", *map(str, results))))
    mine = placing.estimate.rating
    shown = f"→ {quoted(placing.player.name, 40)[1:-1]}"
    sign = {"at_least": "≥", "at_most": "≤"}.get(placing.estimate.bound or "", "")
    rows.append((mine, (shown, f"{sign}{mine:.0f}", "", "", "")))
    rows.sort(key=lambda row: -row[0])
    page.table(heads, [cells for _, cells in rows], numbers=heads[1:])


def _print_loss(page: Page, lost: PlayedGame) -> None:
    record, opponent = lost.record, lost.opponent
    page.line(
        str(
            say(
                "placing.worst",
                opponent=opponent.player,
                rating=f"{opponent.rating:.0f}",
                moves=len(record.moves),
                seat=lost.seat.value,
                reason=quoted(record.reason, 300)[1:-1],
            )
        )
    )
    between = "; " if any(" " in move for move in record.moves) else " "
    words = ["fivefold", "show", record.game, "-p", record.start]
    words += ["-m", between.join(record.moves)] if record.moves else []
    page.line(f"  {shlex.join(words)}")
