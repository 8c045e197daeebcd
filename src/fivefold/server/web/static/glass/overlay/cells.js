/** Geometry of moves. A cell is its index in reading order. */

import { cellsOf } from "../../notation.js";

/** @typedef {{ name: string, rows: number, columns: number, rules: string, text: string }} Game */

/** A placement such as `F a1 b1 b2 c2 b3`, or a square, in a sentence. */
const IN_TEXT = /\b[FILNPTUVWXYZ](?: [a-v][0-9]{1,2}){5}\b|\b[a-v][0-9]{1,2}\b/g;

/** The letter of a placement, or null. */
export function letterOf(move) {
  return /^[A-Z] /.test(move ?? "") ? move[0] : null;
}

/** The cell that carries a placement's mark: the one nearest to its centre. */
export function anchorOf(cells, game) {
  if (cells.length < 2) return cells[0] ?? null;
  const places = cells.map((cell) => [Math.floor(cell / game.columns), cell % game.columns]);
  const middle = [0, 1].map((axis) => places.reduce((sum, p) => sum + p[axis], 0) / places.length);
  const distance = ([row, column]) => (row - middle[0]) ** 2 + (column - middle[1]) ** 2;
  let best = 0;
  places.forEach((place, i) => {
    if (distance(place) < distance(places[best]) - 1e-9) best = i;
  });
  return cells[best];
}

/** A key of the placement's orientation, independent of its position. */
export function shapeOf(cells, game) {
  const rows = cells.map((cell) => Math.floor(cell / game.columns));
  const columns = cells.map((cell) => cell % game.columns);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return rows
    .map((row, i) => (row - top) * 32 + columns[i] - left)
    .sort((a, b) => a - b)
    .join(" ");
}

/** Splits a sentence into text and the squares or placements it names. */
export function squaresIn(text, game) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(IN_TEXT)) {
    const cells = cellsOf(found[0], game);
    if (!cells.length) continue;
    if (found.index > end) parts.push({ text: text.slice(end, found.index) });
    parts.push({ text: found[0], cells });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
