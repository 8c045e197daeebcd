/**
 * The standings: rating with its error as number and bar, and score. Few players also have their
 * cross table here, many their wins, draws and losses.
 */

import { each, html } from "../dom.js";
import { t } from "../words.js";
import { cell } from "./cross.js";
import { MOST_BESIDE, points } from "./numbers.js";

/** Adds rank, scale and the row of the cross table. */
function rowsOf({ rows, cross, anchor }) {
  const low = Math.min(...rows.map((row) => (row.rating ?? Infinity) - (row.error95 ?? 0)));
  const high = Math.max(...rows.map((row) => (row.rating ?? -Infinity) + (row.error95 ?? 0)));
  const room = Math.max(1, (high - low) * 0.04);
  const names = rows.map((row) => row.name);
  const beside = rows.length > 2 && rows.length <= MOST_BESIDE;
  return rows.map((row, at) => ({
    ...row,
    rank: at + 1,
    anchored: row.name === anchor,
    scale: [low - room, high + room],
    cross: beside ? cross[at].map((score, other) => ({ score, name: names[other] })) : null,
  }));
}

export function standings(follow, look) {
  const table = follow.part(({ rows, cross, anchor }) => rowsOf({ rows, cross, anchor }));
  const heads = follow.part(({ rows }) => rows.map((row) => row.name));
  const beside = () => heads.value.length > 2 && heads.value.length <= MOST_BESIDE;
  const rated = follow.part(({ rows, anchor, anchor_rating: mean }) => ({
    any: rows.some((row) => row.rating !== null),
    swept: rows.some((row) => row.swept),
    anchor,
    mean,
    played: rows.some((row) => row.games),
  }));
  return html`<div class="tablewrap" tabindex="0" role="group" aria-label=${t("page.arena.standings")}>
    <table class="stand">
      <thead><tr>
        <th class="rank" scope="col"><span class="visually">${t("page.arena.rank")}</span></th>
        <th class="name" scope="col">${t("page.arena.player")}</th>
        <th class="elo" scope="col">${t("page.arena.rating")}</th>
        <td class="bar-cell"></td>
        ${() => (beside() ? crossHeads(heads.value) : wdlHeads())}
        <th class="total" scope="col">${t("page.arena.score")}</th>
      </tr></thead>
      <tbody>${each(
        () => table.value,
        (row) => row.name,
        (row) => line(row, look),
      )}</tbody>
    </table>
  </div>
  <p class="small under">${() => note(rated.value)}</p>`;
}

function note({ any, anchor, mean, swept, played }) {
  if (!played) return t("page.arena.no_games");
  if (!any) return t("page.arena.no_ratings");
  const measured = anchor
    ? t("page.arena.note.anchor", { name: anchor, mean })
    : t("page.arena.note.mean", { mean });
  return swept ? [measured, " ", t("page.arena.note.swept")] : measured;
}

function crossHeads(names) {
  return names.map(
    (name, at) => html`<th class="x wide" scope="col" title=${name}>${at + 1}<span class="visually"
      >${name}</span></th>`,
  );
}

function wdlHeads() {
  return ["wins", "draws", "losses"].map(
    (kind) => html`<th class="wdl wide" scope="col">${t(`page.arena.${kind}`)}</th>`,
  );
}

function line(row, look) {
  const value = (pick) => () => pick(row.value);
  return html`<tr class=${value(({ withdrawn }) => (withdrawn ? "out" : ""))}>
    <td class="rank num">${value(({ rank }) => rank)}</td>
    <th class="name" scope="row">
      <button class="plain-name" type="button" title=${value(({ name }) => name)}
        @click=${() => look({ player: row.peek().name })}>${value(({ name }) => name)}</button>
      ${value(marks)}
    </th>
    <td class="elo num">${value(rating)}</td>
    <td class="bar-cell">${value(bar)}</td>
    ${() =>
      row.value.cross
        ? row.value.cross.map(
            (other) => html`<td class="x wide num">${cell(row.value.name, other, look)}</td>`,
          )
        : ["wins", "draws", "losses"].map(
            (kind) => html`<td class="wdl wide num">${row.value[kind]}</td>`,
          )}
    <td class="total num" title=${value((all) => t("page.arena.wdl", all))}>
      <b>${value((all) => points(all.points))}</b>
      <small>${value(({ games }) => t("page.arena.of", { n: games }))}</small>
    </td>
  </tr>`;
}

function marks({ withdrawn, faults, anchored }) {
  const broken = faults.reduce((all, { count }) => all + count, 0);
  return html`${
    broken > 0 && html`<span class="mark-fault">${t("page.arena.broke", { n: broken })}</span>`
  }${withdrawn && html`<span class="mark-fault">${t("page.arena.withdrawn")}</span>`}${
    anchored && html`<span class="mark-anchor">${t("page.arena.anchor")}</span>`
  }`;
}

function rating({ rating: value, error95: error, swept }) {
  if (value === null) return html`<span class="quiet">–</span>`;
  return html`<b>${value.toFixed(0)}</b>${swept && "*"}${error !== null && html` <small>± ${error.toFixed(0)}</small>`}`;
}

/** The rating and its interval, on a scale common to all rows. */
function bar({ rating: value, error95: error, scale: [low, high] }) {
  if (value === null) return null;
  const place = (at) => `${(((at - low) / (high - low)) * 100).toFixed(2)}%`;
  const width = `${(((2 * (error ?? 0)) / (high - low)) * 100).toFixed(2)}%`;
  return html`<svg class="error-bar" height="14" aria-hidden="true">
    <line x1="0" x2="100%" y1="7" y2="7" />
    <rect class="interval" x=${place(value - (error ?? 0))} y="3" width=${width} height="8" rx="4" />
    <svg x=${place(value)} overflow="visible"><rect class="mark" x="-1.5" width="3" height="14" rx="1.5" /></svg>
  </svg>`;
}
