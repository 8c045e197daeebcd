/** The lobby: open seats, and a way to offer one. */

import "./bar.js";
import { html, mount } from "../dom.js";
import { icon } from "../ui/icons.js";
import { loadWords, t } from "../words.js";
import { openSeats } from "./open_seats.js";

const GAMES = ["gomoku", "othello", "pentomino"];

await loadWords();
mount(
  /** @type {HTMLElement} */ (document.getElementById("lobby")),
  () => html`${openSeats(30, t("page.lobby.empty"))}
    <section class="offer" aria-labelledby="offer">
      <h2 id="offer">${t("page.lobby.offer")}</h2>
      <p class="quiet">${t("page.lobby.offer.about")}</p>
      <div class="row wrap">${GAMES.map(
        (game) => html`<a class="btn white" href=${`/play/${game}?new=lobby`}>${icon("plus")}${t(`game.title.${game}`)}</a>`,
      )}</div>
    </section>`,
);
