"""Forks servers from a process that has loaded everything; the tests kill them often.

    python -m tests.promises.forks

Reads lines of JSON, `{"port", "database", "faults", "log"}`, forks a server with those faults for
each, and answers with its process id. When its input ends, it ends with all servers.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from tests.promises.faults import FAULTS

from fivefold.server import serve as running
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.settings import Settings


def serve(wanted: dict[str, Any]) -> None:
    log = os.open(wanted["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for fault in wanted["faults"]:
        FAULTS[fault](setattr)
    settings = Settings(
        wanted["database"], port=wanted["port"], limited=False, analysis_processes=1
    )
    listening = running.listen("127.0.0.1", wanted["port"], any_port=False)
    running.serve(settings, listening, lambda: None, HostStrategies(()))


def main() -> None:
    # Children are reaped automatically; the test watches each through its pidfd.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    started = []
    while line := sys.stdin.buffer.readline():
        pid = os.fork()
        if pid == 0:
            os.setsid()
            try:
                serve(json.loads(line))
            finally:
                sys.stderr.flush()
                os._exit(0)
        started.append(pid)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
    for pid in started:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
