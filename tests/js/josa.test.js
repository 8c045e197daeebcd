import assert from "node:assert/strict";
import { test } from "node:test";

import { particle } from "../../src/fivefold/server/web/static/josa.js";

test("a Korean syllable decides by its final consonant", () => {
  assert.equal(particle("흑", "은(는)"), "은");
  assert.equal(particle("백이", "은(는)"), "는");
  assert.equal(particle("칸", "(으)로"), "으로");
});

test("ㄹ counts as no final consonant before (으)로 only", () => {
  assert.equal(particle("칠", "(으)로"), "로");
  assert.equal(particle("칠", "이(가)"), "이");
});

test("digits sound as they are read", () => {
  const subject = [..."0123456789"].map((digit) => particle(`h${digit}`, "이(가)"));
  assert.deepEqual(subject, ["이", "이", "가", "이", "가", "가", "이", "이", "이", "가"]);
  const way = [..."0123456789"].map((digit) => particle(digit, "(으)로"));
  assert.deepEqual(way, ["으로", "로", "로", "으로", "로", "로", "으로", "로", "로", "로"]);
});

test("a single letter sounds as its name, a word as a word", () => {
  assert.equal(particle("n", "을(를)"), "을");
  assert.equal(particle("h", "을(를)"), "를");
  assert.equal(particle("level", "(으)로"), "로");
  assert.equal(particle("random", "과(와)"), "과");
  assert.equal(particle("greedy", "(이)"), "");
});

test("punctuation after the word is skipped", () => {
  assert.equal(particle("흑)", "은(는)"), "은");
});

test("both forms are kept where the sound is unknown", () => {
  assert.equal(particle("", "은(는)"), "은(는)");
  assert.equal(particle("→", "을(를)"), "을(를)");
});
