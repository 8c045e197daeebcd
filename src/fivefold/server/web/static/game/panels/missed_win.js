/**
 * After a pentomino game: the last win the loser missed, with a button that opens the position and
 * draws the winning placement. Only proven wins are shown.
 */

import { get } from "../../api.js";
import { html, signal } from "../../dom.js";
import { t } from "../../words.js";
import { cellsOf } from "../../notation.js";
import { say } from "../../ui/announcements.js";
import { sideName } from "../../player_names.js";

/** @type {{ missed: any, lost_throughout: boolean }} */
const NOTHING = { missed: null, lost_throughout: false };

/**
 * Requests the missed win; the signal is null until the answer arrives.
 * @param {import("../controls/game_page.js").GamePage} page
 */
export function findMissedWin(page) {
  const { client } = page;
  const { game, result, plies } = client.match.peek();
  if (game.name !== "pentomino" || !result?.winner || !plies.length) return signal(NOTHING);
  const found = signal(/** @type {typeof NOTHING | null} */ (null));
  // Without an answer the result is shown alone.
  get(`/api/matches/${client.id}/hindsight`).then(
    (answer) => {
      found.value = answer;
      // If the last move was taken back meanwhile, nobody has lost.
      if (answer.missed && client.match.peek().result) say(couldHaveWon(page, answer.missed));
    },
    () => (found.value = NOTHING),
  );
  return found;
}

/** The button or sentence in the result panel. */
export function drawMissedWin(page, found) {
  if (!found) return null;
  const { missed, lost_throughout: lost } = found;
  if (!missed) return lost ? html`<p class="missed quiet">${nothingMissed(page)}</p>` : null;
  const n = missed.ply + 1;
  return html`<button class="missed turn" type="button" @click=${() => show(page, missed)}>
    <i aria-hidden="true">!</i>
    <span class="turn-words">
      <span><b>${t("page.missed.move", { n })}</b> ${couldHaveWon(page, missed)}</span>
      <small>${instead(missed)}</small>
    </span>
  </button>`;
}

/** The move played there, and the number of moves that would have won. */
function instead({ played, count }) {
  const what = played ? t("page.missed.played", { played }) : t("page.missed.gave_up");
  return count === null ? what : `${what} ${t("page.missed.count", { count })}`;
}

/** Whether the player on this page lost; false if the page holds both seats or none. */
function lostMyself({ client }) {
  const held = client.held.peek();
  return held.length === 1 && held[0] !== client.match.peek().result.winner;
}

function loserOf({ client }) {
  const match = client.match.peek();
  return sideName(match, match.result.winner === "X" ? "O" : "X");
}

function couldHaveWon(page, missed) {
  if (lostMyself(page)) return t("page.missed.you", missed);
  return t("page.missed.other", { player: loserOf(page), ...missed });
}

function nothingMissed(page) {
  if (lostMyself(page)) return t("page.missed.none.you");
  return t("page.missed.none.other", { player: loserOf(page) });
}

/** Opens the position before the move and draws a winning one. */
async function show({ client, view, board }, missed) {
  const { game } = client.match.peek();
  const [letter] = missed.winning;
  const label = t("page.missed.mark", { letter });
  const ghost = { cells: cellsOf(missed.winning, game), n: missed.ply + 1, letter, label };
  await view.goTo(missed.ply);
  view.better.value = { ply: missed.ply, display: { ghosts: [ghost] } };
  board?.scrollIntoView({ block: "nearest" });
  say(t("page.missed.shown", { n: missed.ply + 1 }));
}
