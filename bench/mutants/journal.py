"""What was tried already: one line a mutant, the newest counts."""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from changes import Mutant, mutants


def read_journal(file: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Returns the newest line of each mutant by module and name."""
    if not file.exists():
        return {}
    lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {(line["module"], line["name"]): line for line in lines}


def digest(paths: Iterable[Path]) -> str:
    """Returns a short fingerprint of files and of the files in folders."""
    found = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def chosen(module: str, source: str, options: argparse.Namespace) -> list[Mutant]:
    """Returns the mutants of a module, or a sample of them."""
    found = mutants(source)
    if options.sample and options.sample < len(found):
        chance = random.Random(f"{options.seed}/{module}")
        kept = set(chance.sample(range(len(found)), options.sample))
        found = [mutant for number, mutant in enumerate(found) if number in kept]
    return found
