/** The displayed clocks: the server's, extrapolated between its messages. */

import { computed, effect, signal } from "../../dom.js";
import { t } from "../../words.js";

/** Seconds. */
const LOW = 10;
const DAY = 86_400;

/** The time of the last tick, in milliseconds; ticks ten times a second while a clock runs. */
const now = signal(0);

/** Ticks while a clock of the match runs or a player is away. */
export function runClocks(client) {
  let timer = 0;
  effect(() => {
    clearInterval(timer);
    now.value = performance.now();
    const runs = client.clocks.value?.running || hasAway(client.presence.value);
    if (runs) timer = setInterval(() => (now.value = performance.now()), 100);
  });
}

function hasAway(presence) {
  return Object.values(presence.away ?? {}).some((seconds) => seconds !== null);
}

/** @returns {{ seconds: number, timed: boolean, low: boolean } | null} */
export function clockOf(clocks, seat) {
  if (!clocks) return null;
  const { used, left } = clocks[seat];
  const since = clocks.running === seat ? Math.max(0, (now.value - clocks.at) / 1000) : 0;
  const timed = left !== null && left !== undefined;
  const seconds = timed ? Math.max(0, left - since) : used + since;
  return { seconds, timed, low: timed && seconds < LOW && clocks.running === seat };
}

/** A signal of a seat's clock as text. */
export function clockText(client, seat) {
  return computed(() => {
    const clock = clockOf(client.clocks.value, seat());
    return clock ? written(clock) : "";
  });
}

export function clockIsLow(client, seat) {
  return computed(() => Boolean(clockOf(client.clocks.value, seat())?.low));
}

/** Seconds until the win over an absent player can be claimed; null while nobody is away. */
export function secondsToReturn(presence, seat) {
  const seconds = presence.away?.[seat];
  if (seconds === null || seconds === undefined) return null;
  return Math.max(0, Math.ceil(seconds - (now.value - presence.at) / 1000));
}

/** A clock as text, such as 4:12, or 2 d 23 h. */
export function written({ seconds, timed, low }) {
  if (timed && seconds >= DAY) {
    const days = Math.floor(seconds / DAY);
    return t("page.clock.days", { days, hours: Math.floor((seconds % DAY) / 3600) });
  }
  if (low) {
    const tenths = Math.floor(seconds * 10);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  return minutes(seconds);
}

/** @returns {string} such as 4:12 or 1:04:12 */
export function minutes(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${Math.floor((whole % 3600) / 60)}`;
  return hours
    ? `${hours}:${two(rest)}:${two(whole % 60)}`
    : `${rest}:${two(whole % 60)}`;
}
