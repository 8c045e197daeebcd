/** What can stand in the panel's place: the result, the invitation, the list of moves. */

import { html } from "../dom.js";
import { Judge, mistakes } from "../glass/judge.js";
import { t, write } from "../words.js";
import { drawHindsight, lookBack } from "./hindsight.js";
import { icon } from "./icons.js";
import { other } from "./notation.js";
import { resultHead, stone, stoneOf } from "./seats.js";
import { note } from "./speech.js";
import { machineName, sideName } from "./who.js";

export function resultPanel(desk) {
  const { table } = desk;
  const match = table.match.peek();
  const { winner, reason, margin } = match.result;
  const count = match.plies.length;
  const back = lookBack(desk);
  return html`<section class="result" aria-label=${t("page.result.head")}>
    <h2>${winner ? stoneOf(match, winner) : null}${resultHead(match)}</h2>
    <p class="quiet">${write(reason)} ${
      margin === null ? t("page.result.moves", { n: count }) : ""
    }</p>
    ${() => rematchRow(desk)}
    <div class="row wrap">
      ${() => rematchButton(desk)}
      <button class="btn white" type="button" @click=${() => desk.replay()}>
        ${icon("replay")}${t("page.action.replay")}</button>
      <button class="btn plain" type="button" @click=${() => desk.sheets.newGame()}>
        ${t("page.action.new")}</button>
    </div>
    ${() => drawHindsight(desk, back.value)}
    ${turned(desk, back)}
  </section>`;
}

/** How a game of a tournament ended, and the way back to it. */
export function endedPanel({ table }) {
  const { result, seats, game } = table.match.peek();
  const { winner, reason } = result;
  const name = winner && seats[winner].name;
  return html`<section class="ended" aria-label=${t("page.result.head")}>
    <h2>${winner ? stone(game.name, winner) : null}<span>${
      winner ? t("page.arena.ended", { name }) : t("page.result.draw")
    }</span></h2>
    <p class="quiet">${write(reason)} <a class="link" href=${table.arena}>${t("page.arena.back")}</a></p>
  </section>`;
}

/** Where it turned: the judge looks through the game that has ended. */
function turned(desk, back) {
  const { table, view } = desk;
  const match = table.match.peek();
  if (match.plies.length < 4) return null;
  const judge = new Judge();
  const { game, start, moves, plies } = match;
  judge.follow({ match: table.id, game, start, moves });
  const found = () => mistakes(plies, judge.values.value);
  return html`<div class="turned" ?hidden=${() => Boolean(judge.trouble.value)}>
    <h3>${t("page.turns.title")}</h3>
    <ff-graph
      .values=${() => judge.values.value}
      .ply=${() => view.shown.value.ply}
      .game=${game}
      .marks=${found}
      .caption=${t("page.result.length", { n: plies.length })}
    ></ff-graph>
    <ff-turns
      .mistakes=${found}
      .game=${game}
      .ready=${() => !judge.values.value.includes(null) && back.value?.missed === null}
    ></ff-turns>
  </div>`;
}

function rematchButton(desk) {
  const { table } = desk;
  const asked = table.match.value.rematch?.asked;
  const mine = table.held.value;
  if (!table.secret || (asked && mine.includes(asked) && mine.length === 1)) return null;
  const key = asked && !mine.includes(asked) ? "page.result.accept" : "page.result.rematch";
  return html`<button class="btn black" type="button" @click=${() => desk.rematch()}>
    ${t(key)}</button>`;
}

function rematchRow(desk) {
  const { table } = desk;
  const { rematch } = table.match.value;
  if (rematch?.match && !table.secret) {
    const address = `/game/${rematch.match}`;
    return html`<p><a class="link" href=${address}>${t("page.result.watch")}</a></p>`;
  }
  if (!rematch?.asked || !table.held.value.length) return null;
  const mine = table.held.value.includes(rematch.asked);
  return html`<p class="quiet">${t(mine ? "page.result.asked" : "page.result.wanted")}</p>`;
}

/** A seat is free: the link to send, or the seat to take. */
export function invitePanel(desk) {
  const { table } = desk;
  const match = table.match.peek();
  const free = match.seats.X.kind === "open" ? "X" : "O";
  if (!table.secret) {
    return html`<section class="invite" aria-label=${t("page.invite.name")}>
      <h2>${t("page.invite.free", { side: sideName(match, free) })}</h2>
      <p class="small">${t("page.invite.take.about")}</p>
      <div class="row wrap">
        <button class="btn black" type="button" @click=${() => desk.join(free)}>
          ${t("page.invite.take", { side: sideName(match, free) })}</button>
      </div>
    </section>`;
  }
  const machine = desk.lastMachine();
  return html`<section class="invite" aria-label=${t("page.invite.name")}>
    <h2>${t("page.invite.head")}</h2>
    ${copyRow(location.href.split(/[?#]/)[0], t("page.invite.link"))}
    <p class="small">${t("page.invite.about", { side: sideName(match, free) })}</p>
    <ul class="options">
      <li><button class="btn plain" type="button" @click=${() => desk.seat(free, "me")}>
        ${icon("person")}${t("page.invite.here")}</button></li>
      <li><button class="btn plain" type="button" @click=${() => desk.seat(free, machine)}>
        ${icon("cube")}${() => t("page.invite.machine", { name: machineName(machine) })}
        </button></li>
    </ul>
  </section>`;
}

/** A link with the button that copies it. */
export function copyRow(link, label) {
  const copy = async (event) => {
    const box = event.currentTarget.parentElement.querySelector("input");
    try {
      await navigator.clipboard.writeText(link);
      note(t("page.share.copied"));
    } catch {
      box.select();
      note(t("page.share.copy_by_hand"), "copy");
    }
  };
  return html`<div class="copy">
    <input
      type="text"
      readonly
      .value=${link}
      aria-label=${label}
      @focus=${(event) => event.target.select()}
    />
    <button class="btn black" type="button" @click=${copy}>
      ${icon("copy")}${t("page.share.copy")}</button>
  </div>`;
}

/** The list of moves; each leads to its position. */
export function movesPanel(desk) {
  const { table, view } = desk;
  return html`<section class="moves-panel" aria-label=${t("page.moves.title")}>
    <h2 class="panel-head">${icon("moves")}${t("page.moves.title")}</h2>
    <ff-moves .plies=${() => table.match.value.plies} .ply=${() => view.shown.value.ply}></ff-moves>
  </section>`;
}

/** The other player asks to take a move back: a row with two answers. */
export function undoRequest(desk) {
  const { table } = desk;
  const asked = table.match.value?.undo_asked;
  if (!asked || !table.held.value.length) return null;
  if (table.held.value.includes(asked)) {
    return html`<div class="toast lasting"><p>${t("page.undo.waiting")}</p></div>`;
  }
  const player = sideName(table.match.value, other(table.held.value[0]));
  const asks = t("page.undo.asked", { player });
  return html`<div class="toast lasting" role="group" aria-label=${asks}>
    <p><b>${asks}</b></p>
    <button class="btn plain" type="button" @click=${() => desk.answerUndo(false)}>
      ${t("page.undo.refuse")}</button>
    <button class="btn white" type="button" @click=${() => desk.answerUndo(true)}>
      ${t("page.undo.accept")}</button>
  </div>`;
}
