"""E2: nothing of a bot or a program is left, seen or grown beyond its limits.

What the limits are called is tested in tests/cage; that broken engines lose, in test_e1_engines.py.
Each kind of cage that this machine allows is tested; the subreaper works on every Linux, as root
too. The control is a bot without a cage.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.left_processes import LeftProcesses, watched_processes
from tests.promises.conftest import Break

from fivefold.cage.settings import Cage, Level
from fivefold.cage.start import LEVELS, level_of
from fivefold.core import Limit
from fivefold.engines.external import ExternalEngine
from fivefold.engines.process import ProcessEngine
from fivefold.errors import EngineCrashed, EngineError
from fivefold.names import game_from

pytestmark = pytest.mark.system

GOMOKU = game_from("gomoku(size=9)")
MEGABYTE = 2**20
SECRET = "postgresql://fivefold:hunter2@localhost/games"
BEST = level_of(Cage())
AVAILABLE = [level for level in LEVELS[:2] if LEVELS.index(level) >= LEVELS.index(BEST)]

BOT = """
import os, subprocess, sys, tempfile, time
from pathlib import Path
from fivefold import Decision, Strategy
class Bot(Strategy):
    def choose(self, state, limit=None, stop=None):
"""
WORST = {
    "forks": """
        for _ in range(5):
            if os.fork() == 0:
                time.sleep(600)
        """,
    "leaves its session": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        os.wait()
        """,
    "empties its environment": """
        subprocess.Popen(["sleep", "600"], env={}, start_new_session=True, cwd="/")
        """,
    "leaves its session with an empty environment": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve("/bin/sleep", ["sleep", "600"], {})
            os._exit(0)
        os.wait()
        """,
}
"""Bodies of `choose` that leave processes behind."""

Write = Callable[[str], str]


@pytest.fixture
def bot(tmp_path: Path) -> Write:
    """Writes a bot with that body of `choose`, and returns its path."""

    def write(body: str) -> str:
        file = tmp_path / "bot.py"
        file.write_text(BOT + textwrap.indent(textwrap.dedent(body), " " * 8))
        return str(file)

    return write


@pytest.fixture
def left() -> Iterator[LeftProcesses]:
    """Returns the processes of this test that still run."""
    with watched_processes() as watched:
        yield watched


def asked(path: str, cage: Cage, seconds: float = 30.0) -> str:
    """Returns the text of the bot's first decision."""

    async def ask() -> str:
        async with asyncio.timeout(120), ProcessEngine(path, GOMOKU, cage=cage) as engine:
            return str((await engine.choose(GOMOKU.start, Limit(seconds=seconds))).text)

    return asyncio.run(ask())


def tells(expression: str) -> str:
    """Returns a body of `choose` that answers with the value of an expression."""
    return f"return Decision(40, text=str({expression}))"


@pytest.mark.parametrize("level", AVAILABLE)
@pytest.mark.parametrize("worst", WORST)
def test_nothing_is_left_of_the_worst_bots(
    worst: str, level: Level, bot: Write, left: LeftProcesses
) -> None:
    path = bot(textwrap.dedent(WORST[worst]) + "return Decision(40, text='done')")
    assert asked(path, Cage(level=level)) == "done"
    assert left() == []


def test_processes_that_are_left_are_noticed(
    bot: Write, left: LeftProcesses, break_it: Break
) -> None:
    break_it("starts_bots_without_a_cage")
    body = WORST["leaves its session with an empty environment"]
    path = bot(textwrap.dedent(body) + "return Decision(40, text='done')")
    assert asked(path, Cage()) == "done"
    assert left(0) != []


SNOOP = """
    def find(text):
        found = []
        for file in [*Path("/proc").glob("*/environ"), *Path(__file__).parent.rglob("*")]:
            try:
                if text in file.read_bytes():
                    found.append(str(file))
            except OSError:
                pass
        return found
    return Decision(40, text=str((find(b"hunter" + b"2"), "FIVEFOLD_DATABASE" in os.environ)))
"""


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cage:
    """Puts secrets where a server has them, and returns the cage that keeps them."""
    monkeypatch.setenv("FIVEFOLD_DATABASE", SECRET)
    (tmp_path / ".env").write_text(SECRET)
    database = tmp_path / "games.db"
    database.write_text(SECRET)
    return Cage().hiding(str(database), f"{database}-wal")


@contextmanager
def neighbour() -> Iterator[None]:
    """Runs a process of the same user, whose environment has the secret: the server, say."""
    with subprocess.Popen(["sleep", "600"], env={"FIVEFOLD_DATABASE": SECRET}) as process:
        try:
            yield
        finally:
            process.kill()


NEEDS_NAMESPACES = pytest.mark.skipif(
    BEST != "namespaces", reason=f"the best cage on this machine is {BEST}"
)


@NEEDS_NAMESPACES
def test_secrets_cannot_be_seen(bot: Write, secrets: Cage, tmp_path: Path) -> None:
    path = bot(SNOOP)
    with neighbour():
        assert asked(path, secrets) == "([], False)"
    # The log of a database may appear while the bot runs.
    late = f"open({str(tmp_path / 'games.db-wal')!r}).read()"
    path = bot(f"time.sleep(0.5)\n{tells(late)}")
    (tmp_path / "games.db-wal").unlink(missing_ok=True)

    async def ask() -> str:
        async with asyncio.timeout(60), ProcessEngine(path, GOMOKU, cage=secrets) as engine:
            (tmp_path / "games.db-wal").write_text(SECRET)
            return str((await engine.choose(GOMOKU.start, Limit(seconds=20))).text)

    with pytest.raises(EngineCrashed, match="FileNotFoundError"):
        asyncio.run(ask())


LAYOUTS = {
    "in its own folder": ("bots", "bots/games.db", ()),
    "in a folder below": ("bots", "bots/data/games.db", ()),
    "in the folder above": ("bots", "games.db", ()),
    "in its folder by another name": ("link", "bots/games.db", ()),
    "named by a link": ("bots", "link/games.db", ()),
    "with Python or weights": ("bots", "tools/games.db", ("tools",)),
    "below Python or weights": ("bots", "tools/data/games.db", ("tools",)),
}
"""Where the database may be: the bot's folder, the database, what the bot may read."""


def tree_seen(tmp_path: Path, bot: Write, layout: str, *, hidden: bool) -> list[str]:
    """Returns the files that the bot sees, in a tree with a database, and can read."""
    bots, database, read = LAYOUTS[layout]
    for folder in ("bots/data", "tools/data"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "weights").write_text("for bots")
    (tmp_path / "link").symlink_to("bots")
    (tmp_path / database).write_text(SECRET)
    body = f"""
        found = []
        for file in Path({str(tmp_path)!r}).rglob("*"):
            if file.is_file() and file.read_bytes():
                found.append(file.name)
        return Decision(40, text=" ".join(found))
        """
    written = Path(bot(body))
    path = written.replace(tmp_path / bots / written.name)
    cage = Cage(read=tuple(str(tmp_path / each) for each in read))
    names = [str(tmp_path / database), f"{tmp_path / database}-wal"]
    return asked(str(path), cage.hiding(*names) if hidden else cage).split()


@NEEDS_NAMESPACES
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_database_cannot_be_seen_wherever_it_is(
    layout: str, bot: Write, tmp_path: Path
) -> None:
    seen = tree_seen(tmp_path, bot, layout, hidden=True)
    assert "games.db" not in seen
    assert {"bot.py", "weights"} <= set(seen)


@NEEDS_NAMESPACES
@pytest.mark.parametrize("layout", [each for each in LAYOUTS if each != "in the folder above"])
def test_a_database_that_is_not_hidden_is_noticed(layout: str, bot: Write, tmp_path: Path) -> None:
    assert "games.db" in tree_seen(tmp_path, bot, layout, hidden=False)


def test_secrets_that_can_be_seen_are_noticed(bot: Write, secrets: Cage, break_it: Break) -> None:
    break_it("starts_bots_without_a_cage")
    with neighbour():
        seen = asked(bot(SNOOP), secrets)
    assert "/environ" in seen
    assert "games.db" in seen
    assert "True" in seen


GROWING = {
    "one process": ("bytearray(600 * 2**20)", "MemoryError"),
    "several processes": (
        """
        for _ in range(4):
            if os.fork() == 0:
                data = b"x" * (90 * 2**20)
                time.sleep(600)
        time.sleep(600)
        """,
        "more memory than its cage allows",
    ),
    "shared memory": (
        """
        import mmap
        memory = mmap.mmap(-1, 400 * 2**20)
        for start in range(0, len(memory), 4096):
            memory[start] = 1
        time.sleep(600)
        """,
        "more memory than its cage allows",
    ),
}


@pytest.mark.parametrize("level", AVAILABLE)
@pytest.mark.parametrize("growing", GROWING)
def test_memory_is_limited(growing: str, level: Level, bot: Write, left: LeftProcesses) -> None:
    body, reason = GROWING[growing]
    with pytest.raises(EngineCrashed, match=reason):
        asked(bot(body), Cage(memory=200 * MEGABYTE, level=level))
    assert left() == []


@pytest.mark.parametrize("level", AVAILABLE)
@pytest.mark.parametrize(
    ("cage", "body", "reason"),
    [
        (
            Cage(processes=30),
            """
            for _ in range(2000):
                if os.fork() == 0:
                    time.sleep(600)
            """,
            "more processes and threads than|BlockingIOError",
        ),
        (Cage(cpu=1), "while True: pass", "more processor time than its cage allows"),
        (Cage(files=40), "opened = [open('/dev/null') for _ in range(50)]", "Too many open files"),
        (
            Cage(disk=MEGABYTE),
            "tempfile.TemporaryFile().write(bytes(5 * 2**20))",
            "File too large|No space left",
        ),
    ],
)
def test_other_resources_are_limited_for_root_too(
    cage: Cage, body: str, reason: str, level: Level, bot: Write, left: LeftProcesses
) -> None:
    with pytest.raises(EngineCrashed, match=reason):
        asked(bot(body), replace(cage, level=level))
    assert left() == []


@NEEDS_NAMESPACES
def test_the_kernel_itself_refuses_further_processes_even_to_root(bot: Write) -> None:
    body = """
    count = 0
    try:
        while os.fork():
            count += 1
        time.sleep(600)
    except OSError:
        return Decision(40, text=str(count))
    """
    assert 0 < int(asked(bot(body), Cage(processes=30))) <= 30


def test_there_is_room_for_what_real_engines_need(bot: Write) -> None:
    """A reserved address space as Java has it, a hash table, and a thread for each processor."""
    body = """
    import mmap, threading
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    reserved = mmap.mmap(-1, 32 * 2**30, private | 0x4000, 0)
    table = mmap.mmap(-1, 2**30, private)
    go = threading.Event()
    threads = [threading.Thread(target=go.wait) for _ in range(128)]
    [thread.start() for thread in threads]
    go.set()
    return Decision(40, text="fits")
    """
    assert asked(bot(body), Cage()) == "fits"


@pytest.mark.parametrize("level", AVAILABLE)
def test_the_scratch_folder_is_emptied(level: Level, bot: Write) -> None:
    body = """
    place = Path(tempfile.gettempdir())
    before = os.listdir(place)
    (place / "kept").write_text("x")
    return Decision(40, text=f"{place} {Path.home() == place} {before}")
    """
    path = bot(body)
    first, second = asked(path, Cage(level=level)), asked(path, Cage(level=level))
    for text in (first, second):
        place, rest = text.split(" ", 1)
        assert rest == "True []"
        assert not Path(place).exists()


@NEEDS_NAMESPACES
def test_it_can_change_nothing_and_gains_no_rights(bot: Write, tmp_path: Path) -> None:
    body = f"""
    import ctypes
    refused = []
    for place in ({str(tmp_path)!r}, "/usr", "/etc", "/", "/proc/sys/kernel"):
        try:
            (Path(place) / "made").write_text("x")
        except OSError:
            refused.append(place)
    libc = ctypes.CDLL(None)
    namespaces = [libc.unshare(flag) for flag in (0x10000000, 0x20000, 0x20000000)]
    status = Path("/proc/self/status").read_text()
    none = "CapEff:\t0000000000000000" in status and "CapBnd:\t0000000000000000" in status
    return Decision(40, text=str((len(refused), namespaces, none, os.getuid() != 0)))
    """
    assert asked(bot(body), Cage()) == "(5, [-1, -1, -1], True, True)"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bot.py"]


@NEEDS_NAMESPACES
def test_it_sees_no_process_but_its_own(bot: Write) -> None:
    body = tells("sorted(int(name) for name in os.listdir('/proc') if name.isdigit())")
    with neighbour():
        assert asked(bot(body), Cage()) == "[1, 2]"


@NEEDS_NAMESPACES
@pytest.mark.parametrize(("network", "answer"), [(True, "reached"), (False, "refused")])
def test_the_network_can_be_taken_away(network: bool, answer: str, bot: Write) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        body = f"""
        import socket
        try:
            socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 5).close()
        except OSError:
            return Decision(40, text="refused")
        return Decision(40, text="reached")
        """
        assert asked(bot(body), Cage(network=network)) == answer


@pytest.mark.parametrize("level", AVAILABLE)
def test_programs_run_in_the_same_cage(
    level: Level, tmp_path: Path, left: LeftProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what it sees when it starts; the driver quotes what is no answer."""
    monkeypatch.setenv("FIVEFOLD_DATABASE", SECRET)
    (tmp_path / "program").write_text(
        "#!/bin/sh\n(setsid env -i sleep 600 &)\n"
        "echo $(env | grep -c hunter2) $(sed -n /Max.data/p /proc/self/limits)\nsleep 600\n"
    )
    (tmp_path / "program").chmod(0o755)
    cage = Cage(memory=200 * MEGABYTE, level=level)
    engine = ExternalEngine(
        "program", "gomocup", ["./program"], GOMOKU, folder=tmp_path, start_seconds=3, cage=cage
    )

    async def ask() -> None:
        async with asyncio.timeout(60), engine:
            pass

    with pytest.raises(EngineError, match="“0 Max data size 209715200 209715200"):
        asyncio.run(ask())
    assert left() == []


@pytest.mark.long
@pytest.mark.parametrize("level", AVAILABLE)
def test_nothing_is_left_after_a_thousand_of_the_worst(
    level: Level, bot: Write, left: LeftProcesses
) -> None:
    for worst in WORST:
        path = bot(textwrap.dedent(WORST[worst]) + "return Decision(40, text='done')")
        for _ in range(250):
            assert asked(path, Cage(level=level)) == "done"
    assert left() == []
