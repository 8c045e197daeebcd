/** Questions to any opponent about a position, several at a time, each with its own answer. */
import { post, remove } from "../api.js";
import { signal } from "../dom.js";
import { newId } from "../game/notation.js";

/** After this long a question can be given up. */
const PATIENCE = 2000;

/**
 * @typedef {{ id: string, strategy: string, hint: boolean, position: string, slow: boolean,
 *   state: "thinking" | "done" | "failed", decision: any, trouble: any }} Opinion
 */

/** Two views are the same position when they look the same and the same side is to move. */
export function positionOf(game, view) {
  return `${game.text}|${view.cells}|${view.to_move}|${view.ply}`;
}

export class Opinions {
  constructor() {
    this.list = signal(/** @type {Opinion[]} */ ([]));
    this.controls = new Map();
  }

  /** The opinions about a position, in the order they were asked. */
  about(position) {
    return this.list.value.filter((opinion) => opinion.position === position);
  }

  /** @param {object} question what the server needs: match and ply, or game and moves */
  async ask(strategy, question, position, hint = false) {
    const same = (each) =>
      each.position === position && each.strategy === strategy && each.hint === hint;
    this.list.peek().filter(same).forEach((each) => this.drop(each.id));
    const id = newId();
    const control = new AbortController();
    this.controls.set(id, control);
    const begun = { state: "thinking", slow: false, decision: null, trouble: null };
    this.list.value = [...this.list.peek(), { id, strategy, hint, position, ...begun }];
    const timer = setTimeout(() => this.change(id, { slow: true }), PATIENCE);
    try {
      const body = { id, strategy, ...question };
      const { decision } = await post("/api/questions", body, { signal: control.signal });
      this.change(id, { state: "done", decision });
    } catch (trouble) {
      if (trouble.name !== "AbortError") this.change(id, { state: "failed", trouble });
    } finally {
      clearTimeout(timer);
      this.controls.delete(id);
    }
    return this.list.peek().find((opinion) => opinion.id === id) ?? null;
  }

  /** Gives a question up, or takes an answer away. */
  drop(id) {
    const control = this.controls.get(id);
    this.list.value = this.list.peek().filter((opinion) => opinion.id !== id);
    if (!control) return;
    control.abort();
    // The search may have ended by itself in the meantime: nothing is left to stop then.
    remove(`/api/questions/${encodeURIComponent(id)}`).catch(() => {});
  }

  dropAll() {
    this.list.peek().forEach((opinion) => this.drop(opinion.id));
  }

  change(id, facts) {
    this.list.value = this.list
      .peek()
      .map((opinion) => (opinion.id === id ? { ...opinion, ...facts } : opinion));
  }
}
