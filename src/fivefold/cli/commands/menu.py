"""The menu that `fivefold` shows in a terminal: three games, each started with one key."""

from __future__ import annotations

import os
import select
import sys
from typing import NamedTuple

from fivefold.cli.support.interrupt import wakeup_pipe
from fivefold.cli.support.printing import Page
from fivefold.core import Player
from fivefold.words import say


class Choice(NamedTuple):
    """One line of the menu."""

    key: str
    game: str


CHOICES = (Choice("1", "gomoku"), Choice("2", "othello"), Choice("3", "pentomino"))

ESCAPE_SECONDS = 0.1
"""How long to wait for the rest of a key sequence after an escape character."""


def offer(ascii: bool) -> None:
    """Shows the menu, reads a key and starts that game; q, Escape and Ctrl-C leave."""
    from fivefold.cli.terminal.capabilities import BOLD, Look
    from fivefold.cli.terminal.session import DEFAULT_OPPONENT, HUMAN, Session

    page, look = Page(ascii), Look.of(sys.stdout, ascii=ascii)
    page.line(look.paint(str(say("menu.head")), BOLD))
    for choice in CHOICES:
        what = say(f"menu.{choice.game}", opponent=DEFAULT_OPPONENT)
        page.line(f"  {look.paint(choice.key, BOLD)}  {what}")
    page.line(str(say("menu.foot")))
    chosen = _read_choice()
    if chosen is None:
        return
    from fivefold.cli.commands.play import play_session
    from fivefold.formats import Reading
    from fivefold.names import game_from

    seats = {Player.FIRST: HUMAN, Player.SECOND: DEFAULT_OPPONENT}
    play_session(Session(Reading(game_from(chosen.game).start), seats), ascii=ascii)


def _read_choice() -> Choice | None:
    """Returns the chosen line, by number or first letter, or None to leave. Enter takes the first.

    Reads one key only: the game gets whatever is typed after it.
    """
    import termios
    import tty

    from fivefold.cli.terminal.keys import KeyDecoder

    keys: dict[str, Choice | None] = {"enter": CHOICES[0]}
    keys |= dict.fromkeys(("q", "escape", "end of input"))
    for choice in CHOICES:
        keys[choice.key] = keys[choice.game[0]] = choice
    decoder, terminal = KeyDecoder(), sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        with wakeup_pipe() as wakeup:
            while True:
                if terminal not in select.select([terminal, wakeup], [], [])[0]:
                    os.read(wakeup, 4096)
                    continue
                typed = os.read(terminal, 1)
                if not typed:
                    return None
                pressed = decoder.feed(typed)
                if decoder.is_waiting and not select.select([terminal], [], [], ESCAPE_SECONDS)[0]:
                    pressed += decoder.flush()
                for key in pressed:
                    if key.lower() in keys:
                        return keys[key.lower()]
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
