"""Runs every example in README, CONTRIBUTING, docs and docstrings, so that all of them stay true.

    ```python    with `>>>` a doctest, otherwise code to execute; blocks share their variables
    ```console   lines after `$ ` are commands, the lines below a command its output
                 (`...` matches anything; no output below a command allows any)

The commands of a document run in order, in a temporary folder with the repository's examples.
`make` and `git` lines are not run, but their targets must exist. Other languages are not run.
README uses the installed `fivefold`; the other documents use a preloaded one, which is faster.
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
# A file of the repository that a sentence names, and a module under src/fivefold.
REPOSITORY_FILE = re.compile(
    r"(?<![\w./])(?:src|tests|native|bench|docs|training|tools|fuzz|examples|scripts)"
    r"/[\w/.-]+\.(?:py|md|js|cpp|hpp|c|css|toml|sh)\b"
)
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
    """Runs the examples of a document in the folder and returns the faults."""
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
            output, errors = run(command, folder, programs)
            printed = errors + output
            # Progress appears on stderr only after two seconds: a document may leave it out.
            possible = (output, printed) if output else (errors,)
            matches = doctest.OutputChecker().check_output
            if expected and not any(matches(expected, text, ELLIPSIS) for text in possible):
                found.append(f"$ {command}\nexpected:\n{expected}printed:\n{printed}")
            elif not expected and "Traceback" in printed:
                found.append(f"$ {command}\n{printed}")
    return found


def commands(text: str) -> list[tuple[str, str]]:
    """Returns each command of a console block with its documented output."""
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
    """Returns the program that a command starts, without its folder or preceding variables."""
    words = [word for word in command.split() if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    return Path(words[0]).name if words else ""


def make_faults(command: str) -> list[str]:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    wanted = [word for word in command.split()[1:] if "=" not in word and not word.startswith("-")]
    return [f"the Makefile has no target {word}" for word in wanted if word not in targets]


def run(command: str, folder: Path, programs: Path) -> tuple[str, str]:
    """Returns what the command prints on standard output and on standard error."""
    path = os.pathsep.join([str(programs), str(INSTALLED), os.environ["PATH"]])
    kept = {"XDG_STATE_HOME": str(folder / "state")}
    finished = subprocess.run(
        ["bash", "-c", command.replace(".venv/bin/", "")],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", **kept},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    return finished.stdout, finished.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the examples of a document run."""
    monkeypatch.chdir(tmp_path)
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.system
@pytest.mark.parametrize(
    "path", documents(), ids=[str(path.relative_to(ROOT)) for path in documents()]
)
def test_every_example_in_a_document_is_true(
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
def test_every_example_in_a_docstring_is_true(name: str) -> None:
    module = import_module(name.removesuffix(".__init__"))
    results = doctest.testmod(module, optionflags=ELLIPSIS)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.system
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
def test_a_false_example_is_detected(block: str, folder: Path) -> None:
    assert faults(block, folder)


@pytest.mark.system
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
def test_a_true_example_passes(block: str, folder: Path) -> None:
    assert faults(block, folder) == []


def test_every_page_is_in_the_documentation_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([\w/.-]+\.md)\)", index))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert linked == pages - {"README.md"}


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_that_a_document_names_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = [path.parent / link for link in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", text)]
    to_be_added = {file.name for file in (ROOT / "examples" / "contributing").iterdir()}
    named = [ROOT / name for name in REPOSITORY_FILE.findall(text)]
    missing = [file for file in [*links, *named] if not file.exists()]
    assert [file for file in missing if file.name not in to_be_added] == []


def test_the_readme_shows_the_first_strategy_as_it_is() -> None:
    source = (ROOT / "examples" / "my_first_strategy.py").read_text(encoding="utf-8")
    assert f"```python\n{source}```" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short_and_shows_real_output() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 120
    outputs = [block.text.splitlines() for block in blocks(text) if block.language == "console"]
    assert all("..." not in lines for lines in outputs)
