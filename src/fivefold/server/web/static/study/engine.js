/**
 * The engine's lines for the position on the board: several at once, deeper and deeper, until they
 * are stopped or a minute has passed.
 */
import { signal } from "../dom.js";
import { recall, remember } from "../local_storage.js";
import { newId } from "../notation.js";

export const MOST_LINES = 5;
/** The longest search that the server allows. */
const SECONDS = 60;
/** Milliseconds on a position before the engine starts: walking through a game asks nothing. */
const SETTLE = 150;

/**
 * @typedef {{ move: string, score: number | null, depth?: number, pv: string[] }} EngineLine
 * @typedef {{ node: number, state: string, side: Seat, depth: number | null, seconds: number,
 *   nodes: number | null, lines: EngineLine[], proof: any }} Found
 */

export class StudyEngine {
  /** @param {import("./client.js").StudyClient} client */
  constructor(client) {
    this.client = client;
    this.on = signal(false);
    this.count = signal(Math.min(MOST_LINES, Math.max(1, recall("study.lines", 3))));
    /** What it has found for the position on the board. @type {Signal<Found | null>} */
    this.found = signal(/** @type {Found | null} */ (null));
    /** Why it stopped. */
    this.trouble = signal(/** @type {Message | null} */ (null));
    this.node = 0;
    this.id = "";
    this.timer = 0;
    client.listeners.push((frame) => this.#receive(frame));
  }

  toggle() {
    this.on.value = !this.on.peek();
    this.trouble.value = null;
    if (this.on.peek()) this.#ask();
    else this.#stop();
  }

  /** @param {number} count */
  show(count) {
    this.count.value = count;
    remember("study.lines", count);
    if (this.on.peek()) this.#ask();
  }

  /** Follows the board to another position. */
  follow(node) {
    if (node === this.node) return;
    this.node = node;
    this.found.value = null;
    this.trouble.value = null;
    if (!this.on.peek()) return;
    this.#stop();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), SETTLE);
  }

  /** Goes on after the longest search. */
  goOn() {
    this.trouble.value = null;
    this.#ask();
  }

  #ask() {
    clearTimeout(this.timer);
    const { client } = this;
    const node = client.tree.node(this.node);
    if (!this.on.peek() || !node || node.end) return;
    this.id = newId();
    const { game, start } = client.study.peek();
    const place = client.draft
      ? { game: game.text, ...(start && { position: start }), moves: [] }
      : { node: this.node };
    const lines = this.count.peek();
    client.connection.send({ type: "analyse", id: this.id, ...place, lines, seconds: SECONDS });
  }

  #stop() {
    clearTimeout(this.timer);
    if (this.id) this.client.connection.send({ type: "cancel", id: this.id });
    this.id = "";
  }

  #receive(frame) {
    if (frame.type === "study" || (frame.type === "edited" && !frame.events?.length)) {
      // The connection is new: the old search ended with the one before.
      if (this.on.peek()) this.#ask();
    }
    if (!frame.id || frame.id !== this.id) return;
    if (frame.type === "error") {
      this.trouble.value = { ...frame.error, key: frame.error.code, text: frame.error.message };
      this.found.value = null;
      this.on.value = false;
      this.id = "";
    }
    if (frame.type !== "lines") return;
    const known = this.found.peek();
    // A search that waits has found nothing new.
    if (frame.lines.length || !known?.lines.length) this.found.value = { ...frame, node: this.node };
    else this.found.value = { ...known, state: frame.state };
    if (frame.state === "stopped") this.id = "";
  }
}
