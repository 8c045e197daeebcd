"""The opponents of each game: what the picker lists, and what a request may name.

    level        level(1) to level(5) in every game, more where the game has an engine
    study        the teaching strategies, each worth studying for its one idea
    engine       the native engine, where the game has one
    other        variants of those above that need parameters, and installed plug-ins
    own          strategies the host offers with `fivefold serve --strategy`
    program      external programs the host offers in the same way

A request names an opponent as text. `checked` accepts no files, no unknown names and no parameter
that would overload a shared machine; it returns the normalized text that is stored.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from inspect import Parameter, getdoc
from typing import Any

from fivefold.core import Game, Limit
from fivefold.errors import FivefoldError, InvalidNotation, NativeUnavailable, Refused
from fivefold.names import (
    FromFile,
    Program,
    all_strategies,
    format_game,
    game_from,
    parameters,
    parse_player,
    strategy_from,
)
from fivefold.results.ladder import rating_of
from fivefold.server.analysis.host_programs import HostProgram
from fivefold.server.analysis.host_strategies import HostStrategies, HostStrategy
from fivefold.strategies import ALIASES, STRATEGIES
from fivefold.strategies.base import Strategy
from fivefold.strategies.levels import HIGHEST, levels_of
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.parameters import number, whole_number
from fivefold.strategies.pentomino.solver import MEMORY
from fivefold.strategies.teaching.evaluate import evaluation_named, evaluations_for
from fivefold.strategies.teaching.greedy import HEURISTICS
from fivefold.strategies.teaching.minimax import DEFAULT_DEPTH
from fivefold.words import ENGLISH, Message, plain, quoted, say

MAX_TEXT = 200
MAX_SEED = 2**53 - 1
"""The largest integer that every JSON parser represents exactly."""

LIMITS: dict[tuple[str, str], tuple[int, int] | tuple[float, float]] = {
    ("engine", "depth"): (1, 64),
    ("engine", "memory"): (1, MEMORY),
    ("engine", "nodes"): (1, 10**9),
    ("engine", "seconds"): (0.05, 10.0),
    ("engine", "seed"): (0, MAX_SEED),
    ("engine", "threads"): (1, 1),
    ("engine", "variety"): (0.0, 64.0),
    ("engine", "lines"): (1, 64),
    ("level", "n"): (1, max(HIGHEST.values())),
    ("level", "seed"): (0, MAX_SEED),
    ("minimax", "depth"): (1, 6),
    ("negamax", "depth"): (1, 12),
    ("negamax", "seconds"): (0.05, 10.0),
    ("negamax", "table"): (0, 500_000),
    ("openspace", "diagonal"): (0.0, 10.0),
    ("openspace", "iterations"): (1, 20),
    ("openspace", "seed"): (0, MAX_SEED),
    ("random", "seed"): (0, MAX_SEED),
}
"""The range a request may use for each parameter, by strategy and parameter."""

STEPPED = ("minimax", "negamax")
"""The strategies whose depth is chosen in the picker."""
STUDY = ("h1", "h2", "methodical", "reactive", "easy", "medium", "hard", "minimax", "negamax")
"""The opponents for study, in the order of the picker."""

DEFAULTS = {"gomoku": "level(2)", "othello": "level(2)", "pentomino": "level(2)"}


def default_opponent(game: Game | str) -> str:
    """Returns the default opponent: one that a beginner can beat."""
    return DEFAULTS.get(_name(game), "random")


def opponents(game: Game | str, host_strategies: HostStrategies) -> list[dict[str, Any]]:
    """Returns the opponents in a game, as `GET /api/strategies` lists them."""
    name = _name(game)
    kinds = {key: kind for key, kind in _strategies().items() if _plays(kind, name)}
    found: list[dict[str, Any]] = []
    if "level" in kinds:
        found += [_level(name, level) for level in levels_of(name)]
    aliases = [alias for owner, alias in ALIASES if owner == name]
    known = (*kinds, *aliases)
    found += [_entry(each, name, "study") for each in STUDY if each in known]
    found.append(_engine(aliases, name))
    for each in known:
        if each not in STUDY and _kind_of(each, name) not in ("level", "engine"):
            found.append(_entry(each, name, "other"))
    for entry in found:
        entry["rating"] = _rating(entry["text"], name)
    caged = host_strategies.caged
    return found + [_host_entry(each, caged) for each in host_strategies.entries_for(name)]


def checked(text: str, game: Game | str, host_strategies: HostStrategies) -> str:
    """Returns the normalized text of an opponent, or raises if a request may not use it."""
    name, text = _name(game), text.strip()
    if host_strategies.has(text):
        host_strategies.check_plays(text, name)
        return text
    player = parse_player(text)
    is_program = isinstance(player, Program) and player.is_known
    if isinstance(player, FromFile) or is_program or "/" in text or "\\" in text:
        raise Refused("strategy.path", field="strategy")
    if len(text) > MAX_TEXT:
        raise InvalidNotation("name.unreadable", text=quoted(text), field="strategy")
    called = _name_in(text)
    kind = _kind_of(called, name)
    try:
        strategy = strategy_from(text, name)
    except FivefoldError as error:
        raise _with_field(error, "strategy") from error
    if isinstance(strategy, NativeEngine) and not has_engine(name):
        raise Refused("strategy.no_engine", game=name, field="strategy")
    values = {key: getattr(strategy, key, None) for key in parameters(type(strategy))}
    for key, value in values.items():
        _check(kind, key, value, name)
    if kind in STRATEGIES:
        return _format(called, kind, values, name)
    return " ".join(text.split())


def title(text: str, game: Game | str) -> Message:
    """Returns a short display name, such as “Level 4” or “Minimax, depth 3”, for any text."""
    name, called = _name(game), _name_in(text)
    key = f"opponent.name.{called}"
    if key not in ENGLISH:
        return plain(quoted(text, MAX_TEXT)[1:-1])
    try:
        strategy = strategy_from(text, name)
    except FivefoldError:
        return say(key)
    if called == "level":
        return say("opponent.level", level=getattr(strategy, "n", 0))
    values = {key: getattr(strategy, key, None) for key in parameters(type(strategy))}
    parts = [
        say("opponent.depth", depth=value) if key == "depth" else plain(f"{key} {_word(value)}")
        for key, value in _chosen(called, values, name).items()
    ]
    return say("opponent.with", name=say(key), parts=parts) if parts else say(key)


@cache
def has_engine(game: str) -> bool:
    """Tells whether the native engine plays the game, by asking it for one shallow move."""
    try:
        NativeEngine(nodes=1).choose(game_from(game).start, Limit(seconds=0.05, depth=1, nodes=1))
    except (NativeUnavailable, FivefoldError):
        return False
    return True


def _name(game: Game | str) -> str:
    return game_from(game).name if isinstance(game, str) else game.name


def _strategies() -> Mapping[str, type[Strategy]]:
    """Returns the named strategies; without plug-ins if one of them cannot be loaded."""
    try:
        return all_strategies()
    except FivefoldError:
        return STRATEGIES


def _plays(kind: type[Strategy], game: str) -> bool:
    return kind.games is None or game in kind.games


def _name_in(text: str) -> str:
    """Returns the name before the parameters."""
    return text.partition("(")[0].strip().lower()


def _kind_of(called: str, game: str) -> str:
    """Returns the strategy that a name or an alias stands for."""
    return ALIASES.get((game, called), (called, {}))[0]


def _level(game: str, level: int) -> dict[str, Any]:
    name = say(f"opponent.{game}.{level}")
    return {
        "name": "level",
        "text": f"level({level})",
        "title": say("opponent.level_named", level=level, name=name).as_json(),
        "about": say(f"opponent.about.{game}.{level}").as_json(),
        "group": "level",
        "level": level,
        "available": True,
        "parameters": [],
    }


def _entry(called: str, game: str, group: str) -> dict[str, Any]:
    kind = _kind_of(called, game)
    declared = parameters(_strategies()[kind])
    preset = ALIASES.get((game, called), (called, {}))[1]
    key = f"opponent.about.{called}"
    about = say(key) if key in ENGLISH else plain(_summary(_strategies()[kind]))
    entry: dict[str, Any] = {
        "name": called,
        "text": called,
        "title": title(called, game).as_json(),
        "about": about.as_json(),
        "group": group,
        "available": True,
        "parameters": [
            _parameter(kind, each, game) for each in declared.values() if each.name not in preset
        ],
    }
    if called in STEPPED:
        low, high = LIMITS[called, "depth"]
        depths = range(int(low), int(high) + 1)
        entry["depth"] = {
            "default": DEFAULT_DEPTH.get(game, 2),
            "minimum": low,
            "maximum": high,
            "ratings": {
                str(depth): rating
                for depth in depths
                if (rating := _rating(f"{called}(depth={depth})", game)) is not None
            },
        }
    return entry


def _engine(aliases: Sequence[str], game: str) -> dict[str, Any]:
    """Returns the entry of the native engine under its name in this game."""
    called = next((alias for alias in aliases if _kind_of(alias, game) == "engine"), "engine")
    entry = {**_entry(called, game, "engine"), "available": has_engine(game)}
    if not entry["available"]:
        entry["about"] = say("opponent.no_engine").as_json()
    return entry


def _rating(text: str, game: str) -> dict[str, Any] | None:
    """Returns the ladder rating on the default board, or None for an unrated opponent."""
    rung = rating_of(game, text)
    if rung is None:
        return None
    return {
        "elo": round(rung.rating),
        "error95": round(rung.error95),
        "apart": rung.apart,
        "board": format_game(game_from(game)),
    }


def _host_entry(own: HostStrategy | HostProgram, caged: str | None) -> dict[str, Any]:
    """Returns the entry of an opponent of the host; `trouble` says why it does not load."""
    key, facts = own.about
    trouble = own.trouble
    return {
        "name": own.name,
        "text": own.name,
        "title": own.title.as_json(),
        "about": Message(key, facts).as_json(),
        "cage": say(f"opponent.cage.{caged}").as_json(),
        "group": "program" if isinstance(own, HostProgram) else "own",
        "available": True,
        "trouble": None if trouble is None else trouble.as_json(),
        "parameters": [],
        "rating": None,
    }


def _summary(kind: type[Strategy]) -> str:
    """Returns the first line of a plug-in's docstring."""
    lines = (getdoc(kind) or "").strip().splitlines()
    return quoted(lines[0] if lines else kind.__name__, MAX_TEXT)[1:-1]


def _parameter(kind: str, parameter: Parameter, game: str) -> dict[str, Any]:
    choices = _choices(kind, parameter.name, game)
    default = None if parameter.default is parameter.empty else parameter.default
    data: dict[str, Any] = {
        "name": parameter.name,
        "kind": "choice" if choices else _value_kind(parameter),
        "default": choices[0] if choices and default is None else default,
    }
    if bounds := LIMITS.get((kind, parameter.name)):
        data["minimum"], data["maximum"] = bounds
    if choices:
        data["choices"] = choices
    return data


def _choices(kind: str, parameter: str, game: str) -> list[str]:
    """Returns the words a parameter accepts, default first; empty for other kinds of parameter."""
    if (kind, parameter) == ("greedy", "heuristic"):
        return list(HEURISTICS)
    if parameter == "evaluate" and kind in STRATEGIES:
        return list(evaluations_for(game))
    return []


def _value_kind(parameter: Parameter) -> str:
    hint = parameter.annotation
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    kinds = typing.get_args(hint) if is_union else (hint,)
    for kind in (bool, float, int):
        if kind in kinds:
            return kind.__name__
    return "text"


def _check(kind: str, parameter: str, value: Any, game: str) -> None:
    """Raises if a request may not use the value; the error's `field` names the parameter."""
    try:
        if value is not None and parameter == "evaluate" and kind in STRATEGIES:
            evaluation_named(value, game)
        elif bounds := LIMITS.get((kind, parameter)):
            low, high = bounds
            if isinstance(low, int) and isinstance(high, int):
                whole_number(parameter, value, low, high)
            else:
                number(parameter, value, low, high)
    except FivefoldError as error:
        raise _with_field(error, parameter) from error


def _with_field(error: FivefoldError, field: str) -> FivefoldError:
    """Returns the error with `field` set to the parameter it names, or else to `field`."""
    facts = dict(error.message.facts)
    if error.code.startswith("parameter."):
        field = facts["name"]
    return type(error)(error.code, **{**facts, "field": facts.get("parameter", field)})


def _format(called: str, kind: str, values: Mapping[str, Any], game: str) -> str:
    """Returns the call with its non-default parameters, in order of declaration."""
    if kind == "level":
        seed = "" if values["seed"] is None else f", seed={values['seed']}"
        return f"level({values['n']})" if not seed else f"level(n={values['n']}{seed})"
    parts = [f"{key}={_word(value)}" for key, value in _chosen(called, values, game).items()]
    return f"{called}({', '.join(parts)})" if parts else called


def _chosen(called: str, values: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Returns the parameters that differ from the defaults and from those of the alias."""
    kind, preset = ALIASES.get((game, called), (called, {}))
    declared = parameters(_strategies()[kind]) if kind in _strategies() else {}
    chosen = {}
    for key, value in values.items():
        default = declared[key].default if key in declared else None
        if key in preset:
            default = type(value)(preset[key])
        choices = _choices(kind, key, game)
        if value != default and not (choices and default is None and value == choices[0]):
            chosen[key] = value
    return chosen


def _word(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return re.sub(r"\.0$", "", str(value)) if isinstance(value, float) else str(value)
