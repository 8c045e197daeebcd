/** Loads the words, then the board, and writes down what the board reports. */

import { loadWords } from "/static/words.js";

globalThis.reports = [];
for (const type of ["ff-play", "ff-point", "ff-aim"]) {
  document.addEventListener(type, ({ detail }) => {
    globalThis.reports.push([type, detail.name, detail.by]);
  });
}
await loadWords("en");
await import("/static/board/board.js");
globalThis.board = document.querySelector("ff-board");
/** A new board in place of the old one, for the next test. */
globalThis.reset = () => {
  const fresh = document.createElement("ff-board");
  document.querySelectorAll("ff-board").forEach((old) => old.remove());
  document.querySelector("main").append(fresh);
  globalThis.board = fresh;
  globalThis.reports.length = 0;
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.skin;
};
document.documentElement.dataset.ready = "yes";
