"""Searches for short pentomino games; on 8x8 none ends with four pieces.

    .venv/bin/python tools/pentomino_lengths.py             five minutes: none found
    .venv/bin/python tools/pentomino_lengths.py --size 6x6  seconds: one of three pieces

docs/explanation/pentomino-solved.md shows a game of five pieces; this search would take long to
find it.

A game is over when no placement is left, so its pieces are placements that are compatible with each
other and together exclude all others. To find `count` such placements:

    take a possible placement w, ideally the one that excludes the fewest others;
    one of the `count` excludes w or is w: try each of them, and continue with count - 1
    on what is left. Prune a branch if more is left than `count` placements can exclude.

A placement already tried is not used by later siblings, because every set that contains it has been
searched. Nothing else is assumed: no symmetry, no table, no solver.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from fivefold.core import Move
from fivefold.games.pentomino import PentominoGame, board_of, members
from fivefold.names import parse_size


class Ends:
    """Finds finished games with a given number of pieces."""

    def __init__(self, rows: int, columns: int) -> None:
        self.conflicts = board_of(rows, columns).conflicts
        self.whole = (1 << len(self.conflicts)) - 1

    def games(self, live: int, usable: int, count: int) -> Iterator[tuple[Move, ...]]:
        """Yields sets of `count` usable placements that leave nothing of `live`."""
        if not live:
            if count == 0:
                yield ()
            return
        if count == 1:
            yield from ((move,) for move in self._last(live, usable))
        elif count > 1:
            yield from self._branch(live, usable, count)

    def _branch(self, live: int, usable: int, count: int) -> Iterator[tuple[Move, ...]]:
        conflicts = self.conflicts
        degrees = {move: (live & conflicts[move]).bit_count() for move in members(live)}
        most, left = max(degrees.values()), live.bit_count()
        witness = min(degrees, key=degrees.__getitem__)
        tries = members(live & usable & conflicts[witness])
        for number, move in enumerate(tries):
            if live == self.whole:
                print(f"{number} of {len(tries)}", end="\r", file=sys.stderr, flush=True)
            if left - degrees[move] <= (count - 1) * most:
                after = live & ~conflicts[move]
                for rest in self.games(after, usable & after, count - 1):
                    yield (move, *rest)
            usable &= ~(1 << move)

    def _last(self, live: int, usable: int) -> list[Move]:
        """Returns the placements that exclude everything left."""
        found = live & usable
        for move in members(live):
            found &= self.conflicts[move]
            if not found:
                break
        return members(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="8x8")
    parser.add_argument("--pieces", type=int, default=4, help="maximum number of pieces")
    options = parser.parse_args()
    game = PentominoGame.of(parse_size(options.size))
    ends, live = Ends(game.rows, game.columns), game.start.live
    for count in range(1, options.pieces + 1):
        began = time.process_time()
        found = next(ends.games(live, live, count), None)
        print(" " * 20, end="\r", file=sys.stderr)
        shown = "; ".join(map(game.format_move, found)) if found else "none"
        print(
            f"{count} piece{'s' * (count > 1)}: {shown}   ({time.process_time() - began:.1f} s)",
            flush=True,
        )
        if found:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
