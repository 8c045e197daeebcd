/**
 * Polls a tournament every two seconds, while the tab is visible and the tournament is not over.
 * An answer of 304 changes nothing.
 */

import { ApiError } from "../api.js";
import { computed, signal } from "../dom.js";

const PACE = 2000;

export class Follow {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    /** The server's last answer; null at first. @type {Signal<any>} */
    this.data = signal(null);
    /** Why the last request failed. @type {Signal<ApiError | null>} */
    this.trouble = signal(/** @type {ApiError | null} */ (null));
    /** The ETag of the last answer. @type {string | null} */
    this.tag = null;
    this.timer = 0;
    /** Identifies the latest request: answers to earlier ones are dropped. */
    this.asked = {};
    document.addEventListener("visibilitychange", () => this.look());
    this.look();
  }

  /** A part of the answer; the signal changes only when that part does. @returns {Signal<any>} */
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

  /** @returns {Promise<any>} the answer, or null if nothing changed */
  async answer() {
    /** @type {HeadersInit} */
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
