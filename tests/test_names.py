"""From text to games and strategies: what is accepted, what is rejected, and the messages."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.core import Limit
from fivefold.errors import EngineCrashed, FivefoldError, InvalidNotation, UnknownName
from fivefold.games import GAMES
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.names import (
    FromFile,
    all_games,
    all_strategies,
    game_from,
    parameters,
    parse_player,
    parse_size,
    strategies_for,
    strategy_from,
)
from fivefold.strategies import ALIASES, STRATEGIES
from fivefold.strategies.base import Strategy


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("gomoku", GomokuGame(15)),
        (" Gomoku ", GomokuGame(15)),
        ("gomoku(size=19)", GomokuGame(19)),
        ("gomoku(19)", GomokuGame(19)),
        ("gomoku( size = 19 , rules = Standard )", GomokuGame(19, "standard")),
        ("gomoku(rules=standard)", GomokuGame(15, "standard")),
        ("gomoku()", GomokuGame(15)),
        ("othello(6x6)", OthelloGame(6)),
        ("othello(rules=mirrored)", OthelloGame(8, "mirrored")),
        ("pentomino(size=6x10)", PentominoGame(6, 10)),
        ("pentomino(size=6×10)", PentominoGame(6, 10)),
    ],
)
def test_a_game_name_may_have_parameters(text: str, game: object) -> None:
    assert game_from(text) == game


def test_size_and_rules_may_be_given_separately() -> None:
    assert game_from("gomoku", "19", "standard") == GomokuGame(19, "standard")
    assert game_from("gomoku", size=9) == GomokuGame(9)
    assert game_from("gomoku(size=9)", "19") == GomokuGame(9)


@pytest.mark.parametrize(("text", "size"), [("8", (8, 8)), ("6x10", (6, 10)), (" 5 X 6 ", (5, 6))])
def test_a_size_is_a_number_or_rows_and_columns(text: str, size: tuple[int, int]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "x", "8x", "x8", "-8", "8.0", "10000000000", "٨", "8x8x8", "eight"]
)
def test_bad_sizes_are_unreadable(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a size: write a number such as 8"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gomku", "There is no game called “gomku”. Did you mean gomoku?"),
        *(
            (name, f"There is no game called “{name}”. Did you mean {ours}?")
            for name, ours in (
                ("오델로", "othello"),
                ("五目並べ", "gomoku"),
                ("五连方", "pentomino"),
                ("Reversi", "othello"),
                ("Renju", "gomoku(rules=renju)"),
            )
        ),
        ("chess", "There is no game called “chess”. Choose from gomoku, othello, pentomino."),
        ("othello(sise=8)", "There is no othello parameter called “sise”. Did you mean size?"),
        (
            "gomoku(rules=go)",
            "There is no gomoku rule set called “go”. "
            "Choose from caro, freestyle, omok, renju, standard.",
        ),
        (
            "othello(rules=miror)",
            "There is no othello rule set called “miror”. Did you mean mirrored?",
        ),
    ],
)
def test_an_unknown_name_lists_close_matches_or_all_names(text: str, sentence: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        game_from(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "text", ["gomoku(size=4)", "gomoku(15x19)", "othello(7)", "pentomino(1x4)"]
)
def test_an_unsupported_size_lists_the_valid_ones(text: str) -> None:
    with pytest.raises(InvalidNotation, match="cannot be played on"):
        game_from(text)


HOSTILE = [
    "",
    " ",
    "(",
    ")",
    "()",
    "gomoku(",
    "gomoku)",
    "gomoku(size=)",
    "gomoku(=9)",
    "gomoku(size=9, size=9)",
    "gomoku(9, size=9)",
    "gomoku(9, 9)",
    "gomoku(si ze=9)",
    "gomoku;ls",
    "../gomoku",
    "\x00",
    "\ud800",
    "gomoku\x00",
    "{name}",
    "ß",
    "\N{FULLWIDTH LATIN SMALL LETTER G}omoku",
    "a" * 100_000,
    "((((((((((",
    "./no_such_bot.py",
    "./no\x00such.py",
    "./\ud800.py",
    "/" + "a" * 5000 + ".py",
    "~nobody_has_this_name/bot.py",
    "/dev/null.py:Bot",
    ".py",
    "bot.py:",
    "./bot.py:Bot:Bot",
    "random(seed=1",
    "random(seed=1))",
    "random(seed=0x10)",
    "random(seed=9999999999999999999999999)",
    "random(seed=١)",
]


@pytest.mark.parametrize("text", HOSTILE, ids=[f"{text[:24]!a}" for text in HOSTILE])
def test_hostile_names_are_rejected_with_a_sentence(text: str) -> None:
    for refused in (lambda: game_from(text), lambda: strategy_from(text, "othello")):
        with pytest.raises((InvalidNotation, UnknownName)) as refusal:
            refused()
        assert str(refusal.value).isprintable()
        assert str(refusal.value).endswith((".", "?"))
        assert len(str(refusal.value)) < 400


@given(st.one_of(st.text(), st.text("gomokurand(size=19,)x. ")))
def test_any_text_is_a_name_or_is_rejected_with_a_sentence(text: str) -> None:
    for named in (lambda: game_from(text), lambda: strategy_from(text, "gomoku")):
        with contextlib.suppress(FivefoldError):
            named()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_built_in_game_has_random_minimax_negamax_level_and_engine(game: str) -> None:
    assert game in all_games()
    assert {"random", "minimax", "negamax", "level", "engine"} <= strategies_for(game).keys()
    assert strategies_for(game).keys() <= all_strategies().keys()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("minimax(depth=3)", {"depth": 3}),
        ("Minimax(3)", {"depth": 3}),
        ("minimax(depth=+2, pass_uses_ply=no)", {"depth": 2, "pass_uses_ply": False}),
        ("negamax(seconds=.5)", {"seconds": 0.5}),
        ("negamax(seconds=1e1)", {"seconds": 10.0}),
        ("greedy(heuristic=weighted)", {"heuristic": "weighted"}),
    ],
)
def test_parameters_are_converted_to_their_declared_types(
    text: str, values: dict[str, object]
) -> None:
    strategy = strategy_from(text, "othello")
    assert {name: getattr(strategy, name) for name in values} == values


def test_a_strategy_is_made_for_a_game_or_the_name_of_one() -> None:
    assert type(strategy_from("reactive", GomokuGame(15))) is STRATEGIES["reactive"]
    assert type(strategy_from("reactive", "gomoku")) is STRATEGIES["reactive"]


def test_a_seed_is_passed_to_strategies_that_take_one() -> None:
    start = OthelloGame().start
    moves = {strategy_from("random", "othello", seed).choose(start).move for seed in range(20)}
    assert len(moves) > 1
    assert (
        len({strategy_from("random(seed=7)", "othello", n).choose(start).move for n in (1, 2)}) == 1
    )
    strategy_from("methodical", "othello", seed=1)


@pytest.mark.parametrize(("alias", "game"), [(name, game) for game, name in ALIASES])
def test_an_alias_is_a_strategy_with_parameters(alias: str, game: str) -> None:
    name, _ = ALIASES[game, alias]
    assert type(strategy_from(alias.upper(), game)) is STRATEGIES[name]


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("minmax", UnknownName, "There is no strategy called “minmax”. Did you mean minimax"),
        ("reactive", UnknownName, "reactive does not play othello. Choose from engine, greedy"),
        ("minimax(dept=3)", UnknownName, "There is no minimax parameter called “dept”. Did you"),
        ("methodical(1)", UnknownName, "methodical takes no parameters: leave out “1”."),
        ("methodical(x=1)", UnknownName, "methodical takes no parameters: leave out “x”."),
        ("minimax(depth=x)", InvalidNotation, "depth must be a whole number, not “x”."),
        ("minimax(depth=1.5)", InvalidNotation, "depth must be a whole number, not “1.5”."),
        ("minimax(depth=³)", InvalidNotation, "depth must be a whole number, not “³”."),
        ("negamax(seconds=soon)", InvalidNotation, "seconds must be a number, not “soon”."),
        (
            "minimax(pass_uses_ply=maybe)",
            InvalidNotation,
            "pass_uses_ply must be true or false, not “maybe”.",
        ),
        ("h1", UnknownName, None),
    ],
)
def test_a_bad_strategy_is_rejected_with_the_reason(
    text: str, kind: type[Exception], sentence: str | None
) -> None:
    game = "othello" if sentence else "gomoku"
    with pytest.raises(kind) as refusal:
        strategy_from(text, game)
    assert str(refusal.value).startswith(sentence or "There is no strategy called “h1”")


def write_bot(folder: Path, source: str, name: str = "bot.py") -> str:
    path = folder / name
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    return str(path)


ONE_BOT = """
    from fivefold import Decision, Limit, Strategy

    class Last(Strategy):
        def __init__(self, back=1, loud=False):
            self.back, self.loud = back, loud
        def choose(self, state, limit=Limit(), stop=None):
            return Decision(state.legal_moves()[-self.back])
"""


@pytest.mark.parametrize("ending", ["", ":Last", "(back=2)", ":Last(2)", ":Last(back=2, loud=yes)"])
def test_a_strategy_may_be_in_a_file(tmp_path: Path, ending: str) -> None:
    text = write_bot(tmp_path, ONE_BOT) + ending
    assert isinstance(parse_player(text), FromFile)
    strategy = strategy_from(text, "othello")
    start = OthelloGame().start
    assert strategy.choose(start).move == start.legal_moves()[-2 if "2" in ending else -1]


def test_a_file_is_found_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path, ONE_BOT)
    monkeypatch.chdir(tmp_path)
    assert type(strategy_from("./bot.py:Last", "gomoku")).__name__ == "Last"
    assert type(strategy_from("bot.py", "gomoku")).__name__ == "Last"


def test_a_file_may_hold_dataclasses_and_late_annotations(tmp_path: Path) -> None:
    text = write_bot(
        tmp_path,
        """
        from __future__ import annotations
        from dataclasses import dataclass
        from typing import TYPE_CHECKING, Optional
        from fivefold import Decision, Limit, Strategy
        if TYPE_CHECKING:
            from nowhere import Nothing

        @dataclass
        class One(Strategy):
            depth: int = 1
            width: Optional[float] = None
            def choose(self, state, limit=Limit(), stop=None):
                return Decision(state.legal_moves()[0])

        class Other(Strategy):
            def __init__(self, depth: int = 2, what: Nothing | None = None):
                self.depth = depth
            def choose(self, state, limit=Limit(), stop=None):
                return Decision(state.legal_moves()[0])
        """,
    )
    one = strategy_from(f"{text}:One(depth=4, width=2)", "othello")
    assert vars(one) == {"depth": 4, "width": 2.0}
    assert vars(strategy_from(f"{text}:Other(depth=4)", "othello")) == {"depth": 4}


def test_files_of_the_same_name_do_not_interfere(tmp_path: Path) -> None:
    for folder, back in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        write_bot(tmp_path / folder, ONE_BOT.replace("back=1", f"back={back}"), "random.py")
    bots = [strategy_from(str(tmp_path / folder / "random.py"), "othello") for folder in "ab"]
    assert [vars(bot)["back"] for bot in bots] == [1, 2]
    assert sys.modules["random"].__name__ == "random"


def test_a_file_changed_within_a_second_is_loaded_as_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for back in (1, 2):
        text = write_bot(tmp_path, ONE_BOT.replace("back=1", f"back={back}"))
        os.utime(text, (1_700_000_000, 1_700_000_000))
        assert vars(strategy_from(text, "othello"))["back"] == back


NO_BOT = "class Bot: pass"
TWO_BOTS = ONE_BOT + "\n    class First(Last): pass\n"


@pytest.mark.parametrize(
    ("source", "ending", "kind", "sentence"),
    [
        (
            NO_BOT,
            "",
            UnknownName,
            "contains no strategy: define a class that inherits from Strategy",
        ),
        (
            NO_BOT,
            ":Bot",
            UnknownName,
            "contains no strategy: define a class that inherits from Strategy",
        ),
        ("", ":Bot", UnknownName, "contains no strategy"),
        (
            TWO_BOTS,
            "",
            UnknownName,
            "contains several strategies. Add one after a colon: First, Last.",
        ),
        (TWO_BOTS, ":Lost", UnknownName, "called “Lost”. Did you mean Last"),
        (ONE_BOT, "(bak=1)", UnknownName, "There is no Last parameter called “bak”. Did you"),
        (ONE_BOT, "(back=x)", InvalidNotation, "back must be a whole number, not “x”."),
        (ONE_BOT, "(loud=x)", InvalidNotation, "loud must be true or false, not “x”."),
        ("import nowhere_to_be_found", "", EngineCrashed, "ModuleNotFoundError"),
        ("def (", "", EngineCrashed, "SyntaxError"),
        ("raise SystemExit(3)", "", EngineCrashed, "SystemExit: 3"),
        ("raise ValueError('a\\nb\\x1b[31m')", "", EngineCrashed, "ValueError: a\ufffdb"),
        ("x = 1 / 0", ":Bot", EngineCrashed, "ZeroDivisionError"),
        (
            ONE_BOT.replace("self.back,", "1 / 0; self.back,"),
            "",
            EngineCrashed,
            "cannot be created",
        ),
    ],
)
def test_a_file_without_a_strategy_is_rejected_with_the_reason(
    tmp_path: Path, source: str, ending: str, kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind) as refusal:
        strategy_from(write_bot(tmp_path, source) + ending, "othello")
    assert sentence in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_a_binary_file_is_rejected_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(b"\x00\xff\xfe" * 100)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(EngineCrashed, match="cannot be loaded"):
        strategy_from(str(tmp_path / "bot.py"), "othello")
    with pytest.raises(UnknownName, match="There is no file"):
        strategy_from(str(tmp_path / "folder.py"), "othello")


def test_the_parameters_of_a_strategy_can_be_listed() -> None:
    class Bot(Strategy):
        def __init__(self, depth: int = 3, *, loud: bool = False) -> None: ...

        def choose(self, state: object, limit: Limit = Limit(), stop: object = None) -> None: ...  # type: ignore[override]

    assert list(parameters(Bot)) == ["depth", "loud"]
    assert parameters(STRATEGIES["methodical"]) == {}
