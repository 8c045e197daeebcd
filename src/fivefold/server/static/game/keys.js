/** The keyboard of the page. The board and the tray have keys of their own, which come first. */

import { settings } from "./keep.js";

/** @param {import("./desk.js").Desk} desk */
export function listenToKeys(desk) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || desk.sheets.loading) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    if (event.key === "Escape") {
      if (desk.escape()) event.preventDefault();
      return;
    }
    const key = keyOf(event);
    if (key.length !== 1 || !settings.peek().letters) return;
    const inTray = event.target.closest?.(".tray");
    const done =
      (inTray && desk.hand.key(key)) || desk.layerKey(key) || act(desk, key, event.target);
    if (done) event.preventDefault();
  });
}

/** The letter printed on the key, also where a Korean layout types ㅎ with it. */
function keyOf({ key, code }) {
  const printed = /^Key([A-Z])$/.exec(code)?.[1];
  const foreign = key === "Process" || (key.length === 1 && key > "\u007f");
  return foreign && printed ? printed.toLowerCase() : key;
}

function act(desk, key, target) {
  if (key === " ") return desk.space(target);
  const wanted = key.toLowerCase();
  const action = desk.actions.find((each) => each.key && each.key === wanted);
  if (!action?.can()) return false;
  action.run(document.querySelector(`[data-action="${action.id}"]`) ?? document.activeElement);
  return true;
}

/** Whether letters go into something; a radio button or a slider has no use for them. */
function isTyping(target) {
  const wordless = 'input:is([type="radio"], [type="checkbox"], [type="range"])';
  const typed = "input, textarea, select, [contenteditable]";
  return Boolean(target.closest?.(typed)) && !target.matches(wordless);
}
