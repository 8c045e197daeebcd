"""Measures the CPU time that the kernel charges to a program while it is not running.

    .venv/bin/python bench/clock_jumps.py --seconds 60

Reads this thread's CPU clock in a tight loop: two readings differ by less than a microsecond. If
the clock advances by milliseconds, the thread was charged for time in which it did not run: the
system's own work or, on a virtual machine, time in which the host ran something else and the kernel
noticed too late.
"""

from __future__ import annotations

import argparse
import sys
import time

from support.gomoku_players import stolen

SMALLEST = 2_000_000
"""Shortest reported jump in nanoseconds."""


def jumps(seconds: float) -> list[int]:
    """Returns the length of each jump of the CPU clock in nanoseconds."""
    found = []
    end = time.monotonic_ns() + int(seconds * 1e9)
    last = time.thread_time_ns()
    while time.monotonic_ns() < end:
        now = time.thread_time_ns()
        if now - last > SMALLEST:
            found.append(now - last)
        last = now
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    taken, cpu = stolen(), time.thread_time()
    try:
        found = jumps(options.seconds)
    except KeyboardInterrupt:
        sys.exit(130)
    print(
        f"{time.thread_time() - cpu:.1f} s of CPU time in {options.seconds:g} s, the host took "
        f"{stolen() - taken:.2f} s of all processors: {len(found)} jumps over "
        f"{SMALLEST / 1e6:g} ms, {sum(found) / 1e9:.2f} s together"
    )
    print("  the largest, in ms:", *(f"{jump / 1e6:.1f}" for jump in sorted(found)[:-11:-1]))


if __name__ == "__main__":
    main()
