"""The report of an Othello training: errors by phase, contests, plots, and human games.

Used by training/train_othello.py. Writes WORK/report.json, tables to WORK/report.md and plots to
docs/pictures.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from jobs import tell
from othello_trainer import Plan, Trainer

RECORD = struct.Struct("<QQhBBI")
"""The layout of native/othello/training/record.hpp."""
PARTS = 128
GROUPS = [(4, 8), (9, 14), (15, 20), (21, 26), (27, 32), (33, 38), (39, 44), (45, 50), (51, 60)]
"""Numbers of empty cells per row of the report."""


@dataclass(frozen=True)
class Errors:
    """The mean absolute error over positions with `fewest` to `most` empty cells, in discs."""

    fewest: int
    most: int
    positions: int
    error: float
    bias: float


def grouped(lines: Iterable[dict[str, Any]]) -> list[Errors]:
    """Returns the errors printed by `measure`, grouped by empty cells."""
    by_empty = {line["empty"]: line for line in lines}
    found = []
    for fewest, most in GROUPS:
        these = [by_empty[empty] for empty in range(fewest, most + 1) if empty in by_empty]
        count = sum(line["positions"] for line in these)
        if count:
            error = sum(line["positions"] * line["error"] for line in these) / count
            bias = sum(line["positions"] * line["bias"] for line in these) / count
            found.append(Errors(fewest, most, count, round(error, 3), round(bias, 3)))
    return found


@dataclass(frozen=True)
class Contest:
    """The result of one evaluation against another at equal depth, paired openings."""

    title: str
    depth: int
    wins: int
    draws: int
    losses: int
    discs: float
    """The average disc difference per game."""
    elo: float
    error95: float


def contest_of(title: str, depth: int, lines: list[dict[str, Any]]) -> Contest:
    """Returns the result from the lines after each pair; the Elo error is over pairs."""
    points = [0.0, *(line["wins"] + line["draws"] / 2 for line in lines)]
    pairs = [(after - before) / 2 for before, after in pairwise(points)]
    share = sum(pairs) / len(pairs)
    variance = sum((pair - share) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    # A clean sweep has no finite rating: credit half a game to the other side.
    share = min(max(share, 0.25 / len(pairs)), 1 - 0.25 / len(pairs))
    error = 1.96 * math.sqrt(variance / len(pairs))
    slope = 400 / math.log(10) / (share * (1 - share))
    last = lines[-1]
    games = 2 * len(pairs)
    return Contest(
        title,
        depth,
        last["wins"],
        last["draws"],
        last["losses"],
        round(last["discs"] / games, 2),
        round(-400 * math.log10(1 / share - 1), 1),
        round(slope * error, 1),
    )


def table(rows: list[Errors]) -> str:
    """Returns errors as a Markdown table."""
    lines = ["| empty cells | positions | error | bias |", "|---|---|---|---|"]
    lines += [
        f"| {row.fewest}–{row.most} | {row.positions:,} | {row.error:.2f} | {row.bias:+.2f} |"
        for row in rows
    ]
    return "\n".join(lines)


def report_text(report: dict[str, Any]) -> str:
    """Returns the figures as Markdown."""
    lines = [
        f"{report['positions']:,} positions were made, {report['samples']:,} different ones are in "
        f"the last fit; all together took {report['cpu_hours']:.2f} hours of one core "
        f"(seed {report['seed']}).",
        "",
    ]
    for title, rows in report["errors"].items():
        lines += [f"Mean absolute error in discs, {title}:", "", table(rows), ""]
    lines += ["| against | depth | + = − | discs per game | Elo |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.title} | {row.depth} | {row.wins} {row.draws} {row.losses} "
        f"| {row.discs:+.1f} | {row.elo:+.0f} ± {row.error95:.0f} |"
        for row in report["contests"]
    ]
    return "\n".join(lines) + "\n"


def insert(document: Path, text: str) -> None:
    """Replaces the marked training report in a document."""
    begin, end = "<!-- made: training report -->\n", "<!-- end -->\n"
    before, _, rest = document.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    document.write_text(before + begin + text + end + after, encoding="utf-8")


def draw(pictures: Path, report: dict[str, Any]) -> None:
    """Plots the errors by empty cells and the course of every fit."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "fivefold"
    pictures.mkdir(parents=True, exist_ok=True)
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for title, rows in report["errors"].items():
        axes.plot(
            [(row.fewest + row.most) / 2 for row in rows],
            [r.error for r in rows],
            "o-",
            label=title,
        )
    axes.set_xlabel("empty cells")
    axes.set_ylabel("mean absolute error (discs)")
    axes.set_ylim(bottom=0)
    axes.invert_xaxis()
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(pictures / "othello-training-error.svg", metadata={"Date": None})
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for title, lines in report["fits"].items():
        steps = [line for line in lines if "iteration" in line]
        axes.plot(
            [s["iteration"] for s in steps], [s["held_out"] for s in steps], "o-", label=title
        )
    axes.set_xlabel("iterations of the fit")
    axes.set_ylabel("held-out error, root mean square (discs)")
    axes.set_ylim(bottom=0, top=12)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(pictures / "othello-training-fits.svg", metadata={"Date": None})


def wthor_records(folder: Path) -> Iterator[tuple[bytes, bool]]:
    """Yields the positions of WTHOR games as records, only for measuring.

    One position per game comes with its score under perfect play, and True; all others have the
    result of the game, blurred by the players' mistakes, and False.
    """
    from fivefold.formats.wthor import read_games
    from fivefold.games.othello import board_of, flips, placements

    board = board_of(8)
    for path in sorted(folder.glob("*.[wW][tT][bB]")):
        for game in read_games(path):
            own, other, sign = 1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 1
            for cell in game.moves:
                if not placements(own, other, board):
                    own, other, sign = other, own, -sign
                solved = 64 - (own | other).bit_count() == game.solved_from
                score = sign * (game.best_score if solved else game.score)
                yield RECORD.pack(own, other, score * PARTS, 1, 0, 0), solved
                turned = flips(cell, own, other, board)
                if not turned:
                    break
                own, other, sign = other & ~turned, own | turned | 1 << cell, -sign


def measured(trainer: Trainer, weights: Path, records: list[Path], *words: object) -> list[Errors]:
    """Returns the mean absolute errors of weights on records."""
    call = [trainer.program, "measure", "--weights", weights, *words, *sorted(records)]
    output = trainer.output([str(word) for word in call])
    return grouped(json.loads(line) for line in output.splitlines())


def contest(
    trainer: Trainer, plan: Plan, title: str, weights: Path, against: Path | None, depth: int
) -> Contest:
    """Returns the result of weights against others, or against the classical evaluation."""
    tell(f"contest {title}, depth {depth}")
    call = [trainer.program, "contest", "--weights", weights, "--depth", depth, "--exact", 12]
    call += ["--count", plan.contest_pairs, "--moves", 8, "--seed", trainer.seed_of(99)]
    call += ["--against", against] if against else []
    output = trainer.output([str(word) for word in call])
    return contest_of(title, depth, [json.loads(line) for line in output.splitlines()])


def report(trainer: Trainer, plan: Plan, weights: list[Path], pictures: Path) -> str:
    """Measures the final weights, draws the plots and returns the report."""
    last, folder = weights[-1], trainer.work
    fits = {path.stem.replace("weights-", "round "): facts_in(path) for path in weights[1:]}
    logs = [*folder.glob("bootstrap/*.json"), *folder.glob("round-*/*.json")]
    made = [json.loads(path.read_text().splitlines()[-1]) for path in logs]
    made += [lines[-1] for lines in fits.values()]
    test = trainer.play_round(plan.test, plan, folder / "test", 0, last)
    found = {
        "positions": sum(fact.get("positions", 0) for fact in made),
        "samples": [lines[0]["samples"] for lines in fits.values()][-1],
        "cpu_hours": sum(fact["seconds"] for fact in made) / 3600,
        "seed": trainer.seed,
        "test_positions": sum(fact["positions"] for fact in test),
        "errors": {
            "held out from training": measured(
                trainer, last, [*folder.glob("round-*/*.records")], "--held-out", 1
            ),
            f"against searches of depth {plan.test.depth}": measured(
                trainer, last, [*(folder / "test").glob("*.records")], "--share", 0
            ),
        },
        "contests": contests(trainer, plan, weights),
        "fits": fits,
    }
    text = report_text(found)
    (folder / "report.json").write_text(json.dumps(found, indent=1, default=asdict) + "\n")
    (folder / "report.md").write_text(text, encoding="utf-8")
    draw(pictures, found)
    return text


def facts_in(weights: Path) -> list[dict[str, Any]]:
    """Returns the output of the fit of weights."""
    log = weights.with_suffix(".json").read_text()
    return [json.loads(line) for line in log.splitlines()]


def contests(trainer: Trainer, plan: Plan, weights: list[Path]) -> list[Contest]:
    """Returns the results of the final weights against the classical evaluation and all earlier
    ones.
    """
    against: dict[str, Path | None] = {
        "the classical evaluation": None,
        "the bootstrap": weights[0],
    }
    against |= {path.stem.replace("weights-", "round "): path for path in weights[1:-1]}
    return [
        contest(trainer, plan, title, weights[-1], other, 4) for title, other in against.items()
    ]


def measure_games(trainer: Trainer, weights: Path, games: Path) -> str:
    """Returns the errors of weights on human games, which are never used for training."""
    parts: dict[bool, list[bytes]] = {True: [], False: []}
    for record, solved in wthor_records(games):
        parts[solved].append(record)
    lines = []
    for solved, title in ((True, "scores under perfect play"), (False, "results of the games")):
        records = trainer.work / "games.records"
        records.write_bytes(b"".join(parts[solved]))
        rows = measured(trainer, weights, [records])
        lines += [f"Mean absolute error in discs, {title}:", "", table(rows), ""]
    return "\n".join(lines)
