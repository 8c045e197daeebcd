"""Sentences of the report of a game, in English."""

from __future__ import annotations

REPORT: dict[str, str] = {
    # how accuracy is counted
    "report.accuracy.chance": "100 minus the average loss per move. A loss is the drop in winning chance from the engine's best move to the move played, in points of 100. Moves without a choice and moves in lost positions do not count.",
    "report.accuracy.discs": "100 minus ten times the average number of discs lost per move. A loss is the drop in the expected final margin from the engine's best move to the move played. Moves without a choice do not count.",
    "report.accuracy.result": "The share of the moves in proven won positions that kept the win. Moves without a choice do not count.",
    # why a move was a mistake
    "report.why.missed_five": "{player} could have made five in a row at {better}.",
    "report.why.unblocked_four": "{player} did not block the four on {where}.",
    "report.why.missed_kind": "{player} missed {kind} at {better}.",
    "report.why.unblocked_three": "{player} did not stop the open three on {where}.",
    "report.why.allowed": "Now {other} makes {kind} at {cell}.",
    "report.why.had_win": "{player} had a forced win in {plies}.",
    "report.why.forced": "Now {other} wins by force in {plies}.",
    "report.why.gave_corner": "It gives {other} the corner {corner}.",
    "report.why.left_corner": "It leaves {other} the corner {corner}.",
    "report.why.missed_corner": "{player} could have taken the corner {corner}.",
    "report.why.no_pass": "After {better}, {other} would have had to pass.",
    "report.why.mobility": "{other} now has {count} moves; after {better} it would have {least}.",
    "report.why.odd_region": "It leaves {other} an odd region: {count} empty squares around {cell}.",
    "report.why.single_square": "It leaves {other} the single square {cell}.",
    "report.why.next_to_corner": "{move} is next to the empty corner {corner}.",
    "report.why.turned": "It turns {count} discs; {better} turns {least}.",
    "report.why.last_piece": "Now {other} can place the last piece: {move}.",
    "report.why.odd_regions": "It leaves {count} places with room for one piece each. The number is odd, so {other} moves last.",
    "report.why.only_win": "Of {moves} moves only {better} won.",
    "report.why.few_wins": "Of {moves} moves {count} won; this one loses.",
    "report.why.now_wins": "Now {other} wins with {move}.",
    "report.why.win_lost": "It turned a won position into a lost one.",
    "report.why.win_drawn": "It turned a won position into a drawn one.",
    "report.why.draw_lost": "It turned a drawn position into a lost one.",
    "report.why.ahead_behind": "{player} was ahead and is now behind.",
    "report.why.lead_gone": "{player} gave up the lead.",
    "report.why.behind": "{player} fell behind.",
    "report.why.further_behind": "{player} fell further behind.",
    "report.why.ground": "{player} lost ground.",
    # what was better
    "report.instead.exact": "Better {better}: exactly {score:+} for {player}.",
    "report.instead.about": "Better {better}: about {score:+} for {player}.",
    "report.instead.wins_in": "Better {better}: it wins by force in {plies}.",
    "report.instead.wins": "Better {better}: it wins.",
    "report.instead.makes": "Better {better}: it makes {kind}.",
    "report.instead.plain": "Better: {better}.",
}
