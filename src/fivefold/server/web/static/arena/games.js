/** The finished games, latest first; each opens in the replay. */

import { get } from "../api.js";
import { each, effect, html, signal, untracked } from "../dom.js";
import { stone } from "../game/seats.js";
import { t, write } from "../words.js";
import { endingWord } from "./faults.js";
import { gameAddress, moment } from "./numbers.js";

const PAGE = 12;

export function games(follow, name, filter) {
  const shown = signal(/** @type {any[]} */ ([]));
  const total = signal(/** @type {number | null} */ (null));
  const trouble = signal(/** @type {any} */ (null));
  const latest = follow.part(({ recent }) => recent.map((game) => game.key));
  const players = follow.part(({ rows }) => rows.map((row) => row.name).sort());
  const broken = follow.part(({ rows }) => rows.some((row) => row.faults.length));
  const rules = follow.part(({ game }) => game);
  /** Identifies the latest request: answers to earlier ones are dropped. */
  let asked = {};

  async function load(more) {
    const mine = (asked = {});
    const wanted = filter.peek();
    const before = more ? shown.peek() : [];
    const query = new URLSearchParams({ limit: String(PAGE), offset: String(before.length) });
    for (const key of ["player", "other"]) if (wanted[key]) query.set(key, wanted[key]);
    if (wanted.faults) query.set("faults", "true");
    try {
      const found = await get(`/api/arena/${encodeURIComponent(name)}/games?${query}`);
      if (mine !== asked) return;
      const known = new Set(before.map((game) => game.key));
      shown.value = [...before, ...found.games.filter((game) => !known.has(game.key))];
      total.value = found.total;
      trouble.value = null;
    } catch (error) {
      if (mine === asked) trouble.value = error;
    }
  }

  effect(() => {
    void filter.value;
    untracked(() => load(false));
  });
  let first = true;
  effect(() => {
    void latest.value;
    // A reader who has loaded older games keeps them; only the first page updates.
    if (!first && untracked(() => shown.value.length <= PAGE)) untracked(() => load(false));
    first = false;
  });
  const set = (change) => (filter.value = { ...filter.peek(), ...change });
  return html`<section class="list games" id="games" aria-labelledby="games-head"
    ?hidden=${() => !latest.value.length}>
    <h2 id="games-head" tabindex="-1">${t("page.arena.games.head")}</h2>
    <div class="filters">
      ${chooser("page.arena.games.player", "page.arena.games.everybody", players, () => filter.value.player, (player) =>
        set({ player, other: "" }),
      )}
      ${() =>
        filter.value.player
          ? chooser("page.arena.games.other", "page.arena.games.anybody", players, () => filter.value.other, (other) =>
              set({ other }),
            )
          : null}
      <label class="check" ?hidden=${() => !broken.value}><input type="checkbox" .checked=${() =>
        filter.value.faults} @change=${(event) => set({ faults: event.target.checked })} />
        <span>${t("page.arena.games.faults")}</span></label>
    </div>
    <ul>${each(
      () => shown.value,
      (game) => game.key,
      (game) => row(game.peek(), name, rules.peek().name),
    )}</ul>
    ${() => trouble.value && html`<p class="trouble">${write(trouble.value.words)}</p>`}
    <p class="quiet small" role="status">${() =>
      total.value === 0
        ? t("page.arena.games.none")
        : total.value && t("page.arena.games.shown", { n: shown.value.length, total: total.value })}</p>
    <button class="btn white" type="button" ?hidden=${() => shown.value.length >= (total.value ?? 0)}
      @click=${() => load(true)}>${t("page.arena.games.more")}</button>
  </section>`;
}

function chooser(label, all, players, value, choose) {
  return html`<label class="chooser"><span class="small">${t(label)}</span>
    <select .value=${() => (players.value, value())} @change=${(event) => choose(event.target.value)}>
      <option value="">${t(all)}</option>
      ${() => players.value.map((name) => html`<option value=${name} ?selected=${name === value()}>${name}</option>`)}
    </select></label>`;
}

const SCORES = { X: "1–0", O: "0–1", null: "½–½" };

function row(game, name, kind) {
  const { key, first, second, winner, ending, fault, reason, plies, at, counts } = game;
  const side = (seat, who) =>
    html`<span class="side">${stone(kind, seat, true)}<span class=${winner === seat ? "won" : ""}>${who}</span></span>`;
  const how = [
    ending === "normal" ? "" : fault ? t("page.arena.games.fault", { name: fault, ending: endingWord(ending) }) : endingWord(ending),
    t("page.open.moves", { n: plies }),
    counts ? "" : t("page.arena.games.void"),
  ];
  return html`<li class=${fault ? "broken" : ""}>
    <a href=${gameAddress(name, key)} title=${reason}>
      <span class="pair">${side("X", first)}<b class="num score">${SCORES[winner]}</b>${side("O", second)}</span>
      <span class="quiet how">${how.filter(Boolean).join(" · ")}</span>
      <time class="quiet num" datetime=${new Date(at * 1000).toISOString()}>${moment(at)}</time>
    </a>
  </li>`;
}
