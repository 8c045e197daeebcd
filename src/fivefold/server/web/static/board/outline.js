/** The rounded outline of a polyomino as one path. */

import { short } from "./svg.js";

// The four sides of a cell, walked clockwise: first and last corner, the neighbour across the side,
// and the direction to the inside.
const SIDES = [
  { from: [0, 0], to: [1, 0], next: [-1, 0], inside: [0, 1] },
  { from: [1, 0], to: [1, 1], next: [0, 1], inside: [-1, 0] },
  { from: [1, 1], to: [0, 1], next: [1, 0], inside: [0, -1] },
  { from: [0, 1], to: [0, 0], next: [0, -1], inside: [1, 0] },
];

/**
 * The path around cells given as [row, column].
 * @param {(column: number, row: number) => [number, number]} at the position of a cell's corner
 */
export function outline(cells, at, inset, radius) {
  return loops(cells)
    .map((loop) => rounded(corners(loop, at, inset), radius))
    .join("");
}

function loops(cells) {
  const has = new Set(cells.map(String));
  const edges = [];
  for (const [row, column] of cells) {
    for (const { from, to, next, inside } of SIDES) {
      if (has.has(String([row + next[0], column + next[1]]))) continue;
      edges.push({
        from: [column + from[0], row + from[1]],
        to: [column + to[0], row + to[1]],
        inside,
      });
    }
  }
  const found = [];
  while (edges.length) {
    const loop = [edges.shift()];
    while (String(loop.at(-1).to) !== String(loop[0].from)) {
      const here = String(loop.at(-1).to);
      const [place] = edges
        .map((edge, index) => [index, edge])
        .filter(([, edge]) => String(edge.from) === here)
        // Where two cells touch at a corner, turning right stays on the same cell.
        .sort(([, a], [, b]) => rightness(loop.at(-1), b) - rightness(loop.at(-1), a))[0];
      loop.push(...edges.splice(place, 1));
    }
    found.push(loop);
  }
  return found;
}

function rightness({ inside }, edge) {
  const [x, y] = [edge.to[0] - edge.from[0], edge.to[1] - edge.from[1]];
  return x * inside[0] + y * inside[1];
}

function corners(loop, at, inset) {
  return loop.flatMap((edge, index) => {
    const before = loop.at(index - 1);
    if (String(before.inside) === String(edge.inside)) return [];
    const [x, y] = at(...edge.from);
    const right = before.inside[0] + edge.inside[0];
    const down = before.inside[1] + edge.inside[1];
    return [[x + inset * right, y + inset * down]];
  });
}

function rounded(points, radius) {
  const steps = points.map((point, index) => {
    const towards = (other) => {
      const [right, down] = [other[0] - point[0], other[1] - point[1]];
      const length = Math.hypot(right, down);
      const part = Math.min(radius, length / 2) / length;
      return `${short(point[0] + right * part)} ${short(point[1] + down * part)}`;
    };
    const [before, after] = [points.at(index - 1), points[(index + 1) % points.length]];
    const corner = point.map(short).join(" ");
    return `${index ? "L" : "M"}${towards(before)}Q${corner} ${towards(after)}`;
  });
  return `${steps.join("")}Z`;
}
