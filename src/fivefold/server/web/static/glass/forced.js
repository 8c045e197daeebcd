/** “Is there a forced win?” in Gomoku: the answer as a sentence, and the legend of the marks. */
import { html, svg } from "../dom.js";
import { other } from "../notation.js";
import { t, write } from "../words.js";
import { provenEnd, scored } from "./overlay/display.js";
import { moverOf } from "./overlay/sides.js";

/** The proven winner and the number of plies; without a proof, the depth of the search. */
export function answerWords(decision, view, game) {
  const { proof, move } = decision;
  const mover = moverOf(decision, view, game);
  if (proof && mover) {
    const winner = proof.claim === "win" ? mover : other(mover);
    const facts = { player: write(game.players?.[winner]), plies: proof.plies ?? 0, move };
    return t(`page.forced.${proof.claim === "win" ? "win" : "loss"}`, facts);
  }
  const n = scored(decision).length;
  return t("page.forced.none", { n, depth: decision.depth ?? 0 });
}

export const pill = (look, dashes) => svg`<rect x=".7" y="3" width="14.6" height="10" rx="5"
  class=${look} stroke-dasharray=${dashes}></rect>`;

const MARKS = {
  best: () => pill("g-best"),
  wins: () => pill("g-pen g-won"),
  loses: () => pill("g-pen g-lost", "3 2"),
  expected: () => pill("g-pen"),
};

/** The legend of the shapes on the board. */
export function legend(decision, game) {
  const there = new Set(scored(decision).map((candidate) => markOf(candidate, decision, game)));
  const shown = Object.keys(MARKS).filter((mark) => there.has(mark));
  return html`<p class="g-legend">${shown.map(
    (mark) => html`<span><svg viewBox="0 0 16 16" aria-hidden="true">${MARKS[mark]()}</svg>${t(
      `page.forced.mark.${mark}`,
    )}</span>`,
  )}</p>`;
}

function markOf(candidate, decision, game) {
  if (candidate.move === decision.move) return "best";
  const end = provenEnd(candidate, decision, game);
  return end ? (end.wins ? "wins" : "loses") : "expected";
}
