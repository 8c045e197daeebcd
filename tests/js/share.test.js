import assert from "node:assert/strict";
import { test } from "node:test";

import { readViewLink, viewLink } from "../../src/fivefold/server/web/static/replay/share.js";
import { gomoku, othello, pentomino } from "./boards.js";

const read = (link) => readViewLink(link.replace("/view", ""));

test("a game comes back out of its link", () => {
  const link = viewLink(othello, null, ["f5", "d6", "--"], 2);
  assert.equal(link, "/view#g=othello(size=8)&m=f5,d6,--&p=2");
  assert.deepEqual(read(link), { game: "othello(size=8)", start: null, moves: ["f5", "d6", "--"], ply: 2 });
  const piece = "F a1 b1 b2 c2 b3";
  assert.deepEqual(read(viewLink(pentomino, null, [piece])).moves, [piece]);
});

test("a default start is left out, another one is kept", () => {
  const start = `${".".repeat(27)}OX${".".repeat(6)}XO${".".repeat(27)} X`;
  assert.ok(!viewLink(othello, start, []).includes("s="));
  const odd = `X${".".repeat(224)} O`;
  assert.equal(read(viewLink(gomoku, odd, [])).start, odd);
});

test("an escaped link reads the same", () => {
  const link = viewLink(othello, null, ["f5"]);
  assert.deepEqual(readViewLink(encodeURIComponent(link.slice(6))), read(link));
});

test("a bad link says what is wrong", () => {
  const wrong = {
    "": "empty",
    "#m=h8": "empty",
    "#g=chess&m=e4": "game",
    "#g=gomoku&m=h8,zz9": "move",
    "#g=gomoku&m=h8&p=9": "ply",
    "#g=gomoku&m=h8&p=x": "ply",
    "#g=gomoku&s=<script>": "start",
    "#g=%E0%A4%A": "garbled",
    [`#g=gomoku&m=${"h8,".repeat(1001)}`]: "many",
    [`#${"x".repeat(30_000)}`]: "long",
  };
  for (const [hash, key] of Object.entries(wrong)) {
    assert.equal(readViewLink(hash).error?.key, `page.view.${key}`, hash.slice(0, 40));
  }
});
