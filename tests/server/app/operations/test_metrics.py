"""What an operator asks a server: is it alive, is it ready, what are its metrics."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.server.metrics import STALE_SECONDS, Metrics
from fivefold.server.peers.shared_state import create_shared_state

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served
    from tests.server.conftest import FullDisk

PATIENCE = 60
ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "reference" / "http-api.md").read_text(encoding="utf-8")
LINE = re.compile(r'([a-z_]+)(?:\{([a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*)\})? (-?[0-9.e+-]+)')


def numbers(text: str) -> dict[tuple[str, str], float]:
    """Returns the values by name and labels, parsed as Prometheus does."""
    found: dict[tuple[str, str], float] = {}
    typed: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            _, word, name, kind = line.split()
            assert word == "TYPE"
            assert name not in typed, f"{name} is described twice"
            typed[name] = kind
            continue
        matched = LINE.fullmatch(line)
        assert matched, line
        key = (matched[1], matched[2] or "")
        assert key not in found, f"{line} comes twice"
        assert any(matched[1] in (name, *parts(name, kind)) for name, kind in typed.items()), line
        found[key] = float(matched[3])
    assert text.endswith("\n")
    return found


def parts(name: str, kind: str) -> list[str]:
    return [f"{name}_{end}" for end in ("bucket", "sum", "count")] if kind == "histogram" else []


def play(server: Served, moves: int) -> None:
    made = server.new()
    for number in range(moves):
        cell = f"{'adgjm'[number % 5]}{1 + 3 * (number // 5)}"
        body = {"id": cell, "version": number + 1, "move": cell}
        path = f"/api/matches/{made['match']['id']}/move"
        assert server.post(path, body, made["secret"]).status_code == 200


def test_what_was_done_is_counted(server: Served) -> None:
    before = numbers(server.get("/api/metrics").text)
    play(server, 3)
    server.get("/api/matches/no-such-match")
    after = numbers(server.get("/api/metrics").text)

    def grown(name: str, labels: str = "") -> float:
        return after[name, labels] - before.get((name, labels), 0)

    assert grown("fivefold_moves_total") == 3
    assert grown("fivefold_matches_total") == 1
    assert grown("fivefold_matches_live") == 1
    assert grown("fivefold_errors_total", 'code="match.missing"') == 1
    assert grown("fivefold_commit_seconds_count") == 4
    assert grown("fivefold_commit_seconds_bucket", 'le="+Inf"') == 4
    assert grown("fivefold_commit_seconds_sum") > 0
    assert 1 <= grown("fivefold_transactions_total") <= 4
    assert grown("process_cpu_seconds_total") > 0
    assert after["process_resident_memory_bytes", ""] > 10_000_000
    assert after["process_open_fds", ""] > 5
    assert after["fivefold_storage_ready", ""] == 1
    assert after["fivefold_workers", ""] == 1


def test_histogram_buckets_are_cumulative() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.002, 0.3, 99.0):
        metrics.committed(seconds)
    (bars,) = (values for name, _, values in metrics.families() if name.endswith("_bucket"))
    counts = {labels["le"]: count for labels, count in bars}
    assert (counts["0.001"], counts["0.0025"], counts["0.25"]) == (2, 3, 3)
    assert (counts["0.5"], counts["2.5"], counts["+Inf"]) == (4, 4, 5)


def test_every_number_is_in_the_reference(server: Served) -> None:
    server.get("/api/matches/no-such-match")
    told = {name for name, _ in numbers(server.get("/api/metrics").text)}
    told = {re.sub(r"_(bucket|sum|count)$", "", name) for name in told}
    active = PAGE.partition("\n| number")[2].partition("\n\n")[0]
    named = set(re.findall(r"^\| `([a-z_]+)", active, re.MULTILINE))
    assert named == told


def test_whichever_process_is_asked_answers_for_all(serve: Serve, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    create_shared_state(shared)
    urls = [f"sqlite:///{tmp_path}/{number}.db" for number in (1, 2)]
    both = [
        serve(url, worker=number, workers=2, shared=shared)
        for number, url in enumerate(urls, start=1)
    ]
    play(both[1], 2)
    file = shared / "metrics-2.json"
    began = time.monotonic()
    told = '"fivefold_moves_total", "counter", [[{}, 2.0]]'
    while not file.exists() or told not in file.read_text():
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.05)
    seen = numbers(both[0].get("/api/metrics").text)
    assert seen["fivefold_workers", ""] == 2
    assert seen["fivefold_moves_total", 'worker="2"'] == 2
    assert seen["fivefold_moves_total", 'worker="1"'] == 0
    assert seen["fivefold_commit_seconds_bucket", 'le="+Inf",worker="2"'] == 3

    # A worker that has ended is not counted, nor is a truncated file.
    (shared / "metrics-3.json").write_text('[["fivefold_mo')
    old = shared / "metrics-4.json"
    old.write_text(json.dumps([["fivefold_moves_total", "counter", [[{}, 5]]]]))
    os.utime(old, (time.time() - STALE_SECONDS - 1,) * 2)
    assert numbers(both[0].get("/api/metrics").text)["fivefold_workers", ""] == 2


def test_alive_is_not_ready(serve: Serve, full_disk: FullDisk, tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path}/kept.db")
    assert server.get("/api/alive").json() == {"status": "ok"}
    assert server.get("/api/ready").json() == {"status": "ok"}
    order = {"game": "gomoku", "first": "me", "second": "me"}
    with full_disk(tmp_path / "kept.db"):
        while server.post("/api/matches", order).status_code == 201:
            pass
        assert server.get("/api/ready").status_code == 503
        assert numbers(server.get("/api/metrics").text)["fivefold_storage_ready", ""] == 0
        # Restarting would not help: it is alive.
        assert server.get("/api/alive").status_code == 200
    assert server.get("/api/ready").status_code == 200
    assert numbers(server.get("/api/metrics").text)["fivefold_storage_ready", ""] == 1


def test_a_full_or_stopping_server_is_not_ready(serve: Serve) -> None:
    full = serve(max_sockets=0)
    answer = full.get("/api/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "request.too_many")
    full.service.tasks.closing.set()
    answer = full.get("/api/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store.closed")
    assert full.get("/api/alive").status_code == 200


@pytest.mark.parametrize("broken", ["fivefold_moves_total", "moves 1\nmoves 1", "x{a=b} 1"])
def test_this_would_notice_text_that_prometheus_cannot_read(broken: str) -> None:
    with pytest.raises(AssertionError):
        numbers(f"# TYPE moves counter\n{broken}\n")
