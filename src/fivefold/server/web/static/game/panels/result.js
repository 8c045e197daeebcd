/** The panel of a finished game: the result, a rematch, the turning points. */

import { effect, html, signal, untracked } from "../../dom.js";
import { GameReview } from "../../glass/review/review.js";
import { t, write } from "../../words.js";
import { icon } from "../../ui/icons.js";
import { cellName } from "../../notation.js";
import { seatName, sideName } from "../../player_names.js";
import { resultHead, stone, stoneOf } from "../seats.js";
import { drawMissedWin, findMissedWin } from "./missed_win.js";

/** @param {import("../controls/game_page.js").GamePage} page */
export function resultPanel(page) {
  const match = page.client.current;
  const { winner } = /** @type {MatchResult} */ (match.result);
  const held = page.client.held.peek();
  const mine = held.length === 1 ? held[0] : null;
  const missedWin = findMissedWin(page);
  return html`<section class="result" aria-label=${t("page.result.head")}>
    <h2>${winner ? stoneOf(match, mine ?? winner) : null}${headFor(match, mine)}</h2>
    <p class="quiet">${howItEnded(match)} ${lengthWords(match)}</p>
    ${() => rematchState(page)}
    <div class="row wrap">
      ${() => rematchButton(page)}
      <button class="btn white" type="button" @click=${() => page.replay.start()}>
        ${icon("replay")}${t("page.action.replay")}</button>
      ${page.client.id
        ? html`<a class="btn plain" href=${`/analyse?match=${page.client.id}`}
            >${t("page.study.open.analyse")}</a>`
        : null}
      <button class="btn plain" type="button" @click=${() => page.dialogs.newGame()}>
        ${t("page.action.new")}</button>
    </div>
    ${() => drawMissedWin(page, missedWin.value)}
    ${turningPoints(page, missedWin)}
  </section>`;
}

/** “You win” to a player; who wins to others. */
function headFor(match, mine) {
  const { winner } = match.result;
  if (!mine || !winner) return resultHead(match);
  return t(winner === mine ? "page.result.you_win" : "page.result.you_lose");
}

/** The five in a row, or the margin, or another reason. */
function howItEnded(match) {
  const { winner, reason, margin, ending } = match.result;
  const { line } = match.view;
  if (winner && line?.length && ending === "normal") {
    const [from, to] = [line[0], line.at(-1)].map((cell) => cellName(cell, match.game));
    return t("page.result.five", { player: sideName(match, winner), from, to });
  }
  if (!winner || !margin) return write(reason);
  const facts = { player: sideName(match, winner), n: Math.abs(margin), reason: write(reason) };
  return t("page.result.margin", facts);
}

/** The number of moves, and how long they took. */
function lengthWords({ plies }) {
  const minutes = Math.round(plies.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const moves = t("page.result.length", { n: plies.length });
  return minutes ? t("page.result.took", { moves, n: minutes }) : `${moves}.`;
}

/** How a tournament game ended, and the link back to the tournament. */
export function arenaResult({ client }) {
  const { result, seats, game } = client.current;
  const { winner, reason } = result;
  const name = winner && seats[winner].name;
  return html`<section class="ended" aria-label=${t("page.result.head")}>
    <h2>${winner ? stone(game.name, winner) : null}<span>${
      winner ? t("page.arena.ended", { name }) : t("page.result.draw")
    }</span></h2>
    <p class="quiet">${write(reason)} <a class="link" href=${client.arenaAddress}>${t("page.arena.back")}</a></p>
  </section>`;
}

/** The graph of the finished game and its report. */
function turningPoints(page, missedWin) {
  const { client, view } = page;
  const match = client.current;
  if (match.plies.length < 4) return null;
  const review = new GameReview();
  const { game, start, moves, plies } = match;
  review.follow({ match: client.id, game, start, moves });
  const views = signal(/** @type {PositionView[] | null} */ (null));
  effect(() => {
    if (!review.turns.length || views.value) return;
    // Without the positions the turning points are shown without boards.
    untracked(() => view.views().then((all) => (views.value = all), () => null));
  });
  return html`<div class="turned" ?hidden=${() => Boolean(review.trouble.value)}>
    <h3>${t("page.turns.title")}</h3>
    <ff-graph
      .values=${() => review.values.value}
      .ply=${() => view.shown.value.ply}
      .game=${game}
      .marks=${() => review.turns}
      .caption=${t("page.result.length", { n: plies.length })}
    ></ff-graph>
    <ff-report
      .report=${() => review.report.value}
      .game=${game}
      .names=${() => ({ X: seatName(client, "X"), O: seatName(client, "O") })}
      .views=${() => views.value}
      .ready=${() => missedWin.value?.missed === null}
    ></ff-report>
  </div>`;
}

function rematchButton(page) {
  const { client } = page;
  const asked = client.match.value.rematch?.asked;
  const mine = client.held.value;
  if (!client.secret || (asked && mine.includes(asked) && mine.length === 1)) return null;
  const key = asked && !mine.includes(asked) ? "page.result.accept" : "page.result.rematch";
  return html`<button class="btn black" type="button" @click=${() => page.match.rematch()}>
    ${t(key)}</button>`;
}

function rematchState({ client }) {
  const { rematch } = client.match.value;
  if (rematch?.match && !client.secret) {
    const address = `/game/${rematch.match}`;
    return html`<p><a class="link" href=${address}>${t("page.result.watch")}</a></p>`;
  }
  if (!rematch?.asked || !client.held.value.length) return null;
  const mine = client.held.value.includes(rematch.asked);
  return html`<p class="quiet">${t(mine ? "page.result.asked" : "page.result.wanted")}</p>`;
}
