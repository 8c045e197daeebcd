/**
 * <ff-board>: draws a position and reports pointing and playing. It knows no rules.
 *
 * A cell is an index in reading order, row 0 on top; properties that take cells also take names
 * ("h8"). Every property may be set at any time and takes effect at once.
 *
 * | property | |
 * |---|---|
 * | game | a GameInfo: name, rows, columns, title |
 * | view | a PositionView; one or two plies away from the last one it is animated |
 * | interactive | the user may play: hover stone, legal squares, ff-play |
 * | seat | "X" or "O": the side of the hover stone and of the pending move; default: side to move |
 * | pending, unsent | the move the server has not confirmed; unsent: it pulses |
 * | overlay | a Display or null |
 * | numbers | Map of cell to move number, or null; numbers replace the seal of the last move |
 * | held | {letter, cells, fits, bad} or null: the piece over the board |
 * | coordinates | true or false; default: shown if there is room |
 * | confirm | on cells under 32 px the first tap aims and the second plays |
 * | closed | the game is over |
 * | margin | {seat, text, side?: "top" or "bottom"} or null: Othello's margin, drawn on the loser's
 *            side of the frame |
 * | describe | (cell) => the cell's label for screen readers |
 * | label | the board's label for screen readers |
 * | legend | read only: {low, high} of the heat shown, or null |
 *
 * Attributes: `still` (no animation), `mini` (a small picture without a grid; coordinates only if
 * `coordinates` is true).
 * Bubbling events with {cell, name, by: "mouse" | "touch" | "pen" | "key"}: `ff-play`, `ff-point`
 * (cell null: the mouse left), `ff-aim`, and `ff-drag`, which also has the cell `from` by which the
 * held piece is dragged.
 * Methods: shake(cell), focusCell(cell), focus(), cellSize(), cellFrom(x, y), clearAim().
 */

import { t, write } from "../words.js";
import { Cells } from "./cells.js";
import { Drawing } from "./drawing.js";
import { makeFace } from "./face.js";
import { Grid } from "./grid.js";
import { Motion } from "./motion.js";
import { Pointer } from "./pointer.js";
import { describer } from "./labels.js";
import { CELL } from "./svg.js";

const COMPACT = 480; // a narrower board has no room for small coordinates
/** @type {Record<string, any>} */
const PROPERTIES = {
  game: null,
  view: null,
  interactive: false,
  seat: null,
  pending: null,
  unsent: false,
  overlay: null,
  numbers: null,
  held: null,
  coordinates: null,
  confirm: false,
  closed: false,
  margin: null,
  describe: null,
  label: null,
};

export class Board extends HTMLElement {
  static observedAttributes = ["mini"];

  /** @type {any} */
  #values = { ...PROPERTIES };
  #motion = new Motion(this);
  // Set by #build, before anything is drawn; #grid stays null in a mini board.
  /** @type {Drawing} */
  #drawing = /** @type {any} */ (null);
  /** @type {any} */
  #grid = null;
  /** @type {Cells} */
  #cells = /** @type {any} */ (null);
  #built = "";
  #compact = false;
  #pointed = -1;
  #hovered = -1;
  #aimed = -1;
  #labelling = false;
  /** @type {HTMLElement} */
  #face = /** @type {any} */ (null);
  #sizes = new ResizeObserver(() => this.#resized());

  static {
    for (const name of Object.keys(PROPERTIES)) {
      Object.defineProperty(this.prototype, name, {
        /** @this {Board} */
        get() {
          return this.#values[name];
        },
        /** @this {Board} */
        set(value) {
          this.#set(name, value);
        },
      });
    }
  }

  connectedCallback() {
    // A property set before the element was defined is an own property and hides the accessor.
    const own = /** @type {any} */ (this);
    for (const name of Object.keys(PROPERTIES).filter((each) => Object.hasOwn(own, each))) {
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
    this.#sizes.observe(this);
    this.#built = "";
    if (this.#values.game) this.#build();
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.#values.game) this.#build();
  }

  get legend() {
    const heat = this.#values.overlay?.heat;
    return heat ? { low: heat.low, high: heat.high } : null;
  }

  /** Shows a refusal: the square shakes, or is outlined with reduced motion. */
  shake(cell) {
    const index = this.#cells?.index(cell) ?? -1;
    if (index >= 0) this.#drawing.refuse(index);
  }

  focusCell(cell) {
    const index = this.#cells?.index(cell) ?? -1;
    if (index >= 0) this.#grid?.focus(index);
  }

  focus() {
    this.#grid?.focus();
  }

  /** @returns {number} the side of a cell in pixels */
  cellSize() {
    if (!this.#drawing) return 0;
    return (this.#face.getBoundingClientRect().width / this.#drawing.frame.width) * CELL;
  }

  /** @returns {number} the cell at a point of the window; -1 outside */
  cellFrom(x, y) {
    return this.#drawing ? this.#cellAt(x, y) : -1;
  }

  clearAim() {
    this.#aimAt(-1);
  }

  #set(name, value) {
    const before = this.#values[name];
    if (Object.is(before, value)) return;
    this.#values[name] = value;
    if (!this.isConnected || !this.#values.game) return;
    if (name === "game" || name === "coordinates") this.#build();
    else this.#changed[name]?.(before);
  }

  /** What to redraw after a change, by property. @type {Record<string, (before: any) => void>} */
  #changed = {
    view: (before) => {
      this.#aimAt(-1);
      this.#drawing.showView(this.#values, before);
      this.#hover();
      this.#relabel();
    },
    interactive: () => {
      this.#state();
      this.#drawing.showLegal(this.#values);
      this.#hover();
    },
    seat: () => {
      this.#drawing.showPending(this.#values);
      this.#drawing.showMargin(this.#values);
      this.#hover();
    },
    pending: () => {
      this.#aimAt(-1);
      this.#drawing.showPending(this.#values);
      this.#drawing.showLegal(this.#values);
      this.#hover();
    },
    unsent: () => {
      this.#drawing.showPending(this.#values);
    },
    overlay: () => {
      this.#drawing.showOverlay(this.#values);
      this.#relabel();
    },
    numbers: () => {
      this.#drawing.showNumbers(this.#values);
      this.#relabel();
    },
    held: () => {
      this.#drawing.showHeld(this.#values);
      this.#hover();
    },
    confirm: () => {
      this.#aimAt(-1);
    },
    closed: () => {
      this.#state();
      this.#drawing.showLegal(this.#values);
      this.#hover();
    },
    margin: () => {
      this.#drawing.showMargin(this.#values);
    },
    describe: () => {
      this.#relabel();
    },
    label: () => {
      this.#name();
    },
  };

  #build() {
    const { game } = this.#values;
    const mini = this.hasAttribute("mini");
    const { coordinates } = this.#values;
    this.#compact = this.clientWidth > 0 && this.clientWidth < COMPACT;
    // By default coordinates show where they are legible: always in a frame, on wood only if the
    // board is large enough.
    const shown = coordinates ?? !(this.#compact && game.name === "gomoku");
    const plan = { coordinates: mini ? coordinates === true : shown, compact: this.#compact, mini };
    const wanted = JSON.stringify([game.name, game.rows, game.columns, plan]);
    if (wanted === this.#built) {
      this.#name();
      return;
    }
    this.#built = wanted;
    this.#aimed = this.#hovered = this.#pointed = -1;
    const sameBoard =
      this.#grid && this.#cells.rows === game.rows && this.#cells.columns === game.columns;
    const focused = sameBoard && this.#grid.element.contains(document.activeElement);
    const here = sameBoard ? this.#grid.here : null;
    this.#cells = new Cells(game);
    this.#drawing = new Drawing(game.name, this.#cells, plan, this.#motion);
    this.#furnish(mini);
    if (this.#grid && here !== null) this.#grid.roveTo(here);
    if (focused) this.#grid?.focus();
    this.#drawing.showView(this.#values, null);
    this.#drawing.showMargin(this.#values);
    this.#drawing.showHeld(this.#values);
    this.#state();
    this.#name();
    this.#relabel();
  }

  /** Fills the element with the drawing and, unless it is mini, the grid. */
  #furnish(mini) {
    const { frame, element } = this.#drawing;
    this.#face = makeFace(this.#values.game.name, frame, element);
    this.style.setProperty("--ff-room", String(Math.max(1, frame.width / frame.height)));
    this.#grid = mini ? null : this.#makeGrid();
    if (this.#grid) {
      this.#grid.cover(frame, CELL);
      this.#face.append(this.#grid.element);
      this.#listen();
    }
    if (mini) element.setAttribute("role", "img");
    else element.setAttribute("aria-hidden", "true");
    this.replaceChildren(this.#face);
  }

  #makeGrid() {
    return new Grid(this.#cells, {
      canPlay: () => this.#canPlay(),
      aimed: () => this.#aimed >= 0,
      point: (index) => {
        if (index === this.#pointed) return;
        this.#pointed = index;
        this.#tell("ff-point", index, "key");
      },
      play: (index) => {
        this.#aimAt(-1);
        this.#tell("ff-play", index, "key");
      },
      escape: () => this.#aimAt(-1),
    });
  }

  #listen() {
    new Pointer(this.#face, {
      cellAt: (x, y) => this.#cellAt(x, y),
      cellSize: () => this.cellSize(),
      canPlay: () => this.#canPlay(),
      confirms: () => this.#values.confirm,
      aimed: () => this.#aimed,
      grabs: (index, by) => this.#grabs(index, by),
      point: (index, by) => this.#point(index, by),
      aim: (index, by) => {
        if (index === this.#aimed) return;
        this.#aimAt(index);
        this.#tell("ff-aim", index, by);
      },
      drag: (from, index, by) => this.#tell("ff-drag", index, by, { from }),
      play: (index, by) => {
        this.#aimAt(-1);
        this.#tell("ff-play", index, by);
      },
    });
  }

  #resized() {
    const compact = this.clientWidth > 0 && this.clientWidth < COMPACT;
    if (this.#built && compact !== this.#compact) this.#build();
  }

  #canPlay() {
    return this.#values.interactive && !this.#values.closed;
  }

  #cellAt(x, y) {
    const box = this.#face.getBoundingClientRect();
    const { frame } = this.#drawing;
    const scale = frame.width / box.width / CELL;
    const column = Math.floor((x - box.left) * scale - frame.origin / CELL);
    const row = Math.floor((y - box.top) * scale - frame.origin / CELL);
    const inside =
      row >= 0 && column >= 0 && row < this.#cells.rows && column < this.#cells.columns;
    return inside ? row * this.#cells.columns + column : -1;
  }

  /** Whether a finger starting here drags the aim, or any pointer the held piece. */
  #grabs(index, by) {
    if (index < 0) return false;
    if (this.#aimed >= 0) return by !== "mouse" && this.#cells.distance(index, this.#aimed) <= 1;
    const held = this.#cells.indexes(this.#values.held?.cells);
    return held.some((cell) => this.#cells.distance(index, cell) === 0);
  }

  #point(index, by) {
    if (index === this.#pointed) return;
    this.#pointed = index;
    this.#hovered = by === "mouse" ? index : -1;
    this.#hover();
    this.#tell("ff-point", index, by);
  }

  #tell(type, index, by, more = {}) {
    const place = index < 0 ? [null, null] : [index, this.#cells.name(index)];
    const detail = { cell: place[0], name: place[1], by, ...more };
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #aimAt(index) {
    if (index === this.#aimed) return;
    this.#aimed = index;
    this.#drawing.showAim(this.#values, index);
  }

  #hover() {
    this.#drawing.showHover(this.#values, this.#canPlay() ? this.#hovered : -1);
  }

  #state() {
    const { closed } = this.#values;
    this.#face.classList.toggle("ff-playable", this.#canPlay());
    this.#face.classList.toggle("ff-closed", Boolean(closed));
    if (closed) this.#aimAt(-1);
    this.#grid?.element.setAttribute("aria-disabled", String(Boolean(closed)));
  }

  #name() {
    const { game, label } = this.#values;
    const { rows, columns } = game;
    const words = label ?? t("page.board.label", { game: write(game.title), rows, columns });
    (this.#grid?.element ?? this.#drawing.element).setAttribute("aria-label", words);
  }

  /** Updates the cells' labels in a later task: screen readers do not need them before. */
  #relabel() {
    if (!this.#grid || this.#labelling) return;
    this.#labelling = true;
    setTimeout(() => {
      this.#labelling = false;
      const say = this.#values.describe ?? describer(this.#values, this.#drawing);
      this.#grid?.nodes.forEach((_, index) => this.#grid.label(index, say(index)));
    });
  }
}

customElements.define("ff-board", Board);
