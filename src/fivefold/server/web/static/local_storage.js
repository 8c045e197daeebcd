/** Settings, games and choices in localStorage. Every function works without it. */

import { signal } from "./dom.js";

const PREFIX = "fivefold.";

/** @returns {any} */
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
    // Full or forbidden: the choice lasts until the page is closed.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // There is nothing to remove.
  }
}

/**
 * @typedef {{ theme: string | null, name: string, skin: string, sound: boolean,
 *   coordinates: boolean | null, confirm: boolean, textures: boolean, letters: boolean,
 *   notify: boolean }} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: null, // null: chosen by theme_boot.js
  name: "",
  skin: "wood",
  sound: false,
  coordinates: null, // null: shown if there is room
  confirm: true,
  textures: false,
  letters: true,
  notify: false,
};

/** The current settings. @type {Signal<Settings>} */
export const settings = signal({ ...DEFAULTS, ...recall("settings", {}) });

export function change(name, value) {
  settings.value = { ...settings.peek(), [name]: value };
  remember("settings", settings.peek());
  applyTheme();
}

/** Sets theme and skin on the document, as theme_boot.js does before the first paint. */
function applyTheme() {
  const { theme, skin, textures } = settings.peek();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else if (theme) dataset.theme = theme;
  dataset.skin = skin;
  if (textures) dataset.textures = "strong";
  else delete dataset.textures;
}

/**
 * A match opened in this browser; `at` is in milliseconds since 1970.
 * @typedef {{ secret?: string, game?: string, opponent?: Message, at: number, summary?: any }} KeptMatch
 */

/** @returns {KeptMatch | null} */
export function keptMatch(id) {
  return recall(`match.${id}`, null);
}

export function keepMatch(id, facts) {
  remember(`match.${id}`, { ...keptMatch(id), ...facts, at: Date.now() });
}

/** The matches of this browser, newest first. */
export function keptMatches() {
  /** @type {(KeptMatch & { id: string })[]} */
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

/** @returns {any} opponent and settings of the last match in this game, or null */
export function lastOrder(game) {
  return recall("last", {})[game] ?? null;
}

export function keepOrder(game, order) {
  remember("last", { ...recall("last", {}), [game]: { ...lastOrder(game), ...order } });
}
