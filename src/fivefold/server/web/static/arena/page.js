/** Entry point of the arena page: one tournament, or the list of all. */

import "../site/bar.js";
import { get } from "../api.js";
import { computed, effect, html, mount, signal } from "../dom.js";
import { gameName } from "../player_names.js";
import { loadWords, t, write } from "../words.js";
import { charts } from "./charts.js";
import { cross } from "./cross.js";
import { faults } from "./faults.js";
import { Follow } from "./follow.js";
import { games as gameList } from "./games.js";
import { head } from "./head.js";
import { match, sprt } from "./match.js";
import { address } from "./numbers.js";
import { running } from "./running.js";
import { standings } from "./standings.js";

function tournament(name) {
  const follow = new Follow(`/api/arena/${encodeURIComponent(name)}`);
  const known = computed(() => Boolean(follow.data.value));
  effect(() => {
    const title = follow.data.value?.title;
    if (title) document.title = t("page.title.tournament", { name: title });
  });
  return html`${() => trouble(follow.trouble.value)}${() =>
    known.value ? sheet(follow, name) : html`<h1>${name}</h1>`}`;
}

/** The parts of a tournament's page; each is redrawn only when its data changes. */
function sheet(follow, name) {
  const filter = signal({ player: "", other: "", faults: false });
  const look = (wanted) => {
    filter.value = { player: "", other: "", faults: false, ...wanted };
    const games = document.getElementById("games");
    games?.scrollIntoView({ block: "start" });
    games?.querySelector("h2")?.focus({ preventScroll: true });
  };
  return html`
    ${head(follow)}
    ${faults(follow, name)}
    ${standings(follow, look)}
    ${cross(follow, look)}
    <div class="now">${running(follow)}${sprt(follow)}${match(follow)}</div>
    ${charts(follow)}
    ${gameList(follow, name, filter)}`;
}

function trouble(error) {
  return error && html`<p class="trouble-box" role="alert">${write(error.words)}</p>`;
}

function list() {
  const found = signal(/** @type {any[] | null} */ (null));
  const wrong = signal(/** @type {any} */ (null));
  get("/api/arena").then(
    ({ tournaments }) => (found.value = tournaments),
    (error) => (wrong.value = error),
  );
  return html`
    <h1>${t("page.arena.head")}</h1>
    ${() => trouble(wrong.value)}
    <section class="list">
      <ul>${() => found.value?.map(row)}</ul>
      ${() => found.value?.length === 0 && html`<p class="quiet">${t("page.arena.none")}</p>`}
    </section>`;
}

function row({ name, title, game, trouble: why, leader, over, progress, players }) {
  if (why) {
    return html`<li><a href=${address(name)}><b>${name}</b>
      <span class="trouble">${write(why)}</span></a></li>`;
  }
  const { played, total } = progress;
  const count = total ? t("page.arena.played", { played, total }) : t("page.arena.games", { n: played });
  const state = over ? t("page.arena.state.over") : count;
  const first = leader ? t("page.arena.leads", { name: leader }) : "";
  return html`<li><a href=${address(name)}><b>${title}</b>
    <span class="quiet">${[gameName(game), t("page.arena.players", { n: players }), first]
      .filter(Boolean)
      .join(" · ")}</span>
    <span class="quiet num end">${state}</span></a></li>`;
}

await loadWords();
const [, , name = ""] = location.pathname.split("/");
mount(/** @type {HTMLElement} */ (document.getElementById("content")), () =>
  name ? tournament(decodeURIComponent(name)) : list(),
);
