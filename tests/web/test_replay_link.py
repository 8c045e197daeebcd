"""Games in links, ranges of a replay, file names: pure functions, called in Node."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import pytest

from fivefold.names import game_from
from fivefold.server.room.view import game_as_json


def random_game(text: str, count: int, seed: int) -> tuple[Any, list[str]]:
    game, chance = game_from(text), random.Random(seed)
    state = game.start
    moves: list[str] = []
    while len(moves) < count and not state.outcome:
        move = chance.choice(state.legal_moves())
        moves.append(game.format_move(move))
        state = state.play(move)
    return game, moves


@pytest.mark.parametrize(
    "text",
    ["gomoku(size=19, rules=standard)", "othello", "othello(size=6)", "pentomino(size=6x10)"],
)
def test_a_game_comes_back_out_of_its_link(run: Any, text: str) -> None:
    game, moves = random_game(text, 40, seed=7)
    wire = game_as_json(game)
    start = game.format_position(game.start)
    link = run("replay/share.js", "viewLink", wire, start, moves, 3)
    assert link.startswith("/view#g=")
    assert " " not in link
    assert "&s=" not in link
    for written in (link, quote(link, safe="/#&=")):
        read = run("replay/share.js", "readViewLink", written.removeprefix("/view"))
        assert game_from(read["game"]) == game
        assert (read["start"], read["moves"], read["ply"]) == (None, moves, 3)


def test_a_start_position_other_than_the_default_is_kept(run: Any) -> None:
    game = game_from("gomoku(size=5)")
    start = "." * 12 + "X" + "." * 12 + " O"
    link = run("replay/share.js", "viewLink", game_as_json(game), start, ["a1"], None)
    read = run("replay/share.js", "readViewLink", link.partition("#")[2])
    assert (read["start"], read["moves"], read["ply"]) == (start, ["a1"], None)
    assert game.parse_position(read["start"]).to_move.value == "O"


RUBBISH = [
    ("", "The link contains no game. It may be cut off."),
    ("#", "The link contains no game. It may be cut off."),
    ("#g=chess&m=e4", "The link names an unknown game: chess."),
    ("#m=h8", "The link contains no game. It may be cut off."),
    ("#g=gomoku&m=h8,zz9,i9", "Move 2 in the link is not valid: zz9."),
    ("#g=pentomino&m=Fa1b1b2c2", "Move 1 in the link is not valid: Fa1b1b2c2."),
    ("#g=gomoku&m=h8&p=9", "The link points to a move beyond its last one: it has 1 move."),
    ("#g=gomoku&m=h8&p=x", "The link points to a move beyond its last one: it has 1 move."),
    ("#g=gomoku&s=<script>", "The start position in the link cannot be read."),
    ("#g=%E0%A4%A", "The link cannot be read. It may be mistyped."),
    ("#g=gomoku&m=" + "h8," * 1001, "The link has more than 1000 moves."),
    ("#" + "x" * 30_000, "The link is too long."),
]


def test_a_bad_link_says_what_is_wrong(run: Any) -> None:
    for text, said in RUBBISH:
        read = run("replay/share.js", "readViewLink", text)
        assert run("replay/share.js", "linkTrouble", read) == said


def test_links_of_any_text_are_read_or_refused_but_never_fail(run: Any) -> None:
    chance = random.Random(5)
    for _ in range(60):
        text = "".join(chance.choice("g=m&,()%#h8F -gomokus\u00e9\n") for _ in range(30))
        read = run("replay/share.js", "readViewLink", f"#g=gomoku&{text}")
        assert ("error" in read) != ("moves" in read)


def test_a_range_ends_with_the_last_move(run: Any) -> None:
    assert run("replay/range.js", "rangeOf", 10, 30) == [20, 30]
    assert run("replay/range.js", "rangeOf", 15, 8) == [0, 8]
    assert run("replay/range.js", "rangeOf", None, 30) == [0, 30]


def test_only_stones_of_the_range_carry_their_number(run: Any) -> None:
    game, moves = random_game("gomoku", 12, seed=1)
    plies = [{"ply": n, "move": move} for n, move in enumerate(moves, start=1)]
    numbers = run("replay/range.js", "numbersOf", plies, 2, 7, game_as_json(game))
    assert dict(numbers) == {game.parse_move(moves[n - 1]): n for n in range(3, 8)}
    pieces = [{"ply": 1, "move": "F a1 b1 b2 c2 b3"}, {"ply": 2, "move": "--"}]
    wire = game_as_json(game_from("pentomino"))
    assert run("replay/range.js", "numbersOf", pieces, 0, 2, wire) == [[0, 1]]


def test_moves_pair_up_even_when_the_second_player_begins(run: Any) -> None:
    plies = [{"ply": n, "seat": seat, "move": "a1"} for n, seat in enumerate("OXOX", start=1)]
    rows = run("replay/moves.js", "rowsOf", plies)
    shown = [(row.get("X", {}).get("ply"), row.get("O", {}).get("ply")) for row in rows]
    assert shown == [(None, 1), (2, 3), (4, None)]


def test_exports_are_requested_from_the_match_or_with_the_game(run: Any) -> None:
    wire = game_as_json(game_from("othello"))
    kept = {"match": "abc", "game": wire, "start": None, "moves": ["f5"]}
    asked = run("replay/export.js", "exportRequest", "gif", kept, {"last": 10, "speed": 2})
    assert asked == {"path": "/api/matches/abc/export/gif?last=10&speed=2", "body": None}
    loose = {**kept, "match": None}
    asked = run("replay/export.js", "exportRequest", "png", loose, {"ply": 1})
    assert asked["path"] == "/api/export/png"
    body = {"game": "othello", "size": "8x8", "rules": "standard", "moves": ["f5"], "ply": 1}
    assert asked["body"] == {**body, "rules": game_from("othello").rules}


def test_files_are_named_as_the_server_says(run: Any) -> None:
    named = run("replay/export.js", "fileName", 'attachment; filename="gomoku-12.sgf"', "sgf")
    assert named == "gomoku-12.sgf"
    assert run("replay/export.js", "fileName", None, "moves") == "fivefold.txt"
    assert run("replay/export.js", "fileName", 'attachment; filename="../../x"', "png") == "....x"
