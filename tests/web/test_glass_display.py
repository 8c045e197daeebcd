"""The glass box's marks for a decision: pure functions, called in Node."""

from __future__ import annotations

from typing import Any

from fivefold.core import Limit, State
from fivefold.names import game_from, strategy_from
from fivefold.server.analysis.decision_json import answer_as_json
from fivefold.server.room.view import game_as_json, view_of

ALL = {"numbers": True, "threats": True, "line": True, "heat": True}
FOUR = game_from("gomoku").split_moves(
    "h8 i8 h9 h7 g6 i7 i6 h6 g5 g7 f7 j7 k7 i5 f8 j4 k3 i10 i9 j9 l11 j8 j6 j10"
)
ENDGAME = game_from("othello").split_moves(
    "c4 c5 f6 c3 b5 g7 e3 e6 c2 f3 g3 a5 h8 b3 f4 f2 b4 f5 f7 h3 a3 d2 e2 e1 a6 e7 d7 c1 c6 g8 f1 "
    "g4 d1 b6 b1 d3 g6 b7 f8 a7 c7 h6 a8 b2 g5 g2 a1 d6 h2 h5 a4 d8"
)
PIECES = [
    "P c7 d7 b8 c8 d8",
    "T e6 e7 f7 g7 e8",
    "Y e3 c4 d4 e4 f4",
    "Z f1 d2 e2 f2 d3",
    "U g4 h4 g5 g6 h6",
    "I b2 b3 b4 b5 b6",
]


def played(game: str, moves: list[str]) -> list[State]:
    states = [game_from(game).start]
    for move in moves:
        states.append(states[-1].play(states[-1].game.parse_move(move)))
    return states


def ask(strategy: str, states: list[State], seconds: float | None = None) -> dict[str, Any]:
    state = states[-1]
    chosen = strategy_from(strategy, state.game, 1).choose(state, Limit(seconds=seconds))
    return answer_as_json(chosen, state.game, strategy, 0.5)


def at(states: list[State]) -> tuple[dict[str, Any], dict[str, Any]]:
    return view_of(states, len(states) - 1), game_as_json(states[0].game)


def decision(**facts: Any) -> dict[str, Any]:
    return {"move": None, "score": None, "pv": [], "candidates": [], "overlay": [], **facts}


def scores(**values: float) -> list[dict[str, Any]]:
    return [{"move": move, "score": score, "note": None} for move, score in values.items()]


def test_cells_have_the_names_the_library_gives_them(run: Any) -> None:
    for text in ("gomoku", "gomoku(size=19)", "othello", "pentomino(size=6x10)"):
        game = game_from(text)
        wire = game_as_json(game)
        for cell in range(0, game.rows * game.columns, 7):
            name = game.format_cell(cell)
            assert run("notation.js", "cellOf", name, wire) == cell
            assert run("notation.js", "cellName", cell, wire) == name
    assert run("notation.js", "cellOf", "i9", game_as_json(game_from("othello"))) is None
    assert run("notation.js", "cellOf", "rubbish", wire) is None


def test_a_square_never_carries_more_than_three_characters(run: Any) -> None:
    gomoku, othello = game_as_json(game_from("gomoku")), game_as_json(game_from("othello"))
    short = [
        (38, gomoku, "+38"),
        (-12, gomoku, "−12"),
        (184, gomoku, "#4"),
        (-184, gomoku, "#4"),
        (10443, gomoku, "#4"),
        (999_993, gomoku, "W7"),
        (-999_994, gomoku, "L6"),
        (6, othello, "+6"),
        (-22, othello, "−22"),
        (-0.4, othello, "0"),
        (12.6, othello, "+13"),
        (-12.5, othello, "−12"),
        (12.5, othello, "+12"),
        (2.5, gomoku, "#4"),
        (0, gomoku, "0"),
        (0.04, gomoku, "#4"),
    ]
    for score, game, text in short:
        assert run("glass/overlay/score.js", "shortScore", score, game, 4) == text


def test_a_played_decision_shows_what_else_was_compared_and_what_comes_next(run: Any) -> None:
    *moves, move = FOUR
    before = played("gomoku", moves)
    said = ask("level(5)", before, 20)
    assert said["move"] == move
    view, game = at(played("gomoku", [*moves, move]))
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
    ghosts = [(game_from("gomoku").format_cell(g["cells"][0]), g["n"]) for g in shown["ghosts"]]
    assert ghosts == [(reply, n + 2) for n, reply in enumerate(said["pv"][1:])]
    assert [ghost["seat"] for ghost in shown["ghosts"]][:2] == ["X", "O"]
    assert shown["numbers"] == []  # what was compared is past
    assert {mark["seat"] for mark in shown["past"]} == {"O"}
    marked = [ghost["cells"][0] for ghost in shown["ghosts"]]
    marked += [mark["cell"] for mark in shown["past"]]
    assert len(marked) == len(set(marked))
    assert all(view["cells"][cell] == "." for cell in marked)
    assert all(0 < len(mark["text"]) <= 3 for mark in shown["past"])


def test_a_question_marks_the_move_it_would_make_as_the_next_one(run: Any) -> None:
    states = played("gomoku", ["h8", "i9"])
    said = ask("reactive", states)
    view, game = at(states)
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
    assert [(ghost["n"], ghost["seat"]) for ghost in shown["ghosts"]] == [(2, "X")]
    cell = states[-1].game.parse_move(said["move"])
    assert shown["ghosts"][0]["cells"] == [cell]
    assert [line["style"] for line in shown["lines"]] == ["sequence", "sequence"]
    without = run("glass/overlay/display.js", "displayOf", said, view, game, {**ALL, "line": False})
    assert without["ghosts"] == []
    assert any(number["kind"] == "best" and number["cell"] == cell for number in without["numbers"])


def test_points_show_what_a_stone_would_make_and_an_estimate_is_no_proof(run: Any) -> None:
    def words(text: str, key: str = "plain") -> dict[str, Any]:
        return {"key": key, "facts": {"text": text}, "text": text}

    states = played("gomoku", ["h8", "i9"])
    view, game = at(states)
    point = {"kind": "cells", "label": words("x"), "tone": "bad", "cells": ["a1"], "means": "five"}
    proven = words("proven", "lines.note_proven")
    believed = words("not proven", "lines.note_unproven")
    said = decision(
        move="h9",
        overlay=[point],
        proof={"claim": "win", "plies": 7, "line": ["h9"], "by": "search"},
        candidates=[
            {"move": "h9", "score": 999_993, "note": proven},
            {"move": "h10", "score": 999_991, "note": believed},
            {"move": "h11", "score": -999_994, "note": proven},
        ],
    )
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)
    marks = {
        game_from("gomoku").format_cell(number["cell"]): (number["text"], number["kind"])
        for number in shown["numbers"]
    }
    assert marks == {"h9": ("W7", "best"), "h10": ("W?", "score"), "h11": ("L6", "loss")}
    assert shown["ghosts"] == []  # the square says more than a ghost would
    [mark] = shown["cells"]
    assert (mark["makes"], mark["seat"], mark["label"]) == ("5", "O", "x")
    assert run("glass/overlay/display.js", "kindsIn", shown) == ["five"]


def test_a_random_move_still_shows_its_square(run: Any) -> None:
    states = played("othello", ["f5", "d6", "c3"])
    said = ask("random", states)
    view, game = at(states)
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, {**ALL, "line": False})
    assert shown["numbers"] == []
    assert [ghost["cells"] for ghost in shown["ghosts"]] == [
        [states[-1].game.parse_move(said["move"])]
    ]


def test_margins_stand_in_rings_only_when_they_are_exact(run: Any) -> None:
    states = played("othello", ENDGAME)
    view, game = at(states)
    layers = {**ALL, "line": False}
    exact = ask("negamax(depth=12)", states)
    assert exact["proof"]["claim"] == "exact"
    shown = run("glass/overlay/display.js", "displayOf", exact, view, game, layers)
    assert {n["kind"] for n in shown["numbers"]} <= {"exact", "exact-best", "exact-loss"}
    values = {candidate["move"]: candidate["score"] for candidate in exact["candidates"]}
    for number in shown["numbers"]:
        score = values[states[-1].game.format_cell(number["cell"])]
        assert number["text"] == f"{score:+}".replace("-", "−")
        assert (number["kind"] == "exact-best") == (score == max(values.values()))
    guess = ask("minimax(depth=1)", states)
    shown = run("glass/overlay/display.js", "displayOf", guess, view, game, layers)
    assert {n["kind"] for n in shown["numbers"]} <= {"score", "best"}


def test_a_bound_in_an_exact_position_is_no_ring(run: Any) -> None:
    states = played("othello", ENDGAME)
    view, game = at(states)
    said = ask("level(5)", states)
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, {**ALL, "line": False})
    bounds = {c["move"] for c in said["candidates"] if c["note"]["key"] == "note.at_most"}
    assert bounds
    for number in shown["numbers"]:
        name = states[-1].game.format_cell(number["cell"])
        assert number["kind"].startswith("exact") == (name not in bounds)


def test_a_long_win_in_gomoku_is_coloured_only_with_a_proof(run: Any) -> None:
    view, game = at(played("gomoku", ["h8", "i9"]))
    said = decision(move="h9", candidates=scores(h9=999_993, g8=999_989, g7=-999_998))
    kinds = {"g8": "score", "g7": "loss"}
    for proof in (None, {"claim": "win", "plies": 7, "line": []}):
        shown = run(
            "glass/overlay/display.js", "displayOf", {**said, "proof": proof}, view, game, ALL
        )
        found = {run("notation.js", "cellName", n["cell"], game): n for n in shown["numbers"]}
        assert {name: found[name]["kind"] for name in kinds} == kinds
        assert found["g8"]["text"] == "W11"
        kinds["g8"] = "win"


def test_heat_prefers_the_quantity_that_is_on_no_square_yet(run: Any) -> None:
    states = played("othello", ["f5", "d6", "c3"])
    view, game = at(states)
    weights = run("glass/overlay/display.js", "displayOf", ask("h2", states), view, game, ALL)[
        "heat"
    ]
    assert (weights["low"], weights["high"]) == ("low weight", "high weight")
    assert weights["values"][0] == 4
    assert len(weights["values"]) == 64
    row = run("glass/overlay/display.js", "displayOf", ask("methodical", states), view, game, ALL)[
        "heat"
    ]
    assert row["values"] == [cell // 8 % (cell % 8 + 1) for cell in range(64)]
    open_view, pentomino = at(played("pentomino", []))
    said = ask("openspace", played("pentomino", []))
    heat = run("glass/overlay/display.js", "displayOf", said, open_view, pentomino, ALL)["heat"]
    assert (heat["low"], heat["high"]) == ("closed in", "open")
    assert (
        run("glass/overlay/display.js", "displayOf", said, open_view, pentomino, {})["heat"] is None
    )


def test_forced_wins_do_not_flatten_the_heat_map(run: Any) -> None:
    states = played("pentomino", PIECES)
    view, game = at(states)
    said = ask("negamax(depth=4)", states)
    heat = run("glass/overlay/display.js", "displayOf", said, view, game, ALL)["heat"]
    known = [value for value in heat["values"] if value is not None]
    assert max(map(abs, known)) < 1_000
    assert "W3" in heat["exact"]


def test_signs_show_which_placements_of_the_held_piece_win(run: Any) -> None:
    states = played("pentomino", PIECES)
    view, game = at(states)
    said = ask("negamax(depth=6)", states)
    letter = said["move"][0]
    layers = {**ALL, "line": False, "piece": letter}
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, layers)
    assert shown["signs"]
    assert shown["numbers"] == []
    won = {c["move"] for c in said["candidates"] if c["score"] > 900_000 and c["move"][0] == letter}
    assert ("+" in {sign["sign"] for sign in shown["signs"]}) == bool(won)
    cells = [sign["cell"] for sign in shown["signs"]]
    assert len(cells) == len(set(cells))
    # With one orientation every placement has its own sign.
    words = said["move"].split()[1:]
    shape = [run("notation.js", "cellOf", word, game) for word in words]
    turned = run(
        "glass/overlay/display.js", "displayOf", said, view, game, {**layers, "shape": shape}
    )
    assert 0 < len(turned["signs"]) <= len(shown["signs"])
    after = played("pentomino", [*PIECES, said["move"]])
    view, _ = at(after)
    assert run("glass/overlay/display.js", "displayOf", said, view, game, layers)["signs"] == []


def test_badges_have_a_tick_only_with_a_proof(run: Any) -> None:
    view, game = at(played("gomoku", ["h8", "i9"]))
    win = decision(move="h9", score=999_997, proof={"claim": "win", "plies": 3, "line": []})
    cases: list[tuple[dict[str, Any], list[str], dict[str, Any] | None]] = [
        (win, ["X"], {"text": "Black wins in 3", "tone": "win", "sure": True}),
        (win, ["O"], {"text": "Black wins in 3", "tone": "loss", "sure": True}),
        (win, [], {"text": "Black wins in 3", "tone": "glass", "sure": True}),
        (
            decision(move="h9", score=999_989),
            ["O"],
            {"text": "sees Black win in 11", "tone": "unknown", "sure": False},
        ),
        (
            decision(move="h9", score=3),
            ["X"],
            {"text": "Black about +3", "tone": "unknown", "sure": False},
        ),
        (
            decision(move="h9", score=3),
            ["O"],
            {"text": "Black about +3", "tone": "unknown", "sure": False},
        ),
        (decision(move="h9", score=10_443), ["X"], None),
        (decision(move="h9"), ["X"], None),
    ]
    for said, held, badge in cases:
        assert run("glass/badge.js", "badgeOf", said, view, game, held) == badge
    view, game = at(played("othello", ["f5"]))
    exact = decision(move="d6", score=6, proof={"claim": "exact", "score": 6, "line": []})
    badge = run("glass/badge.js", "badgeOf", exact, view, game, ["X"])
    assert badge == {"text": "Exact: White +6", "tone": "loss", "sure": True}


ENGINE = "engine(every_value=true, variety=0, nodes=300, seed=1)"


def test_unproven_scores_have_no_ring_beside_proven_ones(run: Any) -> None:
    states = played("othello", ENDGAME)
    view, game = at(states)
    said = ask(ENGINE.replace("300", "200000"), states)
    assert {c["note"]["key"] for c in said["candidates"]} == {"discs.note_exact"}
    worst = said["candidates"][-1]
    worst["note"] = {"key": "discs.note_depth", "facts": {"depth": 3}, "text": "depth 3"}
    layers = {**ALL, "line": False}
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, layers)["numbers"]
    kinds = {number["cell"]: number["kind"] for number in shown}
    guess = states[-1].game.parse_move(worst["move"])
    assert kinds[guess] == "score"
    assert all("exact" in kind for cell, kind in kinds.items() if cell != guess)
    rows = run("glass/candidates.js", "rowsOf", said, view, game)
    own = (64 + said["score"]) // 2
    ends = ("wins", "draws", "loses")[(said["score"] <= 0) + (said["score"] < 0)]
    assert rows[0]["note"] == f"{ends} {own}–{64 - own}"
    assert rows[-1]["note"] == "depth 3"
    assert rows[-1]["tone"] == ""


def test_the_engines_look_ahead_is_an_estimate_in_pills(run: Any) -> None:
    states = played("othello", ["f5", "d6", "c3", "d3"])
    view, game = at(states)
    said = ask(ENGINE, states)
    shown = run("glass/overlay/display.js", "displayOf", said, view, game, {**ALL, "line": False})
    assert len(shown["numbers"]) == len(states[-1].legal_moves())
    assert [n["kind"] for n in shown["numbers"]].count("best") == 1
    assert {n["kind"] for n in shown["numbers"]} == {"best", "score"}
    assert shown["heat"]["low"] == "worse"
    assert run("glass/badge.js", "badgeOf", said, view, game, [])["sure"] is False


def test_missing_evaluations_are_requested_sixteen_at_a_time(run: Any) -> None:
    one = {"ply": 0, "value": 0}
    assert run("glass/review/review.js", "nextGap", [one, one]) is None
    assert run("glass/review/review.js", "nextGap", [None] * 40) == [0, 15]
    assert run("glass/review/review.js", "nextGap", [one] * 16 + [None] * 3) == [16, 18]
    assert run("glass/review/review.js", "nextGap", [one, None, one, None]) == [1, 1]


def test_sentences_name_squares_and_whole_placements(run: Any) -> None:
    game = game_as_json(game_from("pentomino"))
    text = "F a1 b1 b2 c2 b3: +9; z9 and h9 are off, c4 is not."
    parts = run("glass/overlay/cells.js", "squaresIn", text, game)
    assert "".join(part["text"] for part in parts) == text
    assert [part["text"] for part in parts if "cells" in part] == ["F a1 b1 b2 c2 b3", "c4"]
    assert parts[0]["cells"] == [0, 1, 9, 10, 17]
