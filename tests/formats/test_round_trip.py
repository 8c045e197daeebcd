"""Every format reads back what it writes, for random games."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Game, Move
from fivefold.errors import FivefoldError
from fivefold.formats import FORMATS, Reading, read_all, read_moves, read_text, write_text
from fivefold.names import game_from

GAMES = [
    game_from(text)
    for text in (
        "gomoku(size=5)",
        "gomoku(size=15, rules=standard)",
        "othello",
        "othello(size=4, rules=mirrored)",
        "othello(size=6)",
        "pentomino",
        "pentomino(size=4x7)",
        "pentomino(size=1x5)",
    )
]
GAMES_OF = {
    "integers": ("othello",),
    "obf": ("othello",),
    "ggf": ("othello",),
    "sgf": ("gomoku", "othello"),
    "psq": ("gomoku",),
    "offsets": ("gomoku",),
    "together": ("gomoku", "othello"),
}
"""The formats that do not support every game."""
few = settings(max_examples=60)


@st.composite
def games(draw: st.DrawFn, least: int = 0, kinds: tuple[Game, ...] = tuple(GAMES)) -> Reading:
    """Random games of random length, from the start position."""
    game = draw(st.sampled_from(kinds))
    state, moves = game.start, list[Move]()
    length = draw(st.integers(least, 70))
    rng = draw(st.randoms(use_true_random=False))
    while len(moves) < length and (legal := state.legal_moves()):
        moves.append(rng.choice(legal))
        state = state.play(moves[-1])
    return Reading(game.start, tuple(moves))


@pytest.mark.parametrize("name", ["position", "diagram", "numbers"])
@few
@given(reading=games())
def test_positions_round_trip(name: str, reading: Reading) -> None:
    again = read_text(write_text([reading], name), reading.start.game)
    assert again.state == reading.state
    assert again.moves == ()


@few
@given(reading=games(kinds=tuple(game for game in GAMES if game.name == "othello")))
def test_positions_as_integers_round_trip(reading: Reading) -> None:
    again = read_text(write_text([reading], "integers"), reading.start.game)
    assert again.state == reading.state


@few
@given(reading=games(least=1))
def test_moves_round_trip(reading: Reading) -> None:
    again = read_text(write_text([reading], "moves"), reading.start.game)
    assert again == reading


@pytest.mark.slow
@few
@given(readings=st.lists(games(), min_size=1, max_size=4))
def test_records_round_trip_without_naming_the_game(readings: list[Reading]) -> None:
    text = write_text(readings, "json")
    json.loads(text)
    again = read_all(text)
    assert [(each.start, each.moves) for each in again] == [
        (each.start, each.moves) for each in readings
    ]
    assert write_text(again, "json") == text


@few
@given(reading=games(least=1, kinds=tuple(game for game in GAMES if game.name == "othello")))
def test_omitted_passes_and_moves_run_together_are_the_same_game(reading: Reading) -> None:
    game = reading.start.game
    texts = [game.format_move(move) for move in reading.moves]
    while texts and texts[-1] == "--":
        texts.pop()
    moves = reading.moves[: len(texts)]
    for separator in ("", " ", ", ", "\r\n"):
        line = separator.join(text for text in texts if text != "--")
        assert read_moves(line, game.start) == moves
    pairs = " ".join(
        f"({move // game.columns}, {move % game.columns})" for move in moves if move >= 0
    )
    assert read_moves(pairs, game.start) == moves


@settings(max_examples=150)
@given(text=st.text(max_size=200), game=st.sampled_from(GAMES))
def test_any_text_is_read_or_rejected_with_a_sentence(text: str, game: Game) -> None:
    _read_or_reject(text, game)


@settings(max_examples=150)
@given(reading=games(), name=st.sampled_from(sorted(FORMATS)), data=st.data())
def test_any_damaged_text_is_read_or_rejected_with_a_sentence(
    reading: Reading, name: str, data: st.DataObject
) -> None:
    game = reading.start.game
    if game.name not in GAMES_OF.get(name, game.name):
        return
    text = write_text([reading], name)
    place = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 3))
    text = text[:place] + data.draw(st.text(max_size=3)) + text[place + length :]
    _read_or_reject(text, game)


def _read_or_reject(text: str, game: Game) -> None:
    try:
        assert read_text(text, game).states
    except FivefoldError as error:
        sentence = str(error)
        assert sentence.endswith((".", "?"))
        assert sentence.isprintable()
