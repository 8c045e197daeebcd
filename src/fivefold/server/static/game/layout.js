/** Where everything stands: the bar, the seats around the board, the panel, the actions. */

import "../board/board.js";
import { each, html } from "../dom.js";
import { t } from "../words.js";
import { buttonsOf } from "./actions.js";
import { banner } from "./banner.js";
import { icon } from "./icons.js";
import { settings } from "./keep.js";
import { cellName } from "./notation.js";
import { panel } from "./panel.js";
import { movesPanel, undoRequest } from "./panels.js";
import { seatRow } from "./seats.js";
import { tray } from "./tray.js";
import { gameName } from "./who.js";

const BAR = ["new", "share", "more"];

/** @param {import("./desk.js").Desk} desk */
export function page(desk) {
  const { table, view } = desk;
  const slim = () => !view.panel.value;
  const { game } = table.match.peek();
  const hasTray = game.name === "pentomino" && !table.still;
  const classes = () =>
    ["game", game.name, slim() && "slim", view.column.value && "wide", table.still && "still"]
      .filter(Boolean)
      .join(" ");
  return html`<div class="top">${bar(desk)}${() => banner(table)}</div>
    <main class=${classes} id="content">
      <h1 class="visually">${() => gameName(table.match.value.game)}</h1>
      ${() =>
        view.column.value
          ? html`<div class="moves-column">${movesPanel(desk)}</div>`
          : null}
      ${seatRow(desk, "opp")}
      ${board(desk)}
      ${hasTray ? tray(desk.hand, () => desk.board.focus()) : null}
      ${seatRow(desk, "you")}
      ${panel(desk)}
      ${acts(desk)}
    </main>
    ${() => undoRequest(desk)}`;
}

function bar(desk) {
  const { table } = desk;
  const button = (id) => {
    const action = desk.actions.find((each) => each.id === id);
    return html`<button
      class=${`icon-btn bar-${id}`}
      type="button"
      aria-label=${action.text()}
      title=${tip(action)}
      aria-haspopup=${id === "more" ? "menu" : "dialog"}
      @click=${(event) => action.run(event.currentTarget)}
    >${icon(action.icon)}</button>`;
  };
  return html`<header class="bar">
    <a class="brand" href="/" aria-label=${t("page.home")}>${document
      .getElementById("mark")
      .content.cloneNode(true)}<span class="name">${t("page.title")}</span></a>
    <span class="sep"></span>
    <button class="crumb" type="button" aria-haspopup="dialog"
      @click=${() => desk.sheets.newGame(true)}>
      <span>${() => gameName(table.match.value.game)}</span>${icon("down")}</button>
    <span class="grow"></span>
    ${() => watching(table)} ${BAR.map(button)}
  </header>`;
}

/** How many look on, without those who play. */
function watching(table) {
  const { watching: all, away } = table.presence.value;
  const { between_people: two, seats } = table.match.value;
  const people = Object.keys(seats).filter((seat) => seats[seat].kind === "person" && !away[seat]);
  const others = all - (two ? people.length : table.secret || people.length ? 1 : 0);
  if (others <= 0) return null;
  const words = t("page.watching", { n: others });
  return html`<span class="watching" title=${words}>${icon("eye")}<span class="visually"
    >${words}</span><span aria-hidden="true">${others}</span></span>`;
}

function board(desk) {
  const { table, view, hand } = desk;
  const pentomino = table.match.peek().game.name === "pentomino";
  const present = () => view.ply.value === null && !view.replaying.value;
  const canPlay = () => table.myTurn.value && present() && !table.pending.value;
  return html`<div class=${() => (table.waiting() ? "board resting" : "board")}>
    <ff-board
      .game=${() => table.match.value.game}
      .view=${() => view.shown.value}
      .interactive=${canPlay}
      .seat=${() => (canPlay() ? table.match.value.view.to_move : table.bottom.value)}
      .pending=${() => (present() ? (table.pending.value?.move ?? null) : null)}
      .unsent=${() => Boolean(table.pending.value) && table.state.value !== "live"}
      .overlay=${() => view.overlay()}
      .numbers=${() => view.numbers.value}
      .held=${() => (pentomino ? hand.held.value : null)}
      .coordinates=${() => settings.value.coordinates}
      .confirm=${() => settings.value.confirm && !pentomino}
      .closed=${() => Boolean(table.match.value.result) && present()}
      .margin=${() => margin(table, view)}
      @ff-play=${(event) => played(desk, event.detail)}
      @ff-point=${({ detail }) => pentomino && detail.cell !== null && hand.move(detail.cell)}
    ></ff-board>
  </div>`;
}

/** By how many discs Othello was lost, drawn on the loser's side of the frame. */
function margin(table, view) {
  const { result } = table.match.value;
  if (!result?.margin || view.shown.value.ply !== table.match.value.plies.length) return null;
  const loser = result.winner === "X" ? "O" : "X";
  const side = loser === table.bottom.value ? "bottom" : "top";
  return { seat: loser, text: `−${Math.abs(result.margin)}`, side };
}

function played(desk, { cell, by }) {
  const { table, hand } = desk;
  const { game } = table.match.peek();
  if (game.name === "pentomino") hand.tap(cell, by);
  else table.play(cellName(cell, game));
}

function acts(desk) {
  const shown = () =>
    buttonsOf(desk).map((id) => desk.actions.find((action) => action.id === id));
  return html`<nav class="acts" aria-label=${t("page.acts")}>
    ${each(
      shown,
      (action) => action.id,
      (one) => {
        const action = one.peek();
        return html`<button
          class="act"
          type="button"
          data-action=${action.id}
          ?disabled=${() => !action.can()}
          aria-pressed=${() => (action.on ? String(Boolean(action.on())) : null)}
          aria-haspopup=${["more", "export", "speed"].includes(action.id) ? "menu" : null}
          title=${() => tip(action)}
          @click=${(event) => action.run(event.currentTarget)}
        >${() => icon(action.id === "pause" && desk.paused() ? "play" : action.icon)}<span>${() =>
          action.text()}</span></button>`;
      },
    )}
  </nav>`;
}

/** The name of an action with its key, as a tool tip has it. */
function tip(action) {
  const text = action.text();
  return action.key ? t("page.action.with_key", { action: text, key: action.key }) : text;
}
