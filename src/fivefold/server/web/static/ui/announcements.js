/** Messages the page shows by itself, in live regions for screen readers and in toasts. */

import { each, html, mount, signal } from "../dom.js";
import { write } from "../words.js";
import { icon } from "./icons.js";

const SECONDS = 4;
/** @typedef {{ id: number, text: string, kind: string, picture: string }} Toast */
const toasts = signal(/** @type {Toast[]} */ ([]));
let count = 0;

/** Moves the live regions and toasts into the topmost dialog, or back: it hides the rest. */
export function moveToTopLayer() {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  for (const id of ["polite", "assertive", "toasts"]) {
    const own = document.getElementById(id);
    if (own && own.parentElement !== top) top.append(own);
  }
}

/** Announces politely: after whatever the screen reader is reading. */
export function say(text) {
  speak("polite", text);
}

/** Announces at once. */
export function sayNow(text) {
  speak("assertive", text);
}

function speak(id, text) {
  const region = document.getElementById(id);
  if (!region || !text) return;
  // A live region announces changes only: the same text needs a gap.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, 20);
}

/** @param {string} text @param {{ kind?: string, picture?: string, seconds?: number }} look */
export function toast(text, { kind = "", picture = "check", seconds = SECONDS } = {}) {
  const own = { id: ++count, text, kind, picture };
  // One toast of a kind: a second refusal replaces the first.
  toasts.value = [...toasts.peek().filter((each) => each.kind !== kind), own];
  setTimeout(() => {
    toasts.value = toasts.peek().filter((each) => each !== own);
  }, seconds * 1000);
}

/** Removes all toasts. */
export function clearToasts() {
  toasts.value = [];
}

/** Shows and announces at once why something was not done. */
export function refuse(text) {
  toast(text, { kind: "seal", picture: "close" });
  sayNow(text);
}

/** Shows and announces that something happened. */
export function note(text, picture = "check") {
  toast(text, { picture });
  say(text);
}

/** Awaits a command; shows and announces a refusal, and resolves to null. */
export async function orRefuse(asked) {
  try {
    return await asked;
  } catch (error) {
    refuse(write(error.words ?? { text: String(error) }));
    return null;
  }
}

/** @param {HTMLElement} host */
export function mountToasts(host) {
  mount(host, () =>
    each(
      () => toasts.value,
      (one) => one.id,
      (one) => {
        const { text, kind, picture } = one.peek();
        const [, fact, rest] = /^(.*?[.。?]|.*)(?: (.*))?$/su.exec(text) ?? [text, text];
        return html`<div class=${`toast ${kind}`}>${icon(picture)}
          <p><b>${fact}</b> <span>${rest ?? ""}</span></p></div>`;
      },
    ),
  );
}
