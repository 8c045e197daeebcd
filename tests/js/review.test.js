import assert from "node:assert/strict";
import { test } from "node:test";

import { inDiscs, mistakes, nextGap } from "../../src/fivefold/server/web/static/glass/review/review.js";

const values = (...all) => all.map((value, ply) => ({ ply, value, best: "a1", exact: false }));
const plies = (...moves) =>
  moves.map((move, index) => ({ ply: index + 1, move, seat: index % 2 ? "O" : "X" }));

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

test("the moves that lost the most, in the order of the game", () => {
  const found = mistakes(plies("b1", "b2", "b3", "b4", "b5"), values(0, -20, 30, 25, 5, -60));
  assert.deepEqual(found.map(({ ply, loss, n }) => [ply, loss, n]), [[1, 20, 1], [2, 50, 2], [5, 65, 3]]);
});

test("a mistake tells the forced wins before and after it, and the better line", () => {
  const [before, after] = values(98, -98);
  Object.assign(before, { plies: 11, line: ["a1", "a2"] });
  Object.assign(after, { plies: 16 });
  const [found] = mistakes(plies("b1"), [before, after]);
  assert.deepEqual(found.had, { wins: true, plies: 11 });
  assert.deepEqual(found.has, { wins: false, plies: 16 });
  assert.deepEqual(found.line, ["a1", "a2"]);
});

test("a played best move is no mistake, nor is a stone of an opening", () => {
  assert.deepEqual(mistakes(plies("a1"), values(0, -80)), []);
  const opening = [{ ply: 1, move: "b1", seat: "X", role: "opening" }];
  assert.deepEqual(mistakes(opening, values(0, -80)), []);
});

test("nothing is said while many positions are unknown", () => {
  assert.deepEqual(mistakes(plies("b1", "b2", "b3", "b4"), [values(0)[0], null, null, null, null]), []);
});
