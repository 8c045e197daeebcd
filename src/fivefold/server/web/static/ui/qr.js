/**
 * QR codes of short texts, after ISO/IEC 18004: byte mode, error correction M, versions 1 to 10.
 *
 *   text → bits → codewords → blocks with Reed-Solomon words → modules → the mask with least penalty
 */

/**
 * By version: correction words in a block, blocks and data words in a block of each group.
 * @type {[number, ...[number, number][]][]}
 */
const BLOCKS = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
];
/** The centres of the alignment patterns by version. */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42]].concat([
  [6, 26, 46],
  [6, 28, 50],
]);
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];
const QUIET = 4;

// Powers of 2 in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1, and their logarithms.
const POWER = new Uint8Array(255);
const LOG = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at += 1) {
  POWER[at] = value;
  LOG[value] = at;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}

const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

/** The Reed-Solomon words of a block. @param {number[]} words @param {number} count */
export function correction(words, count) {
  let generator = [1];
  for (let at = 0; at < count; at += 1) {
    const next = [...generator, 0];
    generator.forEach((value, place) => (next[place + 1] ^= times(value, POWER[at])));
    generator = next;
  }
  const rest = [...words, ...new Array(count).fill(0)];
  for (let at = 0; at < words.length; at += 1) {
    const first = rest[at];
    generator.forEach((value, place) => (rest[at + place] ^= times(value, first)));
  }
  return rest.slice(words.length);
}

/** The data words of a version. */
function capacity(version) {
  const [, ...groups] = BLOCKS[version - 1];
  return groups.reduce((sum, [blocks, words]) => sum + blocks * words, 0);
}

/** The data words of a text in a version. @param {Uint8Array} bytes @param {number} version */
export function dataWords(bytes, version) {
  const most = capacity(version);
  let bits = `0100${bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0")}`;
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, most * 8 - bits.length));
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const words = bits.match(/.{8}/g)?.map((word) => parseInt(word, 2)) ?? [];
  for (let pad = 0xec; words.length < most; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Data and correction words in the order in which they are drawn. */
function interleaved(words, version) {
  const [count, ...groups] = BLOCKS[version - 1];
  const blocks = [];
  let at = 0;
  for (const [number, size] of groups) {
    for (let block = 0; block < number; block += 1, at += size) blocks.push(words.slice(at, at + size));
  }
  const corrections = blocks.map((block) => correction(block, count));
  const column = (all, place) => all.map((block) => block[place]).filter((word) => word !== undefined);
  const longest = Math.max(...blocks.map((block) => block.length));
  return [
    ...Array.from({ length: longest }, (_, place) => column(blocks, place)).flat(),
    ...Array.from({ length: count }, (_, place) => column(corrections, place)).flat(),
  ];
}

/** A value followed by the remainder of its division by the polynomial. */
function withRemainder(value, bits, polynomial) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at = 31 - Math.clz32(rest)) {
    rest ^= polynomial << (at - bits);
  }
  return (value << bits) | rest;
}

/** The 15 bits that name error correction M and the mask. */
export const formatBits = (mask) => withRemainder(mask, 10, 0b10100110111) ^ 0b101010000010010;

/** The 18 bits that name a version from 7 on. */
export const versionBits = (version) => withRemainder(version, 12, 0b1111100100101);

/** The modules that are the same for every text; the others are null. */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const modules = Array.from({ length: size }, () => new Array(size).fill(null));
  const square = (row, column, reach, dark) => {
    for (let r = row - reach; r <= row + reach; r += 1) {
      for (let c = column - reach; c <= column + reach; c += 1) {
        const ring = Math.max(Math.abs(r - row), Math.abs(c - column));
        if (r >= 0 && c >= 0 && r < size && c < size) modules[r][c] = dark(ring);
      }
    }
  };
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
  for (let at = 8; at < size - 8; at += 1) modules[6][at] = modules[at][6] = at % 2 === 0;
  const centres = CENTRES[version - 1];
  const last = centres.at(-1);
  for (const row of centres) {
    for (const column of centres) {
      const corner = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!corner) square(row, column, 2, (ring) => ring !== 1);
    }
  }
  return modules;
}

function drawFormat(modules, mask) {
  const size = modules.length;
  const bits = formatBits(mask);
  for (let at = 0; at < 15; at += 1) {
    const dark = Boolean((bits >> at) & 1);
    const near = at < 6 ? at : at < 8 ? at + 1 : at === 8 ? 7 : 14 - at;
    if (at < 8) modules[near][8] = dark;
    else modules[8][near] = dark;
    if (at < 8) modules[8][size - 1 - at] = dark;
    else modules[size - 15 + at][8] = dark;
  }
  modules[size - 8][8] = true;
}

function drawVersion(modules, version) {
  if (version < 7) return;
  const size = modules.length;
  const bits = versionBits(version);
  for (let at = 0; at < 18; at += 1) {
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    modules[far][near] = modules[near][far] = Boolean((bits >> at) & 1);
  }
}

/** Fills the free modules in columns of two from the right, up and down in turn. */
function drawData(modules, free, words, mask) {
  const size = modules.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!free[row][column]) continue;
        const bit = at < words.length * 8 && (words[at >> 3] >> (7 - (at & 7))) & 1;
        modules[row][column] = Boolean(bit) !== MASKS[mask](row, column);
        at += 1;
      }
    }
  }
}

/** How hard a code is to read: runs, squares, false finders, imbalance. */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, column) => modules.map((row) => row[column]));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (text.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  let dark = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules[row][column]) dark += 1;
      if (row === 0 || column === 0) continue;
      const square = [modules[row - 1][column - 1], modules[row - 1][column], modules[row][column - 1]];
      if (square.every((each) => each === modules[row][column])) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/**
 * The modules of a text's code, true for dark; null if the text is too long (213 bytes at most).
 * @param {string} text @returns {boolean[][] | null}
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const header = (version) => (version < 10 ? 2 : 3);
  const version = BLOCKS.findIndex((_, at) => bytes.length + header(at + 1) <= capacity(at + 1)) + 1;
  if (!version) return null;
  const words = interleaved(dataWords(bytes, version), version);
  const base = frame(version);
  drawVersion(base, version);
  drawFormat(base, 0);
  const free = base.map((row) => row.map((module) => module === null));
  const drawn = MASKS.map((_, mask) => {
    const modules = base.map((row) => [...row]);
    drawFormat(modules, mask);
    drawData(modules, free, words, mask);
    return /** @type {boolean[][]} */ (modules);
  });
  return drawn.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** An <svg> of a text's code, dark on light in every theme; null if the text is too long. */
export function qrSvg(text, label) {
  const modules = qrModules(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const d = modules
    .flatMap((row, r) => row.map((dark, c) => (dark ? `M${c + QUIET} ${r + QUIET}h1v1h-1z` : "")))
    .join("");
  const space = "http://www.w3.org/2000/svg";
  const element = (name, attributes) => {
    const node = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    return node;
  };
  const svg = element("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label });
  svg.append(element("rect", { width: size, height: size, fill: "#fff" }), element("path", { d, fill: "#000" }));
  return svg;
}
