/** The marks of the overlay. Each has its own shape, so that none depends on colour. */

import { CELL, circle, group, path, square, svg, text } from "./svg.js";

/** The last move: a small red seal. */
export function seal(x, y, side) {
  const mark = square(x, y, side, side * 0.15, "ff-seal");
  mark.setAttribute("stroke-width", side * 0.14);
  return mark;
}

/** A score in a pill. */
export function pill(x, y, words, kind) {
  const width = words.length > 2 ? 36 : 30;
  const rect = svg("rect", { x: x - width / 2, y: y - 11.5, width, height: 23, rx: 11.5 });
  return group(`ff-mark ff-pill ff-${kind}`, rect, text(x, y, words, words.length > 2 ? 14 : 16));
}

/** An exact margin in a ring: filled for the best move, dashed for a loss. */
export function ring(x, y, words, kind) {
  const size = words.length > 2 ? 0.43 : 0.36;
  return group(`ff-mark ff-ring ff-${kind}`, circle(x, y, CELL * size), text(x, y, words, 14));
}

/** A move that was compared for a move already played: a faded stone of its side. */
export function past(x, y, words, seat) {
  const side = seat === "X" ? "black" : "white";
  const size = words.length > 2 ? 14.5 : 16;
  const stone = circle(x, y, 15.5);
  const score = words ? [text(x, y, words, size)] : [];
  return group(`ff-mark ff-past ff-past-${side}`, stone, ...score);
}

const SIGNS = { "+": "win", "-": "loss", "−": "loss", "?": "unknown" };

/** A placement's outcome: proven win, proven loss or unknown. */
export function sign(x, y, which) {
  const kind = SIGNS[which] ?? "unknown";
  const disc = circle(x, y, 10.5);
  if (kind === "unknown") return group("ff-mark ff-sign ff-unknown", disc, text(x, y, "?", 15));
  const across = `M${x - 4.5} ${y}h9`;
  const down = `M${x} ${y - 4.5}v9`;
  return group(`ff-mark ff-sign ff-${kind}`, disc, path(kind === "win" ? across + down : across));
}

/** What a stone of that side would make here: 5, 4, 44, 43 or 33, on a tile of the side's colour. */
export function point(x, y, makes, seat) {
  const side = seat === "X" ? "black" : "white";
  const tile = square(x, y, 25, 5, null);
  return group(`ff-mark ff-point ff-point-${side}`, tile, text(x, y, makes, 15));
}

/** An expected stone with its number. */
export function ghost(x, y, n, seat) {
  const side = seat === "X" ? "black" : "white";
  const size = String(n).length > 2 ? 14 : 19;
  return group(`ff-mark ff-ghost ff-ghost-${side}`, circle(x, y, CELL * 0.41), text(x, y, n, size));
}

/** The path through points. */
export const through = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;

/** A line of the overlay with dots at both ends. */
export function line(points, classes) {
  const ends = [points[0], points.at(-1)].map(([x, y]) => circle(x, y, 4, `ff-cap ${classes}`));
  return [path(through(points), `ff-line ${classes}`), ...ends];
}

/** A cross over a cell that is already taken. */
export const cross = (x, y) => path(`M${x - 7} ${y - 7}l14 14m0-14l-14 14`, "ff-cross");

const SHAPES = {
  triangle: "M0 -9.6 9 6.4H-9z",
  square: "M-7.4 -7.4H7.4V7.4H-7.4z",
  circle: "M-8.4 0a8.4 8.4 0 1 0 16.8 0a8.4 8.4 0 1 0 -16.8 0",
  cross: "M-7 -7 7 7M7 -7 -7 7",
};

/** A mark that a person put on a cell; `on` is what lies there: black, white, piece or empty. */
export function drawnShape(x, y, shape, on) {
  const mark = path(SHAPES[shape] ?? SHAPES.square, "");
  mark.setAttribute("transform", `translate(${x} ${y})`);
  return group(`ff-mark ff-drawn ff-drawn-${on}`, mark);
}

/** A letter on a cell. On an empty point the lines behind it are hidden. */
export function drawnLetter(x, y, words, on) {
  const ground = on === "empty" ? [circle(x, y, 12, "ff-drawn-ground")] : [];
  const size = String(words).length > 1 ? 14 : 19;
  return group(`ff-mark ff-drawn ff-drawn-${on}`, ...ground, text(x, y, words, size));
}

/** An arrow from one point to another, short of both centres. */
export function arrow([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const [startX, startY] = [x + 10 * dx, y + 10 * dy];
  const [endX, endY] = [toX - 6 * dx, toY - 6 * dy];
  const side = (way) => `${endX - 13 * dx + way * 7 * dy} ${endY - 13 * dy - way * 7 * dx}`;
  const shaft = `M${startX} ${startY}L${endX - 9 * dx} ${endY - 9 * dy}`;
  return group(
    "ff-mark ff-arrow",
    path(shaft, "ff-arrow-halo"),
    path(shaft, "ff-arrow-shaft"),
    path(`M${endX} ${endY}L${side(1)}L${side(-1)}z`, "ff-arrow-head"),
  );
}
