"""Trains the Othello evaluation from nothing: self-play, exact endgames, a fit, a report.

    .venv/bin/python training/train_othello.py --work /tmp/othello-training           forty minutes
    .venv/bin/python training/train_othello.py --work /tmp/quick --quick              about a minute
    .venv/bin/python training/train_othello.py --work DIR --games WTHOR    only measures human games

Installs src/fivefold/data/othello/weights.bin, the plots in docs/pictures and the report in
docs/explanation/othello-evaluation.md; with --quick or --here everything stays in the work folder.
The same command resumes. The same seed and hours give the same positions and weights on any number
of processes.

How it works: docs/explanation/othello-evaluation.md
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
from pathlib import Path

from othello_report import insert, measure_games, report
from othello_trainer import Plan, Round, Trainer

from fivefold.errors import RulesError

PROJECT = Path(__file__).resolve().parent.parent
WEIGHTS = PROJECT / "src" / "fivefold" / "data" / "othello" / "weights.bin"
PICTURES = PROJECT / "docs" / "pictures"
DOCUMENT = PROJECT / "docs" / "explanation" / "othello-evaluation.md"

FULL = Plan(
    solved=150_000,
    searched=120_000,
    rounds=(
        Round(20_000, depth=4, exact=12, learns_from=1),
        Round(40_000, depth=4, exact=12, learns_from=1),
        Round(60_000, depth=4, exact=14, learns_from=2),
        Round(80_000, depth=4, exact=14, learns_from=3),
        Round(25_000, depth=6, exact=16, learns_from=3),
    ),
    games_per_file=500,
    contest_pairs=500,
    test=Round(60, depth=8, exact=16, learns_from=1),
)
FULL_HOURS = 0.7
QUICK = Plan(
    solved=10_000,
    searched=4_000,
    rounds=(
        Round(400, depth=2, exact=10, learns_from=1),
        Round(400, depth=3, exact=10, learns_from=1),
    ),
    games_per_file=100,
    contest_pairs=20,
    test=Round(10, depth=6, exact=12, learns_from=1),
)


def train(trainer: Trainer, plan: Plan) -> list[Path]:
    """Runs the whole plan; returns the weights after the bootstrap and after each round."""
    weights = [trainer.bootstrap(plan)]
    for number, this in enumerate(plan.rounds, start=1):
        trainer.play(plan, number, weights[-1])
        records = [
            path
            for earlier in range(this.learns_from, number + 1)
            for path in trainer.records(earlier).glob("*.records")
        ]
        out = trainer.work / f"weights-{number}.bin"
        trainer.fit(out, records, weights[-1])
        weights.append(out)
    return weights


def options_of(words: list[str]) -> argparse.Namespace:
    """Returns the parsed command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for positions (gigabytes)")
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
    parser.add_argument("--games", type=Path, help="measure on the WTHOR games in this folder")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Trains, or measures with --games; returns the exit code."""
    options = options_of(words)
    # A background shell job ignores SIGINT; make `kill` end it like Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    here = options.here or options.quick
    out = options.work / "weights.bin" if here else WEIGHTS
    try:
        trainer = Trainer(options.work, options.processes, options.seed)
        trainer.build()
        if options.games is not None:
            print(measure_games(trainer, out, options.games))
            return 0
        plan = QUICK if options.quick else FULL.scaled(options.hours / FULL_HOURS)
        weights = train(trainer, plan)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(weights[-1], out)
        text = report(trainer, plan, weights, options.work if here else PICTURES)
        if not here:
            insert(DOCUMENT, text)
    except KeyboardInterrupt:
        print("\nStopped; run the same command to resume.", file=sys.stderr)
        return 130
    except (OSError, RuntimeError, RulesError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    print(f"\n{text}\n{out}: {out.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
