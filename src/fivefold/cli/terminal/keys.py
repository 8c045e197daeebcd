"""Decodes the bytes of a terminal to keys."""

from __future__ import annotations

import codecs
import re

ESCAPE = "\x1b"
_MOUSE = re.compile(rf"{ESCAPE}\[<([0-9]+);([0-9]+);([0-9]+)M")
_BUTTONS = {0: "click", 2: "right click", 64: "wheel up", 65: "wheel down"}
_MODIFIERS = 4 + 8 + 16
"""Bits for Shift, Alt and Ctrl in the number of a button."""

# Sequences of keys that are not characters. Arrows differ between the two cursor modes.
_NAMED = {
    **{f"{ESCAPE}{mode}A": "up" for mode in "[O"},
    **{f"{ESCAPE}{mode}B": "down" for mode in "[O"},
    **{f"{ESCAPE}{mode}C": "right" for mode in "[O"},
    **{f"{ESCAPE}{mode}D": "left" for mode in "[O"},
    f"{ESCAPE}[Z": "backtab",
    f"{ESCAPE}[3~": "backspace",
    f"{ESCAPE}[5~": "page up",
    f"{ESCAPE}[6~": "page down",
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x15": "erase",
    "\x04": "end of input",
}


class KeyDecoder:
    """Decodes bytes to keys: printable characters as they are, other keys by name.

    The bytes may be split anywhere. Unknown and incomplete sequences are dropped.

    >>> KeyDecoder().feed(b"h8\\r\\x1b[A")
    ['h', '8', 'enter', 'up']
    """

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._begun = ""
        """An incomplete sequence."""
        self.taken = 0
        """Number of bytes fed so far."""

    @property
    def is_waiting(self) -> bool:
        """Whether a sequence is incomplete, or the key was Escape."""
        return bool(self._begun)

    def feed(self, data: bytes) -> list[str]:
        """Returns the keys completed by these bytes; keeps an incomplete sequence."""
        self.taken += len(data)
        return [key for character in self._decode(data) for key in self._take(character)]

    def flush(self) -> list[str]:
        """Returns `escape` for a lone escape character; the caller has waited for more."""
        alone, self._begun = self._begun == ESCAPE, ""
        return ["escape"] if alone else []

    def _take(self, character: str) -> list[str]:
        begun, self._begun = self._begun, ""
        if character == ESCAPE:
            self._begun = ESCAPE
            return ["escape"] if begun == ESCAPE else []
        if not begun:
            return _plain(character)
        if begun == ESCAPE:
            if character in "[O":
                self._begun = begun + character
                return []
            return ["escape", *_plain(character)]
        if begun == f"{ESCAPE}O" or "@" <= character <= "~":
            whole = begun + character
            return [_NAMED[whole]] if whole in _NAMED else _mouse(whole)
        if " " <= character <= "?":
            self._begun = (begun + character)[:32]
            return []
        return _plain(character)


def _mouse(sequence: str) -> list[str]:
    """Returns a pressed button with its column and line from 0: `click 12 3`."""
    found = _MOUSE.fullmatch(sequence)
    button = _BUTTONS.get(int(found[1]) & ~_MODIFIERS) if found else None
    return [f"{button} {int(found[2]) - 1} {int(found[3]) - 1}"] if found and button else []


def _plain(character: str) -> list[str]:
    if character in _NAMED:
        return [_NAMED[character]]
    return [character] if character.isprintable() else []
