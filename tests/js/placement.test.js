import assert from "node:assert/strict";
import { test } from "node:test";

import { mirrored, placedAt, placement, rotated } from "../../src/fivefold/server/web/static/game/pieces/placement.js";
import { pentomino } from "./boards.js";

const F = [[0, 1], [0, 2], [1, 0], [1, 1], [2, 1]];
const I = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]];
const EMPTY = ".".repeat(64);

test("four quarter turns and two mirrorings lead back", () => {
  assert.deepEqual(rotated(rotated(rotated(rotated(F)))), F);
  assert.deepEqual(mirrored(mirrored(F)), F);
  assert.notDeepEqual(rotated(F), F);
  assert.notDeepEqual(mirrored(F), F);
});

test("a piece held near the edge is moved inside the board", () => {
  const { cells, bad, reason } = placedAt(I, 0, pentomino, EMPTY);
  assert.deepEqual(cells, [0, 8, 16, 24, 32]);
  assert.deepEqual([bad, reason], [[], null]);
  assert.deepEqual(placedAt(I, 63, pentomino, EMPTY).cells, [31, 39, 47, 55, 63]);
});

test("the pointer holds the piece by its middle", () => {
  assert.deepEqual(placedAt(I, 36, pentomino, EMPTY).cells, [20, 28, 36, 44, 52]);
});

test("cells that are taken are named", () => {
  const cells = `${".".repeat(28)}X${".".repeat(35)}`;
  const { bad, reason } = placedAt(I, 36, pentomino, cells);
  assert.deepEqual([bad, reason], [[28], "page.tray.overlap"]);
});

test("a piece larger than the board does not fit", () => {
  const small = { ...pentomino, rows: 4, columns: 5 };
  assert.equal(placedAt(I, 0, small, ".".repeat(20)).reason, "page.tray.outside");
});

test("a placement in notation", () => {
  assert.equal(placement("I", [0, 8, 16, 24, 32], pentomino), "I a1 a2 a3 a4 a5");
});
