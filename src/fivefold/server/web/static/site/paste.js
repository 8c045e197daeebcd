/** The form that reads a game from text or a file, shows it and offers to replay or continue it. */

import "../board/board.js";
import { ApiError, post } from "../api.js";
import { html, signal } from "../dom.js";
import { startMatch } from "../game/match/start_match.js";
import { viewLink } from "../replay/share.js";
import { FIRST_OPPONENT } from "../player_names.js";
import { storeStudy } from "../study/store.js";
import { t, write } from "../words.js";

const GAMES = ["gomoku", "othello", "pentomino"];
// A list of moves does not name its game. Moves that are legal in Othello are nearly always Othello.
const LIKELY = ["othello", "pentomino", "gomoku"];
const MOST_BYTES = 200_000;

export function paste() {
  const trouble = signal(/** @type {string | null} */ (null));
  const found = signal(/** @type {any} */ (null));
  const busy = signal(false);
  /** @type {any} */
  let field;
  /** @type {any} */
  let which;

  async function read(event) {
    event?.preventDefault();
    busy.value = true;
    trouble.value = null;
    found.value = null;
    try {
      const text = field.value;
      found.value = { ...(await recognise(text, which.value)), text };
    } catch (error) {
      trouble.value = write(error.words);
    } finally {
      busy.value = false;
    }
  }

  async function take(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      found.value = null;
      trouble.value = t("page.open.too_large", { most: MOST_BYTES / 1000 });
      return;
    }
    field.value = await file.text();
    await read();
  }

  const drop = (event) => {
    event.preventDefault();
    event.currentTarget.classList.remove("over");
    take(event.dataTransfer.files[0]);
  };
  const over = (event) => {
    event.preventDefault();
    event.currentTarget.classList.toggle("over", event.type === "dragover");
  };

  const form = html`
    <form class="paste" @submit=${read} @drop=${drop} @dragover=${over} @dragleave=${over}>
      <label for="text">${t("page.open.text")}</label>
      <textarea id="text" rows="5" spellcheck="false" autocapitalize="off" required
        placeholder=${t("page.open.example")}></textarea>
      <div class="row wrap">
        <label class="which">
          <span class="visually">${t("page.open.which")}</span>
          <select>
            <option value="">${t("page.open.which.any")}</option>
            ${GAMES.map((game) => html`<option value=${game}>${t(`game.title.${game}`)}</option>`)}
          </select>
        </label>
        <label class="btn plain file">
          <input class="visually" type="file" @change=${(event) => take(event.target.files[0])} />
          ${t("page.open.file")}
        </label>
        <span class="quiet small hint">${t("page.open.drop")}</span>
        <span class="grow"></span>
        <button class=${() => (found.value ? "btn white" : "btn black")} ?disabled=${() => busy.value}>${t("page.open.read")}</button>
      </div>
      <p class="trouble" role="alert">${() => trouble.value}</p>
    </form>`;
  field = form.querySelector("textarea");
  which = form.querySelector("select");
  return html`${form}
    <div aria-live="polite">${() => found.value && result(found.value, trouble)}</div>`;
}

/** Reads the text as the chosen game, or as the first game in which it is legal. */
async function recognise(text, game) {
  const read = (wanted) => post("/api/read", wanted ? { text, game: wanted } : { text });
  try {
    return await read(game);
  } catch (error) {
    if (error.code !== "format.which_game") throw error;
    const tried = [];
    for (const likely of LIKELY) {
      try {
        return await read(likely);
      } catch (refused) {
        tried.push({ likely, refused, far: refused.words?.facts?.number ?? 0 });
      }
    }
    throw closest(tried, text, error.status);
  }
}

/** Why the text is no game: the first wrong move in the game it fits longest. */
function closest(tried, text, status) {
  const [best] = tried.sort((one, two) => two.far - one.far);
  if (!best.far) {
    const facts = { text: text.trim().slice(0, 40) };
    return new ApiError(status, { code: "page.open.unknown", message: "", facts });
  }
  const game = t(`game.title.${best.likely}`);
  const facts = { game, reason: write(best.refused.words) };
  return new ApiError(status, { code: "page.open.closest", message: "", facts });
}

function result(read, trouble) {
  const { game, moves, views } = read;
  const view = views.at(-1);
  const count = moves.length ? t("page.open.moves", { n: moves.length }) : t("page.open.position");
  const state = read.result
    ? write(read.result.reason)
    : t("page.open.turn", { player: write(game.players[view.to_move]) });

  async function playOn() {
    const other = view.to_move === "X" ? "second" : "first";
    const order = {
      game: game.name,
      size: `${game.rows}x${game.columns}`,
      rules: game.rules,
      position: read.start,
      moves,
      first: "me",
      second: "me",
      [other]: FIRST_OPPONENT,
    };
    try {
      await startMatch(order);
    } catch (error) {
      trouble.value = write(error.words);
    }
  }

  /** The text itself is stored: it may hold variations and notes. */
  async function analyse() {
    try {
      location.assign(await storeStudy({ text: read.text, game: game.name }));
    } catch (error) {
      trouble.value = write(error.words);
    }
  }

  const board = document.createElement("ff-board");
  board.coordinates = true;
  board.setAttribute("mini", "");
  board.game = game;
  board.view = view;
  const { rows, columns } = game;
  return html`
    <section class="found" aria-label=${t("page.open.preview")}>
      <div class=${`pic ${game.name}`} aria-hidden="true">${board}</div>
      <div class="words">
        <h2>${t("page.open.found", { game: write(game.title), rows, columns })}</h2>
        <p>${count}</p>
        <p class="quiet">${state}</p>
        <div class="row wrap">
          <a class="btn black" href=${viewLink(game, read.start, moves)}>${t("page.open.replay")}</a>
          <button class="btn white" type="button" @click=${analyse}
            >${t("page.study.open.analyse")}</button>
          ${view.to_move &&
          html`<button class="btn white" type="button" @click=${playOn}>
            ${t("page.open.play_on")}
          </button>`}
        </div>
      </div>
    </section>`;
}
