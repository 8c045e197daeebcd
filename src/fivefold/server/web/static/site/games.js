/** “My games”: the games of this browser, to filter and to search. */

import "./bar.js";
import { computed, each, html, mount, signal } from "../dom.js";
import { forget } from "../local_storage.js";
import { segments } from "../ui/form_controls.js";
import { icon } from "../ui/icons.js";
import { loadWords, t } from "../words.js";
import { gameTitle, isUnfinished, keptGames, opponentName, standing, thumbnail, when } from "./kept_games.js";

const MOST = 200;

function page() {
  const games = signal(keptGames().slice(0, MOST));
  const filter = signal("all");
  const wanted = signal("");
  const status = signal("");
  const text = (game) => `${gameTitle(game)} ${opponentName(game)} ${standing(game)}`.toLocaleLowerCase();
  const shown = computed(() => {
    const part = wanted.value.trim().toLocaleLowerCase();
    return games.value.filter(
      (game) =>
        (filter.value === "all" || (filter.value === "unfinished") === isUnfinished(game)) &&
        text(game).includes(part),
    );
  });
  const drop = (id) => {
    forget(`match.${id}`);
    games.value = games.value.filter((game) => game.id !== id);
    status.value = t("page.open.mine.forgotten");
  };
  const choice = (value) => ({ value, text: t(`page.games.filter.${value}`) });
  const row = (item) => {
    const game = item.peek();
    const { id, at, summary } = game;
    const opponent = opponentName(game);
    return html`<li>
      <a href=${`/game/${id}`}>
        ${thumbnail(game)}
        <span class="words">
          <b>${gameTitle(game)}</b>
          <span class="quiet">${opponent ? t("page.open.mine.against", { opponent }) : ""}</span>
          <small><time class="num" datetime=${new Date(at).toISOString()}>${when(at)}</time>${
            summary ? t("page.games.moves", { n: summary.moves }) : ""
          }</small>
        </span>
        <span class=${`state ${summary?.over ?? (summary?.turn ? "turn" : "")}`}>${standing(game)}</span>
      </a>
      <button class="icon-btn" type="button" aria-label=${t("page.open.mine.forget")} @click=${() => drop(id)}>
        ${icon("close")}
      </button>
    </li>`;
  };
  return html`
    <div class="games-tools">
      ${segments(
        t("page.games.filter"),
        [choice("all"), choice("unfinished"), choice("finished")],
        () => filter.value,
        (value) => (filter.value = value),
        { hideLabel: true },
      )}
      <label class="games-search">${icon("find")}<span class="visually">${t("page.games.search")}</span>
        <input type="search" placeholder=${t("page.games.search")} autocomplete="off"
          @input=${(event) => (wanted.value = event.target.value)} /></label>
    </div>
    <ul class="games-list">${each(() => shown.value, (game) => game.id, row)}</ul>
    <p class="quiet">${() =>
      shown.value.length ? "" : t(games.value.length ? "page.games.none_found" : "page.open.mine.none")}</p>
    <p class="visually" role="status">${() => status.value}</p>`;
}

await loadWords();
mount(/** @type {HTMLElement} */ (document.getElementById("games")), page);
