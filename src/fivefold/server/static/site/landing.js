/**
 * The landing page's three boards: stored games, one move every two seconds, in turn.
 *
 * The page works without this script; it only brings the boards to life. They rest after a
 * minute, as soon as somebody touches or chooses one, while the page is hidden, and they do not
 * move at all for people who ask for less motion.
 */

import "../board/board.js";
import { useWords } from "../words.js";
import "./bar.js";

// The pictures are hidden from screen readers, so the marks on them need no words.
useWords(document.documentElement.lang, { "page.board.ghost": "", "page.board.heat": "" });

const PACE = 2000;
const LONGEST = 60_000;
const EMPTY = { numbers: [], heat: null, lines: [], cells: [], ghosts: [], signs: [] };

const boards = await (await fetch(new URL("boards.json", import.meta.url))).json();

const playing = Object.entries(boards).map(([name, stored]) => {
  const board = document.createElement("ff-board");
  board.setAttribute("inert", "");
  board.setAttribute("mini", "");
  const picture = document.querySelector(`.pic.${name}`);
  board.label = picture.nextElementSibling.textContent;
  board.game = stored.game;
  let place = stored.first;
  const show = () => {
    const { overlay, ...view } = stored.frames[place];
    board.view = { ply: place, counts: null, passed: null, ...view };
    board.overlay = { ...EMPTY, ...overlay };
  };
  show();
  picture.replaceChildren(board);
  return () => {
    place = (place + 1) % stored.frames.length;
    show();
  };
});

// Start goes on where this browser left off, so the line under it says that.
try {
  const last = JSON.parse(localStorage.getItem("fivefold.last")) ?? {};
  for (const game of Object.keys(last)) {
    const line = document.querySelector(`.start[data-game="${CSS.escape(game)}"] .fine`);
    if (line) line.textContent = line.dataset.last;
  }
} catch {
  // A browser that keeps nothing starts with the usual game.
}

let turn = 0;
let left = LONGEST / PACE;
let timer = matchMedia("(prefers-reduced-motion: reduce)").matches ? null : setInterval(step, PACE);

function step() {
  if (document.hidden) return;
  playing[turn % playing.length]();
  turn += 1;
  left -= 1;
  if (left === 0) rest();
}

function rest() {
  clearInterval(timer);
  timer = null;
}

const minis = document.querySelector(".minis");
minis.addEventListener("pointerdown", rest);
minis.addEventListener("change", rest);
minis.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  document.querySelector(`.start[data-game=${event.target.value}] a`).click();
});
