"""Reactive, row K8: clause by clause on drawn boards, and with an oracle on random ones."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from fivefold.core import State
from fivefold.games.gomoku import GomokuGame
from fivefold.strategies.base import Decision
from fivefold.strategies.teaching.reactive import Reactive

SWAP = str.maketrans("XO", "OX")


class Position(NamedTuple):
    """A drawn board for both sides: with O as the computer, and with colours swapped."""

    white: State
    black: State


def board(drawn: str, size: int = 9) -> Position:
    """Returns the board; O is the computer and has the move, X is the player."""
    rows = [line.strip() for line in drawn.strip().splitlines()]
    rows += ["." * size] * (size - len(rows))
    cells = "".join(rows).replace(" ", "")
    game = GomokuGame(size)
    white = game.parse_position(cells + "O")
    return Position(white, game.parse_position(cells.translate(SWAP) + "X"))


def answers(drawn: str, size: int = 9) -> tuple[Decision, str]:
    """Returns the decision and its move, checking that both colours give the same."""
    white, black = board(drawn, size)
    decision, swapped = Reactive().choose(white), Reactive().choose(black)
    assert decision == swapped
    assert decision.move is not None
    return decision, white.game.format_move(decision.move)


def test_k8_on_an_empty_board_it_plays_the_centre() -> None:
    for size, centre in ((15, "h8"), (19, "j10"), (9, "e5"), (5, "c3")):
        decision = Reactive().choose(GomokuGame(size).start)
        assert GomokuGame(size).format_move(decision.move or 0) == centre


def test_k8_without_own_stones_it_blocks_the_player() -> None:
    decision, move = answers(". . . . . . . . .\n . . X . . . . . .")
    assert move == "d8"  # the end after the only stone, to the right
    assert "blocks" in str(decision.text)
    assert "your longest sequence is 1, mine 1" in str(decision.text)


def test_k8_a_longer_player_sequence_is_blocked_at_the_end_after_its_last_stone() -> None:
    decision, move = answers("""
        . . . . . . . . .
        . . X X X . . . .
        . O . . . . . . .
    """)
    assert move == "f8"
    assert "blocks" in str(decision.text)


def test_k8_the_end_before_the_first_stone_is_taken_when_the_other_is_blocked() -> None:
    _, move = answers("""
        . . . . . . . . .
        . . X X X O . . .
        . . . . . . . . .
    """)
    assert move == "b8"


def test_k8_a_longer_own_sequence_is_extended() -> None:
    decision, move = answers("""
        . . . . . . . . .
        . X X . . . . . .
        . . . . . . . . .
        . . O O O . . . .
    """)
    assert move == "f6"
    assert "extends" in str(decision.text)
    assert "my longest sequence is 3, yours 2" in str(decision.text)


def test_k8_with_equal_sequences_it_extends_its_own() -> None:
    decision, move = answers("""
        . X X . . . . . .
        . . . . . . . . .
        . . . . . . O O .
    """)
    assert move == "i7"
    assert "extends" in str(decision.text)


def test_k8_it_completes_its_own_four() -> None:
    _, move = answers("""
        . X X X X . . . .
        . O O O O . . . .
    """)
    assert move == "f8"


def test_k8_a_sequence_blocked_at_both_ends_does_not_count() -> None:
    decision, move = answers("""
        . O X X X X O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X . . . .
        . . . . . . . . .
    """)
    assert "your longest sequence is 2, mine 1" in str(decision.text)
    assert move == "f6"


def test_k8_errata_a_sequence_stopped_by_a_stone_and_the_edge_does_not_count() -> None:
    decision, _ = answers("""
        X X X X O . . . .
        . . . . . . . . .
        . . X X . . . . .
    """)
    assert "your longest sequence is 2" in str(decision.text)


def test_k8_errata_a_sequence_without_room_for_five_before_the_edge_does_not_count() -> None:
    # Three on a diagonal of length four; and three behind a stone, one cell from the edge.
    decision, move = answers("""
        . . . X . . . . .
        . . X . . . . . .
        . X . . . . . . .
        . . . . . . . . .
        . . . . O X X X .
        . . . . . . . . .
        . . X X . . . . .
    """)
    assert "your longest sequence is 2" in str(decision.text)
    assert move in ("d5", "e3")


def test_k8_errata_a_sequence_with_just_enough_room_at_the_edge_counts() -> None:
    decision, move = answers("""
        X X X . . O . . .
        . . . . . . . . .
    """)
    assert "your longest sequence is 3" in str(decision.text)
    assert move == "d9"
    decision, move = answers("""
        . . . O X X X . .
        . . . . . . . . .
    """)
    assert "your longest sequence is 3" in str(decision.text)
    assert move == "h9"


def test_k8_six_in_a_row_under_the_standard_rule_is_not_a_sequence() -> None:
    game = GomokuGame(9, "standard")
    state = game.parse_position("." * 10 + "XXXXXX" + "." * 65 + "X")
    assert state.outcome is None
    # Vertically, each of the six is a sequence of one; the first end is below the first stone.
    decision = Reactive().choose(state)
    assert "my longest sequence is 1" in str(decision.text)
    assert game.format_move(decision.move or 0) == "b7"


EMPTY_ROW = ". . . . . . . . .\n"


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        # the longest, though another comes first
        (". X X . . . . . .\n" + EMPTY_ROW + ". X X X . . . . .", "e7"),
        # the first stone, though another lies further left
        (". . . . X X . . .\n" + EMPTY_ROW + ". X X . . . . . .", "g9"),
        # from one stone: → before ↓, ↓ before ↘, ↘ before ↙, and ↙
        (EMPTY_ROW + ". . . . X X . . .\n. . . . X . . . .", "g8"),
        (EMPTY_ROW + ". . . . X . . . .\n. . . . X X . . .", "e6"),
        (EMPTY_ROW + ". . . . X . . . .\n. . . X O X . . .", "g6"),
        (EMPTY_ROW + ". . . . X . . . .\n. . . X . . . . .", "c6"),
    ],
)
def test_k8_ties_go_to_the_longest_then_the_first_stone_then_the_direction(
    drawn: str, expected: str
) -> None:
    assert answers(drawn)[1] == expected


# Two free cells; neither ends a row that could become five.
NOTHING_OPEN = ".XOOX OOXXO XXOOX OOXXO XOOX."


@pytest.mark.parametrize(("last", "expected"), [("b5", "a5"), ("d1", "e1"), ("e2", "e1")])
def test_k8_without_open_sequences_it_takes_the_free_cell_nearest_the_last_move(
    last: str, expected: str
) -> None:
    game = GomokuGame(5)
    cell = game.parse_move(last)
    cells = NOTHING_OPEN.replace(" ", "")
    before = game.parse_position(cells[:cell] + "." + cells[cell + 1 :] + cells[cell])
    decision = Reactive().choose(before.play(cell))
    assert game.format_move(decision.move or 0) == expected
    assert "nearest free cell" in str(decision.text)


def test_k8_without_a_known_last_move_it_takes_the_cell_nearest_the_middle_of_the_stones() -> None:
    game = GomokuGame(5)
    tie = Reactive().choose(game.parse_position(NOTHING_OPEN + "O"))
    assert game.format_move(tie.move or 0) == "a5"  # as near as e1, and first in reading order


class Sequence(NamedTuple):
    """The order of sequences: longer first, then by first stone, then by direction."""

    shorter: int
    first: int
    direction: int
    ends: tuple[int, ...]


def sequences(state: State, stone: str) -> list[Sequence]:
    """Returns every open sequence of a colour, by walking each line from end to end."""
    size, found = state.game.rows, []
    for direction, (down, right) in enumerate(((0, 1), (1, 0), (1, 1), (1, -1))):
        for row in range(size):
            for column in range(size):
                before = (row - down, column - right)
                if 0 <= before[0] < size and 0 <= before[1] < size:
                    continue  # not the start of a line
                line = []
                r, c = row, column
                while 0 <= r < size and 0 <= c < size:
                    line.append(r * size + c)
                    r, c = r + down, c + right
                found += _in_line(state.cells, line, stone, direction)
    return found


def _in_line(cells: str, line: list[int], stone: str, direction: int) -> list[Sequence]:
    found, place = [], 0
    while place < len(line):
        if cells[line[place]] != stone:
            place += 1
            continue
        start = place
        while place < len(line) and cells[line[place]] == stone:
            place += 1
        length = place - start
        after_is_free = place < len(line) and cells[line[place]] == "."
        before_is_free = start > 0 and cells[line[start - 1]] == "."
        room = length
        room += len(line) - place if after_is_free else 0
        room += start if before_is_free else 0
        ends = ((line[place],) if after_is_free else ()) + (
            (line[start - 1],) if before_is_free else ()
        )
        if 0 < length < 5 and ends and room >= 5:
            found.append(Sequence(-length, line[start], direction, ends))
    return found


def expected_move(state: State) -> tuple[str, int]:
    """Returns the rule of K8 that applies and its move, as the origin document words it."""
    own = min(sequences(state, state.to_move.value), default=None)
    player = min(sequences(state, state.to_move.other.value), default=None)
    cls = -own.shorter if own else 1
    pls = -player.shorter if player else 0
    if player and pls > cls:
        return "blocks", player.ends[0]
    if own:
        return "extends", own.ends[0]
    if player:
        return "blocks", player.ends[0]
    return "nearest", nearest(state)


def nearest(state: State) -> int:
    size = state.game.rows
    stones = [cell for cell, mark in enumerate(state.cells) if mark != "."]
    if state.last_move is not None:
        stones = [state.last_move]
    if not stones:
        return size // 2 * size + size // 2
    rows, columns = [cell // size for cell in stones], [cell % size for cell in stones]
    row, column = sum(rows) / len(stones), sum(columns) / len(stones)
    distances = {
        cell: round((cell // size - row) ** 2 + (cell % size - column) ** 2, 9)
        for cell, mark in enumerate(state.cells)
        if mark == "."
    }
    return min(distances, key=lambda cell: (distances[cell], cell))


def random_boards(count: int) -> list[State]:
    rng = random.Random(31)
    found: list[State] = []
    while len(found) < count:
        size, share = rng.choice((5, 6, 9, 15)), rng.random()
        rules = rng.choice(("freestyle", "standard"))
        cells = "".join(
            rng.choice("XO") if rng.random() < share else "." for _ in range(size * size)
        )
        try:
            state = GomokuGame(size, rules).parse_position(cells + rng.choice("XO"))
        except ValueError:
            continue  # fives of both sides
        if state.outcome:
            continue
        found.append(state)
        after = state.play(rng.choice(state.legal_moves()))
        if not after.outcome:
            found.append(after)  # the same with a known last move
    return found


@pytest.mark.slow
def test_k8_on_random_boards_it_follows_the_rule() -> None:
    rules = set()
    for state in random_boards(1_500):
        rule, move = expected_move(state)
        decision = Reactive().choose(state)
        assert decision.move == move, (state.cells, state.to_move, rule)
        assert rule in str(decision.text)
        rules.add((rule, state.last_move is None))
    assert len(rules) == 6


def test_k8_the_picture_shows_both_sequences_and_the_text_their_lengths() -> None:
    for state in random_boards(200):
        decision = Reactive().choose(state)
        own = min(sequences(state, state.to_move.value), default=None)
        player = min(sequences(state, state.to_move.other.value), default=None)
        lines = {str(drawn.tone): drawn for drawn in decision.overlay if drawn.kind == "line"}
        assert set(lines) == {
            tone for tone, found in (("good", own), ("bad", player)) if found is not None
        }
        sides = (("good", own, state.to_move, "CLS"), ("bad", player, state.to_move.other, "PLS"))
        for tone, found, side, name in sides:
            if found is None:
                continue
            cells = lines[tone].cells
            assert cells is not None
            assert len(cells) == -found.shorter
            assert cells[0] == found.first
            assert all(state.cells[cell] == side.value for cell in cells)
            assert lines[tone].means == "sequence"
            assert f"({name}): {-found.shorter}" in str(lines[tone].label)
        ends = {end for found in (own, player) if found for end in found.ends}
        assert {each.move for each in decision.candidates} == ends


def test_k8_the_last_move_matters_only_without_open_sequences() -> None:
    for state in random_boards(300):
        unknown = state.game.parse_position(state.game.format_position(state))
        rule, _ = expected_move(state)
        if rule != "nearest":
            assert Reactive().choose(unknown) == Reactive().choose(state)
