"""Measures the accuracy that the levels get in the report of a game, and prints the tables.

    .venv/bin/python tools/accuracy.py run FILE                 until stopped; resumes FILE
    .venv/bin/python tools/accuracy.py run FILE --rounds 10 --game gomoku
    .venv/bin/python tools/accuracy.py table FILE               the tables for the docs

In a round each level plays the next one from one opening of our list, with both seats. The moves of
the opening do not count. FILE has one line of JSON for each pair of games, so a run that is killed
loses at most one pair. In Gomoku and Othello a second table compares the winning chance that the
report assumes with the share of the games that were won.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fivefold.analysis.game_graph import graph_point
from fivefold.analysis.game_report import report_from
from fivefold.arena.openings.sources import openings_for, state_after
from fivefold.core import Limit, Player
from fivefold.games import GAMES
from fivefold.match.record import MatchRecord
from fivefold.match.series import play_series
from fivefold.strategies.levels import levels_of

BINS = 10
Line = dict[str, Any]


def play_pair(game: str, level: int, number: int, seconds: float) -> Line:
    """Returns the accuracies in two games of level + 1 against level from one opening."""
    rules = GAMES[game].of()
    openings = openings_for(rules)
    start = state_after(rules, openings[number % len(openings)])
    players = (f"level({level + 1})", f"level({level})")
    series = asyncio.run(
        play_series(
            rules.start,
            *players,
            games=2,
            openings=[start],
            seed=1000 * number + level,
            limit=Limit(seconds=seconds),
        )
    )
    line: Line = {"game": game, "level": level, "number": number, "seconds": seconds, "sides": []}
    bins = [[0, 0.0] for _ in range(BINS)]
    for record in series.records:
        line["sides"] += accuracies(record, bins)
    line["bins"] = bins
    return line


def accuracies(record: MatchRecord, bins: list[list[float]]) -> Iterator[Line]:
    """Yields the accuracy of each side; counts chances and results in the bins, for X."""
    states = record.states()
    points = [graph_point(state) for state in states]
    found = report_from(states, points)
    won = {Player.FIRST: 1.0, Player.SECOND: 0.0, None: 0.5}[record.winner]
    for state, point in zip(states, points, strict=True):
        sign = 1 if state.to_move is Player.FIRST else -1
        if not point.exact:
            bin = bins[min(BINS - 1, (100 + sign * point.value) * BINS // 200)]
            bin[0] += 1
            bin[1] += won
    for side, name in ((Player.FIRST, record.first), (Player.SECOND, record.second)):
        each = found.sides[side]
        yield {"player": name, "accuracy": each.accuracy, "counted": each.counted}


def run(path: Path, games: list[str], rounds: int | None, seconds: float) -> None:
    """Plays what FILE does not have yet, a round after the other."""
    known = {(line["game"], line["level"], line["number"]) for line in lines_of(path)}
    numbers = itertools.count() if rounds is None else range(rounds)
    for number in numbers:
        for game in games:
            for level in levels_of(game)[:-1]:
                if (game, level, number) in known:
                    continue
                line = play_pair(game, level, number, seconds)
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                print(game, level, number, [each["accuracy"] for each in line["sides"]], flush=True)


def lines_of(path: Path) -> list[Line]:
    """Returns the complete lines of FILE; a killed run may have left half a line at its end."""
    if not path.exists():
        return []
    texts = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if texts and not texts[-1].endswith("\n"):
        path.write_text("".join(texts[:-1]), encoding="utf-8")
        texts.pop()
    return [json.loads(text) for text in texts]


def table(path: Path) -> None:
    """Prints the mean accuracy of each level, with the half width of its 95 % interval."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    bins: dict[str, list[list[float]]] = {}
    for line in lines_of(path):
        for each in line["sides"]:
            if each["accuracy"] is not None:
                level = int(each["player"].removeprefix("level(").removesuffix(")"))
                found[line["game"]][level].append(each["accuracy"])
        sums = bins.setdefault(line["game"], [[0, 0.0] for _ in range(BINS)])
        for total, more in zip(sums, line["bins"], strict=True):
            total[0] += more[0]
            total[1] += more[1]
    for game, levels in found.items():
        print(f"\n### {game.capitalize()}\n\n| level | accuracy | 95% | games |\n|---|---|---|---|")
        for level, values in sorted(levels.items()):
            error = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if values[1:] else 0
            mean = statistics.fmean(values)
            print(f"| {level} | {mean:.1f} | ± {error:.1f} | {len(values)} |")
        if game != "pentomino":
            print("\n| assumed chance | positions | won |\n|---|---|---|")
            for place, (count, won) in enumerate(bins[game]):
                if count:
                    low = place * 100 // BINS
                    share = 100 * won / count
                    print(f"| {low} to {low + 100 // BINS} % | {count} | {share:.0f} % |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("run", "table"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, default=0.2)
    options = parser.parse_args()
    if options.what == "table":
        table(options.file)
    else:
        run(options.file, options.game or sorted(GAMES), options.rounds, options.seconds)


if __name__ == "__main__":
    main()
