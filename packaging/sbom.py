"""Prints the software bill of materials: everything an installed Fivefold consists of.

    .venv/bin/python packaging/sbom.py > dist/fivefold.cdx.json        (make sbom)

CycloneDX 1.5 as JSON. The components and their hashes come from requirements/run.txt; licences and
compiled-in components come from the metadata of the installed packages (`*.dist-info/sboms`). Of
requirements/build.txt only nanobind ends up in the native core.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PINNED = re.compile(r"^([a-z0-9._-]+)==([^\s;]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
VIA = re.compile(r"^    # +(?:via +)?(?!via$)([a-z0-9._-]+)(?:\[.*\])?$")

# Packages without a machine-readable licence; taken from their LICENSE files.
KNOWN_LICENCES = {"colorama": "BSD-3-Clause", "nanobind": "BSD-3-Clause", "resvg-py": "MIT"}
BY_CLASSIFIER = {"MIT License": "MIT", "ISC License (ISCL)": "ISC"}
COMPILED_IN = {"nanobind": [("robin-map", "MIT")]}
"""Build dependencies that end up in the native core, each with the libraries it bundles."""

ITSELF = "fivefold"

Component = dict[str, Any]


def main(root: Path = ROOT) -> Component:
    """Returns the bill."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = locked(root / "requirements" / "run.txt")
    built = locked(root / "requirements" / "build.txt")
    for name, inside in COMPILED_IN.items():
        part = parts[name] = built[name]
        part["needed_by"] = [ITSELF]
        part["components"] = [
            {"type": "library", "name": each, **licence(text)} for each, text in inside
        ]
    own_version = version(ITSELF)
    itself = f"pkg:pypi/{project['name']}@{own_version}"
    top = {
        "type": "application",
        "bom-ref": itself,
        "name": project["name"],
        "version": own_version,
        "purl": itself,
        **licence(project["license"]),
    }
    components = [component(name, part) for name, part in sorted(parts.items())]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": top},
        "components": components,
        "dependencies": dependencies(itself, parts),
    }


def locked(file: Path) -> dict[str, dict[str, Any]]:
    """Returns version, hashes and who needs it of each package in a requirements file."""
    found: dict[str, dict[str, Any]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if pinned := PINNED.match(line):
            part = found[pinned[1]] = {"version": pinned[2], "hashes": [], "needed_by": []}
        elif hashed := HASH.search(line):
            part["hashes"].append(hashed[1])
        elif "# " in line and "-r requirements/" in line:
            part["needed_by"].append(ITSELF)
        elif via := VIA.match(line):
            part["needed_by"].append(via[1])
    return found


def component(name: str, part: dict[str, Any]) -> Component:
    """Returns one package, with its licence and what is compiled into it."""
    try:
        installed: Distribution | None = distribution(name)
    except PackageNotFoundError:  # one for another system
        installed = None
    made = {
        "type": "library",
        "bom-ref": reference(name, part),
        "name": name,
        "version": part["version"],
        "purl": reference(name, part),
        "hashes": [{"alg": "SHA-256", "content": each} for each in part["hashes"]],
        **licence(KNOWN_LICENCES.get(name) or licence_of(name, installed)),
    }
    inside = part.get("components") or (bundled(installed) if installed else [])
    return {**made, "components": inside} if inside else made


def reference(name: str, part: dict[str, Any]) -> str:
    return f"pkg:pypi/{name}@{part['version']}"


def licence_of(name: str, installed: Distribution | None) -> str:
    if installed is None:
        sys.exit(f"sbom: {name} is not installed here, and its licence is not known.")
    described = installed.metadata
    classifiers = [
        BY_CLASSIFIER.get(text.rpartition(" :: ")[2])
        for text in described.get_all("Classifier") or []
        if text.startswith("License ::")
    ]
    if "License-Expression" in described:
        return described["License-Expression"]
    said = next(filter(None, classifiers), None)
    if said is None:
        sys.exit(f"sbom: {name} names no licence: look it up and add it to KNOWN_LICENCES.")
    return said


def licence(expression: str) -> Component:
    return {"licenses": [{"expression": expression}]}


def bundled(installed: Distribution) -> list[Component]:
    """Returns what a package says it was compiled with, each once."""
    found: dict[tuple[str, str], Component] = {}
    for file in installed.files or []:
        if "sboms" not in file.parts or not file.name.endswith(".json"):
            continue
        told = json.loads(Path(str(file.locate())).read_text(encoding="utf-8"))
        for each in told.get("components", []):
            kept = {key: each[key] for key in ("type", "name", "version", "purl") if each.get(key)}
            if each.get("licenses"):
                kept["licenses"] = each["licenses"]
            found.setdefault((each["name"], each.get("version", "")), kept)
    return [found[key] for key in sorted(found)]


def dependencies(itself: str, parts: dict[str, dict[str, Any]]) -> list[Component]:
    """Returns which package is there because of which."""
    needs: dict[str, list[str]] = {itself: []}
    needs |= {reference(name, part): [] for name, part in parts.items()}
    for name, part in parts.items():
        mine = reference(name, part)
        for user in part["needed_by"]:
            needs[itself if user == ITSELF else reference(user, parts[user])].append(mine)
    return [{"ref": ref, "dependsOn": sorted(each)} for ref, each in sorted(needs.items())]


if __name__ == "__main__":
    print(json.dumps(main(), indent=2, ensure_ascii=False))
