"""The contract of every strategy, tested for every strategy in every game.

A new strategy is covered here as soon as it is listed in `STRATEGIES` or installed as a plug-in.
"""

from __future__ import annotations

import gc
import math
import random
import time
from functools import cache

import pytest

from fivefold.core import WIN, Game, Limit, Move, State
from fivefold.errors import NativeUnavailable
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.names import all_games, strategies_for, strategy_from
from fivefold.strategies.base import GAME_OVER, Decision, Strategy, decision_as_json
from fivefold.strategies.levels import levels_of
from fivefold.strategies.native_engine import NativeEngine

GAMES: dict[str, tuple[Game, ...]] = {
    "gomoku": (GomokuGame(), GomokuGame(5), GomokuGame(9, "standard"), GomokuGame(22)),
    "othello": (OthelloGame(), OthelloGame(4), OthelloGame(6), OthelloGame(rules="mirrored")),
    "pentomino": (
        PentominoGame(),
        PentominoGame(4, 5),
        PentominoGame(6, 10),
        PentominoGame(3, 20),
        PentominoGame(1, 5),
    ),
}
MORE = {
    "gomoku": ["minimax(evaluate=patterns)"],
    "othello": [
        *[f"minimax(evaluate={name})" for name in ("weighted", "squares", "mobility", "stability")],
        "minimax(pass_uses_ply=false)",
        "h2",
    ],
    "pentomino": [
        "openspace(adaptive=true, iterations=1)",
        "openspace(pieces=true, diagonal=0.3)",
        "negamax(evaluate=diffusion)",
    ],
}
"""Strategies with parameters, in addition to every plain name."""


def names_for(game: str) -> list[str]:
    """Returns the strategies of a game, including some with parameters."""
    bare = list(strategies_for(game))
    levels = [f"level({n})" for n in levels_of(game)] if "level" in bare else []
    return bare + levels + ["negamax(table=0)"] + MORE.get(game, [])


CASES = [(game, name) for game in all_games() for name in names_for(game)]


def wander(game: Game, rng: random.Random, plies: int) -> State:
    """Returns the position after `plies` random moves, or the last unfinished one."""
    state = game.start
    for _ in range(plies):
        after = state.play(rng.choice(state.legal_moves()))
        if after.outcome:
            break
        state = after
    return state


def without_history(state: State) -> State:
    """Returns the position as read from text, without a last move."""
    return state.game.parse_position(state.game.format_position(state))


@cache
def positions(name: str) -> tuple[State, ...]:
    """Returns unfinished positions: openings, middle games, last moves and forced passes."""
    found: list[State] = []
    rng = random.Random(61)
    for game in GAMES.get(name, (all_games()[name].of(),)):
        found.append(game.start)
        max_plies = 12 if name == "pentomino" else len(game.start.cells)
        for plies in (1, max_plies // 4, max_plies // 2, max_plies):
            state = wander(game, rng, plies)
            found += [state, without_history(state)]
    if name == "othello":
        for cells in ("OOOOXXXO.XXO..X. X", "OX..OOXOOXOO..XO X", "O.X..OXOXXO.XXX. O"):
            found.append(OthelloGame().parse_position(cells))
            assert found[-1].legal_moves() == [-1]
    if name == "gomoku":
        found.append(GomokuGame().parse_position("XXXX" + "." * 221 + "O"))
        found.append(GomokuGame(5).parse_position("XOXOX XOXOX OXOXO OXOXO XOXO. O"))
        found.append(GomokuGame(5).parse_position("XXX.X OO.OO XXX.X OOO.O ..... X"))
    return tuple(dict.fromkeys(found))


@cache
def finished(name: str) -> tuple[State, ...]:
    rng, found = random.Random(62), []
    for game in GAMES.get(name, (all_games()[name].of(),))[:3]:
        state = game.start
        while not state.outcome:
            state = state.play(rng.choice(state.legal_moves()))
        found += [state, without_history(state)]
    return tuple(found)


def legal_line(state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        assert move in state.legal_moves()
        state = state.play(move)
    return state


def check(decision: Decision, state: State) -> None:
    """Checks everything that `Decision` promises."""
    game, legal = state.game, state.legal_moves()
    assert decision.move in legal
    assert decision.move is not None
    text = str(decision.text)
    assert text
    assert "\n" not in text
    if decision.move != game.pass_move:
        assert game.format_move(decision.move) in text

    moves = [candidate.move for candidate in decision.candidates]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(legal)
    if any(candidate.score is not None for candidate in decision.candidates):
        assert decision.move in moves or "nearest" in text
    for candidate in decision.candidates:
        assert candidate.score is None or math.isfinite(candidate.score)
        assert candidate.note is None or str(candidate.note)
        if candidate.move == decision.move and decision.score is not None:
            assert candidate.score == decision.score

    cells = game.rows * game.columns
    for drawn in decision.overlay:
        assert str(drawn.label)
        assert (drawn.values is None) != (drawn.cells is None)
        assert (drawn.kind == "values") == (drawn.values is not None)
        if drawn.values is not None:
            assert len(drawn.values) == cells
            assert all(value is None or math.isfinite(value) for value in drawn.values)
        if drawn.cells is not None:
            assert all(0 <= cell < cells for cell in drawn.cells)
        if drawn.kind == "move":
            assert drawn.cells == game.move_cells(decision.move)
    drawn_moves = [drawn for drawn in decision.overlay if drawn.kind == "move"]
    assert len(drawn_moves) == (1 if game.move_cells(decision.move) else 0)

    if decision.pv:
        assert decision.pv[0] == decision.move
        legal_line(state, decision.pv)
    if decision.proof is not None:
        assert decision.proof.line[0] == decision.move
        end = legal_line(state, decision.proof.line)
        if decision.proof.claim in ("win", "loss") and end.outcome:
            winner = state.to_move if decision.proof.claim == "win" else state.to_move.other
            assert end.outcome.winner is winner
    data = decision_as_json(decision, game)
    assert game.parse_move(data["move"]) == decision.move
    assert set(data) == {
        *("move", "score", "depth", "nodes", "pv", "candidates", "overlay", "proof", "text")
    }


@pytest.mark.parametrize(("game", "name"), CASES)
def test_every_decision_is_legal_and_explained(game: str, name: str) -> None:
    for state in positions(game):
        strategy = strategy_from(name, state.game, seed=7)
        check(strategy.choose(state, Limit(depth=2, nodes=150)), state)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_a_finished_game_gives_no_move_and_says_so(game: str, name: str) -> None:
    for state in finished(game):
        decision = strategy_from(name, game).choose(state)
        assert decision.move is None
        assert str(decision.text) == "The game is over."
        assert decision == GAME_OVER


@pytest.mark.parametrize(("game", "name"), CASES)
def test_the_same_seed_gives_the_same_decisions(game: str, name: str) -> None:
    def decisions() -> list[Decision]:
        strategy = strategy_from(name, game, seed=11)
        limit = Limit(depth=2, nodes=100)
        return [strategy.choose(state, limit) for state in positions(game)[::3]]

    assert decisions() == decisions()


SEARCHERS = ("minimax", "negamax", "engine", *[f"level({n})" for n in range(3, 13)])


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, name in CASES if name.startswith(SEARCHERS)]
)
def test_node_and_depth_limits_hold(game: str, name: str) -> None:
    for state in positions(game)[::2]:
        for limit in (Limit(nodes=1), Limit(nodes=33), Limit(nodes=333, depth=1)):
            decision = strategy_from(name, game, seed=1).choose(state, limit)
            assert decision.move in state.legal_moves()
            assert (decision.depth or 0) <= (limit.depth or 64)
            assert (decision.nodes or 0) <= (limit.nodes or 0)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_a_set_stop_flag_ends_the_search_with_a_move(game: str, name: str) -> None:
    class Raised:
        def is_set(self) -> bool:
            return True

    for state in positions(game)[::3]:
        decision = strategy_from(name, game, seed=1).choose(state, Limit(), Raised())
        assert decision.move in state.legal_moves()
        assert str(decision.text)


def test_the_engine_rejects_an_unknown_game_in_one_sentence() -> None:
    class Tiny(GomokuGame):
        name = "tiny"

    with pytest.raises(NativeUnavailable) as refused:
        NativeEngine().choose(Tiny(5).start)
    assert str(refused.value) == "tiny has no native engine: use negamax(seconds=5)."
    won = Tiny(5).parse_position("XXXXX" + "." * 20 + "O")
    assert NativeEngine().choose(won).move is None


def assert_in_time(strategy: Strategy, state: State, seconds: float) -> None:
    """Checks that a decision takes at most its limit plus 10 % and 50 ms of processor time."""
    before = time.thread_time()
    decision = strategy.choose(state, Limit(seconds=seconds))
    spent = time.thread_time() - before
    assert decision.move in state.legal_moves()
    assert spent <= seconds * 1.1 + 0.05, (strategy, state.game, state.cells)


SLOW: dict[str, tuple[Game, int]] = {
    "gomoku": (GomokuGame(22), 40),
    "othello": (OthelloGame(), 20),
    "pentomino": (PentominoGame(), 1),
}
"""By game: a large board, and the number of plies at which its search is slowest."""


@pytest.fixture
def collected_garbage() -> None:
    """Collects garbage first, so that objects of other tests do not cost the strategy time."""
    gc.collect()
    gc.freeze()


@pytest.mark.usefixtures("collected_garbage")
@pytest.mark.parametrize(("game", "name"), CASES)
def test_time_limits_hold(game: str, name: str) -> None:
    board, plies = SLOW.get(game, (all_games()[game].of(), 2))
    strategy_from(name, game, seed=1).prepare(board)  # before the clock starts
    rng = random.Random(63)
    for state, seconds in (
        (board.start, 0.05),
        (wander(board, rng, plies), 0.05),
        (wander(board, rng, 2 * plies), 0.2 if "level(5)" in name else 0.05),
    ):
        assert_in_time(strategy_from(name, game, seed=1), state, seconds)


@pytest.mark.long
@pytest.mark.usefixtures("collected_garbage")
@pytest.mark.parametrize("seconds", [0.05, 0.5, 2.0])
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, name in CASES if "=" not in name]
)
def test_time_limits_hold_on_100_positions(game: str, name: str, seconds: float) -> None:
    rng = random.Random(64)
    games = GAMES.get(game, (all_games()[game].of(),))
    for board in games:
        strategy_from(name, game, seed=1).prepare(board)
    for _ in range(100):
        board = rng.choice(games)
        max_plies = 11 if game == "pentomino" else len(board.start.cells)
        state = wander(board, rng, rng.randrange(max_plies))
        if rng.random() < 0.5:
            state = without_history(state)
        assert_in_time(strategy_from(name, game, seed=1), state, seconds)


@pytest.mark.slow
def test_proven_wins_are_within_reach_of_the_score() -> None:
    for game in all_games():
        for state in positions(game):
            decision = strategy_from("negamax", game).choose(state, Limit(depth=3, nodes=400))
            if decision.proof is not None and decision.proof.claim in ("win", "loss"):
                assert decision.proof.plies == WIN - abs(decision.score or 0)
