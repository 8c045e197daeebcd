/**
 * Whose moves the board shows: those the opponent looked at, or those of the position in front of
 * the reader. Never both, and a plate on the board's edge says which.
 */
import { html, signal } from "../dom.js";
import { recall, remember } from "../local_storage.js";
import { asksEngine, canAnalyseMoves, ENGINE, PERFECT } from "../player_names.js";
import { t, write } from "../words.js";
import { moverOf } from "./overlay/sides.js";

/** Seconds for the moves that are compared without being asked for. */
const QUICK = 1;

/** @typedef {"its" | "mine"} Side */

const kept = signal(/** @type {Side} */ (recall("whose", "its")));

/** The side chosen by the switch; in a position that was asked about, the answer. */
export function sideOf(glass) {
  const { asked, opinions, position } = glass;
  const answered = asked.value === position && opinions.about(position).length > 0;
  return answered ? "mine" : kept.value;
}

/** Shows one of the opinions. @param {import("./glass.js").Glass} glass */
export function show(glass, id) {
  glass.selected.value = id;
  glass.asked.value = id === "own" ? "" : glass.position;
  if (id === "own") kept.value = "its";
}

/** @param {import("./glass.js").Glass} glass @param {Side} side */
function choose(glass, side) {
  glass.asked.value = "";
  kept.value = side;
  remember("whose", side);
}

/** Whether the reader is to move here against a machine. @param {import("./glass.js").Glass} glass */
function isMyTurn({ view, held, plies }) {
  return held.length === 1 && view?.to_move === held[0] && view.ply === plies.length;
}

/** Whether the reader's moves are compared unasked: once a position, and only while shown. */
export function comparesAlone(glass) {
  const asks = glass.speaks && sideOf(glass) === "mine" && isMyTurn(glass);
  return asks && canAnalyseMoves(glass.game) && !glass.compared.has(glass.position);
}

/** Compares the reader's moves. @param {import("./glass.js").Glass} glass */
export function compare(glass) {
  const engine = asksEngine(glass.game);
  const options = engine ? "every_value=true, variety=0" : "every_value=true";
  const strategy = engine ? ENGINE : PERFECT;
  const more = { strategy: `${strategy}(${options})`, seconds: QUICK };
  const answer = glass.ask(strategy, false, more);
  glass.opinions.change(glass.selected.peek(), { quick: true });
  return answer;
}

/** @param {import("./glass.js").Glass} glass */
export function drawWhose(glass) {
  const name = "glass-whose";
  const radio = (side, words) => html`<label><input type="radio" name=${name}
      .checked=${() => sideOf(glass) === side} @change=${() => choose(glass, side)}
    /><span>${words}</span></label>`;
  const mine = () => t(glass.held.length === 1 ? "page.whose.mine" : "page.whose.next");
  return html`<fieldset class="g-whose" ?hidden=${() => !glass.speaks}>
    <legend class="g-unseen">${t("page.whose")}</legend>
    ${radio("its", () => t("page.whose.its"))}${radio("mine", mine)}
  </fieldset>`;
}

/** What stands here while there is nothing to show. */
export function waitingWords(glass) {
  if (sideOf(glass) === "its") return t("page.glass.nothing");
  if (glass.whyNot()) return glass.whyNot();
  return glass.held.length === 1 && !isMyTurn(glass) ? t("page.whose.wait") : "";
}

/** What the scores on the board are about: { text, dots }, or null if there are none. */
export function plateOf(display, shown, { game, held }) {
  const marks = display.numbers.length || display.past.length || display.signs.length;
  if (!marks || !shown?.decision) return null;
  const seat = moverOf(shown.decision, shown.view, game);
  const player = write(game.players?.[seat ?? "X"]);
  if (display.past.length) {
    const dots = game.name === "othello" && Boolean(shown.view.to_move);
    return { kind: "past", text: t("page.plate.past", { player }), dots };
  }
  const own = held.length === 1 && held[0] === seat;
  const what = own ? t("page.plate.mine") : t("page.plate.side", { player });
  const unit = unitOf(shown.decision, display);
  return { kind: "moves", text: unit ? t("page.plate.in", { what, unit: t(unit) }) : what };
}

/** The unit of the scores, if they have one. */
function unitOf({ candidates }, { signs }) {
  if (signs.length) return "page.plate.outcomes";
  const keys = (candidates ?? []).map(({ note }) => note?.key ?? "");
  if (keys.some((key) => key.startsWith("discs."))) return "page.plate.discs";
  return keys.some((key) => key.startsWith("lines.")) ? "page.plate.points" : null;
}
