"""What bots print, on standard error; and `--debugger`, which runs them in this process."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
from bdb import BdbQuit
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.printing import Page
from fivefold.words import say

if TYPE_CHECKING:
    from fivefold.core import Game
    from fivefold.engines.base import Engine
    from fivefold.match.series import Opener

MOST_HELD = 1_000
"""Lines that are kept while the terminal shows a full screen."""
ERASE_LINE = "\r\x1b[2K"

Debugger = Annotated[
    bool,
    typer.Option(
        "--debugger",
        help="Run strategies from files in this process, without a cage and time limits, so that "
        "breakpoint() works.",
    ),
]


class BotPrinter(logging.Handler):
    """Prints what bots print to standard error, with their names before each line."""

    def __init__(self, page: Page, *, tells_repeats: bool = True) -> None:
        super().__init__()
        self._page = page
        self._tells_repeats = tells_repeats
        self._seen: set[tuple[str, str]] = set()
        self._held: deque[str] | None = None

    def emit(self, record: logging.LogRecord) -> None:
        bot, text = getattr(record, "bot", ""), getattr(record, "text", record.getMessage())
        if getattr(record, "traceback", False):
            if (bot, text) in self._seen:
                if not self._tells_repeats:
                    return
                text = str(say("bot.same_traceback"))
            else:
                self._seen.add((bot, text))
        for line in text.split("\n"):
            self._print(f"[{bot}] {line}")

    def _print(self, line: str) -> None:
        if self._held is not None:
            self._held.append(line)
            return
        # A progress line may stand there.
        erase = ERASE_LINE if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" else ""
        self._page.note(erase + line)

    @contextlib.contextmanager
    def holding(self) -> Iterator[None]:
        """Keeps the lines until the end if standard error is the terminal with the full screen."""
        if sys.stderr.isatty():
            self._held = deque(maxlen=MOST_HELD)
        try:
            yield
        finally:
            held, self._held = self._held, None
            for line in held or ():
                self._print(line)


@contextlib.contextmanager
def bots_on_stderr(
    page: Page, *, tells_repeats: bool = True, redirects: bool = False
) -> Iterator[BotPrinter]:
    """Prints what bots print during the block to standard error.

    An error that repeats an earlier one is mentioned if `tells_repeats`. `redirects` includes what
    a plug-in prints in this process; the command itself must not use standard output then.
    """
    log, printer = logging.getLogger("fivefold.bots"), BotPrinter(page, tells_repeats=tells_repeats)
    before = log.level, log.propagate
    log.addHandler(printer)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        with contextlib.redirect_stdout(sys.stderr) if redirects else contextlib.nullcontext():
            yield printer
    finally:
        log.removeHandler(printer)
        log.setLevel(before[0])
        log.propagate = before[1]


def opener_of(debugger: bool, *, json: bool = False) -> Opener:
    """Returns the function that opens the players of a command.

    With `json`, a bot in this process prints to standard error: the document stays alone.
    """
    from fivefold.engines import open_engine

    if not debugger:
        return open_engine
    from fivefold.engines.debugged import open_debugged

    def opener(text: str, game: Game, seed: int | None) -> Engine:
        return open_debugged(text, game, seed, around=lambda: aside(json))

    return opener


@contextlib.contextmanager
def aside(json: bool) -> Iterator[None]:
    """Lets Ctrl-C interrupt the bot, and `q` in the debugger end the command."""
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.default_int_handler) if is_main else None
    try:
        with contextlib.redirect_stdout(sys.stderr) if json else contextlib.nullcontext():
            yield
    except BdbQuit:
        raise KeyboardInterrupt from None
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)
