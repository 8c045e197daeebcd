/** The rules pages: draws their boards and opens the variant that the address names. */

import "../board/board.js";
import { useWords } from "../words.js";
import "./bar.js";

// Each board has its own label, so its marks need no words.
useWords(document.documentElement.lang, {});

const boards = await (await fetch(new URL("rules.json", import.meta.url))).json();

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("[data-board]");
for (const place of places) {
  const { board: name = "", label = "" } = place.dataset;
  const { game, view, numbers, overlay, held = null, interactive = false } = boards[name];
  const board = /** @type {any} */ (document.createElement("ff-board"));
  board.setAttribute("mini", "");
  board.setAttribute("still", "");
  Object.assign(board, { label, game, view, held, interactive });
  if (overlay) board.overlay = overlay;
  if (numbers) board.numbers = new Map(numbers);
  place.replaceChildren(board);
}

for (const link of document.querySelectorAll(".tabs a")) {
  if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
}

// Start uses the last settings of this browser, so the line beside it says so.
try {
  const last = JSON.parse(localStorage.getItem("fivefold.last") ?? "{}");
  const line = /** @type {HTMLElement} */ (document.querySelector("[data-start]"));
  const { start = "", last: words = "" } = line.dataset;
  if (Object.hasOwn(last, start)) line.textContent = words;
} catch {
  // Without storage the default game starts.
}

function unfold() {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}
addEventListener("hashchange", unfold);
unfold();
