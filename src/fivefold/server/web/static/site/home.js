/** The landing page below Start: the game to continue and the latest open seats. */

import { html, mount } from "../dom.js";
import { icon } from "../ui/icons.js";
import { recall } from "../local_storage.js";
import { t, useWords } from "../words.js";
import { gameTitle, isUnfinished, keptGames, opponentName, standing, thumbnail } from "./kept_games.js";
import { FIRST_OPPONENT, stillOffered } from "../player_names.js";
import { clockWords, openSeats } from "./open_seats.js";

const SEATS = 3;
const LEVEL = /^level\((?:n=)?(\d+)\b/;

function unfinished() {
  const games = keptGames().filter(isUnfinished);
  const [latest] = games;
  if (!latest) return null;
  const more = games.length - 1;
  const opponent = opponentName(latest);
  const facts = { game: gameTitle(latest), opponent, n: latest.summary.moves };
  return html`<section class="continue" aria-labelledby="continue">
    <div class="card-head"><h2 id="continue">${t("page.home.unfinished")}</h2>${
      more ? html`<a class="link" href="/games">${t("page.home.more", { n: more })}</a>` : null
    }</div>
    <a class="continue-card" href=${`/game/${latest.id}`}>
      ${thumbnail(latest)}
      <span class="words"><b>${t("page.home.continue")}</b>
        <small>${t(opponent ? "page.home.against" : "page.home.game", facts)}</small>
        <span class=${latest.summary.turn ? "turn" : "quiet small"}>${standing(latest)}</span></span>
      ${icon("on")}
    </a>
  </section>`;
}

function lobby() {
  return html`<section aria-labelledby="lobby">
    <div class="card-head"><h2 id="lobby">${t("page.home.lobby")}</h2><a class="link" href="/lobby">${t(
      "page.lobby.offer",
    )}</a></div>
    ${openSeats(SEATS, t("page.home.lobby.empty"))}
  </section>`;
}

/** The line under Start: the settings of the last game are those that Start uses. */
async function nameLastSettings() {
  for (const [game, last] of Object.entries(recall("last", {}))) {
    const line = document.querySelector(`.start[data-game="${CSS.escape(game)}"] .fine`);
    if (!line || !last.opponent) continue;
    const machine = (await stillOffered(game, last.opponent)) ?? FIRST_OPPONENT;
    const level = LEVEL.exec(machine);
    const opponent = level ? t("opponent.level", { level: Number(level[1]) }) : machine;
    const [rows, columns] = String(last.size ?? "").split("x").map(Number);
    const summary = rows ? { rows, columns: columns || rows } : null;
    const parts = [gameTitle({ game, summary })];
    const variant = String(last.rules ?? "").split(":")[0];
    if (game === "gomoku" && variant && variant !== "freestyle") parts.push(t(`page.rules.gomoku.${variant}`));
    if (last.opening === "swap2") parts.push(t("page.new.opening.swap2"));
    const start = t("page.landing.starts", { game: parts.join(", "), opponent });
    line.textContent = last.time ? t("page.landing.starts.clock", { start, clock: clockWords(last.time) }) : start;
  }
}

/** Fills the part of the page below Start. */
export function home() {
  // The page brings these few words itself: a whole catalogue would outweigh the rest of it.
  const kept = /** @type {HTMLTemplateElement} */ (document.getElementById("home-words"));
  const entries = [...kept.content.children].map((word) => [word.id, word.textContent]);
  useWords(document.documentElement.lang, Object.fromEntries(entries));
  nameLastSettings();
  const place = /** @type {HTMLElement} */ (document.getElementById("home"));
  mount(place, () => html`${unfinished()} ${lobby()}`);
}
