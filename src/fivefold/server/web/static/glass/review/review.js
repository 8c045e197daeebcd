/**
 * The review of a whole game: an evaluation after each move, and the biggest mistakes.
 * Positions are requested once, sixteen at a time, and cached while the page is open.
 */
import { post } from "../../api.js";
import { signal } from "../../dom.js";

const AT_ONCE = 16;
/** The scale of the evaluations. Swings below `least` are noise; a lead beyond `clear` is clear. */
const POINTS = { of: (each) => each.value, least: 10, clear: 15 };
const DISCS = { of: (each) => each.discs, least: 4, clear: 4 };
/** With more unevaluated positions than this, the biggest mistakes may still be unknown. */
const MOST_MISSING = 2;

/**
 * @typedef {{ ply: number, value: number, best: string | null, exact: boolean, discs?: number,
 *   plies?: number, line?: string[] }}
 *   Evaluation `value` is from −100 to 100 and `discs` the expected margin, both for X;
 *   `plies` counts to a forced end and `line` is the expected one
 * @typedef {{ match: string | null, game: any, start: string | null, moves: string[] }} Line
 */

/** Whether every evaluation is in discs. */
export function inDiscs(values) {
  const known = values.filter(Boolean);
  return known.length > 0 && known.every((each) => typeof each.discs === "number");
}

/** By rules, start and the moves so far. @type {Map<string, Evaluation>} */
const known = new Map();

function keyOf(line, ply) {
  return `${line.game.text}|${line.start ?? ""}|${line.moves.slice(0, ply).join(",")}`;
}

/** The evaluations of a line, one for each position; null if it is not known yet. */
export function evaluations(line) {
  const plies = [...line.moves.keys(), line.moves.length];
  return plies.map((ply) => known.get(keyOf(line, ply)) ?? null);
}

/**
 * The next positions to request, [from, to]; null if all are known.
 * @returns {[number, number] | null}
 */
export function nextGap(list) {
  const from = list.indexOf(null);
  if (from < 0) return null;
  let to = from;
  while (to + 1 < list.length && list[to + 1] === null && to - from + 1 < AT_ONCE) to += 1;
  return [from, to];
}

/** Requests the evaluations of a line that may grow or shrink meanwhile. */
export class GameReview {
  constructor() {
    this.values = signal(/** @type {(Evaluation | null)[]} */ ([]));
    /** The ApiError that stopped the review. */
    this.trouble = signal(/** @type {any} */ (null));
    /** @type {Line | null} */
    this.line = null;
    this.busy = false;
  }

  /** @param {Line} line */
  follow(line) {
    this.line = line;
    this.values.value = evaluations(line);
    this.trouble.value = null;
    if (!this.busy) this.work();
  }

  stop() {
    this.line = null;
  }

  async work() {
    this.busy = true;
    /** @type {Line | null} */
    let done = null;
    // No await between the loop's check and `busy = false`: a call of follow() cannot get lost.
    while (this.line && this.line !== done) {
      const { line } = this;
      if (!(await this.askNext(line))) done = line;
    }
    this.busy = false;
  }

  /** Requests the line's next gap; returns whether there may be another. @param {Line} line */
  async askNext(line) {
    const gap = nextGap(evaluations(line));
    if (!gap) return false;
    try {
      const answer = await post("/api/judge", question(line, gap));
      return this.keep(line, gap, answer.values);
    } catch (trouble) {
      if (this.line === line) this.trouble.value = trouble;
      return false;
    }
  }

  /** Returns whether anything new was learned; if not, asking again would loop. */
  keep(line, [from, to], values) {
    // The match may have changed during the request; then the values are about other positions.
    const same = this.line && keyOf(this.line, to) === keyOf(line, to);
    if (line.match && !same) return false;
    const news = values.filter(({ ply }) => ply >= from && ply <= to);
    news.forEach((value) => known.set(keyOf(line, value.ply), value));
    if (this.line) this.values.value = evaluations(this.line);
    return news.length > 0;
  }
}

function question({ match, game, start, moves }, [from, to]) {
  if (match) return { match, from, to };
  const { name, rows, columns, rules } = game;
  const whole = { game: name, size: `${rows}x${columns}`, rules, moves, from, to };
  return start ? { ...whole, start } : whole;
}

/**
 * The moves that lost the most, in the order of the game.
 * @param {{ ply: number, move: string, seat: "X" | "O", forced?: boolean, role?: string }[]} plies
 * @param {(Evaluation | null)[]} values
 */
export function mistakes(plies, values, most = 3) {
  const missing = plies.filter(({ ply }) => !values[ply]).length;
  if (missing > MOST_MISSING) return [];
  /** @type {any[]} */
  const found = [];
  const counted = inDiscs(values) ? DISCS : POINTS;
  for (const { ply, move, seat, forced, role } of plies) {
    const [before, after] = [values[ply - 1], values[ply]];
    // The stones of a swap2 opening belong to neither side.
    if (!before || !after || forced || role) continue;
    // If the move was the best one known, the drop is the review's error.
    if (!before.best || before.best === move) continue;
    const side = seat === "X" ? 1 : -1;
    const [was, is] = [side * counted.of(before), side * counted.of(after)];
    const exact = before.exact && after.exact;
    const decides = exact && Math.sign(was) > Math.sign(is);
    if (was - is < counted.least && !decides) continue;
    const how = howItTurned(was, is, exact, exact ? 0 : counted.clear);
    const kept = counted === DISCS ? { kept: was } : {};
    const ends = { had: endOf(was, before), has: endOf(is, after) };
    const line = before.line ?? [before.best];
    const loss = was - is;
    found.push({ ply, move, seat, loss, better: before.best, line, exact, how, ...ends, ...kept });
  }
  // Moves that changed the result come first, however few discs they cost.
  const decisive = ({ how }) => Number(DECISIVE.includes(how));
  return found
    .sort((a, b) => decisive(b) - decisive(a) || b.loss - a.loss || a.ply - b.ply)
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply)
    .map((mistake, i) => ({ ...mistake, n: i + 1 }));
}

/** The forced end of an evaluation, from the mover's point of view; null if there is none. */
function endOf(value, { plies = 0 }) {
  return plies ? { wins: value > 0, plies } : null;
}

const DECISIVE = ["win_lost", "win_drawn", "draw_lost"];

/** The kind of mistake, as far as the numbers show, from the mover's point of view. */
function howItTurned(was, is, exact, clear) {
  if (exact && was > 0 && is < 0) return "win_lost";
  if (exact && was > 0 && is === 0) return "win_drawn";
  if (exact && was === 0 && is < 0) return "draw_lost";
  if (was > clear && is < -clear) return "ahead_behind";
  if (was > clear && is <= clear) return "lead_gone";
  if (was >= -clear && is < -clear) return "behind";
  if (was < -clear) return "further_behind";
  return "ground";
}
