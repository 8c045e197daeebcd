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
        # A hidden folder may contain one that is shown, and the other way round.
        for path in sorted({*shown, *spec["hide"]}, key=lambda each: len(Path(each).parts)):
            if path in spec["apart"]:
                _show_entries(base, path, shown[path], users.get(path, -1), spec["hide"])
            elif path in shown:
                _show(base, path, shown[path], users.get(path, -1))
            else:
                _cover(base, path)
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
    if not Path(path).exists() or place == base:
        return
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        if Path(path).is_dir():
            place.mkdir()
        else:
            place.touch()
    kernel.bind(path, str(place), flags, user_namespace)


def _show_entries(
    base: Path, folder: str, flags: int, user_namespace: int, hidden: list[str]
) -> None:
    """Shows the files of a folder one by one, because hidden ones may appear in it later."""
    _inside(base, Path(folder)).mkdir(parents=True, exist_ok=True)
    for entry in Path(folder).iterdir():
        if str(entry) not in hidden:
            _show(base, str(entry), flags, user_namespace)


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
