/** What this browser remembers, in localStorage; a browser that keeps nothing still plays. */

import { signal } from "../dom.js";

const PREFIX = "fivefold.";

export function recall(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: what was chosen holds until the page is left.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}

const DEFAULTS = {
  theme: null, // null: what early.js found fitting
  name: "",
  skin: "wood",
  sound: false,
  coordinates: null, // null: shown where there is room
  confirm: true,
  textures: false,
  letters: true,
};

/** The settings, as a signal of a plain object. */
export const settings = signal({ ...DEFAULTS, ...recall("settings", {}) });

export function change(name, value) {
  settings.value = { ...settings.peek(), [name]: value };
  remember("settings", settings.peek());
  dress();
}

/** Puts theme and skin on the document, as early.js did before the first paint. */
function dress() {
  const { theme, skin, textures } = settings.peek();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else if (theme) dataset.theme = theme;
  dataset.skin = skin;
  if (textures) dataset.textures = "strong";
  else delete dataset.textures;
}

/** @returns {{secret: string, game: string, opponent: string, at: number} | null} */
export function keptMatch(id) {
  return recall(`match.${id}`, null);
}

export function keepMatch(id, facts) {
  remember(`match.${id}`, { ...keptMatch(id), ...facts, at: Date.now() });
}

/** Returns my games, the newest first: `{id, secret, game, opponent, at}`. */
export function keptMatches() {
  const found = [];
  try {
    for (const name of Object.keys(localStorage)) {
      const id = name.startsWith(`${PREFIX}match.`) && name.slice(PREFIX.length + 6);
      const kept = id && keptMatch(id);
      if (kept) found.push({ id, ...kept });
    }
  } catch {
    return [];
  }
  return found.sort((a, b) => b.at - a.at);
}

/** The opponent and settings of the last game of this kind, or null. */
export function lastOrder(game) {
  return recall("last", {})[game] ?? null;
}

export function keepOrder(game, order) {
  remember("last", { ...recall("last", {}), [game]: { ...lastOrder(game), ...order } });
}
