"""The levels: row G2 for Gomoku, and what the Othello and pentomino ladders claim."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, Limit, Player, State
from fivefold.errors import InvalidNotation
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoGame
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision
from fivefold.strategies.evaluate import evaluation_named
from fivefold.strategies.gomoku_levels import fork_cells, most_urgent, winning_cells
from fivefold.strategies.greedy import Greedy
from fivefold.strategies.levels import Level
from fivefold.strategies.negamax import Negamax
from fivefold.strategies.ordering import candidates

Wander = Callable[[Game, random.Random, int], State]

QUICK = Limit(nodes=400)


def play(level: int, state: State, seed: int = 1) -> Decision:
    """Returns the level's decision; that the text names the level is checked here."""
    decision = Level(level, seed=seed).choose(state, QUICK)
    assert str(decision.text).startswith(f"Level {level}. ")
    assert decision.move in state.legal_moves()
    return decision


# Gomoku


def makes_five(state: State, cell: int, stone: str) -> bool:
    """Tells whether a stone there makes five, by looking at every line through it."""
    assert isinstance(state.game, GomokuGame)
    size, cells = state.game.size, list(state.cells)
    cells[cell] = stone
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            row, column = cell // size + sign * down, cell % size + sign * right
            while 0 <= row < size and 0 <= column < size and cells[row * size + column] == stone:
                run += 1
                row, column = row + sign * down, column + sign * right
        if run == 5 or (run > 5 and state.game.rules == "freestyle"):
            return True
    return False


def wins_of(state: State, player: Player) -> list[int]:
    free = [cell for cell, mark in enumerate(state.cells) if mark == "."]
    return [cell for cell in free if makes_five(state, cell, player.value)]


def forks_of(state: State, player: Player) -> list[int]:
    """Returns the moves after which the player's next stone would win at two different cells."""
    forks = []
    for cell in (cell for cell, mark in enumerate(state.cells) if mark == "."):
        cells = state.cells[:cell] + player.value + state.cells[cell + 1 :]
        after = state.game.parse_position(f"{cells} {player.value}")
        if len(wins_of(after, player)) >= 2:
            forks.append(cell)
    return forks


def crowded(chance: random.Random, size: int) -> State:
    while True:
        share = chance.uniform(0.05, 0.6)
        cells = "".join(
            chance.choice("XO") if chance.random() < share else "." for _ in range(size * size)
        )
        game = GomokuGame(size, chance.choice(("freestyle", "standard")))
        try:
            state = game.parse_position(cells + chance.choice("XO"))
        except ValueError:
            continue  # fives of both sides
        if not state.outcome and set(cells) != {"."}:
            return state


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("size", "centre"), [(9, "e5"), (15, "h8"), (19, "j10"), (6, "d3")])
def test_g2_the_first_move_is_the_centre_at_all_levels(level: int, size: int, centre: str) -> None:
    state = GomokuGame(size).start
    decision = play(level, state)
    assert state.game.format_move(decision.move or 0) == centre
    assert "centre" in str(decision.text)
    if level > 1:
        second = play(level, state.play(decision.move or 0))
        assert "centre" not in str(second.text)


def test_g2_level_1_is_random_even_when_it_could_win() -> None:
    state = GomokuGame(9).parse_position("XXXX." + "." * 76 + "X")
    moves = {play(1, state, seed).move for seed in range(40)}
    assert len(moves) > 20
    assert "by chance out of 77" in str(play(1, state).text)


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_g2_a_win_comes_first_then_a_block_then_from_level_3_the_fork(level: int) -> None:
    chance, seen = random.Random(level), set()
    for _ in range(120):
        state = crowded(chance, chance.choice((7, 9)))
        wins, blocks = wins_of(state, state.to_move), wins_of(state, state.to_move.other)
        if not (wins or blocks) and level >= 4 and "search" in seen:
            continue
        decision = play(level, state)
        text = str(decision.text)
        if wins:
            rule, expected = "wins", wins
        elif blocks:
            rule, expected = "blocks", blocks
        elif level >= 3 and (forks := forks_of(state, state.to_move)):
            rule, expected = "fork", forks
        elif level <= 3:
            rule, expected = "nothing to win or block", candidates(state)
        else:
            seen.add("search")
            assert decision.depth is not None
            continue
        assert rule in text
        assert decision.move in expected
        assert [each.move for each in decision.candidates] == expected
        (cells,) = [drawn.cells for drawn in decision.overlay if drawn.kind == "cells"]
        assert cells == tuple(expected)
        if len(expected) > 1 and rule == "wins":
            assert state.game.format_move(expected[1]) in text
        seen.add(rule)
    assert {"wins", "blocks"} <= seen


def test_g2_wins_and_forks_are_found_as_a_naive_definition_finds_them() -> None:
    chance, forks = random.Random(6), 0
    for _ in range(60):
        state = crowded(chance, chance.choice((6, 7, 9)))
        assert isinstance(state, GomokuState)
        for player in Player:
            wins = wins_of(state, player)
            assert winning_cells(state, player) == wins
            if not wins:
                expected = forks_of(state, player)
                assert fork_cells(state, player) == expected
                forks += len(expected)
    assert forks > 10


def test_g2_level_3_plays_the_fork_and_level_2_does_not_look_for_it() -> None:
    drawn = """
        . . . . . . . . .
        . . O . X X X . .
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . . X .
        . . . . . . . X .
        . . . . . . . O .
        . O . O . . . . .
        . . O . . . . . .
    """
    state = GomokuGame(9).parse_position(drawn + "X")
    decision = play(3, state)
    assert "fork" in str(decision.text)
    assert decision.move in forks_of(state, Player.FIRST)
    assert state.game.parse_move("h8") in forks_of(state, Player.FIRST)
    assert "fork" not in str(play(2, state).text)


@pytest.mark.parametrize("level", [2, 3])
def test_g2_otherwise_it_plays_beside_the_last_move(level: int) -> None:
    game = GomokuGame(15)
    state = game.start.play(game.parse_move("h8")).play(game.parse_move("c3"))
    beside = {game.parse_move(name) for name in game.split_moves("b2 b3 b4 c2 c4 d2 d3 d4")}
    decisions = [play(level, state, seed) for seed in range(60)]
    assert {decision.move for decision in decisions} == beside
    assert "near the last move" in str(decisions[0].text)
    corner = state.play(game.parse_move("a1"))
    assert play(level, corner).move in {game.parse_move(name) for name in ("a2", "b1", "b2")}


@pytest.mark.parametrize("level", [2, 3])
def test_g2_without_a_known_last_move_it_plays_beside_a_stone(level: int) -> None:
    state = GomokuGame(9).parse_position("." * 40 + "X" + "." * 40 + "O")
    assert {play(level, state, seed).move for seed in range(50)} == set(candidates(state))


@pytest.mark.parametrize(("level", "deepest"), [(4, 5), (5, 6)])
def test_g2_levels_4_and_5_look_up_to_level_plus_one_plies_ahead(level: int, deepest: int) -> None:
    game = GomokuGame(5)
    state = game.start.play(game.parse_move("a1")).play(game.parse_move("e5"))
    decision = Level(level).choose(state)
    assert decision.depth is not None
    assert decision.depth <= deepest
    for depth in (1, 2, 3):
        limited = Level(level).choose(state, Limit(depth=depth))
        assert limited.depth == depth
    assert (Level(level).choose(state, Limit(depth=50, nodes=2_000)).depth or 0) <= deepest


def test_g2_level_4_is_negamax_without_the_values_of_the_other_moves() -> None:
    chance = random.Random(8)
    compared = 0
    while compared < 8:
        state = crowded(chance, 6)
        decision = Level(4).choose(state, Limit(depth=2))
        if decision.depth is None:
            continue  # a rule answered
        expected = Negamax(depth=2).choose(state)
        assert (decision.move, decision.score) == (expected.move, expected.score)
        compared += 1


def test_g2_level_5_searches_only_the_most_urgent_cells_and_proves_nothing() -> None:
    chance, searched = random.Random(9), 0
    while searched < 6:
        state = crowded(chance, 9)
        decision = Level(5).choose(state, Limit(depth=2))
        if decision.depth is None:
            continue
        searched += 1
        assert [each.move for each in decision.candidates] == most_urgent(state)
        assert len(decision.candidates) <= 10
        assert decision.proof is None


@pytest.mark.parametrize("level", [4, 5])
def test_g2_they_answer_under_the_smallest_limits(level: int) -> None:
    game = GomokuGame(15)
    state = game.start.play(game.parse_move("h8"))
    for nodes in (1, 2, 7, 8, 9, 100):
        decision = Level(level).choose(state, Limit(nodes=nodes))
        assert decision.move in state.legal_moves()
        assert (decision.nodes or 0) <= nodes


def test_g2_level_4_sees_a_win_that_needs_three_stones() -> None:
    # An open three: the four it becomes is open at both ends; no rule of level 3 but the fork.
    drawn = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . X . .
        . O . . . . . . .
        . O O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    state = GomokuGame(9).parse_position(drawn + "X")
    for level in (3, 4, 5):
        assert "fork" in str(play(level, state).text)
    threatened = GomokuGame(9).parse_position(drawn + "O")
    for level in (4, 5):
        decision = Level(level).choose(threatened, Limit(depth=4))
        assert forks_of(threatened.play(decision.move or 0), Player.FIRST) == []


# Othello


def test_othello_level_1_is_random_and_level_2_is_h2(wander: Wander) -> None:
    chance = random.Random(10)
    start = OthelloGame().start
    assert {play(1, start, seed).move for seed in range(30)} == set(start.legal_moves())
    for _ in range(15):
        state = wander(OthelloGame(), chance, chance.randrange(60))
        h2, decision = Greedy("weighted").choose(state), play(2, state)
        assert (decision.move, decision.score) == (h2.move, h2.score)
        assert decision.candidates == h2.candidates


def test_othello_level_3_looks_two_plies_ahead_by_squares(wander: Wander) -> None:
    chance = random.Random(11)
    for _ in range(8):
        state = wander(OthelloGame(), chance, chance.randrange(60))
        decision = Level(3).choose(state)
        expected = Negamax(depth=2, evaluate="squares").choose(state)
        assert (decision.move, decision.score) == (expected.move, expected.score)


@pytest.mark.parametrize(("level", "deepest"), [(4, 4), (5, 6)])
def test_othello_levels_4_and_5_keep_to_their_depth(
    level: int, deepest: int, wander: Wander
) -> None:
    chance = random.Random(12)
    state = wander(OthelloGame(4), chance, 1)
    assert (Level(level).choose(state).depth or 0) <= deepest
    for depth in (1, 2):
        decision = Level(level).choose(OthelloGame().start, Limit(depth=depth))
        assert decision.depth == depth
    weights = {4: {"squares": 1, "mobility": 2}, 5: {"squares": 1, "mobility": 3, "stability": 4}}
    for _ in range(6):
        state = wander(OthelloGame(), chance, chance.randrange(45))
        decision = Level(level).choose(state, Limit(depth=1))
        children = {move: state.play(move) for move in state.legal_moves()}
        if any(child.outcome for child in children.values()):
            continue
        values = {
            move: -sum(
                weight * evaluation_named(name, "othello")(child)
                for name, weight in weights[level].items()
            )
            for move, child in children.items()
        }
        best = max(values.values())
        assert decision.score == best
        assert decision.move == min(move for move in values if values[move] == best)


def final_lead(state: OthelloState, root: Player) -> int:
    if state.outcome:
        lead = state.cells.count("X") - state.cells.count("O")
        return lead if root is Player.FIRST else -lead
    values = [final_lead(state.play(move), root) for move in state.legal_moves()]
    return max(values) if state.to_move is root else min(values)


def test_othello_level_5_is_exact_at_the_end(wander: Wander) -> None:
    chance = random.Random(13)
    for empties in (2, 3, 4, 5, 6, 6):
        state = wander(OthelloGame(), chance, 60 - empties)
        if state.cells.count(".") > 6:
            continue
        assert isinstance(state, OthelloState)
        decision = Level(5).choose(state)
        assert decision.score == final_lead(state, state.to_move)
        assert decision.proof is not None
        assert decision.proof.claim == "exact"


# Pentomino


def wins_at_once(state: State) -> list[int]:
    return [move for move in state.legal_moves() if state.play(move).outcome]


def safe_moves(state: State) -> list[int]:
    return [move for move in state.legal_moves() if not wins_at_once(state.play(move))]


def late(wander: Wander, chance: random.Random, most: int) -> State:
    game = PentominoGame(*chance.choice(((3, 5), (4, 4), (4, 5), (5, 5), (8, 8), (6, 10))))
    while True:
        state = wander(game, chance, chance.randrange(12))
        if len(state.legal_moves()) <= most:
            return state


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_pentomino_levels_win_at_once_and_do_not_let_the_other_win_at_once(
    level: int, wander: Wander
) -> None:
    chance, seen = random.Random(14), set()
    for _ in range(60):
        state = late(wander, chance, 25)
        decision = play(level, state)
        wins, safe = wins_at_once(state), safe_moves(state)
        if wins:
            assert decision.move in wins
            assert "wins: nothing fits after it" in str(decision.text)
            assert decision.proof is not None
            assert decision.proof.plies == 1
            seen.add("win")
        elif safe:
            assert decision.move in safe
            seen.add("safe")
        else:
            assert "after every move" in str(decision.text)
            seen.add("lost")
    assert seen == {"win", "safe", "lost"}


def test_pentomino_moves_called_safe_are_safe_and_those_that_lose_lose(wander: Wander) -> None:
    chance, safe, losing = random.Random(19), 0, 0
    for _ in range(150):
        state = late(wander, chance, 150)
        decision = Level(3).choose(state)
        if wins_at_once(state):
            continue
        for candidate in decision.candidates:
            after = state.play(candidate.move)
            if str(candidate.note).startswith("loses to "):
                reply = state.game.parse_move(str(candidate.note).removeprefix("loses to "))
                assert after.play(reply).outcome
                losing += 1
            else:
                assert candidate.move == decision.move
                assert not wins_at_once(after)
                safe += 1
    assert safe > 10
    assert losing > 10


def test_pentomino_level_3_leaves_the_fewest_replies_among_the_safe_moves(wander: Wander) -> None:
    chance, checked = random.Random(15), 0
    while checked < 6:
        state = late(wander, chance, 90)
        safe = safe_moves(state)
        if wins_at_once(state) or not safe:
            continue
        replies = {move: len(state.play(move).legal_moves()) for move in safe}
        decision = play(3, state)
        assert replies[decision.move or 0] == min(replies.values())
        assert f"leaves {min(replies.values())} repl" in str(decision.text)
        checked += 1
    # Level 2 does not mind how many it leaves.
    start = PentominoGame().start
    counts = {len(start.play(play(2, start, seed).move or 0).legal_moves()) for seed in range(20)}
    assert len(counts) > 5


def last_piece_wins(state: State) -> bool:
    return any(not last_piece_wins(state.play(move)) for move in state.legal_moves())


@pytest.mark.parametrize("level", [4, 5])
def test_pentomino_levels_4_and_5_count_out_the_end(level: int, wander: Wander) -> None:
    chance, counted = random.Random(16), 0
    for _ in range(60):
        state = late(wander, chance, 14)
        decision = play(level, state)
        wins = last_piece_wins(state)
        assert (decision.proof is not None) == wins
        if decision.proof is None:
            continue
        assert not last_piece_wins(state.play(decision.move or 0))
        last = state
        for move in decision.proof.line:
            last = last.play(move)
        assert last.outcome
        assert last.outcome.winner is state.to_move
        counted += "counted out" in str(decision.text)
    assert counted > 0


def test_pentomino_level_5_stays_safe_when_counting_runs_out(wander: Wander) -> None:
    # The limit suffices for the quick rules, not for counting the end out.
    chance, checked = random.Random(17), 0
    while checked < 6:
        state = wander(PentominoGame(), chance, 5)
        if len(state.legal_moves()) > 120 or wins_at_once(state) or not safe_moves(state):
            continue
        decision = Level(5).choose(state, Limit(nodes=500))
        if decision.proof is None:
            assert decision.move in safe_moves(state)
            assert "none of which wins at once" in str(decision.text)
        assert (decision.nodes or 0) <= 500
        checked += 1


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_pentomino_levels_keep_limits_of_nodes_and_depth(level: int, wander: Wander) -> None:
    chance = random.Random(18)
    for nodes in (1, 2, 10, 100, 350):
        state = wander(PentominoGame(), chance, chance.randrange(8))
        decision = Level(level, seed=1).choose(state, Limit(nodes=nodes))
        assert decision.move in state.legal_moves()
        assert decision.nodes is not None
        assert decision.nodes <= nodes
    for plies in range(5, 9):
        state = wander(PentominoGame(), chance, plies)
        assert "counted out" not in str(Level(level).choose(state, Limit(depth=1)).text)


# All games


@pytest.mark.parametrize("text", ["level(0)", "level(6)", "level(-1)", "level(2.5)", "level(x)"])
@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_levels_that_do_not_exist_are_refused_in_one_sentence(text: str, game: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        strategy_from(text, game)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "n must be a" in sentence


def test_the_middle_level_is_the_default() -> None:
    start = OthelloGame().start
    assert strategy_from("level", "othello").choose(start).text == Level(3).choose(start).text
    assert str(strategy_from("level(2)", "othello").choose(start).text).startswith("Level 2.")
