"""The native core accepts any text or raises ValueError with one sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold import _native

EMPTY = {
    "gomoku": "." * 25 + " X",
    "othello": "." * 5 + "OX..XO" + "." * 5 + " X",
    "pentomino": "." * 20,
}
PARAMETERS: dict[str, tuple[object, ...]] = {
    "gomoku": ("standard",),
    "othello": (),
    "pentomino": (4, 5),
}

near_positions = st.sampled_from(sorted(EMPTY.values())).flatmap(
    lambda text: st.builds(
        lambda place, letter: text[:place] + letter + text[place + 1 :],
        st.integers(0, len(text)),
        st.text("XO.-FILNPTUVWYZ x\0é", max_size=2),
    )
)
positions = st.one_of(st.text(), st.text("XO. ", max_size=70), near_positions)
moves = st.one_of(
    st.text(),
    st.from_regex(r"[a-w][0-9]{1,2}", fullmatch=True),
    st.from_regex(r"[A-Z]( [a-f][1-6]){4,6}", fullmatch=True),
)


def answers_or_refuses(function: Callable[..., object], *arguments: object) -> None:
    try:
        function(*arguments)
    except ValueError as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert sentence.isprintable()


def function_of(name: str, deed: str) -> Callable[..., object]:
    function: Callable[..., object] = getattr(_native, f"{name}_{deed}")
    return function


@pytest.mark.slow
@pytest.mark.parametrize("name", EMPTY)
@settings(deadline=None, max_examples=300)
@given(position=positions, move=moves)
def test_any_position_and_move_is_accepted_or_rejected(name: str, position: str, move: str) -> None:
    rest = PARAMETERS[name]
    answers_or_refuses(function_of(name, "legal_moves"), position, *rest)
    answers_or_refuses(function_of(name, "outcome"), position, *rest)
    answers_or_refuses(function_of(name, "perft"), position, *rest, 1)
    answers_or_refuses(function_of(name, "play"), position, move, *rest)
    answers_or_refuses(function_of(name, "play"), EMPTY[name], move, *rest)


@settings(deadline=None)
@given(text=st.text(), rows=st.integers(-(2**31), 2**31 - 1), columns=st.integers(-5, 70))
def test_any_rectangle_is_accepted_or_rejected(text: str, rows: int, columns: int) -> None:
    answers_or_refuses(_native.pentomino_legal_moves, text, rows, columns)
    answers_or_refuses(_native.pentomino_legal_moves, "." * 64, columns, columns)


@pytest.mark.parametrize("name", EMPTY)
def test_a_text_without_utf8_form_is_a_value_error(name: str) -> None:
    with pytest.raises(ValueError, match="surrogates"):
        function_of(name, "outcome")("\ud800", *PARAMETERS[name])


@pytest.mark.parametrize("name", EMPTY)
def test_a_negative_depth_is_rejected(name: str) -> None:
    with pytest.raises(ValueError, match="at least 0"):
        function_of(name, "perft")(EMPTY[name], *PARAMETERS[name], -1)


def test_errors_give_the_reason() -> None:
    with pytest.raises(ValueError, match="is taken"):
        _native.gomoku_play("X" + "." * 24 + " O", "a5", "freestyle")
    with pytest.raises(ValueError, match="only when no disc can be placed"):
        _native.othello_play(EMPTY["othello"], "--")
    with pytest.raises(ValueError, match="do not form that pentomino"):
        _native.pentomino_outcome("F" + "." * 63, 8, 8)
    with pytest.raises(ValueError, match="Both sides"):
        _native.gomoku_outcome("XXXXX" + "." * 15 + "OOOOO X", "standard")
