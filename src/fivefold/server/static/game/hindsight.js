/**
 * After a pentomino game: the last win its loser let go. One click opens that position with the
 * winning placement drawn. Nothing is said that was not proven.
 */

import { get } from "../api.js";
import { html, signal } from "../dom.js";
import { t } from "../words.js";
import { cellsOf } from "./notation.js";
import { say } from "./speech.js";
import { sideName } from "./who.js";

const NOTHING = { missed: null, lost_throughout: false };

/**
 * Asks what was let go; the signal is null until the answer is there.
 * @param {import("./desk.js").Desk} desk
 */
export function lookBack(desk) {
  const { table } = desk;
  const { game, result, plies } = table.match.peek();
  if (game.name !== "pentomino" || !result?.winner || !plies.length) return signal(NOTHING);
  const found = signal(null);
  // Who cannot be told what was let go still has a result to look at.
  get(`/api/matches/${table.id}/hindsight`).then(
    (answer) => {
      found.value = answer;
      // The last move may have been taken back meanwhile: then nobody has lost.
      if (answer.missed && table.match.peek().result) say(couldHaveWon(desk, answer.missed));
    },
    () => (found.value = NOTHING),
  );
  return found;
}

/** What the result says about it, once it is known. */
export function drawHindsight(desk, found) {
  if (!found) return null;
  const { missed, lost_throughout: lost } = found;
  if (!missed) return lost ? html`<p class="missed quiet">${nothingMissed(desk)}</p>` : null;
  const n = missed.ply + 1;
  return html`<button class="missed turn" type="button" @click=${() => show(desk, missed)}>
    <i aria-hidden="true">!</i>
    <span class="turn-words">
      <span><b>${t("page.missed.move", { n })}</b> ${couldHaveWon(desk, missed)}</span>
      <small>${instead(missed)}</small>
    </span>
  </button>`;
}

/** What was played there, and how many moves would have won. */
function instead({ played, count }) {
  const what = played ? t("page.missed.played", { played }) : t("page.missed.gave_up");
  return count === null ? what : `${what} ${t("page.missed.count", { count })}`;
}

/** Whether the one who sits here lost; nobody is "you" who holds both seats or none. */
function lostMyself({ table }) {
  const held = table.held.peek();
  return held.length === 1 && held[0] !== table.match.peek().result.winner;
}

function loserOf({ table }) {
  const match = table.match.peek();
  return sideName(match, match.result.winner === "X" ? "O" : "X");
}

function couldHaveWon(desk, missed) {
  if (lostMyself(desk)) return t("page.missed.you", missed);
  return t("page.missed.other", { player: loserOf(desk), ...missed });
}

function nothingMissed(desk) {
  if (lostMyself(desk)) return t("page.missed.none.you");
  return t("page.missed.none.other", { player: loserOf(desk) });
}

/** Opens the position before the move and draws what would have won. */
async function show({ table, view, board }, missed) {
  const { game } = table.match.peek();
  const [letter] = missed.winning;
  const label = t("page.missed.mark", { letter });
  const ghost = { cells: cellsOf(missed.winning, game), n: missed.ply + 1, letter, label };
  await view.goTo(missed.ply);
  view.better.value = { ply: missed.ply, display: { ghosts: [ghost] } };
  board?.scrollIntoView({ block: "nearest" });
  say(t("page.missed.shown", { n: missed.ply + 1 }));
}
