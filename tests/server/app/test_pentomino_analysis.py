"""Proven pentomino moves and missed wins: the answers, and who may ask."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.server.peers.rate_limits import RateLimits

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

Outcomes = Callable[[Sequence[str]], dict[str, bool]]
GAME = PentominoGame(8, 8)
EVERY = "perfect(every_value=true)"


def played(pieces: int, seed: int) -> list[str]:
    """Returns random moves until that many pieces are placed."""
    chance, state, moves = random.Random(seed), GAME.start, list[str]()
    for _ in range(pieces):
        move = chance.choice(state.legal_moves())
        moves.append(GAME.format_move(move))
        state = state.play(move)
    return moves


def after(moves: Sequence[str]) -> PentominoState:
    state = GAME.start
    for text in moves:
        state = state.play(GAME.parse_move(text))
    return state


def legal(moves: Sequence[str]) -> list[str]:
    return [GAME.format_move(move) for move in after(moves).legal_moves()]


def whole(pieces: int, seed: int) -> list[str]:
    """Returns the game completed with the first legal move each time."""
    moves = played(pieces, seed)
    while further := legal(moves):
        moves.append(further[0])
    return moves


def code(response: Any) -> str:
    found: str = response.json()["error"]["code"]
    return found


@pytest.mark.parametrize(("pieces", "seed"), [(5, 31), (5, 13), (6, 7), (7, 2)])
def test_every_legal_placement_is_in_the_list_that_playing_it_out_puts_it_in(
    server: Served, outcomes: Outcomes, pieces: int, seed: int
) -> None:
    moves = played(pieces, seed)
    asked = {"game": "pentomino", "moves": moves, "strategy": EVERY}
    found = server.post("/api/questions", asked).json()["decision"]
    expected = outcomes(legal(moves))
    wins = [move for move, wins in expected.items() if wins]
    loses = [move for move, wins in expected.items() if not wins]
    assert loses  # a position where every move wins would compare nothing
    assert found["outcomes"] == {"wins": wins, "loses": loses, "unknown": []}
    assert found["proof"]["claim"] == ("win" if wins else "loss")
    assert found["move"] in (wins or loses)


def test_what_is_not_proven_is_not_claimed(server: Served) -> None:
    moves = played(2, 3)  # the book decides every first move, but not every third
    strategy = "perfect(nodes=1, every_value=true)"
    asked = {"game": "pentomino", "moves": moves, "strategy": strategy, "seconds": 1}
    found = server.post("/api/questions", asked).json()["decision"]
    lists = found["outcomes"]
    assert sorted(move for each in lists.values() for move in each) == sorted(legal(moves))
    assert len(lists["unknown"]) > 0
    assert found["proof"] is None or found["proof"]["by"] == "book"


def test_others_do_not_tell_of_every_move_and_no_match_keeps_such_lists(server: Served) -> None:
    moves = played(6, 7)
    for strategy in ("level(5)", "random", "negamax(depth=1)"):
        asked = {"game": "pentomino", "moves": moves, "strategy": strategy}
        assert "outcomes" not in server.post("/api/questions", asked).json()["decision"]
    othello = server.post("/api/questions", {"game": "othello", "strategy": "level(2)"}).json()
    assert "outcomes" not in othello["decision"]
    match = server.new("perfect", "me", "pentomino", moves=moves)["match"]["id"]
    while len(plies := server.get(f"/api/matches/{match}").json()["match"]["plies"]) < 7:
        pass
    assert "outcomes" not in plies[-1]["decision"]
    assert len(plies[-1]["decision"]["candidates"]) <= 60


def test_proven_moves_are_secret_while_two_people_play(server: Served) -> None:
    moves = played(8, 5)
    made = server.new("me", "open", "pentomino", moves=moves)
    match = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {}).json()
    for secret in (made["secret"], joined["secret"], None):
        refused = server.post("/api/questions", {"match": match, "strategy": EVERY}, secret)
        assert refused.status_code == 403
        assert code(refused) == "question.live"
        refused = server.get(f"/api/matches/{match}/hindsight", secret)
        assert (refused.status_code, code(refused)) == (403, "hindsight.live")
    beside = {"game": "pentomino", "moves": moves, "strategy": EVERY}
    assert code(server.post("/api/questions", beside)) == "question.live"


def finished(server: Served, moves: list[str]) -> str:
    """Returns a match with these moves; the last one ends it."""
    made = server.new("me", "me", "pentomino", moves=moves[:-1])
    match = made["match"]["id"]
    body = {"id": "last", "version": made["match"]["version"], "move": moves[-1]}
    assert server.post(f"/api/matches/{match}/move", body, made["secret"]).status_code == 200
    return str(match)


def winning(moves: Sequence[str], outcomes: Outcomes) -> list[str]:
    return [move for move, wins in outcomes(legal(moves)).items() if wins]


@pytest.mark.parametrize(("seed", "ply"), [(0, 8), (3, 6), (7, 7)])
def test_the_losers_last_missed_win_is_public(
    server: Served, outcomes: Outcomes, seed: int, ply: int
) -> None:
    moves = whole(6, seed)
    # The loser is to move at the end, and before every second move.
    lost = range(len(moves) - 2, 5, -2)
    assert ply == next(each for each in lost if winning(moves[:each], outcomes))
    told = server.get(f"/api/matches/{finished(server, moves)}/hindsight").json()
    wins = winning(moves[:ply], outcomes)
    assert told["missed"]["winning"] in wins
    assert told == {
        "missed": {
            "ply": ply,
            "seat": "XO"[ply % 2],
            "played": moves[ply],
            "winning": told["missed"]["winning"],
            "count": len(wins),
        },
        "lost_throughout": False,
    }


def test_a_loser_who_gives_up_a_won_position_could_have_won(
    server: Served, outcomes: Outcomes
) -> None:
    moves = played(6, 7)
    wins = winning(moves, outcomes)
    assert wins
    made = server.new("me", "level(1)", "pentomino", moves=moves)
    match, version = made["match"]["id"], made["match"]["version"]
    server.post(f"/api/matches/{match}/resign", {"version": version}, made["secret"])
    told = server.get(f"/api/matches/{match}/hindsight").json()
    assert told["missed"]["winning"] in wins
    assert (told["missed"]["ply"], told["missed"]["played"]) == (6, None)
    assert told["lost_throughout"] is False


def test_lost_throughout_is_said_only_if_proven(server: Served, outcomes: Outcomes) -> None:
    # On 3x5 five first moves win; after one of them the other player is lost.
    small = PentominoGame(3, 5)
    start = [small.format_move(move) for move in small.start.legal_moves()]
    first = next(move for move, wins in outcomes(start).items() if wins)
    state, moves = small.start.play(small.parse_move(first)), [first]
    while state.live:
        here = [small.format_move(move) for move in state.legal_moves()]
        decided = outcomes(here)
        move = next((each for each in here if decided[each]), here[0])
        moves.append(move)
        state = state.play(small.parse_move(move))
    assert len(moves) % 2 == 1
    made = server.new("me", "me", "pentomino", size="3x5", moves=moves[:-1])
    match = made["match"]["id"]
    body = {"id": "last", "version": made["match"]["version"], "move": moves[-1]}
    server.post(f"/api/matches/{match}/move", body, made["secret"])
    told = server.get(f"/api/matches/{match}/hindsight").json()
    assert told == {"missed": None, "lost_throughout": True}


def test_only_finished_pentomino_matches_are_looked_back_at(server: Served) -> None:
    live = server.new("me", "me", "pentomino")["match"]["id"]
    other = server.new("me", "me", "gomoku")["match"]["id"]
    for match, status, why in (
        (live, 403, "hindsight.live"),
        (other, 403, "hindsight.game"),
        ("nothing-here", 404, "match.missing"),
    ):
        refused = server.get(f"/api/matches/{match}/hindsight")
        assert (refused.status_code, code(refused)) == (status, why)


def test_graph_and_review_share_a_rate_limit(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(server, whole(6, 5))
    monkeypatch.setattr(server.service, "limits", RateLimits(limited=True))
    # The clock stands still, so no tokens are refilled.
    monkeypatch.setattr(server.service.limits.judgements, "_now", lambda: 0.0)
    answers = [server.get(f"/api/matches/{match}/hindsight") for _ in range(81)]
    assert {answer.status_code for answer in answers[:80]} == {200}
    answers.append(server.post("/api/judge", {"game": "othello", "from": 0, "to": 0}))
    for answer in answers[-2:]:
        assert (answer.status_code, code(answer)) == (429, "question.quota")
