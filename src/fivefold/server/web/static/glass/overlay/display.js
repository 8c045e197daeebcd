/**
 * Turns a decision into the marks on the board: at most one on a square, ghosts first, then signs,
 * then numbers.
 *
 * layers: { numbers, threats, line, heat } switch the marks; { piece, shape } are the letter of the
 * piece in the hand and five cells with its orientation, if it is over the board.
 */
import { t, write } from "../../words.js";
import { cellName, cellOf, cellsOf, other } from "../../notation.js";
import { anchorOf, letterOf, shapeOf } from "./cells.js";
import { heatOf } from "./heat.js";
import { pieceDisplay, placementsOf, stronger, tallies } from "./outcomes.js";
import { forced, isBound, shortScore, sidedText } from "./score.js";
import { moverOf, placeOf, sidesOf, wasPlayed } from "./sides.js";

const SURE_IN_GOMOKU = 3;
/** The Gomoku engine's notes on a proven end. */
const PROVEN = ["lines.note_proven", "lines.note_sure"];
const UNPROVEN = ["lines.note_unproven", "lines.note_unsure"];
/** What a stone would make, in players' notation: 43 is a four and an open three. */
export const MAKES = {
  five: "5",
  open_four: "4",
  double_four: "44",
  four_three: "43",
  double_three: "33",
};
/** An expected line is cut off; a forced win is shown to its end. */
const MOST_GHOSTS = 6;
/** Numbers on the board: every legal move in Othello, the best ones in the other games. */
const MOST_NUMBERS = { gomoku: 10, othello: 64, pentomino: 5 };

export const NOTHING = Object.freeze({
  numbers: [],
  past: [],
  heat: null,
  lines: [],
  cells: [],
  ghosts: [],
  signs: [],
  tallies: null,
  lies: null,
});
/** The Othello engine's notes on proven and estimated scores. */
const EXACT = "discs.note_exact";
const ESTIMATES = ["discs.note_depth", "discs.note_end"];
/** The notes on decided placements; the server reads the same ones. */
const WINS = ["note.wins", "perfect.wins", "perfect.wins_in"];
const LOSES = ["note.loses_to", "perfect.loses", "perfect.loses_in", "perfect.loses_to"];

export function displayOf(decision, view, game, layers) {
  if (!decision || !view || !game) return NOTHING;
  const placements = showsCompared(decision, view, game) ? placementsOf(decision, game) : null;
  if (placements) return solvedDisplay(decision, placements, view, game, layers);
  const whole = ghostsOf(decision, view, game);
  const line = decision.proof || game.name !== "gomoku" ? whole : whole.slice(0, MOST_GHOSTS);
  const isOnSquare = layers.numbers && isForced(decision, view, game);
  const ghosts = layers.line
    ? line.slice(isOnSquare ? 1 : 0)
    : line.slice(0, isMarked(decision, view, layers) ? 0 : 1);
  const taken = new Set(ghosts.flatMap((ghost) => ghost.cells));
  const free = (cell) => cell !== null && view.cells[cell] === "." && !taken.has(cell);
  const keep = (marks) => marks.filter((mark) => free(mark.cell) && taken.add(mark.cell));

  const compared = layers.numbers && showsCompared(decision, view, game);
  const signs = compared ? keep(signsIn(decision, game, layers)) : [];
  const scores = compared && !signs.length ? keep(numbersOf(decision, view, game, layers)) : [];
  // What was compared for a move that is played is past: never a number on a square to play.
  const played = wasPlayed(decision, view);
  const numbers = played ? [] : scores;
  const past = played ? scores.map((mark) => pastMark(mark, decision, view, game)) : [];
  const cells = layers.threats
    ? shownCells(decision, view, game)
        .map((mark) => ({ ...mark, cells: mark.cells.filter((cell) => !taken.has(cell)) }))
        .filter((mark) => mark.cells.length)
    : [];
  const lines = layers.threats ? linesOf(decision, game) : [];
  const heat = besides(ghosts, layers.heat ? heatOf(decision, game) : null);
  return { ...NOTHING, numbers, past, heat, lines, cells, ghosts, signs };
}

/** A faded stone of the mover with its score; on a legal square of Othello the stone alone. */
function pastMark({ cell, text, label }, decision, view, game) {
  const legal = game.name === "othello" && view.legal?.includes(cellName(cell, game));
  return { cell, text: legal ? "" : text, seat: moverOf(decision, view, game), label };
}

/**
 * The display of a solved pentomino position: the outcomes of the piece in the hand, or else the
 * line. Tints cover all orientations of the piece, signs only the one in the hand.
 */
function solvedDisplay(decision, placements, view, game, layers) {
  const { numbers, line, heat, piece, shape } = layers;
  const all = { ...NOTHING, tallies: numbers ? tallies(placements) : null };
  if (piece && numbers) return { ...all, ...pieceDisplay(piece, shape, placements, game) };
  const ghosts = ghostsOf(decision, view, game);
  const tints = heat ? heatOf(decision, game) : null;
  const drawn = line ? ghosts : ghosts.slice(0, 1);
  return { ...all, heat: besides(drawn, tints), ghosts: drawn };
}

/** The heat map without the cells of expected pieces: two colours over each other say nothing. */
function besides(ghosts, heat) {
  const covered = new Set(ghosts.filter(({ letter }) => letter).flatMap(({ cells }) => cells));
  if (!heat || !covered.size) return heat;
  return { ...heat, values: heat.values.map((value, cell) => (covered.has(cell) ? null : value)) };
}

/** Whether the square of the unplayed move shows a forced end such as W7, better than a ghost. */
function isForced(decision, view, game) {
  if (wasPlayed(decision, view)) return false;
  const chosen = scored(decision).find((candidate) => candidate.move === decision.move);
  return game.name === "gomoku" && Boolean(chosen && provenEnd(chosen, decision, game));
}

/** Whether the move is visible without the line: it was played, or its square has a score. */
function isMarked(decision, view, layers) {
  if (wasPlayed(decision, view)) return true;
  return layers.numbers && scored(decision).some((candidate) => candidate.move === decision.move);
}

/** Whether the compared moves still apply: not to a board with the piece already placed. */
function showsCompared(decision, view, game) {
  return game.name !== "pentomino" || !wasPlayed(decision, view);
}

/** The layers that this decision fills. */
export function layersOf(decision, view, game) {
  const compared = decision && view && showsCompared(decision, view, game);
  const kinds = new Set((decision?.overlay ?? []).map((overlay) => overlay.kind));
  return {
    numbers: Boolean(compared && (scored(decision).length || isSolved(decision, game))),
    threats: kinds.has("line") || kinds.has("cells"),
    line: Boolean(decision?.move && lineOf(decision).length),
    heat: kinds.has("values"),
  };
}

/** The expected moves, starting with the decision's own. */
export function lineOf(decision) {
  return decision.pv?.length ? decision.pv : [decision.move].filter(Boolean);
}

/**
 * The expected line with its numbers; a move that was played is 1.
 * @returns {{ n: number, move: string, seat: string | null, cells: number[], real: boolean }[]}
 */
export function numberedLine(decision, view, game) {
  const played = wasPlayed(decision, view);
  const first = played || !view.last?.length ? 1 : 2;
  const mover = moverOf(decision, view, game);
  return lineOf(decision).map((move, i) => ({
    n: first + i,
    move,
    seat: mover && (i % 2 ? other(mover) : mover),
    cells: cellsOf(move, game),
    real: played && i === 0,
  }));
}

function ghostsOf(decision, view, game) {
  const seen = new Set();
  const ghosts = [];
  for (const { n, move, seat, cells, real } of numberedLine(decision, view, game)) {
    // Moves on squares that are not free now are left out.
    if (real || !cells.length || cells.some((cell) => seen.has(cell))) continue;
    if (cells.some((cell) => view.cells[cell] !== ".")) continue;
    cells.forEach((cell) => seen.add(cell));
    const letter = letterOf(move);
    ghosts.push({ cells, n, seat, ...(letter && { letter }) });
  }
  return ghosts;
}

/** The candidates that have a score, best first. */
export function scored(decision) {
  return (decision.candidates ?? []).filter((each) => typeof each.score === "number");
}

function numbersOf(decision, view, game, layers) {
  let list = scored(decision).map((candidate, i) => ({ candidate, rank: i + 1 }));
  if (game.name === "pentomino") {
    // There are thousands of placements: show those of the piece in the hand.
    list = list.filter(({ candidate }) => letterOf(candidate.move) === layers.piece);
  }
  const best = list[0]?.candidate.score;
  const found = [];
  const seen = new Set();
  for (const { candidate, rank } of list) {
    const cell = anchorOf(cellsOf(candidate.move, game), game);
    if (cell === null || seen.has(cell) || view.cells[cell] !== ".") continue;
    seen.add(cell);
    const chosen = candidate.move === decision.move;
    const first = chosen || (wasPlayed(decision, view) ? false : candidate.score === best);
    const sure = isExact(candidate, decision, game);
    found.push({
      cell,
      text: textOn(candidate, decision, game, rank),
      kind: sure ? exactKind(candidate, first) : kindOf(candidate, decision, game, chosen),
      label: labelOf(candidate, decision, game, sure, sidedIn(candidate, rank, decision, view, game)),
    });
    if (found.length >= MOST_NUMBERS[game.name]) break;
  }
  return found;
}

function textOn(candidate, decision, game, rank) {
  const end = forced(candidate.score, game);
  if (end && isBelieved(candidate)) return end.wins ? "W?" : "L?";
  // “At most a win” says nothing; “at most a loss” is a loss.
  if (end?.wins && isBound(candidate)) return `#${rank}`;
  return shortScore(candidate.score, game, rank, placeOf(decision, rank, game)?.always);
}

/** Whether a score is the exact final margin, by its note or by the decision's proof. */
export function isExact(candidate, decision, game) {
  if (game.name !== "othello") return false;
  const key = candidate.note?.key;
  if (key === EXACT) return true;
  return decision.proof?.claim === "exact" && !isBound(candidate) && !ESTIMATES.includes(key);
}

/** Whether every score is the exact final margin. */
export function allExact(decision, game) {
  const list = scored(decision);
  return list.length > 0 && list.every((candidate) => isExact(candidate, decision, game));
}

function exactKind(candidate, first) {
  if (first) return "exact-best";
  return candidate.score < 0 ? "exact-loss" : "exact";
}

function kindOf(candidate, decision, game, chosen) {
  if (chosen) return "best";
  const end = provenEnd(candidate, decision, game);
  if (!end) return "score";
  return end.wins ? "win" : "loss";
}

/**
 * The forced end of a candidate if it is proven. Gomoku searches skip far cells, so a long win needs
 * the decision's proof; an end within three plies is certain.
 */
export function provenEnd(candidate, decision, game) {
  const end = forced(candidate.score, game);
  if (!end || (end.wins && isBound(candidate))) return null;
  if (PROVEN.includes(candidate.note?.key)) return end;
  if (isBelieved(candidate)) return null;
  const claimed = decision.proof?.claim === "win" || decision.proof?.claim === "loss";
  return claimed || game.name !== "gomoku" || end.plies <= SURE_IN_GOMOKU ? end : null;
}

/** Whether the engine expects the forced end without a proof. */
function isBelieved(candidate) {
  return UNPROVEN.includes(candidate.note?.key);
}

function sidedIn({ score }, rank, decision, view, game) {
  return sidedText(score, sidesOf(decision, view, game), game, placeOf(decision, rank, game));
}

function labelOf(candidate, decision, game, sure, score) {
  if (sure) return t("page.glass.mark.exact", { score });
  const end = provenEnd(candidate, decision, game);
  if (end) {
    return t(end.wins ? "page.glass.mark.win" : "page.glass.mark.loss", { plies: end.plies });
  }
  if (isBelieved(candidate)) {
    const { wins, plies } = /** @type {import("./score.js").End} */ (forced(candidate.score, game));
    return t(wins ? "page.glass.mark.sees_win" : "page.glass.mark.sees_loss", { plies });
  }
  return t(isBound(candidate) ? "page.glass.mark.at_most" : "page.glass.mark.score", { score });
}

/** Whether placements have signs: all were solved, or some are decided. */
export function isSolved(decision, game) {
  return Boolean(decision.outcomes) || verdicts(decision, game).size > 0;
}

/** The decided pentomino placements: move → "+" or "-". */
export function verdicts(decision, game) {
  const known = new Map();
  if (game.name !== "pentomino") return known;
  const placements = placementsOf(decision, game);
  if (placements) {
    const decided = [...placements.values()].filter(({ sign }) => sign !== "?");
    return new Map(decided.map(({ move, sign }) => [move, sign]));
  }
  for (const candidate of decision.candidates ?? []) {
    const end = provenEnd(candidate, decision, game);
    if (WINS.includes(candidate.note?.key)) known.set(candidate.move, "+");
    else if (LOSES.includes(candidate.note?.key)) known.set(candidate.move, "-");
    else if (end) known.set(candidate.move, end.wins ? "+" : "-");
  }
  const claim = decision.proof?.claim;
  if (claim === "win" && decision.move) known.set(decision.move, "+");
  return known;
}

function signsIn(decision, game, { piece, shape }) {
  const known = verdicts(decision, game);
  if (!known.size) return [];
  const letter = piece ?? letterOf(decision.move);
  const wanted = shape?.length === 5 ? shapeOf(shape, game) : null;
  const found = new Map();
  const moves = (decision.candidates ?? []).map((candidate) => candidate.move);
  for (const move of new Set([...moves, ...known.keys()])) {
    if (letterOf(move) !== letter) continue;
    const cells = cellsOf(move, game);
    if (wanted && shapeOf(cells, game) !== wanted) continue;
    const cell = anchorOf(cells, game);
    // Orientations that share a cell: + if one wins, - only if all lose.
    found.set(cell, stronger(found.get(cell), known.get(move) ?? "?"));
  }
  return [...found].map(([cell, sign]) => ({ cell, sign }));
}

function linesOf(decision, game) {
  return overlays(decision, "line").map((overlay) => ({
    cells: cellsIn(overlay, game),
    style: overlay.means ?? "sequence",
    tone: overlay.tone ?? "neutral",
    label: write(overlay.label),
  }));
}

function shownCells(decision, view, game) {
  const mover = moverOf(decision, view, game);
  return overlays(decision, "cells").map((overlay) => ({
    cells: cellsIn(overlay, game),
    tone: overlay.tone ?? "neutral",
    label: write(overlay.label),
    ...(mover && MAKES[overlay.means] && pointOf(overlay, mover)),
  }));
}

/** What a stone on the point makes, and for which seat. */
function pointOf({ means, tone }, mover) {
  return { makes: MAKES[means], seat: tone === "bad" ? other(mover) : mover };
}

/** The kinds of marked points, strongest first. */
export function kindsIn(display) {
  const marked = new Set(display.cells.map((mark) => mark.makes));
  return Object.keys(MAKES).filter((kind) => marked.has(MAKES[kind]));
}

function overlays(decision, kind) {
  return (decision.overlay ?? []).filter((overlay) => overlay.kind === kind);
}

function cellsIn(overlay, game) {
  return (overlay.cells ?? []).map((cell) => cellOf(cell, game)).filter((cell) => cell !== null);
}

/** The squares that a sentence names, marked on boards without coordinates. */
export function namedCells(parts, game) {
  const cells = [...new Set(parts.flatMap((part) => part.cells ?? []))];
  return cells.map((cell) => ({ cells: [cell], tone: "neutral", label: cellName(cell, game) }));
}
