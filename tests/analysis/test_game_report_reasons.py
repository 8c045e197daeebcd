"""Each reason of a turning point is said where it is true, and not where it is not."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from fivefold.analysis.game_graph import GraphPoint
from fivefold.analysis.game_report.reasons import Turn, instead_of, reasons_for
from fivefold.analysis.game_report.reasons.pentomino import single_regions, winning_moves
from fivefold.core import Move, State
from fivefold.formats import read_moves
from fivefold.games.othello import PASS
from fivefold.games.pentomino import PentominoState
from fivefold.match.replay import play_through
from fivefold.names import game_from
from fivefold.strategies.solve import solve

EVEN = GraphPoint(0, None, False)
WON = GraphPoint(100, None, True, plies=7)
LOST = GraphPoint(-100, None, True)

THREE = "h8 h10 i8 i10 j8"
"""X has an open three and O two stones above it; O to move."""
O_THREE = "a1 h10 a3 i10 a5 j10"
"""O has an open three; X to move."""
O_FOUR = "g10 h10 a3 i10 a5 j10 a7 k10"
"""O has a four that is blocked on one side; X to move."""


def gomoku(moves: str) -> State:
    start = game_from("gomoku").start
    return play_through(start, read_moves(moves, start))[-1]


@pytest.mark.parametrize(
    ("key", "moves", "played", "better", "had", "has", "said"),
    [
        ("missed_five", "h8 a1 i8 a3 j8 a5 k8 a7", "a9", "l8", WON, EVEN, True),
        ("missed_five", "h8 a1 i8 a3 j8 a5 k8 a7", "a9", "h9", WON, EVEN, False),
        ("unblocked_four", O_FOUR, "a9", "l10", EVEN, EVEN, True),
        ("unblocked_four", O_FOUR, "l10", "a9", EVEN, EVEN, False),
        ("unblocked_four", O_THREE, "a9", "k10", EVEN, EVEN, False),
        ("missed_kind", f"{THREE} a1", "a9", "k8", EVEN, EVEN, True),
        ("missed_kind", f"{THREE} a1", "g8", "k8", EVEN, EVEN, False),
        ("missed_kind", "h8 a1 i8 a3", "a9", "j8", EVEN, EVEN, True),
        ("missed_kind", "h8 a1 i8 a3", "g8", "j8", EVEN, EVEN, False),
        ("unblocked_three", O_THREE, "a9", "k10", EVEN, EVEN, True),
        ("unblocked_three", O_THREE, "g10", "k10", EVEN, EVEN, False),
        ("unblocked_three", "a1 h10 a3 i10", "a9", "j10", EVEN, EVEN, False),
        ("forced", "h8 a1 i9 a3", "a9", "j9", EVEN, WON, True),
        ("forced", "h8 a1 i9 a3", "a9", "j9", EVEN, LOST, False),
    ],
)
def test_reasons_in_gomoku(
    key: str, moves: str, played: str, better: str, had: GraphPoint, has: GraphPoint, said: bool
) -> None:
    state = gomoku(moves)
    parse = state.game.parse_move
    found = reasons_for(Turn(state, parse(played), parse(better), had, has))
    assert (f"report.why.{key}" in [each.key for each in found]) is said


@pytest.mark.parametrize(
    ("played", "better", "reply", "said"),
    [
        ("a9", "g10", "k10", True),  # after g10 it is only a four
        ("a9", "k10", "k10", True),
        ("a9", "a11", "k10", False),  # the better move does not prevent it either
        ("g10", "k10", "k10", False),  # it is only a four
        ("a9", "g10", None, False),
    ],
)
def test_a_shape_is_allowed_only_if_the_better_move_prevents_it(
    played: str, better: str, reply: str | None, said: bool
) -> None:
    state = gomoku(O_THREE)
    parse = state.game.parse_move
    has = GraphPoint(0, None if reply is None else parse(reply), False)
    found = reasons_for(Turn(state, parse(played), parse(better), EVEN, has))
    texts = [str(each) for each in found]
    assert ("Now White makes an open four at k10." in texts) is said


def test_the_sentences_name_what_is_on_the_board() -> None:
    state = gomoku(O_FOUR)
    parse = state.game.parse_move
    turn = Turn(state, parse("a9"), parse("l10"), EVEN, EVEN)
    assert str(reasons_for(turn)[0]) == "Black did not block the four on row 10."
    state = gomoku(f"{THREE} a1")
    turn = Turn(state, parse("a9"), parse("k8"), EVEN, EVEN)
    assert str(reasons_for(turn)[0]) == "Black missed an open four at k8."
    assert str(instead_of(turn, "chance")) == "Better k8: it makes an open four."
    turn = Turn(state, parse("a9"), parse("k8"), WON, EVEN)
    assert str(instead_of(turn, "chance")) == "Better k8: it wins by force in 7."


@pytest.mark.parametrize(
    ("was", "now", "key"),
    [
        (40, -40, "ahead_behind"),
        (40, 0, "lead_gone"),
        (0, -40, "behind"),
        (-40, -80, "further_behind"),
        (10, -10, "ground"),
    ],
)
def test_the_numbers_speak_only_if_nothing_else_does(was: int, now: int, key: str) -> None:
    state = gomoku("h8 a1")
    parse = state.game.parse_move
    had, has = GraphPoint(was, None, False), GraphPoint(-now, None, False)
    found = reasons_for(Turn(state, parse("a9"), parse("c14"), had, has))
    assert [each.key for each in found] == [f"report.why.{key}"]


@pytest.mark.parametrize(
    ("had", "has", "key"),
    [(100, 100, "win_lost"), (100, 0, "win_drawn"), (0, 100, "draw_lost")],
)
def test_a_changed_result_is_said_if_nothing_on_the_board_explains_it(
    had: int, has: int, key: str
) -> None:
    state = game_from("othello(size=4)").start
    played, better = state.legal_moves()[:2]
    turn = Turn(state, played, better, GraphPoint(had, None, True), GraphPoint(has, None, True))
    assert [each.key for each in reasons_for(turn)] == [f"report.why.{key}"]
    unproven = Turn(
        state, played, better, GraphPoint(had, None, True), GraphPoint(has, None, False)
    )
    assert f"report.why.{key}" not in [each.key for each in reasons_for(unproven)]


def random_games(name: str, seeds: range) -> list[State]:
    found = []
    for seed in seeds:
        state, chance = game_from(name).start, random.Random(seed)
        while not state.outcome:
            found.append(state)
            state = state.play(chance.choice(state.legal_moves()))
    return found


def moves_of(state: State) -> set[Move]:
    return set(state.legal_moves()) - {PASS}


def region(cells: str, start: Move) -> set[Move]:
    """Returns the empty squares around a square, by repeated growth."""
    found = {start}
    while True:
        grown = found | {
            8 * y + x
            for row, column in (divmod(cell, 8) for cell in found)
            for y in range(max(row - 1, 0), min(row + 2, 8))
            for x in range(max(column - 1, 0), min(column + 2, 8))
            if cells[8 * y + x] == "."
        }
        if grown == found:
            return found
        found = grown


def othello_truth(state: State, played: Move, better: Move, reply: Move | None) -> set[str]:
    """Returns the facts that hold, by rules of their own."""
    corners = {0, 7, 56, 63}
    after, instead = state.play(played), state.play(better)
    passed = state.game.parse_position(f"{state.cells} {state.to_move.other.value}")
    truth = set[str]()
    given = (moves_of(after) - moves_of(instead)) & corners
    if given:
        corner = reply if reply in given else min(given)
        truth.add("left_corner" if corner in moves_of(passed) else "gave_corner")
    if better in corners and played not in corners:
        truth.add("missed_corner")
    if instead.legal_moves() == [PASS] and after.legal_moves() != [PASS]:
        truth.add("no_pass")
    if moves_of(instead) and len(moves_of(after)) - len(moves_of(instead)) >= 3:
        truth.add("mobility")
    beside = {0: (1, 8, 9), 7: (6, 14, 15), 56: (48, 49, 57), 63: (54, 55, 62)}
    for corner, near in beside.items():
        if state.cells[corner] == "." and played in near and better not in (*near, corner):
            truth.add("next_to_corner")
    turned = [
        sum(one != other for one, other in zip(state.cells, each.cells, strict=True)) - 1
        for each in (after, instead)
    ]
    if 64 - state.cells.count(".") <= 40 and turned[0] - turned[1] >= 3:
        truth.add("turned")
    if reply is not None and reply != PASS and after.cells.count(".") <= 20:
        around = region(after.cells, reply)
        if better in around and len(around) % 2:
            truth.add("single_square" if len(around) == 1 else "odd_region")
    return truth


def test_reasons_in_othello_are_exactly_those_that_are_true() -> None:
    seen, chance = Counter[str](), random.Random(1)
    pairs = 0
    for state in random_games("othello", range(8)):
        moves = sorted(moves_of(state))
        for played, better in itertools.islice(itertools.permutations(moves, 2), 12):
            after = state.play(played)
            reply = None if after.outcome else chance.choice(after.legal_moves())
            turn = Turn(state, played, better, EVEN, GraphPoint(0, reply, False))
            said = {each.key.removeprefix("report.why.") for each in reasons_for(turn)} - {"ground"}
            assert said == othello_truth(state, played, better, reply)
            seen.update(said)
            pairs += 1
    kinds = {
        "gave_corner", "left_corner", "missed_corner", "no_pass", "mobility", "next_to_corner",
        "turned", "single_square", "odd_region",
    }  # fmt: skip
    assert set(seen) == kinds
    assert all(count < pairs for count in seen.values())


def lengths(state: State) -> set[int]:
    """Returns the possible numbers of moves until the end."""
    if state.outcome:
        return {0}
    return {1 + rest for move in state.legal_moves() for rest in lengths(state.play(move))}


def test_reasons_in_pentomino_are_exactly_those_that_are_true() -> None:
    seen, not_seen = Counter[str](), Counter[str]()
    for state in random_games("pentomino", range(30)):
        assert isinstance(state, PentominoState)
        moves = state.legal_moves()
        if not 2 <= len(moves) <= 40:
            continue
        value = {move: solve(state.play(move)).value == "loss" for move in moves}
        count = sum(value.values())
        assert winning_moves(state) == count
        if not count:
            continue
        better = next(move for move in moves if value[move])
        for played in (move for move in moves if not value[move]):
            after = state.play(played)
            reply = solve(after).move
            turn = Turn(state, played, better, WON, GraphPoint(100, reply, True))
            said = {each.key.removeprefix("report.why.") for each in reasons_for(turn)}
            last = any(after.play(move).outcome for move in after.legal_moves())
            assert ("last_piece" in said) == last
            assert ("only_win" in said) == (count == 1)
            assert ("few_wins" in said) == (count > 1)
            if "odd_regions" in said:
                (length,) = lengths(after)
                assert length % 2 == 1
            seen.update(said)
            not_seen.update({"last_piece", "only_win", "few_wins", "odd_regions"} - said)
    for kind in ("last_piece", "only_win", "few_wins", "odd_regions"):
        assert seen[kind]
        assert not_seen[kind]


def test_separate_places_are_counted_only_if_each_takes_one_piece() -> None:
    known = Counter[bool]()
    for state in random_games("pentomino(size=5x6)", range(40)):
        assert isinstance(state, PentominoState)
        if len(state.legal_moves()) > 8:
            continue
        regions = single_regions(state)
        if regions is not None:
            assert lengths(state) == {regions}
        known[regions is None] += 1
    assert known[True]
    assert known[False]


def test_nothing_is_said_about_a_pentomino_move_that_kept_the_result() -> None:
    state = game_from("pentomino").start
    played, better = state.legal_moves()[:2]
    found = reasons_for(Turn(state, played, better, EVEN, EVEN))
    assert [each.key for each in found] == ["report.why.ground"]
