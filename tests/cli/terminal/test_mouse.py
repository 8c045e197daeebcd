"""Clicks find the cell under them, wherever and however the board is painted."""

from __future__ import annotations

import re

import pytest

from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.keys import KeyDecoder
from fivefold.cli.terminal.layout import arranged
from fivefold.cli.terminal.mouse import Painted, is_button, press_button
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.render import render
from fivefold.cli.terminal.session import HUMAN, Session
from fivefold.core import Player
from fivefold.formats import Reading
from fivefold.names import game_from

LOOKS = {
    "coloured": Look(True, True, ascii=False),
    "plain": Look(False, True, ascii=False),
    "letters": Look(False, True, ascii=True),
    "narrow": Look(False, True, ascii=False, columns=22),
    "narrow and coloured": Look(True, True, ascii=False, columns=22),
    "low": Look(False, True, ascii=False, lines=9),
    "stacked": Look(True, True, ascii=False, columns=45, lines=40),
    "wide stones": Look(True, True, ascii=False, stone_width=2),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("size", [7, 15])
def test_a_click_on_a_stone_finds_its_cell(look: Look, size: int) -> None:
    game = game_from(f"gomoku(size={size})")
    for cell in range(0, size * size, 3):
        state = game.parse_position(f"{'.' * cell}X{'.' * (size * size - cell - 1)} O")
        session = Session(Reading(state), dict.fromkeys(Player, HUMAN))
        parts = render(session, look, Pointer(cell))
        lines = arranged(parts, look)
        assert lines is not None
        plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
        # Only rows of the board begin with a number and have a stone.
        found = [(re.match(r" ?[0-9]+[^a-zA-Z0-9●]*[●X]", line), n) for n, line in enumerate(plain)]
        places = [(look.width(match[0][:-1]), n) for match, n in found if match]
        assert len(places) == 1
        (place, line), painted = places[0], Painted(lines, parts.board, look)
        assert painted.cell_at(place, line, game) == cell
        pointer, plays = press_button(f"click {place} {line}", Pointer(0), state, painted)
        assert (pointer.cell, plays) == (cell, cell == 0)
        assert press_button(f"click {place} {line}", pointer, state, painted) == (pointer, True)


def test_a_click_beside_the_board_does_nothing() -> None:
    session = Session(Reading(game_from("othello").start), dict.fromkeys(Player, HUMAN))
    look = LOOKS["coloured"]
    parts = render(session, look, Pointer(0))
    lines = arranged(parts, look)
    assert lines is not None
    painted = Painted(lines, parts.board, look)
    game = session.state.game
    for place, line in ((0, 0), (5, 0), (0, 3), (18, 3), (70, 1), (5, 9), (5, 100), (-1, -1)):
        assert painted.cell_at(place, line, game) is None


def test_the_wheel_turns_the_piece_and_the_right_button_flips_it() -> None:
    state = game_from("pentomino").start
    pointer, painted = Pointer.over(state), Painted([], [], Look())
    for key, same in (("wheel up 1 1", " "), ("wheel down 3 4", " "), ("right click 9 9", "/")):
        assert press_button(key, pointer, state, painted) == (pointer.pressed(same, state), False)


def test_reports_of_the_terminal_are_decoded_and_nothing_else_is() -> None:
    sent = "\x1b[<0;13;4M\x1b[<0;13;4m\x1b[<2;1;1M\x1b[<64;5;6M\x1b[<65;5;6M\x1b[<16;7;8M"
    wanted = ["click 12 3", "right click 0 0", "wheel up 4 5", "wheel down 4 5", "click 6 7"]
    decoder = KeyDecoder()
    assert [key for byte in sent.encode() for key in decoder.feed(bytes([byte]))] == wanted
    assert all(map(is_button, wanted))
    assert KeyDecoder().feed(b"\x1b[<1;1;1M\x1b[<35;1;1M\x1b[<0;1M\x1b[<;;MA") == ["A"]
    assert not is_button("click")
