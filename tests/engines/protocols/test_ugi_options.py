"""The typed options of UGI programs: what is sent, and what is refused before it is sent."""

from __future__ import annotations

import pytest

from fivefold.core import Game
from fivefold.engines.protocols.base import Send
from fivefold.engines.protocols.ugi.driver import ProtocolDriver
from fivefold.engines.protocols.ugi.options import Option
from fivefold.errors import ProtocolError
from fivefold.games.gomoku import GomokuGame

GAME: Game = GomokuGame(9)
LISTED = (
    "option name Hash type spin default 16 min 1 max 4096",
    "option name Offset type spin default 0 min -5 max 0",
    "option name Ponder type check default false",
    "option name Playing style type combo default calm var calm var very wild",
    "option name Clear type button",
    "option name Book type string default",
    "option name Odd type colour",
    "option name Bare",
)


def sent(**options: str) -> list[str]:
    """Returns the lines that the driver sends for these options, without `isready`."""
    named = {name.replace("_", " "): value for name, value in options.items()}
    driver = ProtocolDriver(GAME, named)
    driver.hello()
    for line in LISTED:
        assert driver.hear(line) is None
    answer = driver.hear("ugiok")
    assert isinstance(answer, Send)
    return [line for line in answer.lines if line != "isready"]


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("hash", "64", "setoption name Hash value 64"),
        ("Offset", "-5", "setoption name Offset value -5"),
        ("ponder", "TRUE", "setoption name Ponder value true"),
        ("playing_style", "Very Wild", "setoption name Playing style value very wild"),
        ("clear", "", "setoption name Clear"),
        ("book", "C:/my books/b", "setoption name Book value C:/my books/b"),
        ("odd", "red", "setoption name Odd value red"),
        ("bare", "x", "setoption name Bare value x"),
    ],
)
def test_a_fitting_value_is_sent_as_the_program_writes_it(name: str, value: str, line: str) -> None:
    assert sent(**{name: value}) == [line]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("hash", "0", "from 1 to 4096"),
        ("hash", "5000", "from 1 to 4096"),
        ("offset", "1", "from -5 to 0"),
        ("hash", "many", "a whole number"),
        ("ponder", "yes", "true or false"),
        ("playing_style", "odd", "calm, very wild"),
        ("nothing", "1", "no option"),
    ],
)
def test_a_value_that_the_type_forbids_is_refused(name: str, value: str, sentence: str) -> None:
    with pytest.raises(ProtocolError, match=sentence):
        sent(**{name: value})


def test_a_line_without_a_name_is_no_option() -> None:
    assert Option.parse("type spin min 1") is None
    assert Option.parse("") is None
