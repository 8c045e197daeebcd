/** Keyboard shortcuts. The board and the tray handle their own keys first. */

import { html } from "../../dom.js";
import { settings } from "../../local_storage.js";
import { openSheet } from "../../ui/dialogs.js";
import { t } from "../../words.js";
import { isEnginesOnly } from "./permissions.js";
import { replayPanel } from "./replay_controls.js";

/**
 * The rows of the help dialog: keys, or the words for them, and what they do.
 * @type {[string[], string][]}
 */
const HELP = [
  [["page.keys.arrows"], "page.keys.move"],
  [["page.keys.enter"], "page.keys.place"],
  [["g"], "page.keys.thinking"],
  [["1–4"], "page.keys.layers"],
  [["h"], "page.action.hint"],
  [["w"], "page.keys.wins"],
  [["u"], "page.action.undo"],
  [["c"], "page.keys.computer"],
  [["r", "m"], "page.keys.turn"],
  [["[", "]"], "page.keys.step"],
  [["page.keys.space"], "page.keys.play"],
  [["l"], "page.action.moves"],
  [["n"], "page.action.new"],
  [["e"], "page.action.export"],
  [["s"], "page.action.share"],
  [["x"], "page.action.swap"],
  [["/"], "page.action.find"],
  [["."], "page.action.more"],
  [["page.keys.escape"], "page.keys.close"],
  [["?"], "page.keys.sheet"],
];

/** @param {import("./game_page.js").GamePage} page */
export function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(target) || page.dialogs.loading) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    if (event.key === "Escape") {
      if (escape(page)) event.preventDefault();
      return;
    }
    const key = keyOf(event);
    if (key.length !== 1 || !settings.peek().letters) return;
    const inTray = target.closest?.(".tray");
    const handled =
      (inTray && page.hand.key(key)) || page.analysis.switchLayer(key) || act(page, key, target);
    if (handled) event.preventDefault();
  });
}

/** The Latin letter on the key, also under a Korean layout, where it types ㅎ. */
function keyOf({ key, code }) {
  const printed = /^Key([A-Z])$/.exec(code)?.[1];
  const foreign = key === "Process" || (key.length === 1 && key > "\u007f");
  return foreign && printed ? printed.toLowerCase() : key;
}

/** Puts the piece back, closes the replay or returns to the present, whichever comes first. */
function escape({ hand, view, replay }) {
  if (hand.letter.peek()) hand.letter.value = null;
  else if (view.replaying.peek()) replay.end();
  else if (view.ply.peek() !== null) view.present();
  else return false;
  return true;
}

/** Plays or pauses the replay, or a game between engines. */
function space(page, target) {
  if (target.closest("button, a, ff-board, summary, [tabindex]")) return false;
  const replay = replayPanel();
  if (replay) replay.toggle();
  else if (isEnginesOnly(page.client)) page.match.togglePause();
  else return false;
  return true;
}

function act(page, key, target) {
  if (key === " ") return space(page, target);
  const wanted = key.toLowerCase();
  const action = page.actions.find((each) => each.key && each.key === wanted);
  if (!action?.can()) return false;
  action.run(document.querySelector(`[data-action="${action.id}"]`) ?? document.activeElement);
  return true;
}

/** Whether the element takes letters; radio buttons, check boxes and sliders do not. */
function isTyping(target) {
  const wordless = 'input:is([type="radio"], [type="checkbox"], [type="range"])';
  const typed = "input, textarea, select, [contenteditable]";
  return Boolean(target.closest?.(typed)) && !target.matches(wordless);
}

export function openKeyboardHelp() {
  const name = (key) => (key.startsWith("page.") ? t(key) : key.toUpperCase());
  openSheet(t("page.action.keyboard"), () => html`<dl class="keys">
    ${HELP.map(
      ([keys, words]) => html`<div>
        <dt>${keys.map((key) => html`<kbd>${name(key)}</kbd> `)}</dt>
        <dd>${t(words)}</dd>
      </div>`,
    )}
  </dl>
  <p class="small">${t("page.keys.off")}</p>`);
}
