import assert from "node:assert/strict";
import { test } from "node:test";

import { faster, numbersOf, paceOf, rangeOf } from "../../src/fivefold/server/web/static/replay/range.js";
import { othello, pentomino } from "./boards.js";

test("a range ends with the last move", () => {
  assert.deepEqual(rangeOf(10, 30), [20, 30]);
  assert.deepEqual(rangeOf(15, 8), [0, 8]);
  assert.deepEqual(rangeOf(null, 30), [0, 30]);
});

test("the stones of the range carry their numbers, a piece on its first cell", () => {
  const moves = ["f5", "d6", "c3"].map((move, index) => ({ ply: index + 1, move }));
  assert.deepEqual([...numbersOf(moves, 1, 3, othello)], [[43, 2], [18, 3]]);
  const pieces = [{ ply: 1, move: "F b1 b2 a2 b3 c3" }, { ply: 2, move: "--" }];
  assert.deepEqual([...numbersOf(pieces, 0, 2, pentomino)], [[1, 1]]);
});

test("after the fastest speed comes the slowest", () => {
  assert.deepEqual([0.5, 1, 2, 4].map(faster), [1, 2, 4, 0.5]);
  assert.equal(paceOf(2), 500);
});
