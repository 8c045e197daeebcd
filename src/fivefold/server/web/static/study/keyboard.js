/** Keys of the analysis board. The board, the tray and the menus handle their own keys first. */
import { settings } from "../local_storage.js";
import { actionsOf } from "./actions.js";

/** @param {import("./desk.js").StudyDesk} desk */
export function listenToKeys(desk) {
  const actions = actionsOf(desk);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey || isTyping(target)) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    if (press(desk, actions, event)) event.preventDefault();
  });
}

const WALKS = {
  ArrowRight: (desk) => desk.forward(),
  ArrowLeft: (desk) => desk.back(),
  ArrowDown: (desk) => desk.beside(1),
  ArrowUp: (desk) => desk.beside(-1),
  Home: (desk) => desk.first(),
  End: (desk) => desk.last(),
  "]": (desk) => desk.forward(),
  "[": (desk) => desk.back(),
  Delete: (desk) => desk.remove(),
  Escape: (desk) => escape(desk),
};

function press(desk, actions, event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const wanted = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
    return wanted ? act(actions, ({ id }) => id === wanted) : false;
  }
  if (desk.setUp.open.peek() && key !== "Escape") return false;
  const target = /** @type {HTMLElement} */ (event.target);
  if (WALKS[key] && !target.closest("[role=slider], [role=tablist], input")) {
    WALKS[key](desk);
    return true;
  }
  if (key.length !== 1 || !settings.peek().letters) return false;
  if (target.closest(".tray") && desk.hand.key(key)) return true;
  return act(actions, (each) => each.key !== "" && each.key === letterOf(event));
}

function act(actions, is) {
  const action = actions.find(is);
  if (!action?.can()) return false;
  action.run(document.querySelector(`[data-action="${action.id}"]`) ?? document.activeElement);
  return true;
}

/** The Latin letter on the key, also under a Korean layout, where it types ㅎ. */
function letterOf({ key, code }) {
  const printed = /^Key([A-Z])$/.exec(code)?.[1];
  return printed && key > "\u007f" ? printed.toLowerCase() : key.toLowerCase();
}

/** Puts down the piece or the tool, or ends setting up, whichever comes first. */
function escape({ hand, tool, setUp }) {
  if (hand.letter.peek()) hand.letter.value = null;
  else if (tool.peek()) tool.value = null;
  else if (setUp.open.peek()) setUp.end();
}

function isTyping(target) {
  const wordless = 'input:is([type="radio"], [type="checkbox"], [type="range"])';
  return Boolean(target.closest?.("input, textarea, select")) && !target.matches(wordless);
}
