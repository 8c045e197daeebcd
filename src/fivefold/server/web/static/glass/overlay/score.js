/**
 * Scores as text. They are seen from the side that moves: on a square as +38, −12, W7 or L6 under a
 * plate that names the side, and everywhere else with the side: “White −3”, “White wins in 7”.
 */
import { t } from "../../words.js";

const WIN = 1_000_000;
/** In games without a margin, a larger score encodes the plies to a forced end. */
const FORCED = WIN - 1_000;
const LONGEST = 3;
/** A larger score of an evaluation is in no unit: readers get the rank of the move. */
const MOST = 99;

const countsWins = (game) => game.name === "gomoku" || game.name === "pentomino";
const isNumber = (score) => typeof score === "number" && Number.isFinite(score);

/** @typedef {{ wins: boolean, plies: number }} End a forced end: who wins, after how many plies */

/** @returns {End | null} the forced end that a score encodes */
export function forced(score, game) {
  if (!isNumber(score) || !countsWins(game) || Math.abs(score) <= FORCED) return null;
  return { wins: score > 0, plies: Math.round(WIN - Math.abs(score)) };
}

/** A number with a real minus sign, and a plus sign if `plus`. */
export function signed(number, plus = true) {
  const whole = Number.isInteger(number) ? number : Math.round(number * 100) / 100;
  if (whole < 0) return `−${grouped(-whole)}`;
  return plus && whole ? `+${grouped(whole)}` : grouped(whole);
}

function grouped(number) {
  return number >= 10_000 ? number.toLocaleString("en") : String(number);
}

/** Rounds halves to even, as the server's sentences do. */
export function rounded(score, parts = 1) {
  const many = Math.abs(score) * parts;
  const below = Math.floor(many);
  const up = many - below > 0.5 || (many - below === 0.5 && below % 2 === 1);
  return (Math.sign(score) * (below + Number(up))) / parts + 0;
}

/** The score without its side. */
export function scoreText(score, game) {
  if (!isNumber(score)) return "";
  const end = forced(score, game);
  if (end) return `${end.wins ? "W" : "L"}${end.plies}`;
  return signed(game.name === "othello" ? rounded(score, 10) : score);
}

/**
 * The score with its side; a score in no unit as the rank of its move.
 * @param {any} score from the side `names.own`
 * @param {{ own: string, other: string }} names
 * @param {{ rank: number, count: number, always?: boolean } | null} place null: the number itself,
 *   as for strategies whose figures are known; always: no score of the decision has a unit
 */
export function sidedText(score, names, game, place = null) {
  if (!isNumber(score)) return "";
  const end = forced(score, game);
  if (end) {
    const player = end.wins ? names.own : names.other;
    return t("page.score.wins_in", { player, plies: end.plies });
  }
  if (place && (place.always || Math.abs(score) > MOST)) {
    return t(place.rank === 1 ? "page.score.best" : "page.score.rank", place);
  }
  const shown = scoreText(score, game);
  return Number(score) === 0 || shown === "0"
    ? t("page.score.even")
    : t("page.score.side", { player: names.own, score: shown });
}

/** Whether a score is too large for any unit. */
export function isRaw(score, game) {
  return isNumber(score) && Math.abs(score) > MOST && !forced(score, game);
}

/** The score on a square: at most three characters, or else its rank, such as #2. */
export function shortScore(score, game, rank, ranked = false) {
  const end = forced(score, game);
  if (end) return fits(scoreText(score, game)) ?? (end.wins ? "W" : "L");
  if (ranked) return `#${rank}`;
  // Discs are whole; the shape of the mark says whether the number is only an estimate.
  if (game.name === "othello") return fits(signed(rounded(score))) ?? `#${rank}`;
  return fits(signed(score)) ?? fits(signed(Math.round(score)), score) ?? `#${rank}`;
}

function fits(text, exact = 0) {
  // 184.6 may become 185, but 0.4 must not become 0.
  if (exact && Math.abs(exact) < 10 && !Number.isInteger(exact)) return null;
  return text.length <= LONGEST ? text : null;
}

/** Othello: a score as the final count, with the empty squares given to the winner. */
export function resultOf(score, { rows, columns }) {
  const own = (rows * columns + score) / 2;
  return { own, other: rows * columns - own };
}

/** Whether the candidate's score is only an upper bound. */
export function isBound(candidate) {
  return candidate.note?.key === "note.at_most";
}
