/**
 * Animates the landing page's three boards with stored games, a move every two seconds in turn.
 *
 * The page works without this script. The boards stop after a minute, as soon as one is touched or
 * chosen and while the page is hidden; with reduced motion they never move.
 */

import "../board/board.js";
import { useWords } from "../words.js";
import "./bar.js";

// The boards are hidden from screen readers, so their marks need no words.
useWords(document.documentElement.lang, { "page.board.ghost": "", "page.board.heat": "" });

// Milliseconds.
const PACE = 2000;
const LONGEST = 60_000;
const EMPTY = { numbers: [], heat: null, lines: [], cells: [], ghosts: [], signs: [] };

const boards = await (await fetch(new URL("boards.json", import.meta.url))).json();

const playing = Object.entries(boards).map(([name, stored]) => {
  const board = document.createElement("ff-board");
  board.setAttribute("inert", "");
  board.setAttribute("mini", "");
  const picture = /** @type {HTMLElement} */ (document.querySelector(`.pic.${name}`));
  board.label = picture.nextElementSibling?.textContent;
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

// After the boards, so that Start never waits for it.
import("./home.js").then(({ home }) => home());

let turn = 0;
let left = LONGEST / PACE;
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const timer = still ? 0 : setInterval(step, PACE);

function step() {
  if (document.hidden) return;
  playing[turn % playing.length]();
  turn += 1;
  left -= 1;
  if (left === 0) rest();
}

function rest() {
  clearInterval(timer);
}

const minis = /** @type {HTMLElement} */ (document.querySelector(".minis"));
minis.addEventListener("pointerdown", rest);
minis.addEventListener("change", rest);
minis.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const { value } = /** @type {HTMLInputElement} */ (event.target);
  /** @type {HTMLElement} */ (document.querySelector(`.start[data-game=${value}] a`)).click();
});
