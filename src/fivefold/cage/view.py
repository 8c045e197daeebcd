"""What a process in a cage sees of the file system: a new root with only what it needs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from fivefold.cage import SYSTEM, kernel

MACHINE = "/sys/devices/system"
"""Where programs read the number of processors."""
DEVICES = ("null", "zero", "full", "random", "urandom")
LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
SCRATCH = "/scratch"
"""A file system in memory: nothing else can be written, and it ends with the processes."""
HOME = f"{SCRATCH}/home"
WRITABLE = {HOME: HOME, f"{SCRATCH}/tmp": "/tmp", f"{SCRATCH}/shm": "/dev/shm"}
"""Its folders, and where programs find them."""
SMALL = "size=1m,mode=755"
CLOSED = kernel.READ_ONLY | kernel.NO_SUID | kernel.NO_DEVICES
OPEN = kernel.NO_SUID | kernel.NO_DEVICES


def enter(spec: dict[str, Any], users: dict[str, int], owner: int | None) -> None:
    """Replaces the root of this mount namespace. It is built on an empty folder, which is removed.

    `users` gives for a folder the user namespace that turns its owner into the caged user;
    `owner` is that user, if it is not the present one.
    """
    base = Path(spec["base"])
    kernel.make_mounts_private()
    kernel.mount_new("tmpfs", str(base), OPEN, SMALL)
    parent = os.open(base.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        _add_system(base)
        _add_scratch(base, spec["disk"], owner)
        shown = dict.fromkeys(spec["read"], CLOSED) | dict.fromkeys(spec["write"], OPEN)
        apart = {each["seen"]: each for each in spec["apart"]}
        # A hidden folder may contain one that is shown, and the other way round.
        for path in sorted({*shown, *spec["hide"], *apart}, key=lambda each: len(Path(each).parts)):
            if path in shown:
                _show(base, path, shown[path], users.get(path, -1))
            elif path in spec["hide"]:
                _cover(base, path)
                continue
            if path in apart:
                root = apart[path]["root"]
                _show_apart(base, apart[path], shown.get(root, CLOSED), users.get(root, -1), owner)
        if spec["folder"] is not None and Path(spec["folder"]).is_dir():
            with contextlib.suppress(OSError):
                _inside(base, Path(spec["folder"])).mkdir(parents=True, exist_ok=True)
        # Only where a whole `/proc` is mounted may a user mount another one.
        kernel.mount_new("proc", str(base / "proc"), OPEN)
        kernel.change_root(str(base))
        with contextlib.suppress(OSError):
            os.rmdir(base.name, dir_fd=parent)
    finally:
        os.close(parent)
    kernel.make_read_only("/")


def _add_system(base: Path) -> None:
    for folder in map(Path, SYSTEM):
        if folder.is_symlink():
            _inside(base, folder).symlink_to(folder.readlink())
        elif folder.is_dir():
            _show(base, str(folder), CLOSED)
    _show(base, MACHINE, CLOSED)
    for name in ("proc", "dev"):
        (base / name).mkdir()
    for name in DEVICES:
        _show(base, f"/dev/{name}", kernel.NO_SUID)
    for name, target in LINKS.items():
        (base / "dev" / name).symlink_to(target)


def _add_scratch(base: Path, size: int | None, owner: int | None) -> None:
    whose = "" if owner is None else f",uid={owner},gid={owner}"
    most = "" if size is None else f"size={size},"
    scratch = _inside(base, Path(SCRATCH))
    scratch.mkdir()
    kernel.mount_new("tmpfs", str(scratch), OPEN, f"{most}mode=700{whose}")
    for folder, shown in WRITABLE.items():
        place = _inside(base, Path(folder))
        place.mkdir(mode=0o700)
        if owner is not None:
            os.chown(place, owner, owner)
        if shown != folder:
            _inside(base, Path(shown)).mkdir()
            kernel.bind(str(place), str(_inside(base, Path(shown))), OPEN)


def _show(base: Path, path: str, flags: int, user_namespace: int = -1) -> None:
    """Shows a file or folder of the host under the same path; ignores one that is missing."""
    place = _inside(base, Path(path))
    if place != base:
        _bind(Path(path), place, flags, user_namespace)


def _bind(source: Path, place: Path, flags: int, user_namespace: int) -> None:
    if not source.exists():
        return
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            place.mkdir()
        else:
            place.touch()
    kernel.bind(str(source), str(place), flags, user_namespace)


def _show_apart(
    base: Path, apart: dict[str, Any], flags: int, user_namespace: int, owner: int | None
) -> None:
    """Shows the entries that a folder has now, except the hidden ones, instead of the folder."""
    folder, place = Path(apart["folder"]), _inside(base, Path(apart["seen"]))
    if not place.is_dir():
        return
    stat = folder.stat()
    kernel.mount_new("tmpfs", str(place), OPEN, f"size=1m,mode={stat.st_mode & 0o777 | 0o500:o}")
    with contextlib.suppress(OSError):  # an owner who is unknown in this user namespace
        if owner is not None and user_namespace >= 0:
            os.chown(place, owner, owner)
        else:
            os.chown(place, stat.st_uid, stat.st_gid)
    for entry in folder.iterdir():
        if entry.name in apart["hidden"]:
            continue
        if entry.is_symlink():
            (place / entry.name).symlink_to(entry.readlink())
        else:
            _bind(entry, place / entry.name, flags, user_namespace)
    kernel.make_read_only(str(place))


def _cover(base: Path, path: str) -> None:
    """Puts an empty file or folder over a path that may be shown with its folder."""
    place = _inside(base, Path(path))
    if place.is_symlink() or not place.exists():
        return
    if place.is_dir():
        kernel.mount_new("tmpfs", str(place), OPEN, SMALL)
    else:
        kernel.bind("/dev/null", str(place), CLOSED)


def _inside(base: Path, path: Path) -> Path:
    return base / path.relative_to("/")
