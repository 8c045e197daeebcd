"""`fivefold games`: the list of games."""

from __future__ import annotations

import inspect
from typing import Any

from fivefold.cli.support.options import Ascii, Json
from fivefold.cli.support.printing import Page
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold games
  fivefold games --json
"""


RULES_WITH_SWITCHES = "omok"


def games(json: Json = False, ascii: Ascii = False) -> None:
    """List the games, their sizes and rules."""
    from fivefold import names

    found = [_describe(name, kind) for name, kind in names.all_games().items()]
    page = Page(ascii)
    if json:
        page.document({"games": found})
        return
    heads = ("game", "what it is", "sizes", "rules", "evaluations")
    switches = [(game["name"], game["switches"]) for game in found if game["switches"]]
    page.table(
        heads,
        [
            (
                game["name"],
                game["summary"],
                game["sizes"],
                ", ".join(game["rules"]),
                ", ".join(game["evaluations"]),
            )
            for game in found
        ],
    )
    for name, known in switches:
        shown = [f"{key}={'|'.join(values)}" for key, values in known.items()]
        page.line(str(say("cli.switches", game=name, rules=RULES_WITH_SWITCHES, switches=shown)))


def _describe(name: str, kind: Any) -> dict[str, Any]:
    from fivefold.strategies.teaching.evaluate import evaluations_for

    return {
        "name": name,
        "summary": summary(kind),
        "sizes": str(kind.sizes),
        "size": f"{kind.of().rows}x{kind.of().columns}",
        "rules": list(kind.rule_names),
        "switches": {key: list(values) for key, values in getattr(kind, "switches", {}).items()},
        "evaluations": list(evaluations_for(name)),
    }


def summary(kind: type) -> str:
    """Returns the first docstring line of a game or strategy class."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]
