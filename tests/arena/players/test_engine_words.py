"""Players as fastchess writes them, and the trial before a tournament."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from fivefold.arena.players.engine_words import entrants_of
from fivefold.arena.players.trial import tried
from fivefold.cli.support.engine_option import joined
from fivefold.core import Limit
from fivefold.errors import EngineCrashed, EngineError, InvalidNotation, UnknownName
from fivefold.match.clock import TimeControl
from fivefold.results.tournament import Entrant, Tournament

ENGINES = Path(__file__).parents[3] / "examples" / "engines"


def test_every_word_becomes_a_part_of_the_player(tmp_path: Path) -> None:
    words = "cmd=./mine args='--fast -x' dir=bin name='My engine' proto=UGI tc=1:30+0.5 st=2"
    (one,) = entrants_of([f"{words} depth=9 nodes=1000 option.Hash=16"], [], tmp_path)
    assert (one.name, one.player) == ("My engine", "ugi:./mine --fast -x")
    assert (one.folder, one.options) == (str(tmp_path / "bin"), {"Hash": "16"})
    assert one.limit == Limit(seconds=2, depth=9, nodes=1000)
    assert TimeControl.parse(one.time or "") == TimeControl(90, 0.5)


@pytest.mark.parametrize(
    ("text", "seconds"), [("8+0.08", 8.0), ("0:10", 10.0), ("60", 60.0), ("7.5", 7.5)]
)
def test_a_clock_is_in_seconds_as_in_fastchess(text: str, seconds: float) -> None:
    (one,) = entrants_of([f"cmd=x proto=gtp tc={text}"], [], Path())
    assert TimeControl.parse(one.time or "").base == pytest.approx(seconds)


def test_the_words_for_each_engine_yield_to_its_own() -> None:
    first, second = entrants_of(
        ["cmd=./a", "cmd=./b proto=gtp option.Hash=8"], ["proto=ugi option.Hash=64 st=1"], Path()
    )
    assert (first.player, first.options) == ("ugi:./a", {"Hash": "64"})
    assert (second.player, second.options) == ("gtp:./b", {"Hash": "8"})
    assert first.limit == second.limit == Limit(seconds=1)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("proto=ugi", InvalidNotation, "needs a command"),
        ("cmd=x", UnknownName, "not a protocol"),
        ("cmd=x proto=uci", UnknownName, "not a protocol"),
        ("cmd=x proto=ugi hash=16", UnknownName, "no setting “hash”"),
        ("cmd=x proto=ugi option.=16", UnknownName, "no setting"),
        ("cmd=x proto=ugi fast", InvalidNotation, "“fast” is not a setting"),
        ("cmd=x cmd=y proto=ugi", InvalidNotation, "given twice"),
        ("cmd='x proto=ugi", InvalidNotation, "quotation marks"),
        ("cmd=x proto=ugi tc=40/60", InvalidNotation, "not a time control"),
        ("cmd=x proto=ugi tc=0", InvalidNotation, "0"),
        ("cmd=x proto=ugi st=soon", InvalidNotation, "soon"),
        ("cmd=x proto=ugi depth=-1", InvalidNotation, "-1"),
    ],
)
def test_a_wrong_word_is_refused_with_a_sentence(
    text: str, kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        entrants_of([text], [], Path())


def test_the_option_takes_the_words_after_it_and_no_more() -> None:
    given = ["gomoku", "-engine", "cmd=./a b", "name=A", "-each", "proto=ugi", "--pairs", "2", "h1"]
    assert joined(given) == [
        *("gomoku", "--engine", "'cmd=./a b' name=A", "--each", "proto=ugi", "--pairs", "2", "h1")
    ]
    assert joined(["--engine", "cmd=./a name=A", "x"]) == ["--engine", "cmd=./a name=A", "x"]
    assert joined(["--engine"]) == ["--engine"]
    assert joined(["--", "-engine", "a=b"]) == ["--", "-engine", "a=b"]


def two(first: str, second: str = "random", **settings: str) -> Tournament:
    entrants = (Entrant(settings.pop("name", first), first), Entrant(second, second))
    return Tournament("t", "gomoku(size=9)", "match", entrants, **settings)  # type: ignore[arg-type]


@pytest.mark.system
def test_a_program_gets_the_name_it_reports_unless_it_has_one() -> None:
    command = f"ugi:{sys.executable} -ES {ENGINES / 'ugi_engine.py'}"
    found = asyncio.run(tried(two(command, anchor=command)))
    assert [entrant.name for entrant in found.entrants] == ["Nearest", "random"]
    assert found.anchor == "Nearest"
    assert found.entrants[0].player == command
    named = asyncio.run(tried(two(command, name="Mine")))
    assert named.entrants[0].name == "Mine"


@pytest.mark.system
def test_two_programs_of_the_same_name_are_kept_apart() -> None:
    command = f"gtp:{sys.executable} -ES {ENGINES / 'gtp_engine.py'}"
    found = asyncio.run(tried(two(command, f"{command} again")))
    assert [entrant.name for entrant in found.entrants] == ["Nearest", "Nearest #2"]


@pytest.mark.system
@pytest.mark.parametrize(
    "player", ["ugi:./there-is-no-such-program", f"gomocup:{sys.executable} -c pass"]
)
def test_a_program_that_cannot_start_stops_everything_before_the_first_game(player: str) -> None:
    with pytest.raises(EngineError) as caught:
        asyncio.run(tried(two(player)))
    assert isinstance(caught.value, EngineCrashed)
