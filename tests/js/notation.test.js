import assert from "node:assert/strict";
import { test } from "node:test";

import { cellName, cellOf, cellsOf, newId, other } from "../../src/fivefold/server/web/static/notation.js";
import { gomoku, othello } from "./boards.js";

test("row 1 is at the bottom in gomoku and at the top in othello", () => {
  assert.equal(cellName(0, gomoku), "a15");
  assert.equal(cellName(0, othello), "a1");
});

test("a cell comes back from its name on every board", () => {
  for (const game of [gomoku, othello]) {
    for (let cell = 0; cell < game.rows * game.columns; cell += 1) {
      assert.equal(cellOf(cellName(cell, game), game), cell);
    }
  }
});

test("names outside the board, numbers outside the board and rubbish have no cell", () => {
  for (const name of ["i1", "a9", "a0", "", "A1", "a1b", "--", "a100", 64, -1]) {
    assert.equal(cellOf(name, othello), null, String(name));
  }
});

test("a move fills one cell, a piece five, a pass none", () => {
  assert.deepEqual(cellsOf("f5", othello), [37]);
  assert.deepEqual(cellsOf("F a1 b1 b2 c2 b3", othello), [0, 1, 9, 10, 17]);
  assert.deepEqual(cellsOf("--", othello), []);
  assert.deepEqual(cellsOf(null, othello), []);
});

test("the other seat", () => {
  assert.deepEqual([other("X"), other("O")], ["O", "X"]);
});

test("ids are 128 random bits in hexadecimal", () => {
  assert.match(newId(), /^[0-9a-f]{32}$/);
  assert.notEqual(newId(), newId());
});
