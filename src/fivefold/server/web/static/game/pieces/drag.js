/**
 * Drags a piece from the tray onto the board. A mouse places it where it is dropped; a finger hides
 * the squares under it, so a dropped piece waits there for a tap.
 */

const SLIP = 10; // pixels: a shorter movement is a tap

/**
 * @param {HTMLElement} pieces the buttons
 * @param {import("./hand.js").Hand} hand
 * @param {() => import("../../board/board.js").Board | null} board
 */
export function dragPieces(pieces, hand, board) {
  /** @type {{ letter: string, id: number, x: number, y: number, on: boolean } | null} */
  let drag = null;
  let dropped = false;

  const slipped = ({ clientX, clientY }) =>
    drag && Math.hypot(clientX - drag.x, clientY - drag.y) > SLIP;
  /** Whether the movement leaves the tray rather than scrolls it. */
  const leaves = ({ clientX, clientY }) => {
    const scrolls = pieces.scrollWidth > pieces.clientWidth + 1;
    return !scrolls || (drag && Math.abs(clientY - drag.y) > Math.abs(clientX - drag.x));
  };
  const cellUnder = ({ clientX, clientY }) => board()?.cellFrom(clientX, clientY) ?? -1;

  pieces.addEventListener("pointerdown", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-letter]");
    const letter = button?.getAttribute("data-letter");
    dropped = false;
    if (!letter || event.button !== 0 || !event.isPrimary) return;
    drag = { letter, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
    for (const [type, listener] of Object.entries(listeners)) {
      document.addEventListener(type, listener);
    }
  });

  function move(event) {
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.on) {
      if (!slipped(event) || !leaves(event)) return;
      drag.on = true;
      hand.pick(drag.letter);
    }
    const cell = cellUnder(event);
    if (cell >= 0) hand.move(cell);
  }

  function end(event) {
    if (!drag || drag.id !== event.pointerId) return;
    dropped = drag.on && event.type === "pointerup";
    drag = null;
    for (const [type, listener] of Object.entries(listeners)) {
      document.removeEventListener(type, listener);
    }
    if (dropped && event.pointerType === "mouse" && cellUnder(event) >= 0) hand.place();
  }

  // A fast mouse leaves the tray between two movements, so the whole page listens.
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  // Without this the browser would scroll and take the pointer away.
  pieces.addEventListener(
    "touchmove",
    (event) => {
      const [touch] = event.changedTouches;
      if (drag && event.cancelable && (drag.on || leaves(touch))) event.preventDefault();
    },
    { passive: false },
  );
  // The click that follows a drop is no pick.
  pieces.addEventListener(
    "click",
    (event) => {
      if (dropped) event.stopPropagation();
      dropped = false;
    },
    { capture: true },
  );
}
