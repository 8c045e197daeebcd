"""The jobs of the Othello training: positions, games, fits. Used by training/train_othello.py."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jobs import Job, Jobs, tell


@dataclass(frozen=True)
class Round:
    """Self-play with the current weights, then a fit of all games since a round."""

    games: int
    depth: int
    """The depth of the searches that choose moves and evaluate positions."""
    exact: int
    """From this many empty cells on, positions are solved."""
    learns_from: int


@dataclass(frozen=True)
class Plan:
    """The size of a training. Bootstrap positions are counted per step of four empty cells."""

    solved: int
    searched: int
    rounds: tuple[Round, ...]
    games_per_file: int
    contest_pairs: int
    test: Round

    def scaled(self, factor: float) -> Plan:
        """Returns the plan with `factor` times the games."""
        rounds = [replace(each, games=max(1, round(each.games * factor))) for each in self.rounds]
        return replace(self, rounds=tuple(rounds))


class Trainer(Jobs):
    """The jobs of a plan for the Othello evaluation."""

    def __init__(self, work: Path, processes: int, seed: int) -> None:
        super().__init__("othello", work, processes, seed)

    def fit(
        self, out: Path, records: list[Path], start: Path | None, *words: object
    ) -> list[dict[str, Any]]:
        """Fits weights to records, starting from those of an earlier fit."""
        begin = ["--weights", start] if start else []
        threads = ["--threads", self.processes]
        tell(f"fit {out.name}")
        return self.call(Job(out, "fit", *begin, *threads, *words, *sorted(records)))

    def bootstrap(self, plan: Plan) -> Path:
        """Returns weights learnt from random positions, from the end of the game backwards."""
        folder = self.work / "bootstrap"
        share = 4
        steps = [(4, 12, 0, plan.solved)]
        steps += [(low, low + 3, 4, plan.searched) for low in range(13, 57, 4)]
        records: list[Path] = []
        weights: Path | None = None
        for step, (fewest, most, depth, count) in enumerate(steps):
            jobs = []
            for part in range(share):
                out = folder / f"{step:02}-{part}.records"
                words = ["--fewest", fewest, "--most", most, "--depth", depth]
                words += ["--count", count // share, "--seed", self.seed_of(0, step, part)]
                words += ["--weights", weights] if weights else []
                jobs.append(Job(out, "random", *words))
            self.call_all(f"positions with {fewest} to {most} empty cells", jobs)
            records += [job.out for job in jobs]
            out = folder / f"weights-{step:02}.bin"
            self.fit(out, records, weights, "--iterations", 20)
            weights = out
        assert weights
        return weights

    def play(self, plan: Plan, number: int, weights: Path) -> list[dict[str, Any]]:
        """Plays the games of a round."""
        return self.play_round(plan.rounds[number - 1], plan, self.records(number), number, weights)

    def play_round(
        self, this: Round, plan: Plan, folder: Path, number: int, weights: Path
    ) -> list[dict[str, Any]]:
        """Plays games into a folder, several per file."""
        jobs = []
        for part in range(-(-this.games // plan.games_per_file)):
            count = min(plan.games_per_file, this.games - part * plan.games_per_file)
            words = ["--weights", weights, "--depth", this.depth, "--exact", this.exact]
            words += ["--count", count, "--seed", self.seed_of(number, part)]
            jobs.append(Job(folder / f"{part:05}.records", "games", *words))
        return self.call_all(f"{folder.name}, games of depth {this.depth}", jobs)

    def records(self, number: int) -> Path:
        return self.work / f"round-{number}"
