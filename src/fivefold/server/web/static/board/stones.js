/** The stones or discs on a board. Only changed cells are redrawn. */

export class Stones {
  /**
   * @param {SVGGElement} layer
   * @param {(index: number, seat: string) => SVGGElement} make draws one
   */
  constructor(layer, cells, make, motion) {
    this.layer = layer;
    this.cells = cells;
    this.make = make;
    this.motion = motion;
    this.shown = ".".repeat(cells.count);
    /** @type {Map<number, SVGGElement>} */
    this.nodes = new Map();
  }

  /**
   * Shows the marks and returns the changed cells.
   * @param {string} marks X, O or . for each cell
   * @param {{ moving: boolean, back?: boolean, known?: number }} how back: a move is taken back;
   *   known: the cell of the pending stone, which is not animated again
   */
  show(marks, { moving, back = false, known = -1 }) {
    const changed = [];
    for (let index = 0; index < marks.length; index += 1) {
      if (marks[index] !== this.shown[index]) changed.push(index);
    }
    const origin = changed.find((index) => marks[index] === "." || this.shown[index] === ".");
    for (const index of changed) {
      const [before, seat] = [this.nodes.get(index), marks[index]];
      if (seat === ".") {
        this.nodes.delete(index);
        if (moving) this.motion.leave(before);
        else before?.remove();
        continue;
      }
      const node = this.make(index, seat);
      this.nodes.set(index, node);
      this.layer.append(node);
      if (!before) {
        if (moving && index !== known) this.motion.place(node);
      } else if (moving) {
        const distance = origin === undefined ? 0 : this.cells.distance(origin, index);
        this.motion.turn(before, node, distance, back);
      } else {
        before.remove();
      }
    }
    this.shown = marks;
    return changed;
  }

  at(index) {
    return this.nodes.get(index) ?? null;
  }
}
