/** The game page: finds out which table the address means, and lays it. */

import "../board/board.js";
import { ApiError, post } from "../api.js";
import { each, effect, html, mount } from "../dom.js";
import { readViewLink } from "../replay/share.js";
import { loadWords, t, write } from "../words.js";
import { buttonsOf } from "./actions.js";
import { banner } from "./banner.js";
import { runClocks } from "./clocks.js";
import { Desk } from "./desk.js";
import { icon } from "./icons.js";
import { keepMatch, keptMatch, settings } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { tellNews } from "./news.js";
import { cellName } from "./notation.js";
import { panel } from "./panel.js";
import { movesPanel, undoRequest } from "./panels.js";
import { seatRow, titleOf } from "./seats.js";
import { mountToasts } from "./speech.js";
import { listGames, orderOf, startMatch } from "./start.js";
import { StillTable } from "./still.js";
import { Table } from "./table.js";
import { tray } from "./tray.js";
import { gameName, loadStrategies } from "./who.js";

const BAR = ["new", "share", "more"];

async function begin() {
  await loadWords();
  mountToasts(document.getElementById("toasts"));
  try {
    const table = await tableOfAddress();
    if (table) lay(table);
  } catch (error) {
    fail(error);
  }
}

/** The table the address means; null while a sheet asks what to play. */
async function tableOfAddress() {
  const query = new URLSearchParams(location.search);
  const [, kind, name] = location.pathname.split("/");
  if (kind === "view") return stillTable();
  if (kind === "play") {
    const order = await orderOf(name, query);
    if (!query.has("new")) {
      const { id, secret } = await startMatch(order, { replace: true });
      return new Table(id, secret).connect();
    }
    const { openNewGame } = await import("./new_game.js");
    const sheet = await openNewGame({ name });
    // Nothing lies under this sheet: whoever leaves it without a game goes home.
    sheet.closed.then(() => sheet.returnValue === "started" || location.assign("/"));
    return null;
  }
  return new Table(name, keptMatch(name)?.secret ?? null).connect();
}

/** The game in the address; another fragment is another game. */
async function stillTable() {
  addEventListener("hashchange", () => location.reload());
  const link = readViewLink(location.hash);
  if (link.error) throw new ApiError(400, { ...link.error, code: link.error.key, message: "" });
  const { game, start, moves, ply } = link;
  const table = new StillTable(await post("/api/read", start ? { game, start, moves } : { game, moves }));
  table.first = ply;
  return table;
}

/** Draws the table as soon as the match is known. */
function lay(table) {
  const desk = new Desk(table);
  const end = effect(() => {
    if (table.missing.value) return fail(table.missing.value);
    if (!table.match.value) return;
    queueMicrotask(() => {
      end();
      draw(desk);
    });
  });
}

async function draw(desk) {
  const { table, view } = desk;
  const { game } = table.match.peek();
  runClocks(table);
  tellNews(desk);
  mount(document.getElementById("page"), () => page(desk));
  listenToKeys(desk);
  for (const [name, heard] of Object.entries(hear(desk))) document.addEventListener(name, heard);
  effect(() => (document.title = titleOf(table, gameName(game))));
  effect(() => {
    // The invitation stands while a seat is free, and leaves with it.
    const waits = table.waiting();
    if (waits) view.special.value = "invite";
    else if (view.special.peek() === "invite") view.special.value = null;
  });
  if (table.still) desk.replay(table.first);
  else if (table.match.peek().result) view.show("result");
  if (table.secret) keepMatch(table.id, { secret: table.secret, game: game.name, opponent: desk.opponentWords() });
  loadStrategies(game.name);
  const known = (await listGames()).find((each) => each.name === game.name);
  table.fitting = known?.fitting;
  if (known?.pieces) desk.hand.shapes.value = known.pieces;
  (self.requestIdleCallback ?? setTimeout)(() => desk.prepare());
}

function hear(desk) {
  return {
    "ff-goto": ({ detail }) => desk.view.goTo(detail.ply),
    "ff-display": ({ detail }) => {
      desk.view.display.value = detail.display;
    },
    "ff-show": ({ detail }) => {
      desk.view.played.value = detail;
    },
    "ff-close": () => desk.endReplay(),
  };
}

function page(desk) {
  const { table, view } = desk;
  const slim = () => !view.panel.value;
  const { game } = table.match.peek();
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
      ${game.name === "pentomino" && !table.still ? tray(desk.hand, () => desk.board.focus()) : null}
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
      title=${action.key ? t("page.action.with_key", { action: action.text(), key: action.key }) : action.text()}
      aria-haspopup=${id === "more" ? "menu" : "dialog"}
      @click=${(event) => action.run(event.currentTarget)}
    >${icon(action.icon)}</button>`;
  };
  return html`<header class="bar">
    <a class="brand" href="/" aria-label=${t("page.home")}>${document
      .getElementById("mark")
      .content.cloneNode(true)}<span class="name">${t("page.title")}</span></a>
    <span class="sep"></span>
    <button class="crumb" type="button" aria-haspopup="dialog" @click=${() => desk.newGame(true)}>
      ${() => gameName(table.match.value.game)}${icon("down")}</button>
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
  return html`<span class="watching" title=${t("page.watching", { n: others })}>${icon("eye")}<span
    class="visually">${t("page.watching", { n: others })}</span><span aria-hidden="true">${others}</span></span>`;
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
      .overlay=${() => (view.panel.value === "glass" ? view.display.value : null)}
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

/** Othello's lead, drawn on the loser's side of the frame. */
function margin(table, view) {
  const { result } = table.match.value;
  if (!result?.margin || view.shown.value.ply !== table.match.value.plies.length) return null;
  const loser = result.winner === "X" ? "O" : "X";
  return { seat: loser, text: `+${result.margin}`, side: loser === table.bottom.value ? "bottom" : "top" };
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
          title=${() =>
            action.key
              ? t("page.action.with_key", { action: action.text(), key: action.key })
              : action.text()}
          @click=${(event) => action.run(event.currentTarget)}
        >${() => icon(action.id === "pause" && desk.paused() ? "play" : action.icon)}<span>${() =>
          action.text()}</span></button>`;
      },
    )}
  </nav>`;
}

/** There is no such game, or it cannot be made: says why, and where to go. */
function fail(error) {
  const gone = error.status === 404;
  mount(
    document.getElementById("page"),
    () => html`<main class="failed" id="content">
      ${document.getElementById("mark").content.cloneNode(true)}
      <h1>${gone ? t("page.missing.head") : t("page.failed.head")}</h1>
      <p class="quiet">${gone ? t("page.missing.text") : write(error.words ?? { text: String(error) })}</p>
      <div class="row wrap">
        <a class="btn black" href="/play/gomoku">${t("page.missing.start")}</a>
        <a class="btn plain" href="/open">${t("page.missing.open")}</a>
      </div>
    </main>`,
  );
}

begin();

