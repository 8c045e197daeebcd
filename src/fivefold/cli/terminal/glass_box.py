"""The glass box in text: numbers on the squares, a heat map in shades, the sentence.

In colour the heat is the background; without, it is a character behind each number. The move
that was chosen is in brackets, stones stand where no number is:

      f    g    h    i
 9    .  212. 632# 215.
 8    .    ○    ●    .
 7    .   64  [640]  .
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from fivefold.cli.printing import score_text
from fivefold.cli.terminal.board import SIGNS, Marks, cell_name, margin_of, paint_board, stone
from fivefold.cli.terminal.layout import Fixed
from fivefold.cli.terminal.look import BOLD, Look, background, foreground
from fivefold.core import WIN, Game, State
from fivefold.games.gomoku import GomokuState
from fivefold.strategies.base import Candidate, Decision, Overlay, Score, Words
from fivefold.strategies.explain import PROVEN
from fivefold.words import quoted, say

MOST_CANDIDATES = 5
MOST_WORDS = 400
SHADES = " .:-=+*#%@"
COLD_TO_HOT = (236, 238, 240, 242, 101, 137, 173, 209, 215, 221)
SMALL_BOARD = 8
"""Boards up to this size are always drawn whole; of larger ones the part that matters."""


def tell(decision: Decision, state: State, look: Look) -> list[str]:
    """Returns the decision made in that position as lines: the sentence, the best, the pictures."""
    game = state.game
    lines = [printable(decision.text)] if decision.text else []
    lines += _best(decision.candidates, game)
    for overlay in decision.overlay:
        if overlay.values is not None and len(overlay.values) == len(state.cells):
            lines.append(str(say("cli.overlay_grid", label=printable(overlay.label))))
            lines += heat_map(overlay.values, decision, state, look)
    lines += _marked(decision, state, look)
    if len(decision.pv) > 1:
        moves = ("; " if game.name == "pentomino" else " ").join(map(game.format_move, decision.pv))
        lines.append(str(say("cli.expected", moves=moves)))
    return lines


def printable(text: Words) -> str:
    """Returns what a player says without anything that would control the terminal."""
    return quoted(" ".join(str(text).split()), MOST_WORDS)[1:-1]


def _best(candidates: tuple[Candidate, ...], game: Game) -> list[str]:
    scored = [candidate for candidate in candidates if candidate.score is not None]
    if len(scored) < 2:
        return []
    scored.sort(key=lambda candidate: -(candidate.score or 0))
    shown = [f"{game.format_move(c.move)} {square_text(c.score)}" for c in scored[:MOST_CANDIDATES]]
    best, more = ", ".join(shown), len(scored) - len(shown)
    return [str(say("play.best_more" if more else "play.best", best=best, more=more))]


def square_text(score: Score | None) -> str:
    """Returns a score as short as a square: a forced win in three plies is `W3`, a loss `L3`."""
    if score is not None and PROVEN < abs(score) <= WIN:
        return f"{'W' if score > 0 else 'L'}{WIN - abs(score):.0f}"
    return score_text(score)


def heat_map(
    values: Sequence[Score | None], decision: Decision, state: State, look: Look
) -> list[str]:
    """Returns the board with a number and a shade on its squares.

    Where there is no room for numbers, shades alone.
    """
    game = state.game
    chosen = () if decision.move is None else game.move_cells(decision.move)
    values = [value if value is not None and math.isfinite(value) else None for value in values]
    rows, columns = around((c for c, value in enumerate(values) if value is not None), game)
    texts = ["" if value is None else square_text(value) for value in values]
    width, margin = max(1, *map(len, texts)), margin_of(game)
    if margin + (width + 2) * len(columns) > look.columns:
        texts, width = [""] * len(values), 0
    letters = (cell_name(game, column)[0] for column in columns)
    lines = [(" " * margin + "".join(f" {name:>{max(1, width)}} " for name in letters)).rstrip()]
    heats = _heats(values)
    for row in rows:
        line = f"{cell_name(game, row * game.columns)[1]:>{margin}}"
        for cell in (row * game.columns + column for column in columns):
            if heats[cell] is None:
                mark = stone(state.cells[cell], game, look)
                line += " " * (max(1, width) + 1 - look.width(mark)) + mark + " "
            else:
                line += _shaded(texts[cell], width, heats[cell] or 0, cell in chosen, look)
        lines.append(line.rstrip())
    return [Fixed(line) for line in lines]


def _heats(values: Sequence[Score | None]) -> list[int | None]:
    """Returns for each value how hot it is among the others, as a place in the shades."""
    known = [value for value in values if value is not None]
    # A forced win or loss is far from all other numbers and would leave them one shade.
    usual = [value for value in known if abs(value) <= PROVEN] or known
    low, high = min(usual, default=0), max(usual, default=0)
    hottest = len(SHADES) - 1

    def heat(value: Score) -> int:
        if high == low:
            return 0 if value <= low else hottest
        return round((min(max(value, low), high) - low) / (high - low) * hottest)

    return [None if value is None else heat(value) for value in values]


def _shaded(text: str, width: int, heat: int, chosen: bool, look: Look) -> str:
    """Returns a cell: its number, its shade, and brackets if it was chosen."""
    if not width:
        width, text = 1, " " if look.colour else SHADES[heat]
    elif not look.colour and not chosen:
        return f" {text:>{width}}{SHADES[heat]}"
    text = f"[{text:>{width}}]" if chosen else f" {text:>{width}} "
    ink = 231 if heat < 4 else 16
    styles = (BOLD,) if chosen else ()
    return look.paint(text, *styles, foreground(ink), background(COLD_TO_HOT[heat]))


def _marked(decision: Decision, state: State, look: Look) -> list[str]:
    """Returns the board with the cells and lines that the player pointed out, and what they are."""
    game, lines = state.game, []
    marked: dict[str, tuple[int, ...]] = {"good": (), "bad": (), "neutral": ()}
    for overlay in decision.overlay:
        if overlay.cells and overlay.kind != "move":
            tone = _tone(overlay)
            marked[tone] += overlay.cells
            lines.append(_legend(overlay, game, look))
    if not lines:
        return []
    chosen = () if decision.move is None else game.move_cells(decision.move)
    good, bad, neutral = marked.values()
    barred = tuple(state.forbidden) if isinstance(state, GomokuState) else ()
    marks = Marks(good=good, bad=bad, neutral=neutral, cursor=chosen, forbidden=barred)
    rows, columns = around([*good, *bad, *neutral, *chosen], game)
    return [*lines, *map(Fixed, paint_board(state, look, marks, rows, columns))]


def _legend(overlay: Overlay, game: Game, look: Look) -> str:
    """Returns how the cells are marked, what they are and which they are."""
    sign = next(sign for sign in SIGNS if sign.kind == _tone(overlay))
    sample = "   " if look.colour else " ".join(sign.fences)
    cells = " ".join(map(game.format_cell, overlay.cells or ()))
    text = say("cli.overlay", label=printable(overlay.label), cells=cells)
    return f"{look.paint(sample, background(sign.ground))} {text}"


def _tone(overlay: Overlay) -> str:
    """Returns the tone of an overlay; somebody's bot may have made up its own."""
    return overlay.tone if overlay.tone in ("good", "bad") else "neutral"


def around(cells: Iterable[int], game: Game) -> tuple[range, range]:
    """Returns the rows and columns of a large board that hold the cells, and one more around."""
    places = [divmod(cell, game.columns) for cell in cells]
    if not places:
        return range(game.rows), range(game.columns)

    def span(numbers: list[int], size: int) -> range:
        whole = size <= SMALL_BOARD
        first, last = max(0, min(numbers) - 1), min(size, max(numbers) + 2)
        return range(size) if whole else range(first, last)

    rows, columns = zip(*places, strict=True)
    return span(list(rows), game.rows), span(list(columns), game.columns)
