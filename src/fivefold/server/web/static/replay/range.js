/** The plies of a replay and the numbers on its stones. */
import { cellsOf } from "../notation.js";
import { letterOf } from "../glass/overlay/cells.js";

/** Replay lengths in moves; null is the whole game. */
export const LENGTHS = [5, 10, 15, null];
const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds. */
const PACE = 1000;

/** The range of the last `length` moves, [from, to]; `from` is the position before the first. */
export function rangeOf(length, total) {
  return [length === null ? 0 : Math.max(0, total - length), total];
}

/** The numbers of the plies after `from` up to `ply`, by cell. */
export function numbersOf(plies, from, ply, game) {
  const numbers = new Map();
  for (const { ply: n, move } of plies.slice(from, ply)) {
    const cells = cellsOf(move, game);
    // A piece shows its letter in the middle, so its number goes on its first cell.
    if (cells.length) numbers.set(letterOf(move) ? Math.min(...cells) : cells[0], n);
  }
  return numbers;
}

/** The next faster speed; after the fastest, the slowest. */
export function faster(speed) {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
}

/** Milliseconds between two moves. */
export function paceOf(speed) {
  return PACE / speed;
}
