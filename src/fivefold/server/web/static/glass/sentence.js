/** The sentence of a decision; the squares it names are buttons that mark them on the board. */
import { html } from "../dom.js";
import { t, write } from "../words.js";
import { squaresIn } from "./overlay/cells.js";

/** Latin letters on two lines under the opponent's name. */
const TWO_LINES = 84;
const BY_LOT = ["lines.by_lot", "discs.by_lot", "discs.by_lot_exact"];

/** The sentence of a decision, without the level's name, which is in the head. */
export function sentenceOf(decision) {
  const { text } = decision;
  const inner = text?.key === "level.text" ? text.facts?.text : null;
  const words = write(decision.outcomes ? withoutCount(inner ?? text) : (inner ?? text));
  if (words) return words;
  return decision.move ? t("page.glass.silent", { move: decision.move }) : "";
}

/** The reason alone: name, depth and handicap of a level stand elsewhere. */
export function reasonOf(decision) {
  return sentenceOf({ ...decision, text: withoutLevel(decision.text) });
}

/** The reason as it fits under the opponent's name: a draw among equals may be left out. */
export function shortReasonOf(decision) {
  const whole = reasonOf(decision);
  if (fitsTwoLines(whole)) return whole;
  const text = withoutLevel(decision.text);
  return BY_LOT.includes(text?.key) ? sentenceOf({ ...decision, text: text.facts.text }) : whole;
}

function withoutLevel(text) {
  const wraps = text?.key?.startsWith("level.") && text.facts?.text?.key;
  return wraps ? withoutLevel(text.facts.text) : text;
}

/** Whether the words fit under the opponent's name; Korean letters are wider. */
export function fitsTwoLines(words) {
  const width = [...words].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1.7 : 1), 0);
  return width <= TWO_LINES;
}

/** Drops the number of winning moves, which is shown separately. */
function withoutCount(text) {
  if (text?.key === "perfect.won") return { ...text, key: "perfect.won_some" };
  if (text?.key !== "perfect.by_book") return text;
  return { ...text, facts: { ...text.facts, text: withoutCount(text.facts.text) } };
}

export function sentenceParts(decision, game) {
  return squaresIn(sentenceOf(decision), game);
}

/** @param {(cells: number[]) => void} mark called with no cells when the pointer or focus leaves */
export function drawSentence(parts, mark) {
  return parts.map(({ text, cells }) =>
    cells
      ? html`<button class="g-square" type="button"
          @pointerenter=${() => mark(cells)} @pointerleave=${() => mark([])}
          @focus=${() => mark(cells)} @blur=${() => mark([])}
          @click=${() => mark(cells)}>${text}</button>`
      : text,
  );
}
