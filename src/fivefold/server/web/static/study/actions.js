/** The actions of the analysis board: tools beside it, menu and keys read this one list. */
import { openExport } from "../replay/export.js";
import { openMenu, openSheet } from "../ui/dialogs.js";
import { html, signal } from "../dom.js";
import { field } from "../ui/form_controls.js";
import { orRefuse } from "../ui/announcements.js";
import { t } from "../words.js";
import { storeStudy } from "./store.js";

/** @typedef {import("../game/controls/actions.js").Action} Action */

/** @param {import("./desk.js").StudyDesk} desk @returns {Action[]} */
export function actionsOf(desk) {
  const { client, engine, setUp } = desk;
  const always = () => true;
  const free = () => !setUp.open.value;
  const edits = () => client.canEdit.value && free();
  /** @returns {Action} */
  const action = (id, key, icon, can, run, more = {}) => ({
    id,
    key,
    icon,
    can,
    run,
    text: () => t(`page.study.action.${id}`),
    ...more,
  });
  return [
    action("set_up", "p", "board", always, () => (setUp.open.peek() ? setUp.end() : setUp.begin()), {
      on: () => setUp.open.value,
    }),
    action("mark", "m", "mark", edits, () => desk.toggleMarks(), { on: () => desk.tool.value !== null }),
    action("undo", "u", "undo", () => free() && (client.canUndo() !== null || client.taking.value > 0), () => desk.undo()),
    action("redo", "y", "redo", () => free() && (client.canRedo() !== null || client.taking.value > 0), () => desk.redo()),
    action("compare", "c", "people", free, () => compare(desk)),
    action("export", "x", "export", free, (anchor) => exportMenu(desk, anchor)),
    action("share", "s", "link", free, () => share(desk)),
    action("new", "n", "plus", always, () => openDialog()),
    action("engine", "e", "cube", free, () => toggleEngine(desk), { on: () => engine.on.value }),
    action("title", "", "copy", edits, () => nameIt(client)),
    action("promote", "", "up", edits, () => desk.promote()),
    action("delete", "", "close", edits, () => desk.remove()),
    action("copy", "", "copy", () => !client.draft, () => copy(client)),
    action("keyboard", "?", "keyboard", always, () => keyboardHelp()),
    action("more", ".", "more", always, (anchor) => openMore(desk, anchor)),
  ];
}

/** The tools on the left of the board, or at the thumb. */
export const TOOLS_WIDE = ["set_up", "mark", "undo", "redo", "-", "compare", "export", "share"];
export const TOOLS_NARROW = ["undo", "redo", "mark", "export", "share"];
const MORE = ["new", "set_up", "engine", "compare", "title", "promote", "delete", "copy", "keyboard"];

export async function compare(desk) {
  const { openCompare } = await import("./dialogs/compare.js");
  await orRefuse(openCompare(desk));
}

async function share(desk) {
  const { openShare } = await import("./dialogs/share.js");
  await orRefuse(openShare(desk.client));
}

export async function openDialog() {
  const { openStudy } = await import("./dialogs/open.js");
  openStudy();
}

function toggleEngine(desk) {
  desk.engine.toggle();
  if (desk.engine.on.peek()) desk.tab.value = "engine";
}

/** Makes a study of one's own from this one. */
async function copy(client) {
  const address = await orRefuse(storeStudy({ study: client.id }));
  if (address) location.assign(address);
}

/** Asks for the name of the study. */
function nameIt(client) {
  const title = signal(client.study.peek().headers.title);
  openSheet(t("page.study.action.title"), (close) => {
    const submit = async (event) => {
      event.preventDefault();
      const saved = await orRefuse(client.edit({ op: "headers", headers: { title: title.peek().trim() } }));
      if (saved) close();
    };
    return html`<form @submit=${submit}>
      ${field(t("page.study.name"), "text", () => title.value, (text) => (title.value = text), { longest: 300 })}
      <div class="row end"><span class="grow"></span>
        <button class="btn black">${t("page.study.name.save")}</button></div>
    </form>`;
  });
}

function exportMenu(desk, anchor) {
  const { client } = desk;
  const { game, start, id } = client.study.peek();
  const moves = desk.tree.moves(desk.current.peek());
  const context = { game, start, moves, ply: moves.length };
  openExport(anchor, id ? { ...context, study: id, node: desk.current.peek() } : context);
}

/** @param {import("./desk.js").StudyDesk} desk */
function openMore(desk, anchor) {
  const actions = actionsOf(desk);
  const rows = MORE.map((id) => /** @type {Action} */ (actions.find((each) => each.id === id)))
    .filter((each) => each.can())
    .map((each) => ({ text: each.text(), key: each.key.toUpperCase(), picture: each.icon, run: each.run }));
  openMenu(anchor, t("page.study.action.more"), rows);
}

const HELP = [
  [["←", "→"], "page.study.keys.walk"],
  [["↑", "↓"], "page.study.keys.beside"],
  [["page.study.keys.home", "page.study.keys.end"], "page.study.keys.ends"],
  [["page.keys.arrows"], "page.study.keys.board"],
  [["page.keys.enter"], "page.keys.place"],
  [["u", "y"], "page.study.keys.undo"],
  [["e"], "page.study.action.engine"],
  [["c"], "page.study.action.compare"],
  [["m"], "page.study.action.mark"],
  [["p"], "page.study.action.set_up"],
  [["page.study.keys.delete"], "page.study.action.delete"],
  [["x"], "page.study.action.export"],
  [["s"], "page.study.action.share"],
  [["n"], "page.study.action.new"],
  [["."], "page.study.action.more"],
  [["page.keys.escape"], "page.study.keys.close"],
];

function keyboardHelp() {
  const name = (key) => (key.startsWith("page.") ? t(key) : key.toUpperCase());
  openSheet(t("page.study.action.keyboard"), () => html`<dl class="keys">
    ${HELP.map(
      ([keys, words]) => html`<div>
        <dt>${/** @type {string[]} */ (keys).map((key) => html`<kbd>${name(key)}</kbd> `)}</dt>
        <dd>${t(words)}</dd>
      </div>`,
    )}
  </dl>
  <p class="small">${t("page.study.keys.mouse")}</p>`);
}
