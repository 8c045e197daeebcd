/**
 * The judge's opinion of a whole game: who was ahead after each move, and where it turned.
 * Positions are asked for once, sixteen at a time, and kept while the page is open.
 */
import { post } from "../api.js";
import { signal } from "../dom.js";

const AT_ONCE = 16;
/**
 * What the judge counts. Swings smaller than `least` are its noise, not somebody's mistake; a lead
 * beyond `clear` is one.
 */
const POINTS = { of: (each) => each.value, least: 10, clear: 15 };
const DISCS = { of: (each) => each.discs, least: 4, clear: 4 };
/** With more than these positions open, the biggest mistakes may be still to come. */
const STILL_LOOKING = 2;

/**
 * @typedef {{ ply: number, value: number, best: string | null, exact: boolean, discs?: number }}
 *   Judgement
 */

/** Whether the judge counts discs in every position it has looked at. */
export function inDiscs(values) {
  const known = values.filter(Boolean);
  return known.length > 0 && known.every((each) => typeof each.discs === "number");
}

/** @type {Map<string, Judgement>} by rules, start and the moves so far */
const known = new Map();

function keyOf(line, ply) {
  return `${line.game.text}|${line.start ?? ""}|${line.moves.slice(0, ply).join(",")}`;
}

/** What is known of a line of play: one judgement a position, null where there is none yet. */
export function judgements(line) {
  const plies = [...line.moves.keys(), line.moves.length];
  return plies.map((ply) => known.get(keyOf(line, ply)) ?? null);
}

/** The next positions to ask for: the first gap and what follows it, as [from, to], or null. */
export function nextGap(list) {
  const from = list.indexOf(null);
  if (from < 0) return null;
  let to = from;
  while (to + 1 < list.length && list[to + 1] === null && to - from + 1 < AT_ONCE) to += 1;
  return [from, to];
}

/**
 * Asks the judge about a line of play that may grow or be taken back meanwhile.
 * `values` follows; `trouble` is the ApiError that stopped it.
 */
export class Judge {
  constructor() {
    this.values = signal(/** @type {(Judgement | null)[]} */ ([]));
    this.judge = signal(null);
    this.trouble = signal(null);
    this.line = null;
    this.busy = false;
  }

  /** @param {{ match: string | null, game: object, start: string | null, moves: string[] }} line */
  follow(line) {
    this.line = line;
    this.values.value = judgements(line);
    this.trouble.value = null;
    if (!this.busy) this.work();
  }

  stop() {
    this.line = null;
  }

  async work() {
    this.busy = true;
    let done = null;
    // Nothing runs between the last look at the line and the end: none that follows is missed.
    while (this.line && this.line !== done) {
      const { line } = this;
      if (!(await this.askNext(line))) done = line;
    }
    this.busy = false;
  }

  /** Asks for the next gap of the line; returns whether there may be more to ask for. */
  async askNext(line) {
    const gap = nextGap(judgements(line));
    if (!gap) return false;
    try {
      const answer = await post("/api/judge", question(line, gap));
      this.judge.value = answer.judge ?? null;
      return this.keep(line, gap, answer.values);
    } catch (trouble) {
      if (this.line === line) this.trouble.value = trouble;
      return false;
    }
  }

  /** Returns whether anything new was learned: an empty answer must not be asked for again. */
  keep(line, [from, to], values) {
    // A match may have gone another way while the judge looked: then this says nothing about it.
    const same = this.line && keyOf(this.line, to) === keyOf(line, to);
    if (line.match && !same) return false;
    const news = values.filter(({ ply }) => ply >= from && ply <= to);
    news.forEach((value) => known.set(keyOf(line, value.ply), value));
    if (this.line) this.values.value = judgements(this.line);
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
 * The moves that lost most to whoever played them, in the order of the game.
 * @param {{ ply: number, move: string, seat: "X" | "O", forced?: boolean, role?: string }[]} plies
 * @param {(Judgement | null)[]} values
 */
export function mistakes(plies, values, most = 3) {
  const missing = plies.filter(({ ply }) => !values[ply]).length;
  if (missing > STILL_LOOKING) return [];
  const found = [];
  const counted = inDiscs(values) ? DISCS : POINTS;
  for (const { ply, move, seat, forced, role } of plies) {
    const [before, after] = [values[ply - 1], values[ply]];
    // A stone of an opening by swap2 was put for no side.
    if (!before || !after || forced || role) continue;
    // A move the judge would have played itself shows how little it saw, not a mistake.
    if (!before.best || before.best === move) continue;
    const side = seat === "X" ? 1 : -1;
    const [was, is] = [side * counted.of(before), side * counted.of(after)];
    const exact = before.exact && after.exact;
    const decides = exact && Math.sign(was) > Math.sign(is);
    if (was - is < counted.least && !decides) continue;
    const how = howItTurned(was, is, exact, exact ? 0 : counted.clear);
    const kept = counted === DISCS ? { kept: was } : {};
    found.push({ ply, move, seat, loss: was - is, better: before.best, exact, how, ...kept });
  }
  // Who let the game go wants to know that first, however few discs it was.
  const decisive = ({ how }) => Number(DECISIVE.includes(how));
  return found
    .sort((a, b) => decisive(b) - decisive(a) || b.loss - a.loss || a.ply - b.ply)
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply)
    .map((mistake, i) => ({ ...mistake, n: i + 1 }));
}

const DECISIVE = ["win_lost", "win_drawn", "draw_lost"];

/** What the judge's numbers say about a move, from the side of whoever played it, and no more. */
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
