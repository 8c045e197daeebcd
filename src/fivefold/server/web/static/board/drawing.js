/** The SVG of one board: its base and a layer for each kind of mark. */

import { makeDefs } from "./defs.js";
import * as gomoku from "./gomoku.js";
import { cross, ghost, seal, through } from "./marks.js";
import * as othello from "./othello.js";
import { drawHeat, drawOverlay } from "./overlay.js";
import * as pentomino from "./pentomino.js";
import { Pieces } from "./pieces.js";
import { Stones } from "./stones.js";
import { CELL, circle, group, path, square, svg, text } from "./svg.js";

const GAMES = { gomoku, othello, pentomino };
// Bottom to top: tints under the lines, halos under the stones, the pointer above all.
const LAYERS = ["base", "heat", "dead", "lines", "legal", "under", "stones", "held", "over"].concat(
  ["numbers", "win", "seal", "margin", "hover", "aim", "pending", "refused"],
);

export class Drawing {
  /**
   * @param {string} name a game without a drawing of its own looks like Othello: squares and discs
   * @param {{ coordinates: boolean, compact: boolean, mini: boolean }} plan
   */
  constructor(name, cells, plan, motion) {
    this.name = name in GAMES ? name : "othello";
    this.cells = cells;
    this.motion = motion;
    this.game = GAMES[this.name];
    this.frame = this.game.frame(cells, plan);
    this.legal = new Set();
    this.labels = new Map();
    this.marked = new Set();
    this.people = new Set(); // cells with a mark of a person, which replaces the seal
    this.sure = -1; // the cell of the pending stone, which is on the board before its move arrives
    this.heat = null;
    this.ghostKey = "";
    this.lineKey = "";
    const { defs, fill } = makeDefs();
    this.fill = fill;
    this.layers = Object.fromEntries(LAYERS.map((layer) => [layer, group(`ff-layer-${layer}`)]));
    const viewBox = `0 0 ${this.frame.width} ${this.frame.height}`;
    const layers = Object.values(this.layers);
    this.element = svg("svg", { viewBox, class: "ff-drawing" }, defs, ...layers);
    this.layers.base.append(...this.game.base(this.frame, cells));
    this.layers.lines.append(...this.game.lines(this.frame, cells));
    const [Men, make] =
      name === "pentomino"
        ? [Pieces, (letter, indexes) => this.#piece(letter, indexes)]
        : [Stones, (index, seat) => this.#stone(index, seat)];
    this.men = new Men(this.layers.stones, cells, make, motion);
  }

  /** The centre of a cell. @type {(index: number) => [number, number]} */
  at = (index) => {
    const { origin } = this.frame;
    const middle = (place) => origin + CELL * (place + 0.5);
    return [middle(this.cells.column(index)), middle(this.cells.row(index))];
  };

  /** @type {(column: number, row: number) => [number, number]} */
  #corner = (column, row) => [this.frame.origin + CELL * column, this.frame.origin + CELL * row];

  #stone(index, seat) {
    const [x, y] = this.at(index);
    return this.game.stone(x, y, seat, this.fill);
  }

  #piece(letter, indexes, how) {
    const places = indexes.map((index) => [this.cells.row(index), this.cells.column(index)]);
    return pentomino.piece(letter, places, this.#corner, this.fill, how);
  }

  /** The side of a new stone. */
  #side({ seat, view }) {
    return seat ?? view?.to_move ?? "X";
  }

  #marks(view) {
    const fits = view?.cells.length === this.cells.count;
    return fits ? view.cells : ".".repeat(this.cells.count);
  }

  /** Shows a position; `before` is the previous view, or null. */
  showView(values, before) {
    const { view } = values;
    const plies = view && before ? view.ply - before.ply : 0;
    const near = Boolean(before) && Math.abs(plies) <= 2;
    const moving = near && plies !== 0;
    this.men.show(this.#marks(view), { moving, back: plies < 0, known: this.sure });
    this.sure = -1;
    this.showPending(values);
    this.#showLine(view, near);
    this.#showDead(view);
    this.showOverlay(values);
  }

  #showLine(view, moving) {
    const points = this.cells.indexes(view?.line).map(this.at);
    const key = points.join(" ");
    if (key === this.lineKey) return;
    this.lineKey = key;
    this.layers.win.replaceChildren();
    if (points.length < 2) return;
    const ends = through([points[0], points.at(-1)]);
    const lines = [path(ends, "ff-win-halo"), path(ends, "ff-win-line")];
    this.layers.win.append(...lines);
    if (moving) lines.forEach((line) => this.motion.drawLine(line));
  }

  #showDead(view) {
    const dead = this.name === "pentomino" ? this.cells.indexes(view?.dead) : [];
    const rects = dead.flatMap((index) => {
      const [x, y] = this.#corner(this.cells.column(index), this.cells.row(index));
      const hatch = pentomino.cellRect(x, y, "ff-dead", this.fill("hatch"));
      return [pentomino.cellRect(x, y, "ff-dead-ground"), hatch];
    });
    this.layers.dead.replaceChildren(...rects);
  }

  /** @param {any} values the board's properties */
  showOverlay({ overlay, view, ...values }) {
    const marks = this.#marks(view);
    const board = {
      cells: this.cells,
      marks,
      at: this.at,
      heat: (index, step) => this.#heat(index, step),
      piece: (letter, indexes, how) => this.#piece(letter, indexes, how),
    };
    const { under, over, ghosts, labels, marked } = drawOverlay(overlay ?? {}, board);
    const heat = overlay?.heat ?? null;
    if (heat !== this.heat) this.layers.heat.replaceChildren(...drawHeat(heat, board));
    this.heat = heat;
    this.layers.under.replaceChildren(...under);
    this.layers.over.replaceChildren(...over);
    const ghostKey = JSON.stringify(overlay?.ghosts ?? []);
    if (ghostKey !== this.ghostKey) this.motion.ghosts(ghosts);
    this.ghostKey = ghostKey;
    this.labels = labels;
    this.marked = marked;
    const people = [...(overlay?.shapes ?? []), ...(overlay?.letters ?? [])];
    this.people = new Set(this.cells.indexes(people.map(({ cell }) => cell)));
    this.showNumbers({ view, ...values });
    this.showLegal({ view, ...values });
  }

  #heat(index, step) {
    const classes = `ff-heat-${step}`;
    const [x, y] = this.at(index);
    if (this.name === "gomoku") return square(x, y, 32, 6, classes);
    if (this.name === "othello") return square(x, y, CELL, 0, classes);
    return pentomino.cellRect(x - CELL / 2, y - CELL / 2, classes);
  }

  /** Marks legal squares in Othello, if nothing else marks them, and forbidden ones in Gomoku. */
  showLegal({ view, interactive, closed, pending }) {
    if (this.name === "gomoku") {
      const crosses = this.cells.indexes(view?.forbidden).map((index) => {
        const [x, y] = this.at(index);
        return path(`M${x - 8} ${y - 8}l16 16m0 -16l-16 16`, "ff-forbidden");
      });
      this.layers.legal.replaceChildren(...crosses);
      return;
    }
    const known = this.name === "othello" && interactive && !closed && !pending;
    this.legal = new Set(known ? this.cells.indexes(view?.legal) : []);
    const dots = [...this.legal]
      .filter((index) => !this.marked.has(index))
      .map((index) => circle(...this.at(index), 4, "ff-legal-dot"));
    this.layers.legal.replaceChildren(...dots);
  }

  /** Shows the move numbers; without them, the seal on the last move. */
  showNumbers({ numbers, view }) {
    const marks = this.#marks(view);
    const shown = [];
    for (const [cell, number] of numbers ?? []) {
      const index = this.cells.index(cell);
      if (index >= 0 && marks[index] !== ".") shown.push(this.#number(index, number, marks[index]));
    }
    this.layers.numbers.replaceChildren(...shown);
    const [last] = this.cells.indexes(view?.last);
    const won = this.cells.indexes(view?.line).includes(last);
    const drawnOn = this.people.has(last);
    const sealed = last !== undefined && !numbers && !won && marks[last] !== "." && !drawnOn;
    this.layers.seal.replaceChildren(...(sealed ? [this.#seal(last)] : []));
  }

  #number(index, number, mark) {
    const [x, y] = this.at(index);
    const size = String(number).length > 2 ? 14 : 17;
    if (this.name === "pentomino") {
      return text(x + 11, y - 11, number, 11, `ff-number ff-on-piece ff-piece-${mark}`);
    }
    const side = mark === "X" ? "black" : "white";
    return text(x, this.name === "othello" ? y - 1 : y, number, size, `ff-number ff-on-${side}`);
  }

  #seal(index) {
    const [x, y] = this.at(index);
    if (this.name === "pentomino") return seal(x + 11, y - 11, this.frame.seal);
    return seal(x, this.name === "othello" ? y - 1 : y, this.frame.seal);
  }

  /** Shows the pending move; synchronous, so that it is in the next frame. */
  showPending(values) {
    const { pending, view, unsent } = values;
    const { letter, cells } = pending ? this.cells.move(pending) : { letter: null, cells: [] };
    const marks = this.#marks(view);
    const key = cells.length && cells.every((index) => marks[index] === ".") ? pending : "";
    const layer = this.layers.pending;
    layer.classList.toggle("ff-unsent", Boolean(unsent));
    if (layer.dataset.move === key) return;
    layer.dataset.move = key;
    layer.replaceChildren();
    if (!key) return;
    [this.sure] = cells;
    const node = letter ? this.#piece(letter, cells) : this.#stone(cells[0], this.#side(values));
    layer.append(node);
    if (letter) this.motion.drop(node);
    else this.motion.place(node);
  }

  showHeld({ held }) {
    const cells = this.cells.indexes(held?.cells);
    const shown = [];
    if (cells.length) {
      const kind = held.fits ? "ff-held-piece" : "ff-held-piece ff-misfit";
      shown.push(this.#piece(held.letter, cells, { kind, name: "" }));
      shown.push(...this.cells.indexes(held.bad).map((index) => cross(...this.at(index))));
    }
    this.layers.held.replaceChildren(...shown);
  }

  /** The stone under the mouse, on squares that may be legal. */
  showHover(values, index) {
    const { view, held, pending } = values;
    const free = index >= 0 && this.#marks(view)[index] === "." && !held && !pending;
    const known = this.name !== "othello" || !view?.legal || this.legal.has(index);
    const shown = free && known && this.name !== "pentomino";
    this.layers.hover.replaceChildren(
      ...(shown ? [this.game.hover(...this.at(index), this.#side(values))] : []),
    );
  }

  /** The cell a finger aims at: cross hairs and a preview of the stone. */
  showAim(values, index) {
    if (index < 0) return this.layers.aim.replaceChildren();
    const [x, y] = this.at(index);
    const { width, height } = this.frame;
    const across = `M0 ${y}H${x - 22}M${x + 22} ${y}H${width}`;
    const down = `M${x} 0V${y - 22}M${x} ${y + 22}V${height}`;
    const aimed =
      this.name === "pentomino"
        ? square(x, y, 34, 6, "ff-aim-square")
        : this.#aimStone(x, y, values);
    return this.layers.aim.replaceChildren(path(across + down, "ff-hairs"), aimed);
  }

  #aimStone(x, y, values) {
    const node = ghost(x, y, "", this.#side(values));
    node.classList.replace("ff-mark", "ff-aim-stone");
    return node;
  }

  showMargin({ margin, seat }) {
    const shown = margin && this.name === "othello";
    const side = margin?.side ?? (margin?.seat === (seat ?? "X") ? "bottom" : "top");
    this.layers.margin.replaceChildren(
      ...(shown ? [othello.margin(this.frame, { ...margin, side })] : []),
    );
  }

  refuse(index) {
    const mark = square(...this.at(index), 36, 6, "ff-refusal");
    this.layers.refused.replaceChildren(mark);
    const shaken = [this.men.at(index), ...this.layers.pending.children].filter(Boolean);
    this.motion.refuse(mark, shaken);
  }
}
