"""The menu of a bare `fivefold` in a terminal: three games, fitting opponents, one key to start."""

from __future__ import annotations

import os
import select
import sys
from typing import NamedTuple

from fivefold.cli.printing import Page
from fivefold.core import Player
from fivefold.words import say


class Choice(NamedTuple):
    """A line of the menu."""

    key: str
    game: str
    opponent: str


CHOICES = (
    Choice("1", "gomoku", "level(3)"),
    Choice("2", "othello", "level(3)"),
    Choice("3", "pentomino", "level(2)"),
)

ESCAPE_SECONDS = 0.1
"""How long an escape character may be the beginning of something."""


def offer(ascii: bool) -> None:
    """Shows the menu, reads one key and starts the game it means; q, Escape and Ctrl-C leave."""
    from fivefold.cli.terminal.look import BOLD, Look

    page, look = Page(ascii), Look.of(sys.stdout, ascii=ascii)
    page.line(look.paint(str(say("menu.head")), BOLD))
    for choice in CHOICES:
        what = say(f"menu.{choice.game}", opponent=choice.opponent)
        page.line(f"  {look.paint(choice.key, BOLD)}  {what}")
    page.line(str(say("menu.foot")))
    chosen = _read_choice()
    if chosen is None:
        return
    from fivefold.cli.play import sit
    from fivefold.cli.terminal.table import HUMAN, Table
    from fivefold.formats import Reading
    from fivefold.names import game_from

    seats = {Player.FIRST: HUMAN, Player.SECOND: chosen.opponent}
    sit(Table(Reading(game_from(chosen.game).start), seats), ascii=ascii)


def _read_choice() -> Choice | None:
    """Returns what was chosen: by number or first letter; Enter takes the first; None leaves.

    Reads no further than the key: what is typed behind it is for the game.
    """
    import termios
    import tty

    from fivefold.cli.terminal.keys import KeyDecoder

    keys: dict[str, Choice | None] = {"enter": CHOICES[0]}
    keys |= dict.fromkeys(("q", "escape", "end of input"))
    for choice in CHOICES:
        keys[choice.key] = keys[choice.game[0]] = choice
    decoder, number = KeyDecoder(), sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number, termios.TCSADRAIN)
        while True:
            typed = os.read(number, 1)
            if not typed:
                return None
            pressed = decoder.feed(typed)
            if decoder.is_waiting and not select.select([number], [], [], ESCAPE_SECONDS)[0]:
                pressed += decoder.flush()
            for key in pressed:
                if key.lower() in keys:
                    return keys[key.lower()]
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
