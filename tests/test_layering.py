"""The layers of the design: a package imports only what stands to its left."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import fivefold

SOURCE = Path(fivefold.__file__).parent
LAYERS = [
    "words",
    "errors",
    "core",
    "games",
    "strategies",
    "names",
    "engines",
    "match",
    "formats",
    "results",
    "arena",
    "server",
    "book",
    "cli",
]
NEVER = {("server", "arena"), ("arena", "server"), ("book", "server")}
LIBRARY = set(LAYERS[: LAYERS.index("results") + 1])
NATIVE_USER = "strategies.native"


def imports(source: str, module: str) -> set[str]:
    """Returns the absolute names of everything a module imports, wherever in it."""
    package = f"fivefold.{module}".split(".")[:-1]
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            # `from fivefold import core` imports a module, `from fivefold.core import Move` a name
            found |= {f"{start}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            found |= {
                arg.value
                for arg in node.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            }
    return found


def wrong_arrows(source: str, module: str) -> list[str]:
    """Returns what a module imports though it stands to its right or outside the library."""
    layer = module.split(".")[0]
    found = []
    for name in sorted(imports(source, module)):
        top, _, rest = name.partition(".")
        part = rest.split(".")[0]
        if top == "fivefold" and part == "_native":
            if module != NATIVE_USER:
                found.append(f"{module} imports {name}: only {NATIVE_USER} may")
        elif top == "fivefold" and part in LAYERS:
            if LAYERS.index(part) > LAYERS.index(layer) or (layer, part) in NEVER:
                found.append(f"{module} imports {name}: {part} is not to the left of {layer}")
        elif top == "fivefold":
            found.append(f"{module} imports {name}: import from the layer itself")
        elif layer in LIBRARY and top not in sys.stdlib_module_names:
            found.append(f"{module} imports {name}: it is not in the standard library")
    return found


def modules() -> dict[str, Path]:
    """Returns every module under its name without `fivefold.`; a package is `package.__init__`."""
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts): path
        for path in sorted(SOURCE.rglob("*.py"))
        if path != SOURCE / "__init__.py"
    }


@pytest.mark.parametrize("module", modules())
def test_a_module_imports_only_what_stands_to_its_left(module: str) -> None:
    assert wrong_arrows(modules()[module].read_text(encoding="utf-8"), module) == []


def test_every_module_belongs_to_a_layer() -> None:
    assert {module.split(".")[0] for module in modules()} <= set(LAYERS)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from fivefold.names import game_from", "strategies.minimax"),
        ("import fivefold.cli.show", "match.play"),
        ("from fivefold import cli", "engines.local"),
        ("def late():\n    from fivefold.match import play", "games.gomoku"),
        ("from importlib import import_module\nimport_module('fivefold.cli')", "core"),
        ("from ..cli import show", "games.gomoku"),
        ("from .. import arena", "server.app"),
        ("from fivefold.server import app", "arena.tournament"),
        ("from fivefold._native import perft", "games.othello"),
        ("from fivefold import _native", "cli.perft"),
        ("import fivefold._native", "strategies.engine"),
        ("import numpy", "strategies.evaluate.patterns"),
        ("from rich.table import Table", "formats.obf"),
        ("from fivefold import Strategy", "strategies.minimax"),
    ],
)
def test_an_arrow_to_the_right_would_be_noticed(source: str, module: str) -> None:
    assert wrong_arrows(source, module)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from fivefold.words import say", "cli.show"),
        ("from fivefold import _native", NATIVE_USER),
        ("from . import grid", "games.gomoku"),
        ("import typer", "cli.app"),
        ("import numpy", "arena.plots"),
        ("import json", "core"),
    ],
)
def test_an_arrow_to_the_left_is_fine(source: str, module: str) -> None:
    assert wrong_arrows(source, module) == []
