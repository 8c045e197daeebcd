"""The rules pages: their boards are real positions and show what the sentences say."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import fivefold
from fivefold.core import Player, State
from fivefold.games.gomoku import GomokuState
from fivefold.match.replay import play_through, read_line

NewPage = Callable[..., Page]
MAKER: dict[str, Any] = runpy.run_path(str(Path(__file__).parent / "make_rules.py"))
SIZES = [(375, 667), (390, 844), (1280, 800)]


def state_of(board: str) -> State:
    """The position on a board, played again."""
    game_text, moves, _ = MAKER["BOARDS"][board]
    game = fivefold.game(game_text)
    line = read_line(game.start, game.split_moves(moves), passes_left_out=True)
    return play_through(game.start, line)[-1]


def test_the_stored_boards_are_what_the_rules_make() -> None:
    assert MAKER["FILE"].read_text(encoding="utf-8") == MAKER["written"]()


def wins_at_once(state: State) -> list[str]:
    moves = [move for move in state.legal_moves() if state.play(move).outcome]
    return [state.game.format_move(move) for move in moves]


def test_five_wins_and_one_stone_cannot_stop_two_threats() -> None:
    outcome = state_of("gomoku.five").outcome
    assert outcome is not None
    assert outcome.winner is Player.FIRST
    state = state_of("gomoku.two")
    blocked = state.play(state.game.parse_move("g5"))
    assert wins_at_once(blocked) == []
    open_four = blocked.play(blocked.game.parse_move("f8"))
    answered = [open_four.play(move) for move in open_four.legal_moves()]
    assert all(wins_at_once(each) for each in answered)


@pytest.mark.parametrize("board", ["gomoku.standard", "gomoku.caro"])
def test_the_row_that_does_not_win_under_a_variant_wins_in_freestyle(board: str) -> None:
    state = state_of(board)
    assert state.outcome is None
    freestyle = fivefold.game("gomoku(size=9)")
    assert freestyle.parse_position(f"{state.cells} O").outcome is not None


@pytest.mark.parametrize("board", ["gomoku.renju", "gomoku.omok"])
def test_the_crossed_point_is_a_double_three_of_the_side_to_move(board: str) -> None:
    state = state_of(board)
    assert isinstance(state, GomokuState)
    assert {state.game.format_move(m): f.key for m, f in state.forbidden.items()} == {
        "e5": "gomoku.foul.threes"
    }
    assert state.to_move is (Player.FIRST if board == "gomoku.renju" else Player.SECOND)


def test_the_finished_games_are_over_and_counted_as_the_page_says() -> None:
    othello = state_of("othello.end")
    assert othello.outcome is not None
    assert (othello.cells.count("X"), othello.cells.count("O")) == (35, 29)
    assert state_of("pentomino.end").outcome is not None


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_board_of_a_rules_page_is_drawn_and_named(
    new_page: NewPage, app: str, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1], still=True)
    for game in ("gomoku", "othello", "pentomino"):
        page.goto(f"{app}/rules/{game}")
        places = page.locator("[data-board]")
        expect(page.locator("[data-board] svg[role=img]")).to_have_count(places.count())
        assert all(
            page.locator("[data-board] svg[role=img]").evaluate_all(
                "all => all.map((svg) => svg.getAttribute('aria-label').length > 10)"
            )
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        start = page.get_by_role("link", name="Play it now")
        expect(start).to_be_in_viewport(ratio=1)
        expect(start).to_have_attribute("href", f"/play/{game}")


def test_a_variant_is_opened_by_its_address(new_page: NewPage, app: str) -> None:
    page = new_page(f"{app}/rules/gomoku#renju")
    expect(page.get_by_text("Black has a handicap")).to_be_visible()
    expect(page.locator("#renju .ff-forbidden")).to_have_count(1)
    expect(page.get_by_text("The everyday rules in Korea")).to_be_hidden()


def test_the_rules_are_linked_from_the_landing_page_and_the_new_game_dialog(
    new_page: NewPage, app: str
) -> None:
    page = new_page(app)
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_role("link", name="Othello", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Flip the discs")
    page.goto(f"{app}/play/gomoku?rules=renju")
    page.locator(".crumb").click()
    link = page.get_by_role("dialog").get_by_role("link", name="Rules of Gomoku")
    expect(link).to_have_attribute("href", "/rules/gomoku#renju")


def test_a_game_without_a_rules_page_is_not_found(app: str) -> None:
    assert httpx.get(f"{app}/rules/chess").status_code == 404
    assert httpx.get(f"{app}/rules").headers["location"] == "/rules/gomoku"
