import assert from "node:assert/strict";
import { test } from "node:test";

import { inDiscs, nextGap, turnsOf } from "../../src/fivefold/server/web/static/glass/review/review.js";

test("at most sixteen unknown positions are requested at a time", () => {
  assert.deepEqual(nextGap([1, null, null, 1, null]), [1, 2]);
  assert.deepEqual(nextGap(Array(40).fill(null)), [0, 15]);
  assert.equal(nextGap([1, 1]), null);
});

test("evaluations are in discs only if all of them are", () => {
  assert.ok(inDiscs([null, { discs: 2 }]));
  assert.ok(!inDiscs([{ discs: 2 }, { value: 1 }]));
  assert.ok(!inDiscs([null]));
});

test("turning points have the names that the graph and the lists use", () => {
  const report = { turning_points: [{ number: 1, ply: 7, side: "X", move: "a1", better: "k8" }] };
  assert.deepEqual(turnsOf(report), [{ n: 1, ply: 7, seat: "X", move: "a1", better: "k8" }]);
  assert.deepEqual(turnsOf(null), []);
});
