/** Turning and placing a pentomino. */

import { cellName } from "../../notation.js";

/** @typedef {[number, number][]} Shape rows and columns from its own corner */

/** @returns {Shape} a quarter turn further, clockwise */
export function rotated(shape) {
  return toCorner(shape.map(([row, column]) => [column, -row]));
}

/** @returns {Shape} left and right exchanged */
export function mirrored(shape) {
  return toCorner(shape.map(([row, column]) => [row, -column]));
}

function toCorner(shape) {
  const top = Math.min(...shape.map(([row]) => row));
  const left = Math.min(...shape.map(([, column]) => column));
  return shape
    .map(([row, column]) => [row - top, column - left])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The cell under the pointer: the one nearest to the shape's centre. */
function handle(shape) {
  const middle = (axis) => shape.reduce((sum, cell) => sum + cell[axis], 0) / shape.length;
  const [row, column] = [middle(0), middle(1)];
  const far = (cell) => (cell[0] - row) ** 2 + (cell[1] - column) ** 2;
  return shape.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/**
 * The placement of a piece held over a cell, moved inside the board if necessary. `bad` are cells
 * already taken; `reason` is null if it fits, or the key of the sentence that says why not.
 */
export function placedAt(shape, cell, game, cells) {
  const [down, right] = handle(shape);
  const height = Math.max(...shape.map(([row]) => row)) + 1;
  const width = Math.max(...shape.map(([, column]) => column)) + 1;
  const within = (value, size, room) => Math.max(0, Math.min(value, room - size));
  const top = within(Math.floor(cell / game.columns) - down, height, game.rows);
  const left = within((cell % game.columns) - right, width, game.columns);
  if (height > game.rows || width > game.columns) {
    return { cells: [], bad: [], reason: "page.tray.outside" };
  }
  const covered = shape
    .map(([row, column]) => (row + top) * game.columns + column + left)
    .sort((a, b) => a - b);
  const bad = covered.filter((place) => cells[place] !== ".");
  return { cells: covered, bad, reason: bad.length ? "page.tray.overlap" : null };
}

/**
 * The cell under the handle after covered cells were dragged by one of them, as far as the board
 * allows.
 */
export function shifted(covered, from, to, game) {
  const places = covered.map((cell) => [Math.floor(cell / game.columns), cell % game.columns]);
  const by = (axis, way, room) => {
    const along = places.map((place) => place[axis]);
    return Math.max(-Math.min(...along), Math.min(room - 1 - Math.max(...along), way));
  };
  const down = Math.floor(to / game.columns) - Math.floor(from / game.columns);
  const right = (to % game.columns) - (from % game.columns);
  const [row, column] = handle(places);
  return (row + by(0, down, game.rows)) * game.columns + column + by(1, right, game.columns);
}

/** @returns {string} the move in notation */
export function placement(letter, covered, game) {
  return [letter, ...covered.map((cell) => cellName(cell, game))].join(" ");
}
