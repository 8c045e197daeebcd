/** What the page shows of a table: which panel, which position, which layers. */

import { batch, computed, signal } from "../dom.js";
import { get } from "../api.js";
import { recall, remember } from "./keep.js";

const WIDE = matchMedia("(min-width: 1600px)");

export class View {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    const kept = recall("panel", null);
    /** What was chosen and is remembered: the glass box, the list of moves. */
    this.glass = signal(kept === "glass" || kept === "both");
    this.moves = signal(kept === "moves" || kept === "both");
    /** What the game itself puts into the panel's place until something else is chosen. */
    this.special = signal(null);
    /** What the glass box draws on the board. */
    this.display = signal(null);
    /** What would have won, drawn on the position before it: `{ply, display}`. */
    this.better = signal(null);
    /** The ply looked at, null for the game's present. */
    this.ply = signal(null);
    this.history = signal(null);
    /** What the replay shows: `{view, numbers, ply}`. */
    this.played = signal(null);
    this.wide = signal(WIDE.matches);
    WIDE.addEventListener("change", () => (this.wide.value = WIDE.matches));

    /** Who is asked in an opening that is not settled; null when there is nothing to settle. */
    this.opening = computed(() => {
      const { swap2 } = table.match.value?.view ?? {};
      return swap2?.asked && !table.waiting() ? `${swap2.asked} ${swap2.may.length}` : null;
    });
    const over = computed(() => Boolean(table.match.value?.result) && !table.still);
    this.panel = computed(() => {
      if (this.special.value) return this.special.value;
      if (this.glass.value) return "glass";
      if (this.moves.value && !this.wide.value) return "moves";
      // A game that has ended keeps its result in sight, and with it the rematch.
      if (over.value) return "result";
      return this.opening.value ? "opening" : null;
    });
    this.column = computed(() => this.moves.value && this.wide.value);
    this.replaying = computed(() => this.special.value === "replay");
    this.shown = computed(() => this.position());
    this.numbers = computed(() => (this.replaying.value && this.played.value?.numbers) || null);
  }

  /** The position drawn: the present, or the one looked at. */
  position() {
    const match = this.table.match.value;
    if (!match) return null;
    if (this.replaying.value) return this.played.value?.view ?? match.view;
    const ply = this.ply.value;
    return (ply !== null && this.history.value?.views[ply]) || match.view;
  }

  /** What is drawn over the position: by the glass box, or by the result. */
  overlay() {
    if (this.panel.value === "glass") return this.display.value;
    const better = this.panel.value === "result" ? this.better.value : null;
    return better?.ply === this.shown.value?.ply ? (better?.display ?? null) : null;
  }

  toggleGlass() {
    this.choose("glass", this.panel.peek() !== "glass");
  }

  toggleMoves() {
    const open = this.wide.peek() ? this.column.peek() : this.panel.peek() === "moves";
    this.choose("moves", !open);
  }

  choose(name, open) {
    const at = this.replaying.peek() ? this.shown.peek().ply : null;
    batch(() => {
      const both = this.wide.peek();
      if (name === "glass") {
        this.glass.value = open;
        if (open && !both) this.moves.value = false;
      } else {
        this.moves.value = open;
        if (open && !both) this.glass.value = false;
      }
      if (name === "glass" || !both) this.special.value = null;
      this.present();
    });
    // Whoever looks into a position while it is replayed means that position.
    if (at !== null && !this.replaying.peek()) this.goTo(at);
    const glass = this.glass.peek();
    const moves = this.moves.peek();
    remember("panel", glass && moves ? "both" : glass ? "glass" : moves ? "moves" : null);
  }

  /** Shows the panel of this moment: result, invite, replay, or the glass box for one hint. */
  show(special) {
    this.special.value = special;
  }

  /** Back to where the game is. */
  present() {
    this.ply.value = null;
  }

  /** Every position of the game so far, asked for when first needed. */
  async views() {
    const match = this.table.match.peek();
    const known = this.history.peek();
    if (known?.version === match.version) return known.views;
    const { id, secret, story } = this.table;
    const views = story ?? (await get(`/api/matches/${id}/replay?last=all`, { secret })).views;
    this.history.value = { version: match.version, views };
    return views;
  }

  async goTo(ply) {
    if (this.replaying.peek()) {
      document.querySelector("ff-replay").go(ply);
      return;
    }
    const last = this.table.match.peek().plies.length;
    const wanted = Math.max(0, Math.min(last, ply));
    if (wanted < last) await this.views();
    this.ply.value = wanted === last ? null : wanted;
  }

  step(by) {
    if (this.replaying.peek()) document.querySelector("ff-replay").step(by);
    else this.goTo((this.ply.peek() ?? this.table.match.peek().plies.length) + by);
  }
}
