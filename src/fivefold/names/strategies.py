"""Strategies from text: `minimax(depth=3)`, or a class in a file, `./my_bot.py:MyBot`."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from fivefold.core import Game
from fivefold.errors import EngineCrashed, FivefoldError, InvalidNotation, UnknownName
from fivefold.names.arguments import (
    fit_arguments,
    parameters,
    parse_arguments,
    parse_call,
    with_names,
)
from fivefold.names.players import FromFile, parse_player
from fivefold.names.registry import all_strategies, describe, look_up, strategies_for
from fivefold.strategies import ALIASES, STRATEGIES
from fivefold.strategies.base import Strategy
from fivefold.words import quoted


def strategy_from(text: str, game: Game | str, seed: int | None = None) -> Strategy:
    """Returns the strategy that the text names, for that game.

    `seed` is passed to strategies that have such a parameter.
    """
    if not isinstance(text, str):
        raise InvalidNotation("player.type", kind=type(text).__name__, value=quoted(repr(text)))
    game = game if isinstance(game, str) else game.name
    player = parse_player(text)
    if isinstance(player, FromFile):
        kind = _load_class(player)
        arguments = parse_arguments(player.arguments or "", text)
        name = kind.__name__
    else:
        name, arguments = parse_call(text)
        name, preset = ALIASES.get(
            (game, name.lower()), ALIASES.get(("", name.lower()), (name, {}))
        )
        arguments = {**preset, **arguments}
        key = name.lower()
        kind = STRATEGIES.get(key) or look_up("strategy", key, all_strategies())
        if kind.games is not None and game not in kind.games:
            raise UnknownName(
                "name.not_for_game", name=name, game=game, names=sorted(strategies_for(game))
            )
    values = fit_arguments(kind, name, with_names(arguments, parameters(kind), text))
    if seed is not None and "seed" in parameters(kind):
        values.setdefault("seed", seed)
    try:
        strategy = kind(**values)
        strategy.check_game(game)
        if kind not in STRATEGIES.values():
            _check_choose(strategy, name)
        return strategy
    except FivefoldError:
        raise
    except Exception as error:
        raise EngineCrashed(
            "name.start_fails", name=quoted(name), reason=describe(error)
        ) from error


def _check_choose(strategy: Strategy, name: str) -> None:
    """Raises if `choose` cannot be called as every game calls it."""
    choose = strategy.choose
    written = inspect.unwrap(choose)
    if inspect.iscoroutinefunction(written) or inspect.isgeneratorfunction(written):
        raise EngineCrashed("name.choose_kind", name=quoted(name))
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):  # not written in Python
        return
    try:
        signature.bind(None, None, None)
    except TypeError:
        plain = str(signature.replace(return_annotation=inspect.Signature.empty))[1:]
        given = f"choose(self{plain}" if plain == ")" else f"choose(self, {plain}"
        facts = {"name": quoted(name), "given": quoted(given, 200)[1:-1]}
        raise EngineCrashed("name.choose_takes", **facts) from None


class _UncachedLoader(SourceFileLoader):
    """Compiles the file anew each time.

    Python's cached code counts as current if size and second of the last change are the same,
    which an author who saves twice in a second does not expect.
    """

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def _load_class(player: FromFile) -> type[Strategy]:
    """Runs the file and returns the strategy class in it."""
    file = _existing_file(player.file)
    shown = quoted(str(file), 200)
    # Dataclasses and type hints look up their module by name; the path makes the name unique.
    name = f"strategy in {file}"
    spec = importlib.util.spec_from_file_location(
        name, file, loader=_UncachedLoader(name, str(file))
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise EngineCrashed("name.file_fails", path=shown, reason=describe(error)) from error
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
    if player.class_name:
        found: type[Strategy] = look_up("class", player.class_name, classes, owner=shown)
        return found
    if len(classes) > 1:
        raise UnknownName("name.which_class", path=shown, names=sorted(classes))
    return next(iter(classes.values()))


def _existing_file(text: str) -> Path:
    try:
        file = Path(text).expanduser().absolute()
        if file.is_file():
            return file
    except (OSError, RuntimeError):  # a name that is too long, the home of an unknown user
        pass
    raise UnknownName("name.no_file", path=quoted(text, 200))
