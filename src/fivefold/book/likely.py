"""Which third moves to try first: those likely to win, especially if they answer several pairs.

Three lost pieces answer three pairs. The third move a search finds first is mostly one that won
often, so its own pairs are already known, and only one pair is answered. A move whose pairs are
open is worth some failed tries, which cost less than proving that three pieces are lost.

    likely   how often it was in lost threes with the one, with the other, or (weighted low) any
    worth    1 if one of its two pairs is open, WORTH_OF_TWO if both are
    size     how many placements it leaves, which is proportional to the cost of a try
"""

from __future__ import annotations

from fivefold.book.pairs import SolvedPairs
from fivefold.core import Move
from fivefold.games.pentomino import board_of

MOST = 9
"""Moves to try: between 7 and 18 no difference was measurable."""
WORTH_OF_TWO = 1.5
ANYWHERE = 0.003
"""Weight of a lost three with other pieces."""
LOOKED_AT = 400
"""Pairs are looked up only for this many of the best moves."""
LIKELY_POWER = 0.3
"""Of 2,657 tries, 7 % won after one or two lost threes, 31 % after more than 37."""


def likely_thirds(solved: SolvedPairs, one: Move, other: Move) -> tuple[Move, ...]:
    """Returns the third moves to try first after a pair, best first."""
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
