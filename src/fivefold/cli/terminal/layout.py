"""The screen layout. The least important parts are dropped first, the prompt never."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from fivefold.cli.terminal.capabilities import RESET, Look

_PAINTED = re.compile(r"(\x1b\[[0-9;]*m)([^\x1b]*)\x1b\[0m([^\x1b]*)")

GAP = "   "
NARROWEST_SIDE = 30
"""Minimum width of text beside the board, in columns."""
SHORT_PANEL = 4
"""Lines of a reply that are shown even if the board must shrink for them."""
CAN_BE_CUT = (2, 3)
"""Ranks whose first lines are useful alone."""


@dataclass(frozen=True)
class Parts:
    """The parts of the screen: painted boards, and sentences that can be wrapped."""

    title: str
    clocks: tuple[str, str]
    turn: int
    """The player to move, whose clock has priority."""
    board: list[str]
    focus: int = 0
    """The line of the board that must stay visible."""
    tray: list[str] = field(default_factory=list)
    small_tray: list[str] = field(default_factory=list)
    """The tray for narrow screens."""
    talk: list[str] = field(default_factory=list)
    hint: str = ""
    """The available keys and commands."""
    panel: list[str] = field(default_factory=list)
    """The reply to the last input."""


def arranged(parts: Parts, look: Look) -> list[str] | None:
    """Returns the lines above the prompt, or None if the panel needs the whole screen."""
    room = max(1, look.lines - 1)
    for fewer in (parts, replace(parts, hint=""), replace(parts, hint="", talk=[])):
        beside = _beside(fewer, look)
        if beside and len(beside) <= room:
            return beside
    return _stacked(parts, look, room)


def _beside(parts: Parts, look: Look) -> list[str] | None:
    """Returns the board with everything else to its right, or None if there is no room."""
    width = max(map(look.width, parts.board))
    side = look.columns - width - len(GAP)
    panel = wrapped(parts.panel, side, look)
    if side < NARROWEST_SIDE or any(look.width(line) > side for line in [*panel, *parts.tray]):
        return None
    right = [parts.title, *parts.clocks, "", *_tray_and_gap(parts)]
    for paragraph in (parts.talk, [parts.hint], panel):
        right += [*wrapped(paragraph, side, look), ""] if any(paragraph) else []
    right = right[:-1]
    left = [*parts.board, *[""] * (len(right) - len(parts.board))]
    right += [""] * (len(left) - len(right))
    rows = zip(left, right, strict=True)
    return [(look.filled(one, width) + GAP + other).rstrip() for one, other in rows]


def _tray_and_gap(parts: Parts) -> list[str]:
    return [*parts.tray, ""] if parts.tray else []


def _stacked(parts: Parts, look: Look, room: int) -> list[str] | None:
    """Returns all parts below each other; drops parts by rank if there is no room."""
    panel = wrapped(parts.panel, look.columns, look)
    talk = wrapped(parts.talk, look.columns, look)
    hint = wrapped([parts.hint] if parts.hint else [], look.columns, look)
    clocks = [GAP.join(parts.clocks)]
    if look.width(clocks[0]) > look.columns:
        clocks = [parts.clocks[parts.turn], parts.clocks[1 - parts.turn]]
    board, tray, others = parts.board, parts.tray, [*clocks, *talk, *hint, *panel]
    wide = all(look.width(line) <= look.columns for line in tray)
    if not wide or len(board) + len(tray) + len(others) > room:
        tray = parts.small_tray
    if len(board) + len(tray) + len(panel) > room:
        if len(panel) > SHORT_PANEL:
            return None
        panel = panel[: max(0, room - 3)]
        tray = tray if len(tray) + len(panel) + 4 <= room else []
        clocks = [parts.clocks[parts.turn]] if room > 4 else []
        board = _window(board, parts.focus, room - len(panel) - len(tray) - len(clocks))
    # In screen order, each with its rank: the highest rank is dropped first.
    sections = [
        (5, [parts.title]),
        (2, clocks),
        (6, [""]),
        (0, board),
        (7, [""]),
        (0, tray),
        (8, [""] if tray else []),
        (3, talk),
        (4, hint),
        (0, panel),
    ]
    left, kept = room, dict[int, list[str]]()
    for rank, place in sorted((rank, place) for place, (rank, _) in enumerate(sections)):
        lines = sections[place][1][:left] if rank in CAN_BE_CUT else sections[place][1]
        if len(lines) <= left:
            left -= len(lines)
            kept[place] = lines
    return [line for place in sorted(kept) for line in kept[place]]


def _window(board: list[str], focus: int, room: int) -> list[str]:
    """Returns the column names and as many rows as fit, including the focus."""
    if len(board) <= room:
        return board
    head, rows = board[:1], board[1:]
    count = max(1, room - 1)
    first = min(max(0, focus - 1 - count // 2), len(rows) - count)
    return [*head, *rows[first : first + count]] if room > 1 else rows[first : first + 1]


def paged(panel: list[str], top: int, look: Look, footer: str) -> tuple[list[str], int]:
    """Returns one page of a long panel with a footer, and its actual first line."""
    lines = wrapped(panel, look.columns, look)
    room = max(1, look.lines - 2)
    top = max(0, min(top, len(lines) - room))
    return [*lines[top : top + room], footer], top


class Fixed(str):
    """A line that is never wrapped."""


def wrapped(lines: list[str], columns: int, look: Look) -> list[str]:
    """Returns the lines with long sentences wrapped."""
    broken: list[str] = []
    for line in lines:
        keep = isinstance(line, Fixed) or look.width(line) <= columns
        broken += [line] if keep else _broken_in_colour(line, max(10, columns), look)
    return broken


def _broken_in_colour(line: str, columns: int, look: Look) -> list[str]:
    """Returns a wrapped sentence that is coloured or starts with a coloured part."""
    painted = _PAINTED.fullmatch(line)
    if painted is None:
        return _broken(line, columns, look)
    code, text, rest = painted.groups()
    if not rest:
        return [f"{code}{part}{RESET}" for part in _broken(text, columns, look)]
    stand_in = "#" * look.width(text)
    first, *further = _broken(stand_in + rest, columns, look)
    return [f"{code}{text}{RESET}{first[len(stand_in) :]}", *further]


def _broken(line: str, columns: int, look: Look) -> list[str]:
    """Returns a wrapped sentence; an indented one stays indented."""
    text = line.lstrip(" ")
    lines, current = [], " " * (len(line) - len(text))
    further = "    " if current else ""
    for word in text.split(" "):
        if look.width(current + word) > columns and current.strip():
            lines.append(current.rstrip())
            current = further
        while look.width(current + word) > columns:
            piece = look.clipped(word, columns - look.width(current))
            lines.append(current + piece)
            current, word = further, word[len(piece) :]
        current += word + " "
    return [*lines, current.rstrip()]
