"""Studies over HTTP and over the socket, on both kinds of database."""

from __future__ import annotations

import asyncio
import base64
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from fivefold import formats
from fivefold.server.studies import active_study, followers, frames

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served, Tab

TREE = (
    "(;FF[4]GM[4]SZ[15]PB[Ann]EV[Club]XX[kept];B[hh]C[A start.](;W[ii]TR[hh];B[hg])(;W[gi]GB[1]))"
)


def create(server: Served, **source: Any) -> tuple[dict[str, Any], str]:
    answer = server.post("/api/studies", source or {"game": "gomoku"})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["can_edit"] is True
    return made["study"], made["secret"]


def edit(server: Served, study: str, secret: str | None, version: int, **change: Any) -> Any:
    body = {"id": json.dumps(change)[:40].replace(" ", ""), "version": version, **change}
    return server.post(f"/api/studies/{study}/edits", body, secret).json()


def shown(server: Served, study: str) -> dict[str, Any]:
    answer = server.get(f"/api/studies/{study}")
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()["study"]
    return found


def moves_of(study: dict[str, Any]) -> list[str | None]:
    return [node.get("move") for node in study["nodes"]]


def code(answer: Any) -> str:
    return str(answer.json()["error"]["code"])


async def follow(tab: Tab, study: str, **more: Any) -> dict[str, Any]:
    await tab.send(type="follow", study=study, **more)
    while (frame := await tab.next())["type"] not in ("study", "edited", "error"):
        pass
    return frame


def test_a_study_from_nothing_is_edited_and_read_again(either: Served) -> None:
    study, secret = create(either, game="othello", size=6)
    id = study["id"]
    assert (study["version"], study["to_move"], len(study["cells"])) == (1, "X", 36)
    assert edit(either, id, secret, 1, op="add", node=0, moves=["c2"]) == {"version": 2, "node": 1}
    assert edit(either, id, secret, 2, op="annotate", node=1, notes={"comment": "Hm."})["node"] == 1
    assert edit(either, id, None, 3, op="delete", node=1)["error"]["code"] == "study.not_yours"
    now = shown(either, id)
    assert (now["version"], now["undo"], now["redo"]) == (3, 3, None)
    assert now["nodes"][1]["comment"] == "Hm."
    look = either.get(f"/api/studies/{id}/nodes/1").json()
    assert (look["path"], look["view"]["ply"], look["view"]["to_move"]) == ([0, 1], 1, "O")
    assert look["view"]["legal"]
    assert "legal" not in either.get(f"/api/studies/{id}/nodes/1?legal=false").json()["view"]


def test_an_edit_that_is_sent_twice_is_executed_once(either: Served) -> None:
    study, secret = create(either)
    path = f"/api/studies/{study['id']}/edits"
    body = {"id": "mine", "version": 1, "op": "add", "node": 0, "moves": ["h8"]}
    answers = [either.post(path, body, secret).json() for _ in range(2)]
    assert answers == [{"version": 2, "node": 1}] * 2
    other = {**body, "moves": ["h9"]}
    assert code(either.post(path, other, secret)) == "study.twice"


SOURCES: dict[str, tuple[dict[str, Any], list[str | None]]] = {
    "a position": ({"game": "gomoku", "position": "X" + "." * 224 + " O"}, [None]),
    "a line": ({"game": "gomoku", "moves": ["h8", "i9"]}, [None, "h8", "i9"]),
    "a tree": ({"text": TREE}, [None, "h8", "i7", "h9", "g7"]),
    "moves in a text": ({"text": "f5d6c3", "game": "othello"}, [None, "f5", "d6", "c3"]),
    "a file": (
        {"file": base64.b64encode(TREE.encode()).decode(), "name": "a.sgf"},
        [None, "h8", "i7", "h9", "g7"],
    ),
}


@pytest.mark.parametrize("source", SOURCES)
def test_a_study_starts_from(server: Served, source: str) -> None:
    body, moves = SOURCES[source]
    study, _ = create(server, **body, title="My title")
    assert moves_of(study) == moves
    assert study["headers"]["title"] == "My title"


def test_a_study_starts_from_a_library_file(server: Served, tmp_path: Any) -> None:
    file = tmp_path / "x.lib"
    tree = formats.read_text("(;GM[4]SZ[15]RU[renju];B[hh]C[Centre.](;W[ii])(;W[gh]))")
    formats.write_file(str(file), [tree], "lib")
    content = base64.b64encode(file.read_bytes()).decode()
    study, _ = create(server, file=content, name="x.lib")
    assert moves_of(study)[:2] == [None, "h8"]
    assert len(study["nodes"]) == 4
    assert study["nodes"][1]["comment"] == "Centre."


def test_a_study_starts_from_a_match_or_its_address(server: Served) -> None:
    made = server.new(name=None, second="open", moves=["h8", "i9"], time="5+3")
    match = made["match"]["id"]
    for source in ({"match": match}, {"text": f"https://games.example/game/{match}?x#y"}):
        study, _ = create(server, **source)
        assert moves_of(study) == [None, "h8", "i9"]
        assert study["result"]["ending"] == "unfinished"


def test_a_study_is_copied_with_its_notes(server: Served) -> None:
    study, _ = create(server, text=TREE)
    for source in ({"study": study["id"]}, {"text": f"/analyse/{study['id']}#edit=never"}):
        copy, secret = create(server, **source)
        assert copy["id"] != study["id"]
        assert copy["nodes"] == study["nodes"]
        assert edit(server, copy["id"], secret, 1, op="delete", node=1)["version"] == 2
    assert shown(server, study["id"]) == study


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, "study.source"),
        ({"text": "h8", "match": "x"}, "study.source"),
        ({"position": "...", "study": "x", "game": "gomoku"}, "study.source"),
        ({"match": "nothing"}, "match.missing"),
        ({"study": "nothing"}, "study.missing"),
        ({"text": "/analyse/nothing"}, "study.missing"),
        ({"text": "(;GM[1]SZ[19];B[aa])"}, "sgf.go"),
        ({"game": "chess"}, "name.unknown"),
        ({"file": "not base 64", "name": "x"}, "request.invalid"),
        ({"game": "gomoku", "position": "XXX"}, "position.length"),
        ({"game": "gomoku", "moves": ["h8", "h8"]}, "moves.numbered"),
    ],
)
def test_a_source_that_cannot_be_used_is_explained(
    server: Served, body: dict[str, Any], expected: str
) -> None:
    answer = server.post("/api/studies", body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]
    if expected != "name.unknown":
        assert code(answer) == expected


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"op": "add", "node": 0}, "moves"),
        ({"op": "add", "node": 0, "moves": []}, "moves"),
        ({"op": "delete"}, "node"),
        ({"op": "delete", "node": 0, "moves": ["h8"]}, "moves"),
        ({"op": "annotate", "node": 0, "notes": {"colour": "red"}}, "colour"),
        ({"op": "annotate", "node": 0, "notes": {"comment": "x" * 10_001}}, "comment"),
        ({"op": "annotate", "node": 0, "notes": {"marks": [["h8"]]}}, "marks.0"),
        ({"op": "headers"}, "headers"),
        ({"op": "undo"}, "edit"),
        ({"op": "dance", "node": 0}, "op"),
    ],
)
def test_an_edit_with_wrong_fields_names_the_field(
    server: Served, change: dict[str, Any], field: str
) -> None:
    study, secret = create(server)
    error = edit(server, study["id"], secret, 1, **change)["error"]
    assert (error["code"], error["field"]) == ("request.invalid", field)
    assert shown(server, study["id"])["version"] == 1


def test_a_node_below_a_refused_move_has_no_position(server: Served) -> None:
    study, secret = create(server, text="(;GM[4]SZ[15];B[hh](;W[ii])(;W[hh];B[aa]))")
    refused = [node["id"] for node in study["nodes"] if node.get("refused")]
    assert refused
    path = f"/api/studies/{study['id']}"
    assert code(server.get(f"{path}/nodes/{refused[0]}")) == "tree.not_played"
    below = edit(server, study["id"], secret, 1, op="add", node=refused[0], moves=["a1"])
    assert below["error"]["code"] == "tree.not_played"
    assert code(server.get(f"{path}/nodes/99")) == "study.node"
    assert "W[hh]" in server.get(f"{path}/export/sgf").text


def test_the_tree_is_exported_whole_and_pictures_show_the_line_to_a_node(server: Served) -> None:
    study, _ = create(server, text=TREE)
    path = f"/api/studies/{study['id']}/export"
    sgf = server.get(f"{path}/sgf").text
    for part in ("XX[kept]", "C[A start.]", "TR[hh]", "(;W[gi]GB[1])", "EV[Club]", "PB[Ann]"):
        assert part in sgf.replace("\n", ""), part
    again, _ = create(server, text=server.get(f"{path}/json").text)
    assert again["nodes"] == study["nodes"]
    assert server.get(f"{path}/moves").text == "h8 i7 h9\n"
    with_three, with_two = server.get(f"{path}/svg").text, server.get(f"{path}/svg?node=4").text
    assert with_three != with_two
    assert server.get(f"{path}/svg?node=4").headers["content-disposition"].endswith('move-2.svg"')
    assert code(server.get(f"{path}/svg?node=99")) == "study.node"


def test_every_follower_gets_every_edit_before_the_ack(either: Served) -> None:
    study, secret = create(either)

    async def run() -> None:
        async with either.watch(None) as editor, either.watch(None) as reader:
            first = await follow(editor, study["id"], secret=secret)
            assert (first["can_edit"], first["version"]) == (True, 1)
            assert (await follow(reader, study["id"]))["can_edit"] is False
            await reader.until("following", watching=2)
            add = {"op": "add", "node": 0, "moves": ["h8"]}
            await editor.send(type="edit", id="a", version=1, **add)
            mine, told = await editor.until("edited"), await reader.until("edited")
            assert mine == told
            assert (told["node"], told["version"], told["undo"]) == (1, 2, 2)
            assert told["changed"]["nodes"] == [
                {"id": 1, "parent": 0, "move": "h8", "set": ["X", 112]}
            ]
            assert told["changed"]["children"] == {"0": [1]}
            assert "i9" in told["view"]["legal"]
            ack = await editor.until("ack")
            assert ack == {"type": "ack", "id": "a", "version": 2, "node": 1}
            await reader.send(type="edit", id="b", version=2, **add)
            assert (await reader.until("error"))["error"]["code"] == "study.not_yours"
            await reader.send(type="look", id="q", node=1)
            assert (await reader.until("look"))["view"]["move"] == "h8"

    asyncio.run(run())


def test_nobody_is_told_before_the_edit_is_on_disk(server: Served, monkeypatch: Any) -> None:
    study, secret = create(server)
    store = server.service.store.studies
    right, written, may_write = store.append, asyncio.Event(), asyncio.Event()

    async def slowly(*what: Any) -> int:
        written.set()
        await may_write.wait()
        return await right(*what)

    monkeypatch.setattr(store, "append", slowly)

    async def run() -> list[str]:
        async with server.watch(None) as tab, server.watch(None) as other:
            await follow(tab, study["id"], secret=secret)
            await follow(other, study["id"])
            await tab.send(type="edit", id="a", version=1, op="add", node=0, moves=["h8"])
            while not server.in_loop(written.is_set):
                await asyncio.sleep(0.01)
            await other.send(type="ping", id="before")
            await other.until("pong", id="before")
            seen = [frame["type"] for frame in other.frames]
            server.in_loop(may_write.set)
            await other.until("edited")
            return seen

    assert "edited" not in asyncio.run(run())


def test_two_editors_at_once_get_one_order_and_both_see_it(either: Served) -> None:
    """Each adds moves as fast as it can, half of them the same; nothing is lost or doubled."""
    study, secret = create(either)
    moves = [[f"{'abcdefghjk'[n]}{1 + side}" for n in range(10)] for side in range(2)]

    async def play(tab: Tab, side: int) -> None:
        for number, move in enumerate([*moves[side], *moves[0]]):
            await tab.send(
                type="edit", id=f"{side}-{number}", version=1, op="add", node=0, moves=[move]
            )

    async def run() -> list[list[dict[str, Any]]]:
        async with AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(either.watch(None)) for _ in range(3)]
            for tab in tabs:
                await follow(tab, study["id"], secret=secret)
            await asyncio.gather(play(tabs[0], 0), play(tabs[1], 1))
            for tab in tabs:
                await tab.until("edited", version=21)
            for tab, side in zip(tabs, range(2), strict=False):
                for number in range(20):
                    if not [each for each in tab.frames if each.get("id") == f"{side}-{number}"]:
                        await tab.until("ack", id=f"{side}-{number}")
            return [[frame for frame in tab.frames if frame["type"] == "edited"] for tab in tabs]

    first, second, third = asyncio.run(run())
    assert first == second == third
    assert [frame["version"] for frame in first] == list(range(2, 22))
    now = shown(either, study["id"])
    assert sorted(str(move) for move in moves_of(now)[1:]) == sorted(moves[0] + moves[1])
    assert [node["id"] for node in now["nodes"][1:]] == first[-1]["changed"]["children"]["0"]


def test_who_comes_back_gets_what_was_missed(server: Served, monkeypatch: Any) -> None:
    study, secret = create(server, text=TREE)
    id = study["id"]
    edit(server, id, secret, 1, op="add", node=0, moves=["a1"])
    edit(server, id, secret, 2, op="annotate", node=2, notes={"comment": "Late."})
    edit(server, id, secret, 3, op="delete", node=4)

    async def run() -> None:
        async with server.watch(None) as tab:
            missed = await follow(tab, id, since=2)
            assert [event["version"] for event in missed["events"]] == [3, 4]
            assert missed["changed"]["children"] == {"1": [2]}
            assert missed["changed"]["nodes"][0]["comment"] == "Late."
            assert (missed["version"], missed["view"]) == (4, None)
            assert (await follow(tab, id, since=4))["events"] == []
            monkeypatch.setattr(active_study, "MAX_MISSED", 1)
            assert (await follow(tab, id, since=1))["type"] == "study"
            monkeypatch.setattr(frames, "MAX_FRAME", 100)
            large = await follow(tab, id)
            assert (large["study"]["nodes"], large["study"]["version"]) == (None, 4)
            monkeypatch.setattr(active_study, "MAX_MISSED", 300)
            assert (await follow(tab, id, since=1))["changed"] is None

    asyncio.run(run())


def test_a_socket_follows_one_thing_at_a_time(server: Served) -> None:
    study, secret = create(server)
    match = server.new()["match"]["id"]

    async def run() -> None:
        async with server.watch(match) as tab:
            await tab.until("snapshot")
            await tab.send(type="look", id="q", node=0)
            assert (await tab.until("error"))["error"]["code"] == "request.not_following"
            await follow(tab, study["id"], secret=secret)
            await tab.send(type="resign", id="r", version=1)
            assert (await tab.until("error"))["error"]["code"] == "request.not_watching"
            await tab.send(type="watch", match=match)
            await tab.until("snapshot")
            await tab.send(type="edit", id="e", version=1, op="undo", edit=1)
            assert (await tab.until("error"))["error"]["code"] == "request.not_following"
            await follow(tab, "nothing")
            assert tab.frames[-1]["error"]["code"] == "study.missing"

    asyncio.run(run())


def test_a_study_is_read_again_after_it_left_the_memory(serve: Serve) -> None:
    server = serve(idle_seconds=0.0)
    study, secret = create(server, text=TREE)
    edit(server, study["id"], secret, 1, op="promote", node=4)
    before = shown(server, study["id"])
    studies = server.app.state.studies.studies
    server.in_loop(lambda: studies.drop_idle(0.0))
    assert len(studies) == 0
    assert shown(server, study["id"]) == before
    assert edit(server, study["id"], secret, 2, op="undo", edit=2) == {"version": 3, "node": 4}


def test_a_study_has_room_for_so_many_followers(server: Served, monkeypatch: Any) -> None:
    monkeypatch.setattr(followers, "MAX_FOLLOWERS", 1)
    study, _ = create(server)

    async def run() -> str:
        async with server.watch(None) as one, server.watch(None) as two:
            await follow(one, study["id"])
            return str((await follow(two, study["id"]))["error"]["code"])

    assert asyncio.run(run()) == "study.full_house"


def test_a_client_that_stored_too_much_edits_no_more(serve: Serve) -> None:
    server = serve(limited=True)
    study, secret = create(server)
    server.in_loop(lambda: server.service.limits.stored.charge("127.0.0.1", 1e9))
    refused = edit(server, study["id"], secret, 1, op="add", node=0, moves=["h8"])
    assert refused["error"]["code"] == "study.storage"
    assert code(server.post("/api/studies", {"game": "gomoku"})) == "study.storage"
