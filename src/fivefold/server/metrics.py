"""Numbers about the running server, in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds of a commit: the upper ends of the histogram's bars."""


class Metrics:
    """Counts since the start. Nothing in it names a person, a match or a secret."""

    def __init__(self) -> None:
        self.moves = 0
        self.matches = 0
        self.dropped = 0
        self.errors: Counter[str] = Counter()
        self._commits = [0] * (len(BOUNDS) + 1)
        self._commit_seconds = 0.0

    def committed(self, seconds: float) -> None:
        """Counts one commit."""
        place = next((i for i, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._commits[place] += 1
        self._commit_seconds += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """Returns everything as text; `gauges` are the numbers that go up and down."""
        lines: list[str] = []
        for name, value in gauges.items():
            lines += [f"# TYPE fivefold_{name} gauge", f"fivefold_{name} {value:g}"]
        counts = {"moves": self.moves, "matches": self.matches, "watchers_dropped": self.dropped}
        for name, value in counts.items():
            lines += [f"# TYPE fivefold_{name}_total counter", f"fivefold_{name}_total {value}"]
        lines.append("# TYPE fivefold_errors_total counter")
        for code, count in sorted(self.errors.items()):
            lines.append(f'fivefold_errors_total{{code="{code}"}} {count}')
        lines.append("# TYPE fivefold_commit_seconds histogram")
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._commits, strict=True):
            total += count
            lines.append(f'fivefold_commit_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f"fivefold_commit_seconds_sum {self._commit_seconds:.6f}")
        lines.append(f"fivefold_commit_seconds_count {total}")
        return "\n".join(lines) + "\n"
