"""The lobby: it lists open seats of public matches while their people wait."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.server.app.conftest import Served


def listed(server: Served) -> dict[str, Any]:
    seats = server.get("/api/lobby").json()["seats"]
    return {seat["id"]: seat for seat in seats}


def test_a_seat_is_listed_while_its_person_waits_and_until_it_is_taken(server: Served) -> None:
    async def run() -> None:
        made = server.new(second="open", public=True, name="Mina", time="5+3", rules="renju")
        match, secret = made["match"]["id"], made["secret"]
        assert match not in listed(server)
        async with server.watch(match, secret) as tab:
            await tab.until("snapshot")
            seat = listed(server)[match]
            assert (seat["name"], seat["seat"], seat["time"]) == ("Mina", "O", "5+3")
            assert seat["game"]["rules"] == "renju"
            assert secret not in str(seat)
            assert "holder" not in str(seat)
            joined = server.post(f"/api/matches/{match}/join", {"name": "Jon"})
            assert joined.status_code == 200
            assert match not in listed(server)

    asyncio.run(run())


def test_private_matches_machines_and_shared_screens_are_not_listed(server: Served) -> None:
    async def run() -> None:
        private = server.new(second="open")
        machine = server.new(first="level(1)", second="open", public=True)
        screen = server.new(public=True)
        for made in (private, machine, screen):
            async with server.watch(made["match"]["id"], made["secret"]) as tab:
                await tab.until("snapshot")
                assert made["match"]["id"] not in listed(server)

    asyncio.run(run())


def test_a_changed_seat_is_listed_as_it_is_now(server: Served) -> None:
    async def run() -> None:
        made = server.new(second="level(1)", public=True, name="Ann")
        match, secret = made["match"]["id"], made["secret"]
        async with server.watch(match, secret) as tab:
            await tab.until("snapshot")
            assert match not in listed(server)
            version = made["match"]["version"]
            body = {"version": version, "O": "open"}
            assert server.post(f"/api/matches/{match}/seats", body, secret).status_code == 200
            assert listed(server)[match]["seat"] == "O"

    asyncio.run(run())


@pytest.mark.parametrize("name", ["A\u202ee", "P\u0430ul"])
def test_a_deceiving_name_is_refused_and_changes_nothing(server: Served, name: str) -> None:
    made = server.new(second="open", public=True)
    match = made["match"]["id"]
    refused = server.post(f"/api/matches/{match}/join", {"name": name})
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == "match.name"
    shown = server.get(f"/api/matches/{match}").json()["match"]
    assert shown["seats"]["O"] == {"kind": "open"}
    assert shown["version"] == made["match"]["version"]


def test_the_lobby_takes_no_parameters_that_could_fail(server: Served) -> None:
    assert server.get("/api/lobby?limit=-1&since=x").status_code == 200
    assert server.post("/api/lobby", {}).status_code == 405
