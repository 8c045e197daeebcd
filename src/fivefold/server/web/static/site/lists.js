/** The public games in progress. */

import { get } from "../api.js";
import { each, html, signal } from "../dom.js";
import { t, write } from "../words.js";

export function publicGames() {
  const games = signal(/** @type {any[]} */ ([]));
  const status = signal("");
  get("/api/matches").then(
    ({ matches }) => {
      games.value = matches;
      status.value = matches.length ? "" : t("page.open.public.none");
    },
    () => {
      status.value = t("page.open.public.trouble");
    },
  );
  const row = (item) => html`
    <li>
      <a href=${`/game/${item.value.id}`}>
        <b>${title(item.value.game)}</b>
        <span class="quiet">${t("page.open.moves", { n: item.value.moves })}</span>
      </a>
    </li>`;
  return html`
    <section class="list">
      <h2>${t("page.open.public")}</h2>
      <ul>${each(() => games.value, (game) => game.id, row)}</ul>
      <p class="quiet" role="status">${() => status.value}</p>
    </section>`;
}

/** The title of a game, given as text such as `gomoku(size=15)` or as an object. */
function title(game) {
  if (game?.title) return write(game.title);
  return t(`game.title.${String(game).split("(")[0]}`);
}
