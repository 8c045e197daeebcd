"""The WebSocket as browsers use it: subscribe, play, disconnect, reconnect."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fivefold.names import game_from
from fivefold.server.matches.queries import MAX_AT_ONCE

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served


def test_a_game_over_the_socket_with_a_spectator(server: Served) -> None:
    made = server.new(second="open", game="othello")
    match, black = made["match"]["id"], made["secret"]
    white = server.post(f"/api/matches/{match}/join", {"name": "Bo"}).json()["secret"]

    async def play() -> None:
        async with (
            server.watch(match, black) as one,
            server.watch(match, white) as two,
            server.watch(match) as spectator,
        ):
            tabs = (one, two, spectator)
            seen = [await tab.until("snapshot") for tab in tabs]
            assert [each["held"] for each in seen] == [["X"], ["O"], []]
            state = game_from("othello").start
            for number, text in enumerate(("f5", "d6", "c3", "d3")):
                tab, version = (one, two)[number % 2], number + 2
                await tab.send(type="move", id=f"m{number}", version=version, move=text)
                frames = [await each.until("event") for each in tabs]
                state = state.play(state.game.parse_move(text))
                # All get the same frame, and it follows the rules.
                assert frames[0] == frames[1] == frames[2]
                assert frames[0]["event"]["move"] == text
                assert frames[0]["version"] == version + 1
                assert frames[0]["view"]["cells"] == state.cells
                legal = [state.game.format_move(move) for move in state.legal_moves()]
                assert frames[0]["view"]["legal"] == legal
                ack = await tab.until("ack")
                assert ack == {"type": "ack", "id": f"m{number}", "version": version + 1}
            await spectator.send(type="move", id="x", version=6, move="c4")
            refused = await spectator.until("error")
            assert (refused["id"], refused["error"]["code"]) == ("x", "match.not_yours")

    asyncio.run(play())


def test_a_machine_thinks_and_moves(server: Served) -> None:
    made = server.new(second="level(2)")

    async def play() -> None:
        async with server.watch(made["match"]["id"], made["secret"]) as tab:
            await tab.send(type="move", id="a", version=1, move="h8")
            thinking = await tab.until("thinking")
            assert thinking["seat"] == "O"
            answer = await tab.until("event", version=3)
            assert answer["event"]["seat"] == "O"
            assert answer["event"]["decision"]["move"] == answer["event"]["move"]

    asyncio.run(play())


def test_a_reconnect_gets_exactly_the_missed_events(server: Served) -> None:
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]

    async def play() -> None:
        async with server.watch(match, secret) as tab:
            for number, text in enumerate(("h8", "h9", "i8")):
                await tab.send(type="move", id=f"m{number}", version=number + 1, move=text)
                await tab.until("ack")
        for since in (1, 2, 3, 4):
            async with server.watch(match, secret, since) as back:
                frame = await back.next()
                assert frame["type"] == "events"
                assert [each["version"] for each in frame["events"]] == list(range(since + 1, 5))
                assert frame["version"] == 4
                assert "holder" not in json.dumps(frame)
        for since in (0, 5, 10**9):
            async with server.watch(match, secret, since) as back:
                frame = await back.next()
                assert frame["type"] == "snapshot"
                assert frame["match"]["moves"] == ["h8", "h9", "i8"]

    asyncio.run(play())


def test_nothing_is_missed_between_the_missing_events_and_the_next_ones(server: Served) -> None:
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]
    moves = [f"{column}{row}" for row in range(1, 11) for column in "acegi"]

    async def play() -> None:
        async def player() -> None:
            async with server.watch(match, secret) as tab:
                for number, text in enumerate(moves):
                    await tab.send(type="move", id=f"m{number}", version=number + 1, move=text)
                    assert (await tab.until("ack"))["version"] == number + 2

        async def restless() -> None:
            """Disconnects after every few events, and reconnects with its last version."""
            version = 1
            while version < len(moves) + 1:
                async with server.watch(match, None, version) as tab:
                    for _ in range(3):
                        if version == len(moves) + 1:
                            break
                        frame = await tab.next()
                        events = frame.get("events") or [frame.get("event")]
                        for event in events if frame["type"].startswith("event") else []:
                            if event is not None:
                                assert event["version"] == version + 1
                                version += 1

        async with asyncio.timeout(60):
            await asyncio.gather(player(), restless(), restless())

    asyncio.run(play())


def test_a_spectator_that_does_not_read_is_dropped_and_nobody_else_notices(serve: Serve) -> None:
    server = serve(slow_seconds=0.5)
    made = server.new(game="pentomino")
    match, secret = made["match"]["id"], made["secret"]

    async def play() -> None:
        async with server.watch(match, secret) as tab, server.watch(match) as other:
            await tab.until("presence", watching=3)
            version = 1
            state = game_from("pentomino").start
            first = state.game.format_move(state.legal_moves()[0])
            while True:
                # Long frames soon fill the buffers of the client that does not read.
                await tab.send(type="move", id=f"m{version}", version=version, move=first)
                assert (await tab.until("ack"))["version"] == version + 1
                await tab.send(type="undo", id=f"u{version}", version=version + 1)
                assert (await tab.until("ack"))["version"] == version + 2
                await other.until("event", version=version + 2)
                version += 2
                gone = any(
                    frame["type"] == "presence" and frame["watching"] == 2 for frame in tab.frames
                )
                if gone:
                    break
            assert server.service.metrics.dropped == 1

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await play()

    with _asleep(server.address, match):
        asyncio.run(bounded())


def _asleep(address: str, match: str) -> socket.socket:
    """Returns a subscribed socket that reads nothing and has small buffers."""
    host, port = address.removeprefix("http://").split(":")
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect((host, int(port)))
    small.sendall(
        f"GET /api/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert small.recv(12) == b"HTTP/1.1 101"
    small.sendall(_masked(json.dumps({"type": "watch", "match": match})))
    return small


def _masked(text: str) -> bytes:
    """Returns a client's text frame, masked with zeros."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_gets_no_socket(server: Served, origin: str) -> None:
    async def try_it() -> int:
        url = server.address.replace("http", "ws") + "/api/live"
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, additional_headers={"Origin": origin})
        body = json.loads(refused.value.response.body or b"")
        assert body["error"]["code"] == "request.origin"
        return refused.value.response.status_code

    assert asyncio.run(try_it()) == 403


def test_the_own_page_gets_a_socket(server: Served) -> None:
    async def try_it() -> None:
        url = server.address.replace("http", "ws") + "/api/live"
        async with connect(url, additional_headers={"Origin": server.address}) as socket:
            await socket.send('{"type":"ping","id":"p"}')
            assert json.loads(await socket.recv()) == {"type": "pong", "id": "p"}
            assert "Sec-WebSocket-Extensions" not in socket.response.headers  # type: ignore

    asyncio.run(try_it())


def test_a_socket_too_many_is_closed_with_the_code_for_later(serve: Serve) -> None:
    full = serve(max_sockets=0)

    async def try_it() -> int | None:
        async with full.watch(None) as tab:
            with pytest.raises(ConnectionClosed):
                await tab.next()
            return tab.socket.close_code

    assert asyncio.run(try_it()) == 1013


def test_a_server_that_stops_says_to_every_tab_that_it_goes_away(serve: Serve) -> None:
    server = serve()
    match = server.new()["match"]["id"]

    async def look() -> int | None:
        async with server.watch(match) as tab:
            await tab.until("snapshot")
            stopping = asyncio.ensure_future(asyncio.to_thread(server.close))
            with pytest.raises(ConnectionClosed):
                await tab.until("nothing more")
            await stopping
            return tab.socket.close_code

    assert asyncio.run(look()) == 1001


def test_a_tab_that_closes_leaves_no_error_in_the_log(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    match = server.new()["match"]["id"]

    async def look() -> None:
        async with server.watch(match) as tab:
            await tab.until("snapshot")

    with caplog.at_level("WARNING"):
        asyncio.run(look())
        server.close()
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []


def test_an_error_over_the_socket_is_counted_with_the_others(serve: Serve) -> None:
    server = serve()

    async def err() -> None:
        async with server.watch(None) as tab:
            for _ in range(2):
                await tab.send(type="cancel", id="q")
                await tab.until("error")

    asyncio.run(err())
    assert server.service.metrics.errors == {"question.missing": 2}


BAD_FRAMES: list[tuple[str | bytes, str]] = [
    ("", "request.not_json"),
    ("nonsense", "request.not_json"),
    ("[]", "request.invalid"),
    ("{}", "request.invalid"),
    ('{"type": "dance"}', "request.invalid"),
    ('{"type": ["move"]}', "request.invalid"),
    ('{"type": "ping", "type": "ping"}', "request.twice"),
    ('{"type": "ping", "extra": 1}', "request.invalid"),
    ('{"type": "ping", "id": 1}', "request.invalid"),
    ('{"type": "ping", "id": "\\ud800"}', "request.half_character"),
    ('{"type": "ping", "id": NaN}', "request.not_json"),
    ("[" * 5000, "request.deep"),
    (b"bytes", "request.binary"),
    ('{"type": "watch", "match": "nothing"}', "match.missing"),
    ('{"type": "watch", "match": 3}', "request.invalid"),
    ('{"type": "watch", "match": "x", "since": -1}', "request.invalid"),
    ('{"type": "watch", "match": "x", "since": true}', "request.invalid"),
    ('{"type": "move", "id": "a", "version": 1, "move": "h8"}', "request.not_watching"),
    ('{"type": "undo", "id": "a", "version": 1}', "request.not_watching"),
    ('{"type": "ask", "id": "a", "strategy": "random"}', "request.not_watching"),
]


def test_every_bad_frame_is_answered_and_the_socket_stays(server: Served) -> None:
    async def play() -> None:
        async with server.watch("unused") as tab:
            assert (await tab.next())["error"]["code"] == "match.missing"
            for frame, code in BAD_FRAMES:
                await tab.socket.send(frame)
                answer = await tab.next()
                assert (answer["type"], answer["error"]["code"]) == ("error", code), frame
                assert answer["error"]["message"]
            await tab.send(type="ping")
            assert (await tab.next()) == {"type": "pong"}

    asyncio.run(play())


BAD_COMMANDS: list[tuple[dict[str, Any], str]] = [
    ({"type": "move", "version": 1, "move": "zz"}, "move.unreadable"),
    ({"type": "move", "version": 1, "move": -1}, "request.invalid"),
    ({"type": "move", "version": 1.0, "move": "h8"}, "request.invalid"),
    ({"type": "move", "version": True, "move": "h8"}, "request.invalid"),
    ({"type": "move", "version": 9, "move": "h8"}, "match.stale"),
    ({"type": "undo", "version": 1}, "match.nothing_to_undo"),
    ({"type": "undo_answer", "version": 1, "accept": True}, "match.no_undo_asked"),
    ({"type": "undo_answer", "version": 1, "accept": 1}, "request.invalid"),
    ({"type": "claim", "version": 1}, "match.nobody_to_leave"),
    ({"type": "rematch", "version": 1}, "match.not_over"),
    ({"type": "pace", "pace": 100}, "match.not_machines"),
    ({"type": "pace", "pace": -1}, "request.invalid"),
    ({"type": "seats", "version": 1, "X": "./bot.py"}, "strategy.path"),
    ({"type": "seats", "version": 1, "X": "gomocup:touch x"}, "strategy.path"),
    ({"type": "ask", "strategy": "ugi:touch x"}, "strategy.path"),
    ({"type": "seats", "version": 1, "X": "nobody"}, "name.unknown"),
    ({"type": "seats", "version": 1, "Y": "me"}, "request.invalid"),
    ({"type": "ask", "strategy": "nobody"}, "name.unknown"),
    ({"type": "ask", "strategy": "random", "ply": 5}, "match.ply"),
    ({"type": "ask", "strategy": "random", "seconds": 1e6}, "request.invalid"),
]


def test_refused_commands_have_the_codes_of_http_and_change_nothing(server: Served) -> None:
    made = server.new()

    async def play() -> None:
        async with server.watch(made["match"]["id"], made["secret"]) as tab:
            for number, (frame, code) in enumerate(BAD_COMMANDS):
                await tab.send(id=f"b{number}", **frame)
                answer = await tab.until("error")
                assert answer["id"] == f"b{number}"
                assert answer["error"]["code"] == code, frame
            assert not any(frame["type"] == "event" for frame in tab.frames)

    asyncio.run(play())
    assert server.get(f"/api/matches/{made['match']['id']}").json()["match"]["version"] == 1


def test_a_frame_that_is_too_large_ends_only_its_own_socket(server: Served) -> None:
    async def play() -> None:
        async with server.watch("x") as large, server.watch("x") as other:
            await large.next()
            await large.socket.send("x" * 20_000)
            with pytest.raises(ConnectionClosed) as ended:
                await large.next()
            assert ended.value.rcvd
            assert ended.value.rcvd.code == 1009
            await other.until("error")
            await other.send(type="ping")
            await other.until("pong")

    asyncio.run(play())


def test_a_strategy_can_be_asked_and_the_question_withdrawn(server: Served) -> None:
    made = server.new()

    async def play() -> None:
        async with server.watch(made["match"]["id"], made["secret"]) as tab:
            await tab.send(type="ask", id="q", strategy="level(2)")
            answer = await tab.until("answer")
            assert answer["id"] == "q"
            assert answer["decision"]["strategy"] == "level(2)"
            await tab.send(type="ask", id="long", strategy="negamax(depth=12)", seconds=10)
            await tab.send(type="ask", id="long", strategy="random")
            assert (await tab.until("error"))["error"]["code"] == "question.twice"
            await tab.send(type="cancel", id="long")
            withdrawn = await tab.until("error", id="long")
            assert withdrawn["error"]["code"] == "question.cancelled"
            await tab.send(type="cancel", id="long")
            missing = await tab.until("error", id="long")
            assert missing["error"]["code"] == "question.missing"
            await tab.send(type="ask", id="after", strategy="random")
            await tab.until("answer", id="after")

    asyncio.run(play())


def test_so_many_questions_at_once_and_no_more(server: Served) -> None:
    made = server.new()

    async def play() -> None:
        async with server.watch(made["match"]["id"], made["secret"]) as tab:
            for number in range(MAX_AT_ONCE + 1):
                asked = {"strategy": "negamax(depth=12)", "seconds": 10}
                await tab.send(type="ask", id=f"q{number}", **asked)
            refused = await tab.until("error", id=f"q{MAX_AT_ONCE}")
            assert refused["error"]["code"] == "question.quota"

    asyncio.run(play())


def test_subscribing_to_another_match_leaves_the_first(server: Served) -> None:
    first, second = server.new(second="open"), server.new(second="open")

    async def play() -> None:
        match = first["match"]["id"]
        async with server.watch(match, first["secret"]) as stays, server.watch(match) as goes:
            await stays.until("presence", watching=2)
            await goes.until("snapshot")
            await goes.send(type="watch", match=second["match"]["id"])
            await goes.until("snapshot")
            await stays.until("presence", watching=1)

    asyncio.run(play())


def test_presence_is_announced(server: Served) -> None:
    made = server.new(second="open")
    match, secret = made["match"]["id"], made["secret"]
    white = server.post(f"/api/matches/{match}/join", {}).json()["secret"]

    async def play() -> None:
        async with server.watch(match, secret) as tab:
            async with server.watch(match, white) as other:
                here = await tab.until("presence", watching=2)
                assert here["away"] == {"X": None, "O": None}
                await other.until("snapshot")
            alone = await tab.until("presence", watching=1)
            assert alone["away"]["X"] is None
            assert 50 < alone["away"]["O"] <= 60
            await tab.send(type="claim", id="c", version=2)
            assert (await tab.until("error"))["error"]["code"] == "match.not_away"

    asyncio.run(play())


def test_the_stream_for_scripts_tells_the_same_as_the_socket(server: Served) -> None:
    made = server.new(moves=["h8"])
    match, secret = made["match"]["id"], made["secret"]
    with server.client.stream("GET", f"/api/matches/{match}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        snapshot = _next_event(lines)
        assert snapshot[1]["type"] == "snapshot"
        body = {"id": "a", "version": 1, "move": "h9"}
        server.post(f"/api/matches/{match}/move", body, secret)
        while (event := _next_event(lines))[1]["type"] != "event":
            pass
        assert event[0] == "2"
        assert event[1]["event"]["move"] == "h9"
    path, back = f"/api/matches/{match}/events", {"Last-Event-ID": "1"}
    for query, headers in (("?since=1", {}), ("", back), ("?since=0", back)):
        with server.client.stream("GET", path + query, headers=headers) as stream:
            missed = _next_event(stream.iter_lines())
            assert missed[0] == "2"
            assert [each["move"] for each in missed[1]["events"]] == ["h9"]
    wrong = server.client.get(path, headers={"Last-Event-ID": "x"})
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (422, "last-event-id")


def test_a_flag_falls_by_itself_and_the_stream_tells(server: Served) -> None:
    match, _, white = _two_people(server, time="0.3s")
    with server.client.stream("GET", f"/api/matches/{match}/events?since=1") as stream:
        lines = stream.iter_lines()
        while (frame := _next_event(lines)[1])["type"] != "event":
            pass
    assert (frame["event"]["ending"], frame["event"]["winner"]) == ("time", "O")
    shown = server.get(f"/api/matches/{match}", white).json()["match"]
    assert shown["result"]["ending"] == "time"
    assert shown["clocks"]["running"] is None
    assert shown["clocks"]["X"]["left"] == 0


def _two_people(server: Served, **more: Any) -> tuple[str, str, str]:
    made = server.new(second="open", **more)
    match = made["match"]["id"]
    white = server.post(f"/api/matches/{match}/join", {}).json()["secret"]
    return match, made["secret"], white


def test_nobody_asks_about_a_game_of_two_people_over_the_socket_either(server: Served) -> None:
    match, black, _ = _two_people(server)

    async def play() -> None:
        for secret in (black, None):
            async with server.watch(match, secret) as tab:
                for ply in (None, 0):
                    more = {} if ply is None else {"ply": ply}
                    await tab.send(type="ask", id="q", strategy="random", **more)
                    assert (await tab.until("error"))["error"]["code"] == "question.live"

    asyncio.run(play())


def _next_event(lines: Any) -> tuple[str, Any]:
    """Returns the id and the data of the next event of a stream."""
    id = ""
    for line in lines:
        if line.startswith("id: "):
            id = line[4:]
        elif line.startswith("data: "):
            return id, json.loads(line[6:])
    raise AssertionError("the stream ended")


def test_two_machines_play_only_while_somebody_watches(server: Served) -> None:
    made = server.new(first="random", second="random", game="othello", pace=0)
    match, owner = made["match"]["id"], made["secret"]

    async def play() -> None:
        await asyncio.sleep(0.3)
        assert server.get(f"/api/matches/{match}").json()["match"]["moves"] == []
        async with server.watch(match, owner) as tab:
            while (await tab.until("event"))["view"]["ply"] < 4:
                pass
            await tab.send(type="pace", id="p", pace=None)
            await tab.until("ack", id="p")
            stopped = server.get(f"/api/matches/{match}").json()["match"]
            await asyncio.sleep(0.2)
            still = server.get(f"/api/matches/{match}").json()["match"]
            assert still["version"] == stopped["version"]
            await tab.send(type="pace", id="q", pace=0)
            while (event := await tab.until("event"))["event"]["kind"] != "ended":
                pass
            assert event["event"]["ending"] == "normal"

    asyncio.run(play())
