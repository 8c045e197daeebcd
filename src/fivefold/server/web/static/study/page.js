/** Entry point of the analysis board: opens the study that the address names, or an empty board. */
import { get, post } from "../api.js";
import { effect, html, mount } from "../dom.js";
import { listGames } from "../game/match/start_match.js";
import { gameName } from "../player_names.js";
import { readViewLink } from "../replay/share.js";
import { mountToasts } from "../ui/announcements.js";
import { loadWords, t, write } from "../words.js";
import { StudyClient } from "./client.js";
import { StudyDesk } from "./desk.js";
import { keepStudy, keptCopy, keptStudy } from "./keep.js";
import { listenToKeys } from "./keyboard.js";
import { layout } from "./layout.js";
import { storeStudy } from "./store.js";

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const NO_HEADERS = { title: "", first: "", second: "", event: "", place: "", date: "", round: "", annotator: "" };

async function start() {
  await loadWords();
  mountToasts(byId("toasts"));
  try {
    const client = await openAddress();
    if (client) draw(client);
  } catch (error) {
    fail(error);
  }
}

async function openAddress() {
  const [, , id] = location.pathname.split("/");
  const query = new URLSearchParams(location.search);
  if (id) return openStored(id);
  const match = query.get("match");
  if (match) {
    location.replace(await storeStudy({ match }));
    return null;
  }
  if (location.hash.includes("g=")) {
    const link = readViewLink(location.hash);
    if ("error" in link) throw new Error(t(link.error.key, link.error.facts));
    const { game, start: position, moves } = link;
    location.replace(await storeStudy({ game, ...(position && { position }), moves }));
    return null;
  }
  return openDraft(query.get("game") ?? "gomoku", query.get("position"));
}

/** A study on the server, with the secret from the link or from this browser. */
async function openStored(id) {
  const given = new URLSearchParams(location.hash.slice(1)).get("edit");
  if (given) {
    keepStudy({ id, secret: given });
    history.replaceState(null, "", `/analyse/${id}`);
  }
  const secret = given ?? keptStudy(id)?.secret ?? null;
  const copy = keptCopy(id);
  let study;
  try {
    ({ study } = await get(`/api/studies/${encodeURIComponent(id)}`, { secret }));
  } catch (error) {
    // Without a connection the copy in this browser is shown.
    if (error.status || !copy) throw error;
    ({ study } = copy);
  }
  const client = new StudyClient(study, { secret });
  client.shown = keptStudy(id)?.node ?? firstShown(client);
  client.keepNow();
  return client;
}

/** The position that a study opens at: the end of the main line. */
function firstShown(client) {
  return client.tree.end(client.tree.root.id);
}

/** A board that is not stored before something happens on it. */
async function openDraft(game, position) {
  const source = { game, ...(position && { position }) };
  const read = await post("/api/read", { game, ...(position && { start: position }) });
  const [view] = read.views;
  const study = {
    id: null,
    version: 0,
    game: read.game,
    start: read.start,
    cells: view.cells,
    to_move: view.to_move ?? "X",
    headers: { ...NO_HEADERS },
    result: null,
    nodes: [{ id: 0, parent: -1 }],
    undo: null,
    redo: null,
  };
  const client = new StudyClient(study, { secret: null, draft: source });
  client.views.set(0, view);
  return client;
}

function draw(client) {
  const desk = new StudyDesk(client);
  mount(byId("page"), () => layout(desk));
  listenToKeys(desk);
  effect(() => {
    const { headers, game } = client.study.value;
    const title = headers.title || `${t("page.study.title")}: ${gameName(game)}`;
    document.title = t("page.study.page_title", { title });
  });
  effect(() => {
    if (client.missing.value) fail({ status: 404 });
  });
  listGames().then((games) => {
    desk.hand.shapes.value = games.find(({ name }) => name === "pentomino")?.pieces ?? {};
  });
}

/** Shows why there is no study here, with a way to a new one. */
function fail(error) {
  const gone = error.status === 404;
  const why = error.words ? write(error.words) : String(error.message ?? error);
  mount(
    byId("page"),
    () => html`<main class="failed" id="content">
      ${byId("mark").content.cloneNode(true)}
      <h1>${gone ? t("page.study.missing") : t("page.failed.head")}</h1>
      <p class="quiet">${gone ? t("page.study.missing.text") : why}</p>
      <div class="row wrap">
        <a class="btn black" href="/analyse">${t("page.study.action.new")}</a>
        <a class="btn plain" href="/open">${t("page.missing.open")}</a>
      </div>
    </main>`,
  );
}

start();
