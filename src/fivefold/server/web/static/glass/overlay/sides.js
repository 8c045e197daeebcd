/** The sides of a decision, and how its scores are told. */
import { write } from "../../words.js";
import { cellsOf, other } from "../../notation.js";
import { isRaw } from "./score.js";

/** Whether the decision's move led to the view. */
export function wasPlayed(decision, view) {
  return Boolean(view.move) && view.move === decision.move;
}

/** The seat that made the decision. */
export function moverOf(decision, view, game) {
  if (decision.seat) return decision.seat;
  if (!wasPlayed(decision, view)) return view.to_move;
  if (view.to_move) return other(view.to_move);
  const mark = view.cells[cellsOf(decision.move, game)[0]];
  return mark === "X" || mark === "O" ? mark : null;
}

/** The names of the side that decided and of the other. */
export function sidesOf(decision, view, game) {
  const own = moverOf(decision, view, game) ?? "X";
  return { own: write(game.players?.[own]), other: write(game.players?.[other(own)]) };
}

/** Strategies whose figures are known as they are; others show large scores as ranks. */
const FIGURES = /^(minimax|negamax|greedy|h1|h2|openspace|easy|medium|hard)\b/;

/** @returns {{ rank: number, count: number, always: boolean } | null} the place for `sidedText` */
export function placeOf(decision, rank, game) {
  if (FIGURES.test(decision.strategy ?? "")) return null;
  const count = decision.compared ?? decision.candidates?.length ?? rank;
  return { rank, count, always: isRaw(decision.score, game) };
}
