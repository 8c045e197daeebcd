"""The report of a Gomoku training: losses, contests, plots. Used by training/train_gomoku.py.

Writes WORK/report.json, tables to WORK/report.md and plots to docs/pictures.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gomoku_trainer import RULES, Plan, Trainer

from fivefold.results.elo import elo_of, elo_of_pairs
from fivefold.results.pairs import Pentanomial


@dataclass(frozen=True)
class Contest:
    """The result of the final weights against others at equal nodes per move."""

    rules: str
    title: str
    nodes: int
    wins: int
    draws: int
    losses: int
    elo: float | None
    error95: float | None


def contest_of(rules: str, title: str, nodes: int, pairs: Iterable[dict[str, int]]) -> Contest:
    """Returns the result of all pairs; the Elo error is over pairs."""
    counts: Counter[int] = Counter()
    total = Counter({"wins": 0, "draws": 0, "losses": 0})
    for pair in pairs:
        counts[2 * pair["wins"] + pair["draws"]] += 1
        total.update(pair)
    wins, draws, losses = total["wins"], total["draws"], total["losses"]
    elo = elo_of_pairs(Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4])))
    if elo.error95 is None:
        elo = elo_of(wins, draws, losses)
    return Contest(rules, title, nodes, wins, draws, losses, elo.difference, elo.error95)


def shown(number: float | None, sign: str = "") -> str:
    return "–" if number is None else f"{number:{sign}.0f}"


def report_text(found: dict[str, Any]) -> str:
    """Returns the figures as Markdown."""
    lines = [
        f"{found['games']:,} games with {found['positions']:,} positions to learn from were "
        f"played; all together took {found['cpu_hours']:.2f} hours of one core "
        f"(seed {found['seed']}).",
        "",
        "Games held out from the last fit, by weights: the loss of the winning chance and of the "
        "choice of a move (nats), the mean error of the winning chance, and how often the highest "
        "move score is the move that the search chose.",
        "",
        "| weights | positions | loss | error | loss of moves | first |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['weights']} | {row['positions']:,} | {row['value_loss']:.4f} "
        f"| {row['value_error']:.3f} | {row['move_loss']:.3f} | {100 * row['first']:.1f} % |"
        for row in found["errors"]
    ]
    lines += ["", "| rules | against | positions a move | + = − | Elo |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.rules} | {row.title} | {row.nodes:,} | {row.wins} {row.draws} {row.losses} "
        f"| {shown(row.elo, '+')} ± {shown(row.error95)} |"
        for row in found["contests"]
    ]
    return "\n".join(lines) + "\n"


def insert(document: Path, text: str, name: str = "training report") -> None:
    """Replaces the marked report in a document."""
    begin, end = f"<!-- made: {name} -->\n", "<!-- end -->\n"
    before, _, rest = document.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    document.write_text(before + begin + text + end + after, encoding="utf-8")


def draw(pictures: Path, found: dict[str, Any]) -> None:
    """Plots the course of every fit, of values and of moves."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "fivefold"
    pictures.mkdir(parents=True, exist_ok=True)
    for part, label in (("values", "winning chance"), ("moves", "choice of a move")):
        figure, axes = pyplot.subplots(figsize=(7, 4))
        for title, lines in found["fits"].items():
            steps = [line for line in lines if line.get("fit") == part]
            axes.plot(
                [s["epoch"] for s in steps], [s["held_out"] for s in steps], "o-", label=title
            )
        axes.set_xlabel("times all games were seen")
        axes.set_ylabel(f"held-out loss, {label} (nats)")
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(pictures / f"gomoku-training-{part}.svg", metadata={"Date": None})
        pyplot.close(figure)


def facts_in(path: Path) -> list[dict[str, Any]]:
    """Returns the output of the job that made a file."""
    return [json.loads(line) for line in path.with_suffix(".json").read_text().splitlines()]


def report(trainer: Trainer, plan: Plan, weights: Path, pictures: Path) -> tuple[str, bool]:
    """Measures the final weights and draws the plots; returns the report and whether they won."""
    last = len(plan.rounds)
    games = trainer.learnt_from(plan, last)
    fitted = {f"round {n}": trainer.weights_of(n) for n in range(1, last + 1)}
    fits = {title: facts_in(path) for title, path in fitted.items()}
    errors = [
        {"weights": title, **trainer.measured(path, games)}
        for title, path in {"by hand": None, **fitted}.items()
    ]
    against: dict[str, Path | None] = {"by hand": None}
    against |= {title: path for title, path in fitted.items() if path != weights}
    contests = []
    for rules in RULES:
        for title, path in against.items():
            pairs = trainer.contest(plan, rules, title, weights, path)
            contests.append(contest_of(rules, title, plan.contest_nodes, pairs))
    logs = sorted(trainer.work.glob("round-*/*.json"))
    made = [json.loads(path.read_text().splitlines()[-1]) for path in logs]
    found = {
        "games": sum(fact["games"] for fact in made),
        "positions": sum(fact["positions"] for fact in made),
        "cpu_hours": sum(fact["seconds"] for fact in [*made, *(f[-1] for f in fits.values())])
        / 3600,
        "seed": trainer.seed,
        "errors": errors,
        "contests": contests,
        "fits": fits,
    }
    text = report_text(found)
    (trainer.work / "report.json").write_text(json.dumps(found, indent=1, default=asdict) + "\n")
    (trainer.work / "report.md").write_text(text, encoding="utf-8")
    draw(pictures, found)
    by_hand = [each for each in contests if each.title == "by hand"]
    return text, all(each.wins > each.losses for each in by_hand)
