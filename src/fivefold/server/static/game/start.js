/** From the address to a table: a new match, a match that exists, or a game in the address. */

import { get, post } from "../api.js";
import { keepMatch, keepOrder, lastOrder, settings } from "./keep.js";
import { isKnown, strategiesFor } from "./who.js";

let games = null;

/** @returns {Promise<any[]>} what can be played, as the server lists it */
export function listGames() {
  games ??= get("/api/games").then((answer) => answer.games);
  games.catch(() => (games = null));
  return games;
}

/** Makes the match and goes there; the new page replaces this one when `replace` says so. */
export async function startMatch(order, { replace = false } = {}) {
  const name = settings.peek().name.trim();
  const { match, secret } = await post("/api/matches", name ? { ...order, name } : order);
  const machine = [order.first, order.second].find((who) => who !== "me" && who !== "open");
  const level = /^level\((\d+)\)$/.exec(machine ?? "");
  const opponent = level
    ? { key: "opponent.level", facts: { level: Number(level[1]) }, text: machine }
    : machine
      ? { key: "plain", facts: { text: machine }, text: machine }
      : { key: "page.seat.person", facts: {}, text: "" };
  keepMatch(match.id, { secret, game: match.game.name, opponent });
  if (!order.moves && !order.position) remembered(order, match, machine);
  const address = `/game/${match.id}`;
  if (replace) history.replaceState(null, "", address);
  else location.assign(address);
  return { id: match.id, secret };
}

function remembered(order, match, machine) {
  const { rows, columns, rules, name } = match.game;
  const { time = null, opening = null } = order;
  const kept = { size: `${rows}x${columns}`, rules, time, opening };
  if (machine) kept.opponent = machine;
  keepOrder(name, kept);
}

/** The order that an address such as /play/othello?second=level(3) asks for. */
export async function orderOf(game, query) {
  const known = (await listGames()).find((each) => each.name === game);
  const last = lastOrder(game) ?? {};
  const order = { game, first: query.get("first"), second: query.get("second") };
  for (const name of ["size", "rules", "time", "opening"]) {
    const value = query.get(name) ?? last[name];
    if (value) order[name] = value;
  }
  const machine = (await lastOpponent(game, last)) ?? known?.fitting ?? "level(2)";
  if (!order.first && !order.second) return { ...order, first: "me", second: machine };
  if (!order.second) order.second = order.first === "me" ? machine : "me";
  order.first ??= "me";
  return order;
}

/** Who was played last, if the server still has them. */
async function lastOpponent(game, { opponent }) {
  if (!opponent || /^level\(\d+\)$/.test(opponent)) return opponent;
  return isKnown(opponent, await strategiesFor(game)) ? opponent : null;
}
