"""The Linux system calls of the cage that Python does not offer."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import struct

NEW_USER = 0x10000000
NEW_PID = 0x20000000
NEW_MOUNTS = 0x00020000
NEW_IPC = 0x08000000
NEW_NETWORK = 0x40000000

NO_SUID = 0x2
NO_DEVICES = 0x4
READ_ONLY = 0x1
_ID_MAPPED = 0x00100000

_PRIVATE, _RECURSIVE = 0x40000, 0x4000
_DETACH = 2
_EMPTY_PATH, _ALL_BELOW, _CLONE, _CLOSE_ON_EXEC = 0x1000, 0x8000, 1, os.O_CLOEXEC
_FROM_DESCRIPTOR = 0x4
_HERE = -100
# These numbers are the same on every processor that Fivefold runs on.
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
_LANDLOCK_CREATE, _LANDLOCK_RESTRICT = 444, 446
_SCOPE_SIGNAL = 2
_DUMPABLE, _DROP_CAPABILITY, _SUBREAPER, _NO_NEW_PRIVILEGES, _DEATH_SIGNAL = 4, 24, 36, 38, 1
_SET_INTERFACE_FLAGS, _INTERFACE_UP = 0x8914, 1
_CAPABILITY_VERSION = 0x20080522
_LAST_CAPABILITY = 63


class _Attributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user_namespace", ctypes.c_uint64),
    )


_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


def unshare(flags: int) -> None:
    """Moves this process into new namespaces; its children with `NEW_PID`."""
    _checked(_libc.unshare(flags), "unshare")


def mount_new(kind: str, target: str, flags: int = 0, options: str = "") -> None:
    """Mounts a new file system, such as `tmpfs` or `proc`."""
    arguments = (kind.encode(), target.encode(), kind.encode(), flags, options.encode())
    _checked(_libc.mount(*arguments), f"mount {target}")


def raise_loopback() -> None:
    """Turns on the loopback interface of a new network namespace, its only one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh14x", b"lo", _INTERFACE_UP)
        fcntl.ioctl(any_socket, _SET_INTERFACE_FLAGS, asked)


def make_mounts_private() -> None:
    """Keeps the mounts of this namespace from spreading to others."""
    _checked(_libc.mount(None, b"/", None, _PRIVATE | _RECURSIVE, None), "mount /")


def bind(source: str, target: str, flags: int, user_namespace: int = -1) -> None:
    """Shows a file or folder, with what is mounted below it, in a second place.

    With a user namespace, files of its first user appear as files of the user that it maps to.
    """
    opening = _CLONE | _CLOSE_ON_EXEC | _ALL_BELOW
    tree = _checked(_libc.syscall(_OPEN_TREE, _HERE, source.encode(), opening), source)
    try:
        _set_attributes(tree, flags, source)
        if user_namespace >= 0:
            # Not every file system can: then the permissions of the files decide.
            with contextlib.suppress(OSError):
                _set_attributes(tree, _ID_MAPPED, source, user_namespace, below=0)
        arguments = (tree, b"", _HERE, target.encode(), _FROM_DESCRIPTOR)
        _checked(_libc.syscall(_MOVE_MOUNT, *arguments), target)
    finally:
        os.close(tree)


def _set_attributes(
    tree: int, flags: int, what: str, user_namespace: int = 0, below: int = _ALL_BELOW
) -> None:
    wanted = _Attributes(flags, 0, 0, user_namespace)
    arguments = (tree, b"", _EMPTY_PATH | below, ctypes.byref(wanted), ctypes.sizeof(wanted))
    _checked(_libc.syscall(_MOUNT_SETATTR, *arguments), what)


def make_read_only(target: str) -> None:
    """Makes one mount read-only, not those below it."""
    wanted = _Attributes(READ_ONLY | NO_SUID | NO_DEVICES, 0, 0, 0)
    arguments = (_HERE, target.encode(), 0, ctypes.byref(wanted), ctypes.sizeof(wanted))
    _checked(_libc.syscall(_MOUNT_SETATTR, *arguments), target)


def change_root(folder: str) -> None:
    """Makes the folder, a mount, the root of this namespace; all other mounts disappear."""
    os.chdir(folder)
    _checked(_libc.pivot_root(b".", b"."), "pivot_root")
    _checked(_libc.umount2(b".", _DETACH), "umount")
    os.chdir("/")


def become_subreaper() -> None:
    """Makes this process the parent of every descendant whose own parent ends."""
    _checked(_libc.prctl(_SUBREAPER, 1, 0, 0, 0), "prctl")


def die_with_parent() -> None:
    """Has this process killed when its parent ends."""
    _checked(_libc.prctl(_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0), "prctl")


def set_dumpable(yes: bool) -> None:
    """Says whether other processes of the same user may look into this one."""
    _checked(_libc.prctl(_DUMPABLE, int(yes), 0, 0, 0), "prctl")


def confine() -> None:
    """Keeps this process and its children from signalling, or looking into, any other process.

    Needs Landlock with scopes (Linux 6.12), and that no privileges can be gained.
    """
    # What is restricted: access to files, access to the network, scopes.
    restricted = (ctypes.c_uint64 * 3)(0, 0, _SCOPE_SIGNAL)
    size = ctypes.sizeof(restricted)
    rules = _checked(_libc.syscall(_LANDLOCK_CREATE, restricted, size, 0), "landlock")
    try:
        _checked(_libc.syscall(_LANDLOCK_RESTRICT, rules, 0), "landlock")
    finally:
        os.close(rules)


def drop_privileges() -> None:
    """Gives up every capability, now and in every program that is started."""
    _checked(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "prctl")
    for capability in range(_LAST_CAPABILITY + 1):
        # Without the right to drop them there are none, and `no new privileges` keeps it so.
        if _libc.prctl(_DROP_CAPABILITY, capability, 0, 0, 0) < 0:
            break
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    _checked(_libc.capset(header, none), "capset")
