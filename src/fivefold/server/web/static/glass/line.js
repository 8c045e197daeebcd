/** The expected line as numbered stones, and the cost of the search. */
import { html } from "../dom.js";
import { t } from "../words.js";
import { numberedLine } from "./overlay/display.js";
import { shortMove } from "./short_move.js";

const MOST = 12;

export function drawLine(decision, view, game, mark) {
  const line = numberedLine(decision, view, game);
  if (line.length < 2) return null;
  return html`<ol class="expected" aria-label=${t("page.glass.expected")}>
    ${line.slice(0, MOST).map(
      ({ n, move, seat, cells }) => html`<li class=${seat === "X" ? "black" : "white"}>
        <button class="g-square" type="button" title=${move}
          @pointerenter=${() => mark(cells)} @pointerleave=${() => mark([])}
          @focus=${() => mark(cells)} @blur=${() => mark([])} @click=${() => mark(cells)}
          ><i>${n}</i>${shortMove(move)}</button></li>`,
    )}
    ${line.length > MOST ? html`<li class="g-quiet">…</li>` : null}
  </ol>`;
}

/** Depth, positions and seconds, if known. */
export function costOf({ depth, nodes, seconds }) {
  const parts = [];
  if (depth) parts.push(t("page.glass.cost.depth", { depth }));
  if (nodes) {
    parts.push(t("page.glass.cost.nodes", { n: nodes, nodes: nodes.toLocaleString("en") }));
  }
  if (typeof seconds === "number") {
    const shown = { seconds: seconds.toFixed(1) };
    parts.push(seconds < 0.05 ? t("page.glass.cost.instant") : t("page.glass.cost.seconds", shown));
  }
  return parts.join(" · ");
}
