"""Openings: our lists, files in either notation, and generated ones, balanced and reproducible."""

from __future__ import annotations

import random
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from fivefold.arena.openings.generated import RECIPES, generated, is_quiet, is_shared
from fivefold.arena.openings.sources import openings_for, read_openings, state_after
from fivefold.arena.openings.symmetry import same_for_all, symmetries
from fivefold.core import Game, Limit
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.names import game_from
from fivefold.strategies.gomoku.search import GomokuSearch
from fivefold.strategies.othello.search import OthelloSearch
from fivefold.words import Message

GAMES = ("gomoku", "othello", "pentomino")


def turned(text: str) -> str:
    """Returns a square board, given row by row, rotated by 90 degrees."""
    side = int(len(text) ** 0.5)
    rows = [text[start : start + side] for start in range(0, len(text), side)]
    return "".join("".join(column) for column in zip(*rows[::-1], strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_our_list_has_at_least_forty_different_openings_that_can_be_played(name: str) -> None:
    game = game_from(name)
    openings = openings_for(game)
    assert len(openings) >= 40
    seen = set()
    for opening in openings:
        state = state_after(game, opening)
        assert state.outcome is None
        view = state.cells
        views = []
        for _ in range(4):
            view = turned(view)
            views += [
                view,
                "".join(view[i : i + game.rows][::-1] for i in range(0, len(view), game.rows)),
            ]
        seen.add((min(views), state.to_move))
    assert len(seen) == len(openings)


def test_our_list_says_by_which_command_it_was_made_and_that_makes_it_again() -> None:
    name = "pentomino"
    text = resources.files("fivefold").joinpath("data", "openings", f"{name}.txt").read_text()
    head = [line for line in text.splitlines() if line.startswith("#")]
    assert "made by" in head[0]
    words = head[1].split("--")
    assert [word.split()[0] for word in words[1:]] == ["count", "seed", "nodes"]
    seed, nodes = int(words[2].split()[1]), int(words[3].split()[1])
    made = generated(game_from(name), int(words[1].split()[1]), seed, nodes)
    # A few are enough, because each can take seconds.
    assert tuple(islice(made, 3)) == openings_for(game_from(name))[:3]


def test_the_gomoku_openings_are_three_to_seven_stones_and_even() -> None:
    text = resources.files("fivefold").joinpath("data", "openings", "gomoku.txt").read_text()
    assert "tools/gomoku_openings.py --count 50 --seed 1" in text.splitlines()[1]
    game, search = GomokuGame(), GomokuSearch(memory=4)
    openings = openings_for(game)
    assert len(openings) == 50
    assert {len(opening.split()) for opening in openings} == {3, 4, 5, 6, 7}
    for opening in openings[::5]:
        state = state_after(game, opening)
        assert isinstance(state, GomokuState)
        assert abs(search.search(state, Limit(nodes=20_000)).lines[0].score) < 30


def test_the_othello_openings_are_eight_plies_of_many_kinds_and_even() -> None:
    text = resources.files("fivefold").joinpath("data", "openings", "othello.txt").read_text()
    assert "tools/othello_openings.py --count 200 --seed 1" in text.splitlines()[1]
    game, search = OthelloGame(), OthelloSearch(memory=4)
    openings = openings_for(game)
    assert len(openings) == 200
    assert {len(opening.split()) for opening in openings} == {8}
    assert len({opening[:11] for opening in openings}) > 20
    for opening in openings[::10]:
        state = state_after(game, opening)
        assert isinstance(state, OthelloState)
        assert abs(search.search(state, Limit(depth=12)).lines[0].score) < 4


@pytest.mark.parametrize("name", ["gomoku(size=5)", "pentomino(size=6x10)"])
def test_for_another_board_openings_are_made_and_that_is_told(name: str) -> None:
    told: list[Message] = []
    game = game_from(name)
    openings = openings_for(game, None, 1, 5, told.append)
    assert [message.key for message in told] == ["openings.made_anew"]
    assert len(openings) == 1
    assert openings_for(game, "generated", 1, 5) == openings
    for opening in openings:
        assert state_after(game, opening).game == game


class Tower(GomokuGame):
    """A plug-in's game, of which only the rules are known."""

    name = "tower"


def test_a_plug_in_game_gets_openings_too() -> None:
    game, told = cast(Game, Tower(size=5)), list[Message]()
    openings = openings_for(game, None, 2, 1, told.append)
    assert len(openings) == 2
    assert all(state_after(game, opening).outcome is None for opening in openings)
    assert [message.key for message in told] == ["openings.made_anew"]


def test_another_seed_makes_other_openings() -> None:
    game = game_from("pentomino")
    assert next(generated(game, 1, 1, 20)) != next(generated(game, 1, 2, 20))


def test_the_stones_of_a_generated_gomoku_opening_are_near_the_centre() -> None:
    game = game_from("gomoku(size=9)")
    for opening in generated(game, 1, 1, 10):
        for move in opening.split():
            assert move[0] in "cdefg"
            assert 3 <= int(move[1:]) <= 7


def test_a_board_too_small_for_balance_has_no_openings_and_says_so() -> None:
    told: list[Message] = []
    assert openings_for(game_from("othello(size=4)"), "generated", 3, 1, told.append) == ()
    assert "begins at the start" in str(told[0])


def test_an_opening_with_a_quick_win_is_not_quiet() -> None:
    game = game_from("gomoku(size=9)")
    # X has an open three and is to move; with O to move, the null move shows X winning.
    open_three = state_after(game, "d5 a1 e5 a3 f5 i9")
    quiet = state_after(game, "e5 d4")
    assert not is_quiet(open_three, RECIPES["gomoku"], 100)
    assert not is_quiet(state_after(game, "d5 a1 e5 a3 f5"), RECIPES["gomoku"], 100)
    assert is_quiet(quiet, RECIPES["gomoku"], 100)


def test_an_opening_that_one_side_always_wins_is_not_shared() -> None:
    game = game_from("gomoku(size=9)")
    won = state_after(game, "d5 a1 e5 a3 f5 i9")
    assert not is_shared(won, RECIPES["gomoku"], 30)


@pytest.mark.parametrize("sides", [(8, 8), (3, 5)])
def test_the_views_of_a_board_are_a_group_of_its_cells(sides: tuple[int, int]) -> None:
    views = set(symmetries(*sides))
    assert len(views) == (8 if sides[0] == sides[1] else 4)
    for one in views:
        assert sorted(one) == list(range(sides[0] * sides[1]))
        for other in views:
            assert tuple(one[cell] for cell in other) in views


def test_mirrored_positions_are_the_same_and_others_are_not() -> None:
    game = game_from("gomoku(size=5)")
    first = state_after(game, "a1 b1")
    assert same_for_all(first) == same_for_all(state_after(game, "e5 e4"))
    assert same_for_all(first) != same_for_all(state_after(game, "a1 c1"))
    assert same_for_all(first) != same_for_all(state_after(game, "b1 a1"))


# Files


def read(text: str, game: Game) -> tuple[str, ...]:
    return read_openings(text, game, "list.txt")


def test_a_file_is_read_in_any_notation_and_written_in_one(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# ours\nF5d6 c3  # with a remark\n\n(4, 5), d6\n")
    assert openings_for(game_from("othello"), str(file)) == ("f5 d6 c3", "f5 d6")
    assert openings_for(game_from("othello"), str(file), 1) == ("f5 d6 c3",)


def test_a_pass_that_is_left_out_is_put_in() -> None:
    line = "f5f6e6f4e3c5c4e7c6e2"
    assert read(line, game_from("othello")) == ("f5 f6 e6 f4 e3 c5 c4 e7 c6 e2",)


def test_gomocups_offsets_are_counted_from_the_centre_to_the_right_and_down() -> None:
    game = game_from("gomoku")
    assert read("0,0, 1,-1, 3,2", game) == ("h8 i9 k6",)
    assert read("-7,-7, 7,7\n", game) == ("a15 o1",)
    assert read("4,6 1,5 0,3", game) == ("l2 i3 h5",)
    assert read("0,0, 2,2", game_from("gomoku(size=19)")) == ("j10 l8",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("h8 h8", "Line 1 of “list.txt”: Move 2: h8 is taken"),
        ("\nzz", "Line 2 of “list.txt”"),
        ("0,0, 1", "needs an x and a y for each stone"),
        ("0,0, 8,0", "8,0 from the centre is off the 15x15 board"),
        ("# nothing\n", "“list.txt” contains no openings"),
        ("h8 a1 h9 a2 h10 a3 h11 a4 h12", "The game is already over after this opening"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(FivefoldError) as error:
        read(text, game_from("gomoku"))
    assert sentence in str(error.value)


def test_sources_without_openings() -> None:
    game = game_from("gomoku")
    assert openings_for(game, "none") == ()
    with pytest.raises(FivefoldError, match="no-such-file"):
        openings_for(game, "no-such-file.txt")
    with pytest.raises(InvalidNotation, match="from 1 to 10000, not 0"):
        openings_for(game, None, 0)


def test_random_lines_of_play_come_back_as_they_were_written() -> None:
    for name in GAMES:
        game, chance = game_from(name), random.Random(3)
        state, moves = game.start, []
        for _ in range(4):
            move = chance.choice(state.legal_moves())
            moves.append(game.format_move(move))
            state = state.play(move)
        text = "; ".join(moves) if name == "pentomino" else " ".join(moves)
        assert read(text, game) == (text,)
        assert state_after(game, text) == state
