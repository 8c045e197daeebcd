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
    if (event.key.length !== 1 || !settings.peek().letters) return;
    const inTray = event.target.closest?.(".tray");
    const done =
      (inTray && desk.hand.key(event)) || desk.layerKey(event.key) || act(desk, event);
    if (done) event.preventDefault();
  });
}

function act(desk, event) {
  if (event.key === " ") return desk.space(event.target);
  const wanted = event.key.toLowerCase();
  const action = desk.actions.find((each) => each.key && each.key === wanted);
  if (!action?.can()) return false;
  action.run(document.querySelector(`[data-action="${action.id}"]`) ?? document.activeElement);
  return true;
}

function isTyping(target) {
  return Boolean(target.closest?.("input, textarea, select, [contenteditable]"));
}
