/**
 * The review of a whole game: an evaluation after each move, then the report with accuracy, losses
 * and turning points, which the server makes of the same evaluations.
 * Positions are requested once, sixteen at a time, and cached while the page is open.
 */
import { post } from "../../api.js";
import { signal } from "../../dom.js";

const AT_ONCE = 16;
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
/** The reports of whole games. @type {Map<string, any>} */
const reports = new Map();

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
    /** The report of the line; null until all of it is evaluated. */
    this.report = signal(/** @type {any} */ (null));
    /** The ApiError that stopped the review. */
    this.trouble = signal(/** @type {any} */ (null));
    /** @type {Line | null} */
    this.line = null;
    this.busy = false;
  }

  /** @param {Line} line */
  follow(line) {
    this.line = line;
    this.show(line);
    this.trouble.value = null;
    if (!this.busy) this.work();
  }

  /** The turning points, as the graph and the lists number them. */
  get turns() {
    return turnsOf(this.report.value);
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
    if (!gap) return this.askReport(line);
    try {
      const answer = await post("/api/judge", question(line, gap));
      return this.keep(line, gap, answer.values);
    } catch (trouble) {
      if (this.line === line) this.trouble.value = trouble;
      return false;
    }
  }

  /** Requests the report once; there is nothing to ask after it. @param {Line} line */
  async askReport(line) {
    const key = wholeKey(line);
    if (line.moves.length && !reports.has(key)) {
      try {
        reports.set(key, await post("/api/report", whole(line)));
      } catch (trouble) {
        if (this.line === line) this.trouble.value = trouble;
      }
    }
    if (this.line && wholeKey(this.line) === key) this.show(this.line);
    return false;
  }

  /** Shows what is known. The report knows more: later positions prove earlier ones. */
  show(line) {
    const report = reports.get(wholeKey(line)) ?? null;
    this.values.value = report?.values ?? evaluations(line);
    this.report.value = report;
  }

  /** Returns whether anything new was learned; if not, asking again would loop. */
  keep(line, [from, to], values) {
    // The match may have changed during the request; then the values are about other positions.
    const same = this.line && keyOf(this.line, to) === keyOf(line, to);
    if (line.match && !same) return false;
    const news = values.filter(({ ply }) => ply >= from && ply <= to);
    news.forEach((value) => known.set(keyOf(line, value.ply), value));
    if (this.line) this.show(this.line);
    return news.length > 0;
  }
}

function question(line, [from, to]) {
  return { ...whole(line), from, to };
}

function whole({ match, game, start, moves }) {
  if (match) return { match };
  const { name, rows, columns, rules } = game;
  const body = { game: name, size: `${rows}x${columns}`, rules, moves };
  return start ? { ...body, start } : body;
}

/** A match has its times and its swap2 stones, so its report is its own. */
function wholeKey(line) {
  return `${line.match ?? ""}|${keyOf(line, line.moves.length)}`;
}

/** The turning points of a report under the names that the graph and the lists use. */
export function turnsOf(report) {
  return (report?.turning_points ?? []).map(({ number, side, ...rest }) => ({
    ...rest,
    n: number,
    seat: side,
  }));
}
