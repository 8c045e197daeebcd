/** The pieces on a pentomino board. Pieces that stay keep their nodes. */

export class Pieces {
  /**
   * @param {SVGGElement} layer
   * @param {(letter: string, indexes: number[]) => SVGGElement} make draws one
   */
  constructor(layer, cells, make, motion) {
    this.layer = layer;
    this.make = make;
    this.motion = motion;
    this.shown = ".".repeat(cells.count);
    /** @type {Map<string, { where: string, node: SVGGElement }>} */
    this.pieces = new Map();
  }

  /** Shows the marks, a letter or . for each cell, and returns the changed cells. */
  show(marks, { moving, known = -1 }) {
    const changed = [];
    const places = new Map();
    for (let index = 0; index < marks.length; index += 1) {
      const letter = marks[index];
      if (letter !== this.shown[index]) changed.push(index);
      if (letter !== ".") places.set(letter, [...(places.get(letter) ?? []), index]);
    }
    for (const [letter, { where, node }] of this.pieces) {
      if (String(places.get(letter)) === where) continue;
      this.pieces.delete(letter);
      if (moving) this.motion.leave(node);
      else node.remove();
    }
    for (const [letter, indexes] of places) {
      if (this.pieces.has(letter)) continue;
      const node = this.make(letter, indexes);
      this.pieces.set(letter, { where: String(indexes), node });
      this.layer.append(node);
      if (moving && !indexes.includes(known)) this.motion.drop(node);
    }
    this.shown = marks;
    return changed;
  }

  at(index) {
    return this.pieces.get(this.shown[index])?.node ?? null;
  }
}
