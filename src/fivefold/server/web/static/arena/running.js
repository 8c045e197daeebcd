/** The games in progress, on small boards. */

import "../board/board.js";
import { each, html } from "../dom.js";
import { stone } from "../game/seats.js";
import { t } from "../words.js";

const FEW = 3;

export function running(follow) {
  const game = follow.part(({ game: rules }) => rules);
  const games = follow.part(({ running: now }) => now);
  const more = follow.part(({ more_running: n }) => n);
  // Few boards leave room for another card.
  const classes = () => (games.value.length <= FEW ? "running few" : "running");
  return html`<section class=${classes} ?hidden=${() => !games.value.length} aria-labelledby="running">
    <h2 id="running">${t("page.arena.running")}</h2>
    <ul class="boards">${each(
      () => games.value,
      (one) => one.key,
      (one) => board(one, game.peek()),
    )}</ul>
    <p class="small quiet" ?hidden=${() => !more.value}>${() =>
      t("page.arena.more_running", { n: more.value })}</p>
  </section>`;
}

function board(one, game) {
  const words = () =>
    t("page.arena.running.board", { first: one.value.first, second: one.value.second, n: one.value.view.ply });
  return html`<li>
    <div class=${`pic ${game.name}`}><ff-board mini .label=${words} .game=${game} .view=${() =>
      one.value.view}></ff-board></div>
    <p class="vs">${stone(game.name, "X", true)}<span>${() => one.value.first}</span></p>
    <p class="vs">${stone(game.name, "O", true)}<span>${() => one.value.second}</span></p>
  </li>`;
}
