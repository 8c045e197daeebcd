/** Othello's board and discs: felt in a dark frame; a disc shows its other side as a rim. */

import { CELL, circle, group, path, svg, text } from "./svg.js";

const RADIUS = 16;

export const frame = (cells, plan) => framed(cells, plan, plan.mini ? 12 : 6);

/** The measures of a framed board with labels, also used by pentomino. */
export function framed(cells, { coordinates, compact }, corner) {
  // A long board is scaled down, so its labels are larger in its own units.
  const long = Math.max(cells.rows, cells.columns) > 10;
  const [pad, labels] = compact ? (long ? [28, 19] : [16, 10]) : long ? [24, 12] : [20, 7.5];
  const bare = !coordinates;
  const edge = bare ? 12 : pad;
  return {
    pad: edge,
    origin: edge,
    width: edge * 2 + CELL * cells.columns,
    height: edge * 2 + CELL * cells.rows,
    corner,
    labels: bare ? 0 : labels,
    seal: 8,
  };
}

export function base(frame, cells) {
  const { pad, width, height, corner } = frame;
  const [across, down] = [CELL * cells.columns, CELL * cells.rows];
  return [
    svg("rect", { width, height, rx: corner, class: "ff-felt-frame" }),
    svg("rect", { x: pad, y: pad, width: across, height: down, class: "ff-felt" }),
  ];
}

export function lines(frame, cells) {
  const { pad, labels } = frame;
  const [across, down] = [CELL * cells.columns, CELL * cells.rows];
  let grid = "";
  for (let row = 1; row < cells.rows; row += 1) grid += `M${pad} ${pad + CELL * row}h${across}`;
  for (let c = 1; c < cells.columns; c += 1) grid += `M${pad + CELL * c} ${pad}v${down}`;
  const near = [2, cells.rows - 2];
  const dots = cells.rows < 6 ? [] : near.flatMap((row) => near.map((column) => [row, column]));
  const stars = dots.map(([row, column]) =>
    circle(pad + CELL * column, pad + CELL * row, 2.6, "ff-felt-star"),
  );
  const rim = svg("rect", { x: pad, y: pad, width: across, height: down, class: "ff-felt-rim" });
  const labelled = names(frame, cells, labels, "ff-felt-label");
  return [path(grid, "ff-felt-line"), rim, ...stars, ...labelled];
}

/** The letters above and the numbers on the left, also used by pentomino. */
export function names({ pad }, cells, size, classes) {
  if (!size) return [];
  const middle = (place) => pad + CELL * (place + 0.5);
  const letters = Array.from({ length: cells.columns }, (_, column) =>
    text(middle(column), pad / 2 - 0.5, cells.letter(column), size, classes),
  );
  const numbers = Array.from({ length: cells.rows }, (_, row) =>
    text(pad / 2, middle(row) - 0.5, cells.number(row), size, classes),
  );
  return [...letters, ...numbers];
}

export function stone(x, y, seat, fill) {
  const side = seat === "X" ? "black" : "white";
  const top = y - 1;
  return group(
    "ff-stone",
    circle(x + 0.6, top + 3.4, RADIUS + 1.2, "ff-shadow", fill("shadow")),
    group(
      "ff-body",
      circle(x, top + 2, RADIUS, `ff-rim-${side}`),
      circle(x, top, RADIUS, `ff-${side}`, fill(side)),
    ),
  );
}

export const hover = (x, y, seat) =>
  circle(x, y - 1, RADIUS, seat === "X" ? "ff-hover ff-flat-black" : "ff-hover ff-flat-white");

/**
 * The margin on the loser's side of the frame. Boards have an even number of columns, so there is
 * room between the two middle labels.
 */
export function margin(frame, { seat, text: words, side }) {
  const x = frame.width / 2;
  const y = side === "top" ? frame.pad / 2 : frame.height - frame.pad / 2;
  const size = Math.min(14, frame.pad - 3);
  const wide = size + 4 + String(words).length * size * 0.62;
  const left = x - wide / 2;
  return group(
    "ff-margin",
    svg("rect", { x: left, y: y - size / 2, width: wide, height: size, rx: size / 2 }),
    circle(left + size / 2, y, size * 0.3, seat === "X" ? "ff-flat-black" : "ff-flat-white"),
    text((left + size + left + wide - 3) / 2, y - 0.2, words, size * 0.76),
  );
}
