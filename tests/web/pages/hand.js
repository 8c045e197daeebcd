/** A board and a tray without a match: what would be played is written down. */

import "/static/board/board.js";
import { html, mount, signal } from "/static/dom.js";
import { Hand } from "/static/game/pieces/hand.js";
import { tray } from "/static/game/pieces/tray.js";
import { loadWords } from "/static/words.js";

await loadWords("en");

globalThis.played = [];
const game = { name: "pentomino", rows: 8, columns: 8, row_one: "top", title: { text: "Pentomino" } };
const position = { cells: ".".repeat(64), ply: 0, to_move: "X", legal: [] };
const client = {
  match: signal({ game, view: position, result: null }),
  myTurn: signal(true),
  pending: signal(null),
  play: (move) => globalThis.played.push(move),
};
const view = { shown: signal(position), ply: signal(null), panel: signal(null), display: signal(null) };
const hand = new Hand(client, view);
globalThis.hand = hand;

mount(document.querySelector("main"), () => html`<ff-board
    .game=${game} .view=${position} .interactive=${true} .held=${() => hand.held.value}
    @ff-play=${({ detail }) => hand.tap(detail)}
    @ff-point=${({ detail }) => hand.point(detail)}
    @ff-drag=${({ detail }) => hand.drag(detail)}
  ></ff-board>
  ${tray(hand, () => document.querySelector("ff-board"))}`);

/** Holds a piece, as it is turned, over a cell; returns the cells it covers. */
globalThis.hold = (letter, shape, cell) => {
  hand.shapes.value = { ...hand.shapes.peek(), [letter]: shape };
  hand.letter.value = letter;
  hand.move(cell);
  return hand.held.peek().cells;
};
globalThis.named = (cell) => "abcdefgh"[cell % 8] + (Math.floor(cell / 8) + 1);

/** Presses and releases on a cell as a browser does, with the click unless it was prevented. */
globalThis.tap = (cell, by) => {
  const node = document.querySelector(`[data-cell="${cell}"]`);
  const box = node.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const event = { ...at, bubbles: true, cancelable: true, pointerType: by, isPrimary: true };
  const send = (type, more = {}) =>
    node.dispatchEvent(new PointerEvent(type, { ...event, ...more }));
  if (by === "mouse") send("pointermove");
  send("pointerdown", { buttons: 1 });
  let prevented = false;
  if (by === "touch") {
    const touch = new Touch({ identifier: 1, target: node, ...at });
    const touches = { touches: [touch], changedTouches: [touch] };
    const start = new TouchEvent("touchstart", { bubbles: true, cancelable: true, ...touches });
    prevented = !node.dispatchEvent(start);
  }
  send("pointerup");
  if (!prevented) node.dispatchEvent(new MouseEvent("click", { ...event, detail: 1 }));
};

document.documentElement.dataset.ready = "yes";
