/** The moves of a study: a tree, two to a row, each move a button. Ten thousand of them stay quick. */
import { effect, html, untracked } from "../../dom.js";
import { sidedText } from "../../glass/overlay/score.js";
import { t, write } from "../../words.js";
import { glyphName, shown } from "../desk.js";
import { layOut, showsNumber, signature } from "./move_list.js";

const GOOD = ["!", "!!"];
const BAD = ["?", "??"];

/** @param {import("../desk.js").StudyDesk} desk */
export function moveTree(desk) {
  const { client } = desk;
  const list = html`<section
    class=${() => (desk.tab.value === "moves" ? "tree" : "tree away")} data-tab="moves" role="group"
    aria-label=${t("page.moves.title")}
    @click=${(event) => {
      const button = event.target.closest("button[data-node]");
      if (button) desk.go(Number(button.dataset.node));
    }}></section>`.firstElementChild;
  /** The blocks on the page, by what they show. @type {Map<string, HTMLElement>} */
  let drawn = new Map();
  /** @type {HTMLElement | null} */
  let current = null;
  /** The buttons of the moves. @type {Map<number, HTMLElement>} */
  const buttons = new Map();

  effect(() => {
    void client.changes.value;
    untracked(() => {
      drawn = redraw(list, drawn, desk, buttons);
      current = show(list, current, buttons.get(desk.current.peek()));
    });
  });
  effect(() => {
    const id = desk.current.value;
    untracked(() => (current = show(list, current, buttons.get(id))));
  });
  return list;
}

/** Puts the blocks of the tree into the list; those that show the same stay. */
function redraw(list, before, desk, buttons) {
  const { tree } = desk;
  const texts = textsOf(desk);
  const view = { root: tree.root, node: (id) => texts(tree.node(id)) };
  const after = new Map();
  for (const block of layOut(tree)) {
    const key = signature(view, block);
    after.set(key, before.get(key) ?? draw(block, view));
  }
  if (!after.size) after.set("", html`<p class="none">${t("page.study.none")}</p>`.firstElementChild);
  for (const [key, node] of before) if (!after.has(key)) node.remove();
  for (const [key, node] of after) {
    if (before.has(key)) continue;
    for (const each of node.querySelectorAll("button")) buttons.set(Number(each.dataset.node), each);
  }
  let place = list.firstChild;
  for (const node of after.values()) {
    if (node === place) place = place.nextSibling;
    else list.insertBefore(node, place);
  }
  return after;
}

/** Adds to a node the words that the list shows. */
function textsOf({ client }) {
  const { game } = client.study.peek();
  const names = { X: write(game.players.X), O: write(game.players.O) };
  return (node) => {
    const [value] = node?.values ?? [];
    if (!value) return node;
    const sides = { own: names[value.side], other: names[value.side === "X" ? "O" : "X"] };
    return { ...node, value: sidedText(value.score, sides, game) };
  };
}

function draw(block, view) {
  if (block.kind === "row") return drawRow(block, view);
  if (block.kind === "note") return drawNote(block, view);
  return drawLine(block, view);
}

function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null));
  return node;
}

function drawRow({ cells, id }, view) {
  const first = view.node(cells[0] ?? id);
  const number = element("span", "no", String(first.ply));
  number.setAttribute("aria-hidden", "true");
  const moves = cells.map((each) => (each === null ? element("span", "") : drawMove(view.node(each))));
  return element("div", "pair", number, ...moves);
}

function drawMove(node) {
  const value = node.value ? element("small", "", node.value) : null;
  return button(node, "m", element("span", "", named(node)), glyphOf(node), value);
}

function button(node, className, ...children) {
  const made = element("button", className, ...children);
  made.type = "button";
  made.dataset.node = String(node.id);
  made.tabIndex = -1;
  made.setAttribute("aria-label", spoken(node));
  return made;
}

const named = ({ move, refused }) =>
  move === undefined ? "·" : refused ? `${shown(move)} ×` : shown(move);

function spoken(node) {
  const move = node.move === undefined ? t("page.study.note_node", node) : t("page.moves.move", { ply: node.ply, move: shown(node.move) });
  const glyphs = (node.glyphs ?? []).map(glyphName);
  const refused = node.refused ? t("page.study.refused_move") : "";
  return [move, ...glyphs, node.value, refused].filter(Boolean).join(", ");
}

function glyphOf({ glyphs = [] }) {
  if (!glyphs.length) return null;
  const tone = GOOD.includes(glyphs[0]) ? "good" : BAD.includes(glyphs[0]) ? "bad" : "odd";
  return element("span", `gl ${tone}`, glyphs.join(" "));
}

function drawNote({ id, n }, view) {
  const number = n === null ? null : element("i", "", String(n));
  return element("p", "note", number, view.node(id).comment);
}

function drawLine({ items, depth }, view) {
  const parts = items.flatMap((id, place) => {
    const node = view.node(id);
    const number = showsNumber(view, items, place) ? [element("i", "", String(node.ply)), " "] : [];
    const move = button(node, "", element("b", "", named(node)), glyphOf(node));
    const value = node.value ? [element("small", "", node.value), " "] : [];
    const comment = node.comment ? [element("em", "", node.comment), " "] : [];
    return [...number, move, " ", ...value, ...comment];
  });
  return element("div", `var d${depth}`, ...parts);
}

/** Marks the move on the board and scrolls to it; only it is a tab stop. */
function show(list, before, now) {
  before?.removeAttribute("aria-current");
  if (before) before.tabIndex = -1;
  if (!now?.isConnected) {
    const first = list.querySelector("button");
    if (first) first.tabIndex = 0;
    list.scrollTop = 0;
    return first;
  }
  now.setAttribute("aria-current", "step");
  now.tabIndex = 0;
  if (before && before === document.activeElement) now.focus({ preventScroll: true });
  reveal(list, now);
  return now;
}

/** Scrolls the list, or on phones the panel around it, but never the page. */
function reveal(list, button) {
  queueMicrotask(() => {
    const scroller = list.scrollHeight > list.clientHeight ? list : list.parentElement;
    if (!scroller) return;
    const [box, spot] = [scroller.getBoundingClientRect(), button.getBoundingClientRect()];
    // Room below it shows the comment and where the game goes.
    const below = Math.min(120, box.height / 3);
    if (spot.top >= box.top + 4 && spot.bottom <= box.bottom - below) return;
    scroller.scrollTop += spot.top - box.top - box.height / 3;
  });
}
