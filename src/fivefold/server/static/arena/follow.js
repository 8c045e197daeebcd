/**
 * A tournament as the server knows it, asked for every two seconds while somebody looks.
 *
 * Nothing is asked while the tab is hidden, nor when the tournament is over; an answer that says
 * "as before" changes nothing.
 */

import { ApiError } from "../api.js";
import { computed, signal } from "../dom.js";

const PACE = 2000;

export class Follow {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    /** What the server said last, null at first. */
    this.data = signal(null);
    /** Why it says nothing more: an ApiError, or null. */
    this.trouble = signal(null);
    this.tag = null;
    this.timer = null;
    document.addEventListener("visibilitychange", () => this.look());
    this.look();
  }

  /** A part of what was said; it changes only when that part does. */
  part(pick) {
    const text = computed(() => JSON.stringify(pick(this.data.value) ?? null));
    return computed(() => JSON.parse(text.value));
  }

  look() {
    clearTimeout(this.timer);
    if (!document.hidden && !this.ended) this.ask();
  }

  get ended() {
    return this.data.peek()?.state === "over" || this.trouble.peek()?.status === 404;
  }

  async ask() {
    const asked = (this.asked = {});
    try {
      const answer = await this.answer();
      if (asked !== this.asked) return;
      if (answer) this.data.value = answer;
      this.trouble.value = null;
    } catch (error) {
      if (asked !== this.asked) return;
      this.tag = null;
      this.trouble.value = error;
    }
    clearTimeout(this.timer);
    if (!document.hidden && !this.ended) this.timer = setTimeout(() => this.ask(), PACE);
  }

  /** @returns what is new, or null when all is as before */
  async answer() {
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    let answer;
    try {
      answer = await fetch(this.path, { headers, cache: "no-store" });
    } catch {
      throw new ApiError(0, { code: "page.offline", message: "" });
    }
    if (answer.status === 304) return null;
    const data = await answer.json().catch(() => null);
    if (!data) throw new ApiError(answer.status, { code: "page.unreadable", message: "" });
    if (!answer.ok) throw new ApiError(answer.status, data.error);
    this.tag = answer.headers.get("ETag");
    return data;
  }
}
