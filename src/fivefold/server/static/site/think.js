/** "How they think": beside each opponent a stored answer of it, drawn as the glass box draws it. */

import "../board/board.js";
import "./bar.js";
import { displayOf } from "../glass/display.js";
import { loadWords, t, write } from "../words.js";

const [thoughts] = await Promise.all([
  fetch(new URL("thinking.json", import.meta.url)).then((answer) => answer.json()),
  loadWords(),
]);

for (const article of document.querySelectorAll("[data-thinker]")) {
  const { game, view, decision } = thoughts[article.dataset.thinker];
  const board = document.createElement("ff-board");
  board.setAttribute("mini", "");
  board.coordinates = true;
  board.game = game;
  board.view = view;
  const layers = article.dataset.layers.split(" ").map((name) => [name, true]);
  board.overlay = displayOf(decision, view, game, Object.fromEntries(layers));
  article.querySelector(".pic").replaceChildren(board);
  const says = article.querySelector(".says");
  says.textContent = t("page.think.says", { text: write(decision.text) });
  says.hidden = false;
}
