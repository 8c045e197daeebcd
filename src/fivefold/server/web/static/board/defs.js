/** The gradients and textures of one board. Boards do not share them, so that skins may differ. */

import { path, svg } from "./svg.js";

// Six textures for twelve pieces: diagonal, other diagonal, horizontal, vertical, crossed, dots.
const TEXTURES = [
  "M-2 2 2-2M0 8 8 0M6 10 10 6",
  "M-2 6 2 10M0 0 8 8M6-2 10 2",
  "M0 4H8",
  "M4 0V8",
  "M0 8 8 0M0 0 8 8",
  "M3 4a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
];

let boards = 0;

/** The <defs> of a board, and `fill(name)`, the paint of one of them. */
export function makeDefs() {
  const prefix = `ff${(boards += 1)}`;
  const stop = (offset, classes, opacity) =>
    svg("stop", { offset, class: `ff-stop-${classes}`, "stop-opacity": opacity });
  const light = (name, cx, cy, r, middle) =>
    svg(
      "radialGradient",
      { id: `${prefix}-${name}`, cx, cy, r },
      stop(0, `${name}-hi`),
      stop(middle, name),
      stop(1, `${name}-lo`),
    );
  const pattern = (name, side, d, classes) =>
    svg(
      "pattern",
      { id: `${prefix}-${name}`, width: side, height: side, patternUnits: "userSpaceOnUse" },
      path(d, classes),
    );
  const defs = svg(
    "defs",
    {},
    light("black", 0.36, 0.3, 0.75, 0.45),
    light("white", 0.38, 0.32, 0.8, 0.55),
    svg("radialGradient", { id: `${prefix}-shadow` }, stop(0.72, "shadow"), stop(1, "shadow", 0)),
    ...TEXTURES.map((d, index) => pattern(`texture-${index}`, 8, d, "ff-texture")),
    pattern("hatch", 7, "M-2 2 2-2M0 7 7 0M5 9 9 5", "ff-hatch"),
  );
  return { defs, fill: (name) => `url(#${prefix}-${name})` };
}

export const TEXTURE_COUNT = TEXTURES.length;
