/**
 * Three small charts: scores over time, lengths of games, time for a move.
 * Each has a text alternative and its numbers in a table.
 */

import { html, svg } from "../dom.js";
import { t } from "../words.js";
import { percent, points, thinking } from "./numbers.js";

// Pixels at the usual width; a chart scales with its column.
const WIDTH = 340;
const HEIGHT = 168;
const LEFT = 34;
const RIGHT = 16;
const TOP = 10;
const BOTTOM = 24;
const MOST_BARS = 8;

export function charts(follow) {
  const scores = follow.part((data) => data.charts.scores);
  const lengths = follow.part((data) => data.charts.lengths);
  const times = follow.part((data) => data.charts.times);
  return html`<section class="charts" aria-labelledby="charts" ?hidden=${() => !lengths.value}>
    <h2 id="charts" class="visually">${t("page.arena.charts")}</h2>
    ${chart("scores", scores, drawScores, scoresTable)}
    ${chart("lengths", lengths, drawLengths, lengthsTable)}
    ${chart("times", times, drawTimes, timesTable)}
  </section>`;
}

/** A figure; its table stays open while the chart is redrawn. */
function chart(name, data, draw, table) {
  const has = () => data.value && (data.value.games ?? data.value.bins ?? data.value).length > 0;
  return html`<figure class="card chart" ?hidden=${() => !has()}>
    <figcaption>${t(`page.arena.chart.${name}`)}</figcaption>
    ${() => has() && draw(data.value)}
    <details><summary class="small">${t("page.arena.chart.numbers")}</summary>
      <div class="numbers" tabindex="0" role="group" aria-label=${t(`page.arena.chart.${name}`)}>
        ${() => has() && table(data.value)}</div></details>
  </figure>`;
}

function picture(label, inside, height = HEIGHT) {
  return html`<svg class="plot" viewBox=${`0 0 ${WIDTH} ${height}`} role="img" aria-label=${label}>
    ${inside}</svg>`;
}

function text(x, y, words, anchor = "start", kind = "tick") {
  return svg`<text class=${kind} x=${x} y=${y} text-anchor=${anchor}>${words}</text>`;
}

/** Each player's share of the points so far. Between two players one line is enough. */
function drawScores({ games, players }) {
  const shown = players.length === 2 ? players.slice(0, 1) : players;
  const last = games.at(-1);
  const right = RIGHT + 10;
  const x = (game) => LEFT + (game / last) * (WIDTH - LEFT - right);
  const y = (share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  const lines = shown.map(({ scores }, at) => {
    const path = scores.flatMap((share, i) => (share === null ? [] : [`${x(games[i]).toFixed(1)},${y(share).toFixed(1)}`]));
    return svg`<polyline class=${`line d${at % 4}${at ? "" : " best"}`} points=${path.join(" ")} />`;
  });
  const ends = spread(shown.map(({ scores }) => y(scores.at(-1) ?? 0.5)), 11);
  const marks = ends.map((place, at) => text(WIDTH - right + 5, place + 4, String(at + 1), "start", "end"));
  const grid = [0, 0.5, 1].map(
    (share) => svg`<line class="rule" x1=${LEFT} x2=${WIDTH - right} y1=${y(share)} y2=${y(share)} />
      ${text(LEFT - 6, y(share) + 4, percent(share), "end")}`,
  );
  const label = t("page.arena.chart.scores.label", {
    n: last,
    scores: shown.map(({ name, scores }) => `${name} ${percent(scores.at(-1) ?? 0)}`),
  });
  const axis = [
    text(LEFT, HEIGHT - 6, "0"),
    text(WIDTH - right, HEIGHT - 6, t("page.arena.games", { n: last }), "end"),
  ];
  const legend = html`<ol class="legend small">${shown.map(
    ({ name }, at) => html`<li><svg width="22" height="10" aria-hidden="true"><line
      class=${`line d${at % 4}${at ? "" : " best"}`} x1="1" x2="21" y1="5" y2="5" /></svg><span>${at + 1}</span> <span
      class="legend-name">${name}</span></li>`,
  )}</ol>`;
  return html`${picture(label, [grid, lines, marks, axis])}${legend}`;
}

/** Moves overlapping labels apart, as little as possible. */
function spread(places, gap) {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place);
  for (let i = 1; i < order.length; i += 1) {
    order[i].place = Math.max(order[i].place, order[i - 1].place + gap);
  }
  let lowest = HEIGHT - BOTTOM;
  for (const each of order.toReversed()) {
    each.place = Math.min(each.place, lowest);
    lowest = each.place - gap;
  }
  return order.sort((a, b) => a.at - b.at).map(({ place }) => place);
}

function scoresTable({ games, players }) {
  // At most about eight rows.
  const step = Math.max(1, Math.ceil(games.length / 8));
  const rows = games.map((_, at) => at).filter((at) => (games.length - 1 - at) % step === 0);
  return html`<table><thead><tr><th scope="col">${t("page.arena.chart.after")}</th>${players.map(
    ({ name }) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (at) => html`<tr><th scope="row" class="num">${games[at]}</th>${players.map(
      ({ scores }) => html`<td class="num">${scores[at] === null ? "–" : percent(scores[at])}</td>`,
    )}</tr>`,
  )}</tbody></table>`;
}

function drawLengths({ bins, width, median, shortest, longest }) {
  const most = Math.max(...bins.map(({ count }) => count));
  const room = WIDTH - LEFT - RIGHT;
  const each = room / bins.length;
  const y = (count) => TOP + (1 - count / most) * (HEIGHT - TOP - BOTTOM);
  const bars = bins.map(({ count }, at) => {
    const [top, left] = [y(count), LEFT + at * each];
    return svg`<rect class="column" x=${left + Math.min(2, each * 0.08)} y=${top} width=${each - Math.min(4, each * 0.16)}
      height=${Math.max(0, HEIGHT - BOTTOM - top)} rx="2" />`;
  });
  const every = Math.ceil(bins.length / 5);
  const ticks = bins.map(({ from }, at) =>
    at % every ? null : text(LEFT + at * each + each / 2, HEIGHT - 8, binName(from, width), "middle"),
  );
  const rules = [0, most].map(
    (count) => svg`<line class="rule" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(count)} y2=${y(count)} />
      ${text(LEFT - 6, y(count) + 4, String(count), "end")}`,
  );
  const label = t("page.arena.chart.lengths.label", { shortest, longest, median: points(median) });
  return html`${picture(label, [rules, bars, ticks])}<p class="small quiet num">${label}</p>`;
}

/** The range of a bin, such as 30–34, or 30 if the bin holds one length. */
function binName(from, width) {
  return width === 1 ? String(from) : `${from}–${from + width - 1}`;
}

function lengthsTable({ bins, width }) {
  return html`<table><thead><tr><th scope="col">${t("page.arena.chart.moves")}</th>
    <th scope="col">${t("page.arena.chart.games")}</th></tr></thead><tbody>${bins.map(
    ({ from, count }) => html`<tr><th scope="row" class="num">${binName(from, width)}</th><td class="num">${count}</td></tr>`,
  )}</tbody></table>`;
}

function drawTimes(players) {
  const shown = players.slice(0, MOST_BARS);
  const most = Math.max(...shown.map(({ seconds }) => seconds)) || 1;
  const row = 32;
  const height = Math.max(HEIGHT, TOP + row * shown.length);
  const room = WIDTH - 84;
  const bars = shown.map(({ name, seconds }, at) => {
    const y = TOP + at * row;
    const long = Math.max(2, (seconds / most) * room);
    return svg`${text(2, y + 9, short(name), "start", "tick ink")}
      <rect class="column" x="2" y=${y + 14} width=${long} height="8" rx="2" />
      ${text(long + 8, y + 22, thinking(seconds))}`;
  });
  const label = t("page.arena.chart.times.label", {
    times: shown.map(({ name, seconds }) => `${name} ${thinking(seconds)}`),
  });
  const rest = players.length - shown.length;
  return html`${picture(label, bars, height)}${
    rest > 0 && html`<p class="small quiet">${t("page.arena.chart.rest", { n: rest })}</p>`
  }`;
}

function short(name) {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}

function timesTable(players) {
  return html`<table><thead><tr><th scope="col">${t("page.arena.player")}</th>
    <th scope="col">${t("page.arena.chart.time")}</th><th scope="col">${t("page.arena.chart.moves")}</th></tr></thead>
    <tbody>${players.map(
      ({ name, seconds, moves }) => html`<tr><th scope="row">${name}</th><td class="num">${thinking(seconds)}</td>
        <td class="num">${moves}</td></tr>`,
    )}</tbody></table>`;
}
