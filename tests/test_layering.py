"""The layers of the design: a package imports only packages to its left, and nothing in a circle.

Imports under `TYPE_CHECKING` and inside functions count: they hide an arrow, they do not turn it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

import fivefold

SOURCE = Path(fivefold.__file__).parent
LAYERS = [
    "words",
    "errors",
    "core",
    "drawing",
    "games",
    "strategies",
    "names",
    "cage",
    "engines",
    "match",
    "tree",
    "analysis",
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
INSIDE = {
    "server": [
        "settings",
        "strict_json",
        "metrics",
        "gc_tuning",
        "logs",
        "room",
        "study",
        "storage",
        "peers",
        "analysis",
        "exports",
        "matches",
        "studies",
        "tournaments",
        "web",
        "http",
        "app",
        "supervisor",
        "serve",
    ],
    "strategies": [
        "base",
        "budget",
        "explain",
        "parameters",
        "native",
        "native_player",
        "searcher_pool",
        "teaching",
        "gomoku",
        "othello",
        "pentomino",
        "native_engine",
        "engine_levels",
        "levels",
        "solve",
        "time_management",
        "__init__",
    ],
}
"""The order of the modules and packages inside a layer."""
APART = {("othello", "gomoku"), ("pentomino", "gomoku"), ("pentomino", "othello")}
"""The strategies of one game do not import those of another."""
MAX_MODULES = 20
NO_CYCLES = ("server",)


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


def wrong_arrows_inside(source: str, module: str) -> list[str]:
    """Returns what a module imports from its own layer though it stands further right there."""
    layer, _, rest = module.partition(".")
    order = INSIDE.get(layer)
    if order is None:
        return []
    part = rest.split(".")[0]
    found = []
    for name in sorted(imports(source, module)):
        top, _, rest = name.removeprefix("fivefold.").partition(".")
        other = rest.split(".")[0]
        if top != layer or other not in order:
            continue
        if order.index(other) > order.index(part) or (part, other) in APART:
            found.append(f"{module} imports {name}: {other} is not to the left of {part}")
    return found


def cycles(layer: str) -> list[str]:
    """Returns the modules of a layer that import themselves by way of others."""
    known = {
        f"fivefold.{module}".removesuffix(".__init__"): path for module, path in modules().items()
    }
    arrows: dict[str, set[str]] = {}
    for module, path in known.items():
        if module.startswith(f"fivefold.{layer}."):
            named = imports(path.read_text(encoding="utf-8"), module.removeprefix("fivefold."))
            found = {name if name in known else name.rpartition(".")[0] for name in named}
            # A package and its own modules are one thing.
            arrows[module] = {
                each
                for each in found
                if not each.startswith(f"{module}.") and not module.startswith(f"{each}.")
            }
    return [module for module in arrows if module in _reachable(arrows, module)]


def _reachable(arrows: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(arrows[start])
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += arrows.get(module, ())
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


@pytest.mark.parametrize("module", [name for name in modules() if name.split(".")[0] in INSIDE])
def test_a_module_imports_only_what_stands_to_its_left_in_its_layer(module: str) -> None:
    assert wrong_arrows_inside(modules()[module].read_text(encoding="utf-8"), module) == []


@pytest.mark.parametrize("layer", NO_CYCLES)
def test_no_module_imports_itself_by_way_of_others(layer: str) -> None:
    assert cycles(layer) == []


@pytest.mark.parametrize("layer", INSIDE)
def test_the_order_inside_a_layer_names_every_part(layer: str) -> None:
    parts = {name.split(".")[1] for name in modules() if name.startswith(f"{layer}.")}
    assert parts - {"__init__"} == set(INSIDE[layer]) - {"__init__"}


def test_no_folder_has_more_modules_than_a_reader_can_scan() -> None:
    counts = Counter(path.parent for path in SOURCE.rglob("*.py"))
    assert {
        str(folder.relative_to(SOURCE)): count
        for folder, count in counts.items()
        if count > MAX_MODULES
    } == {}


def test_every_module_belongs_to_a_layer() -> None:
    assert {module.split(".")[0] for module in modules()} <= set(LAYERS)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from fivefold.names import game_from", "strategies.minimax"),
        ("import fivefold.cli.commands.show", "match.play"),
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
        ("from fivefold.server.matches.service import MatchService", "server.room.rules"),
        (
            "from typing import TYPE_CHECKING\n"
            "if TYPE_CHECKING:\n    from fivefold.server.matches.service import MatchService",
            "server.metrics",
        ),
        ("def late():\n    from fivefold.server import serve", "server.supervisor"),
        ("from ..http import strict_json", "server.matches.frames"),
        ("from fivefold.strategies.levels import LEVELS", "strategies.teaching.minimax"),
        ("from fivefold.strategies.gomoku.search import x", "strategies.othello.search"),
    ],
)
def test_an_arrow_to_the_right_inside_a_layer_would_be_noticed(source: str, module: str) -> None:
    assert wrong_arrows_inside(source, module)


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
