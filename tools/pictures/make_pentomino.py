"""Regenerates the pictures and tables of docs/explanation/pentomino-solved.md.

    .venv/bin/python tools/pictures/make_pentomino.py

The outcomes of first moves come from the packaged book, those of rectangles from
docs/explanation/data/pentomino-rectangles.txt (tools/pentomino_rectangles.py). Tables are between
`<!-- made: NAME -->` and `<!-- end -->` in the page; run this again after either source has
changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pentomino_wall import GAME, Opening, in_words, letter_of, openings, wall

from fivefold.drawing import board_svg
from fivefold.games.grid import LARGEST_SIDE
from fivefold.games.pentomino import LARGEST, LETTERS, SMALLEST
from fivefold.strategies.pentomino.book import book
from fivefold.strategies.pentomino.symmetry import symmetry_of

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PAGE = PICTURES.parent / "explanation" / "pentomino-solved.md"
RECTANGLES = PICTURES.parent / "explanation" / "data" / "pentomino-rectangles.txt"
MARKED = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

POSITIONS = {
    "longest": "FFVVVUUU LFFWVUXU LFWWVXXX LWW..NXI LLZ..NNI ZZZPPTNI ZYPPPTNI YYYYTTTI",
    "shortest": "........ .LLLLUU. .L...U.. .I.Y.UU. .I.YY... .I.Y.VVV .I.Y.V.. .I...V..",
}
"""Finished games; the page explains how they were found."""


def status(shown: list[Opening], _: Rectangles) -> Iterator[str]:
    decided = sum(opening.outcome != "open" for opening in shown)
    how_many = "All" if decided == len(shown) else f"{decided} of the"
    yield f"{how_many} {len(shown)} first moves on 8x8 are decided: {in_words(shown)}."
    if any(opening.outcome == "win" for opening in shown):
        yield "The first player wins."


def proof(_: list[Opening], __: Rectangles) -> Iterator[str]:
    known = book()
    yield "| file | bytes | SHA-256 of all its lines but the last |"
    yield "|---|---|---|"
    yield row("`src/fivefold/data/pentomino/book.txt`", f"{known.size:,}", f"`{known.sha256}`")


def totals(shown: list[Opening], _: Rectangles) -> Iterator[str]:
    yield "| piece | first moves | win | lose |"
    yield "|---|---|---|---|"
    for letter in LETTERS:
        yield totals_row(letter, [opening for opening in shown if opening.name[0] == letter])
    yield totals_row("all", shown)


def totals_row(name: str, shown: list[Opening]) -> str:
    outcomes = [opening.outcome for opening in shown]
    return row(name, len(shown), outcomes.count("win"), outcomes.count("loss"))


def pictures(shown: list[Opening], _: Rectangles) -> Iterator[str]:
    for letter in LETTERS:
        mine = [opening for opening in shown if opening.name[0] == letter]
        words = f"The {len(mine)} first moves with {letter}: {in_words(mine)}."
        yield f"**{letter}**: {in_words(mine)}.\n"
        yield f"![{words}](../pictures/pentomino-{letter}.svg)\n"


def wins(shown: list[Opening], _: Rectangles) -> Iterator[str]:
    yield "| | first move that wins | replies, all answered | different answers |"
    yield "|---|---|---|---|"
    for opening in shown:
        if opening.outcome == "win":
            move = GAME.format_move(opening.move)
            yield row(opening.name, f"`{move}`", f"{opening.replies:,}", opening.answers)


def losses(shown: list[Opening], _: Rectangles) -> Iterator[str]:
    symmetry = symmetry_of(GAME.rows, GAME.columns)
    names = {opening.move: opening.name for opening in shown}
    yield "| | first move that loses | to the reply | which is an image of |"
    yield "|---|---|---|---|"
    for opening in shown:
        if opening.reply is not None:
            move, reply = GAME.format_move(opening.move), GAME.format_move(opening.reply)
            same = names[symmetry.canonical[opening.reply]]
            yield row(opening.name, f"`{move}`", f"`{reply}`", same)


def pairs(shown: list[Opening], _: Rectangles) -> Iterator[str]:
    symmetry = symmetry_of(GAME.rows, GAME.columns)
    lost = [(opening.move, opening.reply) for opening in shown if opening.reply is not None]
    different = {symmetry.pair(move, reply) for move, reply in lost}
    by_piece = Counter(letter_of(reply) for _, reply in lost)
    named = ", ".join(f"{letter} {count}" for letter, count in by_piece.most_common())
    yield f"These are {len(different)} different lost pairs. Replies by piece: {named or 'none'}."


@dataclass(frozen=True)
class Solved:
    """A rectangle with a rule: the winner, the cost, and a winning first move or `-`."""

    winner: str
    nodes: int
    seconds: float
    move: str


Size = tuple[int, int]
Rectangles = dict[tuple[int, int, str], Solved]
RULES = ("normal", "misere")


def read_rectangles() -> Rectangles:
    found: Rectangles = {}
    for line in RECTANGLES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            size, rule, winner, nodes, seconds, move = line.split(" ", 5)
            rows, columns = map(int, size.split("x"))
            found[rows, columns, rule] = Solved(winner, int(nodes), float(seconds), move)
    return found


def sizes() -> list[Size]:
    sides = range(1, LARGEST_SIDE + 1)
    every = [(rows, columns) for rows in sides for columns in sides if rows <= columns]
    return [size for size in every if SMALLEST <= size[0] * size[1] <= LARGEST]


def outcomes(_: list[Opening], known: Rectangles) -> Iterator[str]:
    rows = sorted({size[0] for size in sizes()})
    yield row("columns", *(f"{each} row{'s' * (each > 1)}" for each in rows))
    yield "|---" * (len(rows) + 1) + "|"
    for columns in sorted({size[1] for size in sizes()}):
        yield row(columns, *(outcome(known, (each, columns)) for each in rows))


def outcome(known: Rectangles, size: Size) -> str:
    """Returns `N P`: the outcome classes in normal and misère play."""
    if size not in sizes():
        return ""
    solved = [known.get((*size, rule)) for rule in RULES]
    classes = [
        "?" if each is None else {"first": "N", "second": "P"}[each.winner] for each in solved
    ]
    normal = f"**{classes[0]}**" if classes[0] == "P" else classes[0]
    return f"{normal} {classes[1]}"


def second(_: list[Opening], known: Rectangles) -> Iterator[str]:
    for rule, name in zip(RULES, ("normal", "misère"), strict=True):
        solved = {size: known.get((*size, rule)) for size in sizes()}
        theirs = [size for size, each in solved.items() if each and each.winner == "second"]
        unsolved = [size for size, each in solved.items() if each is None]
        yield f"- The second player wins in {name} play on {listed(theirs)}."
        yield f"  Open: {listed(unsolved)}."


def listed(found: list[Size]) -> str:
    """Returns sizes as text; three or more consecutive ones as `1x5 to 1x22`."""
    runs: list[list[Size]] = []
    for rows, columns in found:
        if runs and runs[-1][-1] == (rows, columns - 1):
            runs[-1].append((rows, columns))
        else:
            runs.append([(rows, columns)])
    named = []
    for run in runs:
        names = [f"{rows}x{columns}" for rows, columns in run]
        named += names if len(names) < 3 else [f"{names[0]} to {names[-1]}"]
    return ", ".join(named) or "none"


def details(_: list[Opening], known: Rectangles) -> Iterator[str]:
    yield "| board | rule | wins | nodes | CPU s | a first move that wins |"
    yield "|---|---|---|---|---|---|"
    for rows, columns in sizes():
        for rule in RULES:
            solved = known.get((rows, columns, rule))
            if solved and rows > 1:
                name, move = "misère" if rule == "misere" else rule, solved.move
                shown = "" if move == "-" else f"`{move}`"
                cost = f"{solved.nodes:,}", f"{solved.seconds:,.2f}"
                yield row(f"{rows}x{columns}", name, solved.winner, *cost, shown)


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


TABLES: dict[str, Callable[[list[Opening], Rectangles], Iterator[str]]] = {
    table.__name__: table
    for table in (
        status,
        proof,
        totals,
        pictures,
        wins,
        losses,
        pairs,
        outcomes,
        second,
        details,
    )
}


def renewed(page: str, shown: list[Opening], known: Rectangles) -> str:
    """Returns the page with all generated parts replaced."""

    def made(found: re.Match[str]) -> str:
        return found[1] + "\n".join(TABLES[found[2]](shown, known)) + "\n" + found[3]

    return MARKED.sub(made, page)


def drawings(shown: list[Opening]) -> dict[str, str]:
    """Returns every picture of the page by file name."""
    walls = {
        f"pentomino-{letter}.svg": wall(letter, [each for each in shown if each.name[0] == letter])
        for letter in LETTERS
    }
    ends = {
        f"pentomino-{name}.svg": board_svg(GAME.parse_position(position), width=280)
        for name, position in POSITIONS.items()
    }
    return walls | ends


def main() -> None:
    shown = openings(book())
    for name, drawing in drawings(shown).items():
        (PICTURES / name).write_text(drawing + "\n", encoding="utf-8")
    page = renewed(PAGE.read_text(encoding="utf-8"), shown, read_rectangles())
    PAGE.write_text(page, encoding="utf-8")
    print(next(status(shown, {})))


if __name__ == "__main__":
    main()
