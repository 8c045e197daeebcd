"""The arena API, with journals that the tests write line by line."""

from __future__ import annotations

import asyncio
import json
import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx
import pytest

from fivefold.cli import main
from fivefold.errors import NotFound, StorageUnavailable
from fivefold.results.journal import live_file
from fivefold.server.tournaments.reader import MAX_OPEN, TournamentReader, tournaments_in

if TYPE_CHECKING:
    from tests.conftest import JournalFile, NewJournal
    from tests.server.app.conftest import Serve, Served

PATIENCE = 60
EVIL = '<script>alert("x")</script>'
AB, AC, BC = "a – b 1", "a – c 1", "b – c 1"


class Shown:
    """A server that shows a folder of tournaments, and their journals."""

    def __init__(self, served: Served, journals: dict[str, JournalFile]) -> None:
        self.served = served
        self.journals = journals

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.served.client.get(path, headers=headers)

    def read(self, name: str) -> Any:
        answer = self.get(f"/api/arena/{quote(name)}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def until(self, name: str, holds: Callable[[httpx.Response], bool]) -> httpx.Response:
        """Asks until the answer is as wanted: a journal is read once a second."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.get(f"/api/arena/{quote(name)}")
            if holds(answer):
                return answer
            assert time.monotonic() < end, answer.text
            time.sleep(0.1)


@pytest.fixture(scope="module")
def shown(
    tmp_path_factory: pytest.TempPathFactory, new_journal: NewJournal, serve_once: Serve
) -> Shown:
    """Several tournaments; a test that changes one uses its own."""
    folder = tmp_path_factory.mktemp("tournaments")
    journals = {
        name: new_journal(folder / name, "a", "b", "c", pairs=1)
        for name in ("three", "growing", "torn", "breaking", "vanishing", "running", "broken bot")
    }
    three = journals["three"]
    three.finished(AB, 1, "a", "b", "X")
    three.finished(AB, 2, "b", "a", "O")
    three.finished(AC, 1, "a", "c", None)
    three.finished(AC, 2, "c", "a", "X")
    three.finished(BC, 1, "b", "c", "X")
    journals["growing"].finished(AB, 1, "a", "b", "X")
    bot = journals["broken bot"]
    reason = f"a crashed: {EVIL}\x1b[31m"
    bot.finished(AB, 1, "a", "b", "O", moves=["e5"], ending="crashed", reason=reason, fault="a")
    bot.finished(AB, 2, "b", "a", "X", moves=["e5"], ending="time", reason="too late", fault="a")
    match = new_journal(folder / "match", EVIL, "b", pairs=20, sprt={"elo0": 0, "elo1": 10})
    for pair in range(1, 13):
        match.finished(f"{EVIL} – b {pair}", 1, EVIL, "b", "X")
        match.finished(f"{EVIL} – b {pair}", 2, "b", EVIL, "O" if pair % 3 else "X")
    journals["match"] = match
    return Shown(serve_once(arena=folder), journals)


def test_the_standings_are_those_of_the_journal(shown: Shown) -> None:
    data = shown.read("three")
    rows = {row["name"]: row for row in data["rows"]}
    told = {
        name: (row["wins"], row["draws"], row["losses"], row["points"], row["games"])
        for name, row in rows.items()
    }
    assert told == {"a": (2, 1, 1, 2.5, 4), "b": (1, 0, 2, 1, 3), "c": (1, 1, 1, 1.5, 3)}
    order = [row["name"] for row in data["rows"]]
    cross = {(a, b): data["cross"][i][j] for i, a in enumerate(order) for j, b in enumerate(order)}
    assert cross["a", "b"] == [2, 0, 0]
    assert cross["b", "a"] == [0, 0, 2]
    assert cross["c", "a"] == [1, 1, 0]
    assert cross["b", "c"] == [1, 0, 0]
    assert cross["a", "a"] is None
    assert all(row["rating"] and row["error95"] for row in rows.values())
    assert data["progress"] | {"began": 0, "latest": 0, "seconds_left": 0} == {
        "played": 5,
        "total": 6,
        "void": 0,
        "began": 0,
        "latest": 0,
        "seconds_left": 0,
    }
    # One game per second was finished, and one is left.
    assert data["progress"]["seconds_left"] == 1.0
    assert (data["state"], data["running"], data["format"]) == ("stopped", [], "round-robin")
    assert [game["key"] for game in data["recent"]] == [
        f"{BC}.1",
        f"{AC}.2",
        f"{AC}.1",
        f"{AB}.2",
        f"{AB}.1",
    ]


def test_the_charts_are_counted_from_the_games(shown: Shown) -> None:
    charts = shown.read("three")["charts"]
    scores = {each["name"]: each["scores"] for each in charts["scores"]["players"]}
    assert charts["scores"]["games"] == [1, 2, 3, 4, 5]
    assert scores["a"] == [1, 1, 0.833, 0.625, 0.625]
    assert scores["b"] == [0, 0, 0, 0, 0.333]
    assert scores["c"] == [None, None, 0.5, 0.75, 0.5]
    lengths = charts["lengths"]
    assert (lengths["shortest"], lengths["longest"], lengths["median"]) == (4, 10, 9)
    counts = {each["from"]: each["count"] for each in lengths["bins"] if each["count"]}
    assert counts == {4: 1, 9: 3, 10: 1}
    # X takes 0.25 s per move, O 0.5 s.
    times = {each["name"]: (each["seconds"], each["moves"]) for each in charts["times"]}
    assert times["c"] == (pytest.approx((2 * 0.5 + 5 * 0.25 + 4 * 0.5) / 11), 11)


def test_an_answer_that_is_known_is_not_sent_again(shown: Shown) -> None:
    first = shown.get("/api/arena/three")
    tag = first.headers["etag"]
    again = shown.get("/api/arena/three", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    other = shown.get("/api/arena/three", **{"If-None-Match": '"another"'})
    assert other.content == first.content


def test_a_journal_that_grows_is_read_on(shown: Shown) -> None:
    before = shown.get("/api/arena/growing")
    assert before.json()["progress"]["played"] == 1
    shown.journals["growing"].finished(AB, 2, "b", "a", "X")
    after = shown.until("growing", lambda answer: answer.content != before.content)
    assert after.json()["progress"]["played"] == 2
    assert after.headers["etag"] != before.headers["etag"]


def test_a_partial_line_is_ignored_until_it_is_complete(shown: Shown) -> None:
    journal = shown.journals["torn"]
    journal.finished(AB, 1, "a", "b", "X")
    journal.finished(AB, 2, "b", "a", "X", end="")
    shown.until("torn", lambda answer: answer.json()["progress"]["played"] == 1)
    with journal.file.open("a") as file:
        file.write("\n")
    shown.until("torn", lambda answer: answer.json()["progress"]["played"] == 2)


def test_a_broken_journal_is_a_sentence_until_it_is_mended(shown: Shown) -> None:
    journal = shown.journals["breaking"]
    shown.read("breaking")
    whole = journal.file.read_text()
    journal.file.write_text(whole + "this is no line\n")
    broken = shown.until("breaking", lambda answer: answer.status_code != 200)
    assert broken.status_code == 503
    error = broken.json()["error"]
    assert error["code"] == "tournament.unreadable"
    assert "Line 2" in error["message"]
    assert str(journal.folder.parent) not in broken.text
    assert shown.get("/arena/breaking").status_code == 200
    listed = shown.get("/api/arena").json()["tournaments"]
    trouble = {each["name"]: each["trouble"] for each in listed}
    assert trouble["breaking"]["key"] == "tournament.unreadable"
    assert trouble["three"] is None
    journal.file.write_text(whole)
    shown.until("breaking", lambda answer: answer.status_code == 200)


@pytest.mark.parametrize(
    "line",
    [
        "null",
        "[1]",
        '{"event":"finished"}',
        '{"event":"finished","key":1,"at":[]}',
        '{"event":"started","key":"k","first":{},"second":"b","start":"","at":"x"}',
        '{"event":"changed","added":7}',
        '{"event":"tournament","version":1}',
        "\udcff",
        '{"event":"finished","key":"\\ud800"}',
        "[" * 100_000,
    ],
    ids=range(10),
)
def test_an_unreadable_line_is_reported_by_its_number_only(
    tmp_path: Path, new_journal: NewJournal, line: str
) -> None:
    journal = new_journal(tmp_path / "odd", "a", "b")
    with journal.file.open("a", errors="surrogateescape") as file:
        file.write(line + "\n")
    with pytest.raises(StorageUnavailable, match="Line 2") as raised:
        asyncio.run(TournamentReader(journal.folder).document("odd"))
    assert str(tmp_path) not in str(raised.value)


def test_an_event_of_tomorrow_is_left_alone(tmp_path: Path, new_journal: NewJournal) -> None:
    journal = new_journal(tmp_path / "odd", "a", "b")
    journal.write(event="celebrated")
    content, _ = asyncio.run(TournamentReader(journal.folder).document("odd"))
    assert json.loads(content)["progress"]["played"] == 0


def test_a_tournament_that_disappears_is_gone(shown: Shown) -> None:
    journal = shown.journals["vanishing"]
    shown.read("vanishing")
    journal.file.unlink()
    gone = shown.until("vanishing", lambda answer: answer.status_code != 200)
    assert gone.status_code == 404
    assert gone.json()["error"]["code"] == "tournament.missing"


def test_another_journal_in_its_place_is_read_from_the_start(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    clock = 0.0
    journal = new_journal(tmp_path / "t", "a", "b", "c")
    journal.finished(AB, 1, "a", "b", "X")
    shown = TournamentReader(journal.folder, lambda: clock)

    def points() -> dict[str, float]:
        data = json.loads(asyncio.run(shown.document("t"))[0])
        return {row["name"]: row["points"] for row in data["rows"]}

    assert points() == {"a": 1, "b": 0, "c": 0}
    other = new_journal(tmp_path / "u", "a", "b", "c", name="Another, with a longer first line")
    other.finished(BC, 1, "b", "c", "X")
    other.file.rename(journal.file)
    clock += 1
    assert points() == {"a": 0, "b": 1, "c": 0}


def test_however_many_look_a_journal_is_read_once_a_second(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    clock = 0.0
    journal = new_journal(tmp_path / "t", "a", "b")
    shown = TournamentReader(journal.folder, lambda: clock)

    async def played(viewers: int) -> set[int]:
        answers = await asyncio.gather(*(shown.document("t") for _ in range(viewers)))
        return {json.loads(content)["progress"]["played"] for content, _ in answers}

    async def look() -> None:
        nonlocal clock
        assert await played(20) == {0}
        journal.finished(AB, 1, "a", "b", "X")
        clock = 0.9
        assert await played(20) == {0}
        clock = 1.0
        assert await played(20) == {1}

    asyncio.run(look())


def test_memory_holds_a_few_tournaments_only(tmp_path: Path, new_journal: NewJournal) -> None:
    for number in range(MAX_OPEN + 3):
        new_journal(tmp_path / f"t{number}", "a", "b")
    shown = TournamentReader(tmp_path)
    assert len(asyncio.run(shown.overview())) == MAX_OPEN + 3
    assert len(shown._cached) == MAX_OPEN
    assert len(asyncio.run(shown.overview())) == MAX_OPEN + 3


def test_the_list_follows_every_tournament_though_few_are_kept(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    clock = 0.0
    journals = [new_journal(tmp_path / f"t{n}", "a", "b") for n in range(MAX_OPEN + 1)]
    shown = TournamentReader(tmp_path, lambda: clock)

    def played() -> list[int]:
        return [each["progress"]["played"] for each in asyncio.run(shown.overview())]

    assert sum(played()) == 0
    for count, journal in enumerate(journals, start=1):
        journal.finished(AB, 1, "a", "b", "X")
        clock += 0.5
        before = sum(played())
        assert before < count
        clock += 0.5
        assert sum(played()) == count


def test_running_games_have_their_boards(shown: Shown) -> None:
    journal = shown.journals["running"]
    key = journal.started(AB, 1, "a", "b")
    shown.until("running", lambda answer: answer.json()["state"] == "stopped")
    journal.run()
    (journal.folder / "live").mkdir()
    live_file(journal.folder, key).write_text(json.dumps({"key": key, "moves": ["e5", "d4"]}))
    answer = shown.until("running", lambda answer: answer.json()["running"] != [])
    (game,) = answer.json()["running"]
    assert (game["first"], game["second"], game["view"]["ply"]) == ("a", "b", 2)
    assert game["view"]["cells"].count("X") == game["view"]["cells"].count("O") == 1
    live_file(journal.folder, key).write_text('{"key": "a – b 1.1", "moves": ["e5", "e5"]}')
    shown.until("running", lambda answer: answer.json()["running"][0]["view"]["ply"] == 0)
    journal.write(event="changed", paused=True)
    shown.until("running", lambda answer: answer.json()["state"] == "paused")
    journal.stop()
    shown.until("running", lambda answer: answer.json()["state"] == "stopped")


def test_faults_of_a_player_have_count_and_reason(shown: Shown) -> None:
    rows = {row["name"]: row for row in shown.read("broken bot")["rows"]}
    assert rows["b"]["faults"] == []
    ways = {way["ending"]: way for way in rows["a"]["faults"]}
    assert {ending: way["count"] for ending, way in ways.items()} == {"crashed": 1, "time": 1}
    assert ways["crashed"]["reason"] == f"a crashed: {EVIL}\N{REPLACEMENT CHARACTER}[31m"
    assert ways["time"]["key"] == f"{AB}.2"


def test_the_pairs_of_a_match_and_its_test(shown: Shown) -> None:
    data = shown.read("match")
    # Of twelve pairs every third was split, the others were two wins.
    assert data["match"]["pairs"] == [0, 0, 4, 0, 8]
    score = (8 + 4 / 2) / 12
    elo = 400 * math.log10(score / (1 - score))
    assert data["match"]["difference"] == pytest.approx(elo, abs=0.05)
    bound = math.log(0.95 / 0.05)
    assert data["sprt"]["upper"] == pytest.approx(bound, abs=0.001)
    assert data["sprt"]["lower"] == pytest.approx(-bound, abs=0.001)
    assert 0 < data["sprt"]["llr"] < bound
    assert data["sprt"]["verdict"] is None
    # At most these planned games are left.
    assert data["progress"]["seconds_left"] <= 16


def test_names_of_strangers_are_text(shown: Shown) -> None:
    assert shown.read("match")["leader"] == EVIL
    page = shown.get("/arena/match")
    assert EVIL not in page.text
    assert "alert" not in page.text


def test_games_are_listed_in_pages_and_found_by_player(shown: Shown) -> None:
    def keys(**query: Any) -> tuple[list[str], int]:
        answer = shown.served.client.get("/api/arena/match/games", params=query)
        assert answer.status_code == 200, answer.text
        data = answer.json()
        return [game["key"] for game in data["games"]], data["total"]

    first, total = keys(limit=5)
    assert first[0] == f"{EVIL} – b 12.2"
    assert total == 24
    rest, _ = keys(limit=100, offset=5)
    assert len({*first, *rest}) == 24
    assert keys(player=EVIL, other="b")[1] == 24
    assert keys(player="nobody") == ([], 0)
    assert keys(faults=True) == ([], 0)
    broken = shown.get("/api/arena/broken%20bot/games?faults=true").json()
    assert broken["total"] == 2
    assert shown.get("/api/arena/match/games?limit=101").status_code == 422
    assert shown.get("/api/arena/match/games?offset=-1").status_code == 422


def test_a_finished_game_opens_with_its_moves_players_and_end(shown: Shown) -> None:
    game = shown.get(f"/api/arena/three/game?key={quote(AB)}.2").json()
    assert (game["first"], game["second"], game["winner"]) == ("b", "a", "O")
    assert len(game["moves"]) == 10
    assert len(game["views"]) == 11
    assert game["result"]["ending"] == "normal"
    assert game["result"]["reason"]["key"] == "gomoku.five"
    assert game["views"][-1]["line"]
    assert sum(game["seconds"]) == 5 * 0.25 + 5 * 0.5
    broken = shown.get(f"/api/arena/broken%20bot/game?key={quote(AB)}.1").json()
    assert broken["result"]["ending"] == "crashed"
    assert broken["result"]["winner"] == "O"
    assert EVIL in broken["result"]["reason"]["text"]
    assert broken["views"][-1]["to_move"] is None
    drawn = shown.get(f"/api/arena/three/game?key={quote(AC)}.1").json()
    assert (drawn["result"]["winner"], drawn["result"]["ending"]) == (None, "maximum")


def test_a_game_that_is_not_there(shown: Shown) -> None:
    missing = shown.get("/api/arena/three/game?key=nothing")
    assert missing.status_code == 404
    assert missing.json()["error"]["code"] == "tournament.no_game"
    assert shown.get("/api/arena/three/game").status_code == 422


@pytest.mark.parametrize("name", ["nothing", "%2e%2e", "three%2F..", "%00", "three/live"])
def test_only_tournaments_of_the_folder_are_shown(shown: Shown, name: str) -> None:
    assert shown.get(f"/arena/{name}").status_code == 404
    assert shown.get(f"/api/arena/{name}").status_code == 404


def test_pages_are_there_and_the_others_lead_to_them(shown: Shown, server: Served) -> None:
    for path in ("/arena", "/arena/three", f"/arena/three/game?key={quote(AB)}.1"):
        answer = shown.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "style=" not in answer.text
    assert 'href="/arena"' in shown.get("/").text
    # A server without tournaments has neither page nor API.
    assert 'href="/arena"' not in server.get("/").text
    assert server.get("/arena").status_code == 404
    refused = server.get("/api/arena")
    assert refused.status_code == 404
    assert refused.json()["error"]["code"] == "tournament.none"


def test_one_tournament_alone_is_the_arena(
    tmp_path: Path, new_journal: NewJournal, serve: Serve
) -> None:
    journal = new_journal(tmp_path / "한 대회", "a", "b")
    served = serve(arena=journal.folder)
    found = served.get("/arena?lang=ko")
    assert found.status_code == 307
    assert found.headers["location"] == f"/arena/{quote('한 대회')}?lang=ko"
    assert served.get(found.headers["location"]).status_code == 200
    assert served.get(f"/api/arena/{quote('한 대회')}").json()["title"] == "A small tournament"


def test_the_latest_tournament_comes_first(tmp_path: Path, new_journal: NewJournal) -> None:
    for number, name in enumerate(("b", "c", "a")):
        journal = new_journal(tmp_path / name, "x", "y")
        os.utime(journal.file, (number, number))
    (tmp_path / "no journal").mkdir()
    (tmp_path / "file").write_text("")
    assert list(tournaments_in(tmp_path)) == ["a", "c", "b"]


def test_a_folder_without_tournaments_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("nowhere", "file", "."):
        assert main(["serve", "--port", "0", "--arena", str(tmp_path / folder)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert str(tmp_path) in err


def test_a_folder_that_disappears_shows_nothing(tmp_path: Path, new_journal: NewJournal) -> None:
    journal = new_journal(tmp_path / "all" / "t", "a", "b")
    clock = 0.0
    shown = TournamentReader(tmp_path / "all", lambda: clock)
    assert asyncio.run(shown.names()) == ["t"]
    journal.file.unlink()
    journal.folder.rmdir()
    (tmp_path / "all").rmdir()
    clock += 1
    assert asyncio.run(shown.names()) == []
    with pytest.raises(NotFound):
        asyncio.run(shown.document("t"))
