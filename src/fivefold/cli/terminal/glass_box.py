"""Decisions as text: the sentence, scores on the squares and a heat map.

With colour the heat is the background, otherwise a character after each number. The chosen move
is in brackets:

      f    g    h    i
 9    .  212. 632# 215.
 8    .    ○    ●    .
 7    .   64  [640]  .
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from fivefold.cli.support.printing import score_text
from fivefold.cli.terminal.board import SIGNS, Marks, cell_name, margin_of, paint_board, stone
from fivefold.cli.terminal.capabilities import BOLD, Look, background, foreground
from fivefold.cli.terminal.layout import Fixed
from fivefold.core import WIN, Game, State
from fivefold.games.gomoku import GomokuState
from fivefold.strategies.base import Candidate, Decision, Overlay, Score, Words
from fivefold.strategies.explain import PROVEN, side_words
from fivefold.words import Message, quoted, say

MOST_CANDIDATES = 5
MOST_WORDS = 400
SCORES = ("overlay.values", "greedy.overlay", "discs.values", "discs.values_exact")
"""Labels of grids that hold scores, which belong to a side."""
SHADES = " .:-=+*#%@"
COLD_TO_HOT = (236, 238, 240, 242, 101, 137, 173, 209, 215, 221)
SMALL_BOARD = 8
"""Boards up to this size are drawn whole, larger ones around the relevant cells."""


def describe(decision: Decision, state: State, look: Look) -> list[str]:
    """Returns the decision as lines: the sentence, the best moves and the boards."""
    game = state.game
    lines = [printable(decision.text)] if decision.text else []
    lines += _best(decision.candidates, state, look)
    lines += [line for board in boards(decision, state, look) for line in board]
    if len(decision.pv) > 1:
        moves = ("; " if game.name == "pentomino" else " ").join(map(game.format_move, decision.pv))
        lines.append(str(say("cli.expected", moves=moves)))
    return lines


def boards(decision: Decision, state: State, look: Look) -> list[list[str]]:
    """Returns the boards that the overlays draw, with their labels, cropped to what matters."""
    game, found = state.game, list[list[str]]()
    for overlay in decision.overlay:
        if overlay.values is not None and len(overlay.values) == len(state.cells):
            label, player = printable(overlay.label), game.player_name(state.to_move)
            sided = isinstance(overlay.label, Message) and overlay.label.key in SCORES
            key = "play.overlay_grid" if sided and not look.ascii else "cli.overlay_grid"
            title = str(say(key, label=label, player=player))
            found.append([title, *heat_map(overlay.values, decision, state, look)])
    return [board for board in (*found, _marked(decision, state, look)) if board]


def printable(text: Words) -> str:
    """Returns a player's text without terminal control characters."""
    return quoted(" ".join(str(text).split()), MOST_WORDS)[1:-1]


def _best(candidates: tuple[Candidate, ...], state: State, look: Look) -> list[str]:
    game = state.game
    scored = [candidate for candidate in candidates if candidate.score is not None]
    if len(scored) < 2:
        return []
    scored.sort(key=lambda candidate: -(candidate.score or 0))

    def words(score: Score) -> str:
        # Programs read plain text: numbers keep their form there.
        is_number = look.ascii and abs(score) <= PROVEN
        return square_text(score) if is_number else f"({side_words(state, score)})"

    shown = [f"{game.format_move(c.move)} {words(c.score or 0)}" for c in scored[:MOST_CANDIDATES]]
    best, more = ", ".join(shown), len(scored) - len(shown)
    return [str(say("play.best_more" if more else "play.best", best=best, more=more))]


def square_text(score: Score | None) -> str:
    """Returns a score that fits a square; a forced win in three plies is `W3`, a loss `L3`."""
    if score is not None and PROVEN < abs(score) <= WIN:
        return f"{'W' if score > 0 else 'L'}{WIN - abs(score):.0f}"
    return score_text(score)


def heat_map(
    values: Sequence[Score | None], decision: Decision, state: State, look: Look
) -> list[str]:
    """Returns the board with a number and a shade on its squares, or shades alone if narrow."""
    game = state.game
    chosen = () if decision.move is None else game.move_cells(decision.move)
    values = [value if value is not None and math.isfinite(value) else None for value in values]
    rows, columns = around((c for c, value in enumerate(values) if value is not None), game)
    texts = ["" if value is None else square_text(value) for value in values]
    if not look.ascii:
        texts = [text.replace("-", "−") for text in texts]
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
    """Returns the index of the shade for each value."""
    known = [value for value in values if value is not None]
    # A forced win or loss is so far from other values that they would all get one shade.
    usual = [value for value in known if abs(value) <= PROVEN] or known
    low, high = min(usual, default=0), max(usual, default=0)
    hottest = len(SHADES) - 1

    def heat(value: Score) -> int:
        if high == low:
            return 0 if value <= low else hottest
        return round((min(max(value, low), high) - low) / (high - low) * hottest)

    return [None if value is None else heat(value) for value in values]


def _shaded(text: str, width: int, heat: int, chosen: bool, look: Look) -> str:
    """Returns a cell: number, shade, and brackets if chosen."""
    if not width:
        width, text = 1, " " if look.colour else SHADES[heat]
    elif not look.colour and not chosen:
        return f" {text:>{width}}{SHADES[heat]}"
    text = f"[{text:>{width}}]" if chosen else f" {text:>{width}} "
    ink = 231 if heat < 4 else 16
    styles = (BOLD,) if chosen else ()
    return look.paint(text, *styles, foreground(ink), background(COLD_TO_HOT[heat]))


def _marked(decision: Decision, state: State, look: Look) -> list[str]:
    """Returns the board with the overlays of the decision, and their legend."""
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
    """Returns a line of the legend: the mark, its meaning and the cells."""
    sign = next(sign for sign in SIGNS if sign.kind == _tone(overlay))
    sample = "   " if look.colour else " ".join(sign.fences)
    cells = " ".join(map(game.format_cell, overlay.cells or ()))
    text = say("cli.overlay", label=printable(overlay.label), cells=cells)
    return f"{look.paint(sample, background(sign.ground))} {text}"


def _tone(overlay: Overlay) -> str:
    """Returns the tone of an overlay, or the default for an unknown one."""
    return overlay.tone if overlay.tone in ("good", "bad") else "neutral"


def around(cells: Iterable[int], game: Game) -> tuple[range, range]:
    """Returns the rows and columns around the cells, with a margin of one."""
    places = [divmod(cell, game.columns) for cell in cells]
    if not places:
        return range(game.rows), range(game.columns)

    def span(numbers: list[int], size: int) -> range:
        whole = size <= SMALL_BOARD
        first, last = max(0, min(numbers) - 1), min(size, max(numbers) + 2)
        return range(size) if whole else range(first, last)

    rows, columns = zip(*places, strict=True)
    return span(list(rows), game.rows), span(list(columns), game.columns)
