/** What a replay shows: which plies belong to it, and the numbers on its stones. Pure. */
import { cellsOf } from "../game/notation.js";
import { letterOf } from "../glass/cells.js";

/** How much is replayed; null is the whole game. */
export const LENGTHS = [5, 10, 15, null];
const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1000;

/** The first and last ply of the last `length` moves: [from, to], from is the position before. */
export function rangeOf(length, total) {
  return [length === null ? 0 : Math.max(0, total - length), total];
}

/** Move numbers of the plies after `from` up to `ply`, on the cells they filled. */
export function numbersOf(plies, from, ply, game) {
  const numbers = new Map();
  for (const { ply: n, move } of plies.slice(from, ply)) {
    const cells = cellsOf(move, game);
    // A piece keeps its letter in the middle: its number goes to its first cell.
    if (cells.length) numbers.set(letterOf(move) ? Math.min(...cells) : cells[0], n);
  }
  return numbers;
}

/** The next speed; after the fastest comes the slowest. */
export function faster(speed) {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
}

/** Milliseconds between two moves. */
export function paceOf(speed) {
  return PACE / speed;
}
