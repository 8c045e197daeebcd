"""The jobs of the Gomoku training: games, fits, contests. Used by training/train_gomoku.py."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jobs import Job, Jobs, tell

RULES = {"freestyle": 0.75, "standard": 0.25}
"""The rule sets trained together and their shares of the games: freestyle and exactly five."""


@dataclass(frozen=True)
class Round:
    """Self-play with the current weights, then a fit of all games since a round."""

    games: int
    nodes: int
    """Nodes per move."""
    learns_from: int


@dataclass(frozen=True)
class Plan:
    """The size of a training, per rule set."""

    rounds: tuple[Round, ...]
    games_per_file: int
    epochs: int
    batch: int
    """Positions per step of a fit."""
    contest_pairs: int
    contest_nodes: int
    pairs_per_file: int

    def scaled(self, factor: float) -> Plan:
        """Returns the plan with `factor` times the games."""
        rounds = [replace(each, games=max(1, round(each.games * factor))) for each in self.rounds]
        return replace(self, rounds=tuple(rounds))


class Trainer(Jobs):
    """The jobs of a plan for the Gomoku evaluation."""

    def __init__(self, work: Path, processes: int, seed: int) -> None:
        super().__init__("gomoku", work, processes, seed)

    def games_of(self, number: int) -> list[Path]:
        """Returns the files with a round's games."""
        return sorted((self.work / f"round-{number}").glob("*.games"))

    def weights_of(self, number: int) -> Path:
        """Returns the weights after a round."""
        return self.work / f"weights-{number}.bin"

    def play(self, plan: Plan, number: int, weights: Path | None) -> None:
        """Plays the games of a round, several per file."""
        this, jobs = plan.rounds[number - 1], []
        for place, (rules, share) in enumerate(RULES.items()):
            games = max(1, round(this.games * share))
            for part in range(-(-games // plan.games_per_file)):
                count = min(plan.games_per_file, games - part * plan.games_per_file)
                words = ["--rules", rules, "--nodes", this.nodes, "--count", count]
                words += ["--seed", self.seed_of(place, number, part)]
                words += ["--weights", weights] if weights else []
                out = self.work / f"round-{number}" / f"{rules}-{part:05}.games"
                jobs.append(Job(out, "games", *words))
        self.call_all(f"round {number}, {this.nodes} positions a move", jobs)

    def fit(self, plan: Plan, number: int) -> Path:
        """Fits weights to the games of this round and the earlier ones it uses."""
        out = self.weights_of(number)
        words = ["--epochs", plan.epochs, "--batch", plan.batch, "--seed", self.seed % 2**31]
        tell(f"fit {number}")
        self.call(Job(out, "fit", *words, *self.learnt_from(plan, number)))
        return out

    def learnt_from(self, plan: Plan, number: int) -> list[Path]:
        """Returns the game files used by the fit of a round."""
        rounds = range(plan.rounds[number - 1].learns_from, number + 1)
        return [path for earlier in rounds for path in self.games_of(earlier)]

    def contest(
        self, plan: Plan, rules: str, title: str, weights: Path, against: Path | None
    ) -> list[dict[str, Any]]:
        """Returns, for each file of pairs, the standing after each pair."""
        folder, jobs = self.work / "contests" / f"{rules}-{title}".replace(" ", "-"), []
        for part in range(-(-plan.contest_pairs // plan.pairs_per_file)):
            count = min(plan.pairs_per_file, plan.contest_pairs - part * plan.pairs_per_file)
            words = ["--rules", rules, "--weights", weights, "--nodes", plan.contest_nodes]
            words += ["--count", count, "--seed", self.seed_of(99, part)]
            words += ["--against", against] if against else []
            jobs.append(Job(folder / f"{part:05}.standing", "contest", *words))
        self.call_all(f"{rules}, contest against {title}", jobs)
        return [line for job in jobs for line in pairs_of(self.call(job))]

    def measured(self, weights: Path | None, games: list[Path]) -> dict[str, Any]:
        """Returns the errors of weights, or of the hand-written ones, on held-out games."""
        call: list[object] = [self.program, "measure"]
        call += ["--weights", weights] if weights else []
        output = self.output([str(word) for word in [*call, *games]])
        found: dict[str, Any] = json.loads(output)
        return found


def pairs_of(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the score of each pair from the standings after each."""
    keys = ("wins", "draws", "losses")
    before, found = dict.fromkeys(keys, 0), []
    for line in lines:
        found.append({key: line[key] - before[key] for key in keys})
        before = line
    return found
