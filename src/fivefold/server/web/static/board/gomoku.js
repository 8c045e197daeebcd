/** Gomoku's board and stones: wood with a seeded grain, grid lines, star points. */

import { CELL, circle, group, path, seeded, short, svg, text } from "./svg.js";

const RADIUS = 18.6;
const GRAIN_LINES = 26;

/** The measures of the board. Stones go on crossings, so the outer lines run through cell centres. */
export function frame(cells, { coordinates, compact, mini }) {
  const pad = coordinates ? 38 : mini ? 26 : 24;
  return {
    pad,
    origin: pad - CELL / 2,
    width: pad * 2 + CELL * (cells.columns - 1),
    height: pad * 2 + CELL * (cells.rows - 1),
    corner: mini ? 14 : 8,
    labels: coordinates ? (compact ? 18 : cells.rows > 15 ? 14 : 13) : 0,
    seal: 10,
  };
}

export function base(frame, cells) {
  const { width, height, corner } = frame;
  const rect = svg("rect", { width, height, rx: corner, class: "ff-wood" });
  return [rect, grain(width, height, cells.rows * 31)];
}

function grain(width, height, seed) {
  const next = seeded(seed);
  const lines = Array.from({ length: GRAIN_LINES }, () => {
    const y = next() * height;
    const bend = (next() - 0.5) * 26;
    const [first, second, end] = [y + bend, y - bend * 1.2, y + bend * 0.5].map(Math.round);
    const [near, far] = [short(width * 0.3), short(width * 0.65)];
    const line = path(`M0 ${Math.round(y)}C${near} ${first} ${far} ${second} ${width} ${end}`);
    line.setAttribute("stroke-width", short(0.6 + next() * 2.6));
    return line;
  });
  return group("ff-grain", ...lines);
}

export function lines(frame, cells) {
  const { pad, labels } = frame;
  const [right, down] = [CELL * (cells.columns - 1), CELL * (cells.rows - 1)];
  let grid = "";
  for (let row = 0; row < cells.rows; row += 1) grid += `M${pad} ${pad + CELL * row}h${right}`;
  for (let c = 0; c < cells.columns; c += 1) grid += `M${pad + CELL * c} ${pad}v${down}`;
  const rim = svg("rect", { x: pad, y: pad, width: right, height: down, class: "ff-wood-rim" });
  const stars = starPoints(cells.rows).map(([row, column]) =>
    circle(pad + CELL * column, pad + CELL * row, cells.rows > 15 ? 4.2 : 3.8, "ff-star"),
  );
  const names = [];
  if (labels) {
    const [left, below] = [labels > 15 ? 13 : 14, frame.height - 13];
    const name = (x, y, words) => names.push(text(x, y - 0.5, words, labels, "ff-wood-label"));
    for (let c = 0; c < cells.columns; c += 1) name(pad + CELL * c, below, cells.letter(c));
    for (let row = 0; row < cells.rows; row += 1) name(left, pad + CELL * row, cells.number(row));
  }
  return [path(grid, "ff-wood-line"), rim, ...stars, ...names];
}

/** The star points: five, nine on large odd boards, four on even ones. */
export function starPoints(size) {
  if (size < 9) return size % 2 && size > 5 ? [[(size - 1) / 2, (size - 1) / 2]] : [];
  const near = size < 13 ? 2 : 3;
  const [far, middle] = [size - 1 - near, (size - 1) / 2];
  const corners = [near, far].flatMap((row) => [near, far].map((column) => [row, column]));
  if (size % 2 === 0) return corners;
  const sides = [[near, middle], [middle, near], [middle, far], [far, middle]];
  return [...corners, [middle, middle], ...(size > 17 ? sides : [])];
}

/** A stone: a gradient above a shadow, which is a gradient too, because filters are slow. */
export function stone(x, y, seat, fill) {
  const side = seat === "X" ? "black" : "white";
  return group(
    "ff-stone",
    circle(x + 1, y + 2.4, RADIUS + 1.6, "ff-shadow", fill("shadow")),
    circle(x, y, RADIUS, `ff-body ff-${side}`, fill(side)),
  );
}

export const hover = (x, y, seat) =>
  circle(x, y, 17.6, seat === "X" ? "ff-hover ff-flat-black" : "ff-hover ff-flat-white");
