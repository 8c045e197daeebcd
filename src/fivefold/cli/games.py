"""`fivefold games`: the games there are."""

from __future__ import annotations

import inspect
from typing import Any

from fivefold.cli.position import Ascii, Json
from fivefold.cli.printing import Page

EXAMPLES = """\b
Examples:
  fivefold games
  fivefold games --json
"""


def games(json: Json = False, ascii: Ascii = False) -> None:
    """List the games, their sizes and rules."""
    from fivefold import names

    found = [_describe(name, kind) for name, kind in names.all_games().items()]
    page = Page(ascii)
    if json:
        page.document({"games": found})
        return
    heads = ("game", "what it is", "sizes", "rules", "evaluations")
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


def _describe(name: str, kind: Any) -> dict[str, Any]:
    from fivefold.strategies.evaluate import evaluations_for

    return {
        "name": name,
        "summary": summary(kind),
        "sizes": str(kind.sizes),
        "size": f"{kind.of().rows}x{kind.of().columns}",
        "rules": list(kind.rule_names),
        "evaluations": list(evaluations_for(name)),
    }


def summary(kind: type) -> str:
    """Returns the first line of what its author wrote about a game or a strategy."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]
