/** The pieces that are left, and the one in the hand: picked, turned, held out, placed. */

import { pieceSvg } from "../board/pentomino.js";
import { computed, each, effect, html, signal, untracked } from "../dom.js";
import { t } from "../words.js";
import { icon } from "./icons.js";
import { cellName } from "./notation.js";
import { mirrored, placedAt, placement, rotated } from "./pieces.js";
import { refuse, say } from "./speech.js";

const VERDICTS = { "+": "page.tray.wins", "-": "page.tray.loses", "?": "page.tray.unknown" };

export class Hand {
  /** @param {import("./table.js").Table} table @param {import("./view.js").View} view */
  constructor(table, view) {
    this.table = table;
    this.view = view;
    this.shapes = signal({});
    this.letter = signal(null);
    this.cell = signal(null);
    this.brought = false;
    this.before = null;
    this.left = computed(() => {
      const cells = view.shown.value?.cells ?? "";
      return Object.keys(this.shapes.value).filter((letter) => !cells.includes(letter));
    });
    this.active = computed(
      () => table.myTurn.value && view.ply.value === null && !table.pending.value,
    );
    this.lies = computed(() => {
      const match = table.match.value;
      const shape = this.shapes.value[this.letter.value];
      if (!match || !shape || this.cell.value === null || !this.active.value) return null;
      return placedAt(shape, this.cell.value, match.game, match.view.cells);
    });
    /** The piece as the board draws it. */
    this.held = computed(() => {
      const lies = this.lies.value;
      if (!lies?.cells.length) return null;
      const { cells, bad, reason } = lies;
      return { letter: this.letter.value, cells, bad, fits: reason === null };
    });
    /** The piece in the hand as it is turned, wherever it would lie. */
    this.inHand = computed(() => {
      const letter = this.letter.value;
      return letter ? { letter, cells: this.held.value?.cells ?? null } : null;
    });
    /** Whether the piece wins where it lies, if the glass box was asked. */
    this.verdict = computed(() => {
      const sign = view.panel.value === "glass" && this.held.value && view.display.value?.lies;
      return sign ? t(VERDICTS[sign], { letter: this.letter.value }) : "";
    });
    effect(() => {
      const words = this.verdict.value;
      untracked(() => say(words));
    });
    effect(() => {
      // A piece that was placed is no longer in anybody's hand.
      if (this.letter.value && !this.left.value.includes(this.letter.value)) {
        this.letter.value = null;
      }
    });
  }

  pick(letter) {
    if (!this.left.peek().includes(letter)) return;
    this.letter.value = letter;
    this.brought = false;
    if (this.cell.peek() === null) {
      const { rows, columns } = this.table.match.peek().game;
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

  /** Holds the piece over a cell: the mouse, the focus or a finger went there. */
  move(cell) {
    const held = this.brought ? (this.held.peek()?.cells ?? []) : [];
    this.before ??= held;
    // A tap points and plays in one go: what lay there before it is forgotten after it.
    queueMicrotask(() => (this.before = null));
    this.brought = true;
    this.cell.value = cell;
  }

  /** A click places the piece; a finger first brings it, and places it by a tap on itself. */
  tap(cell, by) {
    const lay = this.before ?? this.held.peek()?.cells ?? [];
    const bringing = by === "touch" && this.letter.peek() && !lay.includes(cell);
    this.move(cell);
    if (!bringing) this.place();
  }

  /** Places the piece where it lies, or says why it cannot lie there. */
  place() {
    const letter = this.letter.peek();
    const lies = this.lies.peek();
    if (!letter || !lies) {
      refuse(t("page.tray.none"));
      return;
    }
    const { game } = this.table.match.peek();
    if (lies.reason) {
      const cell = lies.bad.length ? cellName(lies.bad[0], game) : "";
      refuse(t(lies.reason, { letter, cell }));
      return;
    }
    this.table.play(placement(letter, lies.cells, game));
  }

  /** What the glass box counted of a piece: { wins, losses, unknown }, or null. */
  tally(letter) {
    const { panel, display } = this.view;
    return (panel.value === "glass" && display.value?.tallies?.[letter]) || null;
  }

  /** What the place under the tray says about the piece in the hand. */
  words() {
    const lies = this.lies.value;
    if (!lies?.reason) return this.verdict.value;
    const { game } = this.table.match.value;
    const cell = lies.bad.length ? cellName(lies.bad[0], game) : "";
    return t(lies.reason, { letter: this.letter.value, cell });
  }

  /** Letters pick a piece while the tray has the focus. */
  key(key) {
    const letter = key.toUpperCase();
    if (this.left.peek().includes(letter)) {
      this.pick(letter);
      document.querySelector(`.tray [data-letter="${letter}"]`)?.focus();
      return true;
    }
    return false;
  }
}

/** @param {Hand} hand @param {() => void} toBoard */
export function tray(hand, toBoard) {
  const pickOrGo = (letter, event) => {
    const again = hand.letter.peek() === letter;
    hand.pick(letter);
    // Enter on the piece in the hand leads on to the board; a click already points there.
    if (event.detail === 0 && again) toBoard();
  };
  const walk = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...event.currentTarget.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    all.at((at + step) % all.length)?.focus();
    event.preventDefault();
  };
  const first = (letter) => letter === (hand.letter.value ?? hand.left.value[0]);
  return html`<section class="tray" aria-label=${t("page.tray.name")}>
    <div class="pieces" role="group" aria-label=${t("page.tray.left")} @keydown=${walk}>
      ${each(
        () => hand.left.value,
        (letter) => letter,
        (one) => {
          const letter = one.peek();
          return html`<button
            type="button"
            class="piece-button"
            data-letter=${letter}
            tabindex=${() => (first(letter) ? "0" : "-1")}
            aria-label=${() => pieceName(letter, hand.tally(letter))}
            aria-pressed=${() => String(hand.letter.value === letter)}
            @click=${(event) => pickOrGo(letter, event)}
          >${() => pieceSvg(letter, hand.shapes.value[letter], 13)}${() =>
            drawTally(hand.tally(letter))}</button>`;
        },
      )}
    </div>
    <div class="turners" ?hidden=${() => Boolean(hand.table.match.value.result)}>
      <button class="btn white" type="button" title=${t("page.tray.rotate.key")}
        @click=${() => hand.turn("rotate")}
        >${icon("rotate")}<span>${t("page.tray.rotate")}</span></button>
      <button class="btn white" type="button" title=${t("page.tray.mirror.key")}
        @click=${() => hand.turn("mirror")}
        >${icon("mirror")}<span>${t("page.tray.mirror")}</span></button>
      <span class="grow"></span>
      <button class="btn black" type="button" ?disabled=${() => !hand.held.value}
        @click=${() => hand.place()}>${t("page.tray.place")}</button>
    </div>
    <p class=${() => (hand.lies.value?.reason ? "why" : "why said")}>${() => hand.words()}</p>
  </section>`;
}

/** How many placements of a piece win and lose, and of how many nobody knows. */
function drawTally(tally) {
  if (!tally) return null;
  const { wins, losses, unknown } = tally;
  return html`<span class="tally" aria-hidden="true">
    ${wins ? html`<b class="win">+${wins}</b>` : null}
    ${losses ? html`<b class="loss">−${losses}</b>` : null}
    ${unknown ? html`<b class="unknown">?${unknown}</b>` : null}
  </span>`;
}

function pieceName(letter, tally) {
  const name = t("page.tray.piece", { letter });
  return tally ? t("page.tray.tally", { name, ...tally }) : name;
}
