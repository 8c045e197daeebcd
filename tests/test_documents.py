"""Every example in README, CONTRIBUTING, docs and docstrings is run, so that none of them lies.

    ```python    with `>>>` a doctest, otherwise code that is executed; blocks build on each other
    ```console   lines after `$ ` are commands, the lines below one what it prints
                 (`...` stands for anything; nothing below means that anything may be printed)

Commands run one after the other in a folder of their own that has the repository's examples.
`make` and `git` lines are not run; their targets must exist. Other languages are not run.
README has the `fivefold` that is installed, the others one that need not start each time.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import fivefold

if TYPE_CHECKING:
    from tests.conftest import WarmCommand

ROOT = Path(__file__).parents[1]
INSTALLED = Path(sys.executable).parent
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# What a document may run beside `fivefold`: these read, write or show files where they stand.
HARMLESS = {"cat", "cd", "cp", "echo", "head", "ls", "mkdir", "printf", "python", "tail", "wc"}


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    line: int
    language: str
    text: str


def documents() -> list[Path]:
    named = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    return [path for path in named if path.exists()] + sorted((ROOT / "docs").rglob("*.md"))


def blocks(text: str) -> Iterator[Block]:
    for found in BLOCK.finditer(text):
        yield Block(text.count("\n", 0, found.start()) + 1, found[1], found[2])


def faults(text: str, folder: Path, programs: Path = INSTALLED) -> list[str]:
    """Returns what is wrong with the examples of a document, which are run in the folder."""
    found = []
    module = types.ModuleType("document")
    sys.modules[module.__name__] = module  # dataclasses look their module up by name
    for block in blocks(text):
        if block.language == "python":
            found += [f"line {block.line}: {fault}" for fault in python_faults(block, module)]
        elif block.language == "console":
            wrong = console_faults(block.text, folder, programs)
            found += [f"line {block.line}: {fault}" for fault in wrong]
    return found


def python_faults(block: Block, module: types.ModuleType) -> list[str]:
    if ">>>" in block.text:
        report = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=ELLIPSIS, verbose=False)
        test = doctest.DocTestParser().get_doctest(block.text, vars(module), "example", None, 0)
        runner.run(test, out=report.write, clear_globs=False)
        vars(module).update(test.globs)
        return [report.getvalue()] if runner.failures else []
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block.text, "example", "exec"), vars(module))
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    return []


def console_faults(text: str, folder: Path, programs: Path) -> list[str]:
    found = []
    for command, expected in commands(text):
        program = first_word(command)
        if program in ("make", "git"):
            found += make_faults(command) if program == "make" else []
        elif program not in HARMLESS | {"fivefold"}:
            found.append(f"{program} is not run by documents")
        else:
            printed = run(command, folder, programs)
            if expected and not doctest.OutputChecker().check_output(expected, printed, ELLIPSIS):
                found.append(f"$ {command}\nexpected:\n{expected}printed:\n{printed}")
            elif not expected and "Traceback" in printed:
                found.append(f"$ {command}\n{printed}")
    return found


def commands(text: str) -> list[tuple[str, str]]:
    """Returns each command of a console block with the output that is written below it."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0] + "\n" + line, "")
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return found


def first_word(command: str) -> str:
    """Returns the program a command starts, without its folder and any settings before it."""
    words = [word for word in command.split() if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    return Path(words[0]).name if words else ""


def make_faults(command: str) -> list[str]:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    wanted = [word for word in command.split()[1:] if "=" not in word and not word.startswith("-")]
    return [f"the Makefile has no target {word}" for word in wanted if word not in targets]


def run(command: str, folder: Path, programs: Path) -> str:
    """Returns what the command prints on both streams."""
    path = os.pathsep.join([str(programs), str(INSTALLED), os.environ["PATH"]])
    finished = subprocess.run(
        ["bash", "-c", command.replace(".venv/bin/", "")],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    return finished.stdout


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the examples of a document are run."""
    monkeypatch.chdir(tmp_path)
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize(
    "path", documents(), ids=[str(path.relative_to(ROOT)) for path in documents()]
)
def test_every_example_of_a_document_does_what_it_says(
    path: Path, folder: Path, warm_command: WarmCommand
) -> None:
    programs = INSTALLED if path.name == "README.md" else warm_command.folder
    found = faults(path.read_text(encoding="utf-8"), folder, programs)
    assert not found, "\n\n".join(found)


def modules_with_examples() -> list[str]:
    source = Path(fivefold.__file__).parent
    return [
        ".".join(("fivefold", *path.relative_to(source).with_suffix("").parts))
        for path in sorted(source.rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", modules_with_examples())
def test_every_example_of_a_docstring_does_what_it_says(name: str) -> None:
    module = import_module(name.removesuffix(".__init__"))
    results = doctest.testmod(module, optionflags=ELLIPSIS)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize(
    "block",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\n1 / 0\n```\n",
        "```python\nx = 1\n```\n\n```python\n>>> x\n2\n```\n",
        "```console\n$ echo one\ntwo\n```\n",
        "```console\n$ echo one\none\n$ echo two\n1\n```\n",
        "```console\n$ make no-such-target\n```\n",
        "```console\n$ rm -r nothing\n```\n",
        "```console\n$ python -c 1/0\n```\n",
        "```console\n$ fivefold show chess\nWelcome to chess.\n```\n",
    ],
)
def test_an_example_that_lies_would_be_noticed(block: str, folder: Path) -> None:
    assert faults(block, folder)


@pytest.mark.parametrize(
    "block",
    [
        "```python\n>>> 1 + 1\n2\n```\n",
        "```python\n>>> print('a b c')\na ... c\n```\n",
        "```python\nx = 1\n```\n\n```python\n>>> x\n1\n```\n",
        "```console\n$ echo one\none\n$ echo two three\ntwo ...\n```\n",
        "```console\n$ echo anything\n```\n",
        "```console\n$ echo one \\\n  two\none two\n```\n",
        "```console\n$ echo x > file\n$ cat file\nx\n```\n",
        "```console\n$ make test\n$ git commit\n```\n",
        "```text\n>>> 1 + 1\n3\n```\n",
    ],
)
def test_an_example_that_is_true_is_left_alone(block: str, folder: Path) -> None:
    assert faults(block, folder) == []
