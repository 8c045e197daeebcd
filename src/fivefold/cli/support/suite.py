"""Solves positions with published scores: `fivefold bench othello --suite`.

Each is solved from an empty table, so that nodes and time are independent of the others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fivefold.cli.support.printing import Page, count
from fivefold.words import Message, say

if TYPE_CHECKING:
    from fivefold.games.othello import OthelloState

HEADS = ("#", "empty", "score", "published", "", "move", "nodes", "CPU s", "nodes/s")
NUMBERS = ("#", "empty", "score", "published", "nodes", "CPU s", "nodes/s")


@dataclass(frozen=True)
class Problem:
    """A position and its published best score, if there is one."""

    state: OthelloState
    published: int | None


@dataclass(frozen=True)
class Answer:
    """The solution of a problem: the exact score, nodes and CPU seconds."""

    position: str
    empty: int
    score: int
    published: int | None
    move: str | None
    nodes: int
    seconds: float

    @property
    def right(self) -> bool | None:
        """Whether the score is the published one; None without a published score."""
        return None if self.published is None else self.score == self.published


def read_problems(file: str) -> list[Problem]:
    """Returns the positions of an OBF file with their best scores."""
    from fivefold import formats
    from fivefold.errors import InvalidNotation
    from fivefold.formats.obf import OBF
    from fivefold.games.othello import OthelloGame, OthelloState
    from fivefold.words import quoted

    found = []
    for reading in OBF.read(formats.read_from(file), OthelloGame()):
        scores, state = [score for _, score in reading.details.scores], reading.state
        assert isinstance(state, OthelloState)
        found.append(Problem(state, round(max(scores)) if scores else None))
    if not found:
        raise InvalidNotation("cli.no_positions", file=quoted(file, 200))
    return found


def answers(
    problems: list[Problem], memory: int, threads: int, stop: threading.Event
) -> Iterator[Answer]:
    """Yields the answer to each problem until stopped."""
    from fivefold.strategies.othello.search import OthelloSearch
    from fivefold.strategies.solve import final_score

    search = OthelloSearch(memory, threads)
    for problem in problems:
        state, game = problem.state, problem.state.game
        move, nodes, seconds = None, 0, 0.0
        score = int(final_score(state, 0)) if state.outcome else 0
        if not state.outcome:
            search.forget()
            began = time.process_time()
            report = search.solve(state, stop=stop)
            seconds, nodes = time.process_time() - began, report.nodes
            if not report.exact:
                return
            best = report.lines[0]
            score, move = int(best.score), game.format_move(best.move)
        text, empty = game.format_position(state), state.cells.count(".")
        yield Answer(text, empty, score, problem.published, move, nodes, seconds)


def collect(
    problems: list[Problem],
    memory: int,
    threads: int,
    stop: threading.Event,
    tell: Callable[[Message], None],
) -> list[Answer]:
    """Returns the answers; calls `tell` with the progress before each."""
    found: list[Answer] = []
    for answer in answers(problems, memory, threads, stop):
        found.append(answer)
        tell(say("suite.progress", done=len(found), all=len(problems)))
    return found


def print_answers(page: Page, found: list[Answer]) -> None:
    """Prints a line for each position and the totals."""
    rows = [
        (
            str(number),
            str(answer.empty),
            f"{answer.score:+}",
            "–" if answer.published is None else f"{answer.published:+}",
            "" if answer.right is None else str(say("suite.ok" if answer.right else "suite.wrong")),
            answer.move or "–",
            *_costs(answer.nodes, answer.seconds),
        )
        for number, answer in enumerate(found, start=1)
    ]
    nodes, seconds = _totals(found)
    page.table(HEADS, [*rows, ("", "", "", "", "", "", *_costs(nodes, seconds))], numbers=NUMBERS)
    published = [answer for answer in found if answer.right is not None]
    right = sum(answer.right is True for answer in published)
    page.line(str(say("suite.sum", right=right, all=len(published), solved=len(found))))


def as_json(found: list[Answer], positions: int) -> dict[str, Any]:
    """Returns the answers and the totals as plain data."""
    nodes, seconds = _totals(found)
    return {
        "positions": [
            {**asdict(answer), "seconds": round(answer.seconds, 6), "right": answer.right}
            for answer in found
        ],
        "given": positions,
        "solved": len(found),
        "right": sum(answer.right is True for answer in found),
        "wrong": sum(answer.right is False for answer in found),
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "nodes_per_second": _pace(nodes, seconds),
    }


def _totals(found: list[Answer]) -> tuple[int, float]:
    return sum(answer.nodes for answer in found), sum(answer.seconds for answer in found)


def _costs(nodes: int, seconds: float) -> tuple[str, str, str]:
    return count(nodes), f"{seconds:.3f}", count(_pace(nodes, seconds))


def _pace(nodes: int, seconds: float) -> int:
    return round(nodes / max(seconds, 1e-9))
