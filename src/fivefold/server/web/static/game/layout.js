/** The page's layout: bar, seats around the board, panel, action buttons. */

import "../board/board.js";
import { each, html } from "../dom.js";
import { t } from "../words.js";
import { buttonsOf } from "./controls/actions.js";
import { banner } from "./connection_banner.js";
import { icon } from "../ui/icons.js";
import { settings } from "../local_storage.js";
import { cellName } from "../notation.js";
import { isPaused } from "./controls/permissions.js";
import { moveListPanel } from "./panels/move_list.js";
import { panel } from "./panels/panel.js";
import { undoRequest } from "./undo_request.js";
import { seatRow } from "./seats.js";
import { tray } from "./pieces/tray.js";
import { gameName } from "../player_names.js";

const BAR = ["new", "share", "more"];

/** @param {import("./controls/game_page.js").GamePage} page */
export function layout(page) {
  const { client, view } = page;
  const slim = () => !view.panel.value;
  const { game } = client.match.peek();
  const hasTray = game.name === "pentomino" && !client.isStatic;
  const classes = () =>
    ["game", game.name, slim() && "slim", view.column.value && "wide", client.isStatic && "still"]
      .filter(Boolean)
      .join(" ");
  return html`<div class="top">${bar(page)}${() => banner(client)}</div>
    <main class=${classes} id="content">
      <h1 class="visually">${() => gameName(client.match.value.game)}</h1>
      ${() =>
        view.column.value
          ? html`<div class="moves-column">${moveListPanel(page)}</div>`
          : null}
      ${seatRow(page, "opp")}
      ${board(page)}
      ${hasTray ? tray(page.hand, () => page.board) : null}
      ${seatRow(page, "you")}
      ${panel(page)}
      ${acts(page)}
    </main>
    ${() => undoRequest(page)}`;
}

function logo() {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("mark"));
  return template.content.cloneNode(true);
}

function bar(page) {
  const { client } = page;
  const button = (id) => {
    const action = page.action(id);
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
    <a class="brand" href="/" aria-label=${t("page.home")}>${logo()}<span
      class="name">${t("page.title")}</span></a>
    <span class="sep"></span>
    <button class="crumb" type="button" aria-haspopup="dialog"
      @click=${() => page.dialogs.newGame(true)}>
      <span>${() => gameName(client.match.value.game)}</span>${icon("down")}</button>
    <span class="grow"></span>
    ${() => onlookers(client)} ${BAR.map(button)}
  </header>`;
}

/** The number of onlookers: all connections but those of players. */
function onlookers(client) {
  const { watching, away } = client.presence.value;
  const { between_people: two, seats } = client.match.value;
  const people = Object.keys(seats).filter((seat) => seats[seat].kind === "person" && !away[seat]);
  const others = watching - (two ? people.length : client.secret || people.length ? 1 : 0);
  if (others <= 0) return null;
  const words = t("page.watching", { n: others });
  return html`<span class="watching" title=${words}>${icon("eye")}<span class="visually"
    >${words}</span><span aria-hidden="true">${others}</span></span>`;
}

function board(page) {
  const { client, view, hand } = page;
  const pentomino = client.match.peek().game.name === "pentomino";
  const present = () => view.ply.value === null && !view.replaying.value;
  const canPlay = () => client.myTurn.value && present() && !client.pending.value;
  return html`<div class=${() => (client.waiting() ? "board resting" : "board")}>
    <ff-board
      .game=${() => client.match.value.game}
      .view=${() => view.shown.value}
      .interactive=${canPlay}
      .seat=${() => (canPlay() ? client.match.value.view.to_move : client.bottom.value)}
      .pending=${() => (present() ? (client.pending.value?.move ?? null) : null)}
      .unsent=${() => Boolean(client.pending.value) && client.connectionState.value !== "live"}
      .overlay=${() => view.overlay()}
      .numbers=${() => view.numbers.value}
      .held=${() => (pentomino ? hand.held.value : null)}
      .coordinates=${() => settings.value.coordinates}
      .confirm=${() => settings.value.confirm && !pentomino}
      .closed=${() => Boolean(client.match.value.result) && present()}
      .margin=${() => margin(client, view)}
      @ff-play=${(event) => play(page, event.detail)}
      @ff-point=${({ detail }) => pentomino && hand.point(detail)}
      @ff-drag=${({ detail }) => pentomino && hand.drag(detail)}
    ></ff-board>
    ${() => plate(view.overlay()?.plate)}
  </div>`;
}

/** Says on the board's edge whose scores it shows. */
function plate(shown) {
  if (!shown) return null;
  return html`<span class="plate">${shown.text}${
    shown.dots ? html`<em><i aria-hidden="true"></i>${t("page.plate.dots")}</em>` : null
  }</span>`;
}

/** Othello's margin in discs, drawn on the loser's side of the frame. */
function margin(client, view) {
  const { result } = client.match.value;
  if (!result?.margin || view.shown.value.ply !== client.match.value.plies.length) return null;
  const loser = result.winner === "X" ? "O" : "X";
  const side = loser === client.bottom.value ? "bottom" : "top";
  return { seat: loser, text: `−${Math.abs(result.margin)}`, side };
}

function play(page, detail) {
  const { client, hand } = page;
  const { game } = client.match.peek();
  if (game.name === "pentomino") hand.tap(detail);
  else client.play(cellName(detail.cell, game));
}

function acts(page) {
  const shown = () =>
    buttonsOf(page).map((id) => page.action(id));
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
        >${() => icon(action.id === "pause" && isPaused(page.client) ? "play" : action.icon)}<span>${() =>
          action.text()}</span></button>`;
      },
    )}
  </nav>`;
}

/** The tool tip of an action: its name and shortcut. */
function tip(action) {
  const text = action.text();
  return action.key ? t("page.action.with_key", { action: text, key: action.key }) : text;
}
