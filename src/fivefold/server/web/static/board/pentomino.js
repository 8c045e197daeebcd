/** The pentomino board and its pieces, which differ by letter and texture as well as by colour. */

import { makeDefs, TEXTURE_COUNT } from "./defs.js";
import { framed, names } from "./othello.js";
import { outline } from "./outline.js";
import { CELL, group, path, svg, text } from "./svg.js";

export const LETTERS = "FILNPTUVWXYZ";

export const frame = (cells, plan) => framed(cells, plan, plan.mini ? 12 : 8);

export function base(frame, cells) {
  const { pad, width, height, corner } = frame;
  const rects = Array.from({ length: cells.count }, (_, index) =>
    cellRect(pad + CELL * cells.column(index), pad + CELL * cells.row(index), "ff-slab-cell"),
  );
  return [svg("rect", { width, height, rx: corner, class: "ff-slab" }), ...rects];
}

export const lines = (frame, cells) => names(frame, cells, frame.labels, "ff-slab-label");

export function cellRect(left, top, classes, fill) {
  const side = CELL - 1.5;
  const [x, y] = [left + 0.75, top + 0.75];
  return svg("rect", { x, y, width: side, height: side, rx: 4, class: classes, fill });
}

/** The cell for a piece's letter: the one with the shortest paths to the others. */
export function middleCell(cells) {
  const steps = (start) => {
    const seen = new Map([[String(start), 0]]);
    const queue = [start];
    for (const [row, column] of queue) {
      const far = (seen.get(String([row, column])) ?? 0) + 1;
      for (const other of cells) {
        const near = Math.abs(other[0] - row) + Math.abs(other[1] - column) === 1;
        if (near && !seen.has(String(other))) {
          seen.set(String(other), far);
          queue.push(other);
        }
      }
    }
    return [...seen.values()].reduce((sum, far) => sum + far, 0);
  };
  const ways = cells.map(steps);
  return cells[ways.indexOf(Math.min(...ways))];
}

/**
 * Draws a piece as a single block.
 * @param {string} letter
 * @param {number[][]} cells as [row, column]
 * @param {(column: number, row: number) => [number, number]} at the place of a cell's corner
 * @param {(name: string) => string} fill
 * @param {{ kind?: string, inset?: number, radius?: number, size?: number, name?: string }} how
 *   name: the text on it; default: its letter
 */
export function piece(letter, cells, at, fill, how = {}) {
  const { kind = "", inset = 1.4, radius = 6, size = 17, name = letter } = how;
  const d = outline(cells, at, inset, radius);
  const [row, column] = middleCell(cells);
  const [x, y] = at(column + 0.5, row + 0.5);
  const texture = LETTERS.indexOf(letter) % TEXTURE_COUNT;
  const shade = path(d, "ff-shade");
  shade.setAttribute("transform", "translate(0 2)");
  return group(
    `ff-piece ff-piece-${letter} ${kind}`.trim(),
    shade,
    path(d, "ff-block"),
    path(d, "ff-textured", fill(`texture-${texture}`)),
    path(d, "ff-bevel"),
    text(x, y, name, size, "ff-letter"),
  );
}

/** An <svg> of one piece for the tray. Cells are [row, column] pairs. */
export function pieceSvg(letter, cells, unit = 20) {
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, column]) => column));
  const moved = cells.map(([row, column]) => [row - top, column - left]);
  const width = 6 + unit * (Math.max(...moved.map(([, column]) => column)) + 1);
  const height = 8 + unit * (Math.max(...moved.map(([row]) => row)) + 1);
  const { defs, fill } = makeDefs();
  /** @type {(column: number, row: number) => [number, number]} */
  const at = (column, row) => [3 + unit * column, 3 + unit * row];
  const drawn = piece(letter, moved, at, fill, {
    kind: "ff-mini",
    inset: 0.6,
    radius: 3,
    size: unit * 0.65,
  });
  const viewBox = `0 0 ${width} ${height}`;
  const look = { viewBox, width, height, class: "ff-tray-piece", "aria-hidden": "true" };
  return svg("svg", look, defs, drawn);
}
