/** The catalogue of the page's language, and the sentences written from it. */

import { particle } from "./josa.js";

/** @type {{ language: string, words: Record<string, string> }} */
let catalogue = { language: "en", words: {} };

/**
 * Loads the words of the page, which its HTML names, or the whole catalogue of a language; await it
 * before drawing anything.
 */
export async function loadWords(code = document.documentElement.lang || "en") {
  const own = /** @type {HTMLLinkElement | null} */ (document.getElementById("words"));
  const answer = await fetch(own?.href ?? `/api/words/${encodeURIComponent(code)}`);
  if (!answer.ok) throw new Error(`no words for ${code}: ${answer.status}`);
  catalogue = await answer.json();
}

/** Sets the catalogue of a page that brings its few words in the HTML. */
export function useWords(code, words) {
  catalogue = { language: code, words };
}

export function language() {
  return catalogue.language;
}

// {name} prints a fact, {name:+} prints its sign too, {count|disc|discs} chooses singular or plural,
// and 은(는) becomes the Korean particle that fits the text before it.
const PIECE =
  /\{(\w+)(?::([^}|]+))?(?:\|([^|}]*)\|([^}]*))?\}|(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\))/g;

/** @returns {string} the sentence of a key, with the facts filled in */
export function t(key, facts = {}) {
  const text = catalogue.words[key];
  if (text === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  let written = "";
  let end = 0;
  for (const piece of text.matchAll(PIECE)) {
    written += text.slice(end, piece.index);
    written += piece[5] ? particle(written, piece[5]) : filled(piece, facts);
    end = piece.index + piece[0].length;
  }
  return written + text.slice(end);
}

/** @param {string[]} piece a match of PIECE */
function filled([, name, form, one, many], facts) {
  const fact = facts[name];
  if (many !== undefined) return fact === 1 ? one : many;
  if (form !== undefined) return formatted(fact, form);
  return printed(fact);
}

/** @param {Message | string | null | undefined} message @returns {string} in the page's language */
export function write(message) {
  if (message === null || message === undefined) return "";
  if (typeof message === "string") return message;
  // Path bots send plain text, and a page from before an update may meet a new key.
  const { key, facts, text } = message;
  return key && key in catalogue.words ? t(key, facts ?? {}) : (text ?? "");
}

function printed(fact) {
  if (Array.isArray(fact)) return fact.map(printed).join(", ");
  if (fact !== null && typeof fact === "object" && "key" in fact) return write(fact);
  if (typeof fact === "number" && !Number.isInteger(fact)) return fact.toFixed(2);
  return String(fact);
}

function formatted(fact, form) {
  if (form === "+") return `${fact >= 0 ? "+" : "−"}${Math.abs(fact)}`;
  if (form === ",") return Number(fact).toLocaleString("en");
  return printed(fact);
}
