/** Number and time formats of the arena page. */

import { language, t } from "../words.js";

/** With more players the cross table is separate. */
export const MOST_BESIDE = 8;

/** Points have halves: 8.5, but 10. */
export function points(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** With a plus or a real minus sign. */
export function signed(value, digits = 0) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** A rounded duration, such as 3 min or 2 h 5 min. */
export function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return t("page.arena.seconds", { n: Math.max(1, Math.round(seconds)) });
  if (minutes < 90) return t("page.arena.minutes", { n: minutes });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 48) return t("page.arena.hours", { hours, minutes: rest });
  return t("page.arena.days", { n: Math.round(hours / 24) });
}

/** Thinking time, from microseconds to minutes. */
export function thinking(seconds) {
  if (seconds < 0.0995) return t("page.arena.ms", { n: (seconds * 1000).toPrecision(2) });
  const digits = seconds < 9.95 ? 2 : seconds < 99.5 ? 1 : 0;
  return t("page.arena.s", { n: seconds.toFixed(digits) });
}

/** @param {number} at seconds since 1970 */
export function moment(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language(), style).format(new Date(at * 1000));
}

export function percent(share) {
  return t("page.arena.percent", { n: Math.round(share * 100) });
}

/** The address of a tournament's page, or of a page below it. */
export function address(name, rest = "") {
  return `/arena/${encodeURIComponent(name)}${rest}`;
}

export function gameAddress(name, key) {
  return address(name, `/game?key=${encodeURIComponent(key)}`);
}
