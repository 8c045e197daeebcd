"""What every state offers at a prompt: text, pictures, and moves by name beside numbers."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from fivefold.core import Game, Limit, State
from fivefold.errors import IllegalMove, InvalidNotation, RulesError
from fivefold.games import GAMES
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.names import game_from, strategy_from

ALL: list[Game] = [kind.of() for kind in GAMES.values()]
NO_MOVES: list[Any] = [None, 3.0, b"f5", ["f5"], object()]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_state_prints_as_its_board(game: Game) -> None:
    assert str(game.start) == game.diagram(game.start)
    assert f"{game.start}" == str(game.start)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_moves_as_text_are_the_legal_moves_in_their_order(game: Game) -> None:
    state = game.start
    assert [game.parse_move(text) for text in state.moves] == state.legal_moves()
    for number, text in zip(state.legal_moves()[:5], state.moves[:5], strict=True):
        assert state.play(text) == state.play(number)
        assert state.play(text).last_move == number
        assert text in state
        assert number in state


def test_a_move_is_in_a_state_only_if_it_is_legal() -> None:
    state = OthelloGame().start
    assert ("d3" in state, "e3" in state, "d4" in state) == (True, False, False)
    assert "--" not in state
    assert "z9" not in state
    assert 10**30 not in state
    assert all(each not in state for each in NO_MOVES)


def test_passing_by_name_works_where_it_is_the_only_move() -> None:
    state: State = OthelloGame(4).start
    for move in ["b1", "c1", "d1", "a3", "a4", "a1", "a2"]:
        state = state.play(move)
    assert state.moves == ("--",)
    assert "--" in state
    assert state.play("--").last_move == state.game.pass_move


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@pytest.mark.parametrize("value", NO_MOVES, ids=lambda value: type(value).__name__)
def test_what_is_no_move_is_refused_with_a_sentence(game: Game, value: Any) -> None:
    with pytest.raises(InvalidNotation, match="give a move as text, such as f5, or as a number"):
        game.start.play(value)


def test_text_that_is_no_legal_move_is_refused_as_everywhere() -> None:
    state = GomokuGame().start.play("h8")
    with pytest.raises(IllegalMove, match="h8"):
        state.play("h8")
    with pytest.raises(RulesError):
        state.play("nonsense")
    with pytest.raises(IllegalMove):
        PentominoGame().start.play("a1 a2 a3 a4 h8")


def test_numbers_of_other_kinds_count_as_numbers() -> None:
    class Seven:
        def __index__(self) -> int:
            return 7

    state = GomokuGame().start
    assert state.play(Seven()) == state.play(7)  # type: ignore[arg-type]
    assert type(state.play(Seven()).last_move) is int  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_states_stay_values(game: Game) -> None:
    state, other = game.start, game.start
    before = str(state)
    state.play(state.moves[0])
    state._repr_mimebundle_()  # type: ignore[attr-defined]
    assert state == other
    assert hash(state) == hash(other)
    assert str(state) == before
    with pytest.raises(AttributeError):
        state.cells = ""  # type: ignore[misc]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_notebook_shows_a_picture_and_a_terminal_the_board(game: Game) -> None:
    shown = game.start._repr_mimebundle_()  # type: ignore[attr-defined]
    assert shown["text/plain"] == str(game.start)
    assert ET.fromstring(shown["image/svg+xml"]).tag.endswith("svg")
    assert shown["image/svg+xml"] == game.start._repr_svg_()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: game_from(3),  # type: ignore[arg-type]
        lambda: strategy_from(None, "othello"),  # type: ignore[arg-type]
        lambda: GomokuGame().parse_move(3),  # type: ignore[arg-type]
        lambda: OthelloGame().parse_move(None),  # type: ignore[arg-type]
        lambda: PentominoGame().parse_position(3.5),  # type: ignore[arg-type]
        lambda: Limit(seconds="1"),  # type: ignore[arg-type]
        lambda: Limit(depth=[3]),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_a_wrong_type_are_refused_with_a_sentence(ask: Any) -> None:
    with pytest.raises(InvalidNotation) as caught:
        ask()
    assert str(caught.value).endswith(".")
