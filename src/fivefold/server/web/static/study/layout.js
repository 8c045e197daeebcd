/** The page's layout: bar, tools, board, steps, graph, and beside them engine, moves and notes. */
import "../board/board.js";
import "../glass/review/graph.js";
import { html } from "../dom.js";
import { tray } from "../game/pieces/tray.js";
import { settings } from "../local_storage.js";
import { gameName } from "../player_names.js";
import { icon } from "../ui/icons.js";
import { t } from "../words.js";
import { TOOLS_NARROW, TOOLS_WIDE, actionsOf, compare, openDialog } from "./actions.js";
import { enginePanel } from "./panels/engine.js";
import { studyGraph } from "./panels/graph.js";
import { moveTree } from "./panels/moves.js";
import { notesPanel } from "./panels/notes.js";
import { drawWithRightButton } from "./right_button.js";
import { setUpPanel } from "./panels/set_up.js";

const ARROWS = {
  first: "M18 5l-7 7 7 7M6 5v14",
  back: "M15 5 8 12l7 7",
  forward: "m9 5 7 7-7 7",
  last: "m6 5 7 7-7 7M18 5v14",
};
/** @type {("moves" | "engine" | "notes")[]} */
const TABS = ["moves", "engine", "notes"];

/** @param {import("./desk.js").StudyDesk} desk */
export function layout(desk) {
  const { client, setUp } = desk;
  const setting = () => setUp.open.value;
  const game = () => (setting() ? setUp.game.value : client.study.value.game);
  const classes = () => `study ${game().name}${setting() ? " setting-up" : ""}`;
  const hasTray = () => game().name === "pentomino";
  return html`<div class="top">${bar(desk)}${() => banner(desk)}</div>
    <main class=${classes} id="content" data-tab=${() => desk.tab.value}>
      <h1 class="visually">${() => `${t("page.study.title")}: ${gameName(game())}`}</h1>
      ${strip(desk)}
      ${board(desk)}
      ${() => (hasTray() ? tray(/** @type {any} */ (setting() ? setUp.hand : desk.hand), boardElement) : null)}
      ${() => (setting() ? null : [steps(desk), studyGraph(desk), tabs(desk)])}
      ${() =>
        setting()
          ? html`<div class="side setting">${setUpPanel(desk)}</div>`
          : html`<div class="side" id="study-panel">
              ${enginePanel(desk, () => compare(desk))}
              ${moveTree(desk)}
              ${notesPanel(desk)}
              ${steps(desk)}
            </div>`}
      ${tools(desk, TOOLS_NARROW, "acts")}
    </main>`;
}

/** @returns {any} */
const boardElement = () => document.querySelector("ff-board");

function logo() {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("mark"));
  return template.content.cloneNode(true);
}

function bar(desk) {
  const { client } = desk;
  const actions = actionsOf(desk);
  const button = (id) => {
    const action = actions.find((each) => each.id === id);
    return html`<button class=${`icon-btn bar-${id}`} type="button" data-action=${id}
      aria-label=${action?.text()} title=${tip(action)}
      aria-haspopup=${id === "more" ? "menu" : "dialog"}
      @click=${(event) => action?.run(event.currentTarget)}>${icon(action?.icon)}</button>`;
  };
  return html`<header class="bar">
    <a class="brand" href="/" aria-label=${t("page.home")}>${logo()}<span
      class="name">${t("page.title")}</span></a>
    <span class="sep"></span>
    <button class="crumb" type="button" aria-haspopup="dialog" @click=${() => openDialog()}>
      <span>${() => client.study.value.headers.title || t("page.study.title")}</span>${icon("down")}</button>
    <span class="grow"></span>
    ${() => others(client)}${() => saved(client, actions)}
    ${["new", "more"].map(button)}
  </header>`;
}

/** How many others are here. */
function others(client) {
  const n = client.watching.value - 1;
  if (n < 1) return null;
  const words = t("page.study.others", { n });
  return html`<span class="people" title=${words}>${icon("people")}<span class="visually">${words}</span
    ><span aria-hidden="true">${n}</span></span>`;
}

/** Whether everything is stored; for readers, the way to a copy of their own. */
function saved(client, actions) {
  void client.changes.value;
  if (!client.canEdit.value) {
    const copy = actions.find(({ id }) => id === "copy");
    return html`<span class="people">${t("page.study.read_only")}</span><button
      class="btn white compact" type="button" @click=${() => copy.run()}>${copy.text()}</button>`;
  }
  if (client.draft) return null;
  const words = t(client.waiting.value ? "page.study.saving" : "page.study.saved");
  return html`<span class="people saved">${words}</span>`;
}

/** What keeps the page from editing: no connection, or a study of somebody else. */
function banner({ client }) {
  const state = client.state.value;
  if (client.missing.value) return null;
  if (state === "lost" || state === "offline") {
    return html`<div class="banner" role="status"><span class="spin"></span>
      <p><b>${t("page.study.lost")}</b> <span>${t("page.study.lost.kept")}</span></p></div>`;
  }
  return null;
}

function strip(desk) {
  return tools(desk, TOOLS_WIDE, "strip");
}

function tools(desk, ids, className) {
  const actions = actionsOf(desk);
  return html`<nav class=${className} aria-label=${t("page.study.tools")}>
    ${ids.map((id) => {
      if (id === "-") return html`<hr />`;
      const action = /** @type {import("./actions.js").Action} */ (actions.find((each) => each.id === id));
      return html`<button class="act" type="button" data-action=${id}
        aria-disabled=${() => (action.can() ? null : "true")}
        aria-pressed=${() => (action.on ? String(Boolean(action.on())) : null)}
        title=${tip(action)}
        @click=${(event) => action.can() && action.run(event.currentTarget)}
        >${icon(action.icon)}<span>${action.text()}</span></button>`;
    })}
  </nav>`;
}

function tip(action) {
  const text = action?.text() ?? "";
  return action?.key ? t("page.action.with_key", { action: text, key: action.key.toUpperCase() }) : text;
}

function board(desk) {
  const { client, setUp, hand } = desk;
  const setting = () => setUp.open.value;
  const game = () => (setting() ? setUp.game.value : client.study.value.game);
  const view = () => (setting() ? setUp.view.value : desk.view.value);
  const over = () => !setting() && Boolean(desk.node.value.end) && !desk.tool.value;
  const inHand = () => (setting() ? setUp.hand : hand);
  const held = () => (game().name === "pentomino" ? (inHand()?.held.value ?? null) : null);
  const quiet = () => Boolean(desk.tool.value) || setting();
  const play = (event) => {
    desk.choose(event.detail);
    // The arrow keys walk through the moves again after a click on the board.
    if (event.detail.by !== "key") /** @type {any} */ (document.activeElement)?.blur?.();
  };
  const element = html`<div class=${() => (quiet() ? "board marking" : "board")}>
    <ff-board
      .game=${game}
      .view=${view}
      .interactive=${() => !desk.pending.value && !over()}
      .seat=${() => (setting() && setUp.brush.value !== "." ? setUp.brush.value : (view().to_move ?? null))}
      .pending=${() => (setting() ? null : desk.pending.value)}
      .overlay=${() => desk.display.value}
      .held=${held}
      .coordinates=${() => settings.value.coordinates}
      .confirm=${() => desk.confirms() && game().name !== "pentomino"}
      .closed=${over}
      @ff-play=${play}
      @ff-point=${({ detail }) => game().name === "pentomino" && inHand()?.point(detail)}
      @ff-drag=${({ detail }) => game().name === "pentomino" && inHand()?.drag(detail)}
    ></ff-board>
    ${() => plate(desk.display.value?.plate)}
  </div>`.firstElementChild;
  drawWithRightButton(element, desk);
  return element;
}

function plate(shown) {
  return shown ? html`<span class="plate">${shown.text}</span>` : null;
}

function steps(desk) {
  const notFirst = () => desk.node.value.parent >= 0;
  const notLast = () => desk.node.value.children.length > 0;
  const step = (kind, act, ready) => html`<button class="icon-btn" type="button"
    aria-label=${t(`page.replay.${kind}`)} aria-disabled=${() => (ready() ? null : "true")} @click=${act}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ARROWS[kind]}></path></svg></button>`;
  return html`<div class="steps">
    ${step("first", () => desk.first(), notFirst)}
    ${step("back", () => desk.back(), notFirst)}
    <span class="at">${() => desk.title()}</span>
    ${step("forward", () => desk.forward(), notLast)}
    ${step("last", () => desk.last(), notLast)}
  </div>`;
}

/** On phones the panels are behind tabs; arrow keys change between them. */
function tabs(desk) {
  const press = (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(desk.tab.peek()) + way + TABS.length) % TABS.length];
    desk.tab.value = next;
    event.currentTarget.querySelector(`[data-for="${next}"]`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t("page.study.title")} @keydown=${press}>
    ${TABS.map(
      (tab) => html`<button type="button" role="tab" data-for=${tab} aria-controls="study-panel"
        aria-selected=${() => String(desk.tab.value === tab)}
        tabindex=${() => (desk.tab.value === tab ? "0" : "-1")}
        @click=${() => (desk.tab.value = tab)}>${t(`page.study.tab.${tab}`)}</button>`,
    )}
  </div>`;
}
