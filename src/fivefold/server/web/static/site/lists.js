/** The games opened in this browser, and the public games in progress. */

import { get } from "../api.js";
import { each, html, signal } from "../dom.js";
import { forget, keptMatches } from "../local_storage.js";
import { language, t, write } from "../words.js";

const MOST = 50;

export function mine() {
  const games = signal(keptMatches().slice(0, MOST));
  const status = signal("");

  function drop(id) {
    forget(`match.${id}`);
    games.value = games.value.filter((game) => game.id !== id);
    status.value = t("page.open.mine.forgotten");
  }

  const row = (item) => {
    const { id, game, opponent, at } = item.value;
    return html`
      <li>
        <a href=${`/game/${id}`}>
          <b>${title(game)}</b>
          <span class="quiet">${opponent ? t("page.open.mine.against", { opponent: write(opponent) }) : ""}</span>
          <time class="quiet num" datetime=${new Date(at).toISOString()}>${when(at)}</time>
        </a>
        <button class="icon-btn" type="button" aria-label=${t("page.open.mine.forget")} @click=${() => drop(id)}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6 6 18" /></svg>
        </button>
      </li>`;
  };
  return html`
    <section class="list">
      <h2>${t("page.open.mine")}</h2>
      <ul>${each(() => games.value, (game) => game.id, row)}</ul>
      <p class="quiet">${() => (games.value.length ? "" : t("page.open.mine.none"))}</p>
      <p class="visually" role="status">${() => status.value}</p>
    </section>`;
}

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

function when(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language(), style).format(new Date(at));
}
