import assert from "node:assert/strict";
import { test } from "node:test";

import {
  forced,
  isBound,
  resultOf,
  rounded,
  scoreText,
  shortScore,
  sidedText,
  signed,
} from "../../src/fivefold/server/web/static/glass/overlay/score.js";
import { gomoku, othello, pentomino } from "./boards.js";
import { useWords } from "../../src/fivefold/server/web/static/words.js";

test("a score near a million is a forced end, except in othello", () => {
  assert.deepEqual(forced(999_993, gomoku), { wins: true, plies: 7 });
  assert.deepEqual(forced(-999_994, pentomino), { wins: false, plies: 6 });
  assert.equal(forced(999_000, gomoku), null);
  assert.equal(forced(999_993, othello), null);
  assert.equal(forced(null, gomoku), null);
});

test("a score has its sign", () => {
  assert.equal(scoreText(6, othello), "+6");
  assert.equal(scoreText(-2.25, othello), "−2.2");
  assert.equal(scoreText(38, gomoku), "+38");
  assert.equal(scoreText(-12, gomoku), "−12");
  assert.equal(scoreText(999_993, gomoku), "W7");
  assert.equal(scoreText(undefined, gomoku), "");
});

test("a score names its side, and one in no unit becomes the rank of its move", () => {
  useWords("en", {
    "page.score.side": "{player} {score}",
    "page.score.even": "even",
    "page.score.wins_in": "{player} wins in {plies}",
    "page.score.best": "best of {count}",
    "page.score.rank": "#{rank} of {count}",
  });
  const names = { own: "White", other: "Black" };
  const place = { rank: 2, count: 12 };
  const sided = (score, ...more) => sidedText(score, names, gomoku, ...more);
  assert.equal(sided(5), "White +5");
  assert.equal(sided(-3, place), "White −3");
  assert.equal(sided(0, place), "even");
  assert.equal(sided(999_995), "White wins in 5");
  assert.equal(sided(-999_996, place), "Black wins in 4");
  assert.equal(sided(118_615, { rank: 1, count: 12 }), "best of 12");
  assert.equal(sided(-200, place), "#2 of 12");
  assert.equal(sided(-200), "White −200");
  assert.equal(sided(5, { ...place, always: true }), "#2 of 12");
  assert.equal(sided(null), "");
});

test("halves round to even on both sides of zero", () => {
  const halves = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5].map((score) => rounded(score));
  assert.deepEqual(halves, [0, 2, 2, 0, -2, -2]);
  assert.equal(rounded(0.25, 10), 0.2);
  assert.equal(rounded(-0.35, 10), -0.4);
  assert.ok(!Object.is(rounded(-0.4), -0));
});

test("a score on a square has at most three characters, or is a rank", () => {
  const shown = [38, -12, 184, -184, 10_443, 999_993, 2.5, 184.6, 0.04];
  assert.deepEqual(
    shown.map((score) => shortScore(score, gomoku, 4)),
    ["+38", "−12", "#4", "#4", "#4", "W7", "#4", "#4", "#4"],
  );
  const discs = [6, -22, -0.4, 12.6, -12.5, 12.5];
  assert.deepEqual(
    discs.map((score) => shortScore(score, othello, 4)),
    ["+6", "−22", "0", "+13", "−12", "+12"],
  );
});

test("large numbers are grouped", () => {
  assert.equal(signed(12_345), "+12,345");
  assert.equal(signed(0), "0");
  assert.equal(signed(1.239, false), "1.24");
});

test("a margin becomes a count with the empty squares given to the winner", () => {
  assert.deepEqual(resultOf(6, othello), { own: 35, other: 29 });
});

test("only the note says that a score is a bound", () => {
  assert.ok(isBound({ note: { key: "note.at_most" } }));
  assert.ok(!isBound({ note: null }));
});
