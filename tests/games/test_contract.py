"""The contract of every game, tested for every game on every supported board size.

A new game is covered here as soon as it is listed in `GAMES` or installed as a plug-in.
"""

from __future__ import annotations

import copy
import pickle
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Game, Move, Outcome, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition, RulesError
from fivefold.names import all_games

SIZES = [(1, 5), (3, 3), (4, 4), (5, 5), (6, 6), (6, 10), (8, 8), (9, 9), (15, 15), (19, 19)]
FEWER_SIZES = [(3, 3), (5, 5), (9, 9)]
HOSTILE = [
    "",
    " \n\t",
    "\x00",
    "h\x008",
    "\ud800",
    "h\ud8008",
    "²",
    "a²",
    "a١",  # an Arabic digit, which int() reads
    "١",
    "(١,٢)",
    "ａ１",  # full-width letter and digit
    "\N{KELVIN SIGN}5",  # lower() makes it a k
    "ß",
    "ﬁ c4 d4 d5 e5 d6",  # upper() makes it FI
    "ı a1 b1 c1 d1 e1",  # upper() makes it I
    "-",
    "−1",
    "--1",
    "1 2",
    "a1 2",
    "a1b2",
    "a-1",
    "a1.0",
    "1e3",
    "0x1",
    "None",
    "true",
    "()",
    "(1)",
    "(1,2,3)",
    "(1,2",
    "((((((((((",
    ";",
    "'; DROP TABLE games; --",
    "{winner}",
    "%s%s%n",
    "a" * 100_000,
    "9" * 100_000,
    "a1 " * 2_000,
]


@cache
def variants() -> dict[str, Game]:
    """Returns every game on every listed size that it supports, under all its rules.

    From the third rule set on, fewer sizes are used: size and rules hardly interact, and this saves
    time.
    """
    found = {}
    for name, kind in sorted(all_games().items()):
        for place, rules in enumerate(kind.rule_names):
            for size in [None, *(SIZES if place < 2 else FEWER_SIZES)]:
                try:
                    game = kind.of(size, rules)
                except InvalidNotation:
                    continue
                found[f"{name}-{game.rows}x{game.columns}-{rules}"] = game
    return found


@pytest.fixture(params=variants())
def game(request: pytest.FixtureRequest) -> Game:
    return variants()[request.param]


def random_game(game: Game, seed: int) -> list[State]:
    """Returns the states of a random game, from start to end."""
    rng = random.Random(seed)
    states = [game.start]
    while moves := states[-1].legal_moves():
        states.append(states[-1].play(rng.choice(moves)))
    return states


SAMPLES: dict[Game, list[State]] = {}


def sample(game: Game) -> list[State]:
    """Returns early, late and final states of random games."""
    if game not in SAMPLES:
        states = random_game(game, 1)
        step = max(1, len(states) // 8)
        late = [*states[4:-4:step], *states[-4:], random_game(game, 2)[-1]]
        SAMPLES[game] = [*states[:4], *late]
    return SAMPLES[game]


def never_legal(state: State) -> list[Move]:
    """Returns some illegal moves, on and off the board."""
    rng = random.Random(len(state.cells))
    highest = max(state.game.start.legal_moves(), default=0) + 2
    tried = rng.sample(range(highest), min(highest, 60))
    return sorted({-(2**70), -2, -1, highest, 10**6, 2**70, *tried} - set(state.legal_moves()))


def assert_is_a_sentence(text: str) -> None:
    assert text.endswith((".", "?")), text
    assert len(text) < 400
    assert text.isprintable()


def test_a_game_is_a_value_with_name_rules_and_player_names(game: Game) -> None:
    kind = all_games()[game.name]
    twin = kind.of((game.rows, game.columns), game.rules)
    assert twin == game
    assert hash(twin) == hash(game)
    assert game.rules in kind.rule_names
    assert str(kind.sizes)
    assert str(game.player_name(Player.FIRST)) != str(game.player_name(Player.SECOND))
    with pytest.raises(AttributeError):
        game.rules = "others"  # type: ignore[misc]


def test_the_start_is_unfinished_and_the_first_player_moves(game: Game) -> None:
    start = game.start
    assert start.game == game
    assert start.to_move is Player.FIRST
    assert start.outcome is None
    assert start.last_move is None
    assert len(start.cells) == game.rows * game.columns


def test_legal_moves_are_sorted_and_unique(game: Game) -> None:
    for state in sample(game):
        moves = state.legal_moves()
        assert moves == sorted(set(moves))


def test_there_are_legal_moves_until_the_game_ends(game: Game) -> None:
    for state in random_game(game, 3):
        assert bool(state.legal_moves()) == (state.outcome is None)


def test_a_pass_is_legal_only_without_other_moves(game: Game) -> None:
    for state in random_game(game, 4):
        if game.pass_move in state.legal_moves():
            assert state.legal_moves() == [game.pass_move]


def test_playing_returns_a_new_state_and_changes_nothing(game: Game) -> None:
    for state in sample(game):
        before = (repr(state), state.cells, state.to_move, state.outcome, state.last_move)
        moves = state.legal_moves()
        for move in moves[:20]:
            assert state.play(move) != state
        assert (repr(state), state.cells, state.to_move, state.outcome, state.last_move) == before
        assert state.legal_moves() == moves


def test_a_move_fills_its_cells_and_hands_the_turn_over(game: Game) -> None:
    for state in sample(game):
        for move in state.legal_moves()[:20]:
            after = state.play(move)
            filled = {cell for cell in range(len(state.cells)) if state.cells[cell] != "."}
            assert after.to_move is state.to_move.other
            assert after.last_move == move
            assert filled.isdisjoint(game.move_cells(move))
            assert {c for c in range(len(after.cells)) if after.cells[c] != "."} == filled.union(
                game.move_cells(move)
            )


def test_an_illegal_move_is_rejected_with_a_sentence(game: Game) -> None:
    for state in sample(game):
        for move in never_legal(state):
            with pytest.raises(IllegalMove) as refusal:
                state.play(move)
            assert_is_a_sentence(str(refusal.value))


def test_states_are_immutable(game: Game) -> None:
    for name in ("game", "cells", "to_move", "outcome", "last_move", "anything"):
        with pytest.raises(AttributeError):
            setattr(game.start, name, None)


def test_equality_and_hash_ignore_the_path_to_a_state(game: Game) -> None:
    for state in sample(game):
        twin = game.parse_position(game.format_position(state))
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.last_move is None
        assert twin.outcome == state.outcome
        assert twin.legal_moves() == state.legal_moves()
    assert len(set(random_game(game, 5))) == len(random_game(game, 5))


def test_transposed_moves_lead_to_the_same_state(game: Game) -> None:
    rng = random.Random(6)
    for state in sample(game):
        for _ in range(5):
            try:
                a, b, c = rng.sample(state.legal_moves(), 3)
                one, other = state.play(a).play(b).play(c), state.play(c).play(b).play(a)
            except ValueError:  # fewer than three moves, or one has become illegal
                continue
            assert (one == other) == (one.cells == other.cells)
            assert one != other or hash(one) == hash(other)


def test_states_of_different_games_are_unequal(game: Game) -> None:
    for other in variants().values():
        assert (other.start == game.start) == (other == game)


def test_states_survive_pickling_and_copying(game: Game) -> None:
    for state in sample(game):
        for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert twin == state
            assert twin.legal_moves() == state.legal_moves()


def test_moves_are_read_as_they_are_written(game: Game) -> None:
    for state in sample(game):
        for move in state.legal_moves()[:100]:
            text = game.format_move(move)
            assert text.isprintable()
            assert game.parse_move(text) == move
            assert game.parse_move(f"  {text.upper()}\n") == move
            assert game.parse_move(text.lower()) == move


def test_a_line_of_play_is_split_into_its_moves(game: Game) -> None:
    texts = [
        game.format_move(state.last_move)
        for state in random_game(game, 7)[1:]
        if state.last_move is not None
    ]
    assert game.split_moves("\n".join(texts)) == texts
    assert game.split_moves("") == []
    assert game.split_moves(" \n ") == []


def test_positions_are_read_as_they_are_written(game: Game) -> None:
    for state in sample(game):
        text = game.format_position(state)
        assert game.format_position(game.parse_position(text)) == text


def test_positions_are_read_despite_case_and_spacing(game: Game) -> None:
    for state in sample(game):
        text = game.format_position(state)
        rows = [text[i : i + game.columns] for i in range(0, len(state.cells), game.columns)]
        side = text[len(state.cells) :]
        for forgiven in (
            text.lower(),
            text.replace(".", "-"),
            "\r\n".join([*rows, side]),
            "  " + " ".join(text),
        ):
            assert game.parse_position(forgiven) == state


def test_diagrams_show_every_cell_under_its_name(game: Game) -> None:
    for state in sample(game):
        head, *lines = game.diagram(state).splitlines()
        shown = {
            column + line.split()[0]: cell
            for line in lines
            for column, cell in zip(head.split(), line.split()[1:], strict=True)
        }
        assert shown == {game.format_cell(i): cell for i, cell in enumerate(state.cells)}


def test_diagrams_with_numbers_count_from_zero_and_mark_empty_cells_with_a_dash(game: Game) -> None:
    for state in sample(game):
        head, *lines = game.diagram(state, "numbers").splitlines()
        assert head.split() == ["|", *map(str, range(game.columns))]
        assert [line.split()[0] for line in lines] == [f"{row}|" for row in range(game.rows)]
        cells = "".join("".join(line.split()[1:]) for line in lines)
        assert cells == state.cells.replace(".", "-")


def test_an_outcome_has_a_winner_or_none_and_a_reason(game: Game) -> None:
    for seed in range(3):
        outcome = random_game(game, seed)[-1].outcome
        assert isinstance(outcome, Outcome)
        assert outcome.winner in (Player.FIRST, Player.SECOND, None)
        assert_is_a_sentence(str(outcome.reason))
        if outcome.margin is not None:
            assert outcome.margin >= 0
            assert (outcome.margin == 0) == (outcome.winner is None)


@pytest.mark.parametrize("text", HOSTILE, ids=[f"{text[:12]!a}" for text in HOSTILE])
def test_odd_text_is_a_move_on_the_board_or_is_rejected_with_a_sentence(text: str) -> None:
    for game in variants().values():
        assert_is_read_or_rejected(game, text)
        for part in game.split_moves(text)[:3]:
            assert_is_read_or_rejected(game, part)


def assert_is_read_or_rejected(game: Game, text: str) -> None:
    try:
        move = game.parse_move(text)
    except (InvalidNotation, IllegalMove) as error:
        assert_is_a_sentence(str(error))
    else:
        assert "".join(text.split()).isascii()
        assert game.parse_move(game.format_move(move)) == move
    try:
        game.parse_position(text)
    except (InvalidNotation, InvalidPosition) as error:
        assert_is_a_sentence(str(error))


NOTATION = st.text("aehHFI1258 0-+(),;:XxOo.\n", max_size=30)


@given(text=st.one_of(st.text(max_size=20), NOTATION), which=st.integers(min_value=0))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_move_or_is_rejected_with_a_sentence(text: str, which: int) -> None:
    games = list(variants().values())
    assert_is_read_or_rejected(games[which % len(games)], text)


@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_position_with_wrong_cells_is_a_state_or_is_rejected_with_a_sentence(
    data: st.DataObject, seed: int
) -> None:
    game = data.draw(st.sampled_from(list(variants().values())))
    cells = list(game.format_position(random.Random(seed).choice(sample(game))))
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(cells) - 1))
        cells[place] = data.draw(st.sampled_from([".", "X", "O", "I", "", "?", "ß", "XX", " "]))
    try:
        state = game.parse_position("".join(cells))
    except RulesError as error:
        assert_is_a_sentence(str(error))
    else:
        assert state.game.parse_position(state.game.format_position(state)) == state
        assert bool(state.legal_moves()) == (state.outcome is None)


@given(seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_texts_of_a_random_game_replay_it(seed: int, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(list(variants().values())))
    states = random_game(game, seed)
    state = game.start
    for after in states[1:]:
        assert after.last_move is not None
        state = state.play(game.parse_move(game.format_move(after.last_move)))
        assert state == after
    assert state.outcome == states[-1].outcome
