/**
 * The outcomes of pentomino placements, by placement, piece and square. Parsed once: 2,308
 * placements are too many to parse on every movement of the pointer.
 *
 * A sign is "+" for a proven win, "-" for a proven loss, "?" for unknown.
 */
import { cellsOf } from "../../notation.js";
import { placement } from "../../game/pieces/placement.js";
import { t } from "../../words.js";
import { anchorOf, letterOf, shapeOf } from "./cells.js";

/** In order of precedence when several placements share a square. */
const SIGNS = ["+", "?", "-"];
const LISTS = { wins: "+", loses: "-", unknown: "?" };
/** The tint of a square by the chosen piece's best outcome there. */
const TONES = { "+": "good", "?": "open", "-": "bad" };
const COVERS = { "+": "win", "?": "unknown", "-": "loss" };

/**
 * @typedef {{ move: string, letter: string, cells: number[], sign: string, anchor: number,
 *   shape: string }} Placement
 */

/** @type {WeakMap<object, Map<string, Placement>>} by the server's lists, which never change */
const known = new WeakMap();

/** Every legal placement by its notation; null if the decision has not solved them all. */
export function placementsOf(decision, game) {
  const lists = decision?.outcomes;
  if (!lists) return null;
  if (!known.has(lists)) known.set(lists, read(lists, game));
  return known.get(lists);
}

function read(lists, game) {
  const found = new Map();
  for (const [name, sign] of Object.entries(LISTS)) {
    for (const move of lists[name] ?? []) {
      const cells = cellsOf(move, game);
      const place = { anchor: anchorOf(cells, game), shape: shapeOf(cells, game) };
      found.set(move, { move, letter: letterOf(move), cells, sign, ...place });
    }
  }
  return found;
}

/** The placements by outcome: { wins, losses, unknown, n }. */
export function countOf(placements) {
  const count = { wins: 0, losses: 0, unknown: 0, n: 0 };
  for (const { sign } of placements) {
    count[sign === "+" ? "wins" : sign === "-" ? "losses" : "unknown"] += 1;
    count.n += 1;
  }
  return count;
}

/** The counts of each piece: { F: { wins, losses, unknown, n }, … }. */
export function tallies(placements) {
  const found = {};
  for (const each of placements.values()) (found[each.letter] ??= []).push(each);
  return Object.fromEntries(Object.entries(found).map(([letter, list]) => [letter, countOf(list)]));
}

/**
 * The marks for a piece: tints for all its orientations, signs for the one in the hand, and the
 * outcome where it is held.
 */
export function pieceDisplay(letter, shape, placements, game) {
  const turned = shape?.length === 5 ? shapeOf(shape, game) : null;
  const cells = coveredBy(letter, placements)
    .filter((each) => each.cells.length)
    .map(({ sign, cells }) => ({
      cells,
      tone: TONES[sign],
      label: t(`page.wins.covers.${COVERS[sign]}`, { letter }),
    }));
  const lies = turned ? placements.get(placement(letter, shape, game))?.sign : null;
  return { cells, signs: signsOf(letter, turned, placements), lies: lies ?? null };
}

/** The squares that a piece can cover, by the best outcome of any placement over them. */
function coveredBy(letter, placements) {
  const best = new Map();
  for (const { letter: piece, cells, sign } of placements.values()) {
    if (piece !== letter) continue;
    for (const cell of cells) best.set(cell, stronger(best.get(cell), sign));
  }
  const cells = [...best.keys()].sort((a, b) => a - b);
  return SIGNS.map((sign) => ({ sign, cells: cells.filter((cell) => best.get(cell) === sign) }));
}

/** The signs of a piece's placements, of one orientation if `shape` is given. */
function signsOf(letter, shape, placements) {
  const found = new Map();
  for (const each of placements.values()) {
    if (each.letter !== letter || (shape && each.shape !== shape)) continue;
    // Orientations that share a cell: + if one wins, - only if all lose.
    found.set(each.anchor, stronger(found.get(each.anchor), each.sign));
  }
  return [...found].map(([cell, sign]) => ({ cell, sign }));
}

export function stronger(one, two) {
  return SIGNS.find((sign) => one === sign || two === sign) ?? two;
}
