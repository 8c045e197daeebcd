/** The cross table: points of each player against each other; collapsed on phones or if large. */

import { html } from "../dom.js";
import { t } from "../words.js";
import { MOST_BESIDE, points } from "./numbers.js";

const STEPS = 7;
const WIDE = matchMedia("(min-width: 900px)");

export function cross(follow, look) {
  const table = follow.part(({ rows, cross: scores }) => ({
    names: rows.map((row) => row.name),
    scores,
  }));
  const few = () => table.value.names.length <= MOST_BESIDE;
  return html`<details
    class=${() => (few() ? "cross narrow-only" : "cross")}
    ?hidden=${() => table.value.names.length < 3}
    ?open=${table.peek().names.length > MOST_BESIDE && WIDE.matches}
  >
    <summary>${t("page.arena.cross")}</summary>
    <div class="tablewrap" tabindex="0" role="group" aria-label=${t("page.arena.cross")}>
      ${() => grid(table.value, look)}
    </div>
    <p class="small under">${t("page.arena.cross.note")}</p>
  </details>`;
}

function grid({ names, scores }, look) {
  return html`<table class="grid">
    <thead><tr><td></td>${names.map(
      (name, at) => html`<th class="x" scope="col" title=${name}>${at + 1}<span class="visually"
        >${name}</span></th>`,
    )}</tr></thead>
    <tbody>${names.map(
      (name, at) => html`<tr><th class="name" scope="row"><span class="rank num">${at + 1}</span><span
          title=${name}>${name}</span></th>${scores[at].map(
          (score, other) => html`<td class="x num">${cell(name, { score, name: names[other] }, look)}</td>`,
        )}</tr>`,
    )}</tbody>
  </table>`;
}

/** A player's points against another, shaded by their share; a click lists their games. */
export function cell(player, { score, name: other }, look) {
  if (player === other) return html`<span class="self" aria-hidden="true">·</span>`;
  if (!score) return html`<span class="self"><span class="visually">${t("page.arena.no_game")}</span></span>`;
  const [wins, draws, losses] = score;
  const won = wins + draws / 2;
  const share = won / (wins + draws + losses);
  const step = Math.min(STEPS - 1, Math.floor(share * STEPS));
  const words = t("page.arena.against", { player, other, wins, draws, losses });
  return html`<button class=${`cell h${step}${share > 0.5 ? " more" : ""}`} type="button"
    title=${words} @click=${() => look({ player, other })}>${points(won)}<span class="visually"
    > ${words}</span></button>`;
}
