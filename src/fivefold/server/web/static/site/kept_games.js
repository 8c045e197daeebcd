/** The games of this browser as cards: a small board, the opponent, how the game stands. */

import "../board/board.js";
import { html } from "../dom.js";
import { keptMatches } from "../local_storage.js";
import { language, t } from "../words.js";

/** The kept games, newest first. */
export function keptGames() {
  return keptMatches();
}

/** Whether the game can be continued by this browser. @param {import("../local_storage.js").KeptMatch} kept */
export function isUnfinished({ secret, summary }) {
  return Boolean(secret && summary && !summary.over);
}

/** @param {any} kept @returns {string} such as “Gomoku 15” or “Othello” */
export function gameTitle({ game, summary }) {
  const name = String(game?.name ?? game ?? "").split("(")[0];
  const title = t(`game.title.${name}`);
  if (!summary || (name !== "gomoku" && summary.rows === 8 && summary.columns === 8)) return title;
  const { rows, columns } = summary;
  return t("page.game.sized", { title, size: rows === columns ? rows : `${rows}×${columns}` });
}

/** The opponent's name; messages of other kinds carry their own text. @param {any} kept */
export function opponentName({ opponent }) {
  if (!opponent) return "";
  if (opponent.key === "opponent.level") return t("opponent.level", opponent.facts);
  if (opponent.key === "page.seat.person") return t("page.seat.person");
  return opponent.facts?.text ?? opponent.text ?? "";
}

/** How the game stands, in words. @param {any} kept */
export function standing({ summary }) {
  if (!summary) return "";
  if (summary.over) return t(`page.games.${summary.over}`);
  return t(summary.turn ? "page.games.your_turn" : "page.games.their_turn");
}

export function when(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language(), style).format(new Date(at));
}

/**
 * A picture of the last position; a blank square for games kept before there were pictures.
 * @param {any} kept
 */
export function thumbnail({ game, summary }) {
  const name = String(game?.name ?? game ?? "").split("(")[0];
  const place = html`<span class=${`pic ${name}`} aria-hidden="true"></span>`;
  if (summary?.cells) {
    const board = /** @type {any} */ (document.createElement("ff-board"));
    board.setAttribute("mini", "");
    board.setAttribute("still", "");
    const { rows, columns, row_one, cells, last, line = null, dead = [] } = summary;
    const view = { ply: summary.moves, cells, last, line, dead, to_move: null, forbidden: [] };
    Object.assign(board, { label: name, game: { name, rows, columns, row_one }, view });
    place.firstElementChild.append(board);
  }
  return place;
}
