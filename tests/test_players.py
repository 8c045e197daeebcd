"""Which kind of player a text names, and that every part of the program agrees about it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fivefold.arena.players.entrants import check, entrant_from
from fivefold.arena.players.requirements import requirements_of
from fivefold.core import Limit
from fivefold.engines import is_foreign, open_engine
from fivefold.engines.external import ExternalEngine
from fivefold.engines.process import ProcessEngine
from fivefold.errors import InvalidNotation, Refused, UnknownName
from fivefold.names import BuiltIn, FromFile, Program, game_from, parse_player
from fivefold.server.analysis.catalogue import checked
from fivefold.server.analysis.host_strategies import HostStrategies

GOMOKU = game_from("gomoku")


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("level(3)", BuiltIn("level(3)")),
        (" random ", BuiltIn("random")),
        ("", BuiltIn("")),
        ("../gomoku", BuiltIn("../gomoku")),
        ("./bot.py", FromFile("./bot.py")),
        (" ./bot.py:Bot ", FromFile("./bot.py", "Bot")),
        ("./bot.py:Bot()", FromFile("./bot.py", "Bot", "")),
        ("bot.py(2)", FromFile("bot.py", None, "2")),
        ("./bot.py:Bot(book=/tmp/a.py)", FromFile("./bot.py", "Bot", "book=/tmp/a.py")),
        (r"C:\bots\mine.py:Bot", FromFile(r"C:\bots\mine.py", "Bot")),
        ("a.py:b.py", FromFile("a.py:b.py")),
        ("./bot.py:Bot:Bot", BuiltIn("./bot.py:Bot:Bot")),
        ("gomocup:./pbrain --fast", Program("gomocup", "./pbrain --fast")),
        ("Gomocup:./pbrain", Program("gomocup", "./pbrain")),
        (" GTP : my_engine -gtp", Program("gtp", "my_engine -gtp")),
        ("ugi:python bot.py", Program("ugi", "python bot.py")),
        ("nboard:", Program("nboard", "")),
        ("gomocpu:./pbrain", Program("gomocpu", "./pbrain")),
    ],
)
def test_any_text_names_one_kind_of_player(text: str, player: object) -> None:
    assert parse_player(text) == player
    assert is_foreign(text) == (not isinstance(player, BuiltIn))


@pytest.mark.parametrize("text", ["./bot.py", "./bot.py:Bot", "./bot.py:Bot()", "bot.py(2)"])
def test_a_strategy_in_a_file_can_be_named_in_another_place(text: str) -> None:
    player = parse_player(text)
    assert isinstance(player, FromFile)
    assert player.at(player.file) == text
    assert parse_player(player.at("/there/x.py")) == FromFile(
        "/there/x.py", player.class_name, player.arguments
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [("./a 'b c' -d", ["./a", "b c", "-d"]), ("'open", []), ("", [])],
)
def test_a_command_is_split_as_in_a_shell(command: str, words: list[str]) -> None:
    assert Program("gtp", command).words == words


@pytest.mark.parametrize("text", ["gomocup:./mine --fast", "Gomocup:./mine", "GOMOCUP : ./mine"])
def test_the_case_of_a_protocol_does_not_matter_anywhere(text: str, tmp_path: Path) -> None:
    """`Gomocup:./mine` was a program for `open_engine` and an unreadable name for the arena."""
    assert isinstance(open_engine(text, GOMOKU), ExternalEngine)
    entrant = entrant_from(text, tmp_path)
    assert entrant.folder == str(tmp_path.resolve())
    check(entrant, GOMOKU)
    assert [program.command for program in requirements_of([entrant]).programs] == ["./mine"]
    with pytest.raises(Refused, match="file"):
        checked(text, GOMOKU, HostStrategies())


def test_a_misspelt_protocol_gets_close_matches_everywhere(tmp_path: Path) -> None:
    """The arena called `gomocpu:./mine` an unreadable name."""
    for refused in (
        lambda: open_engine("gomocpu:./mine", GOMOKU),
        lambda: check(entrant_from("gomocpu:./mine", tmp_path), GOMOKU),
    ):
        with pytest.raises(UnknownName, match="gomocup"):
            refused()


def test_a_program_without_a_command_is_refused_by_the_arena(tmp_path: Path) -> None:
    for text in ("gomocup:", "Gomocup: ", "gomocup:'open"):
        with pytest.raises(InvalidNotation) as refusal:
            check(entrant_from(text, tmp_path), GOMOKU)
        assert refusal.value.code == "arena.no_command"


@pytest.mark.system
def test_a_bot_finds_its_neighbours_whatever_its_arguments_are(tmp_path: Path) -> None:
    """With an argument that ended in `.py`, the folder of that argument was searched instead."""
    (tmp_path / "neighbour.py").write_text("CELL = 7\n", encoding="utf-8")
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from fivefold import Decision, Strategy\n"
        "class Bot(Strategy):\n"
        "    def __init__(self, book=''):\n"
        "        import neighbour\n"
        "        self.cell = neighbour.CELL\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        return Decision(self.cell)\n",
        encoding="utf-8",
    )
    engine = open_engine(f"{bot}:Bot(book=/elsewhere/book.py)", GOMOKU)
    assert isinstance(engine, ProcessEngine)

    async def move() -> object:
        async with engine:
            return (await engine.choose(GOMOKU.start, Limit(seconds=60))).move

    assert asyncio.run(move()) == 7
