/**
 * A whole game in a link: /view#g=gomoku(size=15,rules=freestyle)&m=h8,i9&p=2
 * g: game and rules; s: start position, if it is not the default; m: moves; p: shown ply.
 * The fragment never reaches the server, and the server stores nothing.
 */
import { t } from "../words.js";

const GAMES = ["gomoku", "othello", "pentomino"];
const LONGEST = 20_000;
const MOST_MOVES = 1_000;
const RULES = /^([a-z]+)(?:\(([a-z0-9=:,._ -]*)\))?$/i;
const START = /^[A-Za-z.\-/ ]{1,600}$/;
const CELL = "[a-v](?:[1-9]|1[0-9]|2[0-2])";
const MOVES = {
  gomoku: new RegExp(`^${CELL}$`),
  othello: new RegExp(`^(?:${CELL}|--)$`),
  pentomino: new RegExp(`^([FILNPTUVWXYZ])((?:${CELL}){5})$`),
};

/**
 * @param {{ name: string, text: string, rows: number, columns: number }} game
 * @param {string | null} start position text; omitted if null or the default start
 * @param {string[]} moves
 * @param {number | null} ply
 */
export function viewLink(game, start, moves, ply = null) {
  const parts = [`g=${game.text.replaceAll(" ", "")}`];
  if (start && !isDefault(game, start)) parts.push(`s=${start.trim().replaceAll(" ", "_")}`);
  if (moves.length) parts.push(`m=${moves.map((move) => move.replaceAll(" ", "")).join(",")}`);
  if (ply !== null && ply !== moves.length) parts.push(`p=${ply}`);
  return `/view#${parts.join("&")}`;
}

function isDefault({ name, rows, columns }, start) {
  const [cells, side = "X"] = start.trim().split(" ");
  if (side !== "X" || cells.length !== rows * columns) return false;
  if (name !== "othello") return /^\.+$/.test(cells);
  const [row, column] = [rows / 2, columns / 2];
  const normal = Array(rows * columns).fill(".");
  const upper = (row - 1) * columns + column - 1;
  normal[upper] = normal[upper + columns + 1] = "O";
  normal[upper + 1] = normal[upper + columns] = "X";
  return normal.join("") === cells;
}

/**
 * @param {string} hash
 * @returns {{ game: string, start: string | null, moves: string[], ply: number | null }
 *   | { error: { key: string, facts: object } }}
 */
export function readViewLink(hash) {
  let text = hash.replace(/^#/, "");
  const wrong = (key, facts = {}) => ({ error: { key: `page.view.${key}`, facts } });
  if (!text) return wrong("empty");
  if (text.length > LONGEST) return wrong("long");
  try {
    // Some programs escape links more than necessary.
    text = decodeURIComponent(text);
  } catch {
    return wrong("garbled");
  }
  /** @type {(part: string) => [string, string]} */
  const pair = (part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)];
  const fields = new Map(text.split("&").map(pair));
  const game = fields.get("g")?.trim();
  if (!game) return wrong("empty");
  const rules = RULES.exec(game);
  const name = rules?.[1].toLowerCase();
  if (!name || !GAMES.includes(name)) return wrong("game", { text: short(game) });
  const start = fields.get("s")?.replaceAll("_", " ") ?? null;
  if (start !== null && !START.test(start)) return wrong("start");
  const words = (fields.get("m") ?? "").split(/[,\s]+/).filter(Boolean);
  if (words.length > MOST_MOVES) return wrong("many", { most: MOST_MOVES });
  /** @type {string[]} */
  const moves = [];
  for (const [i, word] of words.entries()) {
    const found = MOVES[name].exec(word);
    if (!found) return wrong("move", { n: i + 1, text: short(word) });
    moves.push(found[2] ? spaced(found) : word);
  }
  const ply = fields.has("p") ? Number(fields.get("p")) : null;
  if (ply !== null && !(Number.isInteger(ply) && ply >= 0 && ply <= moves.length)) {
    return wrong("ply", { n: moves.length });
  }
  return { game, start, moves, ply };
}

const spaced = ([, letter, cells]) => `${letter} ${cells.match(/[a-v]\d{1,2}/g).join(" ")}`;
const short = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

/** @returns {string} what is wrong with a link */
export function linkTrouble({ error }) {
  return t(error.key, error.facts);
}
