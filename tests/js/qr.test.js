import assert from "node:assert/strict";
import { test } from "node:test";

import {
  correction,
  dataWords,
  formatBits,
  qrModules,
  versionBits,
} from "../../src/fivefold/server/web/static/ui/qr.js";

const binary = (value, width) => value.toString(2).padStart(width, "0");

test("the correction words of a published example", () => {
  // HELLO WORLD in version 1-M, as in many introductions to ISO/IEC 18004.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(correction(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test("the format and version bits of the standard's tables", () => {
  const known = [
    "101010000010010",
    "101000100100101",
    "101111001111100",
    "101101101001011",
    "100010111111001",
    "100000011001110",
    "100111110010111",
    "100101010100000",
  ];
  assert.deepEqual(known.map((_, mask) => binary(formatBits(mask), 15)), known);
  assert.equal(binary(versionBits(7), 18), "000111110010010100");
  assert.equal(binary(versionBits(10), 18), "001010010011010011");
});

test("short data is padded as the standard says", () => {
  const words = dataWords(new TextEncoder().encode("a"), 1);
  assert.deepEqual(words.slice(0, 5), [0x40, 0x16, 0x10, 0xec, 0x11]);
  assert.equal(words.length, 16);
});

test("each version holds as many bytes as the standard's table for level M", () => {
  const most = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
  most.forEach((count, at) => {
    assert.equal(qrModules("x".repeat(count))?.length, 21 + 4 * at);
    const next = qrModules("x".repeat(count + 1));
    assert.equal(next?.length ?? null, at === 9 ? null : 25 + 4 * at);
  });
});

/** Blocks by size of the code: how many, and the data words of each. */
const SPLIT = { 21: [16], 33: [32, 32], 41: [27, 27, 27, 27], 45: [31, 31, 31, 31], 57: [43, 43, 43, 43, 44] };
const MASKS = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];
const ALIGNED = { 21: [], 33: [26], 41: [34], 45: [6, 22, 38], 57: [6, 28, 50] };

/** Reads a code as a camera would, from its modules alone. */
function decoded(modules) {
  const size = modules.length;
  const format = [0, 1, 2, 3, 4, 5].map((j) => modules[8][j]);
  format.push(modules[8][7], modules[8][8], modules[7][8]);
  for (let i = 5; i >= 0; i -= 1) format.push(modules[i][8]);
  const bits = format.map(Number).join("");
  const known = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => binary(formatBits(mask), 15));
  const mask = known.indexOf(bits);
  assert.ok(mask >= 0, bits);
  const taken = (i, j) =>
    (i < 9 && (j < 9 || j >= size - 8)) ||
    (i >= size - 8 && j < 9) ||
    i === 6 ||
    j === 6 ||
    (size >= 45 && ((i < 6 && j >= size - 11) || (j < 6 && i >= size - 11))) ||
    ALIGNED[size].some((r) =>
      ALIGNED[size].some((c) => {
        const finder = (r === 6 && c === 6) || (r === 6 && c > size - 9) || (c === 6 && r > size - 9);
        return !finder && Math.abs(i - r) <= 2 && Math.abs(j - c) <= 2;
      }),
    );
  let stream = "";
  let upward = true;
  for (let j = size - 1; j > 0; j -= 2, upward = !upward) {
    if (j === 6) j = 5;
    for (let step = 0; step < size; step += 1) {
      const i = upward ? size - 1 - step : step;
      for (const column of [j, j - 1]) {
        if (!taken(i, column)) stream += Number(modules[i][column] !== (MASKS[mask](i, column) === 0));
      }
    }
  }
  const words = stream.match(/.{8}/g).map((word) => parseInt(word, 2));
  const sizes = SPLIT[size];
  const blocks = sizes.map(() => []);
  let at = 0;
  for (let place = 0; place < Math.max(...sizes); place += 1) {
    sizes.forEach((most, block) => place < most && blocks[block].push(words[at++]));
  }
  const data = blocks.flat().map((word) => binary(word, 8)).join("");
  assert.equal(data.slice(0, 4), "0100");
  const width = size >= 57 ? 16 : 8;
  const count = parseInt(data.slice(4, 4 + width), 2);
  const bytes = data.slice(4 + width, 4 + width + 8 * count).match(/.{8}/g);
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => parseInt(byte, 2)));
}

test("a code reads back, with one block and with several", () => {
  for (const text of [
    "https://a.b/1",
    "http://127.0.0.1:8000/game/TTlHpB4Nf85vwZ-idkH9mg",
    `https://games.example/${"오목/".repeat(12)}`.slice(0, 60),
    `https://games.example/game/${"A1_-".repeat(45)}`,
  ]) {
    const modules = qrModules(text);
    if (modules.length in SPLIT) assert.equal(decoded(modules), text);
    else assert.fail(`no reader for ${modules.length}`);
  }
});
