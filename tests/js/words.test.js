import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { t, useWords, write } from "../../src/fivefold/server/web/static/words.js";

describe("words", () => {
  beforeEach(() => {
    useWords("en", {
      discs: "{n} {n|disc|discs}",
      signed: "{n:+}",
      grouped: "{n:,}",
      list: "<{all}>",
      inner: "inner {n}",
    });
  });

  test("a number chooses singular or plural", () => {
    assert.deepEqual([0, 1, 2].map((n) => t("discs", { n })), ["0 discs", "1 disc", "2 discs"]);
  });

  test("formats of numbers", () => {
    assert.deepEqual([3, -3, 0].map((n) => t("signed", { n })), ["+3", "−3", "+0"]);
    assert.equal(t("grouped", { n: 12_345 }), "12,345");
    assert.equal(t("list", { all: [1.005, "a", 2] }), "<1.00, a, 2>");
  });

  test("a fact may be a message", () => {
    assert.equal(t("list", { all: { key: "inner", facts: { n: 4 } } }), "<inner 4>");
  });

  test("a message with an unknown key falls back to its text", () => {
    assert.equal(write({ key: "nowhere", facts: {}, text: "plain" }), "plain");
    assert.equal(write({ key: "discs", facts: { n: 1 }, text: "" }), "1 disc");
    assert.equal(write(null), "");
    assert.equal(write("text"), "text");
  });
});
