"""The process between this program and foreign code: builds the cage, starts the code, waits.

`python -m fivefold.cage.launcher CONTROL` reads one JSON object from the socket CONTROL, the keys
of `start.Job`, and answers with lines of JSON:

    {"running": "namespaces"}            the code has started, in this kind of cage
    {"unfit": "unshare: …"}              this kind of cage is not available; nothing was started
    {"failed": 2, "reason": …}           the program could not be started
    {"stopped": "memory"}                the whole cage exceeded this limit and was ended
    {"left": 3}                          processes that ran when the code ended; they are killed too

It ends as the code ended, with its exit code or signal. When the socket is closed, it ends all.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from fivefold.cage import limits, view
from fivefold.cage.warden import Warden, become_reaper, tell

if sys.platform == "linux":
    from fivefold.cage import kernel

UNFIT = 86
"""The exit code if this kind of cage is not available."""
EXHAUSTED = (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE)
"""Errors that say nothing about what this system allows."""
STRANGER = 65_533
"""The user that foreign code becomes when this program runs as root."""
RESTORED = ("SIGINT", "SIGPIPE", "SIGCHLD", "SIGXFSZ")
HIGHEST_DESCRIPTOR = 1_048_576
FORKING = 0.01


def main(arguments: list[str]) -> None:
    """Reads the job and does it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=int(arguments[0]))
    control.set_inheritable(False)
    with control.makefile("rb") as lines:
        line = lines.readline()
    if not line:  # the program that asked has gone
        return
    job: dict[str, Any] = json.loads(line)
    run = _load(job)
    if job["level"] == "namespaces":
        _end_like(_in_namespaces(job, control, run))
    become_reaper()
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            kernel.set_dumpable(False)
    _end_like(_guarded(job, control, run, alone=False))


def _load(job: dict[str, Any]) -> Callable[[], None]:
    """Returns what the caged process does: a function of a module, or a program."""
    if job["module"] is not None:
        # Imported by the last process only: copies of a large one cost time.
        return lambda: importlib.import_module(job["module"]).main(job["command"])
    return lambda: os.execvpe(job["command"][0], job["command"], dict(os.environ))


def _in_namespaces(job: dict[str, Any], control: socket.socket, run: Callable[[], None]) -> int:
    """Runs the code in namespaces of its own; returns its wait status."""
    is_root = os.geteuid() == 0
    users = _folder_users(job) if is_root else {}
    try:
        if is_root:
            kernel.unshare(kernel.NEW_PID)
        else:
            _unshare_user(kernel.NEW_PID)
    except OSError as error:
        _unfit(control, error)
    heard, told = os.pipe()
    # The process that builds the namespaces is their process 1.
    if (first := os.fork()) == 0:
        os.close(heard)
        kernel.die_with_parent()
        try:
            _build(job, users, is_root)
        except OSError as error:
            _unfit(control, error)
        status = _guarded(job, control, run, alone=True)
        os.write(told, status.to_bytes(4, "little"))
        os._exit(0)
    os.close(told)
    _let_go(job)
    return _wait(first, control, heard)


def _wait(first: int, control: socket.socket, heard: int) -> int:
    """Waits for process 1 of the cage, with which everything in it ends."""
    ended = os.pidfd_open(first)
    watched = select.poll()
    watched.register(ended, select.POLLIN)
    watched.register(control, select.POLLIN)
    if control.fileno() in [number for number, _ in watched.poll()]:
        os.kill(first, signal.SIGKILL)
    _, status = os.waitpid(first, 0)
    told = os.read(heard, 4)
    return int.from_bytes(told, "little") if told else status


def _build(job: dict[str, Any], users: dict[str, int], is_root: bool) -> None:
    """Builds the namespaces around this process, their process 1."""
    network = 0 if job["network"] else kernel.NEW_NETWORK
    kernel.unshare(kernel.NEW_MOUNTS | kernel.NEW_IPC | network)
    if network:
        kernel.raise_loopback()
    view.enter(job, users, STRANGER if is_root else None)
    if is_root:
        os.setgroups([])
        os.setresgid(STRANGER, STRANGER, STRANGER)
        os.setresuid(STRANGER, STRANGER, STRANGER)
        kernel.set_dumpable(True)  # otherwise its own user map cannot be written
        # Processes are counted for each user and namespace: each cage counts its own.
        with contextlib.suppress(OSError):
            _unshare_user(0)
    # No further namespaces, in which the code could be root again.
    with contextlib.suppress(OSError):
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    kernel.set_dumpable(False)
    kernel.die_with_parent()  # a change of the user has undone it


def _unshare_user(flags: int) -> None:
    """Moves this process into a new user namespace, in which it is the same user."""
    user, group = os.geteuid(), os.getegid()
    kernel.unshare(kernel.NEW_USER | flags)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _folder_users(job: dict[str, Any]) -> dict[str, int]:
    """Returns for each folder a user namespace that turns its owner into `STRANGER`.

    Only root can, and needs it: the bot runs as another user but reads files that root may have
    kept for itself.
    """
    found: dict[str, int] = {}
    by_owner: dict[tuple[int, int], int] = {}
    for path in (*job["read"], *job["write"]):
        with contextlib.suppress(OSError):
            stat = Path(path).stat()
            owner = (stat.st_uid, stat.st_gid)
            if owner not in by_owner:
                by_owner[owner] = _user_namespace(*owner)
            found[path] = by_owner[owner]
    return found


def _user_namespace(user: int, group: int) -> int:
    """Returns a descriptor of a user namespace in which `user` is `STRANGER` outside."""
    heard, told = os.pipe()
    if (child := os.fork()) == 0:
        kernel.unshare(kernel.NEW_USER)
        os.write(told, b".")
        signal.pause()
    os.close(told)
    try:
        if not os.read(heard, 1):
            raise OSError("no user namespace")
        Path(f"/proc/{child}/uid_map").write_text(f"{user} {STRANGER} 1")
        Path(f"/proc/{child}/gid_map").write_text(f"{group} {STRANGER} 1")
        return os.open(f"/proc/{child}/ns/user", os.O_RDONLY)
    finally:
        os.close(heard)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _guarded(
    job: dict[str, Any], control: socket.socket, run: Callable[[], None], *, alone: bool
) -> int:
    """Starts the code as a child and watches it; returns its wait status."""
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        _become_code(job, run, told, alone=alone)
    os.close(told)
    _let_go(job)
    trouble = b""
    while part := os.read(heard, 4096):
        trouble += part
    if trouble:
        number, _, reason = trouble.decode(errors="replace").partition(" ")
        tell(control, failed=int(number), reason=reason)
    else:
        tell(control, running=job["level"])
    return Warden(child, control, job, alone).watch()


def _let_go(job: dict[str, Any]) -> None:
    """Closes the connections of the code in this process, so that the code alone can close them."""
    for number in job["keep"]:
        os.close(number)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.close(nothing)


def _become_code(
    job: dict[str, Any], run: Callable[[], None], told: int, *, alone: bool
) -> NoReturn:
    """Turns this process into the caged code; what keeps it from starting goes to `told`."""
    try:
        _settle_in(job, {*job["keep"], told}, alone=alone)
        if job["module"] is None:
            run()
        os.close(told)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None) or 0
        os.write(told, f"{number} {getattr(error, 'strerror', error)}".encode())
        os._exit(1)
    status = 1
    try:
        run()
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status)


def _settle_in(job: dict[str, Any], kept: set[int], *, alone: bool) -> None:
    """Gives up what the code must not have: descriptors, privileges, resources."""
    os.setsid()
    low = 3
    for number in sorted(kept):
        os.closerange(low, number)
        low = number + 1
    os.closerange(low, HIGHEST_DESCRIPTOR)
    for number in job["keep"]:
        os.set_inheritable(number, True)
    scratch = view.HOME if alone else job["base"]
    os.environ.update(HOME=scratch, TMPDIR=scratch, FIVEFOLD_CAGED=job["level"])
    os.chdir(job["folder"] or scratch)
    limits.set_limits(job, _most_processes(job["processes"], alone=alone))
    if sys.platform == "linux":
        kernel.set_dumpable(True)
        kernel.drop_privileges()
        if not alone:
            with contextlib.suppress(OSError):  # an older kernel
                kernel.confine()
    for name in RESTORED:
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    if job["module"] is not None:
        # As Python sets them when it starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_IGN)


def _most_processes(most: int | None, *, alone: bool) -> int | None:
    """Returns the number of processes that this user may have; None if that cannot be counted."""
    if most is None or not alone:
        return None  # the kernel counts all processes of the user: the warden counts instead
    return most + 2  # process 1 of the cage and the launcher


def _unfit(control: socket.socket, error: OSError) -> NoReturn:
    reason = f"{error.filename or 'cage'}: {error.strerror}"
    if error.errno in EXHAUSTED:
        tell(control, failed=error.errno, reason=reason)
    else:
        tell(control, unfit=reason)
    os._exit(UNFIT)


def _end_like(status: int) -> NoReturn:
    """Ends this process as the code has ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        time.sleep(FORKING)
        os._exit(128 + number)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(sys.argv[1:])
