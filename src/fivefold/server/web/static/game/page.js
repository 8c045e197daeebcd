/** Entry point of the game page: opens the match that the address names. */

import { ApiError, get, post } from "../api.js";
import { effect, html, mount } from "../dom.js";
import { keepMatch, keptMatch } from "../local_storage.js";
import { gameName, loadStrategies } from "../player_names.js";
import { readViewLink } from "../replay/share.js";
import { mountToasts } from "../ui/announcements.js";
import { loadWords, t, write } from "../words.js";
import { GamePage } from "./controls/game_page.js";
import { listenToKeys } from "./controls/keyboard.js";
import { layout } from "./layout.js";
import { announceEvents } from "./match/announcer.js";
import { MatchClient } from "./match/client.js";
import { runClocks } from "./match/clocks.js";
import { givenIn, listGames, orderOf, startMatch } from "./match/start_match.js";
import { StaticMatch } from "./match/static_match.js";
import { summaryOf } from "./match/summary.js";
import { noticeTurns } from "./match/turn_notice.js";
import { titleOf } from "./seats.js";

/** @param {string} id @returns {any} an element of the page's template */
const byId = (id) => document.getElementById(id);

async function start() {
  await loadWords();
  mountToasts(byId("toasts"));
  try {
    const client = await openAddress();
    if (client) show(client);
  } catch (error) {
    fail(error);
  }
}

/** The match of the address; null while the dialog for a new game is open. */
async function openAddress() {
  const query = new URLSearchParams(location.search);
  const [, kind, name] = location.pathname.split("/");
  if (kind === "view") return linkedGame();
  if (kind === "arena") return arenaGame(name, query.get("key"));
  if (kind === "play") {
    const order = await orderOf(name, query);
    if (!query.has("new")) {
      const created = await startMatch(order, { replace: true, given: givenIn(query) });
      const client = new MatchClient(created.match.id, created.secret);
      // The board is drawn from this answer, without waiting for the socket.
      client.takeSnapshot(created);
      return client.connect();
    }
    const { openNewGame } = await import("./dialogs/new_game.js");
    const { sheet, closed } = await openNewGame({ name }, false, query.get("new") === "lobby");
    // There is no page behind this dialog: closing it without a game leads to the landing page.
    closed.then(() => sheet.returnValue === "started" || location.assign("/"));
    return null;
  }
  return new MatchClient(name, keptMatch(name)?.secret ?? null).connect();
}

/** The game in the address's fragment. A new fragment is a new game. */
async function linkedGame() {
  addEventListener("hashchange", () => location.reload());
  const link = readViewLink(location.hash);
  if ("error" in link) {
    throw new ApiError(400, { ...link.error, code: link.error.key, message: "" });
  }
  const { game, start: position, moves, ply } = link;
  const body = position ? { game, start: position, moves } : { game, moves };
  const client = new StaticMatch(await post("/api/read", body));
  client.firstPly = ply;
  return client;
}

/** A finished game of a tournament. */
async function arenaGame(name, key) {
  const query = new URLSearchParams(key ? { key } : {});
  const read = await get(`/api/arena/${name}/game?${query}`);
  const client = new StaticMatch(read);
  client.firstPly = Number(location.hash.slice(1)) || read.moves.length;
  client.arenaAddress = `/arena/${name}`;
  return client;
}

/** Draws the page once the match is there. */
function show(client) {
  const page = new GamePage(client);
  const end = effect(() => {
    if (client.missing.value) fail(client.missing.value);
    else if (client.match.value) {
      queueMicrotask(() => {
        end();
        draw(page);
      });
    }
  });
}

/** @param {GamePage} page */
async function draw(page) {
  const { client, view } = page;
  const { game } = client.current;
  view.begin();
  runClocks(client);
  announceEvents(page);
  noticeTurns(client);
  mount(byId("page"), () => layout(page));
  listenToKeys(page);
  for (const [name, listener] of Object.entries(listeners(page))) {
    document.addEventListener(name, listener);
  }
  effect(() => (document.title = titleOf(client, gameName(game))));
  effect(() => {
    // The invitation shows while a seat is free.
    const waits = client.waiting();
    if (waits) view.special.value = "invite";
    else if (view.special.peek() === "invite") view.special.value = null;
  });
  effect(() => {
    // The opening shows until it is settled; then the panel chosen before returns.
    if (view.opening.value) view.special.value = "opening";
    else if (view.special.peek() === "opening") view.special.value = null;
  });
  if (client.isStatic) page.replay.start(client.firstPly);
  else if (client.current.result) view.show("result");
  if (client.id && client.secret) {
    const opponent = page.match.opponentTitle();
    keepMatch(client.id, { secret: client.secret, game: game.name, opponent });
    effect(() => {
      const summary = summaryOf(client.match.value, client.held.value);
      keepMatch(client.id, { summary, opponent: page.match.opponentTitle() });
    });
  }
  loadStrategies(game.name);
  const known = (await listGames()).find((each) => each.name === game.name);
  client.suggestedOpponent = known?.fitting;
  if (known?.pieces) page.hand.shapes.value = known.pieces;
  (self.requestIdleCallback ?? setTimeout)(() => page.dialogs.preload());
}

/**
 * Listeners to the events of the page's elements.
 * @param {GamePage} page
 * @returns {Record<string, (event: any) => void>}
 */
function listeners({ view, replay }) {
  return {
    "ff-goto": ({ detail }) => void view.goTo(detail.ply),
    "ff-better": ({ detail }) => void view.showBetter(detail.mistake),
    "ff-display": ({ detail }) => {
      view.display.value = detail.display;
    },
    "ff-show": ({ detail }) => {
      view.played.value = detail;
    },
    "ff-close": () => replay.end(),
  };
}

/** Shows why there is no game here, with links to others. */
function fail(error) {
  const gone = error.status === 404;
  const why = write(error.words ?? { text: String(error) });
  mount(
    byId("page"),
    () => html`<main class="failed" id="content">
      ${byId("mark").content.cloneNode(true)}
      <h1>${gone ? t("page.missing.head") : t("page.failed.head")}</h1>
      <p class="quiet">${gone ? t("page.missing.text") : why}</p>
      <div class="row wrap">
        <a class="btn black" href="/play/gomoku">${t("page.missing.start")}</a>
        <a class="btn plain" href="/open">${t("page.missing.open")}</a>
      </div>
    </main>`,
  );
}

start();
