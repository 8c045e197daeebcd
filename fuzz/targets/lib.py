"""RenLib libraries: a tree in bytes."""

from __future__ import annotations

from fivefold.formats.records import as_tree
from fivefold.formats.renlib import LIB, MAGIC, library_bytes
from fivefold.tree.node import flatten
from fuzz.checking import read_all, tried

HEAD = MAGIC + b"\x03\x04" + b"\xff" * 10


def check(data: bytes) -> None:
    # Half of the inputs need not find the header.
    content = HEAD + data[1:] if data[:1] < b"\x80" else data[1:]
    readings = read_all(LIB.read(content, "fuzz.lib", None))
    if readings is None:
        return
    (reading,) = readings
    written = tried(lambda: library_bytes(as_tree(reading)))
    if written is None:
        return
    (again,) = LIB.read(written, "fuzz.lib", None)
    assert reading.tree
    assert again.tree
    assert [shape(each) for each in flatten(again.tree.root)] == [
        shape(each) for each in flatten(reading.tree.root)
    ]
    assert library_bytes(again.tree) == written


def shape(each: tuple[int, object]) -> tuple[object, ...]:
    parent, node = each
    return (parent, *(getattr(node, name) for name in ("move", "notes", "source", "refused")))
