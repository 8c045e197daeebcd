"""A Gomocup program for benchmarks: busy for an exact time per move, then the first free cell.

    python bench/support/busy_engine.py 5        five milliseconds of wall time per move

It imports nothing from fivefold, like any external program.
"""

from __future__ import annotations

import sys
import time


def main() -> None:
    seconds = float(sys.argv[1]) / 1000
    size, taken = 15, set[tuple[int, int]]()
    in_board = False
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if in_board and command != "DONE":
            x, y, _ = command.split(",")
            taken.add((int(x), int(y)))
            continue
        if command == "START":
            size, taken = int(rest), set()
            print("OK", flush=True)
        elif command == "RESTART":
            taken = set()
            print("OK", flush=True)
        elif command == "BOARD":
            in_board, taken = True, set()
        elif command == "TURN":
            x, y = rest.split(",")
            taken.add((int(x), int(y)))
        elif command == "ABOUT":
            print('name="busy"', flush=True)
        elif command == "END":
            return
        if command in ("BEGIN", "TURN", "DONE"):
            in_board = False
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                pass
            move = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
            taken.add(move)
            print(f"{move[0]},{move[1]}", flush=True)


if __name__ == "__main__":
    main()
