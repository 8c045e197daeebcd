"""Compares strategies on one position: the score each gives to every move, best first.

python examples/analyse_position.py othello f5d6c3
"""

import sys

from fivefold import Limit, game, strategy

STRATEGIES = {
    "gomoku": ["reactive", "minimax(depth=1)", "negamax(depth=3)"],
    "othello": ["h1", "h2", "minimax(depth=3)", "negamax(depth=5)"],
    "pentomino": ["openspace", "minimax(depth=1)"],
}


def scores(state, text):
    decision = strategy(text, state.game, seed=1).choose(state, Limit(seconds=5))
    return {c.move: c.score for c in decision.candidates if c.score is not None}


def main(name="othello", moves="f5d6c3"):
    rules = game(name)
    state = rules.start
    for move in rules.split_moves(moves):
        state = state.play(rules.parse_move(move))
    columns = {text: scores(state, text) for text in STRATEGIES[rules.name]}
    print(rules.diagram(state), end="\n\n")
    print(f"{'':18}", *(f"{text:>17}" for text in columns))
    last = list(columns.values())[-1]
    for move in sorted(last, key=last.get, reverse=True)[:12]:
        row = (f"{column.get(move, '–'):>17}" for column in columns.values())
        print(f"{rules.format_move(move):18}", *row)


if __name__ == "__main__":
    main(*sys.argv[1:])
