"""Which third moves to try first: those that are likely to win, and that answer several pairs.

Three lost pieces answer three pairs. The third move that a search finds soonest is mostly one that
won often, whose own pairs are long known; then one pair is answered. One whose pairs are open too
is worth some failing tries, for these cost less than to show that three pieces are lost.

    likely   it was in lost threes with the one, with the other, or (which counts little) with any
    worth    1 when one of its two pairs is open, WORTH_OF_TWO when both are
    size     how many placements it leaves: a try costs about so much
"""

from __future__ import annotations

from fivefold.book.pairs import SolvedPairs
from fivefold.core import Move
from fivefold.games.pentomino import board_of

MOST = 9
"""How many are tried: from 7 to 18 no difference could be told from that of the pairs."""
WORTH_OF_TWO = 1.5
ANYWHERE = 0.003
"""What a lost three with other pieces counts."""
LOOKED_AT = 400
"""Only the pairs of the best are looked up."""
LIKELY_POWER = 0.3
"""Of 2,657 tries 7 % won that had been in one or two lost threes, 31 % with more than 37."""


def likely_thirds(solved: SolvedPairs, one: Move, other: Move) -> tuple[Move, ...]:
    """Returns the third moves to try after a pair before all others, the best first."""
    after = solved.game.start.play(one).play(other)
    conflicts = board_of(solved.game.rows, solved.game.columns).conflicts
    with_one, with_other = solved.together(one), solved.together(other)
    found = []
    for third in after.legal_moves():
        likely = with_one(third) + with_other(third) + ANYWHERE * solved.lost_threes(third)
        size = (after.live & ~conflicts[third]).bit_count()
        found.append((-(likely**LIKELY_POWER) / (1 + size), third))
    worth = (0.0, 1.0, WORTH_OF_TWO)
    rated = []
    for value, third in sorted(found)[:LOOKED_AT]:
        pairs = (solved.symmetry.pair(one, third), solved.symmetry.pair(other, third))
        value *= worth[sum(pair not in solved for pair in pairs)]
        if value:
            rated.append((value, third))
    return tuple(third for _, third in sorted(rated)[:MOST])
