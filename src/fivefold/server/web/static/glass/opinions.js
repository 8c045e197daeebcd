/** Questions to strategies about positions; several may be open at a time. */
import { post, remove } from "../api.js";
import { signal } from "../dom.js";
import { newId } from "../notation.js";

/** Milliseconds after which a question can be cancelled. */
const SLOW_AFTER = 2000;

/**
 * @typedef {{ id: string, strategy: string, hint: boolean, position: string, slow: boolean,
 *   state: "thinking" | "done" | "failed", decision: any, trouble: any }} Opinion
 */

/** A key for the position of a view. */
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

  /** @param {object} question match and ply, or game and moves */
  async ask(strategy, question, position, hint = false) {
    const same = (each) =>
      each.position === position && each.strategy === strategy && each.hint === hint;
    this.list.peek().filter(same).forEach((each) => this.drop(each.id));
    const id = newId();
    const control = new AbortController();
    this.controls.set(id, control);
    const begun = { state: /** @type {const} */ ("thinking"), slow: false, decision: null, trouble: null };
    this.list.value = [...this.list.peek(), { id, strategy, hint, position, ...begun }];
    const timer = setTimeout(() => this.change(id, { slow: true }), SLOW_AFTER);
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

  /** Cancels a question, or removes an answer. */
  drop(id) {
    const control = this.controls.get(id);
    this.list.value = this.list.peek().filter((opinion) => opinion.id !== id);
    if (!control) return;
    control.abort();
    // The search may have ended meanwhile: then there is nothing to stop.
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
