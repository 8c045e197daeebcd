/** Cards for a match of two players: the sequential test and the difference in Elo. */

import { html } from "../dom.js";
import { t } from "../words.js";
import { percent, signed } from "./numbers.js";

export function sprt(follow) {
  const asked = follow.part(({ sprt: test, match: pairs, rows }) => {
    if (!test) return null;
    const [first, second] = pairs ? [pairs.first, pairs.second] : rows.map((row) => row.name);
    return { ...test, first, second, pairs: pairs?.pairs.reduce((all, n) => all + n, 0) ?? 0 };
  });
  return html`${() => asked.value && box(asked.value)}`;
}

function box({ first, second, elo0, elo1, model, llr, lower, upper, verdict, games_left: left, pairs }) {
  const place = Math.max(0, Math.min(1, (llr - lower) / (upper - lower)));
  const unit = t(`page.arena.sprt.unit.${model === "logistic" ? "logistic" : "normalized"}`);
  const facts = { llr: signed(llr, 2), lower: signed(lower, 2), upper: signed(upper, 2) };
  const ratio = t("page.arena.sprt.llr", facts);
  const state = verdict
    ? t(`page.arena.sprt.${verdict === "H1" ? "yes" : "no"}`, { first, elo0, elo1, unit })
    : left === null
      ? ""
      : t("page.arena.sprt.left", { n: left });
  return html`<section class="card sprt" aria-labelledby="sprt">
    <h2 id="sprt">${t("page.arena.sprt.asked", { first, second, elo: signed(elo1), unit })}</h2>
    <div class="llr"><b>${t("page.arena.sprt.end.no")}</b>
      <svg height="18" role="img" aria-label=${ratio}>
        <rect class="llr-track" y="5" width="100%" height="8" rx="4" />
        <line class="llr-zero" x1=${`${((0 - lower) / (upper - lower)) * 100}%`}
          x2=${`${((0 - lower) / (upper - lower)) * 100}%`} y1="5" y2="13" />
        <svg x=${`${place * 100}%`} overflow="visible"><rect class="llr-now" x="-2" width="4" height="18" rx="2" /></svg>
      </svg>
      <b>${t("page.arena.sprt.end.yes")}</b></div>
    ${verdict ? html`<p><b class="verdict">${state}</b></p>` : null}
    <p class="small num">${ratio}<br />${t("page.arena.sprt.pairs", { n: pairs })} ${verdict ? "" : state}</p>
    <p class="small num">${t("page.arena.sprt.bounds", { elo0, elo1, unit })}</p>
  </section>`;
}

const PAIRS = ["0", "½", "1", "1½", "2"];

export function match(follow) {
  const played = follow.part(({ match: two }) => two?.pairs.some(Boolean) && two);
  return html`${() => played.value && difference(played.value)}`;
}

function difference({ first, second, pairs, difference: elo, error95: error, superior }) {
  const most = Math.max(1, ...pairs);
  return html`<section class="card" aria-labelledby="match">
    <h2 id="match">${t("page.arena.match", { first, second })}</h2>
    <p class="big-number num">${elo === null ? "–" : signed(elo, 1)}${
      error !== null && html` <small>± ${error.toFixed(1)}</small>`
    } <small>${t("page.arena.elo")}</small></p>
    ${superior !== null &&
    html`<p class="small num">${t("page.arena.superior", { first, percent: percent(superior) })}</p>`}
    <table class="pairs">
      <caption class="small">${t("page.arena.pair_scores", { first })}</caption>
      <thead><tr>${PAIRS.map((score) => html`<th class="num" scope="col">${score}</th>`)}</tr></thead>
      <tbody><tr>${pairs.map(
        (count) => html`<td class="num"><svg width="100%" height="34" aria-hidden="true"><rect
          class="column" x="15%" y=${34 - (32 * count) / most} width="70%"
          height=${(32 * count) / most} rx="2" /></svg>${count}</td>`,
      )}</tr></tbody>
    </table>
  </section>`;
}
