/** What the page offers in the match's present state; the server decides again on each request. */

/** @typedef {import("../match/client.js").MatchClient} MatchClient */

/** @param {MatchClient} client @returns {boolean} whether only engines play, started from here */
export function isEnginesOnly(client) {
  const match = client.match.value;
  if (!match || !client.secret || client.isStatic) return false;
  return Object.values(match.seats).every((seat) => seat.kind === "machine");
}

/** @param {MatchClient} client @returns {boolean} whether every seat held by a person is held here */
export function canChangeSeats({ match, secret, held, isStatic }) {
  if (!match.value || !secret || isStatic) return false;
  const people = Object.values(match.value.seats).filter((seat) => seat.kind === "person");
  return people.length <= held.value.length;
}

/** @param {MatchClient} client */
export function canUndo({ match, secret }) {
  return Boolean(match.value && secret) && !(match.value?.between_people && match.value.result);
}

/** @param {MatchClient} client @returns {boolean} false during a game between people */
export function canAnalyse({ match }) {
  return Boolean(match.value) && !(match.value?.between_people && match.value.live);
}

/** @param {MatchClient} client */
export function canPlayOn(client) {
  return Boolean(client.isStatic || client.match.value?.plies.length);
}

/** @param {MatchClient} client @returns {boolean} whether a game between engines is paused */
export function isPaused({ match }) {
  return match.value?.pace === null;
}
