import assert from "node:assert/strict";
import { test } from "node:test";

import { withChanges } from "../../src/fivefold/server/web/static/game/match/changes.js";

const before = {
  moves: ["e5", "e6"],
  plies: [{ ply: 1 }, { ply: 2 }],
  result: { winner: "X" },
  live: false,
  seats: { X: { kind: "person" }, O: { kind: "open" } },
  view: { ply: 2 },
  clocks: null,
  version: 7,
};
const frame = (changed) => ({ changed, view: { ply: 3 }, clocks: { running: "O" }, version: 8 });

test("view, clocks and version always come with the frame", () => {
  const expected = { ...before, view: { ply: 3 }, clocks: { running: "O" }, version: 8 };
  assert.deepEqual(withChanges(before, frame({})), expected);
});

test("a move is appended to the moves that are kept", () => {
  const after = withChanges(before, frame({ kept: 2, moves: ["d4"], plies: [{ ply: 3 }] }));
  assert.deepEqual(after.moves, ["e5", "e6", "d4"]);
  assert.deepEqual(after.plies, [{ ply: 1 }, { ply: 2 }, { ply: 3 }]);
});

test("an undo keeps the moves before it", () => {
  const after = withChanges(before, frame({ kept: 0, moves: [], plies: [] }));
  assert.deepEqual([after.moves, after.plies], [[], []]);
});

test("a seat change that reopens a match clears its result", () => {
  const seats = { X: { kind: "person" }, O: { kind: "machine" } };
  const after = withChanges(before, frame({ seats, result: null, live: true }));
  assert.deepEqual([after.seats, after.result, after.live], [seats, null, true]);
});

test("the document before stays as it was", () => {
  const copy = structuredClone(before);
  withChanges(before, frame({ kept: 1, moves: ["a1"], plies: [{ ply: 2 }], live: true }));
  assert.deepEqual(before, copy);
});
