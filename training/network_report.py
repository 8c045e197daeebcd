"""The report of a network's training: games, losses, contests. Used by train_gomoku_network.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gomoku_report import Contest, contest_of, shown


class NotBetter(Exception):
    """The fitted weights have not won every contest beyond the error, or played none."""


def contest_in(folder: Path, pairs: list[dict[str, int]]) -> tuple[Contest, int]:
    """Returns the contest of a folder, and the opponent's nodes a move."""
    _, rules, nodes, against = folder.name.split("-")
    return contest_of(rules, "before", int(nodes), pairs), int(against)


def is_won(contest: Contest) -> bool:
    return contest.elo is None or contest.elo > (contest.error95 or 0)


def report_text(
    played: dict[str, Any],
    measured: dict[str, Any],
    contests: list[tuple[Contest, int]],
    fits: list[list[dict[str, Any]]],
) -> str:
    """Returns the figures as Markdown; raises NotBetter unless all contests were won."""
    lost = [contest for contest, _ in contests if not is_won(contest)]
    if lost or not contests:
        told = ", ".join(f"{each.rules} {each.wins} {each.draws} {each.losses}" for each in lost)
        raise NotBetter(f"Not installed: no contest won beyond the error ({told or 'none played'})")
    hours = sum(facts[-1]["seconds"] for facts in fits if facts and "fit" in facts[-1]) / 3600
    lines = ["| generation | games | positions | core-hours |", "|---|---|---|---|"]
    for number, made in played.items():
        lines.append(
            f"| {number} | {made['games']:,} | {made['positions']:,} "
            f"| {made['seconds'] / 3600:.2f} |"
        )
    lines += [
        "",
        f"The last fit, of linear weights and network, took {hours:.2f} core-hours. Games held out "
        "from it, by weights:",
        "",
        "| weights | positions | loss | error | loss of moves | first |",
        "|---|---|---|---|---|---|",
    ]
    titles = {"installed": "before", "linear": "linear, fitted again", "network": "network"}
    for title, shown_as in titles.items():
        row = measured[title]
        lines.append(
            f"| {shown_as} | {row['positions']:,} | {row['value_loss']:.4f} "
            f"| {row['value_error']:.3f} | {row['move_loss']:.3f} "
            f"| {100 * row['first']:.1f} % |"
        )
    lines += [
        "",
        "Contests of the network against the weights before:",
        "",
        "| rules | nodes a move | nodes before | + = − | Elo |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {each.rules} | {each.nodes:,} | {against:,} | {each.wins} {each.draws} {each.losses} "
        f"| {shown(each.elo, '+')} ± {shown(each.error95)} |"
        for each, against in contests
    ]
    return "\n".join(lines) + "\n"
