"""One sign convention: in positions of known value, every surface names the side that is ahead.

The known values come from playing every line to its end by the rules, or from a five that nobody
can stop; none comes from what is tested.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from fivefold.analysis.game_graph import graph_point
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.glass_box import describe
from fivefold.core import Limit, State
from fivefold.drawing import board_svg
from fivefold.names import game_from, strategy_from
from fivefold.server.analysis.decision_json import answer_as_json
from fivefold.server.room.view import game_as_json, view_of

ALL = {"numbers": True, "threats": True, "line": False, "heat": True}
SEVEN_LEFT = (
    "c4 c5 f6 c3 b5 g7 e3 e6 c2 f3 g3 a5 h8 b3 f4 f2 b4 f5 f7 h3 a3 d2 e2 e1 a6 e7 d7 c1 c6 g8 f1 "
    "g4 d1 b6 b1 d3 g6 b7 f8 a7 c7 h6 a8 b2 g5 g2 a1 d6 h2 h5 a4 d8"
)
STRATEGIES = ("negamax(depth=14)", "engine(every_value=true, variety=0, nodes=200000, seed=1)")
PICTURE_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
SIDED = re.compile(r"(Black|White) (?:about )?([+−])([\d.]+)")


def positions(game: str, moves: str) -> list[State]:
    states = [game_from(game).start]
    for move in states[0].game.split_moves(moves):
        states.append(states[-1].play(states[-1].game.parse_move(move)))
    return states


@cache
def margin(state: State) -> int:
    """The discs by which the side to move wins, by playing every line to its end."""
    if state.outcome:
        own, other = state.to_move, state.to_move.other
        return state.cells.count(own.value) - state.cells.count(other.value)
    best = -64
    for move in state.legal_moves():
        after = state.play(move)
        value = margin(after) if after.to_move is state.to_move else -margin(after)
        best = max(best, value)
    return best


def mover(state: State) -> str:
    return str(state.game.player_name(state.to_move))


def check_sided(words: str, state: State, ahead: bool) -> int:
    """Checks each sided number of a text; returns how many there are."""
    found = SIDED.findall(words)
    for side, sign, _ in found:
        assert (sign == "+") == (ahead if side == mover(state) else not ahead), words
    assert "-" not in re.sub(r"[a-z]-", "", words), words
    return len(found)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("cut", [0, 1])
def test_every_surface_agrees_about_an_endgame(run: Any, strategy: str, cut: int) -> None:
    moves = SEVEN_LEFT.split()
    states = positions("othello", " ".join(moves[: len(moves) - cut]))
    state = states[-1]
    value = margin(state)
    assert value
    best = strategy_from(strategy, state.game, 1).choose(state, Limit(seconds=20))
    assert (best.score or 0) * value > 0
    said = answer_as_json(best, state.game, strategy, 0.1)
    game, view = game_as_json(state.game), view_of(states, len(states) - 1)

    badge = run("glass/badge.js", "badgeOf", said, view, game, [])
    assert check_sided(badge["text"], state, value > 0) == 1
    values = {state.game.format_move(m): -margin(state.play(m)) for m in state.legal_moves()}
    rows = run("glass/candidates.js", "rowsOf", said, view, game)
    assert {row["move"] for row in rows} == set(values)
    for row in rows:
        if row["note"] != "at most" and values[row["move"]]:
            assert check_sided(row["score"], state, values[row["move"]] > 0) == 1
    marks = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
    assert marks["past"] == []  # these are moves to play: the plate says whose
    known = {number["cell"]: number for number in marks["numbers"]}
    for move, worth in values.items():
        number = known[state.game.parse_move(move)]
        if worth and "at most" not in number["label"]:
            assert number["text"][0] == ("+" if worth > 0 else "−")
            assert check_sided(number["label"], state, worth > 0) == 1
    sentence = str(best.text)
    check_sided(sentence, state, value > 0)
    if exact := re.search(r"(Black|White) (wins|loses) \d", sentence):
        assert ((exact[2] == "wins") == (value > 0)) == (exact[1] == mover(state))
    look = Look(colour=False, ascii=False, columns=100, lines=40)
    terminal = [line for line in describe(best, state, look) if line.startswith("Best:")]
    assert check_sided(terminal[0].split(", ")[0], state, value > 0) == 1
    picture = board_svg(state, best)
    assert f"Scores for {mover(state)}" in picture

    # After the move the same numbers are past: faded stones of the side that moved.
    assert best.move is not None
    after = [*states, state.play(best.move)]
    if not after[-1].outcome:
        view = view_of(after, len(after) - 1)
        marks = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
        assert marks["numbers"] == []
        assert {mark["seat"] for mark in marks["past"]} <= {state.to_move.value}
        badge = run("glass/badge.js", "badgeOf", said, view, game, [])
        assert check_sided(badge["text"], state, value > 0) == 1
        legal = {after[-1].game.format_move(move) for move in after[-1].legal_moves()}
        for mark in marks["past"]:
            name = state.game.format_cell(mark["cell"])
            assert (mark["text"] == "") == (name in legal)


@pytest.mark.parametrize("cut", [0, 1])
def test_the_graph_is_drawn_from_the_first_side_whoever_is_to_move(cut: int) -> None:
    moves = SEVEN_LEFT.split()
    state = positions("othello", " ".join(moves[: len(moves) - cut]))[-1]
    value = margin(state) * (1 if state.to_move.value == "X" else -1)
    point = graph_point(state).as_json(state)
    assert point["exact"] is True
    assert (point["value"] > 0) == (value > 0)
    assert (point["discs"] > 0) == (value > 0)


@pytest.mark.parametrize(
    ("moves", "winner"),
    [("h8 a1 i8 b1 j8 c1", "Black"), ("a1 h8 b1 i8 c1 j8 o15", "White")],
)
def test_a_forced_win_names_its_winner_on_every_surface(run: Any, moves: str, winner: str) -> None:
    states = positions("gomoku", moves)
    for line in (states, [*states, states[-1].play(states[-1].game.parse_move("g8"))]):
        state = line[-1]
        for strategy in ("engine(every_value=true, nodes=20000, seed=1)", "negamax(depth=4)"):
            best = strategy_from(strategy, state.game, 1).choose(state, Limit(seconds=20))
            said = answer_as_json(best, state.game, strategy, 0.1)
            game, view = game_as_json(state.game), view_of(line, len(line) - 1)
            badge = run("glass/badge.js", "badgeOf", said, view, game, [])
            assert f"{winner} win" in badge["text"], (strategy, badge)
            rows = run("glass/candidates.js", "rowsOf", said, view, game)
            assert rows[0]["score"].startswith(f"{winner} wins in ")
            assert not any("999" in row["score"] for row in rows)
            assert winner in str(best.text)
            wins = winner == mover(state)
            marks = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
            assert marks["numbers"][0]["text"][0] == ("W" if wins else "L")
            forced = "proven win in" if wins else "proven loss in"
            assert forced in marks["numbers"][0]["label"]
            look = Look(colour=False, ascii=False, columns=100, lines=40)
            (terminal,) = (line for line in describe(best, state, look) if line[:5] == "Best:")
            assert f"({winner} wins in " in terminal.split(", ")[0]
            picture = PICTURE_TEXT.findall(board_svg(state, best))
            assert f"Scores for {mover(state)}" in picture
            assert not any("999" in text or "-" in text for text in picture)
        point = graph_point(state).as_json(state)
        assert (point["value"] > 0) == (winner == "Black")
        assert point["plies"] > 0


@cache
def wins(state: State) -> bool:
    """Returns whether the side to move wins Pentomino, by playing every line to its end."""
    return any(
        bool(after.outcome) or not wins(after) for after in map(state.play, state.legal_moves())
    )


def pentomino_endgame(seed: int) -> list[State]:
    """Returns the positions of a random game until few placements are left."""
    rng = random.Random(seed)
    states = [game_from("pentomino").start]
    while len(moves := states[-1].legal_moves()) > 40:
        states.append(states[-1].play(rng.choice(moves)))
    return states


@pytest.mark.parametrize("strategy", ["engine", "negamax(depth=8)", "level(5)"])
@pytest.mark.parametrize("seed", [5, 1])
def test_a_solved_endgame_names_its_winner_on_every_surface(
    run: Any, strategy: str, seed: int
) -> None:
    states = pentomino_endgame(seed)
    state = states[-1]
    winner = mover(state) if wins(state) else str(state.game.player_name(state.to_move.other))
    best = strategy_from(strategy, state.game, 1).choose(state, Limit(seconds=20))
    assert best.move is not None
    said = answer_as_json(best, state.game, strategy, 0.1)
    game, view = game_as_json(state.game), view_of(states, len(states) - 1)
    badge = run("glass/badge.js", "badgeOf", said, view, game, [])
    assert badge["text"].startswith(f"{winner} wins")
    assert badge["sure"]
    legal = {state.game.format_move(move): move for move in state.legal_moves()}
    worth = {name: wins(state.play(move)) for name, move in legal.items()}
    """Whether the opponent wins after each move."""
    cells_of = {name: state.game.move_cells(move) for name, move in legal.items()}
    rows = run("glass/candidates.js", "rowsOf", said, view, game)
    assert not any("-" in row["score"] for row in rows)
    decided = [row for row in rows if " wins in " in row["score"]]
    for row in decided:
        assert row["score"].startswith(mover(state)) == (not worth[row["move"]])
    look = Look(colour=False, ascii=False, columns=100, lines=40)
    (terminal,) = (
        [line for line in describe(best, state, look) if line[:5] == "Best:"] if decided else [""]
    )
    assert all(f"{row['move']} ({row['score']})" in terminal for row in decided[:1])
    marks = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
    for sign in marks["signs"]:
        moves = [move for move in worth if sign["cell"] in cells_of[move]]
        if sign["sign"] == "+":
            assert not all(worth[move] for move in moves)
        if sign["sign"] == "-":
            assert any(worth[move] for move in moves)
    assert not any("-" in text for text in PICTURE_TEXT.findall(board_svg(state, best)))
    point = graph_point(state).as_json(state)
    assert (point["value"] > 0) == (winner == "First")


def test_raw_scores_are_ranks_but_the_figures_of_the_origins_stay(run: Any) -> None:
    states = positions("gomoku", "h8 i8 h9 h7 g6 i7 i6 h6")
    game, view = game_as_json(states[0].game), view_of(states, len(states) - 1)
    said = {"move": "j7", "score": -562, "pv": [], "overlay": [], "compared": 12, "text": None}
    said["candidates"] = [
        {"move": "j7", "score": -562, "note": None},
        {"move": "j8", "score": -60, "note": None},
        {"move": "k9", "score": 118_615, "note": None},
    ]
    level = {**said, "strategy": "level(5)"}
    rows = run("glass/candidates.js", "rowsOf", level, view, game)
    assert [row["score"] for row in rows] == ["best of 12", "#2 of 12", "#3 of 12"]
    assert run("glass/badge.js", "badgeOf", level, view, game, []) is None
    rows = run(
        "glass/candidates.js", "rowsOf", {**said, "strategy": "minimax(depth=2)"}, view, game
    )
    assert [row["score"] for row in rows] == ["Black −562", "Black −60", "Black +118,615"]
    numbers = run("glass/overlay/display.js", "displayOf", level, view, game, ALL)["numbers"]
    assert {number["text"] for number in numbers} == {"#1", "#2", "#3"}
