"""Files: missing, strange or huge ones are rejected, and writing is atomic."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats import files, read_file, read_from, write_to
from fivefold.names import game_from

OTHELLO = game_from("othello")


@pytest.mark.system
@pytest.mark.parametrize(
    "content",
    [
        b"f5d6",
        b"\xef\xbb\xbff5 d6\r\n",
        "f5 d6\r\n".encode("utf-16"),
        "ｆ５ｄ６".encode(),
    ],
)
def test_text_files_are_read_in_common_encodings(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    assert read_file(str(file), OTHELLO).moves == (37, 43)


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"f5d6")))
    assert read_file("-", OTHELLO).moves == (37, 43)


@pytest.mark.parametrize("name", ["nothing.txt", "file.txt/below.txt", "\0", "a" * 300])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").write_text("f5")
    with pytest.raises(UnknownName, match="file “") as refusal:
        read_from(str(tmp_path / name))
    assert str(refusal.value).isprintable()


def test_a_directory_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="is a directory"):
        read_from(str(tmp_path))
    with pytest.raises(UnknownName, match="is a directory"):
        write_to(str(tmp_path), "f5")


@pytest.mark.parametrize("content", [b"f5\0d6", b"\x89PNG\r\n\x1a\n", b"\xff\xfe\x00", b"\xc3"])
def test_a_binary_file_is_rejected(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(content)
    with pytest.raises(InvalidNotation, match="is not a text file"):
        read_from(str(file))


@pytest.mark.system
def test_a_huge_file_is_rejected_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.txt"
    with file.open("wb") as stream:
        stream.truncate(10**12)
    with pytest.raises(InvalidNotation, match="larger than 16 MB"):
        read_from(str(file))


def test_an_endless_device_is_rejected() -> None:
    with pytest.raises(InvalidNotation, match="larger than 16 MB"):
        read_from("/dev/zero")


def test_files_are_replaced_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    file.write_text("before")

    def no_space(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(UnknownName, match="No space left on device"):
        write_to(str(file), "after")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.undo()
    write_to(str(file), "after")
    assert file.read_text() == "after"
    assert list(tmp_path.iterdir()) == [file]


def test_permissions_are_kept_or_those_of_a_new_file(tmp_path: Path) -> None:
    private, new, ordinary = (tmp_path / name for name in ("private", "new", "ordinary"))
    private.write_text("before")
    private.chmod(0o600)
    ordinary.write_text("")
    write_to(str(private), "after")
    write_to(str(new), "after")
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert new.stat().st_mode == ordinary.stat().st_mode


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "game.txt")
    write_to(str(tmp_path / "link"), "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "game.txt").read_text() == "after"


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no file"):
        write_to(str(tmp_path / "nowhere" / "game.txt"), "f5")


def test_a_device_can_be_written_to() -> None:
    write_to("/dev/null", "f5")
    assert not Path("/dev/null").is_file()


def test_a_dash_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    write_to("-", "f5\n")
    assert capsys.readouterr().out == "f5\n"
    assert files.LARGEST_FILE == 16_000_000


def test_related_files_are_written_all_or_none(tmp_path: Path) -> None:
    one, two, folder = (tmp_path / name for name in ("one", "two", "folder"))
    one.write_bytes(b"old")
    folder.mkdir()
    with pytest.raises(UnknownName, match="is a directory"):
        files.write_together({str(one): b"new", str(two): b"new", str(folder): b"new"})
    with pytest.raises(UnknownName, match="There is no file"):
        files.write_together({str(one): b"new", str(tmp_path / "none" / "x"): b"new"})
    assert one.read_bytes() == b"old"
    assert {file.name for file in tmp_path.iterdir()} == {"one", "folder"}
    files.write_together({str(one): b"new", str(two): b"also"})
    assert (one.read_bytes(), two.read_bytes()) == (b"new", b"also")
    assert {file.name for file in tmp_path.iterdir()} == {"one", "two", "folder"}
