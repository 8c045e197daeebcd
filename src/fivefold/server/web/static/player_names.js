/** Display names of players, sides and games. */

import { get } from "./api.js";
import { signal } from "./dom.js";
import { t, write } from "./words.js";

/** The strategies for the page's game, as the server lists them. */
export const strategies = signal(/** @type {any[]} */ ([]));
/** @type {Map<string, Promise<any[]>>} */
const lists = new Map();

/** @param {string} game @returns {Promise<any[]>} */
export function strategiesFor(game) {
  const known = lists.get(game);
  if (known) return known;
  const asked = get(`/api/strategies?game=${encodeURIComponent(game)}`);
  const list = asked.then((answer) => answer.strategies);
  lists.set(game, list);
  asked.catch(() => lists.delete(game));
  return list;
}

export async function loadStrategies(game) {
  strategies.value = await strategiesFor(game);
}

/** Whether the server still offers that strategy; one from a file may be gone. */
export function isKnown(strategy, known) {
  const name = strategy.split("(")[0];
  return known.some((each) => (each.name === name || each.text === strategy) && each.available);
}

/**
 * The opponent of the last game if the server still offers it, otherwise null.
 * @param {string} game @param {string | null | undefined} opponent
 */
export async function stillOffered(game, opponent) {
  if (!opponent) return null;
  if (/^level\(\d+\)$/.test(opponent)) return opponent;
  return isKnown(opponent, await strategiesFor(game)) ? opponent : null;
}

/** The opponent of a first game, if the host offers none that fits better. */
export const FIRST_OPPONENT = "level(2)";

/** The solver: knows for every pentomino move whether it wins. */
export const PERFECT = "perfect";
/** The native engine: estimates the value of every move. */
export const ENGINE = "engine";
/** @type {Record<string, string>} */
const ANALYSTS = { pentomino: PERFECT, othello: ENGINE, gomoku: ENGINE };

/** Whether the engine analyses this game: it gives values; the solver only wins and losses. */
export function asksEngine(game) {
  return ANALYSTS[game?.name] === ENGINE;
}

/** Whether the server offers the strategy that analyses every move of this game. */
export function canAnalyseMoves(game) {
  const entry = strategies.value.find((each) => each.name === ANALYSTS[game?.name]);
  return Boolean(entry?.available);
}

/** Like `canAnalyseMoves`, but true while the list of strategies is still loading. */
export function mayAnalyseMoves(game) {
  return strategies.value.length ? canAnalyseMoves(game) : Object.hasOwn(ANALYSTS, game?.name);
}

/** @returns {string} such as “Level 4” or “Minimax, depth 3” */
export function machineName(strategy, known = strategies.value) {
  const level = /^level\((?:n=)?(\d+)\b/.exec(strategy);
  if (level) return t("opponent.level", { level: Number(level[1]) });
  const exact = known.find((entry) => entry.text === strategy);
  if (exact) return write(exact.title);
  const [called, given] = strategy.split(/\((.*)\)$/);
  const entry = known.find((each) => each.name === called);
  // An alias is not in the list but has a title in the catalogue.
  const name = write(entry?.title ?? { key: `opponent.name.${called}`, text: "" });
  if (!name) return strategy;
  const parts = (given ?? "").replaceAll("=", " ");
  return parts ? t("opponent.with", { name, parts }) : name;
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @returns {string} the name, which does not change the order of the text around it */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** @returns {string} Black or White; First or Second in Pentomino and until swap2 is settled */
export function sideName(match, seat) {
  if (match.view?.swap2) return t(seat === "X" ? "seat.first" : "seat.second");
  return write(match.game.players[seat]);
}

/** @returns {string} the player of a seat: a name, “You”, “Waiting” or an engine */
export function seatName(client, seat) {
  const match = client.match.value;
  const held = client.held.value;
  const { kind, strategy } = match.seats[seat];
  const name = match.seats[seat].name && isolated(match.seats[seat].name);
  if (kind === "machine") return machineName(strategy);
  if (kind === "open") return t("page.seat.waiting");
  if (held.length === 2) return name ?? sideName(match, seat);
  if (held.includes(seat)) return t("page.seat.you");
  return name ?? (client.isStatic ? sideName(match, seat) : t("page.seat.guest"));
}

/** @returns {string} such as “Gomoku 15”, “Omok 19”, “Othello”, “Pentomino 6×10” */
export function gameName(game) {
  const { name, rows, columns } = game;
  const title = write(game.title);
  if (name === "gomoku" && rows === 19) return t("page.new.omok", { size: rows });
  if (name === "gomoku") return t("page.game.sized", { title, size: rows });
  if (rows === 8 && columns === 8) return title;
  return t("page.game.sized", { title, size: rows === columns ? rows : `${rows}×${columns}` });
}
