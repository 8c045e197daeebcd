"""The mutants of a module: small changes that a test should notice.

A mutant is one change in the syntax tree: a comparison, a sign, a constant, a condition, a return
value, a removed statement. Docstrings and annotations are not changed. The list is deterministic,
in source order.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES_ONLY = {"Literal", "ClassVar", "Callable", "TypeVar", "cast"}
"""Their arguments matter only to type checkers."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """One change: the path to the node, its replacement, and both as text."""

    path: tuple[tuple[str, int | None], ...]
    new: ast.AST | None
    """None removes the node from its list."""
    kind: str
    line: int
    function: int | None
    """The first line of the outermost function around it; None for code that runs at import."""
    was: str
    now: str

    @property
    def name(self) -> str:
        """The key in the journal; stable while the source is."""
        place = "/".join(f"{field}{'' if at is None else at}" for field, at in self.path)
        change = hashlib.sha256(f"{self.kind} {self.was} {self.now}".encode()).hexdigest()[:8]
        return f"{self.line} {self.kind} {place} {change}"

    def applied(self, tree: ast.Module) -> ast.Module:
        """Returns a changed copy of the tree."""
        changed = copy.deepcopy(tree)
        parent: ast.AST = changed
        for field, at in self.path[:-1]:
            child = getattr(parent, field)
            parent = child if at is None else child[at]
        field, at = self.path[-1]
        if at is None:
            setattr(parent, field, self.new)
        elif self.new is None:
            del getattr(parent, field)[at]
        else:
            getattr(parent, field)[at] = self.new
        return ast.fix_missing_locations(changed)


def mutants(source: str) -> list[Mutant]:
    """Returns all mutants of a source text."""
    return list(_walk(ast.parse(source), (), None, None))


def _walk(
    node: ast.AST,
    path: tuple[tuple[str, int | None], ...],
    inside: int | None,
    shown: ast.AST | None,
) -> Iterator[Mutant]:
    """Yields the mutants below a node; `shown` is the statement shown to readers."""
    for field, at, child in _children(node):
        step = (*path, (field, at))
        first = inside
        if isinstance(node, Function) and field == "body" and inside is None:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        statement = child if isinstance(child, ast.stmt) else shown
        for kind, new in _changes(child):
            line = child.lineno if isinstance(child, ast.expr | ast.stmt) else node.lineno  # type: ignore[attr-defined]
            was, now = _text(statement, child, child), _text(statement, child, new)
            if was != now:
                yield Mutant(step, new, kind, line, first, was, now)
        yield from _walk(child, step, first, statement)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """Yields the children that affect the running program."""
    if isinstance(node, ast.JoinedStr):
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment") or (
            field == "msg" and isinstance(node, ast.Assert)
        ):
            continue
        if isinstance(value, ast.AST):
            if not _is_for_types(value):
                yield field, None, value
        elif isinstance(value, list):
            for at, each in enumerate(value):
                if isinstance(each, ast.AST) and not _is_for_types(each):
                    yield field, at, each


def _is_for_types(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id in TYPES_ONLY
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in TYPES_ONLY
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _text(statement: ast.AST | None, child: ast.AST, new: ast.AST | None) -> str:
    """Returns the head of the statement with `new` in place of the child."""
    if statement is None or new is None:
        return ""
    if statement is child:
        return _head(new)
    memo: dict[int, object] = {id(child): new}
    return _head(copy.deepcopy(statement, memo))


def _head(node: ast.AST) -> str:
    """Returns a statement on one line, without nested statements."""
    short = copy.copy(node)
    if isinstance(
        short, ast.If | ast.For | ast.While | ast.With | ast.Try | Function | ast.ClassDef
    ):
        short.body = [ast.Pass()]
        for field in ("orelse", "handlers", "finalbody"):
            if hasattr(short, field):
                setattr(short, field, [])
    if isinstance(short, ast.Try):
        short.finalbody = [ast.Pass()]
    text = " ".join(ast.unparse(ast.fix_missing_locations(short)).split())
    return text.removesuffix(" pass")


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST | None]]:
    """Yields (kind, replacement of the node)."""
    match node:
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    yield "comparison", _with(node, ops=_put(node.ops, at, other()))
        case ast.BinOp() | ast.AugAssign():
            if not (
                isinstance(node.op, ast.Mod) and isinstance(node, ast.BinOp) and _is_text(node.left)
            ):
                other_operator = OPERATORS.get(type(node.op))
                if other_operator:
                    yield "arithmetic", _with(node, op=other_operator())
            if isinstance(node, ast.AugAssign):
                yield "left out", ast.Pass()
        case ast.BoolOp():
            other_way = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield "and/or", _with(node, op=other_way())
            for at in range(len(node.values)):
                rest = node.values[:at] + node.values[at + 1 :]
                yield "condition dropped", rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield "sign", node.operand
        case ast.Constant():
            yield from _constants(node)
        case ast.Name(id=name) if name in NAMES:
            yield "name", ast.Name(NAMES[name], ast.Load())
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield "returns None", ast.Return(ast.Constant(None))
        case ast.Expr() | ast.Raise() | ast.Delete() | ast.Assert():
            yield "left out", ast.Pass()
        case ast.Assign() if any(
            isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets
        ):
            yield "left out", ast.Pass()
        case ast.Break():
            yield "loop", ast.Continue()
        case ast.Continue():
            yield "loop", ast.Break()
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            # The opposite of a single comparison or a `not` is among the other changes.
            if not _has_an_opposite(test):
                yield "negated", _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=conditions) if conditions:
            yield "condition dropped", _with(node, ifs=conditions[1:])


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int | float):
        yield "constant", ast.Constant(value + 1)
        if value > 1:
            yield "constant", ast.Constant(value - 1)
    elif isinstance(value, str):
        yield "constant", ast.Constant(value + "?")


def _with(node: ast.AST, **fields: object) -> ast.AST:
    """Returns a shallow copy of the node with changed fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _put(values: list[ast.cmpop], at: int, value: ast.cmpop) -> list[ast.cmpop]:
    return [*values[:at], value, *values[at + 1 :]]


def _has_an_opposite(test: ast.expr) -> bool:
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
