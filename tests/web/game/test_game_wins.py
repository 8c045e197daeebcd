"""Winning placements on the game page: the question, the counts in the tray, the marks, the result.

A real position with six pieces. The page's answers are compared with an exhaustive search that
shares only the notation with the program.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from playwright.sync_api import Page, Route, expect

from fivefold.games.pentomino import SHAPES, PentominoGame

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sat

Outcomes = Callable[[Sequence[str]], dict[str, bool]]
GAME = PentominoGame(8, 8)


def legal(moves: Sequence[str]) -> list[str]:
    state = GAME.start
    for text in moves:
        state = state.play(GAME.parse_move(text))
    return [GAME.format_move(move) for move in state.legal_moves()]


def by_chance(pieces: int, seed: int) -> list[str]:
    chance, moves = random.Random(seed), list[str]()
    while len(moves) < pieces:
        moves.append(chance.choice(legal(moves)))
    return moves


def blunders(moves: Sequence[str], known: dict[str, bool]) -> list[str]:
    """The losing moves after which the next piece ends the game."""
    return [
        move
        for move, wins in known.items()
        if not wins
        if any(not legal([*moves, move, reply]) for reply in legal([*moves, move]))
    ]


def place(me: Player, move: str) -> None:
    """Picks a piece in the tray, turns it by keys and places it with a click."""
    letter, *names = move.split()
    cells = [(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in names]
    shape, presses = corner(SHAPES[letter]), ""
    while shape != corner(cells):
        presses += "m" if len(presses) == 4 else "r"
        down, across = zip(*shape, strict=True)
        flipped = (
            (down, [-c for c in across]) if presses[-1] == "m" else (across, [-r for r in down])
        )
        shape = corner(list(zip(*flipped, strict=True)))
    me.page.locator(f'.piece-button[data-letter="{letter}"]').click()
    me.press(*presses)
    middle = [sum(axis) / 5 for axis in zip(*shape, strict=True)]
    held = min(shape, key=lambda cell: sum((a - b) ** 2 for a, b in zip(cell, middle, strict=True)))
    row, column = sorted(cells)[shape.index(held)]
    me.point(f"{chr(ord('a') + column)}{row + 1}")
    expect(me.page.locator(".tray .why")).to_have_text(f"{letter} loses here.")
    me.play(f"{chr(ord('a') + column)}{row + 1}")


def corner(cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the shape moved to its corner, in reading order."""
    found = sorted(cells)
    top, left = (min(axis) for axis in zip(*found, strict=True))
    return [(row - top, column - left) for row, column in found]


def tallies(page: Page) -> dict[str, tuple[int, int, int]]:
    """The tray's count of each piece's placements: won, lost, unknown."""
    found = {}
    for piece in page.locator(".piece-button").all():
        text = piece.locator(".tally").inner_text() if piece.locator(".tally").count() else ""
        amounts = dict(re.findall(r"([+−?])(\d+)", text))
        wins, losses, unknown = (int(amounts.get(sign, 0)) for sign in "+−?")
        found[str(piece.get_attribute("data-letter"))] = wins, losses, unknown
    return found


def labels(page: Page) -> dict[str, str]:
    """The label of each cell for screen readers."""
    cells = page.locator("ff-board [role=gridcell]")
    texts: list[str] = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    return {text.split(",")[0]: text for text in texts}


def test_the_winning_moves_are_counted_drawn_and_remembered_at_the_end(
    sat: Sat, outcomes: Outcomes
) -> None:
    moves = by_chance(6, 7)
    known = outcomes(legal(moves))
    wins = [move for move, wins in known.items() if wins]
    assert 0 < len(wins) < len(known)

    me = sat("pentomino", moves, "perfect")
    me.wait_for_turn()
    page = me.page
    expect(page.locator(".piece-button")).to_have_count(6)
    expect(page.locator(".tally")).to_have_count(0)  # nobody is told who has not asked
    me.press("w")
    answer = page.locator(".g-count")
    expect(answer).to_contain_text(f"{len(wins)} of {len(known)} moves win. Proven for every move.")
    counted = dict.fromkeys(tallies(page), (0, 0, 0))
    for move, is_win in known.items():
        won, lost, _ = counted[move[0]]
        counted[move[0]] = (won + is_win, lost + (not is_win), 0)
    assert tallies(page) == counted

    letter = wins[0][0]
    won, lost, _ = counted[letter]
    piece = page.locator(f'.piece-button[data-letter="{letter}"]')
    words = rf"Piece {letter}, {won} wins?, {lost} loses?, 0 unknown"
    expect(piece).to_have_attribute("aria-label", re.compile(words))
    piece.click()
    over = {
        is_win: {
            cell
            for move, each in known.items()
            if move[0] == letter and each is is_win
            for cell in move.split()[1:]
        }
        for is_win in (True, False)
    }
    assert over[True]
    assert over[False] - over[True]
    expect(page.locator("ff-board:not([mini]) .ff-region-edge.ff-tone-good")).to_have_count(
        len(over[True])
    )
    spoken = labels(page)
    for cell in over[True] | over[False]:
        how = "a {} over this square wins" if cell in over[True] else "every {} over this square"
        assert how.format(letter) in spoken[cell]
    expect(page.locator("ff-board:not([mini]) .ff-sign").first).to_be_visible()
    expect(page.locator(".g-legend")).to_have_count(2)

    losing = blunders(moves, known)[0]
    place(me, losing)
    missed = page.locator(".missed.turn")
    expect(missed).to_contain_text("Move 7: You could have won with ")
    told = missed.inner_text()
    assert any(move in told for move in wins)
    assert losing in told
    missed.click()
    ghost = page.locator("ff-board:not([mini]) .ff-ghost-piece")
    expect(ghost).to_have_count(1)
    winning = next(move for move in wins if move in told)
    drawn = {cell for cell, words in labels(page).items() if "would have won here" in words}
    assert drawn == set(winning.split()[1:])


def test_the_question_waits_for_the_list_of_opponents(sat: Sat) -> None:
    me = sat("pentomino", by_chance(6, 7), "perfect")
    held = list[Route]()
    me.page.route("**/api/strategies*", lambda route: held.append(route))
    me.page.reload()
    me.wait_for_turn()
    me.press("w")
    expect(me.page.locator("ff-glass")).to_be_visible()
    expect(me.page.locator(".g-count")).to_have_count(0)
    assert held
    for request in held:
        request.continue_()
    expect(me.page.locator(".g-count")).to_contain_text("Proven for every move.")


def test_a_game_between_two_people_gives_no_answer(sat: Sat) -> None:
    me = sat("pentomino", by_chance(6, 7), "open")
    match = me.page.url.rpartition("/")[2]
    me.page.request.post(f"{me.app}/api/matches/{match}/join", data={})
    me.wait_for_turn()
    me.press("w")
    expect(me.page.locator("#toasts")).to_contain_text("Two people are playing")
    expect(me.page.locator(".tally")).to_have_count(0)
