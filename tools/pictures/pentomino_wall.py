"""Draws the first moves of the pentomino game as walls of small boards, one picture per piece.

solid, ✓            wins
hatched, ✗ and I    loses: the other piece, an I, is a refuting reply
pale, ?             undecided
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fivefold.core import Move
from fivefold.drawing.markup import tag, text
from fivefold.games.pentomino import LETTERS, PentominoGame, board_of
from fivefold.strategies.pentomino.book import Book
from fivefold.strategies.pentomino.symmetry import symmetry_of

GAME = PentominoGame()
OUTCOMES = {"win": "✓", "loss": "✗", "open": "?"}
WORDS = {"win": "win", "loss": "lose", "open": "undecided"}


@dataclass(frozen=True)
class Opening:
    """A first move with its name on the page, such as F1, and its verdict in the book."""

    name: str
    move: Move
    outcome: str
    reply: Move | None = None
    """The refuting reply."""
    replies: int = 0
    answers: int = 0
    """Distinct third moves that together answer every reply."""


def openings(known: Book) -> list[Opening]:
    """Returns the first moves up to symmetry, numbered within their piece."""
    found, count = [], dict.fromkeys(LETTERS, 0)
    for move in symmetry_of(GAME.rows, GAME.columns).first_moves:
        letter = board_of(GAME.rows, GAME.columns).placements[move].letter
        count[letter] += 1
        name, replies = f"{letter}{count[letter]}", GAME.start.play(move).live.bit_count()
        first = known.first_moves.get(move)
        if first is None:
            found.append(Opening(name, move, "open", replies=replies))
        else:
            answers = len(set((first.answers or {}).values()))
            reply = first.refutation
            found.append(Opening(name, move, first.outcome, reply, replies, answers))
    return found


CELL, GAP, CAPTION, ACROSS = 9, 18, 16, 8
SIDE = 8 * CELL
STYLE = """
.panel{fill:#fffdf9}.slab{fill:#f3ecde}.line{stroke:#d6cab3;stroke-width:.7}text{fill:#2b2a27}
.win{fill:#23794a}.loss{fill:#c4402f}.hatch{stroke:#fffdf9;stroke-width:1.1}
.reply{fill:#35322d}.open{fill:#c4beb2}
@media(prefers-color-scheme:dark){.panel{fill:#1b1916}.slab{fill:#2c2823}
.line{stroke:#453f36}text{fill:#ece6da}.win{fill:#5ecb8e}.loss{fill:#f08474}
.hatch{stroke:#1b1916}.reply{fill:#efe9dd}.open{fill:#777065}}
"""


def wall(letter: str, shown: list[Opening]) -> str:
    """Returns the picture of all first moves with a piece."""
    rows = -(-len(shown) // ACROSS)
    width = ACROSS * (SIDE + GAP) + GAP
    height = rows * (SIDE + CAPTION + GAP) + GAP
    lines = "".join(
        f"M{step * CELL} 0V{SIDE}M0 {step * CELL}H{SIDE}" for step in range(SIDE // CELL + 1)
    )
    slab = tag(
        "g",
        tag("rect", width=SIDE, height=SIDE, **{"class": "slab"}),
        tag("path", d=lines, **{"class": "line"}),
        id="board",
    )
    strokes = tag("path", d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5", **{"class": "hatch"})
    hatch = tag("pattern", strokes, id="hatch", width=6, height=6, patternUnits="userSpaceOnUse")
    boards = [
        tag(
            "g",
            *small_board(opening),
            transform=f"translate({GAP + place % ACROSS * (SIDE + GAP)} "
            f"{GAP + place // ACROSS * (SIDE + CAPTION + GAP)})",
        )
        for place, opening in enumerate(shown)
    ]
    return tag(
        "svg",
        tag("title", f"First moves with {letter}: {in_words(shown)}"),
        tag("style", STYLE.replace("\n", "")),
        tag("defs", slab, hatch),
        tag("rect", width=width, height=height, rx=8, **{"class": "panel"}),
        *boards,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_family="system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif",
        font_size=11,
    )


def small_board(opening: Opening) -> Iterator[str]:
    """Returns a board with the first move, its refutation and a caption."""
    yield tag("use", href="#board")
    yield tag("path", d=squares(opening.move), **{"class": opening.outcome})
    caption = f"{opening.name} {OUTCOMES[opening.outcome]}"
    if opening.outcome == "loss":
        yield tag("path", d=squares(opening.move), fill="url(#hatch)")
    if opening.reply is not None:
        yield tag("path", d=squares(opening.reply), **{"class": "reply"})
        caption += f" {letter_of(opening.reply)}"
    yield text(SIDE / 2, SIDE + CAPTION / 2 + 2, caption)


def squares(move: Move) -> str:
    """Returns the outline of a placement as a path."""
    places = [divmod(cell, GAME.columns) for cell in GAME.move_cells(move)]
    return "".join(f"M{c * CELL} {r * CELL}h{CELL}v{CELL}h-{CELL}z" for r, c in places)


def letter_of(move: Move) -> str:
    return board_of(GAME.rows, GAME.columns).placements[move].letter


def in_words(shown: Iterable[Opening]) -> str:
    """Returns `3 win, 20 lose, 13 undecided`, or `3 win, 20 lose` if all are decided."""
    outcomes = [opening.outcome for opening in shown]
    told = [outcome for outcome in WORDS if outcome != "open" or "open" in outcomes]
    return ", ".join(f"{outcomes.count(outcome)} {WORDS[outcome]}" for outcome in told)
