/** The table of candidates, best first; pentomino placements are grouped by piece. */
import { html, signal } from "../dom.js";
import { t, write } from "../words.js";
import { cellsOf } from "../notation.js";
import { letterOf } from "./overlay/cells.js";
import { isExact, provenEnd, verdicts } from "./overlay/display.js";
import { placementsOf } from "./overlay/outcomes.js";
import { isBound, resultOf, sidedText } from "./overlay/score.js";
import { placeOf, sidesOf, wasPlayed } from "./overlay/sides.js";

const SHOWN = 5;
/** Notes that repeat the number in the next column. */
const REPEATED = ["score.number", "note.at_most"];

/** The candidates as rows: { move, cells, score, tone, note, chosen }. */
export function rowsOf(decision, view, game) {
  const placements = placementsOf(decision, game);
  if (placements) return [...placements.values()].map((each) => solvedRow(each, decision));
  const sides = sidesOf(decision, view, game);
  const rows = (decision.candidates ?? []).map((candidate, i) => {
    const end = provenEnd(candidate, decision, game);
    const loses = isExact(candidate, decision, game) && candidate.score < 0;
    return {
      move: candidate.move,
      cells: cellsOf(candidate.move, game),
      score: sidedText(candidate.score, sides, game, placeOf(decision, i + 1, game)),
      tone: end ? (end.wins ? "win" : "loss") : loses ? "loss" : "",
      note: noteOf(candidate, decision, game) || playedWord(candidate, decision, view),
      chosen: candidate.move === decision.move,
    };
  });
  // Without scores the chosen move comes first.
  if (decision.candidates?.some((candidate) => typeof candidate.score === "number")) return rows;
  return [...rows.filter((row) => row.chosen), ...rows.filter((row) => !row.chosen)];
}

/** The row of a placement with its outcome; the server lists wins first. */
function solvedRow({ move, cells, sign }, decision) {
  const outcome = { "+": "win", "-": "loss", "?": "unknown" }[sign];
  return {
    move,
    cells,
    score: sign === "-" ? "−" : sign,
    tone: outcome,
    note: t(`page.wins.note.${outcome}`),
    chosen: move === decision.move,
  };
}

function playedWord({ move }, decision, view) {
  return move === decision.move && wasPlayed(decision, view) ? t("page.glass.column.played") : "";
}

function noteOf({ note, score, ...candidate }, decision, game) {
  if (isBound({ note, ...candidate })) return t("page.glass.at_most");
  if (!note || REPEATED.includes(note.key)) return "";
  if (note.key === "discs.note_exact") return endWords(score, game);
  // The depth is below the table; only a move searched less deeply repeats its own.
  if (note.key === "discs.note_depth" && note.facts?.depth === decision.depth) return "";
  return write(note);
}

/** A proven Othello score as a result, such as “wins 35–29”. */
export function endWords(score, game) {
  const end = score > 0 ? "win" : score < 0 ? "loss" : "draw";
  return t(`page.worth.end.${end}`, resultOf(score, game));
}

/** Rows by piece: { letter, count, wins, losses, unknown, best, rows }, the chosen piece first. */
export function groupsOf(decision, view, game) {
  const known = verdicts(decision, game);
  // Outcomes are counted only in a complete list.
  const whole = (decision.compared ?? 0) <= decision.candidates.length && known.size > 0;
  const groups = new Map();
  for (const row of rowsOf(decision, view, game)) {
    const letter = letterOf(row.move);
    const group = groups.get(letter) ?? { letter, wins: 0, losses: 0, unknown: 0, rows: [] };
    groups.set(letter, group);
    group.rows.push(row);
    const verdict = known.get(row.move);
    group[verdict === "+" ? "wins" : verdict === "-" ? "losses" : "unknown"] += 1;
  }
  const list = [...groups.values()].map((group) => ({
    ...group,
    solved: Boolean(decision.outcomes) || whole,
    count: group.rows.length,
    best: group.rows[0],
    chosen: group.rows.some((row) => row.chosen),
  }));
  return [...list.filter((group) => group.chosen), ...list.filter((group) => !group.chosen)];
}

/** The label of the fold that hides candidates and line on phones. */
export function foldWords(decision, game) {
  if (!decision) return "";
  const all = placementsOf(decision, game)?.size;
  const n = all ?? decision.compared ?? decision.candidates?.length ?? 0;
  if (decision.depth) return t("page.glass.fold", { n, depth: decision.depth });
  return t("page.glass.fold_shallow", { n });
}

/**
 * @param {{ mark: (cells: number[]) => void, pick: (letter: string) => void }} to
 */
export function drawCandidates(decision, view, game, to) {
  if (!decision.candidates?.length) return null;
  if (game.name === "pentomino") return drawGroups(decision, view, game, to);
  const rows = rowsOf(decision, view, game);
  return drawRows(rows, decision.compared ?? rows.length, to);
}

function drawRows(rows, compared, to) {
  const all = signal(false);
  const shown = () => (all.value ? rows : rows.slice(0, SHOWN));
  return html`<table class="cands">
      <caption class="g-unseen">${t("page.glass.candidates")}</caption>
      <tbody>${() => shown().map((row) => drawRow(row, to))}</tbody>
    </table>
    ${() => more(rows.length, compared, all)}`;
}

function drawRow(row, { mark }) {
  return html`<tr class=${row.chosen ? "chosen" : null}
      @pointerenter=${() => mark(row.cells)} @pointerleave=${() => mark([])}>
    <th scope="row"><button class="g-square" type="button"
      @focus=${() => mark(row.cells)} @blur=${() => mark([])} @click=${() => mark(row.cells)}
      >${row.move}</button></th>
    <td class=${`score ${row.tone}`}>${row.score}</td>
    <td class="note">${row.note}</td>
  </tr>`;
}

/** The button for the remaining rows, and the number of moves compared but not sent. */
function more(count, compared, all) {
  if (!all.value && count > SHOWN) {
    return html`<button class="g-more" type="button" @click=${() => (all.value = true)}
      >${t("page.glass.more", { n: compared - SHOWN })}</button>`;
  }
  if (compared <= count) return null;
  return html`<p class="g-rest">${t("page.glass.not_listed", { n: compared - count })}</p>`;
}

function drawGroups(decision, view, game, to) {
  const groups = groupsOf(decision, view, game);
  const listed = groups.reduce((sum, group) => sum + group.count, 0);
  const rest = (decision.compared ?? 0) - listed;
  return html`<div class="g-pieces">
    ${groups.map((group) => drawGroup(group, to))}
    ${rest > 0 ? html`<p class="g-rest">${t("page.glass.not_listed", { n: rest })}</p>` : null}
  </div>`;
}

function drawGroup(group, to) {
  const { letter, count, best } = group;
  const marked = to.mark;
  return html`<details class=${group.chosen ? "chosen" : null}
      @toggle=${(event) => event.currentTarget.open && to.pick(letter)}>
    <summary @pointerenter=${() => marked(best.cells)} @pointerleave=${() => marked([])}>
      <b class="g-letter" data-letter=${letter}>${letter}</b>
      <span>${t("page.glass.placements", { n: count })}</span>
      <span class="g-tally">${tally(group)}</span>
    </summary>
    ${drawRows(group.rows, count, to)}
  </details>`;
}

/** The placements by outcome; without proofs, the best one's score. */
function tally({ solved, wins, losses, unknown, best }) {
  if (!solved) return best.score || best.note;
  return [
    wins ? html`<span class="win">+${wins}</span> ` : null,
    losses ? html`<span class="loss">−${losses}</span> ` : null,
    unknown ? html`<span class="unknown">?${unknown}</span>` : null,
  ];
}
