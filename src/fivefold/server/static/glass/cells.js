/** Cells and moves as the glass box needs them. A cell is its number in reading order. */

import { cellsOf } from "../game/notation.js";

/** @typedef {{ name: string, rows: number, columns: number, rules: string, text: string }} Game */

/** In a sentence: a placement such as `F a1 b1 b2 c2 b3`, or one square. */
const IN_TEXT = /\b[FILNPTUVWXYZ](?: [a-v][0-9]{1,2}){5}\b|\b[a-v][0-9]{1,2}\b/g;

/** The piece of a placement, or null. */
export function letterOf(move) {
  return /^[A-Z] /.test(move ?? "") ? move[0] : null;
}

/** The cell of a placement that stands for it: the one nearest to the middle of its cells. */
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

/** The shape of a placement wherever it stands: equal for equal orientations. */
export function shapeOf(cells, game) {
  const rows = cells.map((cell) => Math.floor(cell / game.columns));
  const columns = cells.map((cell) => cell % game.columns);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return rows
    .map((row, i) => (row - top) * 32 + columns[i] - left)
    .sort((a, b) => a - b)
    .join(" ");
}

/** Cuts a sentence into text and the squares or placements it names, in order. */
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
