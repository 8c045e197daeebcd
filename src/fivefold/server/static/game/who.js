/** Names of those who sit at the board. */

import { get } from "../api.js";
import { signal } from "../dom.js";
import { t, write } from "../words.js";

/** Everybody who plays this game, as the server lists them. */
export const strategies = signal([]);
const lists = new Map();

/** @returns {Promise<any[]>} */
export function strategiesFor(game) {
  if (!lists.has(game)) {
    const asked = get(`/api/strategies?game=${encodeURIComponent(game)}`);
    lists.set(game, asked.then((answer) => answer.strategies));
    asked.catch(() => lists.delete(game));
  }
  return lists.get(game);
}

export async function loadStrategies(game) {
  strategies.value = await strategiesFor(game);
}

/** Whether the server still has that opponent: one of somebody's own may be gone. */
export function isKnown(strategy, known) {
  const name = strategy.split("(")[0];
  return known.some((each) => (each.name === name || each.text === strategy) && each.available);
}

/** Who knows of every move of a solved game whether it wins. */
export const PERFECT = "perfect";
/** Who knows best what a move is worth. */
export const ENGINE = "engine";
const TELLERS = { pentomino: PERFECT, othello: ENGINE, gomoku: ENGINE };

/** Whether it is the engine that tells: what a move is worth, not only whether it wins. */
export function asksEngine(game) {
  return TELLERS[game?.name] === ENGINE;
}

/** Whether somebody here can tell of every move whether it wins, or what it is worth. */
export function canTell(game) {
  const entry = strategies.value.find((each) => each.name === TELLERS[game?.name]);
  return Boolean(entry?.available);
}

/** The same before the list of them has come: the page is not to miss a key for it. */
export function mayTell(game) {
  return strategies.value.length ? canTell(game) : Object.hasOwn(TELLERS, game?.name);
}

/** @returns {string} such as Level 4, or Minimax, depth 3 */
export function machineName(strategy, known = strategies.value) {
  const level = /^level\((?:n=)?(\d+)\b/.exec(strategy);
  if (level) return t("opponent.level", { level: Number(level[1]) });
  const exact = known.find((entry) => entry.text === strategy);
  if (exact) return write(exact.title);
  const [called, given] = strategy.split(/\((.*)\)$/);
  const entry = known.find((each) => each.name === called);
  // A name that stands for another is not in the list, but it has words.
  const name = write(entry?.title ?? { key: `opponent.name.${called}`, text: "" });
  if (!name) return strategy;
  const parts = (given ?? "").replaceAll("=", " ");
  return parts ? t("opponent.with", { name, parts }) : name;
}

/** @returns {string} Black, White, First or Second; before colours are settled the latter */
export function sideName(match, seat) {
  if (match.view?.swap2) return t(seat === "X" ? "seat.first" : "seat.second");
  return write(match.game.players[seat]);
}

export function seatName(table, seat) {
  const match = table.match.value;
  const held = table.held.value;
  const sits = match.seats[seat];
  if (sits.kind === "machine") return machineName(sits.strategy);
  if (sits.kind === "open") return t("page.seat.waiting");
  if (held.length === 2) return sits.name ?? sideName(match, seat);
  if (held.includes(seat)) return t("page.seat.you");
  return sits.name ?? (table.still ? sideName(match, seat) : t("page.seat.guest"));
}

/** @returns {string} Gomoku 15, Omok 19, Othello, Pentomino 6x10 */
export function gameName(game) {
  const { name, rows, columns } = game;
  const title = write(game.title);
  if (name === "gomoku" && rows === 19) return t("page.new.omok", { size: rows });
  if (name === "gomoku") return t("page.game.sized", { title, size: rows });
  if (rows === 8 && columns === 8) return title;
  return t("page.game.sized", { title, size: rows === columns ? rows : `${rows}×${columns}` });
}
