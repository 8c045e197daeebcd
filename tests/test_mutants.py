"""The mutants of mutation testing, see docs/explanation/mutation-testing.md."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

PROJECT = Path(__file__).parents[1]


def load() -> ModuleType:
    file = PROJECT / "bench/mutants/changes.py"
    spec = importlib.util.spec_from_file_location("bench_changes", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module


changes = load()

SOURCE = '''
"""Not changed."""
LIMIT: Literal["a"] = 3

@cache
def f(x: int, y: str = "b") -> bool:
    """Not changed."""
    if x < LIMIT and not y:
        raise ValueError(f"{x} not changed")
    self.total = x
    return x - 1
'''


def changes_in(source: str) -> set[tuple[str, str]]:
    return {(mutant.kind, mutant.now) for mutant in changes.mutants(source)}


def test_every_kind_of_change_is_made_once() -> None:
    assert changes_in(SOURCE) == {
        ("constant", "LIMIT: Literal['a'] = 4"),
        ("constant", "LIMIT: Literal['a'] = 2"),
        ("constant", "@cache def f(x: int, y: str='b?') -> bool:"),
        ("negated", "if not (x < LIMIT and (not y)):"),
        ("and/or", "if x < LIMIT or not y:"),
        ("condition dropped", "if not y:"),
        ("condition dropped", "if x < LIMIT:"),
        ("comparison", "if x <= LIMIT and (not y):"),
        ("comparison", "if x >= LIMIT and (not y):"),
        ("sign", "if x < LIMIT and y:"),
        ("left out", "pass"),
        ("returns None", "return None"),
        ("arithmetic", "return x + 1"),
        ("constant", "return x - 2"),
    }
    assert len(changes.mutants(SOURCE)) == len(changes_in(SOURCE)) + 1  # two statements are removed


def test_import_time_mutants_are_distinguished_from_those_in_functions() -> None:
    found = {mutant.now: mutant.function for mutant in changes.mutants(SOURCE)}
    assert found["LIMIT: Literal['a'] = 4"] is None
    assert found["@cache def f(x: int, y: str='b?') -> bool:"] is None
    assert found["return x + 1"] == 5  # the line of its decorator, as Python counts


def test_each_is_one_change_of_a_program_that_can_be_compiled() -> None:
    source = (PROJECT / "src/fivefold/server/room/events.py").read_text(encoding="utf-8")
    tree, text = ast.parse(source), ast.unparse(ast.parse(source))
    found = changes.mutants(source)
    for mutant in found:
        changed = mutant.applied(tree)
        compile(changed, "events.py", "exec")
        assert ast.unparse(changed) != text
    assert ast.unparse(tree) == text
    assert len({mutant.name for mutant in found}) == len(found)
