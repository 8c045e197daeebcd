"""dom.js: signals, templates that escape, keyed lists."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page


@pytest.fixture
def run(page: Page, site: str) -> Any:
    """Runs JavaScript with the exports of dom.js in scope, and an empty <div> as `host`."""
    page.goto(f"{site}/pages/empty.html")

    def run(body: str) -> Any:
        return page.evaluate(
            "async () => { const { signal, batch, effect, computed, untracked, mount, html, svg,"
            " each, asValue } = await import('/static/dom.js');"
            " const host = document.createElement('div'); document.body.append(host);"
            f" {body} }}"
        )

    return run


def test_a_region_follows_its_signal_and_nothing_else_is_redrawn(run: Any) -> None:
    assert run("""
        const name = signal("a"), on = signal(true);
        mount(host, () => html`<p class=${() => name.value} ?hidden=${() => on.value}>
          <b>${() => name.value}</b></p>`);
        const [p, b] = [host.querySelector("p"), host.querySelector("b")];
        name.value = "z";
        on.value = false;
        return [p === host.querySelector("p"), b.textContent, p.className, p.hidden];
    """) == [True, "z", "z", False]


def test_values_never_become_markup(run: Any) -> None:
    assert run("""
        const bad = `<img src=x onerror=alert(1)>"`;
        mount(host, () => html`<p title=${bad}>${bad}${[bad, () => bad]}</p>`);
        const p = host.querySelector("p");
        const images = host.querySelectorAll("img").length;
        return [images, p.title === bad, p.textContent === bad.repeat(3)];
    """) == [0, True, True]


def test_regions_inside_regions_leave_nothing_behind(run: Any) -> None:
    assert (
        run("""
        const outer = signal(1), inner = signal(1), list = signal([1, 2]);
        mount(host, () => html`<p>${() =>
          outer.value && html`${() => inner.value}-${each(
            () => list.value, (n) => n, (n) => html`<i>${() => n.value}</i>`)}`}</p>`);
        inner.value = 2;
        list.value = [2, 3, 4];
        outer.value = 2;
        inner.value = 3;
        outer.value = 0;
        return host.textContent;
    """)
        == "0"
    )


def test_outer_effects_run_first_and_disposed_inner_ones_do_not_run(run: Any) -> None:
    assert run("""
        const match = signal({ name: "a" }), shown = signal(true);
        const seen = [];
        mount(host, () => html`<p>${() => shown.value && html`${() => {
          seen.push(match.value.name);
          return match.value.name;
        }}`}</p>`);
        batch(() => {
          match.value = null;
          shown.value = false;
        });
        return [seen, host.textContent];
    """) == [["a"], ""]


def test_rows_stay_with_their_keys_when_their_order_changes(run: Any) -> None:
    assert run("""
        const list = signal([{ k: 1, t: "a" }, { k: 2, t: "b" }]);
        mount(host, () => html`<ul>${each(
          () => list.value, (row) => row.k, (row) => html`<li>${() => row.value.t}</li>`)}</ul>`);
        const [first] = host.querySelectorAll("li");
        list.value = [{ k: 3, t: "c" }, { k: 2, t: "b" }, { k: 1, t: "A" }];
        const after = [...host.querySelectorAll("li")];
        return [after.map((li) => li.textContent).join(""), after[2] === first];
    """) == ["cbA", True]


def test_removed_rows_stop_reading_signals(run: Any) -> None:
    assert (
        run("""
        const list = signal([1]), other = signal(0), shown = signal(true);
        let runs = 0;
        mount(host, () => html`<div>${() => shown.value && html`<ul>${each(
          () => list.value, (n) => n, () => html`<li>${() => (runs += 1, other.value)}</li>`,
        )}</ul>`}</div>`);
        list.value = [];
        other.value = 1;
        list.value = [2];
        shown.value = false;
        other.value = 2;
        return runs;
    """)
        == 2
    )


def test_a_batch_runs_each_reader_once_and_a_computed_value_only_when_it_changes(run: Any) -> None:
    assert run("""
        const a = signal(1), b = signal(1);
        const isSmall = computed(() => a.value + b.value < 100);
        let sums = 0, small = 0;
        effect(() => { sums += a.value + b.value > 0; });
        effect(() => { small += isSmall.value ? 1 : 1; });
        batch(() => { a.value = 2; b.value = 2; });
        return [sums, small];
    """) == [2, 1]


def test_an_effect_that_fails_does_not_stop_the_others(run: Any) -> None:
    assert run("""
        const a = signal(0), seen = [];
        addEventListener("error", (event) => event.preventDefault(), { once: true });
        effect(() => { if (a.value) throw new Error("on purpose"); });
        effect(() => seen.push(a.value));
        let told = "";
        const before = self.reportError;
        self.reportError = (error) => (told = error.message);
        a.value = 1;
        self.reportError = before;
        return [seen, told];
    """) == [[0, 1], "on purpose"]
