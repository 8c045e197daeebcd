"""Explanations of Othello moves are true: each fact is checked with independent rules."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, State
from fivefold.games.othello import PASS, OthelloGame, OthelloState
from fivefold.strategies.othello.explain import describe, facts, note_words, value_words
from fivefold.strategies.othello.search import Line
from fivefold.strategies.teaching.evaluate.stability import stable_discs
from fivefold.words import CATALOGUES, Message, say, write

Wander = Callable[[Game, random.Random, int], State]
AfterMoves = Callable[[str, str], dict[int, str]]

CORNERS = {"a1", "h1", "a8", "h8"}
BESIDE = {"b2": "a1", "g2": "h1", "b7": "a8", "g7": "h8"}
"""By X-square: its corner."""


def regions(cells: str) -> list[int]:
    """Returns the size of each connected region of empty squares, by joining pairs."""
    empty = [cell for cell, mark in enumerate(cells) if mark == "."]
    region = {cell: cell for cell in empty}
    for one in empty:
        for other in empty:
            if max(abs(one // 8 - other // 8), abs(one % 8 - other % 8)) == 1:
                joined, gone = region[one], region[other]
                region = {cell: joined if of == gone else of for cell, of in region.items()}
    return [list(region.values()).count(each) for each in set(region.values())]


def check(fact: Message, state: State, move: int, after: AfterMoves) -> None:
    """Holds a fact to the boards before and after the move."""
    name = state.game.format_cell
    me, other = state.to_move.value, state.to_move.other.value
    before, board = state.cells, after(state.cells, me)[move]
    replies, stated = {name(cell) for cell in after(board, other)}, fact.facts
    could_reply = {name(cell) for cell in after(before, other)}
    empty_corners = {name(cell) for cell in (0, 7, 56, 63) if before[cell] == "."}
    if "player" in stated:
        assert stated["player"] == state.game.player_name(state.to_move.other)
    if fact.key == "discs.only":
        assert list(after(before, me)) == [move]
    elif fact.key == "discs.corner":
        assert name(move) in CORNERS
    elif fact.key == "discs.ends":
        assert not replies
        assert not after(board, me)
    elif fact.key == "discs.must_pass":
        assert not replies
        assert after(board, me)
    elif fact.key == "discs.left":
        assert stated["count"] == len(replies) > 0
    elif fact.key == "discs.denies":
        assert stated["corner"] in CORNERS & could_reply - replies
    elif fact.key == "discs.gives":
        assert stated["corner"] in CORNERS & replies
    elif fact.key == "discs.dares":
        assert stated["corner"] == BESIDE[name(move)]
        assert stated["corner"] in empty_corners - replies
    elif fact.key == "discs.safe":
        assert stated["count"] >= 3
    elif fact.key == "discs.parity":
        assert all(count % 2 == 0 for count in regions(board))
    elif fact.key == "discs.stays_off":
        assert stated["square"] in BESIDE.keys() & {name(cell) for cell in after(before, me)}
        assert BESIDE[stated["square"]] in empty_corners
        assert BESIDE.get(name(move)) not in empty_corners
    else:
        assert fact.key == "discs.quiet"
        assert sum(old != new for old, new in zip(before, board, strict=True)) == 2


def test_every_fact_is_true_on_random_positions(wander: Wander, othello_after: AfterMoves) -> None:
    rng, stated = random.Random(71), set()
    for plies in (*range(0, 60, 2), *range(1, 60, 3), *[60] * 8):
        state = wander(OthelloGame(), rng, plies)
        assert isinstance(state, OthelloState)
        for move in state.legal_moves():
            if move == PASS:
                continue
            for fact in facts(state, move):
                check(fact, state, move, othello_after)
                stated.add(fact.key)
    assert stated == {
        f"discs.{name}"
        for name in (
            *("only", "corner", "ends", "must_pass", "left", "denies", "gives", "dares", "safe"),
            *("parity", "stays_off", "quiet"),
        )
    }


def test_discs_called_safe_are_never_flipped(wander: Wander) -> None:
    rng = random.Random(72)
    for _ in range(20):
        state = wander(OthelloGame(), rng, rng.randrange(35, 58))
        assert isinstance(state, OthelloState)
        own, other = state.own_and_other
        safe = stable_discs(own, own | other, 8)
        mine = state.to_move
        for _ in range(5):
            at = state
            while not at.outcome:
                at = at.play(rng.choice(at.legal_moves()))
                black_or_white = at.black if mine.value == "X" else at.white
                assert black_or_white & safe == safe


EXPECTS = say("discs.expects", score=say("score.number", score=4.2), depth=18)


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        ("", "f5", "f5: leaves White 3 moves; flips only one disc. "),
        ("f5d6c3d3c4f4f6f3e6e7", "c6", "c6: avoids g2, next to an empty corner; "),
        ("f5d6c3d3c4f4f6f3e6e7", "g2", "g2: White cannot take the corner h1 next to it; "),
    ],
)
def test_the_sentence_tells_the_move_two_facts_and_the_value(
    moves: str, move: str, sentence: str
) -> None:
    game = OthelloGame()
    state = game.start
    for text in game.split_moves(moves):
        state = state.play(game.parse_move(text))
    stated = str(describe(state, game.parse_move(move), EXPECTS))
    assert stated.startswith(sentence)
    assert stated.endswith(". Expects +4.2 at depth 18.")
    assert stated.count(";") <= 1


def test_a_corner_and_a_forced_pass_come_first() -> None:
    # X takes a1 and flips the row; O then has nothing to flip, since all its discs were in row 1.
    game = OthelloGame()
    cells = ".OOOOOOX" + "X" * 8 + "." * 8 + "...XX..." * 2 + "." * 24
    state = game.parse_position(cells + " X")
    stated = str(describe(state, 0, say("discs.exact_draw")))
    assert stated == "a1: takes the corner; ends the game. Exact: a draw."
    forced = game.parse_position("OOOOXXXO.XXO..X. X")
    assert str(describe(forced, PASS, EXPECTS)) == (
        "No legal move, so it passes. Expects +4.2 at depth 18."
    )


def line(score: float, depth: int, percent: int, exact: bool) -> Line:
    return Line(0, score, depth, percent, exact, (0,))


@pytest.mark.parametrize(
    ("found", "words", "note"),
    [
        (line(2, 20, 100, True), "Exact: Black wins 33–31.", "exact +2"),
        (line(-2, 20, 100, True), "Exact: Black loses 31–33.", "exact −2"),
        (line(0, 20, 100, True), "Exact: a draw.", "exact +0"),
        (line(64, 20, 100, True), "Exact: Black wins 64–0.", "exact +64"),
        (line(4.21, 18, 73, False), "Expects Black +4.2 at depth 18.", "depth 18"),
        (line(-3.96, 18, 73, False), "Expects Black −4 at depth 18.", "depth 18"),
        (line(6, 20, 95, False), "Expects Black +6 at the end, 95% sure.", "to the end, 95% sure"),
    ],
)
def test_the_value_says_how_reliable_it_is(found: Line, words: str, note: str) -> None:
    assert str(value_words(OthelloGame().start, found, 20, 64)) == words
    assert str(note_words(found, 20)) == note


def test_the_sentence_has_a_korean_translation() -> None:
    value = value_words(OthelloGame().start, line(2, 20, 100, True), 20, 64)
    text = write(describe(OthelloGame().start, 37, value), CATALOGUES["ko"])
    assert (
        text == "f5: 백에게 둘 곳을 3곳 남깁니다; 돌을 하나만 뒤집습니다. "
        "흑이 정확히 33–31로 이깁니다."
    )
