"""The files beside the program name only what there is: commands, options, paths, endpoints."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from fivefold.cli.app import app
from fivefold.server.app import create_app
from fivefold.server.settings import Settings

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for path in (ROOT / "packaging").iterdir() if path.is_file() and path.suffix != ".py"
)
GUIDE = (ROOT / "docs" / "how-to" / "serve-it.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"(?:^|[/ '])fivefold ((?:serve|backup|restore)\b[^'\n]*)", re.MULTILINE)


def commands(text: str) -> list[list[str]]:
    """Returns what follows `fivefold` wherever a text starts it."""
    found = [shlex.split(line, comments=True) for line in COMMAND.findall(text)]
    if entry := re.search(r"^CMD (\[.*\])$", text, re.MULTILINE):
        found.append(re.findall(r'"([^"]*)"', entry[1]))
    return found


def unknown_options(arguments: list[str]) -> list[str]:
    group = get_command(app)
    known = {
        option
        for parameter in group.commands[arguments[0]].params  # type: ignore[attr-defined]
        for option in parameter.opts
    }
    return [each for each in arguments[1:] if each.startswith("--") and each not in known]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_command_in_it_has_those_options(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = commands(text)
    assert [unknown for each in found if (unknown := unknown_options(each))] == []
    if "fivefold serve" in text or file.name == "Containerfile":
        assert found, "it was not found"


def test_this_would_notice_an_option_that_there_is_not() -> None:
    assert unknown_options(commands("ExecStart=/opt/fivefold serve --prot 8000")[0]) == ["--prot"]


def test_the_proxies_keep_to_themselves_what_is_for_the_operator() -> None:
    paths = create_app(Settings("sqlite:///unused.db")).openapi()["paths"]
    names = {"metrics", "ready", "alive", "health"}
    assert {f"/api/{name}" for name in names} <= set(paths)
    nginx = (ROOT / "packaging" / "nginx.conf").read_text()
    inside = re.search(r"location ~ \^/api/\(([a-z|]+)\)\$", nginx)
    assert inside
    assert set(inside[1].split("|")) == names
    caddy = (ROOT / "packaging" / "Caddyfile").read_text()
    assert set(re.findall(r"/api/([a-z]+)", caddy)) == names


def test_the_services_are_hardened_and_share_their_folder() -> None:
    read = {}
    for name in ("fivefold.service", "fivefold-backup.service"):
        parser = configparser.ConfigParser(strict=False, interpolation=None)
        parser.optionxform = str  # type: ignore[assignment, method-assign]
        parser.read_string((ROOT / "packaging" / name).read_text())
        read[name] = parser["Service"]
        for key, value in {"NoNewPrivileges": "yes", "ProtectSystem": "strict"}.items():
            assert read[name][key] == value
        assert read[name]["CapabilityBoundingSet"] == ""
    for key in ("User", "DynamicUser", "StateDirectory", "Environment", "EnvironmentFile"):
        assert len({service[key] for service in read.values()}) == 1, key


def test_the_container_runs_as_nobody_in_particular_and_names_no_registry() -> None:
    text = (ROOT / "packaging" / "Containerfile").read_text()
    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert bases
    # A host before the first slash has a dot or a port.
    assert [base for base in bases if re.match(r"[^/]*[.:][^/]*/", base)] == []
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER fivefold$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert "/api/alive" in last
    for copied in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        assert [name for name in copied.split() if not (ROOT / name).exists()] == []


def test_the_guide_names_every_file() -> None:
    missing = [file.name for file in FILES if f"packaging/{file.name}" not in GUIDE]
    assert missing == []
