"""Lists sentences without a translation; `scripts/missing-words` runs it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from fivefold.words import CATALOGUES, ENGLISH

FOLDER = Path("src/fivefold/words/en")


def sentences(source: str) -> dict[str, str]:
    """Returns the keys and texts in the source of a catalogue."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                    found[key.value] = value.value
    return found


def changed_since(commit: str) -> dict[str, str]:
    """Returns the sentences whose English text is not that of the commit."""
    before: dict[str, str] = {}
    for path in FOLDER.glob("*.py"):
        command = ["git", "show", f"{commit}:{path}"]
        shown = subprocess.run(command, capture_output=True, text=True, check=False)
        before |= sentences(shown.stdout)
    return {key: text for key, text in ENGLISH.items() if key in before and before[key] != text}


def main() -> int:
    count = 0
    for language, catalogue in CATALOGUES.items():
        for key, text in ENGLISH.items():
            if key not in catalogue:
                print(f"{language} lacks {key}: {text}")
                count += 1
    for key, text in changed_since(sys.argv[1]).items() if len(sys.argv) > 1 else ():
        print(f"changed {key}: {text}")
    print(f"{count} sentences are missing.")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
