"""Generated openings: random and checked for balance; reproducible from the seed.

A few random moves, near the centre in Gomoku. An opening is kept if

  - it is new, also up to symmetry;
  - nobody has a quick win: a small search finds none for the side to move nor, where a null move is
    possible, for the other side, and the two scores differ little;
  - test games from it, with seats swapped, are not all won by the same side.

Everything is limited by nodes, never by time, so that every machine generates the same openings.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from fivefold.arena.openings.symmetry import same_for_all
from fivefold.core import Game, Limit, Move, Player, State
from fivefold.match.replay import play_through
from fivefold.names import format_game, strategy_from
from fivefold.strategies.base import Score
from fivefold.strategies.teaching.negamax import Negamax
from fivefold.strategies.teaching.negamax_search import PROVEN

NODES = 500
"""Nodes per move of a test game, for a list that is kept."""


@dataclass(frozen=True)
class Recipe:
    """How openings of a game are generated.

    `plies`: the minimum and maximum of moves, with at most one move per `cells_a_ply` cells.
    `testers` play `games` test games, in which each side must get a quarter of the points.
    `evaluate` and `lead`: the maximum lead of either side, by that evaluation.
    """

    plies: tuple[int, int]
    cells_a_ply: int
    testers: tuple[str, str]
    games: int = 2
    evaluate: str | None = None
    lead: Score = 0


RECIPES: dict[str, Recipe] = {
    "gomoku": Recipe((3, 6), 8, ("level(4)", "level(5)"), evaluate="patterns", lead=40),
    "othello": Recipe((6, 8), 8, ("level(4)", "level(5)"), evaluate="squares", lead=5),
    # The pentomino levels that search play alike and never draw, so use many games of a weaker one.
    "pentomino": Recipe((1, 3), 20, ("level(2)", "level(2)"), games=12),
}
ANY_GAME = Recipe((2, 4), 8, ("negamax(depth=2)", "random"))
"""For a plug-in's game, of which only the rules are known."""


def generated(game: Game, count: int, seed: int, nodes: int = NODES) -> Iterator[str]:
    """Yields up to `count` openings; fewer if not enough balanced ones are found."""
    recipe = RECIPES.get(game.name, ANY_GAME)
    seen: set[tuple[str, str]] = set()
    found = 0
    for attempt in range(30 * count + 100):
        if found == count:
            return
        chance = random.Random(f"{seed}/{format_game(game)}/{attempt}")
        moves = random_line(game, recipe, chance)
        state = play_through(game.start, moves)[-1]
        view = same_for_all(state)
        if view in seen or state.outcome is not None:
            continue
        seen.add(view)
        if is_quiet(state, recipe, nodes) and is_shared(state, recipe, nodes):
            found += 1
            yield format_opening(game, moves)


def format_opening(game: Game, moves: tuple[int, ...]) -> str:
    """Returns the moves as text, separated by semicolons if moves contain spaces."""
    texts = [game.format_move(move) for move in moves]
    return ("; " if any(" " in text for text in texts) else " ").join(texts)


def random_line(game: Game, recipe: Recipe, chance: random.Random) -> tuple[Move, ...]:
    """Returns a few random moves from the start."""
    fewest, most = recipe.plies
    fits = max(1, len(game.start.cells) // recipe.cells_a_ply)
    state, moves = game.start, []
    for _ in range(min(chance.randint(fewest, most), fits)):
        if state.outcome is not None:
            break
        moves.append(chance.choice(_near_the_centre(state)))
        state = state.play(moves[-1])
    return tuple(moves)


def is_quiet(state: State, recipe: Recipe, nodes: int) -> bool:
    """Tells whether a small search finds neither a win for either side nor a large lead."""
    limit = Limit(nodes=4 * nodes)
    if recipe.evaluate is None:
        return strategy_from(recipe.testers[0], state.game, 1).choose(state, limit).proof is None
    search = Negamax(depth=3, evaluate=recipe.evaluate)
    scores = [search.choose(view, limit).score for view in (state, _other_to_move(state))]
    known = [score for score in scores if score is not None and abs(score) < PROVEN]
    return len(known) == 2 and abs(known[0] - known[1]) / 2 <= recipe.lead


def is_shared(state: State, recipe: Recipe, nodes: int) -> bool:
    """Tells whether each side gets at least a quarter of the points in test games."""
    points = 0.0
    for number in range(recipe.games):
        first, second = recipe.testers[:: -1 if number % 2 else 1]
        winner = _play_out(state, first, second, number, nodes)
        points += 0.5 if winner is None else float(winner is Player.FIRST)
    return recipe.games / 4 <= points <= recipe.games * 3 / 4


def _play_out(state: State, first: str, second: str, seed: int, nodes: int) -> Player | None:
    game, limit = state.game, Limit(nodes=nodes)
    players = {
        Player.FIRST: strategy_from(first, game, 2 * seed),
        Player.SECOND: strategy_from(second, game, 2 * seed + 1),
    }
    for _ in range(4 * len(state.cells)):  # a plug-in's game may never end
        if state.outcome is not None:
            return state.outcome.winner
        move = players[state.to_move].choose(state, limit).move
        assert move is not None
        state = state.play(move)
    return None


def _near_the_centre(state: State) -> list[Move]:
    """Returns the moves allowed in openings: in Gomoku, those in the middle half of the board."""
    game, moves = state.game, state.legal_moves()
    if game.name != "gomoku":
        return moves
    centre, reach = game.rows // 2, max(1, game.rows // 4)
    return [
        move
        for move in moves
        if all(abs(place - centre) <= reach for place in divmod(move, game.columns))
    ]


def _other_to_move(state: State) -> State:
    """Returns the same stones or discs with the other side to move."""
    cells, _, _ = state.game.format_position(state).rpartition(" ")
    return state.game.parse_position(f"{cells} {state.to_move.other.value}")
