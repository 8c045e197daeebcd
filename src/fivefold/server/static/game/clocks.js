/** The clocks as people see them: the server's, carried on between two of its messages. */

import { computed, effect, signal } from "../dom.js";

const LOW = 10;

/** Beats while a clock runs, ten times a second. */
const beat = signal(0);

/** Lets the clocks of a table run on. */
export function runClocks(table) {
  let timer = 0;
  effect(() => {
    clearInterval(timer);
    beat.value = performance.now();
    const runs = table.clocks.value?.running || hasAway(table.presence.value);
    if (runs) timer = setInterval(() => (beat.value = performance.now()), 100);
  });
}

function hasAway(presence) {
  return Object.values(presence.away ?? {}).some((seconds) => seconds !== null);
}

/** @returns {{ seconds: number, timed: boolean, low: boolean } | null} */
export function clockOf(clocks, seat) {
  if (!clocks) return null;
  const { used, left } = clocks[seat];
  const since = clocks.running === seat ? Math.max(0, (beat.value - clocks.at) / 1000) : 0;
  const timed = left !== null && left !== undefined;
  const seconds = timed ? Math.max(0, left - since) : used + since;
  return { seconds, timed, low: timed && seconds < LOW && clocks.running === seat };
}

/** A signal of what the clock of a seat shows. */
export function clockText(table, seat) {
  return computed(() => {
    const clock = clockOf(table.clocks.value, seat());
    return clock ? written(clock) : "";
  });
}

export function clockIsLow(table, seat) {
  return computed(() => Boolean(clockOf(table.clocks.value, seat())?.low));
}

/** Seconds until somebody who left loses the game, or null; 0 when it can be claimed. */
export function secondsToReturn(presence, seat) {
  const seconds = presence.away?.[seat];
  if (seconds === null || seconds === undefined) return null;
  return Math.max(0, Math.ceil(seconds - (beat.value - presence.at) / 1000));
}

function written({ seconds, low }) {
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
