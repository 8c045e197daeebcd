/**
 * Mouse, pen and touch input. A mouse plays with a click. On small cells the first tap aims and the
 * second, on the same cell, plays; the aim and a held piece can be dragged. A mouse plays a held piece
 * where it drops it; a finger hides the cells under it, so its drop only moves the piece.
 */

const SLIP = 10; // pixels: a longer movement is a drag, not a tap
const SMALL = 32; // pixels: smaller cells need a tap to aim and a tap to play

export class Pointer {
  /**
   * @param {HTMLElement} surface
   * @param {{
   *   cellAt: (x: number, y: number) => number,
   *   cellSize: () => number,
   *   canPlay: () => boolean,
   *   confirms: () => boolean,
   *   aimed: () => number,
   *   grabs: (index: number, by: string) => boolean,
   *   point: (index: number, by: string) => void,
   *   aim: (index: number, by: string) => void,
   *   drag: (from: number, index: number, by: string) => void,
   *   play: (index: number, by: string) => void,
   * }} board cellAt returns -1 outside; grabs: a drag from this cell moves the aim or the held piece
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
    // A drag that moves the aim or a piece does not scroll the page; any other may.
    listen("touchstart", this.#touched, { passive: false });
  }

  #cell(event) {
    return this.board.cellAt(event.clientX, event.clientY);
  }

  #pressed(event) {
    const cell = this.#cell(event);
    const { clientX: x, clientY: y, pointerType: by } = event;
    const grabbed = this.board.canPlay() && this.board.grabs(cell, by);
    this.down = { cell, x, y, by, grabbed, dragged: false };
  }

  #touched(event) {
    const [touch] = event.changedTouches;
    const one = event.touches.length === 1;
    if (one && this.board.canPlay() && this.board.grabs(this.#cell(touch), "touch")) event.preventDefault();
  }

  #moved(event) {
    const cell = this.#cell(event);
    // A mouse released outside the board reports nothing but its buttons.
    if (event.pointerType === "mouse" && !event.buttons) this.down = null;
    const { down } = this;
    const far = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP;
    if (down && far) down.dragged = true;
    if (event.pointerType === "mouse" && !down?.grabbed) return this.board.point(cell, "mouse");
    if (!down?.grabbed || !down.dragged || cell < 0) return undefined;
    if (!this.#aimsFirst(down.by)) return this.board.drag(down.cell, cell, down.by);
    this.board.aim(cell, down.by);
    return this.board.point(cell, down.by);
  }

  /** A grabbed touch sends no click, because its default action is prevented. */
  #released(event) {
    const { down } = this;
    if (!down?.grabbed) return;
    const cell = this.#cell(event);
    const mouse = down.by === "mouse";
    if (mouse && !down.dragged) return; // the click follows
    this.down = null;
    if (!down.dragged) this.#tapped(cell, down.by);
    else if (mouse && cell >= 0) this.board.play(cell, "mouse");
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
    // Screen readers click without a pointer. A mouse that left the square before the release did
    // not mean to play.
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
