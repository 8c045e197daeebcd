"""The software bill of materials has exactly what is locked, each part with a licence."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def bill(root: Path = ROOT) -> dict[str, Any]:
    command = [sys.executable, str(root / "packaging" / "sbom.py")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def entries(name: str) -> dict[str, str]:
    """Returns what a requirements file says of each package, read here once more."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)(==.*\n(?:    .*\n)*)", text, re.MULTILINE))


def faults(made: dict[str, Any]) -> list[str]:
    """Returns where a bill differs from what the requirements lock."""
    wanted = entries("run.txt") | {"nanobind": entries("build.txt")["nanobind"]}
    listed = {each["name"]: each for each in made["components"]}
    found = [f"{name} is not in both" for name in sorted(set(wanted) ^ set(listed))]
    for name in set(wanted) & set(listed):
        part = listed[name]
        if not wanted[name].startswith(f"=={part['version']} "):
            found.append(f"{name} has another version")
        hashes = {each["content"] for each in part["hashes"]}
        if hashes != set(re.findall(r"sha256:(\w+)", wanted[name])):
            found.append(f"{name} has other hashes")
        if not all(each.get("expression") for each in part["licenses"]):
            found.append(f"{name} has no licence")
    return found


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return bill()


def test_it_has_exactly_what_is_locked(made: dict[str, Any]) -> None:
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    assert len(made["components"]) > 20
    assert faults(made) == []
    # The controls: one too few, another version, a hash less, no licence.
    short = {"components": made["components"][1:]}
    assert faults(short) == ["alembic is not in both"]
    for key, value in (("version", "0"), ("hashes", []), ("licenses", [{}])):
        changed = {**made["components"][0], key: value}
        assert len(faults({"components": [changed, *made["components"][1:]]})) == 1


def test_what_is_compiled_in_is_told(made: dict[str, Any]) -> None:
    inside = {each["name"]: each.get("components", []) for each in made["components"]}
    assert [each["name"] for each in inside["nanobind"]] == ["robin-map"]
    assert len(inside["resvg-py"]) > 10
    assert len(inside["pillow"]) > 10


def test_everything_is_there_because_of_something(made: dict[str, Any]) -> None:
    needs = {each["ref"]: each["dependsOn"] for each in made["dependencies"]}
    reached: set[str] = set()
    ahead = [made["metadata"]["component"]["bom-ref"]]
    while ahead:
        ref = ahead.pop()
        if ref not in reached:
            reached.add(ref)
            ahead += needs[ref]
    assert reached == set(needs)
    direct = (ROOT / "requirements" / "run.in").read_text().split("\n")[1:]
    mine = {
        ref.split("/")[1].split("@")[0] for ref in needs[f"pkg:pypi/fivefold@{version('fivefold')}"]
    }
    assert mine == {name for name in direct if name} | {"nanobind"}


def test_a_package_without_a_licence_stops_it(tmp_path: Path) -> None:
    for name in ("packaging", "requirements"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "requirements" / "run.txt").open("a") as file:
        file.write("no-such-package==1.0 \\\n    # via -r requirements/run.in\n")
    command = [sys.executable, str(tmp_path / "packaging" / "sbom.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "no-such-package" in done.stderr
    assert len(done.stderr.splitlines()) == 1
