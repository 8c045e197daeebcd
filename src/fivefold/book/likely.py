"""Which third moves to try first: those that are likely to win, and that answer several pairs.

Three lost pieces answer three pairs. The third move that a search finds soonest is mostly one that
won often, whose own pairs are long known; then one pair is answered. One whose pairs are open too
is worth some failing tries, for these cost less than to show that three pieces are lost.

    likely   it was in lost threes with the one, with the other, or (which counts little) with any
    worth    1 when one of its two pairs is open, WORTH_OF_TWO when both are
"""

from __future__ import annotations

from fivefold.book.pairs import SolvedPairs
from fivefold.core import Move

MOST = 9
"""How many are tried: with 7 to 14 pairs are answered 1.7 to 1.9 times as fast as without."""
WORTH_OF_TWO = 1.5
ANYWHERE = 0.03
"""What a lost three with other pieces counts."""
LOOKED_AT = 200
"""Only the pairs of the likeliest are looked up."""


def likely_thirds(solved: SolvedPairs, one: Move, other: Move) -> tuple[Move, ...]:
    """Returns the third moves to try after a pair before all others, the best first."""
    after = solved.game.start.play(one).play(other)
    with_one, with_other = solved.together(one), solved.together(other)
    found = []
    for third in after.legal_moves():
        likely = with_one(third) + with_other(third) + ANYWHERE * solved.lost_threes(third)
        if likely:
            found.append((likely, third))
    found.sort(key=lambda each: (-each[0], each[1]))
    worth = (0.0, 1.0, WORTH_OF_TWO)
    rated = []
    for likely, third in found[:LOOKED_AT]:
        pairs = (solved.symmetry.pair(one, third), solved.symmetry.pair(other, third))
        value = likely * worth[sum(pair not in solved for pair in pairs)]
        if value:
            rated.append((-value, third))
    return tuple(third for _, third in sorted(rated)[:MOST])
