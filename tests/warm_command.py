"""The command `fivefold`, preloaded in one process that forks for each run.

Loading takes half a second of processor time, most of the time of a short run. A run behaves the
same: it is a process of its own, with the streams, folder and environment of its client. Tests of
start-up itself do not use it.

    warm_command.py SOCKET LIFELINE    serves runs on this socket until the lifeline closes
    fivefold ARGUMENTS                 a copy of this file next to the socket; requests one run
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import selectors

REAL = "import sys; from fivefold.cli import main; sys.exit(main())"
MOST = 1 << 20
"""The maximum size of a request in bytes; it contains the whole environment."""


def ask(connection: socket.socket, streams: list[int], **request: Any) -> None:
    """Requests a run; the replies are its process id and, at the end, its exit code."""
    socket.send_fds(connection, [json.dumps(request).encode()], streams)


# ---- the client


def run_once(place: Path) -> None:
    """Runs the command with this process's arguments and streams, and exits with its status."""
    # What runs in a cage must stay in it: a run in another process would be outside.
    if "FIVEFOLD_CAGED" in os.environ:
        os.execv(sys.executable, [sys.executable, "-c", REAL, *sys.argv[1:]])
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(str(place))
        run = {"arguments": sys.argv[1:], "folder": str(Path.cwd())}
        ask(connection, [0, 1, 2], environment=dict(os.environ), **run)
        connection.recv(MOST)
        status = int(connection.recv(MOST))
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status)


# ---- the server


def load() -> None:
    """Imports what a run needs by running a few commands; disables the progress line."""
    from fivefold.cli import main
    from fivefold.cli.support.progress import Ticker
    from fivefold.cli.terminal import loop as sitting  # noqa: F401
    from fivefold.cli.terminal import screen  # noqa: F401

    Ticker.FIRST = math.inf
    for arguments in (["show", "gomoku"], ["choose", "othello", "h1"], ["play", "--help"]):
        main(arguments)
    sys.stdout.flush()


def serve(place: str, lifeline: int) -> dict[str, Any] | None:
    """Serves until the lifeline closes, then returns None; in a child, returns the request."""
    import selectors

    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listening.bind(f"{place}.new")
    listening.listen(64)
    Path(f"{place}.new").rename(place)  # visible only once clients can connect
    waiting = selectors.DefaultSelector()
    waiting.register(lifeline, selectors.EVENT_READ)
    waiting.register(listening, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fd == lifeline:
                return None
            if key.fileobj is listening:
                run = _begin(listening.accept()[0], waiting)
                if run is not None:
                    return run
            elif key.fd in waiting.get_map():  # otherwise its pair was just handled
                _end(key, waiting)


def _begin(connection: socket.socket, waiting: selectors.BaseSelector) -> dict[str, Any] | None:
    """Forks; returns None in the parent and the request in the child."""
    data, streams, _, _ = socket.recv_fds(connection, MOST, 3)
    if not data:
        connection.close()
        return None
    pid = os.fork()
    if pid == 0:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        for each in (*streams, connection, *[key.fileobj for key in waiting.get_map().values()]):
            _close(each)
        waiting.close()
        run: dict[str, Any] = json.loads(data)
        return run
    for stream in streams:
        os.close(stream)
    connection.send(str(pid).encode())
    ending = os.pidfd_open(pid)
    for each in (connection, ending):
        waiting.register(each, 1, (pid, connection, ending))
    return None


def _end(key: selectors.SelectorKey, waiting: selectors.BaseSelector) -> None:
    """Reports how a run ended; kills a run whose client has gone."""
    pid, connection, ending = key.data
    if key.fileobj is connection:
        os.kill(pid, 9)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with contextlib.suppress(OSError):
        connection.send(str(status).encode())
    for each in (connection, ending):
        waiting.unregister(each)
        _close(each)


def _close(each: Any) -> None:
    if isinstance(each, int):
        os.close(each)
    else:
        each.close()


def prepare(run: dict[str, Any]) -> None:
    """Turns this process into the requested run."""
    import fcntl
    import random
    import termios

    os.setsid()
    if run.get("terminal"):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(run["folder"])
    os.environ.clear()
    os.environ.update(run["environment"])
    sys.argv = ["fivefold", *run["arguments"]]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=stream is sys.stderr or stream.isatty())  # type: ignore[union-attr]
    random.seed()


if __name__ == "__main__":
    if Path(sys.argv[0]).name == "fivefold":
        run_once(Path(sys.argv[0]).with_name("socket"))
    load()
    asked = serve(sys.argv[1], int(sys.argv[2]))
    if asked is not None:
        prepare(asked)
        from fivefold.cli import main

        sys.exit(main())
