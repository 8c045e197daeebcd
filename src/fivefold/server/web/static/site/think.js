/** “How they think”: draws a stored decision of each opponent as the glass box would. */

import "../board/board.js";
import "./bar.js";
import { displayOf } from "../glass/overlay/display.js";
import { loadWords, t, write } from "../words.js";

const [thoughts] = await Promise.all([
  fetch(new URL("thinking.json", import.meta.url)).then((answer) => answer.json()),
  loadWords(),
]);

/** @type {NodeListOf<HTMLElement>} */
const articles = document.querySelectorAll("[data-thinker]");
for (const article of articles) {
  const { thinker = "", layers = "" } = article.dataset;
  const { game, view, decision } = thoughts[thinker];
  const board = document.createElement("ff-board");
  board.setAttribute("mini", "");
  board.coordinates = true;
  board.game = game;
  board.view = view;
  const shown = Object.fromEntries(layers.split(" ").map((name) => [name, true]));
  board.overlay = displayOf(decision, view, game, shown);
  article.querySelector(".pic")?.replaceChildren(board);
  const says = /** @type {HTMLElement} */ (article.querySelector(".says"));
  says.textContent = t("page.think.says", { text: write(decision.text) });
  says.hidden = false;
}
