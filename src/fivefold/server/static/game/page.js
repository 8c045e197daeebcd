/** The game page: finds out which table the address means, and lays it. */

import { ApiError, get, post } from "../api.js";
import { effect, html, mount } from "../dom.js";
import { readViewLink } from "../replay/share.js";
import { loadWords, t, write } from "../words.js";
import { runClocks } from "./clocks.js";
import { Desk } from "./desk.js";
import { keepMatch, keptMatch } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { page } from "./layout.js";
import { tellNews } from "./news.js";
import { titleOf } from "./seats.js";
import { mountToasts } from "./speech.js";
import { listGames, orderOf, startMatch } from "./start.js";
import { StillTable } from "./still.js";
import { Table } from "./table.js";
import { gameName, loadStrategies } from "./who.js";

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
  if (kind === "arena") return arenaTable(name, query.get("key"));
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
  const asked = start ? { game, start, moves } : { game, moves };
  const table = new StillTable(await post("/api/read", asked));
  table.first = ply;
  return table;
}

/** A finished game of a tournament, with its players and how it ended. */
async function arenaTable(name, key) {
  const asked = new URLSearchParams(key ? { key } : {});
  const read = await get(`/api/arena/${name}/game?${asked}`);
  const table = new StillTable(read);
  table.first = Number(location.hash.slice(1)) || read.moves.length;
  table.arena = `/arena/${name}`;
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
  effect(() => {
    // So does the opening, until it is settled; what was chosen to be seen returns after it.
    if (view.opening.value) view.special.value = "opening";
    else if (view.special.peek() === "opening") view.special.value = null;
  });
  if (table.still) desk.replay(table.first);
  else if (table.match.peek().result) view.show("result");
  if (table.secret) {
    const opponent = desk.opponentWords();
    keepMatch(table.id, { secret: table.secret, game: game.name, opponent });
  }
  loadStrategies(game.name);
  const known = (await listGames()).find((each) => each.name === game.name);
  table.fitting = known?.fitting;
  if (known?.pieces) desk.hand.shapes.value = known.pieces;
  (self.requestIdleCallback ?? setTimeout)(() => desk.sheets.prepare());
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

/** There is no such game, or it cannot be made: says why, and where to go. */
function fail(error) {
  const gone = error.status === 404;
  const why = write(error.words ?? { text: String(error) });
  mount(
    document.getElementById("page"),
    () => html`<main class="failed" id="content">
      ${document.getElementById("mark").content.cloneNode(true)}
      <h1>${gone ? t("page.missing.head") : t("page.failed.head")}</h1>
      <p class="quiet">${gone ? t("page.missing.text") : why}</p>
      <div class="row wrap">
        <a class="btn black" href="/play/gomoku">${t("page.missing.start")}</a>
        <a class="btn plain" href="/open">${t("page.missing.open")}</a>
      </div>
    </main>`,
  );
}

begin();

