/** Draws a Display, the glass box's marks, on the board. */

import {
  arrow,
  drawnLetter,
  drawnShape,
  ghost,
  line,
  past,
  pill,
  point,
  ring,
  sign,
  through,
} from "./marks.js";
import { group, path, square } from "./svg.js";

const HEAT_STEPS = 7;
const MOST_CHARACTERS = 3;

/**
 * The step of each value, 0 to 6, in seven equal steps from the lowest to the highest; null for
 * none.
 * @param {(number | null)[]} values
 */
export function heatSteps(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return values.map((value) => {
    if (value === null || value === undefined) return null;
    if (high === low) return (HEAT_STEPS - 1) / 2;
    return Math.min(HEAT_STEPS - 1, Math.floor((HEAT_STEPS * (value - low)) / (high - low)));
  });
}

/** The tints of a heat map. */
export function drawHeat(heat, { cells, heat: tint }) {
  const steps = heatSteps(heat?.values ?? []).slice(0, cells.count);
  return steps.flatMap((step, index) => (step === null ? [] : [tint(index, step)]));
}

/**
 * What to draw under and over the stones, and the labels of marked cells: texts, or [key, facts] of
 * the catalogue.
 * @param {Display} display
 * @param {{ cells: import("./cells.js").Cells, marks: string, at: (index: number) => [number, number],
 *   heat: (index: number, step: number) => Element,
 *   piece: (letter: string, indexes: number[], how: object) => Element }} board
 */
export function drawOverlay(display, board) {
  const { cells, at, marks } = board;
  /**
   * @type {{ under: Element[], over: Element[], ghosts: Element[], labels: Map<number, any[]>,
   *   marked: Set<number> }}
   */
  const drawn = { under: [], over: [], ghosts: [], labels: new Map(), marked: new Set() };
  const free = (index) => index >= 0 && (marks[index] ?? ".") === "." && !drawn.marked.has(index);
  const say = (index, words) => {
    if (words) drawn.labels.set(index, [...(drawn.labels.get(index) ?? []), words]);
  };

  (display.heat?.exact ?? display.heat?.values ?? []).forEach((value, index) => {
    if (value !== null) say(index, ["page.board.heat", { value }]);
  });
  for (const { cells: named, tone, label, makes } of display.cells ?? []) {
    for (const index of cells.indexes(named)) {
      say(index, label);
      if (makes) continue;
      drawn.under.push(square(...at(index), 35, 7, `ff-region ff-tone-${tone}`));
      drawn.over.push(square(...at(index), 35, 7, `ff-region-edge ff-tone-${tone}`));
    }
  }
  for (const { cells: named, style, label } of display.lines ?? []) {
    const indexes = cells.indexes(named);
    const points = indexes.map(at);
    if (points.length < 2) continue;
    for (const index of indexes) say(index, label);
    drawn.under.push(path(through(points), "ff-line-halo"));
    drawn.over.push(...line(points, `ff-${style}`));
  }
  for (const { cells: named, makes, seat } of display.cells ?? []) {
    const indexes = makes ? cells.indexes(named).filter(free) : [];
    drawn.over.push(...indexes.map((index) => point(...at(index), makes, seat)));
  }

  // At most one mark a square: ghosts first, then signs, then numbers.
  for (const { cells: named, n, seat, letter, label } of display.ghosts ?? []) {
    const indexes = cells.indexes(named);
    if (!indexes.length || !indexes.every(free)) continue;
    const node = letter
      ? group("ff-mark", board.piece(letter, indexes, { kind: "ff-ghost-piece", name: String(n) }))
      : ghost(...at(indexes[0]), n, seat);
    drawn.ghosts.push(node);
    drawn.over.push(node);
    for (const index of indexes) {
      drawn.marked.add(index);
      say(index, label ?? ["page.board.ghost", { n }]);
    }
  }
  for (const { cell, sign: which } of display.signs ?? []) {
    const index = cells.index(cell);
    if (!free(index)) continue;
    drawn.over.push(sign(...at(index), which));
    drawn.marked.add(index);
    say(index, [`page.board.sign.${{ "+": "win", "?": "unknown" }[which] ?? "loss"}`]);
  }
  const verdict = (number) => (number.kind === "win" || number.kind === "loss" ? 0 : 1);
  const ranked = (display.numbers ?? [])
    .map((number, place) => ({ ...number, rank: place + 1 }))
    .sort((a, b) => verdict(a) - verdict(b));
  for (const { cell, text: words, kind, label, rank } of ranked) {
    const index = cells.index(cell);
    if (!free(index)) continue;
    const shown = words.length > MOST_CHARACTERS ? String(rank) : words;
    const shape = kind.startsWith("exact") ? ring : pill;
    drawn.over.push(shape(...at(index), shown, kind));
    drawn.marked.add(index);
    say(index, label);
  }
  for (const { cell, text: words, seat, label } of display.past ?? []) {
    const index = cells.index(cell);
    if (!free(index)) continue;
    drawn.over.push(past(...at(index), words, seat));
    // Without a score the square keeps the dot that says it may be played.
    if (words) drawn.marked.add(index);
    say(index, label);
  }
  drawPeoplesMarks(display, board, drawn, say);
  return drawn;
}

/**
 * Marks that people put on cells, with stones or without; a ghost or number has priority.
 * @param {Display} display
 */
function drawPeoplesMarks({ shapes, letters, arrows }, { cells, at, marks }, drawn, say) {
  const on = (index) => {
    const mark = marks[index] ?? ".";
    return { ".": "empty", X: "black", O: "white" }[mark] ?? "piece";
  };
  for (const { from, to } of arrows ?? []) {
    const [first, last] = [cells.index(from), cells.index(to)];
    if (first < 0 || last < 0 || first === last) continue;
    drawn.over.push(arrow(at(first), at(last)));
    say(first, ["page.board.mark.arrow", { to: cells.name(last) }]);
  }
  for (const { cell, shape } of shapes ?? []) {
    const index = cells.index(cell);
    if (index < 0 || drawn.marked.has(index)) continue;
    drawn.over.push(drawnShape(...at(index), shape, on(index)));
    drawn.marked.add(index);
    say(index, [`page.board.mark.${shape}`]);
  }
  for (const { cell, text } of letters ?? []) {
    const index = cells.index(cell);
    if (index < 0 || drawn.marked.has(index)) continue;
    drawn.over.push(drawnLetter(...at(index), text, on(index)));
    drawn.marked.add(index);
    say(index, ["page.board.mark.letter", { text }]);
  }
}
