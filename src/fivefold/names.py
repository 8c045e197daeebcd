"""From text to objects: `gomoku(size=19)`, `minimax(depth=3)`, `./my_bot.py:MyBot`.

Names come from the registries here, from installed plug-ins (entry points in the groups
`fivefold.games` and `fivefold.strategies`) and, for strategies, from a file.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.machinery import SourceFileLoader
from importlib.metadata import entry_points
from pathlib import Path
from types import CodeType
from typing import Any

from fivefold.core import Game
from fivefold.errors import EngineCrashed, FivefoldError, InvalidNotation, UnknownName
from fivefold.games import GAMES
from fivefold.strategies import ALIASES, STRATEGIES
from fivefold.strategies.base import Strategy
from fivefold.words import quoted, say

_CALL = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_PATH = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?(?:\((?P<arguments>.*)\))?", re.DOTALL)
_SIZE = re.compile(r"([0-9]{1,3})(?:\s*[xX×]\s*([0-9]{1,3}))?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")


def all_games() -> dict[str, type[Game]]:
    """Returns every game there is: ours and the plug-ins'."""
    return {**_plugged_in("fivefold.games"), **GAMES}


def all_strategies() -> dict[str, type[Strategy]]:
    """Returns every named strategy: ours and the plug-ins'."""
    return {**_plugged_in("fivefold.strategies"), **STRATEGIES}


def strategies_for(game: str) -> dict[str, type[Strategy]]:
    """Returns the named strategies that play the game."""
    return {
        name: kind
        for name, kind in all_strategies().items()
        if kind.games is None or game in kind.games
    }


@cache
def _plugged_in(group: str) -> dict[str, Any]:
    found = {}
    for entry in entry_points(group=group):
        try:
            found[entry.name] = kind = entry.load()
            if not isinstance(kind, type):
                raise TypeError(f"{kind!r} is not a class")
        except Exception as error:
            raise EngineCrashed(
                "name.plugin", name=quoted(entry.name), reason=_why(error)
            ) from error
    return found


def _why(error: BaseException) -> str:
    return quoted(f"{type(error).__name__}: {error}", 200)


def parse_size(text: str) -> tuple[int, int]:
    """Returns (rows, columns) of `8` or `6x10`."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise InvalidNotation("size.unreadable", text=quoted(text))
    rows = int(match[1])
    return rows, int(match[2]) if match[2] else rows


def game_from(text: str, size: int | str | None = None, rules: str | None = None) -> Game:
    """Returns the game that `gomoku`, `gomoku(19)` or `gomoku(size=19, rules=standard)` names.

    Switches of a rule set stand in its name or beside it: `gomoku(rules=omok:threes=black)` is
    `gomoku(rules=omok, threes=black)`.
    """
    name, arguments = _parse_call(text)
    # Ours are found without loading any plug-in, so that a broken one breaks only itself.
    kind: type[Game] = GAMES.get(name.lower()) or _look_up("game", name.lower(), all_games())
    arguments = _with_names(arguments, ("size", "rules"), text)
    known = ("size", "rules", *_switches(kind))
    for parameter in arguments:
        _look_up("parameter", parameter, known, owner=kind.name)
    size, rules = arguments.pop("size", size), arguments.pop("rules", rules)
    if arguments:
        switches = (f"{switch}={value}" for switch, value in arguments.items())
        rules = ":".join((rules or kind.rule_names[0], *switches))
    if rules is not None:
        rules = read_rules(kind, rules)
    return kind.of(None if size is None else parse_size(str(size)), rules)


def read_rules(kind: type[Game], text: str) -> str:
    """Returns the rules as `kind.of` takes them; raises `UnknownName` if it has no such name."""
    rules = text.lower()
    name = rules.partition(":")[0] if _switches(kind) else rules
    _look_up("rules", name, kind.rule_names, owner=kind.name)
    return rules


def _switches(kind: type[Game]) -> Mapping[str, tuple[str, ...]]:
    """Returns what can be chosen within the rule sets of a game that has such choices."""
    switches: Mapping[str, tuple[str, ...]] = getattr(kind, "switches", {})
    return switches


def format_game(game: Game) -> str:
    """Returns the text that `game_from` reads, such as `gomoku(size=15, rules=freestyle)`."""
    square = game.rows == game.columns
    size = str(game.rows) if square else f"{game.rows}x{game.columns}"
    return f"{game.name}(size={size}, rules={game.rules})"


def strategy_from(text: str, game: Game | str, seed: int | None = None) -> Strategy:
    """Returns the strategy the text names, for that game; `seed` goes to those that use chance."""
    game = game if isinstance(game, str) else game.name
    if is_path(text):
        kind, arguments = _load(text)
        name = kind.__name__
    else:
        name, arguments = _parse_call(text)
        name, preset = ALIASES.get(
            (game, name.lower()), ALIASES.get(("", name.lower()), (name, {}))
        )
        arguments = {**preset, **arguments}
        key = name.lower()
        kind = STRATEGIES.get(key) or _look_up("strategy", key, all_strategies())
        if kind.games is not None and game not in kind.games:
            raise UnknownName(
                "name.not_for_game", name=name, game=game, names=sorted(strategies_for(game))
            )
    values = _fit_arguments(kind, name, _with_names(arguments, parameters(kind), text))
    if seed is not None and "seed" in parameters(kind):
        values.setdefault("seed", seed)
    try:
        strategy = kind(**values)
        strategy.check_game(game)
        return strategy
    except FivefoldError:
        raise
    except Exception as error:
        raise EngineCrashed("name.start_fails", name=quoted(name), reason=_why(error)) from error


def is_path(text: str) -> bool:
    """Tells whether the text means a strategy in a file, such as `./my_bot.py:MyBot`."""
    return _PATH.fullmatch(text.strip()) is not None


def file_of(text: str) -> str | None:
    """Returns the file of a strategy such as `./my_bot.py:MyBot`, or None if it is in none."""
    match = _PATH.fullmatch(text.strip())
    return None if match is None else match["file"]


@lru_cache(maxsize=256)  # a tournament makes the same few strategies thousands of times
def parameters(kind: type) -> dict[str, inspect.Parameter]:
    """Returns the parameters a strategy can be given, by name."""
    try:
        signature = inspect.signature(kind, eval_str=True)
    except Exception:  # a type that is imported for the type checker only
        signature = inspect.signature(kind)
    return {
        name: parameter
        for name, parameter in signature.parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def _look_up(
    kind: str, name: str, known: Mapping[str, Any] | Iterable[str], owner: str | None = None
) -> Any:
    """Returns what has that name, or raises `UnknownName` with close matches."""
    names = sorted(known)
    if name in names:
        return known[name] if isinstance(known, Mapping) else name
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    what = say(f"name.kind.{kind}", owner=owner)
    if close:
        raise UnknownName("name.unknown_close", what=what, name=quoted(name), names=close)
    raise UnknownName("name.unknown", what=what, name=quoted(name), names=names)


def _parse_call(text: str) -> tuple[str, dict[str, str]]:
    """Returns (name, arguments) of `name(key=value, …)`; one bare value goes by the key ''."""
    match = _CALL.fullmatch(text)
    if not match:
        raise InvalidNotation("name.unreadable", text=quoted(text))
    return match[1], _parse_arguments(match[2] or "", text)


def _parse_arguments(inside: str, text: str) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in inside.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            key, value = "", key
        if key in arguments or not value or (equals and not key.isidentifier()):
            raise InvalidNotation("name.unreadable", text=quoted(text))
        arguments[key] = value
    return arguments


def _with_names(arguments: dict[str, str], known: Iterable[str], text: str) -> dict[str, str]:
    """Returns the arguments with a bare value put under the first parameter's name."""
    first = next(iter(known), "")
    if "" in arguments and first in arguments and first:
        raise InvalidNotation("name.unreadable", text=quoted(text))
    return {key or first: value for key, value in arguments.items()}


def _fit_arguments(kind: type, name: str, arguments: dict[str, str]) -> dict[str, Any]:
    """Returns the arguments as the types the parameters are declared with."""
    known = parameters(kind)
    values: dict[str, Any] = {}
    for key, text in arguments.items():
        if not known:
            raise UnknownName("name.no_parameters", name=quoted(key or text), owner=name)
        _look_up("parameter", key, known, owner=name)
        values[key] = _fit(text, _type_of(known[key]), key)
    for key, parameter in known.items():
        if parameter.default is parameter.empty and key not in values:
            raise InvalidNotation("name.parameter_missing", owner=name, parameter=key)
    return values


def _type_of(parameter: inspect.Parameter) -> Any:
    """Returns the declared type of a parameter, or where none can be told its default's."""
    declared, default = parameter.annotation, parameter.default
    if declared is not parameter.empty and not isinstance(declared, str):
        return declared
    return str if default is None or default is parameter.empty else type(default)


def _fit(text: str, hint: Any, parameter: str) -> Any:
    """Returns the text as a value of the hinted type: a number, yes or no, or a word."""
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    kinds = typing.get_args(hint) if is_union else (hint,)
    word = text.lower()
    if bool in kinds and word in ("true", "false", "yes", "no", "on", "off"):
        return word in ("true", "yes", "on")
    if types.NoneType in kinds and word == "none":
        return None
    if int in kinds and _WHOLE.fullmatch(text):
        return int(text)
    if float in kinds and _DECIMAL.fullmatch(text):
        return float(text)
    if str in kinds or not {bool, int, float} & set(kinds):
        return text
    wanted = "true" if bool in kinds else "int" if int in kinds else "number"
    raise InvalidNotation(
        "name.parameter_value",
        parameter=parameter,
        wanted=say(f"name.wanted.{wanted}"),
        value=quoted(text),
    )


class _AsItIsNow(SourceFileLoader):
    """Loads a file as it stands: compiled code kept beside it is taken for the present one when a
    file of the same length was written within the same second."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def _load(text: str) -> tuple[type[Strategy], dict[str, str]]:
    """Returns the strategy class in a file and the arguments given; runs the file."""
    match = _PATH.fullmatch(text.strip())
    assert match
    file = _existing_file(match["file"])
    shown = quoted(str(file), 200)
    # Dataclasses and type hints look their module up by name; the path keeps it out of others' way.
    name = f"strategy in {file}"
    spec = importlib.util.spec_from_file_location(name, file, loader=_AsItIsNow(name, str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise EngineCrashed("name.file_fails", path=shown, reason=_why(error)) from error
    classes = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Strategy)
        and not inspect.isabstract(value)
        and value.__module__ == module.__name__
    }
    if not classes:
        raise UnknownName("name.no_class", path=shown)
    if match["name"]:
        found = _look_up("class", match["name"], classes, owner=shown)
    elif len(classes) == 1:
        found = next(iter(classes.values()))
    else:
        raise UnknownName("name.which_class", path=shown, names=sorted(classes))
    return found, _parse_arguments(match["arguments"] or "", text)


def _existing_file(text: str) -> Path:
    try:
        file = Path(text).expanduser().absolute()
        if file.is_file():
            return file
    except (OSError, RuntimeError):  # a name too long for the system, the home of nobody
        pass
    raise UnknownName("name.no_file", path=quoted(text, 200))
