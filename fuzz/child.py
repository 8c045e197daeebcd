"""Runs a Python target under Atheris: `child.py FILE` and libFuzzer options."""

from __future__ import annotations

import gc
import shlex
import sys
from functools import lru_cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
NOT_PARSERS = ("words", "strategies", "errors.py", "core.py", "server/http/errors.py")
"""Modules that parse nothing: instrumenting them only costs time."""
BUT = ("gomoku_proof_text", "pentomino_book_text")
TRY_THE_RULES = ("moves", "positions")
"""The targets that fuzz the rules themselves; the others only play games by them."""
POSITIONS_REMEMBERED = 16_384


def _modules(*places: str) -> list[str]:
    """Returns the names of the modules in these files and folders of the package."""
    found = []
    for place in (SOURCE / "fivefold" / each for each in places):
        files = [place] if place.is_file() else sorted(place.rglob("*.py"))
        found += [file for file in files if file.stem not in BUT]
    names = (".".join(file.relative_to(SOURCE).with_suffix("").parts) for file in found)
    return [name.removesuffix(".__init__") for name in names]


def _remember_positions() -> None:
    """Caches positions that were reached or parsed: most inputs differ little from another.

    The rules took two fifths of the time of `sgf` and `ggf`.
    """
    from fivefold.games import GAMES

    remembered = lru_cache(maxsize=POSITIONS_REMEMBERED)
    for game in GAMES.values():
        state = type(game.of().start)
        state.play = remembered(state.play)  # type: ignore[method-assign]
        game.parse_position = remembered(game.parse_position)  # type: ignore[method-assign]


def main() -> None:
    import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]
    from atheris.import_hook import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
        HookManager,
    )

    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    # Atheris instruments modules loaded by Python's own finder, not those of an editable
    # installation, whose finder is left to find the native core.
    sys.meta_path.sort(key=lambda finder: type(finder).__name__ == "ScikitBuildRedirectingFinder")
    from fuzz.hits import Hits
    from fuzz.run import load

    hits = Hits(atheris)
    file = Path(sys.argv[1])
    tries_rules = file.stem in TRY_THE_RULES
    left_out = _modules(*NOT_PARSERS, *([] if tries_rules else ["games"]))
    # Like `atheris.instrument_imports`, without comparisons: tracing them takes a tenth of the
    # time, and the corpora already contain the compared values.
    with HookManager({"fivefold"}, set(left_out), True, trace_dataflow=False):
        check = load(file)
        from fuzz import checking
    checking.ONE_IN = 4
    if not tries_rules:
        _remember_positions()
    # Imported objects stay. Collecting garbage at the usual rate took an eighth of the time.
    gc.freeze()
    gc.set_threshold(100_000)
    # To merge corpora libFuzzer restarts itself by its first argument and a shell.
    again = shlex.join([sys.executable, str(Path(__file__).resolve()), str(file.resolve())])
    atheris.Setup([again, *sys.argv[2:]], hits.counted(check))
    hits.begin()
    atheris.Fuzz()


if __name__ == "__main__":
    main()
