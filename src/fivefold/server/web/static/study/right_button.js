/** The right mouse button: a click marks a cell with the last shape, a drag draws an arrow. */
import { cellName } from "../notation.js";
import { SHAPES } from "./desk.js";

const RIGHT = 2;

/** @param {HTMLElement} element @param {import("./desk.js").StudyDesk} desk */
export function drawWithRightButton(element, desk) {
  let from = -1;
  const cellAt = ({ clientX, clientY }) =>
    /** @type {any} */ (element.querySelector("ff-board"))?.cellFrom(clientX, clientY) ?? -1;
  const free = () => !desk.setUp.open.peek();
  element.addEventListener("contextmenu", (event) => free() && event.preventDefault());
  element.addEventListener("pointerdown", (event) => {
    from = event.button === RIGHT && event.pointerType === "mouse" && free() ? cellAt(event) : -1;
  });
  element.addEventListener("pointerup", (event) => {
    if (event.button !== RIGHT || from < 0) return;
    const to = cellAt(event);
    const { game } = desk.client.study.peek();
    const shape = SHAPES.includes(desk.lastTool) ? desk.lastTool : SHAPES[0];
    if (to === from) desk.mark(cellName(to, game), shape);
    else if (to >= 0) desk.arrow(cellName(from, game), cellName(to, game));
    from = -1;
    // The arrow keys walk through the moves again.
    /** @type {any} */ (document.activeElement)?.blur?.();
  });
}
