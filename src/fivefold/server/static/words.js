/** What people read: the catalogue of the page's language, and the sentences made of it. */

import { particle } from "./josa.js";

/** @type {{ language: string, words: Record<string, string> }} */
let catalogue = { language: "en", words: {} };

/** Loads the catalogue of the document's language. Await it once, before anything is drawn. */
export async function loadWords(language = document.documentElement.lang || "en") {
  const answer = await fetch(`/api/words/${encodeURIComponent(language)}`);
  if (!answer.ok) throw new Error(`no words for ${language}: ${answer.status}`);
  catalogue = await answer.json();
}

/** For pages with few words: they bring them in the HTML. */
export function useWords(language, words) {
  catalogue = { language, words };
}

export function language() {
  return catalogue.language;
}

// {name} prints a fact, {name:+} with its sign, {count|disc|discs} chooses by number, and 은(는)
// is the Korean particle that fits what stands before it.
const PIECE =
  /\{(\w+)(?::([^}|]+))?(?:\|([^|}]*)\|([^}]*))?\}|(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\))/g;

/** Returns the sentence of that key with its facts. */
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

function filled([, name, form, one, many], facts) {
  const fact = facts[name];
  if (many !== undefined) return fact === 1 ? one : many;
  if (form !== undefined) return formatted(fact, form);
  return printed(fact);
}

/** Returns a message of the server, {key, facts, text}, in the page's language. */
export function write(message) {
  if (message === null || message === undefined) return "";
  if (typeof message === "string") return message;
  // Somebody's own bot may speak in plain text, and an old page may meet a new key.
  return message.key in catalogue.words ? t(message.key, message.facts ?? {}) : message.text;
}

function printed(fact) {
  if (Array.isArray(fact)) return fact.map(printed).join(", ");
  if (fact !== null && typeof fact === "object" && "key" in fact) return write(fact);
  if (typeof fact === "number" && !Number.isInteger(fact)) return fact.toFixed(2);
  return String(fact);
}

function formatted(fact, form) {
  if (form === "+") return `${fact >= 0 ? "+" : "−"}${Math.abs(fact)}`.replace("−", "-");
  if (form === ",") return Number(fact).toLocaleString("en");
  return printed(fact);
}
