/**
 * “Which moves win?” in Pentomino: the button and the answer, with the number of winning placements,
 * what is proven and the legend of the chosen piece.
 */
import { html, svg } from "../dom.js";
import { say } from "../ui/announcements.js";
import { canAnalyseMoves, PERFECT } from "../player_names.js";
import { t } from "../words.js";
import { countOf, placementsOf } from "./overlay/outcomes.js";
import { sentenceOf } from "./sentence.js";

/** To play, one winning move is enough; this question is about every move. */
const EVERY = { strategy: `${PERFECT}(every_value=true)` };
/** Seconds for the longer question; the first one takes half. */
const LONGER = 10;

/** Asks which moves win, for up to `seconds`. */
export async function askWins(glass, seconds) {
  const opinion = await glass.ask(PERFECT, false, seconds ? { ...EVERY, seconds } : EVERY);
  const placements = placementsOf(opinion?.decision, glass.game);
  if (placements) {
    const count = countOf(placements.values());
    say([countWords(count), provenWords(count), sentenceOf(opinion.decision)].join(" "));
  }
  return opinion;
}

/** @param {import("./glass.js").Glass} glass */
export function drawWins(glass) {
  if (!glass.speaks || !canAnalyseMoves(glass.game) || glass.whyNot()) return null;
  const shown = glass.current.value;
  const placements = shown?.onBoard ? placementsOf(shown.decision, glass.game) : null;
  if (placements && !shown.ply) return drawAnswer(glass, placements);
  if (shown?.state === "thinking" && shown.strategy === PERFECT) return null;
  return html`<button class="g-button g-wins-ask" type="button" title=${t("page.wins.key")}
    @click=${() => askWins(glass)}>${t("page.wins.ask")}</button>`;
}

function drawAnswer(glass, placements) {
  const count = countOf(placements.values());
  return html`<div class="g-wins">
    <p class="g-count"><b>${countWords(count)}</b> ${provenWords(count)}
      ${count.unknown ? longer(glass) : null}</p>
    ${() => drawLegend(glass, placements)}
  </div>`;
}

/** The number of winning moves; of proven ones if some are unknown. */
function countWords(count) {
  return t(count.unknown ? "page.wins.count_open" : "page.wins.count", count);
}

/** Whether every move is proven, or how many are not. */
function provenWords({ wins, losses, unknown }) {
  if (!unknown) return t(wins ? "page.wins.all_proven" : "page.wins.lost");
  const rest = t("page.wins.not_proven", { unknown });
  return losses ? `${t("page.wins.losses", { losses })} ${rest}` : rest;
}

function longer(glass) {
  return html`<button class="g-link" type="button" @click=${() => askWins(glass, LONGER)}
    >${t("page.wins.longer", { seconds: LONGER })}</button>`;
}

const SIGN = {
  win: () => svg`<circle cx="8" cy="8" r="7" class="g-plus"></circle>
    <path d="M4.6 8h6.8M8 4.6v6.8" class="g-plus-sign"></path>`,
  loss: () => svg`<circle cx="8" cy="8" r="7" class="g-minus"></circle>
    <path d="M4.6 8h6.8" class="g-minus-sign"></path>`,
  unknown: () => svg`<circle cx="8" cy="8" r="7" class="g-open"></circle>
    <text x="8" y="8.4" font-size="10">?</text>`,
};
const OUTCOMES = ["win", "loss", "unknown"];

/** The legend of the chosen piece; without one, how to choose it. */
function drawLegend(glass, placements) {
  const letter = glass.chosenPiece();
  if (!letter) return html`<p class="g-quiet">${t("page.wins.pick")}</p>`;
  const count = countOf([...placements.values()].filter((each) => each.letter === letter));
  const amounts = { win: count.wins, loss: count.losses, unknown: count.unknown };
  const there = OUTCOMES.filter((outcome) => amounts[outcome]);
  const words = count.unknown ? "page.wins.piece_open" : "page.wins.piece";
  return html`<p class="g-quiet">${t(words, { letter, ...count })}</p>
    ${legend("page.wins.turned", there, (outcome) => html`<svg viewBox="0 0 16 16"
      aria-hidden="true">${SIGN[outcome]()}</svg>`)}
    ${legend("page.wins.covered", there, (outcome) => html`<i class=${`g-edge ${outcome}`}
      aria-hidden="true"></i>`)}`;
}

function legend(key, outcomes, mark) {
  return html`<p class="g-legend"><span>${t(key)}</span>
    ${outcomes.map(
      (outcome) => html`<span>${mark(outcome)}${t(`page.wins.note.${outcome}`)}</span>`,
    )}
  </p>`;
}
