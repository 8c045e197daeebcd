/** The tray of remaining pentominoes, and the piece being placed. */

import { pieceSvg } from "../../board/pentomino.js";
import { computed, each, effect, html, signal, untracked } from "../../dom.js";
import { t } from "../../words.js";
import { icon } from "../../ui/icons.js";
import { cellName } from "../../notation.js";
import { mirrored, placedAt, placement, rotated } from "./placement.js";
import { refuse, say } from "../../ui/announcements.js";

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
    /** Whether a pointer or the focus has moved the piece. */
    this.moved = false;
    /** The cells it covered before this tap. @type {number[] | null} */
    this.before = null;
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
    this.moved = false;
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

  /** Moves the piece over the cell under the mouse, the focus or a finger. */
  move(cell) {
    const held = this.moved ? (this.held.peek()?.cells ?? []) : [];
    this.before ??= held;
    // A tap sends ff-point and ff-play in one task; `tap` needs the cells from before both.
    queueMicrotask(() => (this.before = null));
    this.moved = true;
    this.cell.value = cell;
  }

  /** Places the piece; a finger moves it first, and places it with a tap on the piece. */
  tap(cell, by) {
    const covered = this.before ?? this.held.peek()?.cells ?? [];
    const moves = by === "touch" && this.letter.peek() && !covered.includes(cell);
    this.move(cell);
    if (!moves) this.place();
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

/** @param {Hand} hand @param {() => void} toBoard */
export function tray(hand, toBoard) {
  const pickOrGo = (letter, event) => {
    const again = hand.letter.peek() === letter;
    hand.pick(letter);
    // Enter on the piece in the hand moves the focus to the board; a click needs no focus.
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
    <div class="turners" ?hidden=${() => Boolean(hand.client.match.value.result)}>
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
    <p class=${() => (hand.placement.value?.reason ? "why" : "why said")}>${() => hand.words()}</p>
  </section>`;
}

/** A piece's placements by outcome: won, lost, unknown. */
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
