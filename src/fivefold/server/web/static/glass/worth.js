/**
 * “What are my moves worth?” in Othello, “Is there a forced win?” in Gomoku: the button that asks the
 * engine, and the answer with its depth or proof and the legend of the marks.
 */
import { html, svg } from "../dom.js";
import { say } from "../ui/announcements.js";
import { canAnalyseMoves, ENGINE } from "../player_names.js";
import { t } from "../words.js";
import { allExact, isExact, scored } from "./overlay/display.js";
import * as forced from "./forced.js";
import { shownLayers, switchLayer } from "./layers.js";
import { sentenceOf } from "./sentence.js";

/** To play, the best move is enough; this question asks for the value of every move. */
const EVERY = { strategy: `${ENGINE}(every_value=true, variety=0)` };
const SECONDS = 3;
/** Seconds for the longer question. */
const LONGER = 10;

/** Asks for the value of every move, for up to `seconds`. */
export async function askWorth(glass, seconds = SECONDS) {
  if (!shownLayers(glass.game).numbers) switchLayer("numbers", glass.game);
  const opinion = await glass.ask(ENGINE, false, { ...EVERY, seconds });
  const { decision } = opinion ?? {};
  if (decision) say(`${answerWords(decision, glass)} ${sentenceOf(decision)}`);
  return opinion;
}

/** @param {import("./glass.js").Glass} glass */
export function drawWorth(glass) {
  if (!glass.speaks || !canAnalyseMoves(glass.game) || glass.whyNot()) return null;
  const shown = glass.current.value;
  const asked = shown && !shown.ply && !shown.hint && shown.strategy === ENGINE;
  if (asked && shown.state === "thinking") return null;
  if (asked && shown.decision && shown.onBoard) return drawAnswer(glass, shown.decision);
  const title = t(inGomoku(glass) ? "page.forced.key" : "page.worth.key");
  return html`<button class="g-button g-wins-ask" type="button" title=${title}
    @click=${() => askWorth(glass)}
    >${t(inGomoku(glass) ? "page.forced.ask" : "page.worth.ask")}</button>`;
}

const inGomoku = (glass) => glass.game.name === "gomoku";

function answerWords(decision, glass) {
  const { game, view } = glass;
  return inGomoku(glass) ? forced.answerWords(decision, view, game) : countWords(decision, game);
}

function drawAnswer(glass, decision) {
  const { game } = glass;
  const proven = inGomoku(glass) ? Boolean(decision.proof) : allExact(decision, game);
  const patient = decision.seconds > LONGER - 1;
  return html`<div class="g-wins">
    <p class="g-count">${answerWords(decision, glass)}
      ${proven || patient ? null : longer(glass)}</p>
    <p class="g-quiet">${t(inGomoku(glass) ? "page.forced.means" : "page.worth.means")}</p>
    ${inGomoku(glass) ? forced.legend(decision, game) : legend(decision, game)}
  </div>`;
}

/** The proven outcomes by number; without proofs, the depth of the search. */
function countWords(decision, game) {
  const list = scored(decision);
  const n = list.length;
  if (!allExact(decision, game)) return t("page.worth.depth", { n, depth: decision.depth ?? 0 });
  const ends = ENDS.map(([end, sign]) => [end, list.filter(hasSign(sign)).length]);
  const parts = ends.filter(([, count]) => count).map(([end, count]) => endWords(end, count));
  return t("page.worth.exact", { n, parts: parts.join(", ") });
}

const ENDS = [
  ["win", 1],
  ["draw", 0],
  ["loss", -1],
];
const hasSign = (sign) => (candidate) => Math.sign(candidate.score) === sign;
const endWords = (end, n) => t(`page.worth.count.${end}`, { n });

function longer(glass) {
  return html`<button class="g-link" type="button" @click=${() => askWorth(glass, LONGER)}
    >${t("page.wins.longer", { seconds: LONGER })}</button>`;
}

const ring = (look, dashes) => svg`<circle cx="8" cy="8" r="6.6" class=${look}
  stroke-dasharray=${dashes}></circle>`;
/**
 * The shapes around the numbers: meaning, whether the score is proven, picture.
 * @type {[string, boolean, () => any][]}
 */
const MARKS = [
  ["best", false, () => forced.pill("g-best")],
  ["best", true, () => ring("g-best", null)],
  ["expected", false, () => forced.pill("g-pen")],
  ["exact", true, () => ring("g-pen", null)],
  ["loses", true, () => ring("g-pen", "2.6 1.8")],
];

/** The legend of the shapes on the board. */
function legend(decision, game) {
  const there = new Set(scored(decision).map((each) => markOf(each, decision, game).join()));
  const shown = MARKS.filter(([mark, sure]) => there.has([mark, sure].join()));
  return html`<p class="g-legend">${shown.map(
    ([mark, , draw]) => html`<span><svg viewBox="0 0 16 16" aria-hidden="true">${draw()}</svg>${t(
      `page.worth.mark.${mark}`,
    )}</span>`,
  )}</p>`;
}

function markOf(candidate, decision, game) {
  const sure = isExact(candidate, decision, game);
  if (candidate.move === decision.move) return ["best", sure];
  if (!sure) return ["expected", false];
  return [candidate.score < 0 ? "loses" : "exact", true];
}
