"""Names that people see: what is kept as it is, what gets its usual form, what is refused."""

from __future__ import annotations

import pytest

from fivefold.errors import InvalidNotation
from fivefold.server.room.names import checked_name

KEPT = [
    "Ann",
    '<b>Ann</b> & "Co"',
    "김민수",
    "Łukasz O'Neill-Müller",
    "Анна Ivanova",
    "דנה 5",
    "نور",
    "Zoë ♟️",
    "สมชาย",
    "Nguyễn Thị",
    "7",
]
CHANGED = {
    "  Ann   Lee ": "Ann Lee",
    "\uff21\uff4e\uff4e": "Ann",
    "\U0001d400nn": "Ann",
    "e\u0301milie": "émilie",
    "   ": None,
    "": None,
}
REFUSED = {
    "turned around": "Ann\u202etxt",
    "an isolate": "Ann\u2067",
    "a zero-width space": "A\u200bnn",
    "a zero-width joiner": "A\u200dnn",
    "a soft hyphen": "A\u00adnn",
    "a line": "a\nb",
    "a Cyrillic A": "\u0410nna",
    "a Greek o": "b\u03bfb",
    "nothing to see": "\u3164",
    "blank braille": "a\u2800",
    "a tower of accents": "a" + "\u0335" * 4,
    "an accent alone": "\u0301a",
    "a selector": "a\U000e0101",
    "too long in its usual form": "\ufdfa" * 3,
}


@pytest.mark.parametrize("name", KEPT)
def test_names_are_kept_as_they_are(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize("name", CHANGED)
def test_names_get_their_usual_form(name: str) -> None:
    assert checked_name(name) == CHANGED[name]


@pytest.mark.parametrize("kind", REFUSED)
def test_names_that_deceive_are_refused(kind: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        checked_name(REFUSED[kind])
    assert refusal.value.code == "match.name"
