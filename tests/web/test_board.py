"""The board element: its properties, its events, and its operation by mouse, touch and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Page, expect

from fivefold.core import State
from fivefold.games import GAMES
from fivefold.games.pentomino import PentominoGame

NewPage = Callable[..., Page]
Open = Callable[..., Page]

FIFTEEN = "h8 i8 h9 h7 g6 i7 i6 h6 g5 g7 f7 j7 k7 i5 f8 j4 k3 i10 i9 j9 l11 j8 j6 j10"


def game_json(state: State) -> dict[str, Any]:
    game = state.game
    title = {"key": "plain", "facts": {"text": game.name}, "text": game.name}
    row_one = "bottom" if game.name == "gomoku" else "top"
    size = {"rows": game.rows, "columns": game.columns, "row_one": row_one}
    return {"name": game.name, "title": title, **size}


def play(state: State, moves: str) -> State:
    for move in state.game.split_moves(moves):
        state = state.play(state.game.parse_move(move))
    return state


def view_json(state: State, ply: int, **more: Any) -> dict[str, Any]:
    move = state.last_move
    return {
        "ply": ply,
        "cells": state.cells,
        "to_move": state.to_move.value,
        "legal": [state.game.format_move(each) for each in state.legal_moves()],
        "last": [] if move is None else list(state.game.move_cells(move)),
        "move": None if move is None else state.game.format_move(move),
        "line": None,
        "dead": [],
        **more,
    }


def start(name: str, size: tuple[int, int] | None = None) -> State:
    return GAMES[name].of(size=size).start


class Kept:
    """One page for all tests with default options: opening a page is the slowest step."""

    page: Page | None = None
    errors: ClassVar[list[str]] = []

    @classmethod
    def open(cls, browser: Browser, address: str) -> Page:
        if cls.page is None:
            cls.page = browser.new_page(viewport={"width": 1280, "height": 800})
            cls.page.on("pageerror", lambda error: cls.errors.append(str(error)))
            cls.page.on(
                "console",
                lambda line: cls.errors.append(line.text) if line.type == "error" else None,
            )
            cls.page.goto(address)
            cls.page.wait_for_selector("html[data-ready]")
        cls.page.set_viewport_size({"width": 1280, "height": 800})
        cls.page.mouse.move(0, 0)
        cls.page.evaluate("reset()")
        return cls.page


@pytest.fixture
def opened(browser: Browser, new_page: NewPage, site: str) -> Iterator[Open]:
    """Opens the test page with a board that shows a state and has these properties."""
    address = f"{site}/pages/board.html"

    def open_board(state: State, ply: int = 0, *, view: Any = None, **options: Any) -> Page:
        properties = options.pop("properties", {})
        if options:
            page = new_page(address, **options)
            page.wait_for_selector("html[data-ready]")
        else:
            page = Kept.open(browser, address)
        put(page, game=game_json(state), view=view or view_json(state, ply), **properties)
        return page

    yield open_board
    assert Kept.errors == []


def put(page: Page, **properties: Any) -> None:
    """Sets properties of the board; `numbers` are pairs, because JSON has no maps."""
    page.evaluate(
        """(given) => {
          if (given.numbers) given.numbers = new Map(given.numbers);
          Object.assign(board, given);
        }""",
        properties,
    )


def motions(page: Page, **properties: Any) -> int:
    """Sets properties and returns the number of animations started."""
    began: int = page.evaluate(
        """(given) => {
          const before = document.getAnimations().length;
          Object.assign(board, given);
          return document.getAnimations().length - before;
        }""",
        properties,
    )
    return began


def gone(page: Page, selector: str, left: int = 0) -> None:
    """Waits until at most that many are left."""
    expect(page.locator(selector)).to_have_count(left)


def count(page: Page, selector: str) -> int:
    return page.locator(selector).count()


def reports(page: Page) -> list[list[Any]]:
    """Returns the board's events since the last call."""
    found: list[list[Any]] = page.evaluate("reports.splice(0)")
    return found


def place(page: Page, cell: str) -> tuple[float, float]:
    """Returns the screen position of a cell's centre, from the grid for screen readers."""
    box = page.locator(f'.ff-cell[aria-label^="{cell},"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, cell: str) -> None:
    page.mouse.click(*place(page, cell))


def tap(page: Page, cell: str) -> None:
    page.touchscreen.tap(*place(page, cell))


# drawing


def test_every_stone_is_on_its_crossing_in_its_colour(opened: Open) -> None:
    state = play(start("gomoku"), FIFTEEN)
    page = opened(state, 24)
    assert count(page, ".ff-black") == state.cells.count("X")
    assert count(page, ".ff-white") == state.cells.count("O")
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(".ff-stone .ff-body")].map((stone) => {
          const box = stone.getBoundingClientRect();
          const x = box.x + box.width / 2, y = box.y + box.height / 2;
          const cell = document.elementsFromPoint(x, y).find((node) => node.dataset.cell);
          return [Number(cell.dataset.cell), stone.classList.contains("ff-black") ? "X" : "O"];
        })"""
    )
    assert dict(drawn) == {cell: mark for cell, mark in enumerate(state.cells) if mark != "."}


def test_rows_count_from_the_bottom_in_gomoku_and_from_the_top_elsewhere(opened: Open) -> None:
    page = opened(start("gomoku"))
    assert place(page, "a1")[1] > place(page, "a15")[1]
    put(page, game=game_json(start("othello")), view=view_json(start("othello"), 0))
    page.wait_for_selector('.ff-cell[aria-label^="h8,"]')
    assert place(page, "a1")[1] < place(page, "a8")[1]


@pytest.mark.parametrize(
    ("size", "stars"), [(5, 0), (9, 5), (12, 4), (15, 5), (19, 9), (20, 4), (22, 4)]
)
def test_gomoku_boards_of_all_sizes_have_their_lines_and_star_points(
    opened: Open, size: int, stars: int
) -> None:
    page = opened(start("gomoku", (size, size)))
    assert count(page, ".ff-star") == stars
    assert count(page, ".ff-cell") == size * size
    assert count(page, ".ff-wood-label") == 2 * size
    assert count(page, ".ff-grain path") == 26


@pytest.mark.parametrize("size", [4, 6, 8])
def test_othello_boards_have_their_first_four_discs(opened: Open, size: int) -> None:
    page = opened(start("othello", (size, size)))
    assert (count(page, ".ff-black"), count(page, ".ff-white")) == (2, 2)
    assert count(page, ".ff-rim-black") == 2


@pytest.mark.parametrize("size", [(8, 8), (3, 20), (10, 6), (1, 5)])
def test_a_board_keeps_its_shape_and_stays_inside_its_place(
    opened: Open, size: tuple[int, int]
) -> None:
    page = opened(start("pentomino", size))
    face = page.locator(".ff-face").bounding_box()
    host = page.locator("ff-board").bounding_box()
    assert face is not None
    assert host is not None
    assert face["height"] <= host["height"] + 0.5
    assert face["width"] <= host["width"] + 0.5
    cell = page.locator(".ff-cell").first.bounding_box()
    assert cell is not None
    assert cell["width"] == pytest.approx(cell["height"], abs=0.6)


def test_pieces_are_blocks_with_texture_and_letter(opened: Open) -> None:
    state = play(start("pentomino"), "I a4 a5 a6 a7 a8; V b6 b7 b8 c8 d8")
    page = opened(state, 2)
    assert count(page, ".ff-layer-stones .ff-piece") == 2
    assert page.locator(".ff-layer-stones .ff-letter").all_text_contents() == ["I", "V"]
    # V's letter is on the cell where its arms meet, b8; the seal on its first cell, b6.
    letter = page.locator(".ff-piece-V .ff-letter").bounding_box()
    assert letter is not None
    x, y = place(page, "b8")
    assert abs(letter["x"] + letter["width"] / 2 - x) < 3
    assert abs(letter["y"] + letter["height"] / 2 - y) < 6


def test_the_seal_marks_the_last_move_until_numbers_replace_it(opened: Open) -> None:
    page = opened(play(start("gomoku"), "h8 i9"), 2)
    seal = page.locator(".ff-seal").bounding_box()
    assert seal is not None
    x, y = place(page, "i9")
    assert abs(seal["x"] + seal["width"] / 2 - x) < 1
    assert abs(seal["y"] + seal["height"] / 2 - y) < 1
    put(page, numbers=[[7 * 15 + 7, 1], ["i9", 2], ["a1", 9]])
    assert count(page, ".ff-seal") == 0
    assert page.locator(".ff-number").all_text_contents() == ["1", "2"]
    assert count(page, ".ff-number.ff-on-black") == 1
    put(page, numbers=None)
    assert (count(page, ".ff-seal"), count(page, ".ff-number")) == (1, 0)


def test_the_winning_line_is_drawn_through_the_five_and_the_board_closes(opened: Open) -> None:
    state = play(start("gomoku"), "h8 a1 h9 a2 h10 a3 h11 a4")
    page = opened(state, 8, properties={"interactive": True})
    won = play(state, "h12")
    line = [cell for cell, mark in enumerate(won.cells) if mark == "X"]
    put(page, interactive=False, closed=True)
    # the stone, its shadow, the line and its halo
    assert motions(page, view=view_json(won, 9, line=line)) == 4
    assert count(page, ".ff-win-line") == 1
    assert page.get_by_role("grid").get_attribute("aria-disabled") == "true"
    page.mouse.move(*place(page, "e5"))
    assert count(page, ".ff-hover") == 0
    click(page, "e5")
    assert [report for report in reports(page) if report[0] == "ff-play"] == []


def test_cells_nobody_can_fill_are_hatched(opened: Open) -> None:
    state = play(start("pentomino"), "I a4 a5 a6 a7 a8")
    page = opened(state, view=view_json(state, 1, dead=[0, 1, 9]))
    assert count(page, ".ff-dead") == 3


def test_forbidden_points_are_crossed(opened: Open) -> None:
    state = start("gomoku")
    page = opened(state, view=view_json(state, 0, forbidden=[112, 113]))
    assert count(page, ".ff-forbidden") == 2
    page.wait_for_selector('.ff-cell[aria-label="h8, empty, forbidden"]')


def test_the_margin_stands_on_the_losers_side(opened: Open) -> None:
    page = opened(start("othello"), properties={"seat": "O"})
    board = page.locator(".ff-face").bounding_box()
    assert board is not None
    put(page, margin={"seat": "O", "text": "−12"})
    below = page.locator(".ff-margin").bounding_box()
    put(page, margin={"seat": "X", "text": "−4"})
    above = page.locator(".ff-margin").bounding_box()
    assert below is not None
    assert above is not None
    assert below["y"] > board["y"] + board["height"] * 0.9
    assert above["y"] < board["y"] + board["height"] * 0.1
    assert page.locator(".ff-margin").text_content() == "−4"


def test_coordinates_can_be_chosen_and_hide_on_small_gomoku_boards(opened: Open) -> None:
    page = opened(start("gomoku"), width=360, height=640)
    assert count(page, ".ff-wood-label") == 0
    put(page, coordinates=True)
    assert count(page, ".ff-wood-label") == 30
    page.set_viewport_size({"width": 900, "height": 800})
    put(page, coordinates=False)
    assert count(page, ".ff-wood-label") == 0
    put(page, coordinates=None)
    expect(page.locator(".ff-wood-label")).to_have_count(30)


def test_a_small_picture_has_no_grid_but_a_name(opened: Open) -> None:
    page = opened(play(start("gomoku"), "h8"), 1)
    page.evaluate("board.setAttribute('mini', '')")
    assert count(page, ".ff-grid") == 0
    assert page.get_by_role("img", name="gomoku board, 15 by 15").count() == 1


# successive views


def test_a_new_view_touches_only_what_changed(opened: Open) -> None:
    state = play(start("gomoku"), FIFTEEN)
    page = opened(state, 24)
    page.evaluate(
        """() => {
          globalThis.before = [...document.querySelectorAll(".ff-stone")];
          globalThis.ground = document.querySelector(".ff-wood");
        }"""
    )
    assert motions(page, view=view_json(play(state, "a1"), 25)) == 2
    assert page.evaluate("before.every((stone) => stone.isConnected) && ground.isConnected")
    assert count(page, ".ff-stone") == 25
    put(page, view=view_json(state, 24))
    gone(page, ".ff-stone", 24)
    assert page.evaluate("before.every((stone) => stone.isConnected)")


def test_discs_turn_later_the_farther_they_are(opened: Open) -> None:
    before = (
        GAMES["othello"]
        .of()
        .parse_position(
            "XOOOO..." + "........" * 2 + "...OX..." + "...XO..." + "........" * 3 + " X"
        )
    )
    page = opened(before, 8)
    after = play(before, "f1")
    delays = page.evaluate(
        """(view) => {
          board.view = view;
          return [...document.querySelectorAll(".ff-stone:not(.ff-leaving)")]
            .flatMap((stone) => stone.getAnimations())
            .map((motion) => motion.effect.getTiming().delay - 110);
        }""",
        view_json(after, 9),
    )
    assert sorted(delays) == [35, 70, 105, 140]
    gone(page, ".ff-leaving")
    assert count(page, ".ff-black") == after.cells.count("X")
    assert count(page, ".ff-white") == after.cells.count("O")


def test_a_jump_over_many_plies_does_not_move(opened: Open) -> None:
    page = opened(start("gomoku"))
    assert motions(page, view=view_json(play(start("gomoku"), FIFTEEN), 24)) == 0
    assert count(page, ".ff-stone") == 24


@pytest.mark.parametrize("how", ["system", "attribute"])
def test_with_reduced_motion_everything_appears_at_once(opened: Open, how: str) -> None:
    state = play(start("othello"), "d3")
    page = opened(start("othello"), **({"still": True} if how == "system" else {}))
    if how == "attribute":
        page.evaluate("board.setAttribute('still', '')")
    ringed = page.evaluate(
        """(view) => {
          board.view = view;
          return document.querySelectorAll(".ff-turned").length;
        }""",
        view_json(state, 1),
    )
    assert ringed == 1
    assert page.evaluate("document.getAnimations().length") == 0
    assert count(page, ".ff-stone") == 5
    gone(page, ".ff-turned")
    put(page, view=view_json(start("othello"), 0))
    assert count(page, ".ff-stone") == 4


def test_a_piece_drops_and_leaves(opened: Open) -> None:
    page = opened(start("pentomino"))
    assert motions(page, view=view_json(play(start("pentomino"), "I a4 a5 a6 a7 a8"), 1)) == 1
    put(page, view=view_json(start("pentomino"), 0))
    gone(page, ".ff-piece")


# pending, refused, held


def test_a_pending_stone_is_drawn_at_once_and_does_not_come_down_twice(opened: Open) -> None:
    page = opened(start("gomoku"), properties={"interactive": True, "seat": "X"})
    drawn = page.evaluate(
        """() => {
          board.pending = "h8";
          return document.querySelectorAll(".ff-layer-pending .ff-black").length;
        }"""
    )
    assert drawn == 1
    opacity = "getComputedStyle(document.querySelector('.ff-layer-pending')).opacity"
    assert page.evaluate(opacity) == "0.85"
    put(page, pending=None)
    assert motions(page, view=view_json(play(start("gomoku"), "h8"), 1)) == 0
    assert count(page, ".ff-stone") == 1


def test_a_pending_stone_makes_way_for_the_real_one_in_either_order(opened: Open) -> None:
    page = opened(start("gomoku"), properties={"pending": "h8", "unsent": True})
    assert count(page, ".ff-unsent") == 1
    put(page, view=view_json(play(start("gomoku"), "h8"), 1))
    assert (count(page, ".ff-stone"), count(page, ".ff-layer-pending .ff-stone")) == (1, 0)
    put(page, pending=None)
    assert count(page, ".ff-stone") == 1


def test_a_refusal_shakes_the_square_and_then_nothing_is_left(opened: Open) -> None:
    page = opened(start("othello"))
    _, y = place(page, "b7")
    height = page.evaluate(
        """() => {
          board.shake("b7");
          const box = document.querySelector(".ff-refusal").getBoundingClientRect();
          return box.y + box.height / 2;
        }"""
    )
    assert abs(height - y) < 2
    gone(page, ".ff-refusal")


def test_a_held_piece_shows_where_it_does_not_fit(opened: Open) -> None:
    page = opened(play(start("pentomino"), "I a4 a5 a6 a7 a8"), 1)
    cells = ["b4", "a5", "b5", "c5", "b6"]
    put(page, held={"letter": "X", "cells": cells, "fits": False, "bad": ["a5"]})
    assert count(page, ".ff-held-piece.ff-misfit") == 1
    assert count(page, ".ff-cross") == 1
    put(
        page, held={"letter": "X", "cells": ["c4", "b5", "c5", "d5", "c6"], "fits": True, "bad": []}
    )
    assert (count(page, ".ff-misfit"), count(page, ".ff-cross")) == (0, 0)
    put(page, held=None)
    assert count(page, ".ff-held-piece") == 0


# overlays


def test_a_square_has_one_mark_ghost_before_sign_before_number(opened: Open) -> None:
    page = opened(play(start("gomoku"), "h8"), 1)
    number = {"kind": "score", "label": "candidate, score 38"}
    put(
        page,
        overlay={
            "numbers": [
                {**number, "cell": "j10", "text": "38"},
                {**number, "cell": "i9", "text": "12"},
                {"cell": "i9", "text": "W7", "kind": "win", "label": "wins in 7"},
                {**number, "cell": "g7", "text": "12345"},
                {**number, "cell": "h8", "text": "1"},
            ],
            "ghosts": [{"cells": ["j10"], "n": 2, "seat": "O"}],
            "signs": [],
            "heat": None,
        },
    )
    assert count(page, ".ff-ghost") == 1
    assert page.locator(".ff-ghost text").text_content() == "2"
    # i9 has a sign, g7 its rank because five characters do not fit, h8 has a stone.
    assert page.locator(".ff-pill text").all_text_contents() == ["W7", "4"]
    page.wait_for_selector('.ff-cell[aria-label="g7, empty, candidate, score 38"]')
    page.wait_for_selector('.ff-cell[aria-label="j10, empty, expected as move 2"]')
    put(page, overlay=None)
    assert count(page, ".ff-mark") == 0


def test_exact_scores_are_rings_and_take_the_place_of_legal_dots(opened: Open) -> None:
    page = opened(start("othello"), properties={"interactive": True})
    assert count(page, ".ff-legal-dot") == 4
    kinds = {"d3": "exact-best", "c4": "exact", "f5": "exact-loss"}
    numbers = [
        {"cell": cell, "text": "+2", "kind": kind, "label": "exact"} for cell, kind in kinds.items()
    ]
    put(page, overlay={"numbers": numbers})
    assert count(page, ".ff-ring") == 3
    assert count(page, ".ff-legal-dot") == 1
    put(page, overlay=None, interactive=False)
    assert count(page, ".ff-legal-dot") == 0


def test_lines_differ_by_stroke(opened: Open) -> None:
    page = opened(play(start("gomoku"), "h8 i9 h9"), 3)
    styles = ["four", "three", "sequence"]
    lines = [
        {"cells": [f"{letter}{row}" for letter in "defgh"], "style": style, "tone": "bad"}
        for row, style in enumerate(styles, start=2)
    ]
    put(page, overlay={"lines": lines, "cells": [{"cells": ["a1"], "tone": "good", "label": "x"}]})
    strokes = page.evaluate(
        """() => [...document.querySelectorAll(".ff-line")]
          .map((line) => getComputedStyle(line).strokeDasharray)"""
    )
    assert strokes == ["none", "11px, 8px", "0.1px, 8px"]
    assert count(page, ".ff-cap") == 6
    assert count(page, ".ff-region-edge") == 1


def test_heat_has_seven_steps_and_a_legend(opened: Open) -> None:
    page = opened(start("pentomino"))
    values: list[int | None] = [*range(63), None]
    put(page, overlay={"heat": {"values": values, "low": "closed in", "high": "open"}})
    steps = page.evaluate(
        """() => [...document.querySelectorAll(".ff-layer-heat rect")]
          .map((tint) => Number(tint.getAttribute("class").slice(8)))"""
    )
    assert len(steps) == 63
    assert steps == sorted(steps)
    assert set(steps) == set(range(7))
    assert page.evaluate("board.legend") == {"low": "closed in", "high": "open"}


def test_signs_and_expected_pieces(opened: Open) -> None:
    page = opened(start("pentomino"))
    signs = [{"cell": 0, "sign": "+"}, {"cell": 1, "sign": "-"}, {"cell": 2, "sign": "?"}]
    ghost = {"cells": ["d5", "d6", "d7", "d8", "e8"], "n": 2, "seat": "X", "letter": "L"}
    put(page, overlay={"signs": signs, "ghosts": [ghost]})
    assert count(page, ".ff-sign") == 3
    assert page.locator(".ff-ghost-piece .ff-letter").text_content() == "2"
    page.wait_for_selector('.ff-cell[aria-label="b1, empty, proven to lose"]')


def test_themes_and_skins_change_the_colours_while_they_show(opened: Open) -> None:
    page = opened(start("gomoku"))
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    fill = "getComputedStyle(document.querySelector('.ff-wood')).fill"
    seen = {page.evaluate(fill)}
    for name, value in [
        ("theme", "dark"),
        ("theme", "contrast"),
        ("theme", "light"),
        ("skin", "flat"),
    ]:
        page.evaluate("([k, v]) => { document.documentElement.dataset[k] = v }", [name, value])
        seen.add(page.evaluate(fill))
    assert len(seen) >= 4


# mouse, touch, keyboard


def test_the_mouse_shows_a_stone_and_plays_with_a_click(opened: Open) -> None:
    page = opened(play(start("gomoku"), "h8"), 1, properties={"interactive": True})
    page.mouse.move(*place(page, "c4"))
    assert count(page, ".ff-hover.ff-flat-white") == 1
    page.mouse.move(*place(page, "h8"))
    assert count(page, ".ff-hover") == 0
    reports(page)
    click(page, "c4")
    assert reports(page) == [["ff-point", "c4", "mouse"], ["ff-play", "c4", "mouse"]]
    page.mouse.move(2, 2)
    assert reports(page) == [["ff-point", None, "mouse"]]
    put(page, interactive=False)
    click(page, "c5")
    assert reports(page) == [["ff-point", "c5", "mouse"]]


def test_a_click_that_ends_elsewhere_plays_nothing(opened: Open) -> None:
    page = opened(start("gomoku"), properties={"interactive": True})
    page.mouse.move(*place(page, "c4"))
    page.mouse.down()
    page.mouse.move(*place(page, "f9"))
    page.mouse.up()
    assert [report[0] for report in reports(page)] == ["ff-point", "ff-point"]


def test_othello_hovers_only_over_squares_that_can_be_played(opened: Open) -> None:
    page = opened(start("othello"), properties={"interactive": True})
    page.mouse.move(*place(page, "a1"))
    assert count(page, ".ff-hover") == 0
    page.mouse.move(*place(page, "d3"))
    assert count(page, ".ff-hover.ff-flat-black") == 1


def test_with_small_cells_a_finger_aims_and_a_second_tap_plays(opened: Open) -> None:
    state = start("gomoku", (19, 19))
    page = opened(state, width=360, height=640, touch=True)
    put(page, interactive=True, confirm=True, seat="X")
    page.wait_for_selector('.ff-cell[aria-label="k10, empty"]')
    assert page.evaluate("board.cellSize()") < 32
    tap(page, "k10")
    assert reports(page) == [["ff-point", "k10", "touch"], ["ff-aim", "k10", "touch"]]
    assert (count(page, ".ff-hairs"), count(page, ".ff-aim-stone")) == (1, 1)
    tap(page, "d4")
    assert reports(page) == [["ff-point", "d4", "touch"], ["ff-aim", "d4", "touch"]]
    tap(page, "d4")
    assert reports(page) == [["ff-play", "d4", "touch"]]
    assert count(page, ".ff-hairs") == 0


def test_with_large_cells_or_without_confirming_one_tap_plays(opened: Open) -> None:
    page = opened(start("othello"), width=360, height=640, touch=True)
    put(page, interactive=True, confirm=True)
    page.wait_for_selector('.ff-cell[aria-label^="d3,"]')
    tap(page, "d3")
    assert reports(page)[-1] == ["ff-play", "d3", "touch"]
    put(page, game=game_json(start("gomoku")), view=view_json(start("gomoku"), 0), confirm=False)
    page.wait_for_selector('.ff-cell[aria-label^="d15,"]')
    tap(page, "d3")
    assert reports(page)[-1] == ["ff-play", "d3", "touch"]


def test_the_aim_can_be_dragged_and_then_played(opened: Open) -> None:
    page = opened(start("gomoku", (19, 19)), width=360, height=640, touch=True)
    put(page, interactive=True, confirm=True)
    page.wait_for_selector('.ff-cell[aria-label="k10, empty"]')
    tap(page, "k10")
    reports(page)
    (x, y), (to_x, to_y) = place(page, "k10"), place(page, "n12")
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        sent = [{"x": each[0], "y": each[1]} for each in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    send("touchStart", (x, y))
    send("touchMove", ((x + to_x) / 2, (y + to_y) / 2))
    send("touchMove", (to_x, to_y))
    send("touchEnd")
    told = reports(page)
    assert told[-1] == ["ff-point", "n12", "touch"]
    assert [report for report in told if report[0] == "ff-play"] == []
    tap(page, "n12")
    assert reports(page) == [["ff-play", "n12", "touch"]]


def test_the_board_is_one_tab_stop_and_keys_walk_over_it(opened: Open) -> None:
    page = opened(start("gomoku"), width=900, properties={"interactive": True})
    page.wait_for_selector('.ff-cell[aria-label="h8, empty"]')
    assert count(page, '.ff-cell[tabindex="0"]') == 1
    page.keyboard.press("Tab")
    focused = "document.activeElement.getAttribute('aria-label').split(',')[0]"
    walk = {
        "ArrowRight": "i8",
        "ArrowUp": "i9",
        "ArrowLeft": "h9",
        "ArrowDown": "h8",
        "Home": "a8",
        "End": "o8",
        "PageUp": "o15",
        "PageDown": "o1",
        "Control+Home": "a15",
        "Control+End": "o1",
    }
    assert page.evaluate(focused) == "h8"
    for key, cell in walk.items():
        page.keyboard.press(key)
        assert page.evaluate(focused) == cell
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "o1"
    assert count(page, '.ff-cell[tabindex="0"]') == 1
    reports(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert reports(page) == [["ff-play", "o1", "key"]] * 2
    page.keyboard.press("Tab")
    assert page.evaluate("board.contains(document.activeElement)") is False
    page.evaluate("board.focusCell('c3')")
    assert page.evaluate(focused) == "c3"
    put(page, interactive=False)
    reports(page)
    page.keyboard.press("Enter")
    assert reports(page) == []


def test_the_focused_cell_has_a_ring(opened: Open) -> None:
    page = opened(start("othello"))
    page.keyboard.press("Shift")
    page.evaluate("board.focus()")
    shadow = "getComputedStyle(document.activeElement, '::after').boxShadow"
    assert "3px" in page.evaluate(shadow)


def test_a_click_without_a_pointer_plays_the_cell_it_is_on(opened: Open) -> None:
    page = opened(start("gomoku"), properties={"interactive": True})
    page.evaluate("document.querySelector('[data-cell=\"0\"]').click()")
    assert reports(page)[-1] == ["ff-play", "a15", "key"]


def test_cells_are_labelled_with_their_content(opened: Open) -> None:
    page = opened(play(start("gomoku"), "h8 i9"), 2)
    page.wait_for_selector('.ff-cell[aria-label="i9, white, last move"]')
    assert page.get_by_role("gridcell", name="h8, black", exact=True).count() == 1
    assert page.get_by_role("grid", name="gomoku board, 15 by 15").count() == 1
    page.evaluate("board.describe = (cell) => `cell ${cell}`")
    page.wait_for_selector('.ff-cell[aria-label="cell 224"]')
    page.evaluate("board.label = 'My board'")
    assert page.get_by_role("grid", name="My board").count() == 1


def test_properties_set_before_the_element_is_defined_are_kept(opened: Open) -> None:
    page = opened(start("gomoku"))
    kept = page.evaluate(
        """async (game) => {
          const raw = document.createElement("ff-board");
          Object.defineProperty(raw, "game", { value: game, writable: true, configurable: true });
          document.querySelector("main").append(raw);
          return raw.querySelectorAll(".ff-cell").length;
        }""",
        game_json(PentominoGame.of(size=(5, 12)).start),
    )
    assert kept == 60


def test_a_board_moved_in_the_document_shows_properties_set_meanwhile(opened: Open) -> None:
    page = opened(start("gomoku"))
    page.evaluate("board.remove()")
    put(page, view=view_json(play(start("gomoku"), "h8"), 1))
    page.evaluate("document.querySelector('main').append(board)")
    assert count(page, ".ff-stone") == 1


SCENES: dict[str, tuple[str, dict[str, Any]]] = {
    "gomoku": (
        FIFTEEN,
        {
            "overlay": {
                "numbers": [{"cell": "k8", "text": "18", "kind": "score", "label": "score 18"}],
                "ghosts": [{"cells": ["j11"], "n": 2, "seat": "X"}],
            }
        },
    ),
    "othello": ("d3 c3 c4", {"interactive": True}),
    "pentomino": (
        "I a4 a5 a6 a7 a8; V b6 b7 b8 c8 d8",
        {"overlay": {"signs": [{"cell": 0, "sign": "+"}]}, "closed": True},
    ),
}


def test_axe_finds_nothing_wrong(opened: Open, axe: Callable[..., list[str]]) -> None:
    page = opened(start("gomoku"))
    for name, (moves, properties) in SCENES.items():
        state = play(start(name), moves)
        put(page, game=game_json(state), view=view_json(state, 3), **properties)
        gone(page, ".ff-cell:not([aria-label])")
        for width in (320, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert axe(page) == [], (name, width)


def test_a_game_without_a_drawing_of_its_own_has_squares_and_discs(opened: Open) -> None:
    page = opened(play(GAMES["gomoku"].of((5, 5)).start, "c3 d4"))
    page.evaluate("""() => {
      const board = document.querySelector("ff-board");
      board.game = { ...board.game, name: "drop" };
    }""")
    expect(page.locator("ff-board .ff-felt")).to_have_count(1)
    expect(page.locator("ff-board .ff-layer-stones > *")).to_have_count(2)
    expect(page.locator('ff-board [aria-label^="c3, black"]')).to_have_count(1)
