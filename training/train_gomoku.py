"""Trains the Gomoku evaluation: self-play with the engine's own search, a fit, contests, a report.

    .venv/bin/python training/train_gomoku.py --work /tmp/gomoku-training             seven minutes
    .venv/bin/python training/train_gomoku.py --work /tmp/quick --quick               a minute

Training starts from the hand-written weights. In each round the engine plays itself from random
openings with the current weights, and new weights are fitted to its search scores and the game
results; three games in four are freestyle, the others require exactly five. Then the final weights
play the hand-written ones under both rule sets. Only if they win are they installed as
src/fivefold/data/gomoku/weights.bin, with the plots in docs/pictures and the report in
docs/explanation/gomoku-evaluation.md; with --quick or --here everything stays in the work folder.
The same command resumes. The same seed and hours give the same games and weights on any number of
processes.

How it works: docs/explanation/gomoku-evaluation.md
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
from pathlib import Path

from gomoku_report import insert, report
from gomoku_trainer import Plan, Round, Trainer

PROJECT = Path(__file__).resolve().parent.parent
WEIGHTS = PROJECT / "src" / "fivefold" / "data" / "gomoku" / "weights.bin"
MOST_LINEAR = 64_000
"""A larger weights file holds a network."""

PICTURES = PROJECT / "docs" / "pictures"
DOCUMENT = PROJECT / "docs" / "explanation" / "gomoku-evaluation.md"

FULL = Plan(
    rounds=(
        Round(2_000, nodes=2_000, learns_from=1),
        Round(3_000, nodes=3_000, learns_from=1),
        Round(5_000, nodes=4_000, learns_from=2),
    ),
    games_per_file=100,
    epochs=12,
    batch=1024,
    contest_pairs=100,
    contest_nodes=5_000,
    pairs_per_file=10,
)
FULL_HOURS = 0.12
QUICK = Plan(
    rounds=(
        Round(60, nodes=300, learns_from=1),
        Round(60, nodes=300, learns_from=1),
    ),
    games_per_file=20,
    epochs=12,
    batch=32,
    contest_pairs=4,
    contest_nodes=300,
    pairs_per_file=2,
)


def train(trainer: Trainer, plan: Plan) -> Path:
    """Runs the whole plan; returns the weights after the last round."""
    weights: Path | None = None
    for number in range(1, len(plan.rounds) + 1):
        trainer.play(plan, number, weights)
        weights = trainer.fit(plan, number)
    assert weights
    return weights


def options_of(words: list[str]) -> argparse.Namespace:
    """Returns the parsed command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for games and weights")
    parser.add_argument(
        "--hours",
        type=float,
        default=FULL_HOURS,
        help="hours on two free cores; twice the hours play twice the games",
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a small version, about a minute")
    parser.add_argument("--here", action="store_true", help="write all results to the work folder")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Trains; returns the exit code."""
    options = options_of(words)
    # A background shell job ignores SIGINT; make `kill` end it like Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    here = options.here or options.quick
    out = options.work / "weights.bin" if here else WEIGHTS
    try:
        trainer = Trainer(options.work, options.processes, options.seed)
        trainer.build()
        plan = QUICK if options.quick else FULL.scaled(options.hours / FULL_HOURS)
        weights = train(trainer, plan)
        text, wins = report(trainer, plan, weights, options.work if here else PICTURES)
        has_network = not here and out.exists() and out.stat().st_size > MOST_LINEAR
        if (wins or here) and not has_network:
            out.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(weights, out)
        if not here:
            insert(DOCUMENT, text)
    except KeyboardInterrupt:
        print("\nStopped; run the same command to resume.", file=sys.stderr)
        return 130
    except (OSError, RuntimeError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    print(f"\n{text}")
    if has_network:
        print("Not installed: the installed weights hold a network, which linear ones would lose.")
    elif wins or here:
        print(f"{out}: {out.stat().st_size:,} bytes")
    else:
        print("Not installed: the new weights did not beat the hand-written ones under all rules.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
