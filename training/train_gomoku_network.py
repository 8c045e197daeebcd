"""Trains the Gomoku network: self-play, then a fit on top of linear weights, in stages.

    .venv/bin/python training/train_gomoku_network.py --work /tmp/network play --games 20000
    .venv/bin/python training/train_gomoku_network.py --work /tmp/network fit
    .venv/bin/python training/train_gomoku_network.py --work /tmp/network contest --pairs 250
    .venv/bin/python training/train_gomoku_network.py --work /tmp/network install

`play` adds files of a hundred games; interrupted, the same command resumes. `--generation`
numbers the games of one player and one number of nodes. `fit` fits linear weights and then the
network to all games, prints both losses on the same held-out games and writes
WORK/fit-NAME/weights.bin. `contest` plays those weights against the installed ones, with
equal or different nodes a move. `install` installs them if they have won every contest so far, and
writes the report into the documents. `status` prints the counters of all stages as JSON.

The second generation is played by the first fit:

    ... play --generation 2 --weights /tmp/network/fit-1/weights.bin
    ... fit --name 2

The same seed gives the same games, whatever the number of processes, and with the same compiler
the same weights.

How it works: docs/explanation/gomoku-evaluation.md
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from gomoku_report import insert
from gomoku_trainer import pairs_of
from jobs import Job, Jobs
from network_report import NotBetter, contest_in, report_text

PROJECT = Path(__file__).resolve().parent.parent
WEIGHTS = PROJECT / "src" / "fivefold" / "data" / "gomoku" / "weights.bin"
DOCUMENT = PROJECT / "docs" / "explanation" / "gomoku-evaluation.md"

RULES = ("freestyle", "freestyle", "standard", "renju")
"""The rule sets of the files of games, in turn."""

GAMES_PER_FILE = 100
PAIRS_PER_FILE = 10


class NetworkJobs(Jobs):
    """The jobs of the network's training."""

    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__("gomoku", options.work, options.processes, options.seed)
        self.options = options
        self.folder = self.work / f"fit-{options.name}"

    def play(self) -> None:
        """Plays the missing games of a generation; the rule sets take turns."""
        options, work = self.options, []
        for part in range(-(-options.games // GAMES_PER_FILE)):
            rules = RULES[part % len(RULES)]
            out = self.work / f"generation-{options.generation}" / f"{part:05}-{rules}.games"
            words = ["--rules", rules, "--nodes", options.nodes, "--count", GAMES_PER_FILE]
            words += ["--seed", self.seed_of(options.generation, part)]
            words += ["--weights", options.weights]
            work.append(Job(out, "games", *words))
        self.call_all(f"generation {options.generation}, {options.nodes} nodes a move", work)

    def games(self) -> list[Path]:
        """Returns all files with games."""
        return sorted(self.work.glob("generation-*/*.games"))

    def fit(self) -> None:
        """Fits the linear weights and the network to all games, and measures both."""
        options, games = self.options, self.games()
        played = self.folder / "played.json"
        if not played.exists():  # a resumed fit uses the same games
            self.folder.mkdir(exist_ok=True)
            facts = {"files": [str(path.relative_to(self.work)) for path in games]}
            played.write_text(json.dumps({**facts, "generations": self.played()}))
        games = [self.work / path for path in json.loads(played.read_text())["files"]]
        linear = self.folder / "linear.bin"
        words = ["--epochs", options.epochs, "--seed", options.seed]
        self.call(Job(linear, "fit", *words, *games))
        words += ["--rate", options.rate, "--weights", linear]
        self.call(Job(self.folder / "weights.bin", "network", *words, *games))
        for title, weights in (
            ("installed", options.weights),
            ("linear", linear),
            ("network", self.folder / "weights.bin"),
        ):
            out = self.folder / f"measured-{title}.json"
            if not out.exists():
                call = [self.program, "measure", "--weights", weights, *games]
                out.write_text(self.output([str(word) for word in call]))
            print(title, out.read_text().strip())

    def contest(self) -> None:
        """Plays the fitted weights against the installed ones, colours swapped."""
        options, jobs = self.options, []
        against = options.against_nodes or options.nodes
        folder = self.folder / f"contest-{options.rules}-{options.nodes}-{against}"
        for part in range(-(-options.pairs // PAIRS_PER_FILE)):
            words = ["--rules", options.rules, "--nodes", options.nodes]
            words += ["--weights", self.folder / "weights.bin", "--against", options.weights]
            words += ["--against-nodes", against]
            words += ["--count", PAIRS_PER_FILE, "--seed", self.seed_of(99, part)]
            jobs.append(Job(folder / f"{part:05}.standing", "contest", *words))
        self.call_all(f"contest, {options.rules}", jobs)
        print(json.dumps(_total(folder)))

    def install(self) -> None:
        """Installs the fitted weights if they have won, and writes the report."""
        status, fit = self.status(), self.folder
        contests = [
            contest_in(path, [pair for lines in _facts(path) for pair in pairs_of(lines)])
            for path in sorted(fit.glob("contest-*"))
        ]
        played = json.loads((fit / "played.json").read_text())["generations"]
        measured = status["fits"][fit.name]["measured"]
        text = report_text(played, measured, contests, _facts(fit))
        (fit / "report.md").write_text(text, encoding="utf-8")
        insert(DOCUMENT, text, "network report")
        shutil.copyfile(fit / "weights.bin", WEIGHTS)
        print(text)

    def played(self) -> dict[str, Any]:
        """Returns the counters of every generation."""
        folders = sorted(self.work.glob("generation-*"))
        return {folder.name.removeprefix("generation-"): _counters(folder) for folder in folders}

    def status(self) -> dict[str, Any]:
        """Returns what every stage has done so far."""
        fits: dict[str, Any] = {}
        for folder in sorted(self.work.glob("fit-*")):
            fits[folder.name] = {
                "measured": {
                    path.stem.removeprefix("measured-"): json.loads(path.read_text())
                    for path in sorted(folder.glob("measured-*.json"))
                },
                "contests": {path.name: _total(path) for path in sorted(folder.glob("contest-*"))},
            }
        return {"seed": self.seed, "played": self.played(), "fits": fits}


def _facts(folder: Path) -> list[list[dict[str, Any]]]:
    """Returns the facts that the finished jobs in a folder printed."""
    logs = [path for path in sorted(folder.glob("*.json")) if path.stat().st_size]
    return [[json.loads(line) for line in log.read_text().splitlines()] for log in logs]


def _counters(folder: Path) -> dict[str, float]:
    facts = [lines[-1] for lines in _facts(folder)]
    counters = {key: sum(fact[key] for fact in facts) for key in ("games", "positions", "seconds")}
    return {"files": len(facts), **counters}


def _total(folder: Path) -> dict[str, Any]:
    """Returns the wins, draws and losses of a contest, and its pairs by half points."""
    pairs = [pair for lines in _facts(folder) for pair in pairs_of(lines)]
    counts = [0] * 5
    for pair in pairs:
        counts[2 * pair["wins"] + pair["draws"]] += 1
    score = {key: sum(pair[key] for pair in pairs) for key in ("wins", "draws", "losses")}
    return {**score, "pairs": counts}


def options_of(words: list[str]) -> argparse.Namespace:
    """Returns the parsed command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("stage", choices=["play", "fit", "contest", "install", "status"])
    parser.add_argument("--work", type=Path, required=True, help="folder for games and weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--weights", type=Path, default=WEIGHTS, help="plays, and is the opponent of contests"
    )
    parser.add_argument("--generation", type=int, default=1)
    parser.add_argument("--games", type=int, default=28_000)
    parser.add_argument("--nodes", type=int, default=2_000, help="nodes per move")
    parser.add_argument("--against-nodes", type=int, help="the opponent's, in a contest")
    parser.add_argument("--name", default="1", help="the name of a fit")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.0015)
    parser.add_argument("--rules", default="freestyle", help="the rule set of a contest")
    parser.add_argument("--pairs", type=int, default=250)
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Runs one stage; returns the exit code."""
    options = options_of(words)
    # A background shell job ignores SIGINT; make `kill` end it like Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        jobs = NetworkJobs(options)
        if options.stage == "status":
            print(json.dumps(jobs.status(), indent=1))
            return 0
        jobs.build()
        stages = {
            "play": jobs.play,
            "fit": jobs.fit,
            "contest": jobs.contest,
            "install": jobs.install,
        }
        stages[options.stage]()
    except KeyboardInterrupt:
        print("\nStopped; run the same command to resume.", file=sys.stderr)
        return 130
    except (OSError, RuntimeError, NotBetter) as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
