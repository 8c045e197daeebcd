/** What the page says by itself: to ears by live regions, to eyes by toasts. */

import { each, html, mount, signal } from "../dom.js";
import { icon } from "./icons.js";

const SHOWN = 4000;
const toasts = signal([]);
let count = 0;

/**
 * Brings what speaks into the topmost sheet, or back: under a sheet the page is neither seen nor
 * heard.
 */
export function speakFromTop() {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  for (const id of ["polite", "assertive", "toasts"]) {
    const own = document.getElementById(id);
    if (own && own.parentElement !== top) top.append(own);
  }
}

/** Says something when nothing else is being said. */
export function say(text) {
  speak("polite", text);
}

/** Says something at once. */
export function sayNow(text) {
  speak("assertive", text);
}

function speak(id, text) {
  const region = document.getElementById(id);
  if (!region || !text) return;
  // The same words again are news only when they were away in between.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, 20);
}

/** @param {string} text @param {{ kind?: "seal", picture?: string, seconds?: number }} look */
export function toast(text, { kind = "", picture = "check", seconds = SHOWN / 1000 } = {}) {
  const own = { id: ++count, text, kind, picture };
  // One of a kind: a second refusal takes the place of the first.
  toasts.value = [...toasts.peek().filter((each) => each.kind !== kind), own];
  setTimeout(() => {
    toasts.value = toasts.peek().filter((each) => each !== own);
  }, seconds * 1000);
}

/** Takes away what is still shown: something greater has happened. */
export function clearToasts() {
  toasts.value = [];
}

/** Shows why something was not done, and says it at once. */
export function refuse(text) {
  toast(text, { kind: "seal", picture: "close" });
  sayNow(text);
}

/** Shows and says that something was done or happened. */
export function note(text, picture = "check") {
  toast(text, { picture });
  say(text);
}

export function mountToasts(host) {
  mount(host, () =>
    each(
      () => toasts.value,
      (one) => one.id,
      (one) => {
        const { text, kind, picture } = one.peek();
        const [, fact, rest] = /^(.*?[.。?]|.*)(?: (.*))?$/su.exec(text);
        return html`<div class=${`toast ${kind}`}>${icon(picture)}
          <p><b>${fact}</b> <span>${rest ?? ""}</span></p></div>`;
      },
    ),
  );
}
