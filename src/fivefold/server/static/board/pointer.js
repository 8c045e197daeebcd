/**
 * Mouse, pen and finger on a board. A mouse plays with a click. With small cells a finger aims
 * first and plays with a second tap on the same cell; what is aimed or held can be dragged.
 */

const SLIP = 10; // pixels a finger may move during a tap
const SMALL = 32; // a cell under this many pixels is aimed at before it is played

export class Pointer {
  /**
   * @param {HTMLElement} surface
   * @param {{
   *   cellAt: (x: number, y: number) => number,
   *   cellSize: () => number,
   *   canPlay: () => boolean,
   *   confirms: () => boolean,
   *   aimed: () => number,
   *   grabs: (index: number) => boolean,
   *   point: (index: number, by: string) => void,
   *   aim: (index: number, by: string) => void,
   *   play: (index: number, by: string) => void,
   * }} board cellAt answers -1 outside; grabs: a drag from this cell moves what is aimed or held
   */
  constructor(surface, board) {
    this.board = board;
    this.down = null;
    const listen = (name, work, how) => surface.addEventListener(name, work.bind(this), how);
    listen("pointerdown", this.#pressed);
    listen("pointermove", this.#moved);
    listen("pointerup", this.#released);
    listen("pointercancel", this.#cancelled);
    listen("pointerleave", this.#left);
    listen("click", this.#clicked);
    // A drag that moves a stone or a piece must not scroll the page; any other may.
    listen("touchstart", this.#touched, { passive: false });
  }

  #cell(event) {
    return this.board.cellAt(event.clientX, event.clientY);
  }

  #pressed(event) {
    const cell = this.#cell(event);
    const { clientX: x, clientY: y, pointerType: by } = event;
    const grabbed = by !== "mouse" && this.board.canPlay() && this.board.grabs(cell);
    this.down = { cell, x, y, by, grabbed, dragged: false };
  }

  #touched(event) {
    const [touch] = event.changedTouches;
    const one = event.touches.length === 1;
    if (one && this.board.canPlay() && this.board.grabs(this.#cell(touch))) event.preventDefault();
  }

  #moved(event) {
    const cell = this.#cell(event);
    if (event.pointerType === "mouse") return this.board.point(cell, "mouse");
    if (!this.down) return undefined;
    const { down } = this;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP) down.dragged = true;
    if (!down.grabbed || !down.dragged || cell < 0) return undefined;
    if (this.#aimsFirst(down.by)) this.board.aim(cell, down.by);
    return this.board.point(cell, down.by);
  }

  /** A grabbed touch makes no click, because its default was prevented. */
  #released(event) {
    const { down } = this;
    if (!down?.grabbed) return;
    this.down = null;
    if (!down.dragged) this.#tapped(this.#cell(event), down.by);
  }

  #cancelled() {
    this.down = null;
  }

  #left(event) {
    if (event.pointerType === "mouse") this.board.point(-1, "mouse");
  }

  #clicked(event) {
    const { down } = this;
    this.down = null;
    // Screen readers click without a pointer; a mouse that moved between press and release means
    // something else than the square it ended on.
    const cell = this.#cell(event);
    if (event.detail === 0) return this.#tapped(Number(event.target.dataset?.cell ?? -1), "key");
    if (down && down.cell === cell) return this.#tapped(cell, down.by);
    return undefined;
  }

  #tapped(cell, by) {
    if (cell < 0) return;
    if (by !== "mouse") this.board.point(cell, by);
    if (!this.board.canPlay()) return;
    if (this.#aimsFirst(by) && this.board.aimed() !== cell) this.board.aim(cell, by);
    else this.board.play(cell, by);
  }

  #aimsFirst(by) {
    const finger = by === "touch" || by === "pen";
    return finger && this.board.confirms() && this.board.cellSize() < SMALL;
  }
}
