"""A1: who may do what, in every state of a match, over HTTP and over the socket: one table.

X and O are the holders of the two secrets (where O is nobody or a machine, the column is empty).
Everybody else has one column, and each field of it is tried by three: somebody who only has the
link, a stranger with a secret that was never given out, and the holder of a seat in another match.

A field is `ok`, or the code of the refusal (of `match.…` without the prefix), the same through both
doors, and the same for private and for public matches, which differ only in being listed. What is
refused changes nothing. An endpoint or a kind of frame that the application has and
this table has not fails the test. The rules alone, without a server, are in
tests/server/room/test_permissions.py.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterator
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, get_args

import pytest
from fastapi.routing import APIRoute
from tests.promises.conftest import Break, two_people
from tests.promises.study_doors import (
    STUDY_DOORS,
    Shared,
    new_study,
    study_over_http,
    study_over_socket,
    study_table,
)
from tests.server.app.conftest import Served, Tab
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from fivefold.server.app import ROUTERS
from fivefold.server.http import requests as messages

if TYPE_CHECKING:
    from pathlib import Path

DOORS: dict[str, tuple[str | None, str | None]] = {
    "read": ("GET /api/matches/{match}", None),
    "watch": ("GET /api/matches/{match}/events", "watch"),
    "replay": ("GET /api/matches/{match}/replay", None),
    "export": ("GET /api/matches/{match}/export/{format}", None),
    "hindsight": ("GET /api/matches/{match}/hindsight", None),
    "ask": ("POST /api/questions", "ask"),
    "judge": ("POST /api/judge", None),
    "report": ("POST /api/report", None),
    "join": ("POST /api/matches/{match}/join", None),
    "move": ("POST /api/matches/{match}/move", "move"),
    "choose": ("POST /api/matches/{match}/choose", "choose"),
    "undo": ("POST /api/matches/{match}/undo", "undo"),
    "answer": ("POST /api/matches/{match}/undo/answer", "undo_answer"),
    "resign": ("POST /api/matches/{match}/resign", "resign"),
    "seats": ("POST /api/matches/{match}/seats", "seats"),
    "swap": ("POST /api/matches/{match}/swap", "swap"),
    "pace": ("POST /api/matches/{match}/pace", "pace"),
    "rematch": ("POST /api/matches/{match}/rematch", "rematch"),
    "claim": ("POST /api/matches/{match}/claim", "claim"),
}
"""Each action: its endpoint and its frame."""

OF_NO_MATCH = {
    "GET /api/matches",
    "POST /api/matches",
    "POST /api/studies",
    "GET /api/lobby",
    "GET /api/games",
    "GET /api/strategies",
    "POST /api/read",
    "GET /api/words/{language}",
    "GET /api/health",
    "GET /api/alive",
    "GET /api/ready",
    "GET /api/metrics",
    "DELETE /api/questions/{id}",
    "POST /api/export/{format}",
    "GET /api/exports/{id}",
    "GET /api/arena",
    "GET /api/arena/{name}",
    "GET /api/arena/{name}/games",
    "GET /api/arena/{name}/game",
}
"""Endpoints without a match: everyone may use them."""
FRAMES_OF_NO_MATCH = {"ping", "cancel"}
"""Frames about the socket itself and its own questions."""

PAGES = {
    *("/", "/open", "/games", "/lobby", "/think", "/write", "/view"),
    *("/rules", "/rules/{game}", "/play/{game}"),
    *("/arena", "/arena/{name}", "/arena/{name}/game"),
    # The address of a study is its only secret for readers, as with a private match.
    *("/analyse", "/analyse/{study}"),
    *("/static", "/openapi.json"),
}
"""Pages and files without a match: everyone may read them."""
PAGES_OF_A_MATCH = {"/game/{match}": (200, 200), "/embed/{match}": (404, 200)}
"""Pages about a match: what anyone with the link gets for a private match, and for a public one."""
SOCKETS = {"/api/live"}

STATES = """
waiting    X                O               others
read       ok                               ok
watch      ok                               ok
replay     ok                               ok
export     ok                               ok
hindsight  hindsight.live                   hindsight.live
ask        question.live                    question.live
judge      question.live                    question.live
report     question.live                    question.live
join       ok                               ok
move       ok                               not_yours
choose     swap2.no_choice                  not_yours
undo       nothing_to_undo                  not_yours
answer     no_undo_asked                    not_yours
resign     ok                               not_yours
seats      ok                               not_yours
swap       ok                               not_yours
pace       not_machines                     not_yours
rematch    not_over                         not_yours
claim      nobody_to_leave                  not_yours

live       X                O               others
read       ok               ok              ok
watch      ok               ok              ok
replay     ok               ok              ok
export     ok               ok              ok
hindsight  hindsight.live   hindsight.live  hindsight.live
ask        question.live    question.live   question.live
judge      question.live    question.live   question.live
report     question.live    question.live   question.live
join       ok               ok              no_open_seat
move       ok               not_your_turn   not_yours
choose     swap2.no_choice  swap2.no_choice not_yours
undo       ok               ok              not_yours
answer     no_undo_asked    no_undo_asked   not_yours
resign     ok               ok              not_yours
seats      between_people   between_people  not_yours
swap       between_people   between_people  not_yours
pace       not_machines     not_machines    not_yours
rematch    not_over         not_over        not_yours
claim      not_away         not_away        not_yours

asked      X                O               others
read       ok               ok              ok
watch      ok               ok              ok
replay     ok               ok              ok
export     ok               ok              ok
hindsight  hindsight.live   hindsight.live  hindsight.live
ask        question.live    question.live   question.live
judge      question.live    question.live   question.live
report     question.live    question.live   question.live
join       ok               ok              no_open_seat
move       ok               not_your_turn   not_yours
choose     swap2.no_choice  swap2.no_choice not_yours
undo       undo_pending     undo_pending    not_yours
answer     undo_is_yours    ok              not_yours
resign     ok               ok              not_yours
seats      between_people   between_people  not_yours
swap       between_people   between_people  not_yours
pace       not_machines     not_machines    not_yours
rematch    not_over         not_over        not_yours
claim      not_away         not_away        not_yours

machine    X                O               others
read       ok                               ok
watch      ok                               ok
replay     ok                               ok
export     ok                               ok
hindsight  hindsight.live                   hindsight.live
ask        ok                               ok
judge      ok                               ok
report     ok                               ok
join       ok                               no_open_seat
move       ok                               not_yours
choose     swap2.no_choice                  not_yours
undo       nothing_to_undo                  not_yours
answer     no_undo_asked                    not_yours
resign     ok                               not_yours
seats      ok                               not_yours
swap       ok                               not_yours
pace       not_machines                     not_yours
rematch    not_over                         not_yours
claim      nobody_to_leave                  not_yours

machines   X                O               others
read       ok                               ok
watch      ok                               ok
replay     ok                               ok
export     ok                               ok
hindsight  hindsight.live                   hindsight.live
ask        ok                               ok
judge      ok                               ok
report     ok                               ok
join       no_open_seat                     no_open_seat
move       not_yours                        not_yours
choose     not_yours                        not_yours
undo       nothing_to_undo                  not_yours
answer     not_yours                        not_yours
resign     not_yours                        not_yours
seats      ok                               not_yours
swap       ok                               not_yours
pace       ok                               not_yours
rematch    not_over                         not_yours
claim      not_yours                        not_yours

over       X                O               others
read       ok               ok              ok
watch      ok               ok              ok
replay     ok               ok              ok
export     ok               ok              ok
hindsight  ok               ok              ok
ask        ok               ok              ok
judge      ok               ok              ok
report     ok               ok              ok
join       ok               ok              over
move       over             over            not_yours
choose     over             over            not_yours
undo       over             over            not_yours
answer     over             over            not_yours
resign     over             over            not_yours
seats      between_people   between_people  not_yours
swap       between_people   between_people  not_yours
pace       not_machines     not_machines    not_yours
rematch    ok               ok              not_yours
claim      over             over            not_yours

opening    X                O               others
read       ok               ok              ok
watch      ok               ok              ok
replay     ok               ok              ok
export     ok               ok              ok
hindsight  hindsight.game   hindsight.game  hindsight.game
ask        question.live    question.live   question.live
judge      question.live    question.live   question.live
report     question.live    question.live   question.live
join       ok               ok              no_open_seat
move       not_your_turn    ok              not_yours
choose     not_your_turn    ok              not_yours
undo       ok               nothing_to_undo not_yours
answer     no_undo_asked    no_undo_asked   not_yours
resign     ok               ok              not_yours
seats      between_people   between_people  not_yours
swap       between_people   between_people  not_yours
pace       not_machines     not_machines    not_yours
rematch    not_over         not_over        not_yours
claim      not_away         not_away        not_yours
"""

READING = {"read", "watch", "replay", "export", "hindsight", "ask", "judge", "report"}
"""These actions never change the match."""
OTHERS = ("the link", "a stranger", "another match")

Table = dict[tuple[str, str], str]
"""The expected result of (action, role)."""


def tables() -> dict[str, Table]:
    """Returns the table of each state; columns are aligned with its header."""
    found: dict[str, Table] = {}
    for block in STATES.strip().split("\n\n"):
        head, *lines = block.splitlines()
        state, *roles = head.split()
        places = [head.index(f" {role}") + 1 for role in roles] + [100]
        for line in lines:
            action = line.split()[0]
            for role, begin, end in zip(roles, places, places[1:], strict=False):
                code = line[begin:end].strip()
                for who in OTHERS if role == "others" else (role,):
                    if code:
                        found.setdefault(state, {})[action, who] = code
    return found


class Sat:
    """A match in some state, and the secret of each role."""

    def __init__(self, server: Served, match: str, secrets: dict[str, str | None]) -> None:
        self.match = match
        self.secrets = secrets
        shown = server.get(f"/api/matches/{match}").json()["match"]
        self.version: int = shown["version"]
        self.move: str = (shown["view"]["legal"] or ["a1"])[0]


class Matches:
    """Creates a match in each state."""

    def __init__(self, server: Served, public: bool = False) -> None:
        self.server = server
        self._public = public
        others = {"the link": None, "a stranger": "never-given-out"}
        self._others = {**others, "another match": server.new()["secret"]}

    def sit(self, state: str) -> Sat:
        match, held = getattr(self, state)()
        return Sat(self.server, match, {**self._others, **held})

    def _do(self, match: str, secret: str, deed: str, **body: Any) -> None:
        answer = self.server.post(f"/api/matches/{match}/{deed}", body, secret)
        assert answer.status_code == 200, answer.text

    def _one(self, first: str, second: str, **more: Any) -> tuple[str, dict[str, str]]:
        order = {"game": "pentomino", "size": "5", "public": self._public, **more}
        made = self.server.new(first=first, second=second, **order)
        return made["match"]["id"], {"X": made["secret"]}

    def waiting(self) -> tuple[str, dict[str, str]]:
        return self._one("me", "open")

    def machine(self) -> tuple[str, dict[str, str]]:
        return self._one("me", "random")

    def machines(self) -> tuple[str, dict[str, str]]:
        # Slow enough that none of them moves during the test.
        return self._one("random", "random", pace=60_000)

    def live(self) -> tuple[str, dict[str, str]]:
        """Both have moved, and X is to move."""
        order = {"game": "pentomino", "size": "5", "public": self._public}
        match, black, white = two_people(self.server, **order)
        for version, secret in ((2, black), (3, white)):
            legal = self.server.get(f"/api/matches/{match}").json()["match"]["view"]["legal"]
            self._do(match, secret, "move", id="m", version=version, move=legal[0])
        return match, {"X": black, "O": white}

    def asked(self) -> tuple[str, dict[str, str]]:
        match, held = self.live()
        self._do(match, held["X"], "undo", version=4)
        return match, held

    def over(self) -> tuple[str, dict[str, str]]:
        match, held = self.live()
        self._do(match, held["O"], "resign", version=4)
        return match, held

    def opening(self) -> tuple[str, dict[str, str]]:
        """X has placed the three stones of swap2, and O has to choose."""
        order = {"game": "gomoku", "opening": "swap2", "public": self._public}
        match, black, white = two_people(self.server, **order)
        for number, text in enumerate(("h8", "h9", "i10"), start=2):
            self._do(match, black, "move", id=f"m{number}", version=number, move=text)
        return match, {"X": black, "O": white}


def body_of(action: str, sat: Sat) -> dict[str, Any]:
    """Returns the body of an action, without the fields of a frame."""
    version = {"version": sat.version}
    wanted: dict[str, dict[str, Any]] = {
        "ask": {"strategy": "random"},
        "judge": {"match": sat.match, "from": 0, "to": 0},
        "report": {"match": sat.match},
        "join": {},
        "move": {**version, "id": "new", "move": sat.move},
        "choose": {**version, "choice": "black"},
        "answer": {**version, "accept": True},
        "seats": {**version, "O": "minimax(depth=1)"},
        "pace": {"pace": 50_000},
    }
    return wanted.get(action, version)


def over_http(server: Served, action: str, sat: Sat, who: str) -> str:
    """Returns the result of the endpoint."""
    place = DOORS[action][0]
    assert place
    method, _, path = place.partition(" ")
    path = path.replace("{match}", sat.match).replace("{format}", "moves")
    secret = sat.secrets[who]
    if action == "watch":
        with server.client.stream("GET", path) as stream:
            return "ok" if stream.status_code == 200 else str(stream.status_code)
    if method == "GET":
        answer = server.get(path, secret)
    else:
        more = {"match": sat.match} if action == "ask" else {}
        answer = server.post(path, {**body_of(action, sat), **more}, secret)
    return "ok" if answer.is_success else short(answer.json()["error"]["code"])


def short(code: str) -> str:
    return code.removeprefix("match.")


async def over_socket(tab: Tab, action: str, sat: Sat) -> str:
    """Returns the result of the frame."""
    if action == "watch":
        first = await tab.next()
        return "ok" if first["type"] == "snapshot" else short(first["error"]["code"])
    await tab.send(**{"type": DOORS[action][1], "id": "new", **body_of(action, sat)})
    while True:
        frame = await tab.next()
        if frame.get("id") == "new":
            return "ok" if frame["type"] != "error" else short(frame["error"]["code"])


async def answers_over_sockets(
    server: Served, sit: Callable[[str], Sat], wanted: Table
) -> dict[tuple[str, str], str]:
    """Returns the results over sockets, one socket per match and role."""
    found = {}
    async with AsyncExitStack() as stack:
        tabs: dict[tuple[str, str], Tab] = {}
        for action, who in wanted:
            own = action if is_change(action, wanted[action, who]) else ""
            sat = await asyncio.to_thread(sit, own)
            if (sat.match, who) not in tabs:
                tab = await stack.enter_async_context(server.watch(sat.match, sat.secrets[who]))
                tabs[sat.match, who] = tab
                if action != "watch":
                    await tab.until("snapshot")
            found[action, who] = await over_socket(tabs[sat.match, who], action, sat)
    return found


def is_change(action: str, expected: str) -> bool:
    """Whether an entry of the table changes its match."""
    return expected == "ok" and action not in READING


def differences(
    server: Served, state: str, actions: Collection[str] = DOORS, public: bool = False
) -> dict[str, str]:
    """Returns each entry of a state's table that differs from the application."""
    matches = Matches(server, public)
    shared = matches.sit(state)

    def sit(action: str) -> Sat:
        """Returns a separate match for each action that changes it, and one for the others."""
        return matches.sit(state) if action else shared

    table = {field: code for field, code in tables()[state].items() if field[0] in actions}
    got = {
        ("HTTP", action, who): over_http(
            server, action, sit(action if is_change(action, code) else ""), who
        )
        for (action, who), code in table.items()
    }
    framed = {field: code for field, code in table.items() if DOORS[field[0]][1]}
    answers = asyncio.run(answers_over_sockets(server, sit, framed))
    got |= {("socket", *field): answer for field, answer in answers.items()}
    found = {
        f"{state}: {action} by {who} over {door}": f"{answer} instead of {table[action, who]}"
        for (door, action, who), answer in got.items()
        if answer != table[action, who]
    }
    version = server.get(f"/api/matches/{shared.match}").json()["match"]["version"]
    if version != shared.version:
        found[f"{state}: something that was refused"] = f"changed version {shared.version}"
    return found


def endpoints() -> set[str]:
    """Returns every endpoint of the application."""
    routes = [route for router in ROUTERS for route in router.routes]
    return {
        f"{verb} {route.path}"
        for route in routes
        if isinstance(route, APIRoute)
        for verb in route.methods or ()
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(f"sqlite:///{tmp_path_factory.mktemp('permissions')}/games.db")
    yield served
    served.close()


@pytest.mark.parametrize("state", list(tables()))
def test_the_table_is_what_the_application_does(server: Served, state: str) -> None:
    assert differences(server, state) == {}


def test_the_table_has_every_endpoint_every_frame_and_every_action() -> None:
    doors = [*DOORS.values(), *STUDY_DOORS.values()]
    assert endpoints() == {door[0] for door in doors if door[0]} | OF_NO_MATCH
    frames = get_args(messages.Frame)
    kinds = {kind for frame in frames for kind in get_args(frame.model_fields["type"].annotation)}
    assert kinds == {door[1] for door in doors if door[1]} | FRAMES_OF_NO_MATCH
    assert {action for action, _ in study_table()} == set(STUDY_DOORS)
    for state, table in tables().items():
        assert {action for action, _ in table} == set(DOORS), state


def test_the_table_has_every_route_that_is_no_endpoint(server: Served) -> None:
    # A router that is included has no path; its endpoints are in the table above.
    others = {path for route in server.app.routes if (path := getattr(route, "path", None))}
    assert others - {door.split()[1] for door in endpoints()} == {
        *PAGES,
        *PAGES_OF_A_MATCH,
        *SOCKETS,
    }


def test_the_pages_of_a_match_show_a_private_one_to_nobody(server: Served) -> None:
    """The page of the game loads the match by its link; what chats preview shows nothing of it."""
    for path, statuses in PAGES_OF_A_MATCH.items():
        for public, status in zip((False, True), statuses, strict=True):
            match = server.new(public=public)["match"]["id"]
            answer = server.get(path.replace("{match}", match))
            assert answer.status_code == status, (path, public)
            if not public:
                assert f"/api/matches/{match}" not in answer.text
        guessed = path.replace("{match}", "no-such-match-as-this-1")
        assert server.get(guessed).status_code == 404, path


def test_an_id_that_was_guessed_is_404_whatever_is_asked(server: Served) -> None:
    real = Matches(server).sit("live")
    guessed = Sat(server, real.match, real.secrets)
    guessed.match = real.match[:-1] + ("A" if real.match[-1] != "A" else "B")
    for action in DOORS:
        for who in ("X", "the link"):
            missing = "404" if action == "watch" else "missing"
            assert over_http(server, action, guessed, who) == missing, action

    async def watch() -> str:
        async with server.watch(guessed.match, guessed.secrets["X"]) as tab:
            return await over_socket(tab, "watch", guessed)

    assert asyncio.run(watch()) == "missing"


def test_only_a_public_match_that_is_live_is_listed(server: Served) -> None:
    def listed() -> set[str]:
        return {match["id"] for match in server.get("/api/matches").json()["matches"]}

    made = [server.new(public=public) for public in (False, True)]
    private, public = (each["match"]["id"] for each in made)
    assert listed() & {private, public} == {public}
    server.post(f"/api/matches/{public}/resign", {"version": 1}, made[1]["secret"])
    assert listed() & {private, public} == set()


def study_differences(server: Served, actions: Collection[str] = STUDY_DOORS) -> dict[str, str]:
    """Returns each entry of the table of studies that differs from the application."""
    table = {field: code for field, code in study_table().items() if field[0] in actions}
    got: dict[tuple[str, str, str], str] = {}

    async def over_sockets(shared: dict[tuple[str, str], Shared]) -> None:
        async with AsyncExitStack() as stack:
            for (action, who), each in shared.items():
                if STUDY_DOORS[action][1]:
                    tab = await stack.enter_async_context(server.watch(None))
                    got["socket", action, who] = await study_over_socket(tab, action, each, who)

    kept, fresh = new_study(server), dict[tuple[str, str], Shared]()
    for (action, who), code in table.items():
        is_change = code == "ok" and action in STUDY_DOORS and action not in READING_STUDIES
        if STUDY_DOORS[action][0]:
            shared = new_study(server) if is_change else kept
            got["HTTP", action, who] = study_over_http(server, action, shared, who)
        fresh[action, who] = new_study(server) if is_change else kept
    asyncio.run(over_sockets(fresh))
    found = {
        f"{action} by {who} over {door}": f"{answer} instead of {table[action, who]}"
        for (door, action, who), answer in got.items()
        if answer != table[action, who]
    }
    version = server.get(f"/api/studies/{kept.study}").json()["study"]["version"]
    if version != 2:
        found["something that was refused"] = f"changed version 2 to {version}"
    return found


READING_STUDIES = {"read", "look", "export", "analyse"}


def test_the_table_of_studies_is_what_the_application_does(server: Served) -> None:
    assert study_differences(server) == {}


def test_the_id_of_a_study_that_was_guessed_is_404(server: Served) -> None:
    real = new_study(server)
    guessed = Shared(real.study[:-1] + ("A" if real.study[-1] != "A" else "B"), real.secrets)
    for action, doors in STUDY_DOORS.items():
        if doors[0]:
            assert study_over_http(server, action, guessed, "editor") == "study.missing", action

    async def follow() -> str:
        async with server.watch(None) as tab:
            return await study_over_socket(tab, "read", guessed, "editor")

    assert asyncio.run(follow()) == "study.missing"


def test_a_study_gives_its_secret_only_to_its_creator(server: Served) -> None:
    shared = new_study(server)
    shown = server.get(f"/api/studies/{shared.study}").text
    shown += server.get(f"/api/studies/{shared.study}/export/json").text
    assert str(shared.secrets["editor"]) not in shown
    assert "owner" not in shown


ELSEWHERE = {"Origin": "https://elsewhere.example"}


def let_in_from_elsewhere(server: Served) -> set[str]:
    """Returns the ways in which a page of another site may change or read something."""
    found = set()
    for endpoint in endpoints():
        verb, _, path = endpoint.partition(" ")
        if verb == "GET":
            continue
        answer = server.client.request(verb, path, json={}, headers=ELSEWHERE)
        if (answer.status_code, answer.json()["error"]["code"]) != (403, "request.origin"):
            found.add(endpoint)

    async def open_socket() -> None:
        url = server.address.replace("http", "ws", 1) + "/api/live"
        with contextlib.suppress(InvalidStatus):
            async with connect(url, additional_headers=ELSEWHERE):
                found.add("the socket")

    asyncio.run(open_socket())
    return found


def test_a_page_of_another_site_gets_in_nowhere(server: Served) -> None:
    assert let_in_from_elsewhere(server) == set()


CONTROLS: dict[str, Callable[[Served], bool]] = {
    "believes_every_secret": lambda server: (
        "live: move by a stranger over HTTP" in differences(server, "live", {"move"})
    ),
    "answers_about_live_games": lambda server: (
        "live: ask by X over socket" in differences(server, "live", {"ask"})
    ),
    "edits_for_everyone": lambda server: (
        "add by a stranger over HTTP" in study_differences(server, {"add"})
    ),
    "lets_every_page_in": lambda server: "the socket" in let_in_from_elsewhere(server),
}


@pytest.mark.parametrize("fault", list(CONTROLS))
def test_a_server_with_the_fault_is_caught(tmp_path: Path, break_it: Break, fault: str) -> None:
    break_it(fault)
    served = Served(f"sqlite:///{tmp_path}/games.db")
    try:
        assert CONTROLS[fault](served)
    finally:
        served.close()


@pytest.mark.long
@pytest.mark.parametrize("state", list(tables()))
def test_the_table_holds_for_public_matches_and_on_postgresql(
    postgres_url: str, state: str
) -> None:
    served = Served(postgres_url)
    try:
        for public in (False, True):
            assert differences(served, state, public=public) == {}
    finally:
        served.close()
