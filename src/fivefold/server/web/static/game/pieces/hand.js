/** The pentomino being placed. */

import { computed, effect, signal, untracked } from "../../dom.js";
import { cellName } from "../../notation.js";
import { refuse, say } from "../../ui/announcements.js";
import { t } from "../../words.js";
import { mirrored, placedAt, placement, rotated, shifted } from "./placement.js";

const VERDICTS = { "+": "page.tray.wins", "-": "page.tray.loses", "?": "page.tray.unknown" };

export class Hand {
  /** @param {import("../match/client.js").MatchClient} client @param {import("../view.js").View} view */
  constructor(client, view) {
    this.client = client;
    this.view = view;
    /** @type {Signal<Record<string, import("./placement.js").Shape>>} each piece as it is turned */
    this.shapes = signal({});
    /** The piece in the hand. */
    this.letter = signal(/** @type {string | null} */ (null));
    /** The cell it is held over. */
    this.cell = signal(/** @type {number | null} */ (null));
    /** The placement that a drag began with. @type {{ from: number, cells: number[] } | null} */
    this.grip = null;
    this.left = computed(() => {
      const cells = view.shown.value?.cells ?? "";
      return Object.keys(this.shapes.value).filter((letter) => !cells.includes(letter));
    });
    this.active = computed(
      () => client.myTurn.value && view.ply.value === null && !client.pending.value,
    );
    /** The placement under the hand: cells, cells already taken, why it does not fit. */
    this.placement = computed(() => {
      const match = client.match.value;
      const shape = this.letter.value && this.shapes.value[this.letter.value];
      if (!match || !shape || this.cell.value === null || !this.active.value) return null;
      return placedAt(shape, this.cell.value, match.game, match.view.cells);
    });
    /** The piece as the board draws it. */
    this.held = computed(() => {
      const placed = this.placement.value;
      if (!placed?.cells.length) return null;
      const { cells, bad, reason } = placed;
      return { letter: this.letter.value, cells, bad, fits: reason === null };
    });
    /** The piece in the hand, with its cells if it is over the board. */
    this.inHand = computed(() => {
      const letter = this.letter.value;
      return letter ? { letter, cells: this.held.value?.cells ?? null } : null;
    });
    /** Whether the placement wins, if the glass box was asked. @type {Signal<string>} */
    this.verdict = computed(() => {
      const sign = view.panel.value === "glass" && this.held.value && view.display.value?.lies;
      return sign ? t(VERDICTS[sign], { letter: this.letter.value }) : "";
    });
    effect(() => {
      const words = this.verdict.value;
      untracked(() => say(words));
    });
    effect(() => {
      // A placed piece leaves the hand.
      if (this.letter.value && !this.left.value.includes(this.letter.value)) {
        this.letter.value = null;
      }
    });
  }

  pick(letter) {
    if (!this.left.peek().includes(letter)) return;
    this.letter.value = letter;
    if (this.cell.peek() === null) {
      const { rows, columns } = this.client.match.peek().game;
      this.cell.value = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    }
    say(t("page.tray.picked", { letter }));
  }

  turn(how) {
    const letter = this.letter.peek();
    if (!letter) {
      refuse(t("page.tray.none"));
      return;
    }
    const shapes = this.shapes.peek();
    const turned = (how === "mirror" ? mirrored : rotated)(shapes[letter]);
    this.shapes.value = { ...shapes, [letter]: turned };
    say(t(how === "mirror" ? "page.tray.mirrored" : "page.tray.rotated", { letter }));
  }

  /** Holds the piece over a cell. */
  move(cell) {
    this.grip = null;
    this.cell.value = cell;
  }

  /** Follows the mouse or the focus. A finger moves the piece only by a tap or a drag. */
  point({ cell, by }) {
    if (cell !== null && !isFinger(by)) this.move(cell);
  }

  /** Moves the piece with the pointer that holds it by the cell `from`. */
  drag({ from, cell }) {
    const held = this.held.peek()?.cells;
    const match = this.client.match.peek();
    if (!held || !match) return;
    const grip = this.grip;
    const cells = grip && grip.from === from ? grip.cells : held;
    this.grip = { from, cells };
    this.cell.value = shifted(cells, from, cell, match.game);
  }

  /**
   * Places the piece where it is shown, if the tap was on it or cannot bring it nearer. Any other
   * tap brings it there.
   */
  tap({ cell, by }) {
    this.grip = null;
    const onPiece = this.held.peek()?.cells.includes(cell);
    if (onPiece || this.cell.peek() === cell || !this.letter.peek()) this.place();
    else {
      this.move(cell);
      // A screen reader's click brings the piece and places it.
      if (by === "key") this.place();
    }
  }

  /** Plays the placement, or says why it does not fit. */
  place() {
    const letter = this.letter.peek();
    const placed = this.placement.peek();
    if (!letter || !placed) {
      refuse(t("page.tray.none"));
      return;
    }
    const { game } = this.client.match.peek();
    if (placed.reason) {
      const cell = placed.bad.length ? cellName(placed.bad[0], game) : "";
      refuse(t(placed.reason, { letter, cell }));
      return;
    }
    this.client.play(placement(letter, placed.cells, game));
  }

  /** The glass box's count of a piece's placements, { wins, losses, unknown }, or null. */
  tally(letter) {
    const { panel, display } = this.view;
    return (panel.value === "glass" && display.value?.tallies?.[letter]) || null;
  }

  /** The line under the tray: why the piece does not fit, or whether it wins. */
  words() {
    const placed = this.placement.value;
    if (!placed?.reason) return this.verdict.value;
    const { game } = this.client.match.value;
    const cell = placed.bad.length ? cellName(placed.bad[0], game) : "";
    return t(placed.reason, { letter: this.letter.value, cell });
  }

  /** Picks a piece by its letter while the tray has the focus. */
  key(key) {
    const letter = key.toUpperCase();
    if (this.left.peek().includes(letter)) {
      this.pick(letter);
      const button = document.querySelector(`.tray [data-letter="${letter}"]`);
      /** @type {HTMLElement | null} */ (button)?.focus();
      return true;
    }
    return false;
  }
}

const isFinger = (by) => by === "touch" || by === "pen";
