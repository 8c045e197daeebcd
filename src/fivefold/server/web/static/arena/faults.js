/** Players with faults: how often, why, and a game that shows each fault. */

import { html } from "../dom.js";
import { t, write } from "../words.js";
import { gameAddress } from "./numbers.js";

export function faults(follow, name) {
  const broken = follow.part(({ rows }) =>
    rows.filter((row) => row.faults.length || row.withdrawn).map((row) => ({
      name: row.name,
      withdrawn: row.withdrawn,
      faults: row.faults,
    })),
  );
  return html`${() =>
    broken.value.length > 0 &&
    html`<section class="faults" aria-labelledby="faults">
      <h2 id="faults">${t("page.arena.faults", { n: broken.value.length })}</h2>
      <ul>${broken.value.map((player) => row(player, name))}</ul>
    </section>`}`;
}

function row({ name: player, withdrawn, faults: ways }, name) {
  const count = ways.reduce((all, way) => all + way.count, 0);
  return html`<li>
    <p><b>${player}</b> ${t("page.arena.faults.lost", { n: count })}${
      withdrawn ? html` <b class="withdrawn">${t("page.arena.withdrawn")}</b>` : null
    }</p>
    ${ways.map(
      ({ ending, count: times, reason, key }) => html`<p class="small">
        ${endingWord(ending)} ×${times}:
        <span>${reason}</span>
        <a class="link" href=${gameAddress(name, key)}>${t("page.arena.faults.game")}</a></p>`,
    )}
  </li>`;
}

/** How a game ended, in a word or two; empty for a regular end. */
export function endingWord(ending) {
  return write({ key: `page.arena.ending.${ending}`, text: ending });
}
